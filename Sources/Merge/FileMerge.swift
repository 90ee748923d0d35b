internal import Bytes
package import MemossFiles

/// A three-way merge of one file of a folder.
///
/// Reminders are merged key by key and the registry tag by tag. Anything that cannot be parsed is merged line by line,
/// with the same result as `git merge-file`.
public struct FileMerge: Sendable, Hashable {
    /// How a file is merged.
    package enum Kind: Sendable, Hashable {
        /// A reminder or a note.
        case reminder
        /// The tag registry.
        case registry

        /// - Parameter path: relative to any directory.
        package init(path: String) {
            let name = path.utf8.lastIndex(of: Ascii.slash).map { path[path.utf8.index(after: $0)...] } ?? path[...]
            self = name == TagRegistry.fileName ? .registry : .reminder
        }
    }

    /// The merged file, with conflict markers around every conflict.
    public private(set) var bytes: [UInt8]
    /// The conflicts, in the order of the file.
    package private(set) var differences: [Difference] = []
    private var pieces: [MergePiece]
    private var form: TextForm?
    /// The texts of a reminder that was merged key by key; nil for any other merge.
    private var versions: Versions<[UInt8]>?
    package let markers: MergeMarkers
    /// The program that the folder is shared with.
    private let profile: Profile?
    /// Whether the sides are two reminders with different ids: they have no common ancestor, or one of them replaced it.
    /// Resolving to one side would lose a reminder, and merging would mix their values.
    package private(set) var isOfTwoReminders = false

    /// A conflict, with the lines of both sides.
    package struct Difference: Sendable, Hashable {
        /// Nil for the body and for comments.
        package var key: String?
        package var ours: [UInt8]
        package var theirs: [UInt8]

        package init(key: String?, ours: [UInt8], theirs: [UInt8]) {
            (self.key, self.ours, self.theirs) = (key, ours, theirs)
        }

        package subscript(side: MergeSide) -> [UInt8] { side == .ours ? ours : theirs }
    }

    /// Merges the versions of a file, marking conflicts as `git` does.
    ///
    /// - Parameters:
    ///   - base: the common ancestor; empty if there is none. The merge then takes whatever only one side has and unites
    ///     lists that are sets; any other difference is a conflict.
    ///   - ours: the file as it is here.
    ///   - theirs: the file as it is on the other side.
    ///   - path: relative to the root; the name decides whether it is the registry.
    public init(base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String) {
        self.init(base: base, ours: ours, theirs: theirs, kind: Kind(path: path))
    }

    /// - Parameter base: the common ancestor; empty if there is none. The merge then takes whatever only one side has
    ///   and unites lists that are sets; any other difference is a conflict.
    /// - Parameter isBaseCertain: whether the base is the common ancestor. If it is a guess, a value that only theirs
    ///   changed or removed is a conflict, because ours may have changed since the real ancestor.
    package init(
        base: [UInt8],
        ours: [UInt8],
        theirs: [UInt8],
        kind: Kind,
        markers: MergeMarkers = MergeMarkers(),
        isBaseCertain: Bool = true,
        sharing profile: Profile? = nil
    ) {
        (self.markers, self.profile) = (markers, profile)
        // Registry entries refer to each other, so a guessed ancestor is useless there.
        let versions = Versions(isBaseCertain || kind == .reminder ? base : [], ours, theirs)
        if let side = versions.changedSide, isBaseCertain || side == .ours {
            (bytes, pieces) = (versions[side], [.text(versions[side])])
            return
        }
        let form = TextForm(of: versions)
        let texts = versions.map(form.stripped)
        let reminder = kind == .reminder ? ReminderMerge(texts, isBaseCertain: isBaseCertain, sharing: profile) : nil
        isOfTwoReminders =
            kind == .reminder && reminder?.hasOneID != true && Self.areTwoReminders(ours, theirs)
            && (base.isEmpty || Self.isReplaced(base, by: ours) != Self.isReplaced(base, by: theirs))
        let merged: [MergePiece]?
        switch kind {
        case _ where isOfTwoReminders: merged = LineMerge(Versions([], texts.ours, texts.theirs)).pieces
        case .reminder: merged = reminder?.pieces
        case .registry: merged = RegistryMerge(texts)?.pieces
        }
        pieces = merged ?? Self.checked(Self.pieces(ofLines: texts, kind, isBaseCertain: isBaseCertain), texts, kind)
        self.form = form
        bytes = form.restored(pieces, markers)
        for case .conflict(let key, let ours, let theirs, _) in pieces {
            differences.append(Difference(key: key, ours: ours, theirs: theirs))
        }
        if let reminder, merged != nil, isBaseCertain, !isOfTwoReminders {
            self.versions = texts
            settle(reminder)
        }
    }

    /// A note without front matter is merged as the text of a reminder is; a file that cannot be read, as git merges it.
    private static func pieces(ofLines texts: Versions<[UInt8]>, _ kind: Kind, isBaseCertain: Bool) -> [MergePiece] {
        let areBodies = kind == .reminder && [texts.base, texts.ours, texts.theirs].allSatisfy(isBody)
        return areBodies
            ? BodyMerge.pieces(texts, isBaseCertain: isBaseCertain)
            : LineMerge.pieces(texts, isBaseCertain: isBaseCertain)
    }

    private static func isBody(_ bytes: [UInt8]) -> Bool {
        do throws(YAMLDocument.Fault) { return try FrontMatter.read(bytes) == nil } catch { return false }
    }

    /// Finishes the merge of a series once nothing is in conflict.
    private mutating func settle(_ merge: ReminderMerge?) {
        guard isClean, let merge, let versions, let form else { return }
        let text = pieces.text(of: .ours)
        guard let settled = merge.settled(text, [versions.ours, versions.theirs]) else { return }
        pieces = [.text(settled)]
        bytes = form.restored(pieces, markers)
    }

    /// The key of each conflict, in order; nil for a conflict in the body.
    public var conflicts: [String?] { differences.map(\.key) }

    /// Whether there is no conflict.
    public var isClean: Bool { differences.isEmpty }

    /// The same merge with some conflicts resolved to one side.
    ///
    /// - Parameter sides: one for each conflict, in order; nil leaves the conflict unresolved.
    package func choosing(_ sides: [MergeSide?]) -> FileMerge {
        guard let form else { return self }
        var result = self
        (result.pieces, result.differences) = ([], [])
        var rest = sides[...]
        for piece in pieces {
            guard case .conflict(let key, let ours, let theirs, _) = piece else {
                result.pieces.append(piece)
                continue
            }
            if let side = rest.popFirst() ?? nil {
                result.pieces.append(.text(side == .ours ? ours : theirs))
            } else {
                result.pieces.append(piece)
                result.differences.append(Difference(key: key, ours: ours, theirs: theirs))
            }
        }
        result.bytes = form.restored(result.pieces, markers)
        if result.isClean { result.settle(versions.flatMap { ReminderMerge($0, sharing: profile) }) }
        return result
    }
}
