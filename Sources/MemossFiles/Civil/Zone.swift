/// The rules of a time zone: how far its clocks are ahead of UTC at each moment.
///
/// A copy costs a reference.
public struct Zone: Sendable, CustomStringConvertible {
    /// What a wall-clock time stands for on a day whose clocks may be changed.
    package enum Resolution: Sendable, Hashable {
        /// The clock shows it once.
        case unique(Instant)
        /// Clocks are put forward over it: the instants by the offset before the gap and by the one after it.
        case gap(before: Instant, after: Instant)
        /// Clocks are put back over it: the instants of the first and the second time that they show it.
        case fold(first: Instant, second: Instant)
    }

    /// A change of the offset, in seconds.
    struct Transition: Sendable, Hashable {
        /// Since 1970.
        var at: Int64
        var before: Int
        var after: Int

        /// The wall-clock times from `start` up to `end` are skipped or repeated.
        var start: Int64 { at + Int64(min(before, after)) }
        var end: Int64 { at + Int64(max(before, after)) }
    }

    private final class Storage: Sendable {
        let name: String
        let initial: Int
        let transitions: [Transition]
        let rule: POSIXRule?

        /// The offset when there are no more changes.
        var final: Int { rule?.standard ?? transitions.last?.after ?? initial }

        init(name: String, initial: Int, transitions: [Transition], rule: POSIXRule?) {
            self.name = name
            self.initial = initial
            self.transitions = transitions
            self.rule = rule
        }
    }

    private let storage: Storage

    public static let utc = Zone(name: "UTC", initial: 0, transitions: [], rule: nil)

    init(name: String, initial: Int, transitions: [Transition], rule: POSIXRule?) {
        storage = Storage(name: name, initial: initial, transitions: transitions, rule: rule)
    }

    /// The rules in the bytes of a TZif file (RFC 9636, versions 1 to 4).
    ///
    /// - Throws: `ParseError` for bytes that are not such a file, with the offset of the byte in question.
    package init(name: String, tzif: some Collection<UInt8>) throws(ParseError) {
        var reader = TZifReader(name: name, bytes: Array(tzif))
        self = try reader.zone()
    }

    /// The rules in the form of POSIX's variable `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 9636, 3.3.1).
    package init(posix text: String) throws(ParseError) {
        let rule = try POSIXRule(parsing: text)
        self.init(name: text, initial: rule.standard, transitions: [], rule: rule)
    }

    /// As it was given, an IANA name as a rule: `Europe/Paris`.
    package var name: String { storage.name }
    public var description: String { name }

    /// Whether the name may become part of a path: not empty, no `/` in front, no empty part, `.` or `..`,
    /// no control character.
    package static func isLegalName(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0 > 0x1F && $0 != 0x7F }
            && name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    }

    /// The offset at a moment.
    package func offset(at instant: Instant) -> UTCOffset { UTCOffset(seconds: offsetSeconds(at: instant)) }

    func offsetSeconds(at instant: Instant) -> Int {
        let time = instant.secondsSince1970
        let transitions = storage.transitions
        guard let last = transitions.last else { return storage.rule?.offset(at: time) ?? storage.initial }
        if time >= last.at {
            // A rule says what comes after the last change, never what was before it.
            return storage.rule?.offset(at: time) ?? last.after
        }
        let next = transitions.firstIndex(meeting: { time < $0.at })
        return transitions[next].before
    }

    /// What a clock in the zone shows at a moment.
    public func civil(at instant: Instant) -> CivilDateTime {
        instant.adding(seconds: Int64(offsetSeconds(at: instant))).utc
    }

    /// The moments at which clocks in the zone show this, or the two ways to count it where none do.
    package func resolve(_ clock: CivilDateTime) -> Resolution {
        let local = clock.clockSeconds
        func instant(_ offset: Int) -> Instant { Instant(secondsSince1970: local - Int64(offset)) }
        guard let next = transition(endingAfter: local) else { return .unique(instant(storage.final)) }
        if local < next.start { return .unique(instant(next.before)) }
        return next.before < next.after
            ? .gap(before: instant(next.before), after: instant(next.after))
            : .fold(first: instant(next.before), second: instant(next.after))
    }

    /// The moment that a wall-clock time counts as: in a gap by the offset before the gap, in a fold the first
    /// (RFC 5545, 3.3.5).
    public func instant(of clock: CivilDateTime) -> Instant { firstInstant(of: clock).instant }

    /// The same, and whether no clock shows that time.
    func firstInstant(of clock: CivilDateTime) -> (instant: Instant, isInGap: Bool) {
        let local = clock.clockSeconds
        guard let next = transition(endingAfter: local) else {
            return (Instant(secondsSince1970: local - Int64(storage.final)), false)
        }
        // In a gap and in a fold alike the offset before the change.
        let instant = Instant(secondsSince1970: local - Int64(next.before))
        return (instant, next.before < next.after && local >= next.start)
    }

    /// The first change that a clock showing `local` does not yet have behind it.
    private func transition(endingAfter local: Int64) -> Transition? {
        let transitions = storage.transitions
        guard let last = transitions.last else { return storage.rule?.transition(endingAfter: local) }
        if local < last.end { return transitions[transitions.firstIndex(meeting: { local < $0.end })] }
        return storage.rule?.transition(endingAfter: local, startingAfter: last.at)
    }
}

extension [Zone.Transition] {
    /// The index of the first that meets the condition, which those after it meet too; the last one does.
    fileprivate func firstIndex(meeting condition: (Zone.Transition) -> Bool) -> Int {
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
