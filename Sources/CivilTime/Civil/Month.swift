package import Bytes
internal import Text

/// A month of the Gregorian calendar: January is 1.
package enum Month: Int8, Sendable, Hashable, CaseIterable {
    case january = 1
    case february, march, april, may, june, july, august, september, october, november, december

    /// An English name, its first three letters, or `sept`; case-insensitive.
    package init?(name: some StringProtocol) { self.init(lowercased: name.lowercased()) }

    /// The same for a word without capitals.
    package init?(lowercased name: some StringProtocol) { self.init(ShortWord(name)) }

    package init?(_ word: ShortWord) {
        switch word {
        case "january", "jan": self = .january
        case "february", "feb": self = .february
        case "march", "mar": self = .march
        case "april", "apr": self = .april
        case "may": self = .may
        case "june", "jun": self = .june
        case "july", "jul": self = .july
        case "august", "aug": self = .august
        case "september", "sep", "sept": self = .september
        case "october", "oct": self = .october
        case "november", "nov": self = .november
        case "december", "dec": self = .december
        default: return nil
        }
    }

    /// `January`.
    package var name: String {
        switch self {
        case .january: "January"
        case .february: "February"
        case .march: "March"
        case .april: "April"
        case .may: "May"
        case .june: "June"
        case .july: "July"
        case .august: "August"
        case .september: "September"
        case .october: "October"
        case .november: "November"
        case .december: "December"
        }
    }

    /// `Jan`.
    package var shortName: String { String(Substring(name.utf8.prefix(3))) }

    /// January is 1.
    package var number: Int { Int(rawValue) }

    /// The maximum length of the month: 29 for February.
    package var longest: Int { CivilDate.daysInMonth(year: 2000, month: number) }
}
