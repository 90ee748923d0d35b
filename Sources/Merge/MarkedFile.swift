internal import Bytes
package import MemossFiles

/// The sides of a file with git's conflict markers and, if the markers include it, the common ancestor.
package struct MarkedFile: Sendable, Hashable {
    package private(set) var ours: [UInt8] = []
    package private(set) var theirs: [UInt8] = []
    /// Nil unless every conflict has it (the styles diff3 and zdiff3).
    package private(set) var base: [UInt8]? = []
    /// The labels and the length of the markers.
    package private(set) var markers = MergeMarkers()
    /// Whether there is a `=======` line outside the conflicts: a heading's underline, or the remains of a conflict.
    package private(set) var hasLooseSeparator = false

    /// Why the sides of a file cannot be separated without loss.
    package enum Obstacle: Error, Sendable, Hashable {
        /// No line opens a conflict.
        case unmarked
        /// A marker is missing, conflicts are nested, or a line could be either a marker or text.
        case unclear
    }

    private enum Section {
        case both, ours, base, theirs
    }

    /// - Parameter bytes: with markers anywhere, including the body.
    package init(_ bytes: [UInt8]) throws(Obstacle) {
        guard ConflictScanner.holdsMarker(bytes, bytes.indices, unlessParsed: false) else { throw .unmarked }
        let scanner = ConflictScanner(bytes)
        guard let first = scanner.events.first, let labels = scanner.conflicts.first else { throw .unmarked }
        guard !scanner.hasLooseEnd, !scanner.hasUnclearBase else { throw .unclear }
        hasLooseSeparator = scanner.hasLooseSeparator
        var section = Section.both
        var position = 0
        for event in scanner.events {
            add(bytes[position..<event.line.lowerBound], to: section)
            position = event.line.upperBound
            section = try Self.section(after: event, in: section, bytes)
            if section == .theirs, !scanner.conflicts[event.conflict].hasBase { base = nil }
        }
        add(bytes[position...], to: .both)
        let label = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
        markers = MergeMarkers(
            size: bytes[first.line].prefix { $0 == UInt8(ascii: "<") }.count,
            ours: label(labels.firstLabel),
            theirs: label(labels.lastLabel)
        )
    }

    private mutating func add(_ text: ArraySlice<UInt8>, to section: Section) {
        if section == .both || section == .ours { ours += text }
        if section == .both || section == .theirs { theirs += text }
        if section == .both || section == .base { base? += text }
    }

    private static func section(
        after event: ConflictScanner.Event,
        in section: Section,
        _ bytes: [UInt8]
    ) throws(Obstacle) -> Section {
        // An empty line stands for a missing marker.
        guard !event.line.isEmpty else { throw .unclear }
        switch (event.kind, section) {
        case (.open(.git), .both) where bytes[event.line.lowerBound] == UInt8(ascii: "<"): return .ours
        case (.base, .ours): return .base
        case (.side, .ours), (.side, .base): return .theirs
        case (.close, .theirs): return .both
        default: throw .unclear
        }
    }

    /// Whether the file equals the merge of these versions, by keys or by lines, apart from the labels. If not, it has
    /// been edited since.
    package func isResult(
        of bytes: [UInt8],
        base: [UInt8],
        ours: [UInt8],
        theirs: [UInt8],
        kind: FileMerge.Kind,
        sharing profile: Profile? = nil
    ) -> Bool {
        let merge = FileMerge(
            base: base,
            ours: ours,
            theirs: theirs,
            kind: kind,
            markers: markers,
            sharing: profile
        )
        if merge.bytes == bytes { return true }
        return markers.bytes(of: LineMerge(Versions(base, ours, theirs)).pieces) == bytes
    }
}

