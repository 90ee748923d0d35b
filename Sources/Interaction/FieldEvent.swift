import MemossFiles

/// A user's action in a field, independent of the keys of a front end.
package enum FieldEvent: Sendable, Hashable {
    case text(TextField.Event)
    case up, down, pageUp, pageDown
    /// Takes the highlighted item, or finishes.
    case confirm
    /// Completes the text to the highlighted item, or marks that.
    case complete
    /// Leaves without changing anything.
    case cancel
}
