/// A syntax error in text that should be a date, a rule or a query.
///
/// The caller knows where the text came from and turns the error into a `Problem` (a file) or a `MemossError` (an
/// argument).
public struct ParseError: Error, Sendable, Hashable {
    /// One sentence without a full stop: what was found, and what was expected.
    public var message: String
    /// The nearest valid spelling, if there is one.
    public var suggestion: String?
    /// UTF-8 bytes from the start of the text.
    public var offset: Int
    /// UTF-8 bytes of the words that are wrong; 0 if only their beginning is known.
    public var length: Int

    /// An error; see the properties.
    package init(_ message: String, suggestion: String? = nil, offset: Int = 0, length: Int = 0) {
        self.message = message
        self.suggestion = suggestion
        self.offset = offset
        self.length = length
    }

    /// Additional lines to show to the user.
    package var hints: [String] { suggestion.map { ["did you mean '\($0)'?"] } ?? [] }
}
