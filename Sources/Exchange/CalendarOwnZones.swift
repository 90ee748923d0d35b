internal import Bytes
import MemossFiles

/// What the names of time zones in a file mean.
///
/// The name of a place, or one of Windows, means the rules of this system: laws change, and the copies in files age. Any other
/// name means what the file's own VTIMEZONE says: programs call a zone with summer time `EST`, or `Customized Time Zone`.
struct CalendarOwnZones: Sendable {
    struct Meaning: Sendable {
        var rules: Zone
        /// A zone of this system with the same offsets, today and in the years to come.
        var like: Zone?
    }

    /// Nil where the file's own rules cannot be read.
    private var meanings: [String: Meaning?] = [:]

    mutating func add(_ component: CalendarComponent, in context: ImportContext) {
        guard let name = component.first("TZID")?.value, meanings[name] == nil else { return }
        // What libical, Thunderbird and others write.
        let location = component.first("X-LIC-LOCATION")?.value
        let places = Self.places(name) + [location].compactMap(\.self)
        if let zone = places.lazy.compactMap(context.zone).first {
            meanings[name] = .some(Meaning(rules: zone, like: zone))
        } else if !component.components.isEmpty {
            let own = CalendarZoneRules(component)
            let like = own.flatMap { own in
                let fixed = own.changes.isEmpty ? Self.fixedName(own.initial) : nil
                let names = ([name, fixed].compactMap(\.self) + WindowsZones.all).lazy
                let zones = [context.zone(name), context.home].compactMap(\.self).lazy
                // vobject writes the end of summer time an hour late.
                for difference: Int64 in [0, 3_600] {
                    let isLike = { (zone: Zone) in own.equals(zone, from: context.time.now, within: difference) }
                    if let found = zones.first(where: isLike) ?? names.compactMap(context.zone).first(where: isLike) {
                        return found
                    }
                }
                return nil
            }
            meanings[name] = .some(own.map { Meaning(rules: $0.zone(named: name), like: like) })
        }
    }

    /// Takes what others say of zones that this file, or this part of it, does not define.
    mutating func add(_ others: CalendarOwnZones) {
        meanings.merge(others.meanings) { own, _ in own }
    }

    /// - Returns: nil if neither the file nor this system knows the name.
    func meaning(of name: String, in context: ImportContext) -> Meaning? {
        if let meaning = meanings[name] { return meaning }
        if let zone = ([name] + Self.places(name)).lazy.compactMap(context.zone).first {
            return Meaning(rules: zone, like: zone)
        }
        guard let sign = name.firstIndex(where: { "+-".contains($0) }), ["GMT", "UTC"].contains(name[..<sign]),
            let offset = CalendarZoneRules.seconds(name[sign...].replacing(":", with: ""))
        else { return nil }
        let rules = Zone(name: name, initial: offset, transitions: [], rule: nil)
        return Meaning(rules: rules, like: Self.fixedName(offset).flatMap(context.zone))
    }

    /// The names of places that a name may stand for. Some programs put a vendor's name before the place.
    private static func places(_ name: String) -> [String] {
        let parts = name.split(separator: "/")
        let names = [name] + [3, 2].filter { parts.count > $0 }.map { parts.suffix($0).joined(separator: "/") }
        let isPlace = parts.count > 1 && parts.first != "Etc"
        // `UTC` and `UTC-02` are names of Windows too, and no places.
        let isWindows = name.contains(" ")
        return (isPlace ? names : []) + [isWindows ? WindowsZones.name(for: name) : nil].compactMap(\.self)
    }

    /// The name that the tz database has for an offset of whole hours.
    static func fixedName(_ offset: Int) -> String? {
        guard offset % 3_600 == 0 else { return nil }
        let hours = offset / 3_600
        return hours == 0 ? "UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
    }
}

/// The rules of a VTIMEZONE (RFC 5545, 3.6.5).
struct CalendarZoneRules {
    /// The offset before the first change, in seconds.
    private(set) var initial: Int
    private(set) var changes: [Zone.Transition] = []
    /// Whether the changes go on for ever.
    private var isEndless = false

