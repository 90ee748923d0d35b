import MemossFiles

extension CommandSyntax {
    /// Assigns the words to the arguments from left to right. Each argument leaves enough words for the required ones
    /// after it.
    ///
    /// - Parameter canAsk: whether the user can be asked for the reminders.
    func assign(
        _ words: [String],
        besides options: OptionValues = OptionValues(),
        canAsk: Bool = false
    ) throws(MemossError) -> [[String]] {
        var rest = words[...]
        var reserved = arguments.count { $0.isRequired(besides: options) }
        var assigned: [[String]] = []
        var missing: [ArgumentSyntax] = []
        for argument in arguments {
            let isRequired = argument.isRequired(besides: options)
            if isRequired { reserved -= 1 }
            let free = max(0, rest.count - reserved)
            let wanted = argument.isVariadic ? free : min(1, free)
            // Fill required arguments from the left, so that the last ones are reported as missing.
            let count = isRequired ? max(wanted, min(1, rest.count)) : wanted
            // With other arguments after it, the first word would be taken for the reminder.
            let isAsked = canAsk && arguments.count == 1 && argument.completion == .reminder
            if count == 0, isRequired, !isAsked { missing.append(argument) }
            assigned.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        guard missing.isEmpty else { throw .missingArguments(missing, of: self, after: words.last) }
        if let extra = rest.first { throw .unexpectedArgument(extra, of: self) }
        return assigned
    }
}
