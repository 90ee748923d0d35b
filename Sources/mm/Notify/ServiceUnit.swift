import CLibrary
import MemossFiles

/// A systemd user service that runs a command of `mm` for a folder, perhaps started by a timer.
struct ServiceUnit {
    /// The command whose option `--install` writes the units.
    let command: String
    /// What the service runs.
    let arguments: String
    /// Whether a timer starts it, rather than the session.
    let isTimed: Bool
    /// The units and the endings of their names. The argument is the part of a service that defines what to start.
    let units: (_ start: String) -> [(ending: String, text: String)]

    private var name: String { "mm-\(command)" }
    private var activated: String { isTimed ? name + ".timer" : name }

    func install(_ session: inout Session) throws(MemossError) -> ExitStatus {
        let folder = try session.folder()
        guard let program = Self.program else {
            throw MemossError(.failure, "cannot find the path of this program, which the unit needs")
        }
        // With an invalid time zone, the service would exit at every start.
        _ = try session.zone()
        let texts = texts(program: program, folder: folder.root, environment: Self.carried(session))
        let files = try texts.map { unit throws(MemossError) in (try path(unit.ending), Array(unit.text.utf8)) }
        let known = files.map { path, _ in try? FileContents.read(path).bytes }
        for (place, unit) in texts.enumerated() where unit.ending == "service" {
            if let old = known[place], !runs(old, folder.root) {
                throw MemossError(
                    .failure,
                    "\(files[place].0) runs mm for another folder",
                    hints: ["to delete it: mm \(command) --uninstall"]
                )
            }
        }
        if zip(files, known).allSatisfy({ $0.1 == $1 }) {
            session.console.info("\(files[0].0) already exists; nothing was changed")
            return .done
        }
        do throws(SystemError) {
            for (path, bytes) in files {
                unlink(path)
                try Directory.create(FilePath.parent(of: path))
                try Directory.createFile(path, bytes)
            }
        } catch {
            throw MemossError(.failure, "\(error.path): \(error.reason)")
        }
        session.console.info("wrote \(files.map(\.0).joined(separator: " and ")), for \(folder.root)")
        session.console.info("to start it now and in every session:")
        // A path also works if systemd was started without this XDG_CONFIG_HOME.
        let unitWord = Environment.absolutePath("XDG_CONFIG_HOME") == nil ? activated : files[0].0.shellWord
        session.console.info("  systemctl --user daemon-reload && systemctl --user enable --now \(unitWord)")
        return .done
    }

    func uninstall(_ session: inout Session) throws(MemossError) -> ExitStatus {
        var deleted: [String] = []
        let paths = try units("").map { unit throws(MemossError) in try path(unit.ending) }
        for path in paths {
            if unlink(path) == 0 {
                deleted.append(path)
            } else if errno != ENOENT && errno != ENOTDIR {
                throw MemossError(.failure, "\(path): \(String(cString: strerror(errno)))")
            }
        }
        guard !deleted.isEmpty else {
            session.console.info("\(paths[0]) does not exist; nothing was changed")
            return .done
        }
        session.console.info("deleted \(deleted.joined(separator: " and "))")
        session.console.info("if it is still running: systemctl --user disable --now \(activated)")
        return .done
    }

    func isInstalled(for folder: String) -> Bool { runs(Array(written("service").utf8), folder) }

    /// The text of an installed unit; empty if there is none.
    func written(_ ending: String) -> String {
        guard let path = try? path(ending), let unit = try? FileContents.read(path).bytes else { return "" }
        return String(decoding: unit, as: UTF8.self)
    }

    private func runs(_ unit: [UInt8], _ folder: String) -> Bool {
        let words = Array(words(for: folder).utf8)
        return unit.split(separator: 0x0A).contains { $0.suffix(words.count).elementsEqual(words) }
    }

    private func path(_ ending: String) throws(MemossError) -> String {
        guard let base = Environment.unitPath else {
            throw MemossError(
                .failure,
                "cannot find the systemd user directory: neither XDG_CONFIG_HOME nor HOME is set"
            )
        }
        return "\(base)/\(name).\(ending)"
    }

    /// The environment variables of this shell that matter to mm. The service runs in the environment of the session,
    /// which may not have them.
    private static func carried(_ session: Session) -> [(name: String, value: String)] {
        let bases = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "TZDIR"].compactMap { name in
            Environment.absolutePath(name).map { (name, $0) }
        }
        let zone = session.globals.option(.timezone) ?? Environment.value("MM_TIMEZONE")
        // An empty TZ means UTC.
        return bases
            + [("MM_TIMEZONE", zone), ("TZ", Environment.variable("TZ"))].compactMap { name, value in
                value.map { (name, $0) }
            }
    }

    func texts(
        program: String,
        folder: String,
        environment: [(name: String, value: String)]
    ) -> [(ending: String, text: String)] {
        let assignments = environment.map { "Environment=\(Self.quoted("\($0.name)=\($0.value)"))\n" }.joined()
        let start = "\(assignments)ExecStart=\(Self.named(program))\(words(for: folder))"
        let heading = "# Written by 'mm \(command) --install'; 'mm \(command) --uninstall' deletes it.\n"
        return units(start).map { ($0.ending, heading + $0.text) }
    }

    /// The arguments for a folder.
    private func words(for folder: String) -> String { " -C \(Self.quoted(folder, dollar: "$$")) \(arguments)" }

    /// The program, in which `$` is not special. If systemd does not accept its path, a shell starts it.
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

extension ServiceUnit {
    /// The service is restarted whatever ended it: the disk was full, the folder is on a disk that is mounted later, or
    /// `mm notify --once` held the lock. Only after a usage error is it not restarted.
    static var notify: ServiceUnit {
        ServiceUnit(command: "notify", arguments: "notify", isTimed: false) { start in
            [
                (
                    "service",
                    """
                    [Unit]
                    Description=Notifications of reminders (mm notify)
                    StartLimitIntervalSec=0

                    [Service]
                    Type=notify
                    \(start)
                    Restart=on-failure
                    RestartSec=5
                    RestartPreventExitStatus=64

                    [Install]
                    WantedBy=default.target

                    """
                )
            ]
        }
    }
}
