/// An edit of a folder, as a value. Planning it writes nothing.
public protocol FolderEdit: Sendable {
    /// The plan and what to report about it.
    associatedtype Outcome: Sendable

    /// - Throws: a `MemossError` if the edit is not possible in this folder, or a file that it needs cannot be read.
    func plan(in context: EditContext) throws(MemossError) -> Outcome
}
