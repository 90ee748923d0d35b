import MemossFiles

/// A digest of the components with one UID, independent of the order of their lines. It tells an import whether another program has
/// changed what `mm` exported.
struct CalendarDigest {
    /// The property with the digest, in one of the components.
    static let name = "X-MEMOSS-DIGEST"
    /// The properties in the digest. Properties that programs add on their own are left out.
    private static let names: Set = [
        "SUMMARY", "DESCRIPTION", "CATEGORIES", "LOCATION", "URL", "PRIORITY", "STATUS", "COMPLETED", "DTSTART", "DUE",
        "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", CalendarSeries.ownRuleName,
    ]

    private var lines: [String] = []

    /// - Parameter line: as it is written, unfolded.
    mutating func add(_ name: some StringProtocol, _ line: @autoclosure () -> String) {
        if Self.names.contains(String(name)) { lines.append(line()) }
    }

    mutating func add(_ component: CalendarComponent) {
        for line in component.lines {
            add(line.name, "\(line.name)\(line.written.isEmpty ? "" : ";" + line.written):\(line.value)")
        }
    }

    var text: String { String(SHA1.hex(Array(lines.sorted().joined(separator: "\n").utf8)).prefix(16)) }
}
