import MemossFiles

extension ArgumentSyntax {
    fileprivate static let key = ArgumentSyntax(
        "KEY",
        .optional,
        help: "such as clock, times.morning, push.topic, aliases.NAME or queries.NAME",
        completion: .configurationKey
    )
    fileprivate static let value = ArgumentSyntax("VALUE", .many, help: "the value to set")
}

extension OptionSyntax {
    fileprivate static let unset = OptionSyntax("unset", help: "remove KEY, so that its default is in effect")
}

extension Command {
    static let config = Command(
        ["config"],
        summary: "show or change the configuration",
        discussion: """
            Without KEY, shows where the configuration file is, the values in effect, and where each comes from. \
            With KEY, prints its value. With VALUE, sets it in the file and changes no other byte; the file is \
            created if necessary. With --unset, removes it. 'mm undo' does not cover this file.

            An alias is a name for the words of an mm command: with 'aliases.wk' set to 'list scheduled:week', \
            'mm wk tag:home' runs 'mm list scheduled:week tag:home'. It never replaces a command. A named query \
            can be used as @NAME in any query.
            """,
        arguments: [.key, .value],
        options: [.unset, .dryRun],
        examples: [
            "mm config": "Show the whole configuration.",
            "mm config clock 12": "Show times as 5:00 pm.",
            "mm config aliases.wk 'list scheduled:week'": "Make 'mm wk' list the next seven days.",
            "mm config queries.bills 'tag:bills is:open'": "Name a query '@bills'.",
            "mm config --unset clock": "Show times on the 24-hour clock again.",
        ]
    ) { invocation, session throws(MemossError) in
        let (key, words) = (invocation.arguments(.key).first, invocation.arguments(.value))
        let value = words.joined(separator: " ")
        if invocation.flag(.unset) {
            guard let key, words.isEmpty else {
                throw invocation.usageError(key == nil ? "'--unset' needs KEY" : "'--unset' takes KEY and no VALUE")
            }
            return try session.set(key, to: nil, invocation)
        }
        if let key, !words.isEmpty { return try session.set(key, to: value, invocation) }
        guard !invocation.flag(.dryRun) else {
            throw invocation.usageError("'--dry-run' needs KEY and VALUE, or --unset and KEY")
        }
        return try session.showConfiguration(key, invocation)
    }
}

extension Session {
    private static func path() throws(MemossError) -> String {
        guard let path = Environment.configurationPath else {
            throw MemossError(.failure, "no configuration file: neither XDG_CONFIG_HOME nor HOME is set")
        }
        return path
    }

    // MARK: Showing

    fileprivate mutating func showConfiguration(
        _ key: String?,
        _ invocation: Invocation
    ) throws(MemossError) -> ExitStatus {
        let path = try Self.path()
        let all = configuration().settings.map { setting in
            let variable = setting.key == "directory" ? Environment.value("MM_DIR") : nil
            let source = variable.map { _ in "MM_DIR" } ?? setting.line.map { "config.yaml:\($0)" } ?? "default"
            return (key: setting.key, value: variable ?? setting.value, source: source)
        }
        let shown = all.filter { setting in key.map { setting.key == $0 || setting.key.hasPrefix($0 + ".") } ?? true }
        if let key, shown.isEmpty, key.hasPrefix("aliases.") || key.hasPrefix("queries.") {
            throw MemossError(
                .notFound,
                "'\(key)' is not in the configuration",
                hints: (Spelling.nearest(to: key, among: all.map(\.key)).first.map { ["did you mean '\($0)'?"] } ?? [])
                    + ["set it with: mm config \(key) VALUE"]
            )
        }
        if let key, shown.isEmpty, key != "aliases", key != "queries" { throw unknownKey(key, invocation) }
        if isJSON {
            console.write(
                JSONWriter.document { json in
                    json.field("path", path)
                    json.objects("values", shown) { setting, json in
                        json.field("key", setting.key)
                        json.field("value", setting.value)
                        json.field("source", setting.source)
                    }
                }
            )
            let isUnset = key.map { key in shown.allSatisfy { $0.key == key && $0.value == nil } } ?? false
            return isUnset && !shown.isEmpty ? .negative : .done
        }
        if let key, shown.count == 1, shown[0].key == key {
            // As it is, for scripts.
            if let value = shown[0].value { console.write(value + (value.hasSuffix("\n") ? "" : "\n")) }
            return shown[0].value == nil ? .negative : .done
        }
        if key == nil {
            console.line(Printable.line(path), .heading)
            if (try? FileContents.read(path, limit: 1)) == nil {
                console.info("the file does not exist yet; 'mm config KEY VALUE' creates it")
            }
        }
        let rows = shown.map { setting -> [Columns.Cell] in
            let lines = setting.value?.lines.filter { !$0.isEmpty } ?? []
            let value = lines.count > 1 ? "\(lines.count) lines" : lines.first.map { Printable.line(String($0)) } ?? ""
            return [.text(setting.key, .handle), .text(value), .text(setting.source, .dimmed)]
        }
        let columns = Columns(3, yields: [(1, 16), (2, 0), (1, 8)], below: 2..<3, under: 1)
        console.draw(rows, in: columns)
        if key == nil { warnOfRisks() }
        if key == nil, let shared = (try? folder()).flatMap({ SharedFolder.statement($0.settings()) }) {
            console.info("this folder is \(shared)")
            console.info(SharedFolder.off)
        }
        return .done
    }

