extension ReminderDecoder {
    /// Whether two files have different ids: then they are not two versions of one reminder.
    package static func areTwoReminders(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        let ids = [one, other].map { decode($0, path: "").reminder?.writtenID }
        return ids[0] != nil && ids[1] != nil && ids[0] != ids[1]
    }
}