extension FileMerge {
    /// The merge of a reminder that a version has with conflict markers in its front matter, because a program committed
    /// them. Such a version is two: they are merged one after the other, and then with each other. Their ancestor is
    /// unknown, so what they differ in stays a conflict.
    ///
    /// - Parameter side: the side that is chosen where the versions conflict otherwise.
    /// - Returns: nil if no version has such markers, or something else is in conflict and no side is chosen.
    package init?(
        unmarking versions: (base: [UInt8], ours: [UInt8], theirs: [UInt8]),
        markers: MergeMarkers,
        _ side: MergeSide?,
        sharing profile: Profile? = nil
    ) {
        let files = [versions.base, versions.ours, versions.theirs].map { bytes -> (both: [[UInt8]], isMarked: Bool)? in
            guard !Self.isReadable(bytes, .reminder), Self.holdsMarkers(bytes) else { return ([bytes, bytes], false) }
            guard let marked = try? MarkedFile(bytes), !marked.hasLooseSeparator else { return nil }
            let both = [marked.ours, marked.theirs]
            return both.allSatisfy { Self.isReadable($0, .reminder) } ? (both, true) : nil
        }
        guard let base = files[0], let ours = files[1], let theirs = files[2], ours.isMarked || theirs.isMarked else {
            return nil
        }
        var results: [[UInt8]] = []
        for index in 0...1 {
            var merge = FileMerge(
                base: base.both[index],
                ours: ours.both[index],
                theirs: theirs.both[index],
                kind: .reminder,
                sharing: profile
            )
            if let side { merge = merge.choosing(merge.differences.map { _ in side }) }
            guard merge.isClean, !merge.isOfTwoReminders else { return nil }
            results.append(merge.bytes)
        }
        // The side without markers is on its own side.
        let plain = ours.isMarked ? theirs : ours
        let distances = results.map {
            FileMerge(base: [], ours: plain.both[0], theirs: $0, kind: .reminder, sharing: profile).differences.count
        }
        let isFirstNearer = distances[0] <= distances[1]
        if !plain.isMarked, isFirstNearer == ours.isMarked { results.reverse() }
        self.init(
            base: [],
            ours: results[0],
            theirs: results[1],
            kind: .reminder,
            markers: markers,
            sharing: profile
        )
    }

    /// Whether text contains a conflict marker on a line of its own.
    package static func holdsMarkers(_ bytes: [UInt8]) -> Bool {
        ConflictScanner.holdsMarker(bytes, bytes.indices, unlessParsed: true)
    }

    /// Whether a line is `=======`.
    package static func holdsSeparator(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: Ascii.lineFeed).contains { $0.trimmed.elementsEqual("=======".utf8) }
    }

    /// Whether text has a git conflict outside code blocks.
    package static func holdsConflict(inText bytes: [UInt8]) -> Bool {
        ConflictScanner.conflict(inText: bytes[...]) != nil
    }

    /// Whether two files have different ids: then they are not two versions of one reminder.
    package static func areTwoReminders(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        ReminderDecoder.areTwoReminders(one, other)
    }

    /// Whether a file became another reminder, with another id and title. Git treats a deleted file and a similar new
    /// one as a rename.
    static func isReplaced(_ base: [UInt8], by side: [UInt8]) -> Bool {
        let titles = [base, side].map { ReminderDecoder.decode($0, path: "").reminder?.title }
        return titles[0] != titles[1] && areTwoReminders(base, side)
    }
}

extension FileContents {
    /// A version from git with the line endings of this file: git may convert them when it checks out a file.
    package func converted(_ version: [UInt8]) -> [UInt8] {
        let feeds = bytes.count { $0 == Ascii.lineFeed }
        guard feeds > 0, !version.contains(Ascii.carriageReturn) else { return version }
        let isCRLF = bytes.indices.allSatisfy { index in
            bytes[index] != Ascii.lineFeed || index > 0 && bytes[index - 1] == Ascii.carriageReturn
        }
        guard isCRLF else { return version }
        return version.flatMap { $0 == Ascii.lineFeed ? [Ascii.carriageReturn, Ascii.lineFeed] : [$0] }
    }
}
