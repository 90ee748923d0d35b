/// An offset from UTC and its spelling in the file: `Z` and `+00:00` are different spellings of the same offset.
package struct UTCOffset: Sendable, Hashable, CustomStringConvertible {
    package enum Spelling: Sendable {
        /// `Z`
        case zulu
        /// `+01:00`
        case extended
        /// `+0100`
        case basic
        /// `+01`
        case hours
    }

    private let stored: Int32
    package let spelling: Spelling

    /// Seconds east of Greenwich: 3600 for `+01:00`.
    package var seconds: Int { Int(stored) }

    package static let zulu = UTCOffset(seconds: 0, spelling: .zulu)

    /// If a spelling cannot represent the offset, the nearest one that can is used.
    package init(seconds: Int, spelling: Spelling = .extended) {
        stored = Int32(clamping: seconds)
        self.spelling =
            switch spelling {
            case .zulu where seconds != 0: .extended
            case .hours where seconds % 3_600 != 0: .basic
            default: spelling
            }
    }

    /// `Z`, `+01:00`, `-0330`, `+05`. Seconds (local mean times before about 1930) are omitted, since no file can contain
    /// them.
    package var description: String {
        if spelling == .zulu { return "Z" }
        let minutes = seconds.magnitude / 60
        let sign = seconds < 0 ? "-" : "+"
        let hours = (minutes / 60).padded(2)
        return switch spelling {
        case .hours: sign + hours
        case .basic: sign + hours + (minutes % 60).padded(2)
        default: "\(sign)\(hours):\((minutes % 60).padded(2))"
        }
    }
}
