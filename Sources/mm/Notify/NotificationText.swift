/// Text in the form that notification servers accept.
enum NotificationText {
    /// As on a terminal: a title from a file must not reverse or hide what the desktop shows around it.
    static func title(_ text: String) -> String { short(Printable.line(text), 200) }

    static func body(_ text: String) -> String { short(Printable.text(Array(text.utf8)), 2_000) }

    /// For servers that read the body as markup.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Limits code points, because one character can have any number of them. No server accepts an empty title.
    static func short(_ text: String, _ limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > limit else { return text.isEmpty ? " " : text }
        return String(scalars.prefix(limit - 1)) + "…"
    }
}
