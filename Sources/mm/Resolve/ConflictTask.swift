import MemossFiles
import Merge

/// Something that two sides changed, and that has to be resolved.
enum ConflictTask {
    /// A file with conflict markers.
    case merge(Merge)
    /// Two reminders that were created at one path.
    case two(Two)
    /// A file, and the conflict copies that a sync tool left next to it.
    case copies(Copies)
    /// A file that one side deleted and the other changed.
    case deletion(Deletion)
    /// A conflict that the user has to resolve by hand.
    case left(Left)
    /// A file that is resolved, but that git still lists as unmerged, and the file that has the other of two reminders.
    case settled(path: String, other: String? = nil)

    struct Merge {
        var path: String
        var before: FileContents
        var merge: FileMerge
        /// Whether git still lists it as unmerged.
        var isUnmerged: Bool
    }

    struct Two {
        var path: String
        var before: FileContents
        var ours: [UInt8]
        var theirs: [UInt8]
        /// The path for the other reminder.
        var otherPath: String
        /// Whether an earlier run has written it.
        var isOtherThere: Bool
        var isUnmerged: Bool
    }

    struct Copies {
        var original: String
        var before: FileContents
        var copies: [Copy]
    }

    struct Copy {
        var path: String
        var contents: FileContents
        /// The versions of the original that may be the common ancestor, each with its source.
        var versions: [(bytes: [UInt8], source: String)]
        /// Whether every stored version could be read.
        var isComplete = true

        /// The versions, without the newest ones of each source that equal the current file.
        func former(besides file: [UInt8]) -> [[UInt8]] {
            Dictionary(grouping: versions, by: \.source).values.flatMap { $0.map(\.bytes).drop { $0 == file } }
        }
    }

    struct Deletion {
        var path: String
        /// Nil if the file has been edited since the merge.
        var contents: FileContents?
        var deletedBy: MergeSide
    }

    struct Left {
        var path: String
        var reason: String
        var hints: [String]

        init(_ path: String, _ reason: String, _ hints: String...) {
            (self.path, self.reason, self.hints) = (path, reason, hints)
        }
    }

    var path: String {
        switch self {
        case .merge(let merge): merge.path
        case .two(let two): two.path
        case .copies(let copies): copies.original
        case .deletion(let deletion): deletion.path
        case .left(let left): left.path
        case .settled(let path, _): path
        }
    }
}
