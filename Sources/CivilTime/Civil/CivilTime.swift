/// A local time of day, to the second.
public struct CivilTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Seconds since midnight, 0 to 86,399.
    private let seconds: Int32

    /// 00:00:00.
    public static let midnight = CivilTime(unchecked: 0)
    /// 12:00:00.
    public static let noon = CivilTime(unchecked: 43_200)

    /// Nil if the time does not exist. Leap seconds (`second` 60) are not supported.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
        self.init(unchecked: hour * 3_600 + minute * 60 + second)
    }

    /// For 0 to 86,399.
    package init(unchecked secondOfDay: Int) { seconds = Int32(truncatingIfNeeded: secondOfDay) }

    /// 0 to 86,399.
    package var secondOfDay: Int { Int(seconds) }
    /// 0 to 23.
    public var hour: Int { secondOfDay / 3_600 }
    /// 0 to 59.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// 0 to 59.
    public var second: Int { secondOfDay % 60 }

    /// The earlier time is less.
    public static func < (a: CivilTime, b: CivilTime) -> Bool { a.seconds < b.seconds }

    /// `09:00`, or `09:00:30` if the seconds are not zero.
    public var description: String { text(seconds: second != 0) }

    func text(seconds: Bool) -> String {
        // Optimized because listings write many times.
        String(unsafeUninitializedCapacity: 8) { text in
            func write(_ number: Int, at place: Int) {
                text[place] = UInt8(truncatingIfNeeded: 48 + number / 10)
                text[place + 1] = UInt8(truncatingIfNeeded: 48 + number % 10)
            }
            write(hour, at: 0)
            text[2] = UInt8(ascii: ":")
            write(minute, at: 3)
            guard seconds else { return 5 }
            text[5] = UInt8(ascii: ":")
            write(second, at: 6)
            return 8
        }
    }
}
