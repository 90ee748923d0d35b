internal import Bytes

extension ReminderFolder {
    // MARK: Conflict copies

    /// The conflict copies in the folder, each with its original; nil if that does not exist.
    package func conflictCopies(in snapshot: Snapshot) -> [(path: String, original: String?)] {
        let marked = snapshot.problems.filter { $0.id == .conflictCopy }.map { problem in
            (path: problem.path, original: original(of: problem.path, in: snapshot))
        }
        func areNearlySame(_ one: Reminder, _ other: Reminder) -> Bool {
            guard let contents = try? self.contents(of: one.path),
                let others = try? self.contents(of: other.path)
            else { return false }
            return Reminder.areNearlySame(contents.bytes, others.bytes)
        }
        let unnamed = snapshot.reminders.conflictCopiesWithoutID(areNearlySame)
        let others = snapshot.reminders.conflictCopies().merging(unnamed) { first, _ in first }
            .map { (path: $0.key.path, original: Optional($0.value)) }
        return (marked + others).sorted { PathOrder.precedes($0.path, $1.path) }
    }

    /// The original of a file, if its name is one that a conflict copy may have, even if ordinary files may have it
    /// too.
    package func original(of path: String, in snapshot: Snapshot) -> String? {
        let names = ConflictCopyName.originals(of: path)
        if let found = names.first(where: { snapshot.holds($0) || (try? disk.exists(absolute($0))) == true }) {
            return found
        }
        // The file may be a copy of a copy that no longer exists.
        if let copy = names.first, ConflictCopyName.isCertain(copy), let found = original(of: copy, in: snapshot) {
            return found
        }
        // Git-annex keeps no file with the original name; another version represents it.
        return snapshot.reminders.lazy.map(\.path).first { other in
            !other.isSamePath(as: path)
                && names.contains { name in
                    ConflictCopyName.isVariant(FilePath.name(of: other))
                        && ConflictCopyName.originals(of: other).contains(where: name.isSamePath)
                }
        }
    }

    /// The place where a former version of a file is stored.
    package enum VersionSource: Sendable, Hashable {
        case undo
        /// Syncthing's directory `.stversions`.
        case syncthing
    }

    /// When a file got its name or was last changed, in nanoseconds since 1970: for a conflict copy, when it arrived.
    package func arrival(of path: String) -> Int64? {
        (try? disk.arrival(of: absolute(path))) ?? nil
    }

    /// The former versions of a file that are stored in the folder.
    package struct FormerVersions: Sendable {
        /// The newest first, for each source.
        package var versions: [(bytes: [UInt8], source: VersionSource)] = []
        /// Whether all stored versions could be read.
        package var isComplete = true
    }

    ///
    /// - Parameter moment: in nanoseconds since 1970. A version replaced after this moment was still current then, so
    ///   it is not the common ancestor of a conflict that already existed.
    package func formerVersions(of path: String, until moment: Int64) -> FormerVersions {
        var found = FormerVersions()
        for (read, source) in [(undoVersions, VersionSource.undo), (syncthingVersions, .syncthing)] {
            do throws(SystemError) {
                for bytes in try read(path, moment) {
                    if let bytes { found.versions.append((bytes, source)) } else { found.isComplete = false }
                }
            } catch {
                found.isComplete = false
            }
        }
        return found
    }

    /// Nil for a damaged version.
    private func undoVersions(of path: String, until moment: Int64) throws(SystemError) -> [[UInt8]?] {
        var versions: [[UInt8]?] = []
        for manifest in try UndoStore(memoss).manifests({ _ in }).reversed() {
            guard let entry = manifest.active.first(where: { $0.path.isSamePath(as: path) }),
                let digest = entry.before,
                // Use the clock of the file system, as for the arrival of the copy.
                let time = try disk.arrival(of: memoss.manifest(manifest.number)), time <= moment
            else { continue }
            var journal = manifest
            journal.direction = .edit
            let place = JournaledEdit(journal, in: memoss).oldImage(entry)
            versions.append(try memoss.image(place, digest: digest)?.bytes)
        }
        return versions
    }

    /// `.stversions/home/milk~20261121-080000.md`, for any moment.
    private func syncthingVersions(of path: String, until _: Int64) throws(SystemError) -> [[UInt8]?] {
        let (parent, name) = (FilePath.parent(of: path), FilePath.name(of: path))
        guard let dot = name.utf8.lastIndex(of: Ascii.dot) else { return [] }
        let directory = absolute(".stversions" + (parent.isEmpty ? "" : "/" + parent))
        let names = try unlessMissing(try disk.names(in: directory)) ?? []
        let versions = names.filter { other in
            other.utf8.starts(with: (name[..<dot] + "~").utf8) && other.hasSuffix(name[dot...])
        }
        return versions.sorted { ByteOrder.precedes($1, $0) }.map { other in
            try? disk.read(directory + "/" + other, limit: Self.readLimit).bytes
        }
    }
}
