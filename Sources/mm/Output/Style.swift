/// The appearance of text, named by meaning. Only the first eight colours are used, which the user's theme keeps
/// readable; yellow is not used, because few light themes keep it readable. Styles never convey anything that the text
/// does not.
struct Style: Sendable, Hashable {
    enum Ink: Int, Sendable {
        case red = 31
        case green = 32
        case blue = 34
        case magenta = 35
        case cyan = 36
    }

    var ink: Ink?
    var isBold = false
    var isDim = false
    var isReversed = false

    static let plain = Style()
    static let heading = Style(isBold: true)
    static let overdue = Style(ink: .red)
    static let overdueHeading = Style(ink: .red, isBold: true)
    static let today = Style(ink: .green)
    static let todayHeading = Style(ink: .green, isBold: true)
    static let handle = Style(ink: .cyan)
    static let badge = Style(ink: .magenta)
    /// For less important text: completed reminders, hints, the number of further entries.
    static let dimmed = Style(isDim: true)
    static let error = Style(ink: .red, isBold: true)
    static let warning = Style(ink: .magenta, isBold: true)
    /// A search match.
    static let match = Style(ink: .red, isBold: true)
    static let suggestion = Style(ink: .green)
    /// The item that the next key acts on.
    static let highlighted = Style(isReversed: true)

    /// The SGR parameters (ECMA-48, 8.3.117); empty for plain text.
    var parameters: String {
        var codes: [String] = []
        if isBold { codes.append("1") }
        if isDim { codes.append("2") }
        if isReversed { codes.append("7") }
        if let ink { codes.append(String(ink.rawValue)) }
        return codes.joined(separator: ";")
    }
}
