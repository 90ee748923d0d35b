/// Text from the user for an error message: quoted, at most 40 characters, with control characters escaped.
package func quoted(_ text: some StringProtocol) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(40) {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: shown += scalar.escaped(asASCII: true)
        default: shown.unicodeScalars.append(scalar)
        }
    }
    return "'\(shown)\(text.unicodeScalars.dropFirst(40).isEmpty ? "" : "…")'"
}