    private mutating func unknownKey(_ key: String, _ invocation: Invocation) -> MemossError {
        let known = configuration().settings.map(\.key) + Configuration.keys
        let nearest = Spelling.nearest(to: key, among: known).first
        return invocation.usageError(
            "'\(key)' is not in the configuration",
            hints: [nearest.map { "did you mean '\($0)'?" } ?? "the keys are \(Configuration.keys.listed("and"))"]
        )
    }

    // MARK: Setting

    /// - Parameter value: nil to remove the key.
    fileprivate mutating func set(
        _ key: String,
        to value: String?,
        _ invocation: Invocation
    ) throws(MemossError) -> ExitStatus {
        guard !FolderSettings.keys.contains(key) else {
            throw invocation.usageError(
                "'\(key)' is a setting of a folder, and not in the configuration",
                hints: ["write '\(key): \(value ?? "…")' to the file \(FolderSettings.fileName) in the folder"]
            )
        }
        let path = try Self.path()
        let before = try naming(path, try unlessMissing(try FileContents.readWhole(path)))
        let after: [UInt8]
        do throws(ParseError) {
            after = try Configuration.setting(key, to: value, in: before?.bytes ?? [], taken: Self.commandNames)
        } catch {
            throw invocation.usageError(error)
        }
        if value == nil, after == before?.bytes ?? [], !key.hasPrefix("aliases."), !key.hasPrefix("queries."),
            !(configuration().settings.map(\.key) + Configuration.keys).contains(key)
        {
            throw unknownKey(key, invocation)
        }
        if let value { try check(value, of: key, invocation, in: after) }
        let edit = FileEdit(path: "config.yaml", before: before, after: after)
        let plan = EditPlan(edits: after == before?.bytes ?? [] ? [] : [edit])
        let isDryRun = invocation.flag(.dryRun)
        if !isDryRun, !plan.isEmpty {
            let isWritten = try naming(try Directory.replaceFile(path, before, by: after))
            if !isWritten { throw MemossError(.failure, "another program changed \(path); nothing was written") }
        }
        EditReport(plan, isDryRun: isDryRun, verb: "\(path): \(value == nil ? "unset" : "set") '\(key)'").show(
            in: &self
        )
        let risks = Configuration(parsing: after, path: path).risks
        warn(about: risks.filter { !configuration().risks.contains($0) })
        let isFolder = { (path: String) in
            (try? ReminderFolder.nearest(to: Environment.expandingHome(path))) ?? nil != nil
        }
        if key == "directory", let value, !isFolder(value) {
            console.warn("\(value) is not in a reminder folder", hint: "make it one: mm init \(value.shellWord)")
        }
        return .done
    }

    /// Refuses an alias that refers to itself, and a query with a misspelt term.
    private mutating func check(
        _ value: String,
        of key: String,
        _ invocation: Invocation,
        in bytes: [UInt8]
    ) throws(MemossError) {
        let configuration = Configuration(parsing: bytes, path: "", taken: Self.commandNames)
        if key.hasPrefix("aliases.") {
            let aliases = configuration.aliases.map { Alias(name: $0.name, text: $0.text) }
            guard let loop = Alias(name: String(key.dropFirst(8)), text: value).loop(among: aliases) else { return }
            throw invocation.usageError(
                "the alias '\(loop[0].name)' would refer to itself",
                hints: loop.map { "'\($0.name)' is an alias for '\($0.text)'" }
            )
        }
        // Whether a key is misspelt depends on the files.
        guard key.hasPrefix("queries."), let time = try? time(), (try? folder()) != nil,
            let query = try? Query(
                parsing: value,
                now: time.local,
                times: time.times,
                named: configuration.queryTexts
            ), !query.keys.isEmpty
        else { return }
        _ = try warnAboutMissingKeys(of: query, in: value, Snapshot(registry: TagRegistry()))
    }
}
