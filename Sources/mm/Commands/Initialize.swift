import MemossFiles

extension ArgumentSyntax {
    fileprivate static let directory = ArgumentSyntax(
        "DIR",
        .optional,
        help: "the directory (default: the current one)",
        completion: .directory
    )
}

extension Command {
    static let initialize = Command(
        ["init"],
        summary: "turn a directory into a reminder folder",
        discussion: """
            Writes tags.yaml, the tag registry. Existing Markdown files become reminders and notes as they are, \
            and their tags are registered, each in the spelling that most files use. If there are none, the \
            registry starts with the tags Personal, Work, Health and Shopping. No other file is changed. If \
            tags.yaml already exists, nothing changes.
            """,
        arguments: [.directory],
        examples: [
            "mm init ~/reminders": "Create a new folder.",
            "mm init": "Use the Markdown files that are already here.",
        ]
    ) { invocation, session throws(MemossError) in
        let given = invocation.arguments(.directory).first
        guard given?.isEmpty != true else { throw invocation.usageError("DIR: the name is empty") }
        let base = session.directory
        let place = given.map { $0.hasPrefix("/") || base == "." ? $0 : base + "/" + $0 } ?? base
        let creation = try ReminderFolder.create(at: place, try session.time(), id: { Environment.randomUUID() })
        if let recovered = creation.recovered { session.console.warn(recovered) }
        if let made = creation.made {
            let path = place == "." ? TagRegistry.fileName : "\(place)/\(TagRegistry.fileName)"
            session.console.info("created \(path)\(made.contents)")
            session.warn(about: made)
            let texts = try texts(with: made, in: creation.folder)
            if texts > 0 {
                session.console.info(
                    "\(texts.counted("file")) with #tags in the text, which are not read: "
                        + "write 'tags_in_text: true' to \(FolderSettings.fileName), then: mm tag adopt"
                )
            }
            if Environment.value("MM_DIR") == nil, session.configuration().directory == nil,
                let path = try? Directory.realPath(place)
            {
                session.console.info("to use it from anywhere: mm config directory \(path.shellWord)")
            }
        } else {
            session.console.info(
                "\(place == "." ? "this directory" : place) is already a reminder folder; nothing was changed"
            )
        }
        if creation.made != nil, let (outer, path) = creation.folder.enclosing() {
            session.console.warn(
                "this folder is inside the folder \(outer.root), and commands for that one read these files too",
                hint: "to keep them apart: add '\(path)/' to \(outer.root)/\(IgnoreList.fileName)"
            )
        }
        if creation.made != nil { session.warnAboutFolders(in: creation.folder) }
        let settings = creation.folder.settings()
        if let shared = SharedFolder.statement(settings) {
            session.console.info(shared)
            session.console.info(SharedFolder.off)
        }
        if session.isJSON { session.console.write(json(place, creation.made, settings)) }
        return creation.made?.skipped.isEmpty == false ? .failure : .done
    }

    /// The number of files that have tags in their text, if texts are not read.
    private static func texts(with made: ReminderFolder.Made, in folder: ReminderFolder) throws(MemossError) -> Int {
        let registry = folder.registry()
        guard made.isAdopted, !registry.settings.readsTagsInText else { return 0 }
        return try folder.left(by: .mentioningAny, in: Snapshot(registry: registry)).texts
    }

    private static func json(
        _ place: String,
        _ made: ReminderFolder.Made?,
        _ settings: FolderSettings
    ) -> [UInt8] {
        JSONWriter.document { json in
            json.field("directory", place)
            json.field("made", made != nil)
            json.field("tags", made?.tags.map(\.text) ?? [])
            json.field("reminders", made?.reminders)
            json.field("notes", made?.notes)
            SharedFolder.write(settings, to: &json)
        }
    }
}

extension ReminderFolder.Made {
    /// Describes the contents of the registry, after its name.
    fileprivate var contents: String {
        guard isAdopted else { return " with the tags Personal, Work, Health and Shopping" }
        let files = "\(notes.counted("note")) and \(reminders.counted("reminder"))"
        return tags.isEmpty
            ? " without tags: the front matter of \(files) has none" : " with \(TagText.several(tags)) from \(files)"
    }
}

extension Session {
    /// Warns about folders inside the new one, which its commands now read too.
    fileprivate mutating func warnAboutFolders(in folder: ReminderFolder) {
        let inner = folder.enclosed()
        guard !inner.isEmpty else { return }
        let shown = inner.prefix(3)
        let others = inner.count > shown.count ? ["\(inner.count - shown.count) more"] : []
        let names = (shown.map { String($0.dropLast()) } + others).listed("and")
        let lines = (shown.map { "'\($0)'" } + others).listed("and")
        console.warn(
            "this folder contains the \(inner.count == 1 ? "folder" : "folders") \(names), and its commands read these files too",
            hint: "to keep them apart: add \(lines) to \(folder.root)/\(IgnoreList.fileName)"
        )
    }

    /// Warns about anything that could not be adopted.
    fileprivate mutating func warn(about made: ReminderFolder.Made) {
        for skipped in made.skipped {
            console.report(MemossError(.failure, "\(skipped.path): \(skipped.reason)"))
        }
        if made.unreadable > 0 {
            let files = made.unreadable == 1 ? "1 file or directory" : "\(made.unreadable) files or directories"
            console.warn(
                "\(files) could not be read, so tags that appear only there are not registered: see 'mm check'",
                hint: "once they can be read, register their tags with: mm tag adopt"
            )
        }
    }
}