    /// Changes before this year only decide the offset at its beginning.
    private static let firstYear = 1969
    private static let lastYear = 2100
    /// A part has two changes a year at most, and a zone seldom more than six parts.
    private static let most = 2 * (lastYear - firstYear + 1)

    /// - Returns: nil if a part cannot be read, or the changes are not those of a zone.
    init?(_ component: CalendarComponent) {
        var onsets: [(at: Int64, from: Int, to: Int)] = []
        let parts = component.components.map { part in
            (part, ["TZOFFSETFROM", "TZOFFSETTO"].map { part.first($0).flatMap { Self.seconds($0.value) } })
        }
        guard let first = parts.first, let offset = first.1[1], parts.count <= 1_000 else { return nil }
        initial = offset
        // The clocks never change, whatever the parts say of when.
        if parts.allSatisfy({ $0.1[1] == offset }) { return }
        for (part, offsets) in parts {
            guard let from = offsets[0], let to = offsets[1], let start = Self.clock(part.first("DTSTART")?.value)
            else {
                return nil
            }
            let fixed = Zone(name: "", initial: from, transitions: [], rule: nil)
            var instants = [fixed.instant(of: start)]
            for line in part.all("RDATE") {
                for text in line.value.split(separator: ",") {
                    guard let clock = Self.clock(String(text)) else { return nil }
                    instants.append(fixed.instant(of: clock))
                }
            }
            for line in part.all("RRULE") {
                guard let rule = try? RecurrenceRule(parsing: line.value) else { return nil }
                let series = Series(rule: rule, anchor: DateValue(start), zone: fixed, allDayAt: .midnight)
                var coming = series.occurrences(after: Self.instant(Self.firstYear))
                var count = 0
                while let next = coming.next(), next.instant < Self.instant(Self.lastYear) {
                    count += 1
                    guard count <= Self.most else { return nil }
                    instants.append(next.instant)
                }
                isEndless = isEndless || rule.count == nil && rule.until == nil
            }
            onsets += Set(instants).map { ($0.secondsSince1970, from, to) }
        }
        onsets.sort { ($0.at, $0.to) < ($1.at, $1.to) }
        let early = onsets.prefix { $0.at < Self.instant(Self.firstYear).secondsSince1970 }
        let late = onsets.dropFirst(early.count)
        initial = late.first?.from ?? early.last?.to ?? initial
        var current = initial
        for onset in late where onset.to != current {
            // Local times of two changes must not overlap.
            if let last = changes.last, onset.at - last.at < 2 * 86_400 { return nil }
            changes.append(.init(at: onset.at, before: current, after: onset.to))
            current = onset.to
        }
    }

    func zone(named name: String) -> Zone { Zone(name: name, initial: initial, transitions: changes, rule: nil) }

    /// Whether a zone has the same offsets from last year on, for ten years or as far as the rules go.
    ///
    /// - Parameter difference: how far apart the changes may be, in seconds.
    func equals(_ zone: Zone, from now: Instant, within difference: Int64) -> Bool {
        let year = now.utc.date.year
        var (start, end) = (Self.instant(year - 1), Self.instant(year + 10))
        if let last = changes.last, !isEndless, last.at > now.secondsSince1970 {
            end = min(end, Instant(secondsSince1970: last.at))
        }
        if let first = changes.first, first.at < end.secondsSince1970 {
            start = max(start, Instant(secondsSince1970: first.at))
        }
        let own = self.zone(named: "")
        func later(_ zone: Zone) -> [Zone.Transition] {
            zone.transitions(after: start, through: end).filter { $0.before != $0.after }
        }
        let (here, there) = (later(own), later(zone))
        return own.offsetSeconds(at: start) == zone.offsetSeconds(at: start) && here.count == there.count
            && zip(here, there).allSatisfy { $0.after == $1.after && abs($0.at - $1.at) <= difference }
    }

    private static func instant(_ year: Int) -> Instant {
        Instant(utc: CivilDateTime(CivilDate(unchecked: year, 1, 1)))
    }

    private static func clock(_ text: String?) -> CivilDateTime? {
        guard let date = text.flatMap({ DateValue(calendar: $0) }), date.offset == nil else { return nil }
        return date.clock
    }

    /// Of `+0530`, `-113000` or `+1`.
    static func seconds(_ text: some StringProtocol) -> Int? {
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
