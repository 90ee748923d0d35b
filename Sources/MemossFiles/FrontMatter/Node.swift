/// A node of a YAML document and its byte range.
///
/// Nodes are in document order: the first child of a collection is the next node, and the next sibling of a node is at
/// its `subtreeEnd`. Offsets are relative to the file.
package struct Node: Sendable, Hashable {
    package enum Kind: UInt8, Sendable {
        case scalar, sequence, mapping, alias
    }

    /// The style of a scalar or collection; an empty scalar is `plain`.
    package enum Style: UInt8, Sendable {
        case plain, singleQuoted, doubleQuoted, literal, folded, flow, block
        var isQuoted: Bool { self == .singleQuoted || self == .doubleQuoted }
    }

    package var kind: Kind
    package var style: Style
    /// Whether the node is inside a flow collection, where a plain scalar cannot contain `,[]{}`.
    package var isInFlow: Bool
    /// The offset of the first byte, including anchor and YAML tag.
    package var start: Int32
    /// The offset of the first byte after anchor and YAML tag.
    package var content: Int32
    /// The offset after the last byte, without trailing comments and blank lines.
    package var end: Int32
    /// The index after the last descendant.
    package var subtreeEnd: Int32
    /// Where the value of a scalar is: in the file if its bytes are the value, otherwise in a separate buffer.
    package var value: Value
    /// An index into the document's properties, or -1.
    package var properties: Int32

    package enum Value: Sendable, Hashable {
        case source(start: Int32, end: Int32)
        case apart(start: Int32, end: Int32)

        var count: Int32 {
            switch self {
            case .source(let start, let end), .apart(let start, let end): end - start
            }
        }
    }

    /// The bytes of the node, including anchor and YAML tag.
    package var span: Range<Int> { Int(start)..<Int(end) }
    /// The bytes of the node without anchor and YAML tag.
    package var contentSpan: Range<Int> { Int(content)..<Int(end) }
}

/// The anchor, YAML tag or alias of a node; most nodes have none.
package struct NodeProperties: Sendable, Hashable {
    package var anchor: String?
    package var tag: String?
    /// For an alias: the name after `*`, and the node with the anchor.
    package var alias: String?
    package var target: Int?
}
