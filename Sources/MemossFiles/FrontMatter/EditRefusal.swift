/// Why a value cannot be edited in place.
package struct EditRefusal: Error, Sendable, Hashable {
    /// One sentence without a full stop.
    package var reason: String
    /// A byte offset into the file.
    package var offset: Int
    /// What can be done about it.
    package var remedy: Remedy?
}

extension EditRefusal {
    /// A value that cannot be written.
    package init(_ error: ParseError) { self.init(reason: error.message, offset: 0) }

    /// An unreadable file cannot be edited.
    package init(_ fault: YAMLDocument.Fault) {
        let remedy = fault.id == .gitConflict ? Remedy.openInEditor : nil
        self.init(reason: fault.message, offset: fault.offset, remedy: remedy)
    }
}
