internal import Bytes
import MemossFiles

/// The value of a YAML node, regardless of quotes, layout and comments, because some programs rewrite those.
indirect enum MergeValue: Hashable {
    case null
    case scalar([UInt8], tag: String?)
    case list([MergeValue], tag: String?)
    case mapping([Pair], tag: String?)
    /// A YAML alias, by its name.
    case alias(String)

    struct Pair: Hashable {
        var key: MergeValue
        var value: MergeValue
    }

    init(_ node: Int, in document: YAMLDocument) {
        let tag = document.properties(of: node)?.tag
        switch document.nodes[node].kind {
        case .scalar: self = document.isNull(node) ? .null : .scalar(Array(document.valueBytes(of: node)), tag: tag)
        case .alias: self = .alias(document.properties(of: node)?.alias ?? "")
        case .sequence: self = .list(document.children(of: node).map { MergeValue($0, in: document) }, tag: tag)
        case .mapping:
            let pairs = document.entries(of: node).map { entry in
                Pair(key: MergeValue(entry.key, in: document), value: MergeValue(entry.value, in: document))
            }
            self = .mapping(pairs, tag: tag)
        }
    }

    /// The text of a scalar.
    var text: [UInt8]? { if case .scalar(let text, _) = self { text } else { nil } }

    var date: DateValue? { text.flatMap { try? DateValue(parsing: $0[...]) } }

    /// The texts of a list of texts, or a single one.
    var texts: [String]? {
        switch self {
        case .null: return []
        case .scalar(let text, _): return [String(decoding: text, as: UTF8.self)]
        case .list(let items, _):
            let texts = items.compactMap(\.text)
            return texts.count == items.count ? texts.map { String(decoding: $0, as: UTF8.self) } : nil
        case .mapping, .alias: return nil
        }
    }

    /// The dates of a list of dates, or a single one.
    var dates: [DateValue]? {
        switch self {
        case .null: return []
        case .scalar: return date.map { [$0] }
        case .list(let items, _):
            let dates = items.compactMap(\.date)
            return dates.count == items.count ? dates : nil
        case .mapping, .alias: return nil
        }
    }
}

extension DateValue {
    /// The value of a date, however it is spelled.
    struct Moment: Hashable {
        private let clock: Int64
        private let isAllDay: Bool
        private let offset: Int?

        init(_ date: DateValue) {
            (clock, isAllDay, offset) = (Int64(date.clock.clockSeconds), date.isAllDay, date.offset?.seconds)
        }
    }

    /// Whether both are the same day or moment.
    func isSame(as other: DateValue) -> Bool { Moment(self) == Moment(other) }

    /// Orders dates that may be written differently.
    func precedes(_ other: DateValue) -> Bool {
        let (first, second) = (instant(in: .utc, allDayAt: .midnight), other.instant(in: .utc, allDayAt: .midnight))
        return first == second ? ByteOrder.precedes(description, other.description) : first < second
    }
}
