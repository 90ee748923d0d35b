/// How times of day are shown: `17:00`, or `5:00 pm`.
package enum Clock: String, Sendable {
    case hours12 = "12"
    case hours24 = "24"

    func text(_ hour: Int, _ minute: Int) -> String { CivilTime(unchecked: hour * 3_600 + minute * 60).text(self) }
}

extension CivilTime {
    /// For display: `17:00`, or `5:00 pm`.
    package func text(_ clock: Clock) -> String {
        guard clock == .hours12 else { return description }
        let seconds = second == 0 ? "" : ":" + second.padded(2)
        return "\((hour + 11) % 12 + 1):\(minute.padded(2))\(seconds) \(hour < 12 ? "am" : "pm")"
    }
}

extension CivilDateTime {
    /// `2026-11-27 17:00`, or `2026-11-27 5:00 pm`.
    package func text(_ clock: Clock) -> String { "\(date) \(time.text(clock))" }
}
