import MemossFiles

/// How a listing is sorted and what it shows of each reminder.
struct ListingOptions {
    let order: ReminderOrder
    let isReversed: Bool
    /// Nil for cards.
    let columns: [String]?
    let details: CardDetails
    /// The keys that are shown or sorted by.
    let namedKeys: [String]

    init(_ invocation: Invocation, isJSON: Bool) throws(MemossError) {
        let sort = invocation.option(.sort) ?? "scheduled"
        let name = sort.hasPrefix("-") ? String(sort.dropFirst()) : sort
        guard !name.isEmpty else { throw invocation.usageError("'\(OptionSyntax.sort.name)' needs a key") }
        (order, isReversed) = (ReminderOrder(name), sort.hasPrefix("-"))
        details = CardDetails(showsFields: invocation.flag(.fields), showsBody: invocation.flag(.withBody))
        columns = invocation.option(.columns).map { list in
            list.split(separator: ",").map { $0.trimming { $0 == " " } }.filter { !$0.isEmpty }
        }
        if let columns {
            guard !columns.isEmpty else { throw invocation.usageError("'\(OptionSyntax.columns.name)' needs a column") }
            if isJSON {
                let message = "'\(OptionSyntax.columns.name)' is for text, not for JSON"
                throw invocation.usageError(message, hints: ["for every key, add \(OptionSyntax.fields.name)"])
            }
        }
        var names = ColumnTable.keys(of: columns ?? [])
        if case .key(let key) = order { names.append(key) }
        namedKeys = names
    }

    /// The keys that the reminders must keep.
    var keys: KeptKeys { details.showsFields ? .all : namedKeys.isEmpty ? .none : .named(namedKeys) }
}

extension OptionSyntax {
    static let sort = OptionSyntax(
        "sort",
        value: "[-]KEY",
        help: "sort by scheduled (the default), due, title, path, created, or any key; - reverses",
        completion: .words(ReminderOrder.named.map(\.name))
    )
    static let columns = OptionSyntax(
        "columns",
        value: "A,B",
        help: "print a table of these columns: title, when, tags, path, …, or any key",
        completion: .words(ColumnTable.names)
    )
    static let fields = OptionSyntax("fields", help: "show every key of the files")
    static let withBody = OptionSyntax("body", help: "show the text below the front matter")
}
