package import Bytes
internal import Text

/// A day of the week, numbered as in ISO 8601: Monday is 1, Sunday 7.
package enum Weekday: Int8, Sendable, Hashable, CaseIterable, Comparable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// The weekday of a day counted from 1970-01-01, which was a Thursday.
    package init(ofDay day: Int) {
        switch (day + 3).modulo(7) {
        case 0: self = .monday
        case 1: self = .tuesday
        case 2: self = .wednesday
        case 3: self = .thursday
        case 4: self = .friday
        case 5: self = .saturday
        default: self = .sunday
        }
    }

    /// An English name, its first three letters, or `tues`, `thur`, `thurs`; case-insensitive.
    package init?(name: some StringProtocol) { self.init(lowercased: name.lowercased()) }

    /// The same for a word without capitals.
    package init?(lowercased name: some StringProtocol) { self.init(ShortWord(name)) }

    package init?(_ word: ShortWord) {
        switch word {
        case "monday", "mon": self = .monday
        case "tuesday", "tue", "tues": self = .tuesday
        case "wednesday", "wed", "weds": self = .wednesday
        case "thursday", "thu", "thur", "thurs": self = .thursday
        case "friday", "fri": self = .friday
        case "saturday", "sat": self = .saturday
        case "sunday", "sun": self = .sunday
        default: return nil
        }
    }

    /// `Monday`.
    package var name: String {
        switch self {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }

    /// `Mon`.
    package var shortName: String { String(Substring(name.utf8.prefix(3))) }

    /// Monday is 1, Sunday 7.
    package var number: Int { Int(rawValue) }

    package static func < (a: Weekday, b: Weekday) -> Bool { a.rawValue < b.rawValue }
}
