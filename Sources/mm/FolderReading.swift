import MemossFiles

/// Reading a folder on a thread of its own: what it hands over are the first files of a large folder, and then all files of any
/// folder.
enum FolderReading: Sendable {
    typealias Read = (snapshot: Snapshot, zones: [String: Zone])
    case beginning(Snapshot, [String: Zone])
    /// With the watch, which now knows all directories.
    case whole(Result<Read, MemossError>, FolderWatch)

    static func start(
        _ folder: ReminderFolder,
        _ watch: FolderWatch,
        keeping body: KeptBody = .none
    ) -> Background<FolderReading> {
        Background.start { hand in
            var watch = watch
            do throws(MemossError) {
                let read = try folder.read(keeping: body, keys: .none, observing: &watch) { hand(.beginning($0, $1)) }
                hand(.whole(.success(read), watch))
            } catch {
                hand(.whole(.failure(error), watch))
            }
        }
    }
}
