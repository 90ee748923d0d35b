import MemossFiles

/// The problems of the running `mm notify`, or of the last one. Only that process knows them, and `--status` shows them.
struct NotifyTroubles {
    enum Kind: String, CaseIterable {
        case folder, watch, configuration, desktop, refusal, hook, push, publish
        /// What the last single run could not do, and what it warned of. Only the next one uses them.
        case once, said

        /// Those of a running process.
        static var shown: [Kind] { allCases.filter { $0 != .once && $0 != .said } }
    }

    struct Trouble: Hashable {
        var text: String
        /// When it was first noticed.
        var since: Instant
    }

    private var found: [Kind: Trouble] = [:]
    /// Whether there are unsaved changes.
    var isNew = false

    /// In the order of the kinds.
    func all(_ kinds: [Kind] = Kind.allCases) -> [Trouble] { kinds.compactMap { found[$0] } }

    /// Nil if nothing is wrong.
    subscript(kind: Kind, now: Instant) -> String? {
        get { found[kind]?.text }
        set {
            guard newValue != found[kind]?.text else { return }
            found[kind] = newValue.map { Trouble(text: $0, since: now) }
            isNew = true
        }
    }

    // MARK: The file

    /// One line each: kind, seconds since 1970, text.
    var bytes: [UInt8] {
        let lines = Kind.allCases.compactMap { kind in
            found[kind].map { "\(kind.rawValue)\t\($0.since.secondsSince1970)\t\(Printable.line($0.text))\n" }
        }
        return Array(lines.joined().utf8)
    }

    /// Unreadable lines are ignored: they are only used for display.
    init(parsing bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A) {
            let fields = line.split(separator: 0x09, maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
            guard fields.count == 3, let kind = Kind(rawValue: fields[0]), let since = Int64(fields[1]) else {
                continue
            }
            found[kind] = Trouble(text: fields[2], since: Instant(secondsSince1970: since))
        }
    }
}
