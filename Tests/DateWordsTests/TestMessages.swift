import CivilTime
import Foundation
import Text

@testable import DateWords

extension ParseError {
    /// What a message proposes: the texts in quotes after what is wrong.
    var proposals: [String] {
        let rest = message.firstRange(of: ": write ").map { String(message[$0.upperBound...]) } ?? ""
        let several = rest.components(separatedBy: "'").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        return suggestion.map { [$0] } ?? several
    }
}

extension Zone {
    /// A time zone of the machine's tz database.
    static func named(_ name: String) throws -> Zone {
        try Zone(name: name, tzif: [UInt8](Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))))
    }
}
