import CLibrary
import Delivery
import MemossFiles

/// The files of the pushes: what is secret, and what was sent.
struct PushStore {
    let directory: StateDirectory
    private static let name = "push.state"
    private static let keyName = "push.key"

    init(_ folder: ReminderFolder) throws(MemossError) {
        guard let base = Environment.statePath else {
            throw MemossError(.cannotWrite, "cannot record what was pushed: neither XDG_STATE_HOME nor HOME is set")
        }
        directory = StateDirectory(base: base, root: folder.root)
    }

    /// - Throws: a `MemossError` of the kind `busy` if another process pushes.
    func lock() throws(MemossError) -> FolderLock {
        try directory.lock(for: "push", failure)
    }

    /// - Returns: the record of this place, and a warning if there was one that cannot be used.
    func load(_ place: String) throws(MemossError) -> (record: PushRecord, warning: String?) {
        do throws(SystemError) {
            guard let bytes = try directory.read(Self.name) else { return (PushRecord(place: place), nil) }
            if let record = PushRecord(parsing: bytes) {
                if record.place == place { return (record, nil) }
                let left =
                    "what was pushed to \(Printable.line(record.place)) stays there and rings; to withdraw it, set that server and "
                    + "topic again and run 'mm push --clear'"
                return (PushRecord(place: place), record.isEmpty ? nil : left)
            }
            let other = try directory.markUnreadable(Self.name)
            return (
                PushRecord(place: place), "\(directory.path)/\(Self.name) cannot be read and was renamed to \(other)"
            )
        } catch {
            throw failure(error)
        }
    }

    func save(_ record: PushRecord) throws(MemossError) {
        do throws(SystemError) {
            try directory.write(record.bytes, to: Self.name)
        } catch {
            throw failure(error)
        }
    }

    /// What proves that a button was made here; made when it is missing. Nobody else can read it.
    func key() throws(MemossError) -> [UInt8] {
        do throws(SystemError) {
            if let key = try directory.read(Self.keyName), key.count == 32 { return key }
            var random = SystemRandomNumberGenerator()
            let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
            try directory.write(key, to: Self.keyName)
            return key
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> MemossError {
        MemossError(.cannotWrite, "cannot record what was pushed: \(error.path): \(error.reason)")
    }
}

extension Session {
    /// The token or password in a file of the user. Warns if others can read the file.
    mutating func secret(in path: String, _ key: String) throws(MemossError) -> String {
        let path = Environment.expandingHome(path)
        let contents: FileContents
        do throws(SystemError) {
            contents = try FileContents.read(path, limit: 1 << 13)
        } catch {
            throw MemossError(.failure, "\(key): \(error.path): \(error.reason)")
        }
        guard let secret = HTTPCredentials.secret(in: contents.bytes) else {
            throw MemossError(.failure, "\(key): \(path) needs a single line, the secret")
        }
        if contents.stamp.isOpenToOthers {
            console.warn("\(key): other users can read \(Printable.line(path))", hint: "chmod 600 \(path.shellWord)")
        }
        return secret
    }
}

extension StateDirectory {
    /// The lock that only one process with this command can hold for a folder.
    ///
    /// - Throws: a `MemossError` of the kind `busy` that names the process that has it.
    func lock(for command: String, _ failure: (SystemError) -> MemossError) throws(MemossError) -> FolderLock {
        do throws(SystemError) {
            try make()
        } catch {
            throw failure(error)
        }
        do throws(FolderLock.Failure) {
            return try lock("\(command).lock")
        } catch {
            switch error {
            case .system(let error): throw failure(error)
            case .taken(let holder):
                let who = holder.map { " (process \($0))" } ?? ""
                throw MemossError(.busy, "another 'mm \(command)' is running for this folder\(who)")
            }
        }
    }
}

extension Directory {
    /// When a file was last modified; nil if nobody knows.
    static func modificationTime(of path: String) -> Instant? {
        let seconds = try? modification(of: path)
        return seconds.flatMap(\.self).map { Instant(secondsSince1970: Int64($0)) }
    }
}
