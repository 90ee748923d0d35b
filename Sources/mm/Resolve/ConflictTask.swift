import MemossFiles

/// Something that two sides changed and that nobody has decided yet.
enum ConflictTask {
    /// A file with conflict markers.
    case merge(Merge)
    /// Two reminders that were created at one path.
    case two(Two)
    /// A file, and copies that a sync tool left beside it.
    case copies(Copies)
    /// A file that one side deleted and the other changed.
    case deletion(Deletion)
    /// What a person has to do by hand.
    case left(Left)
    /// A file that git still lists, and that somebody has resolved.
    case settled(path: String)

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
        /// Where the other one is written.
        var newPath: String
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
        /// The versions of the original that may be the common one, and what each comes from.
        var versions: [(bytes: [UInt8], source: String)]
        /// Whether every version that is kept could be read.
        var isComplete = true

        /// The versions without the newest ones of each source that are the current file.
        func former(besides file: [UInt8]) -> [[UInt8]] {
            Dictionary(grouping: versions, by: \.source).values.flatMap { $0.map(\.bytes).drop { $0 == file } }
        }
    }

    struct Deletion {
        var path: String
        /// Nil if the side that has the file did not leave it as it is now.
        var contents: FileContents?
        var deletedBy: MergeSide
    }

    struct Left {
        var path: String
        var reason: String
        var hints: [String]
    }

    var path: String {
        switch self {
        case .merge(let merge): merge.path
        case .two(let two): two.path
        case .copies(let copies): copies.original
        case .deletion(let deletion): deletion.path
        case .left(let left): left.path
        case .settled(let path): path
        }
    }
}
