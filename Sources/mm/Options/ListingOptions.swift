import MemossFiles

/// How a listing is sorted, and what it shows for each reminder.
struct ListingOptions {
    /// The sort orders. Later ones break ties.
    let orders: [(order: ReminderOrder, isReversed: Bool)]
    /// Nil for cards.
    let columns: [String]?
    /// Whether the columns are separated by tabs, for programs.
    let isTabbed: Bool
    let details: CardDetails
    /// The keys to show or to sort by.
    private let namedKeys: [String]
    /// Those of them that were typed, and may be misspelt.
    let typedKeys: [String]

    init(_ invocation: Invocation, isJSON: Bool) throws(MemossError) {
        let sort = invocation.option(.sort) ?? "scheduled"
        orders = sort.split(separator: ",", omittingEmptySubsequences: false).map { word in
            let word = String(word.trimming { $0 == " " })
            return (ReminderOrder(word.hasPrefix("-") ? String(word.dropFirst()) : word), word.hasPrefix("-"))
        }
        guard !orders.contains(where: { $0.order == .key("") }) else {
            throw invocation.usageError("'\(OptionSyntax.sort.name)' needs a key")
        }
        details = CardDetails(showsFields: invocation.flag(.fields), showsBody: invocation.flag(.withBody))
        isTabbed = invocation.flag(.tsv)
        let named = invocation.option(.columns).map { list in
            list.split(separator: ",").map { $0.trimming { $0 == " " } }.filter { !$0.isEmpty }
        }
        columns = named ?? (isTabbed ? ColumnTable.tabbed : nil)
        if let columns {
            guard !columns.isEmpty else { throw invocation.usageError("'\(OptionSyntax.columns.name)' needs a column") }
            if isJSON {
                let option = named == nil ? OptionSyntax.tsv : .columns
                let message = "'\(option.name)' is for text, not for JSON"
                throw invocation.usageError(message, hints: ["for every key, add \(OptionSyntax.fields.name)"])
            }
        }
        var sorting: [String] = []
        for (order, _) in orders { if case .key(let key) = order { sorting.append(key) } }
        namedKeys = ColumnTable.keys(of: columns ?? []) + sorting
        typedKeys = ColumnTable.keys(of: named ?? []) + sorting
    }

    /// The keys that the reminders must keep.
    var keys: KeptKeys { details.showsFields ? .all : namedKeys.isEmpty ? .none : .named(namedKeys) }
}

extension OptionSyntax {
    static let sort = OptionSyntax(
        "sort",
        value: "[-]KEY",
        help: "sort by scheduled (the default), due, title, path, created, or any key; - reverses; several as A,-B",
        completion: .keys(ReminderOrder.named.map(\.name))
    )
    static let columns = OptionSyntax(
        "columns",
        value: "A,B",
        help: "print a table of these columns: title, when, tags, path, …, or any key",
        completion: .keys(ColumnTable.names)
    )
    static let tsv = OptionSyntax(
        "tsv",
        help: "print the columns separated by tabs, with dates as in the files, for other programs"
    )
    static let fields = OptionSyntax("fields", help: "show every key of the files")
    static let withBody = OptionSyntax("body", help: "show the text below the front matter")
}
