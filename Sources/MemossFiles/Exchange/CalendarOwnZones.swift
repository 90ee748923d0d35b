/// What the VTIMEZONE components of a file say about time zones that this system does not have under their name. Only what does
/// not change is used: another name, or an offset that is always the same.
struct CalendarOwnZones: Sendable {
    private var locations: [String: String] = [:]
    private var offsets: [String: Int] = [:]

    mutating func add(_ zone: CalendarComponent) {
        guard let name = zone.first("TZID")?.value else { return }
        // What libical, Thunderbird and others write.
        locations[name] = zone.first("X-LIC-LOCATION")?.value
        let found = zone.components.map { $0.first("TZOFFSETTO").flatMap { Self.seconds($0.value) } }
        if let first = found.first, Set(found).count == 1 { offsets[name] = first }
    }

    /// The name that the zone has elsewhere.
    func location(of name: String) -> String? { locations[name] }

    /// Seconds east of Greenwich; nil if the clocks of the zone change, or nothing is known.
    func offset(of name: String) -> Int? {
        if let offset = offsets[name] { return offset }
        guard let sign = name.firstIndex(where: { "+-".contains($0) }), ["GMT", "UTC"].contains(name[..<sign]) else {
            return nil
        }
        return Self.seconds(name[sign...].replacing(":", with: ""))
    }

    /// The name that the tz database has for an offset of whole hours.
    func fixedName(of name: String) -> String? {
        guard let offset = offset(of: name), offset % 3_600 == 0 else { return nil }
        let hours = offset / 3_600
        return hours == 0 ? "UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    }

    /// Of `+0530`, `-113000` or `+1`.
    private static func seconds(_ text: some StringProtocol) -> Int? {
        let bytes = Array(text.utf8)
        guard let sign = bytes.first, "+-".utf8.contains(sign), bytes.count > 1,
            bytes.dropFirst().allSatisfy(Ascii.isDigit)
        else { return nil }
        var digits = String(text.dropFirst())
        if digits.count <= 2 { digits = String(repeating: "0", count: max(0, 2 - digits.count)) + digits + "00" }
        guard digits.count == 4 || digits.count == 6, let number = Int(digits + (digits.count == 4 ? "00" : "")) else {
            return nil
        }
        let seconds = number / 10_000 * 3_600 + number / 100 % 100 * 60 + number % 100
        guard number / 10_000 <= 24 else { return nil }
        return sign == Ascii.dash ? -seconds : seconds
    }
}
