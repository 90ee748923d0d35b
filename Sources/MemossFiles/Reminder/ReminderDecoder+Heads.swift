extension ReminderDecoder {
    /// Decodes a file whose beginning only looks like front matter. It has the values that are meant, so that nothing falls
    /// silent, and a problem. What cannot be read is a reminder if it seems to have a key of one, and else a note.
    mutating func decode(_ head: HeadLookalike, keeping body: KeptBody, explaining explains: Bool) -> Output {
        let output = unreadable(head.fault)
        guard let problem = output.problems.first else { return output }
        let sides = head.versions.map { ConflictMarkers.Version(label: nil, bytes: $0) }
        if let versions = versions(sides, keeping: body, problem) { return versions }
        guard !isOfReminder(head) else { return output }
        var note = decode(nil, keeping: body, explaining: explains)
        note.problems.insert(problem, at: 0)
        note.problems[0].message += ": it counts as a note"
        note.reminder?.attention = Attention(problem, in: bytes[head.content])
        return note
    }

    private func isOfReminder(_ head: HeadLookalike) -> Bool {
        switch head.form {
        case .utf16: return HeadLookalike.opensWide(bytes)
        case .returns: return true
        default:
            return HeadLookalike.keys(in: bytes[head.content]).contains {
                KnownKey(rawValue: $0)?.makesReminder == true
            }
        }
    }
}
