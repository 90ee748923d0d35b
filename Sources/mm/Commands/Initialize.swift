import MemossFiles

extension Command {
    static let initialize = Command(
        syntax: CommandSyntax(
            ["init"],
            summary: "make a folder: a registry with four tags",
            discussion: """
                Writes tags.yaml with the tags Personal, Work, Health and Shopping, and nothing else. In a directory that \
                has a registry nothing is changed. Markdown files that are there already become reminders and notes as \
                they are.
                """,
            arguments: [
                ArgumentSyntax("DIR", .optional, help: "the directory (default: this one)", completion: .directory)
            ],
            examples: [CommandSyntax.Example("mm init ~/reminders", "a new folder")]
        )
    ) { invocation, session throws(MemossError) in
        let given = invocation.arguments("DIR").first
        guard given?.isEmpty != true else { throw invocation.usageError("DIR: a directory needs a name") }
        let base = session.directory
        let place = given.map { $0.hasPrefix("/") || base == "." ? $0 : base + "/" + $0 } ?? base
        if try holdsRegistry(place) {
            session.console.say("\(place == "." ? "this directory" : place) is a folder already: nothing was changed")
        } else {
            let today = try session.time().local.date
            try ReminderFolder.create(at: place, today: today, id: Environment.randomUUID)
            let path = place == "." ? TagRegistry.fileName : "\(place)/\(TagRegistry.fileName)"
            session.console.say("made \(path) with the tags Personal, Work, Health and Shopping")
        }
        if session.isJSON {
            session.console.write(JSONWriter.document { $0.field("directory", place) })
        }
        return .done
    }

    private static func holdsRegistry(_ place: String) throws(MemossError) -> Bool {
        do throws(SystemError) {
            return try Directory.holds(TagRegistry.fileName, in: place)
        } catch {
            throw MemossError(.failure, "\(place): \(error.reason)")
        }
    }
}
