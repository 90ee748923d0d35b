/// What a person does in a field, whatever keys a front end has for it.
package enum FieldEvent: Sendable, Hashable {
    case text(TextField.Event)
    case up, down, pageUp, pageDown
    /// Takes what is highlighted, or finishes.
    case confirm
    /// Completes the text to what is highlighted, or marks it.
    case complete
    /// Leaves everything as it was.
    case cancel
}
