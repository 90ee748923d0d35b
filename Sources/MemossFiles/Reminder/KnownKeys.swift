/// The keys of the front matter that have a meaning, by the kind of their values. `id` is not among them.
enum KnownKeys {
    static let texts = ["title", "timezone", "recurrence", "recurrence_anchor", "missed", "status"]
    static let dates = ["scheduled", "due", "until", "completed", "completedDate", "snoozed", "created"]
    static let lists = ["tags", "complete_instances", "skipped_instances"]
}
