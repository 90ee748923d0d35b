/// How many colours the output may use.
enum ColorDepth: Sendable, Hashable {
    case none, ansi16, ansi256, truecolor

    /// The value of `--color`.
    enum Choice: String, Sendable, CaseIterable {
        case auto, always, never
    }

    /// The properties of the output. Environment variables are nil if unset.
    struct Terminal: Sendable {
        var isTerminal: Bool
        var noColor: String?
        var colorTerm: String?
        var term: String?
    }

    init(_ choice: Choice, _ terminal: Terminal) {
        switch choice {
        case .never:
            self = .none
        case .auto:
            // no-color.org: any non-empty value disables colours.
            let isRefused = !terminal.isTerminal || terminal.noColor?.isEmpty == false
            self = isRefused ? .none : ColorDepth.known(of: terminal) ?? .none
        case .always:
            self = ColorDepth.known(of: terminal) ?? .ansi16
        }
    }

    /// Nil for a terminal without colours or of unknown type.
    private static func known(of terminal: Terminal) -> ColorDepth? {
        guard let term = terminal.term?.lowercased(), !term.isEmpty, term != "dumb" else { return nil }
        if let colorTerm = terminal.colorTerm?.lowercased(), colorTerm == "truecolor" || colorTerm == "24bit" {
            return .truecolor
        }
        let hasTruecolor = ["kitty", "ghostty", "alacritty", "wezterm", "foot", "contour", "direct", "truecolor"]
        if hasTruecolor.contains(where: term.contains) { return .truecolor }
        if term.contains("256") { return .ansi256 }
        return term.hasPrefix("vt") ? nil : .ansi16
    }
}
