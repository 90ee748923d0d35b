import CLibrary
import MemossFiles

/// The systemd user unit that runs `mm notify`.
enum ServiceUnit {
    private static let name = "mm-notify.service"
    private static let service = "mm-notify"

    static func install(_ session: inout Session) throws(MemossError) -> ExitStatus {
        let folder = try session.folder()
        let path = try path()
        guard let program = program else {
            throw MemossError(.failure, "cannot find the path of this program, which the unit needs")
        }
        // With an invalid time zone, the service would exit at every start.
        _ = try session.zone()
        let unit = Array(text(program: program, folder: folder.root, environment: carried(session)).utf8)
        if let old = try? FileContents.read(path).bytes {
            if old == unit {
                session.console.info("\(path) already exists; nothing was changed")
                return .done
            }
            guard runs(old, folder.root) else {
                throw MemossError(
                    .failure,
                    "\(path) runs mm for another folder",
                    hints: ["to delete it: mm notify --uninstall"]
                )
            }
            unlink(path)
        }
        do throws(SystemError) {
            if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
                try Directory.create(String(path[..<slash]))
            }
            try Directory.createFile(path, unit)
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason)")
        }
        session.console.info("wrote \(path), for \(folder.root)")
        session.console.info("to start it now and in every session:")
        // A path also works if systemd was started without this XDG_CONFIG_HOME.
        let unitWord = Environment.absolutePath("XDG_CONFIG_HOME") == nil ? service : path.shellWord
        session.console.info("  systemctl --user daemon-reload && systemctl --user enable --now \(unitWord)")
        return .done
    }

    static func uninstall(_ session: inout Session) throws(MemossError) -> ExitStatus {
        let path = try path()
        guard unlink(path) == 0 else {
            let reason = String(cString: strerror(errno))
            guard errno == ENOENT || errno == ENOTDIR else { throw MemossError(.failure, "\(path): \(reason)") }
            session.console.info("\(path) does not exist; nothing was changed")
            return .done
        }
        session.console.info("deleted \(path)")
        session.console.info("if it is still running: systemctl --user disable --now \(service)")
        return .done
    }

    static func isInstalled(for folder: String) -> Bool {
        guard let path = try? path(), let unit = try? FileContents.read(path).bytes else { return false }
        return runs(unit, folder)
    }

    private static func runs(_ unit: [UInt8], _ folder: String) -> Bool {
        let words = Array(words(for: folder).utf8)
        return unit.split(separator: 0x0A).contains { $0.suffix(words.count).elementsEqual(words) }
    }

    private static func path() throws(MemossError) -> String {
        guard let base = Environment.unitPath else {
            throw MemossError(
                .failure,
                "cannot find the systemd user directory: neither XDG_CONFIG_HOME nor HOME is set"
            )
        }
        return "\(base)/\(name)"
    }

    /// The environment variables of this shell that matter to mm. The service runs in the environment of the session,
    /// which may not have them.
    private static func carried(_ session: Session) -> [(name: String, value: String)] {
        let bases = ["XDG_CONFIG_HOME", "XDG_STATE_HOME"].compactMap { name in
            Environment.absolutePath(name).map { (name, $0) }
        }
        let zone = session.globals.option(.timezone) ?? Environment.value("MM_TIMEZONE")
        // An empty TZ means UTC.
        return bases
            + [("MM_TIMEZONE", zone), ("TZ", Environment.variable("TZ"))].compactMap { name, value in
                value.map { (name, $0) }
            }
    }

    /// The service is restarted whatever ended it: the disk was full, the folder is on a disk that is mounted later, or
    /// `mm notify --once` held the lock. Only after a usage error is it not restarted.
    static func text(program: String, folder: String, environment: [(name: String, value: String)]) -> String {
        let assignments = environment.map { "Environment=\(quoted("\($0.name)=\($0.value)"))\n" }.joined()
        return """
            # Written by 'mm notify --install'; 'mm notify --uninstall' deletes it.
            [Unit]
            Description=Notifications of reminders (mm notify)
            StartLimitIntervalSec=0

            [Service]
            Type=notify
            \(assignments)ExecStart=\(named(program))\(words(for: folder))
            Restart=on-failure
            RestartSec=5
            RestartPreventExitStatus=64

            [Install]
            WantedBy=default.target

            """
    }

    /// The arguments for a folder.
    private static func words(for folder: String) -> String { " -C \(quoted(folder, dollar: "$$")) notify" }

    /// The program. `$` is not special in it. If its path contains characters that systemd does not accept there, a
    /// shell starts it.
    private static func named(_ program: String) -> String {
        let isPlain = program.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"\"'\\".utf8.contains($0) }
        guard !isPlain else { return quoted(program) }
        return #"/bin/sh -c "exec \"$$0\" \"$$@\"" "# + quoted(program, dollar: "$$")
    }

    /// A word quoted as in systemd.syntax(7) and systemd.service(5). `%` is special everywhere, `$` only in arguments.
    private static func quoted(_ word: String, dollar: String = "$") -> String {
        var result = "\""
        for character in word.unicodeScalars {
            switch character {
            case "\"", "\\": result += "\\\(character)"
            case "%": result += "%%"
            case "$": result += dollar
            case "\u{0}"..<" ", "\u{7F}":
                let digits = String(character.value, radix: 16)
                result += "\\x" + (digits.count < 2 ? "0" : "") + digits
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "\""
    }

    private static var program: String? { executablePath.flatMap { try? Directory.realPath($0) } }
}
