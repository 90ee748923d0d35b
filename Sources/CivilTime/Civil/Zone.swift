internal import Bytes
package import Text

/// The rules of a time zone: its offset from UTC at each instant.
///
/// Copying is cheap (one reference).
public struct Zone: Sendable, Hashable, CustomStringConvertible {
    /// The instants of a local time on a day on which clocks may change.
    package enum Resolution: Sendable, Hashable {
        /// The local time occurs once.
        case unique(Instant)
        /// The local time is skipped when clocks go forward: its instants by the offsets before and after the gap.
        case gap(before: Instant, after: Instant)
        /// The local time occurs twice when clocks go back: its first and second instant.
        case fold(first: Instant, second: Instant)
    }

    /// A change of the offset, in seconds.
    package struct Transition: Sendable, Hashable {
        /// Seconds since 1970-01-01T00:00:00Z.
        package var at: Int64
        package var before: Int
        package var after: Int

        package init(at: Int64, before: Int, after: Int) {
            self.at = at
            self.before = before
            self.after = after
        }

        /// The local times from `start` up to `end` are skipped or repeated.
        var start: Int64 { at + Int64(min(before, after)) }
        var end: Int64 { at + Int64(max(before, after)) }
    }

    private final class Storage: Sendable, Hashable {
        let name: String
        let initial: Int
        let transitions: [Transition]
        let rule: POSIXRule?

        /// The offset after the last change.
        var final: Int { rule?.standard ?? transitions.last?.after ?? initial }

        init(name: String, initial: Int, transitions: [Transition], rule: POSIXRule?) {
            self.name = name
            self.initial = initial
            self.transitions = transitions
            self.rule = rule
        }

        /// Whether two zones have the same name and rules.
        static func == (a: Storage, b: Storage) -> Bool {
            a === b || (a.name, a.initial, a.transitions, a.rule) == (b.name, b.initial, b.transitions, b.rule)
        }

        /// Few zones share a name.
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    private let storage: Storage

    /// Coordinated Universal Time.
    public static let utc = Zone(name: "UTC", initial: 0, transitions: [], rule: nil)

    package init(name: String, initial: Int, transitions: [Transition], rule: POSIXRule?) {
        storage = Storage(name: name, initial: initial, transitions: transitions, rule: rule)
    }

    /// The rules in a TZif file (RFC 9636, versions 1 to 4).
    ///
    /// - Throws: a `ParseError` with the offset of the faulty byte if the bytes are not a valid file.
    package init(name: String, tzif: some Collection<UInt8>) throws(ParseError) {
        var reader = TZifReader(name: name, bytes: Array(tzif))
        self = try reader.zone()
    }

    /// The rules in the format of the POSIX variable `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 9636, 3.3.1).
    package init(posix text: String) throws(ParseError) {
        let rule = try POSIXRule(parsing: text)
        self.init(name: text, initial: rule.standard, transitions: [], rule: rule)
    }

    /// The name as given, usually an IANA name: `Europe/Paris`.
    package var name: String { storage.name }
    /// The IANA name, such as `Europe/Paris`.
    public var description: String { name }

    /// Whether the name is safe as part of a path: not empty, not absolute, and without empty components, `.`, `..` and
    /// control characters.
    package static func isLegalName(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0 > 0x1F && $0 != 0x7F }
            && name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    }

    /// The offset at an instant.
    package func offset(at instant: Instant) -> UTCOffset { UTCOffset(seconds: offsetSeconds(at: instant)) }

    package func offsetSeconds(at instant: Instant) -> Int {
        let time = instant.secondsSince1970
        let transitions = storage.transitions
        guard let last = transitions.last else { return storage.rule?.offset(at: time) ?? storage.initial }
        if time >= last.at {
            // The rule determines what follows the last change, never what precedes it.
            return storage.rule?.offset(at: time) ?? last.after
        }
        return transitions[transitions.partitioningIndex { time < $0.at }].before
    }

    /// The local time in the zone at an instant.
    public func civil(at instant: Instant) -> CivilDateTime {
        instant.adding(seconds: Int64(offsetSeconds(at: instant))).utc
    }

    /// The local time in the zone at an instant, with its offset if it is the second of a time that occurs twice.
    package func date(at instant: Instant) -> DateValue {
        let clock = civil(at: instant)
        return self.instant(of: clock) == instant ? DateValue(clock) : DateValue(clock, offset: offset(at: instant))
    }

    /// The instants of a local time in the zone, or its two interpretations if it is skipped.
    package func resolve(_ clock: CivilDateTime) -> Resolution {
        let local = clock.clockSeconds
        func instant(_ offset: Int) -> Instant { Instant(secondsSince1970: local - Int64(offset)) }
        guard let next = transition(endingAfter: local) else { return .unique(instant(storage.final)) }
        if local < next.start { return .unique(instant(next.before)) }
        return next.before < next.after
            ? .gap(before: instant(next.before), after: instant(next.after))
            : .fold(first: instant(next.before), second: instant(next.after))
    }

    /// The instant of a local time: in a gap by the offset before the gap, in a fold the first (RFC 5545, 3.3.5).
    public func instant(of clock: CivilDateTime) -> Instant { firstInstant(of: clock).instant }

    /// A date as clocks in the zone show it. A skipped time becomes the time that clocks show at that instant.
    package func shown(_ date: DateValue) -> DateValue {
        guard !date.isAllDay, date.offset == nil else { return date }
        let (instant, isInGap) = firstInstant(of: date.clock)
        return isInGap ? DateValue(civil(at: instant)) : date
    }

    /// The same instant, and whether the local time is in a gap.
    func firstInstant(of clock: CivilDateTime) -> (instant: Instant, isInGap: Bool) {
        let local = clock.clockSeconds
        guard let next = transition(endingAfter: local) else {
            return (Instant(secondsSince1970: local - Int64(storage.final)), false)
        }
        // In a gap and in a fold alike, the offset before the change applies.
        let instant = Instant(secondsSince1970: local - Int64(next.before))
        return (instant, next.before < next.after && local >= next.start)
    }

    /// The annual rule that follows the last listed change, if the zone has one.
    package var rule: POSIXRule? { storage.rule }

    /// The changes of the offset after an instant, up to and including another, ascending.
    package func transitions(after first: Instant, through last: Instant) -> [Transition] {
        let (first, last) = (first.secondsSince1970, last.secondsSince1970)
        let listed = storage.transitions.filter { $0.at > first && $0.at <= last && $0.before != $0.after }
        guard let rule = storage.rule else { return listed }
        let ruled = rule.transitions(after: max(first, storage.transitions.last?.at ?? .min), through: last)
        return listed + ruled
    }

    /// The first change that does not lie entirely before the local time.
    private func transition(endingAfter local: Int64) -> Transition? {
        let transitions = storage.transitions
        guard let last = transitions.last else { return storage.rule?.transition(endingAfter: local) }
        if local < last.end { return transitions[transitions.partitioningIndex { local < $0.end }] }
        return storage.rule?.transition(endingAfter: local, startingAfter: last.at)
    }
}

extension Zone {
    /// Whether it is UTC under one of its common names.
    package var isUTC: Bool { ["UTC", "Etc/UTC"].contains(name) }
}
