/// How a piece of text looks, by what it means. Colours are the user's own first eight, which their theme keeps
/// readable; yellow is not among them, since few light themes do. No style tells what the words do not.
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

    static let plain = Style()
    static let heading = Style(isBold: true)
    static let overdue = Style(ink: .red)
    static let overdueHeading = Style(ink: .red, isBold: true)
    static let today = Style(ink: .green)
    static let todayHeading = Style(ink: .green, isBold: true)
    static let handle = Style(ink: .cyan)
    static let badge = Style(ink: .magenta)
    /// What matters less: completed reminders, hints, what there is more of.
    static let dimmed = Style(isDim: true)
    static let error = Style(ink: .red, isBold: true)
    static let warning = Style(ink: .magenta, isBold: true)
    static let suggestion = Style(ink: .green)

    /// The parameters of SGR (ECMA-48, 8.3.117), empty for plain text.
    var parameters: String {
        var codes: [String] = []
        if isBold { codes.append("1") }
        if isDim { codes.append("2") }
        if let ink { codes.append(String(ink.rawValue)) }
        return codes.joined(separator: ";")
    }
}
