/// A file that an edit could not change.
public struct SkippedFile: Sendable, Hashable {
    public var path: String
    public var line: Int?
    public var column: Int?
    public var reason: String
    public var remedy: Remedy?

    init(_ path: String, _ refusal: EditRefusal, in bytes: [UInt8]) {
        self.init(path, refusal.reason, at: refusal.offset, in: bytes)
        remedy = refusal.remedy
    }

    init(_ path: String, _ reason: String, at offset: Int? = nil, in bytes: [UInt8] = []) {
        self.path = path
        self.reason = reason
        guard let offset else { return }
        let position = TextPosition(of: offset, in: bytes)
        line = position.line
        column = position.column
    }
}
