/// One side of a merge conflict, as a reminder.
package struct ReminderVersion: Sendable, Hashable {
    /// What git calls the side, such as `HEAD`; nil where the marker does not say.
    package var label: String?
    /// The id of that side, by which the reminder is found too.
    var writtenID: String?
    /// Under the id that the reminder has as a whole.
    package var reminder: Reminder
}

extension Reminder {
    /// Of a file with conflict markers: what each side says that can be read. Empty for any other.
    package var versions: [ReminderVersion] { self.attention?.versions ?? [] }

    /// Whether there are conflict markers in the front matter.
    package var isInConflict: Bool { self.attention?.problem.id == .gitConflict }

    fileprivate func isSame(as other: Reminder) -> Bool {
        var other = other
        other.body = self.body
        return other == self
    }

    /// As it is delivered: marked if it is in conflict.
    package var deliveredTitle: String { self.title + (isInConflict ? " (in conflict)" : "") }

    /// Its id, and those of the sides of a conflict.
    var ids: [String] { [self.id] + versions.compactMap(\.writtenID) }

    /// The sides by which it is delivered; of any other file it is itself.
    var openVersions: [Reminder] {
        let sides = versions.isEmpty ? [self] : versions.map(\.reminder)
        return sides.filter { !$0.isNote && !$0.isCompleted && ($0.date != nil || $0.snoozed != nil) }
    }

    /// Whether it recurs, if only on one side of a conflict. A rule without a date says nothing.
    var recurs: Bool {
        func recurs(_ reminder: Reminder) -> Bool { reminder.recurrence != nil && reminder.date != nil }
        return versions.isEmpty ? recurs(self) : openVersions.contains(where: recurs)
    }

    /// A file in conflict. Where the sides differ, it counts as what is seen and delivered: as a reminder if one side is,
    /// and as open if one side is. It has the tags of all sides; the rest is that of the side that is open and has the
    /// earliest date, else of the first that is open.
    ///
    /// - Parameter isPartial: whether a side cannot be read. It may be a reminder, and open.
    init?(_ versions: [ReminderVersion], _ problem: Problem, in source: some Sequence<UInt8>, isPartial: Bool) {
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
        let mark = Attention(problem, in: source)
        let all = versions.map { version in
            var version = version
            version.writtenID = version.reminder.writtenID
            version.reminder.writtenID = id
            version.reminder.attention = mark
            return version
        }
        self.attention = Attention(problem, in: source, versions: all, isPartial: isPartial)
    }
}

extension ReminderDecoder {
    /// Reads the sides of a file with conflict markers, each by itself.
    ///
    /// - Returns: nil if none can be read.
    func versions(keeping body: Body, _ problem: Problem) -> Output? {
        guard let markers = ConflictMarkers(in: bytes, front: bytes.indices) else { return nil }
        var versions: [ReminderVersion] = []
        var isPartial = false
        for version in markers.versions {
            do throws(YAMLDocument.Fault) {
                let frontMatter = try FrontMatter.read(version.bytes)
                var decoder = ReminderDecoder(bytes: version.bytes, path: problem.path, common: common)
                let output = decoder.decode(frontMatter, keeping: body, explaining: false)
                guard let reminder = output.reminder else { continue }
                isPartial = isPartial || reminder.attention != nil
                // Sides may differ in what `mm` does not read, or in the body alone.
                if !versions.contains(where: { $0.reminder.isSame(as: reminder) }) {
                    versions.append(ReminderVersion(label: version.label, reminder: reminder))
                }
            } catch {
                isPartial = true
            }
        }
        let source = bytes.prefix(YAMLDocument.maximumSize)
        return Reminder(versions, problem, in: source, isPartial: isPartial).map {
            Output($0, [problem])
        }
    }
}
