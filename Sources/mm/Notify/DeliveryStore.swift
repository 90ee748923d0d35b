import MemossFiles

/// Where the state of the notifications of one folder lies.
struct DeliveryStore {
    let directory: StateDirectory
    private static let name = "notify.state"

    /// - Throws: a `MemossError` where neither `XDG_STATE_HOME` nor `HOME` says where.
    init(_ folder: ReminderFolder) throws(MemossError) {
        guard let base = Environment.statePath else {
            throw MemossError(.cannotWrite, "neither XDG_STATE_HOME nor HOME says where to keep what was notified")
        }
        directory = StateDirectory(base: base, root: folder.root)
    }

    /// The only process that notifies for the folder.
    ///
    /// - Throws: a `MemossError` that names the other one.
    func lock(_ folder: ReminderFolder) throws(MemossError) -> StateDirectory.Lock {
        do throws(SystemError) {
            try directory.make()
        } catch {
            throw failure(error)
        }
        do throws(StateDirectory.Busy) {
            return try directory.lock()
        } catch {
            switch error {
            case .system(let error): throw failure(error)
            case .taken(let holder):
                let who = holder.map { " (process \($0))" } ?? ""
                throw MemossError(.busy, "another 'mm notify' runs for \(folder.root)\(who)")
            }
        }
    }

    /// Nil before the first start, and a warning where what is there cannot be used.
    func load() throws(MemossError) -> (state: DeliveryState?, warning: String?) {
        do throws(SystemError) {
            guard let bytes = try directory.read(Self.name) else { return (nil, nil) }
            let reason: String
            do throws(DeliveryState.Unreadable) {
                return (try DeliveryState(parsing: bytes), nil)
            } catch {
                switch error {
                case .newer: reason = "was written by a later version of mm"
                case .line(let line): reason = "cannot be read (line \(line))"
                }
            }
            let other = try directory.setAside(Self.name)
            let what = "\(directory.path)/\(Self.name) \(reason), and is now \(other)"
            return (nil, "\(what): what was due before now is not told")
        } catch {
            throw failure(error)
        }
    }

    /// As it stands on the disk, for a look.
    func peek() -> DeliveryState? {
        guard let bytes = try? directory.read(Self.name) else { return nil }
        return try? DeliveryState(parsing: bytes)
    }

    func save(_ state: DeliveryState) throws(MemossError) {
        do throws(SystemError) {
            try directory.write(state.bytes, to: Self.name)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> MemossError {
        MemossError(.cannotWrite, "what was notified cannot be kept: \(error.path): \(error.reason)")
    }
}
