import MemossFiles
import Testing

@testable import Folder

/// The files under `fixtures/`.
enum Fixtures {
    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(
        separator: "/"
    )

    static func bytes(_ path: String) throws -> [UInt8] {
        try FileContents.read("\(root)/fixtures/\(path)").bytes
    }
}
