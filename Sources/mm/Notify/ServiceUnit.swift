import MemossFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The unit with which systemd runs `mm notify` for this user.
enum ServiceUnit {
    private static let name = "mm-notify.service"
    private static let service = "mm-notify"

    static func install(_ session: inout Session) throws(MemossError) -> ExitStatus {
        let folder = try session.folder()
        let path = try path()
        guard let program = program else {
            throw MemossError(.failure, "the path of this program cannot be told, which the unit has to name")
        }
        let unit = Array(text(program: program, folder: folder.root).utf8)
        if let old = try? FileContents.read(path).bytes {
            if old == unit {
                session.console.say("\(path) is there already: nothing was changed")
                return .done
            }
            guard folderLine(old) == folderLine(unit) else {
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
        session.console.say("wrote \(path), for \(folder.root)")
        session.console.say("to start it now and with each session:")
        session.console.say("  systemctl --user daemon-reload && systemctl --user enable --now \(service)")
        return .done
    }

    static func uninstall(_ session: inout Session) throws(MemossError) -> ExitStatus {
        let path = try path()
        guard unlink(path) == 0 else {
            let reason = String(cString: strerror(errno))
            guard errno == ENOENT || errno == ENOTDIR else { throw MemossError(.failure, "\(path): \(reason)") }
            session.console.say("there is no \(path): nothing was changed")
            return .done
        }
        session.console.say("deleted \(path)")
        session.console.say("if it still runs: systemctl --user disable --now \(service)")
        return .done
    }

    private static func path() throws(MemossError) -> String {
        guard let base = Environment.unitPath else {
            throw MemossError(.failure, "neither XDG_CONFIG_HOME nor HOME says where units are")
        }
        return "\(base)/\(name)"
    }

    /// Of a process that could not keep its state, or was killed, another one is started; one that was told that another
    /// runs, or that there is no such folder, would only be told so again.
    private static func text(program: String, folder: String) -> String {
        """
        # Written by 'mm notify --install'; 'mm notify --uninstall' deletes it.
        [Unit]
        Description=Notifications of reminders (mm notify)
        StartLimitIntervalSec=0

        [Service]
        Type=notify
        ExecStart=\(quoted(program)) -C \(quoted(folder)) notify
        Restart=on-failure
        RestartSec=5
        RestartPreventExitStatus=2 64 75

        [Install]
        WantedBy=default.target

        """
    }

    private static func folderLine(_ unit: [UInt8]) -> ArraySlice<UInt8>? {
        unit.split(separator: 0x0A).first { $0.starts(with: "ExecStart=".utf8) }.flatMap { line in
            line.firstIndex(of: UInt8(ascii: " ")).map { line[$0...] }
        }
    }

    /// As systemd.service(5) reads words: `%` and `$` begin what it fills in.
    private static func quoted(_ word: String) -> String {
        var result = "\""
        for character in word.unicodeScalars {
            switch character {
            case "\"", "\\": result += "\\\(character)"
            case "%": result += "%%"
            case "$": result += "$$"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "\""
    }

    private static var program: String? {
        #if os(Linux)
            return try? Directory.realPath("/proc/self/exe")
        #else
            return CommandLine.arguments.first.flatMap { try? Directory.realPath($0) }
        #endif
    }
}
