/// Texts as notification servers take them.
enum NotificationText {
    /// For servers that take the body for markup.
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

    /// Of code points: one character may have any number of them. An empty title is taken by no server.
    static func short(_ text: String, _ limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > limit else { return text.isEmpty ? " " : text }
        return String(scalars.prefix(limit - 1)) + "…"
    }
}
