/// Time zones by name, from the tz database of the system.
public struct ZoneDatabase: Sendable {
    private let files: ZoneFiles

    /// - Parameter directory: a tree of TZif files (RFC 9636).
    public init(directory: String = "/usr/share/zoneinfo") { files = ZoneFiles(directory: directory) }

    /// - Throws: a `ParseError` if the name is invalid or not in the database. Another zone is never substituted.
    public func zone(named name: String) throws(ParseError) -> Zone {
        try zone(named: name) { SpellingIndex(files.names()) }
    }

    /// The zones of the names that exist, and errors for the others.
    func zones(named names: Set<String>) -> (known: [String: Zone], unknown: [String: ParseError]) {
        var known: [String: Zone] = [:]
        var unknown: [String: ParseError] = [:]
        // The list of names is a long file; read it only once.
        var all: SpellingIndex?
        for name in names {
            do throws(ParseError) {
                known[name] = try zone(named: name) {
                    let names = all ?? SpellingIndex(files.names())
                    all = names
                    return names
                }
            } catch {
                unknown[name] = error
            }
        }
        return (known, unknown)
    }

    private func zone(named name: String, _ names: () -> SpellingIndex) throws(ParseError) -> Zone {
        guard Zone.isLegalName(name) else {
            throw ParseError("'\(name)' is not a time zone name, expected one such as Europe/Paris")
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try files.bytes(named: name)
        } catch {
            // UTC needs no rules and thus no file.
            if ["UTC", "Etc/UTC", "Z"].contains(name) { return .utc }
            throw missing(name, error, names)
        }
        return try Zone(name: name, tzif: bytes)
    }

    /// The local time zone of the machine.
    ///
    /// - Parameter variable: the environment variable `TZ`, nil if unset: a zone name, optionally preceded by a colon, or
    ///   a POSIX TZ rule (`CET-1CEST,M3.5.0,M10.5.0/3`).
    /// - Throws: a `MemossError` if the variable is not a valid zone, or the machine does not specify its time zone.
    package func local(variable: String?) throws(MemossError) -> Zone {
        if let variable {
            let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
            // POSIX: an empty TZ means UTC.
            if name.isEmpty { return .utc }
            if name != "/etc/localtime" { return try zone(variable: name) }
        }
        do throws(SystemError) {
            guard let (name, bytes) = try files.local() else { return .utc }
            do throws(ParseError) {
                return try Zone(name: name ?? "local", tzif: bytes)
            } catch {
                throw SystemError(.read, "/etc/localtime", code: 22)
            }
        } catch {
            throw MemossError(
                .failure,
                "the time zone of this machine is not known (/etc/localtime: \(error.reason))",
                remedy: .nameTimeZone
            )
        }
    }

    private func zone(variable name: String) throws(MemossError) -> Zone {
        do throws(ParseError) {
            return try zone(named: name)
        } catch {
            // A rule contains a sign or a digit; few names do.
            if name.utf8.contains(where: { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
                let rule = try? Zone(posix: name)
            {
                return rule
            }
            throw MemossError(.failure, error, at: "TZ")
        }
    }

    private func missing(_ name: String, _ error: SystemError, _ names: () -> SpellingIndex) -> ParseError {
        guard files.isInstalled else {
            return ParseError(
                "the time zone database is missing from \(files.directory), so '\(name)' cannot be read: install the package tzdata"
            )
        }
        let suggestion = names().nearest(to: name).first
        return ParseError("unknown time zone '\(name)', expected a name such as Europe/Paris", suggestion: suggestion)
    }

    /// The release of the database, such as `2026b`; nil if it does not say.
    package var release: String? { files.release() }

    /// A warning for each zone whose data lack a change that is known to this version of `mm`, by name.
    package func outdatedZones(in time: TimeContext) -> [Problem] {
        var zones = Dictionary(time.zones.values.map { ($0.name, $0) }) { first, _ in first }
        zones[time.zone.name] = time.zone
        let changes = ZoneChange.known.filter { $0.zones.contains { zones[$0] != nil } }
        guard !changes.isEmpty else { return [] }
        let release = release
        return zones.sorted { $0.key < $1.key }.flatMap { name, zone in
            changes.compactMap { change in
                let lateness = change.lateness(zone, release: release)
                guard lateness != 0 else { return nil }
                let message =
                    "the time zone data of this machine\(release.map { " (\($0))" } ?? "") lack a change of \(name), so "
                    + "reminders from \(zone.civil(at: change.start).date) on come "
                    + "\(CivilDuration(seconds: Int64(abs(lateness)))) too \(lateness < 0 ? "early" : "late"): "
                    + "update the package tzdata to \(change.release) or later"
                return Problem(path: "\(files.directory)/\(name)", id: .outdatedTimeZone, message: message)
            }
        }
    }

    /// All zone names, for completion.
    package func names() -> [String] { files.names() }
}
