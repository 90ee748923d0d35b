import MemossFiles

/// What a button of a message sends: the action, the message, and a proof that this machine has made the button.
package struct PushAnswer: Sendable, Hashable {
    package enum Action: String, Sendable, Hashable, CaseIterable {
        case done, snooze

        var label: String { self == .done ? "Done" : "Snooze" }
    }

    package var action: Action
    package var sequence: String
    private var proof: String

    private static let magic = "mm1"

    init(_ action: Action, to sequence: String, of reminder: String, _ occurrence: String?, key: [UInt8]) {
        (self.action, self.sequence) = (action, sequence)
        let words = [Self.magic, action.rawValue, sequence, reminder, occurrence ?? ""].joined(separator: "\0")
        proof = SHA256.authentication(of: Array(words.utf8), key: key).prefix(16).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    package var text: String { "\(Self.magic) \(action.rawValue) \(sequence) \(proof)" }

    init?(parsing text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 4, words[0] == Self.magic, let action = Action(rawValue: words[1]) else { return nil }
        (self.action, sequence, proof) = (action, words[2], words[3])
    }

    /// Whether the button was made for this entry with the key.
    private func isProven(for entry: PushRecord.Entry, key: [UInt8]) -> Bool {
        let right = PushAnswer(action, to: sequence, of: entry.reminder, entry.occurrence, key: key).proof.utf8
        // Every byte is compared: the time must not tell how many are right.
        return proof.utf8.count == right.count && zip(proof.utf8, right).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
    }

    /// The answers that are new, with what they are about: whatever else is in the topic has no effect, and each button works once.
    ///
    /// - Returns: nil if it is not what ntfy sends.
    package static func new(
        in bytes: [UInt8],
        _ record: PushRecord,
        key: [UInt8]
    ) -> [(answer: PushAnswer, entry: PushRecord.Entry)]? {
        guard let events = PushView.events(parsing: bytes) else { return nil }
        var seen: Set<PushAnswer> = []
        return events.compactMap { event in
            guard event["event"].string == "message", let text = event["message"].string,
                let answer = PushAnswer(parsing: text), let entry = record.entry(of: answer.sequence),
                !entry.answers.contains(answer.action.rawValue), answer.isProven(for: entry, key: key),
                seen.insert(answer).inserted
            else { return nil }
            return (answer, entry)
        }
    }
}

extension SHA256 {
    /// HMAC (RFC 2104).
    static func authentication(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > 64 ? digest(key) : key
        block += [UInt8](repeating: 0, count: 64 - block.count)
        return digest(block.map { $0 ^ 0x5C } + digest(block.map { $0 ^ 0x36 } + message))
    }
}
