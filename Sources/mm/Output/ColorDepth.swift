/// How many colours may be shown.
enum ColorDepth: Sendable, Hashable {
    case none, ansi16, ansi256, truecolor

    /// What `--color` says.
    enum Choice: String, Sendable, CaseIterable {
        case auto, always, never
    }

    /// What is known of the place the output goes to; the variables as they stand in the environment, nil if unset.
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
            // no-color.org: any value but the empty one.
            let isRefused = !terminal.isTerminal || terminal.noColor?.isEmpty == false
            self = isRefused ? .none : ColorDepth.known(of: terminal) ?? .none
        case .always:
            self = ColorDepth.known(of: terminal) ?? .ansi16
        }
    }

    /// Nil for a terminal that has no colours, or that does not say what it is.
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
