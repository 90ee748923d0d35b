package import CivilTime

/// The times of day meant by `morning`, `afternoon` and `evening`.
package struct PartsOfDay: Sendable, Hashable {
    package var morning: CivilTime
    package var afternoon: CivilTime
    package var evening: CivilTime

    package init(
        morning: CivilTime = CivilTime(unchecked: 9 * 3_600),
        afternoon: CivilTime = CivilTime(unchecked: 15 * 3_600),
        evening: CivilTime = CivilTime(unchecked: 20 * 3_600)
    ) {
        (self.morning, self.afternoon, self.evening) = (morning, afternoon, evening)
    }

    /// 09:00, 15:00 and 20:00.
    package static let usual = PartsOfDay()
}
