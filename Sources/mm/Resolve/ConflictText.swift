import MemossFiles
import Merge

/// Words a conflict: what it is about, and the version of each side.
struct ConflictText {
    let heading: String
    let lines: [String]

    /// A longer text is cut after this many lines.
    private static let mostLines = 10

    init(_ outcome: ConflictResolver.Outcome, _ difference: FileMerge.Difference, isDeletion: Bool = false) {
        let path = Printable.line(outcome.path)
        if isDeletion || outcome.isDeletion {
            heading = "\(path): one side deleted the file, and the other changed it"
        } else {
            let what = difference.key.map { "'\(Printable.line($0))'" } ?? "the same lines of the text"
            heading =
                outcome.copy == nil
                ? "\(path): both sides changed \(what)"
                : "\(path): its copy differs in \(difference.key == nil ? "the text" : what)"
        }
        lines =
            Self.lines(difference.ours, after: "ours" + Self.named(outcome.ours))
            + Self.lines(difference.theirs, after: "theirs" + Self.named(outcome.theirs))
    }

    private static func named(_ name: String?) -> String { (name.map { " (\(Printable.line($0)))" } ?? "") + ":" }

    private static func lines(_ bytes: [UInt8], after label: String) -> [String] {
        var texts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Printable.line(Array($0)) }
        if texts.last?.isEmpty == true { texts.removeLast() }
        switch texts.count {
        case 0: return ["\(label) nothing"]
        case 1: return ["\(label) \(texts[0])"]
        default:
            let more = texts.count - mostLines
            let rest = more > 0 ? ["  and \(more.counted("more line"))"] : []
            return [label] + texts.prefix(mostLines).map { "  " + $0 } + rest
        }
    }
}
