import CLibrary
import MemossFiles

/// The environment of the process: variables, terminals, the clock and the user's directories.
enum Environment {
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The value of a variable; nil if it is unset or empty.
    static func value(_ name: String) -> String? {
        guard let value = variable(name), !value.isEmpty else { return nil }
        return value
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The width of the terminal in columns; nil if the descriptor is not a terminal.
    static func width(of descriptor: Int32) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        if let columns = value("COLUMNS").flatMap(Int.init), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The height of the terminal in lines; nil if the descriptor is not a terminal, or its height is unknown.
    static func height(of descriptor: Int32) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        if let lines = value("LINES").flatMap(Int.init), lines > 0 { return lines }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
        return Int(size.ws_row)
    }

    static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSince1970: Int64(time.tv_sec))
    }

    /// The date, in UTC, for generated documents: that of SOURCE_DATE_EPOCH (reproducible-builds.org), so that the same
    /// source gives the same bytes; otherwise today.
    static func sourceDate() throws(MemossError) -> CivilDate {
        guard let text = value("SOURCE_DATE_EPOCH") else { return now().utc.date }
        guard let seconds = Int64(text) else {
            throw MemossError(.failure, "SOURCE_DATE_EPOCH: expected seconds since 1970, not '\(text)'")
        }
        return Instant(secondsSince1970: seconds).utc.date
    }

    /// A random UUID (RFC 9562, version 4).
    static func randomUUID() -> String {
        var random = SystemRandomNumberGenerator()
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        return text
    }

    /// The path of the user's `config.yaml`.
    static var configurationPath: String? {
        base("XDG_CONFIG_HOME", ".config").map { $0 + "/mm/config.yaml" }
    }

    /// The directory for persistent state.
    static var statePath: String? { base("XDG_STATE_HOME", ".local/state") }
    /// The directory of systemd user units.
    static var unitPath: String? { base("XDG_CONFIG_HOME", ".config").map { $0 + "/systemd/user" } }

    /// The user's attributes for all git repositories.
    static var gitAttributesPath: String? { base("XDG_CONFIG_HOME", ".config").map { $0 + "/git/attributes" } }
    static var gitConfigurationPath: String? { base("XDG_CONFIG_HOME", ".config").map { $0 + "/git/config" } }
    private static var temporaryPath: String { absolutePath("TMPDIR") ?? "/tmp" }
    private static let scratchPrefix = "mm-git-"

    /// For the files that git is given.
    static func scratchDirectory() throws(MemossError) -> ScratchDirectory {
        try ScratchDirectory(in: temporaryPath, named: scratchPrefix)
    }

    /// Deletes what commands that were killed have left.
    static func removeScratch() { ScratchDirectory.removeLeftovers(in: temporaryPath, named: scratchPrefix) }

    /// The tz database, in the directory that the C library uses too.
    static var zones: ZoneDatabase { absolutePath("TZDIR").map(ZoneDatabase.init) ?? ZoneDatabase() }

    /// Nil for a relative path, which the XDG Base Directory Specification says to ignore.
    static func absolutePath(_ variable: String) -> String? {
        value(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The variables for directories that have a relative path and are therefore ignored. Otherwise, the
    /// working directory could supply a configuration, even if it belongs to someone else.
    static var ignoredBases: [String] {
        ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "TZDIR"].filter { value($0) != nil && absolutePath($0) == nil }
    }

    private static func base(_ variable: String, _ usual: String) -> String? {
        absolutePath(variable) ?? absolutePath("HOME").map { "\($0)/\(usual)" }
    }

    /// Expands a leading `~/` as a shell does. Completion scripts and configuration files pass it unexpanded.
    static func expandingHome(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = absolutePath("HOME") else { return path }
        return home + path.dropFirst()
    }
}
