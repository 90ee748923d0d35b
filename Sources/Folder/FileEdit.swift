public import Text

/// New bytes for one file, together with the bytes that they were computed from.
public struct FileEdit: Sendable, Hashable {
    /// Relative to the root of the folder.
    public var path: String
    /// Nil for a new file.
    public var before: FileContents?
    /// Nil to delete the file.
    public var after: [UInt8]?
    /// The file whose mode and owner a new file takes over; nil for the defaults.
    package var model: FileStamp?
    /// The target of a symbolic link within the folder, relative to the root.
    package var target: String?
    /// Whether nothing is written if this file cannot be written.
    package var isRequired = true
    /// How to compute the new bytes again; nil if they are only right for `before`.
    package var again: Replanning?

    /// - Parameters:
    ///   - path: relative to the root of the folder.
    ///   - before: nil to create the file.
    ///   - after: nil to delete it.
    public init(path: String, before: FileContents?, after: [UInt8]?) {
        (self.path, self.before, self.after) = (path, before, after)
    }

    /// The bytes to replace: line by line, and within a line from the first differing byte to the last.
    public var splices: [Splice] { Splice.changes(from: before?.bytes ?? [], to: after ?? []) }

    /// A patch for `git apply`.
    package var patch: [UInt8] { UnifiedDiff.patch(path: target ?? path, before: before?.bytes, after: after) }
}

/// Computes the new bytes of a file from bytes that have changed since the edit was planned.
package struct Replanning: Sendable, Hashable {
    /// Nil if the edit no longer applies to these bytes, would mean something else there, or would replace a value that
    /// was written since.
    package let bytes: @Sendable (_ now: [UInt8]) -> [UInt8]?

    package init(bytes: @escaping @Sendable (_ now: [UInt8]) -> [UInt8]?) {
        self.bytes = bytes
    }

    /// A plan is its bytes, not how they are computed.
    package static func == (_: Replanning, _: Replanning) -> Bool { true }
    package func hash(into _: inout Hasher) {}
}
