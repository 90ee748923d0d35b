/// One node of a YAML document, with the bytes it came from.
///
/// Nodes lie in document order: the first child of a collection is the node after it, and the next sibling of any node
/// is at its `subtreeEnd`. Offsets are into the file.
package struct Node: Sendable, Hashable {
    package enum Kind: UInt8, Sendable {
        case scalar, sequence, mapping, alias
    }

    /// How a scalar or collection is written; a scalar of no bytes is `plain`.
    package enum Style: UInt8, Sendable {
        case plain, singleQuoted, doubleQuoted, literal, folded, flow, block
        var isQuoted: Bool { self == .singleQuoted || self == .doubleQuoted }
    }

    package var kind: Kind
    package var style: Style
    /// Inside a flow collection, where `,[]{}` cannot stand in a plain scalar.
    package var isInFlow: Bool
    /// The first byte, anchor and YAML tag included.
    package var start: Int32
    /// The first byte after anchor and YAML tag.
    package var content: Int32
    /// One past the last byte; neither comments nor blank lines after it are part of it.
    package var end: Int32
    /// The index one past the last node inside this one.
    package var subtreeEnd: Int32
    /// Where the value of a scalar stands: its own bytes where they are the value, else bytes set apart.
    var value: Value
    /// An index into the document's properties, -1 for none.
    var properties: Int32

    enum Value: Sendable, Hashable {
        case source(start: Int32, end: Int32)
        case apart(start: Int32, end: Int32)

        var count: Int32 {
            switch self {
            case .source(let start, let end), .apart(let start, let end): end - start
            }
        }
    }

    /// From the first byte, anchor and YAML tag included, to the last.
    package var span: Range<Int> { Int(start)..<Int(end) }
    /// The same without anchor and YAML tag.
    package var contentSpan: Range<Int> { Int(content)..<Int(end) }
}

/// The anchor, YAML tag or alias name of a node; most nodes have none.
package struct NodeProperties: Sendable, Hashable {
    package var anchor: String?
    package var tag: String?
    /// Of an alias: the name after `*`, and the node that has the anchor.
    package var alias: String?
    package var target: Int?
}
