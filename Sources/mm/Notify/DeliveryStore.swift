import Delivery
import MemossFiles

/// The saved notification state of one folder.
struct DeliveryStore {
    let directory: StateDirectory
    private static let name = "notify.state"
    private static let troublesName = "notify.troubles"

    /// - Parameter base: the directory for persistent state; nil for the user's.
    /// - Throws: a `MemossError` if neither `XDG_STATE_HOME` nor `HOME` is set.
    init(_ folder: ReminderFolder, base: String? = nil) throws(MemossError) {
        guard let base = base ?? Environment.statePath else {
            throw MemossError(.cannotWrite, "cannot record notifications: neither XDG_STATE_HOME nor HOME is set")
        }
        directory = StateDirectory(base: base, root: folder.root)
    }

    /// Takes the locks that only one process per folder can hold.
    ///
    /// - Parameter timeout: how long to wait for another process, in milliseconds.
    /// - Throws: a `MemossError` that names the process that holds the lock.
    func lock(_ folder: ReminderFolder, timeout: Int) throws(MemossError) -> [FolderLock] {
        do throws(SystemError) {
            try directory.make()
        } catch {
            throw failure(error)
        }
        do throws(FolderLock.Failure) {
            return try directory.lock(timeout: timeout)
        } catch {
            switch error {
            case .system(let error): throw failure(error)
            case .taken(let holder):
                let who = holder.map { " (process \($0))" } ?? ""
                throw MemossError(.busy, "another 'mm notify' is running for \(folder.root)\(who)")
            }
        }
    }

    /// The state, which is nil before the first start, and a warning if the file could not be used.
    func load() throws(MemossError) -> (state: DeliveryState?, warning: String?) {
        do throws(SystemError) {
            guard let bytes = try directory.read(Self.name) else { return (nil, nil) }
            switch parse(bytes) {
            case .success(let state): return (state, nil)
            case .failure(let reason):
                let other = try directory.markUnreadable(Self.name)
                return (nil, "\(reason.text) and was renamed to \(other); reminders due before now are not shown")
            }
        } catch {
            throw failure(error)
        }
    }

    private struct Unusable: Error {
        var text: String
    }

    private func parse(_ bytes: [UInt8]) -> Result<DeliveryState, Unusable> {
        let file = "\(directory.path)/\(Self.name)"
        do throws(DeliveryState.Unreadable) {
            return .success(try DeliveryState(parsing: bytes))
        } catch {
            switch error {
            case .newer: return .failure(Unusable(text: "\(file) was written by a later version of mm"))
            case .line(let line): return .failure(Unusable(text: "\(file) cannot be read (line \(line))"))
            }
        }
    }

    /// Reads the state without changing anything. The state is nil if there is none yet or, with a reason, if it cannot
    /// be read.
    func peek() -> (state: DeliveryState?, trouble: String?) {
        do throws(SystemError) {
            guard let bytes = try directory.read(Self.name) else { return (nil, nil) }
            switch parse(bytes) {
            case .success(let state): return (state, nil)
            case .failure(let reason):
                return (
                    nil, "\(reason.text); the next start will rename it and not show reminders that were due before"
                )
            }
        } catch {
            return (nil, failure(error).message)
        }
    }

    /// Why the state cannot be saved; nil if it can.
    func cannotSave() -> String? {
        do throws(SystemError) {
            try directory.tryWriting(try directory.read(Self.name) ?? [])
            return nil
        } catch {
            return failure(error).message
        }
    }

    // MARK: Troubles

    func troubles() -> NotifyTroubles { NotifyTroubles(parsing: (try? directory.read(Self.troublesName)) ?? []) }

    func save(_ troubles: NotifyTroubles) { try? directory.write(troubles.bytes, to: Self.troublesName) }

    func save(_ state: DeliveryState) throws(MemossError) {
        do throws(SystemError) {
            try directory.write(state.bytes, to: Self.name)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> MemossError {
        MemossError(.cannotWrite, "cannot record notifications: \(error.path): \(error.reason)")
    }
}
