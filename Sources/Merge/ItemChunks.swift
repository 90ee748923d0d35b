internal import Bytes
import MemossFiles

/// The lines of a block list, divided among its items: maps with an `id`, such as the alarms of TaskNotes, are merged one by one.
struct ItemChunks {
    /// The line of the key.
    private var head: [UInt8]
    private var items: [(identity: String, lines: [UInt8])] = []

    /// - Parameter lines: those of the key; empty where it is absent.
    /// - Returns: nil if items share lines or look like the same one.
    init?(_ lines: [UInt8], _ names: KeyNames?) {
        head = lines
        guard !lines.isEmpty else { return }
        guard let field = SingleField(lines, names) else { return nil }
        let document = field.document
        guard document.nodes[field.node].kind == .sequence, document.nodes[field.node].style != .flow else {
            return nil
        }
        var starts: [Int] = []
        for item in document.children(of: field.node) {
            starts.append(document.lineRange(of: document.nodes[item].span).lowerBound)
            items.append((Self.identity(of: item, in: document), []))
        }
        guard let first = starts.first, first > 0, Set(starts).count == starts.count,
            Set(items.map(\.identity)).count == items.count
        else { return nil }
        head = Array(lines[..<first])
        for (index, end) in zip(items.indices, starts.dropFirst() + [lines.count]) {
            items[index].lines = Array(lines[starts[index]..<end])
        }
    }

    private static func identity(of item: Int, in document: YAMLDocument) -> String {
        let entries = document.nodes[item].kind == .mapping ? Array(document.entries(of: item)) : []
        let id = entries.first { document.text(of: $0.key, equals: "id") }
        return id.map { "id " + document.text(of: $0.value) } ?? "text "
            + String(describing: MergeValue(item, in: document))
    }

    private subscript(identity: String) -> [UInt8]? { items.first { $0.identity == identity }?.lines }

    /// The lines that have every change of either side; nil if both have changed an item, or the key is gone on one of them. What
    /// was added comes last, in the same order on both clones.
    static func merged(_ lines: Versions<[UInt8]>, _ names: KeyNames?) -> [UInt8]? {
        guard let base = ItemChunks(lines.base, names), let ours = ItemChunks(lines.ours, names),
            let theirs = ItemChunks(lines.theirs, names), !lines.ours.isEmpty, !lines.theirs.isEmpty
        else { return nil }
        let heads = Versions(lines.base.isEmpty ? ours.head : base.head, ours.head, theirs.head)
        guard var text = heads.settled else { return nil }
        let known = base.items.map(\.identity)
        let added = (ours.items + theirs.items).map(\.identity).filter { !known.contains($0) }
        for identity in known + Set(added).sorted(by: ByteOrder.precedes) {
            // An absent item is one without lines.
            let versions = Versions(base[identity] ?? [], ours[identity] ?? [], theirs[identity] ?? [])
            guard let settled = versions.settled else { return nil }
            text += settled
        }
        return text.count > heads.ours.count ? text : nil
    }
}
