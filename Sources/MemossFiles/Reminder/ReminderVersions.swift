/// One side of a merge conflict, as a reminder.
package struct ReminderVersion: Sendable, Hashable {
    /// The label git gives the side, such as `HEAD`; nil if the marker has none.
    package var label: String?
    /// The id on that side; the reminder can be found by it too.
    package var writtenID: String?
    /// The reminder, with the id of the merged reminder.
    package var reminder: Reminder
}

extension Reminder {
    /// The readable sides of a file with conflict markers, and the readable blocks of one whose front matter is misplaced;
    /// empty for any other file.
    package var versions: [ReminderVersion] { self.attention?.versions ?? [] }

    /// Whether the front matter that is meant is not where it belongs.
    package var isMisplaced: Bool { self.attention?.problem.id == .misplacedFrontMatter }

    /// Whether there are conflict markers in the front matter.
    package var isInConflict: Bool { self.attention?.problem.id == .gitConflict }

    /// Whether there are conflict markers in the body, which must have been read.
    package var isTextInConflict: Bool { ConflictScanner.conflict(inText: self.body[...]) != nil }

    fileprivate func isSame(as other: Reminder) -> Bool {
        var other = other
        (other.body, other.frontMatter) = (self.body, self.frontMatter)
        return other == self
    }

    /// The title in notifications: marked if the file is in conflict.
    package var deliveredTitle: String { self.title + (isInConflict ? " (in conflict)" : "") }

    /// Its own id and those of the sides of a conflict.
    package var ids: [String] { [self.id] + versions.compactMap(\.writtenID) }

    /// The open sides of a conflict that have a date, a snooze or an alarm, each of which is delivered. For any other file, the
    /// reminder itself under the same condition.
    package var openVersions: [Reminder] {
        let sides = versions.isEmpty ? [self] : versions.map(\.reminder)
        return sides.filter {
            !$0.isNote && !$0.isCompleted && ($0.date != nil || $0.snoozed != nil || !$0.alarms.isEmpty)
        }
    }

    /// Whether it recurs, at least on one side of a conflict. A rule without a date has no effect.
    package var recurs: Bool {
        func recurs(_ reminder: Reminder) -> Bool { reminder.recurrence != nil && reminder.date != nil }
        return versions.isEmpty ? recurs(self) : openVersions.contains(where: recurs)
    }

    /// A file in conflict. It is a reminder if any side is one, and open if any side is open, so that it is listed and
    /// delivered. It has the tags of all sides. Everything else comes from the open side with the earliest date, or from
    /// the first open side if none has a date.
    ///
    /// - Parameter isPartial: whether a side cannot be read; that side may be an open reminder.
    package init?(_ versions: [ReminderVersion], _ problem: Problem, in source: some Sequence<UInt8>, isPartial: Bool) {
        let sides = versions.map(\.reminder)
        let open = sides.filter { !$0.isNote && !$0.isCompleted }
        let dated = open.compactMap { side in side.date.map { (side, $0) } }
        let earliest = dated.min { $0.1.isBefore($1.1, in: .utc) }?.0
        let main = earliest ?? open.first ?? sides.first { !$0.isNote } ?? sides.first
        guard let main else { return nil }
        self = main
        if isPartial { (self.isNote, self.completed) = (false, .open) }
        self.writtenID = main.writtenID ?? sides.lazy.compactMap(\.writtenID).first
        var seen = Set(main.tags)
        self.tags = main.tags + sides.flatMap(\.tags).filter { seen.insert($0).inserted }
        let id = self.writtenID
        let all = versions.map { version in
            var version = version
            version.writtenID = version.reminder.writtenID
            version.reminder.writtenID = id
            version.reminder.attention = Attention(problem, in: source, rule: version.reminder.attention?.rule)
            return version
        }
        let rule = main.attention?.rule
        self.attention = Attention(problem, in: source, rule: rule, versions: all, isPartial: isPartial)
    }
}

extension ReminderDecoder {
    /// Decodes each side of a file with conflict markers separately.
    ///
    /// - Returns: nil if no side can be read.
    package func versions(keeping body: KeptBody, _ problem: Problem) -> Output? {
        guard let markers = ConflictMarkers(in: bytes, front: bytes.indices) else { return nil }
        return versions(markers.versions, keeping: body, problem)
    }

    /// Decodes each of several readings of a file separately.
    ///
    /// - Returns: nil if none can be read.
    package func versions(
        _ sides: some Sequence<ConflictMarkers.Version>,
        keeping body: KeptBody,
        _ problem: Problem
    ) -> Output? {
        var versions: [ReminderVersion] = []
        // The kept keys of each version and of those that are the same.
        var fields: [(all: [FrontMatterField], known: Set<FrontMatterField>)] = []
        var isPartial = false
        for version in sides {
            do throws(YAMLDocument.Fault) {
                let frontMatter = try FrontMatter.read(version.bytes, judging: Self.judge)
                var decoder = ReminderDecoder(bytes: version.bytes, path: problem.path, interner: interner, keys: keys)
                let output = decoder.decode(frontMatter, keeping: body, explaining: false)
                guard let reminder = output.reminder else { continue }
                isPartial = isPartial || reminder.attention != nil
                // The sides may differ only in the body or in keys that `mm` ignores.
                if let index = versions.firstIndex(where: { $0.reminder.isSame(as: reminder) }) {
                    for field in reminder.frontMatter ?? [] where fields[index].known.insert(field).inserted {
                        fields[index].all.append(field)
                    }
                } else {
                    versions.append(ReminderVersion(label: version.label, reminder: reminder))
                    let all = reminder.frontMatter ?? []
                    fields.append((all, Set(all)))
                }
            } catch {
                isPartial = true
            }
        }
        for index in versions.indices where versions[index].reminder.frontMatter != nil {
            versions[index].reminder.frontMatter = fields[index].all
        }
        let source = bytes.prefix(YAMLDocument.maximumSize)
        return Reminder(versions, problem, in: source, isPartial: isPartial).map {
            Output($0, [problem])
        }
    }
}
