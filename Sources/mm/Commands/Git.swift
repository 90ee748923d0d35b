import MemossFiles

extension OptionSyntax {
    fileprivate static let global = OptionSyntax(
        "global",
        help: "for all repositories of the user (git config --global), not only for this clone"
    )
}

extension Command {
    static let gitGroup = Command(["git"], summary: "set up git to merge reminders", section: "Git")

    static let gitInstall = Command(
        ["git", "install"],
        summary: "make git merge this folder's files with mm",
        discussion: """
            Adds lines to .gitattributes at the root of the folder, and a merge driver to the configuration of \
            git. From then on, git merge, pull, rebase, cherry-pick and stash merge reminders key by key: they \
            stop only where both sides changed the same key in different ways. If mm is missing or fails, git \
            merges as usual.

            The attributes are part of the repository, so commit them. The driver is not: run this command once \
            in every clone, or once for each user with --global. Repeating it changes nothing.
            """,
        section: "Git",
        options: [.global, .dryRun],
        examples: [
            "mm git install": "Set up this clone.",
            "mm git install --global": "Set up all repositories of this user.",
        ]
    ) { invocation, session throws(MemossError) in try session.changeGit(invocation, installs: true) }

    static let gitUninstall = Command(
        ["git", "uninstall"],
        summary: "make git merge this folder's files line by line again",
        discussion: """
            Removes what 'mm git install' added: the lines in .gitattributes, and the merge driver. Other lines \
            and settings stay.
            """,
        section: "Git",
        options: [.global, .dryRun],
        examples: ["mm git uninstall": "Undo 'mm git install'."]
    ) { invocation, session throws(MemossError) in try session.changeGit(invocation, installs: false) }

    static let gitStatus = Command(
        ["git", "status"],
        summary: "show whether git merges this folder's files with mm",
        discussion: "Exits with 1 if it does not.",
        section: "Git",
        examples: ["mm git status": "Show what is set up."]
    ) { _, session throws(MemossError) in
        let folder = try session.folder()
        let status = try GitSetup(root: folder.root).status()
        if session.isJSON {
            session.console.write(
                JSONWriter.document { json in
                    json.field("repository", status.repository)
                    json.field("attributes", status.hasAttributes)
                    json.field("driver", status.driver)
                    json.field("installed", status.isComplete)
                }
            )
            return status.isComplete ? .done : .negative
        }
        guard let repository = status.repository else {
            session.console.info("this folder is not in a git repository")
            return .negative
        }
        session.console.line("repository: \(Printable.line(repository))")
        session.console.line("attributes: \(status.hasAttributes ? "set" : "not set")")
        let driver = status.driver == nil ? "not set" : status.isCurrent ? "set" : "set to another command"
        session.console.line("driver:     \(driver)")
        if let other = status.driver, !status.isCurrent { session.console.line("  \(Printable.line(other))", .dimmed) }
        session.console.flush()
        session.warn(of: status.overrides)
        try session.warnOfStoppedSync()
        if status.isCurrent { session.warn(ofMissingProgram: status) }
        if !status.hasAttributes && status.overrides.isEmpty || !status.isCurrent {
            session.console.info("set it up with: mm git install")
        }
        return status.isComplete ? .done : .negative
    }
}

extension Session {
    /// Installs or uninstalls the merge driver.
    fileprivate mutating func changeGit(_ invocation: Invocation, installs: Bool) throws(MemossError) -> ExitStatus {
        let folder = try folder()
        let setup = GitSetup(root: folder.root)
        let status = try setup.status()
        guard status.repository != nil else {
            throw MemossError(
                .failure,
                "\(folder.root) is not in a git repository",
                hints: ["create one with: git init"]
            )
        }
        let isDryRun = invocation.flag(.dryRun)
        let scope = invocation.flag(.global) ? "--global" : "--local"
        if !isDryRun { Environment.removeScratch() }
        let edit = try attributesEdit(setup, installs: installs)
        let commands = try settingCommands(setup, scope, installs: installs)
        if !isDryRun {
            // Each begins with `config` and the scope.
            if !commands.isEmpty {
                try setup.configure(commands.map { Array($0.dropFirst(2)) }, isGlobal: invocation.flag(.global))
            }
            if let edit { try write(edit, at: "\(folder.root)/\(GitSetup.attributesName)") }
        }
        let isChange = edit != nil || !commands.isEmpty
        if isChange, !isDryRun { try setup.git.flush() }
        let after = installs && !isDryRun ? try setup.status() : nil
        let overrides = after?.overrides ?? []
        warn(of: overrides)
        if installs { warn(ofMissingProgram: status) }
        let other = after.flatMap { $0.isCurrent ? nil : $0.driver }
        if let other {
            console.warn(
                "this clone has a merge driver of its own, which takes precedence: \(Printable.line(other))",
                hint: "remove it: git config --local --remove-section merge.\(GitSetup.driverName)"
            )
        }
        if isJSON {
            console.write(
                JSONWriter.document { json in
                    json.field("changed", isChange)
                    json.field("attributes", edit != nil)
                    json.field("driver", !commands.isEmpty)
                    json.field("dryRun", isDryRun)
                }
            )
            return overrides.isEmpty && other == nil ? .done : .negative
        }
        if isDryRun {
            for command in commands { console.line("git " + command.map(\.shellWord).joined(separator: " ")) }
            console.write(EditPlan(edits: edit.map { [$0] } ?? []).patch)
            console.flush()
            console.info(isChange ? "nothing was written" : "nothing to change")
        } else if !overrides.isEmpty {
            console.info(
                "the merge driver is set up, but not for these; remove the lines that take precedence, or put those of mm last"
            )
            return .negative
        } else if other != nil {
            return .negative
        } else if !isChange {
            if !installs { console.info("there is nothing to remove") }
            if installs, status.isProgramFound { console.info("git already merges this folder with mm") }
        } else if installs {
            if status.isProgramFound { console.info("git now merges reminders and tags.yaml in this folder with mm") }
            if edit != nil { console.info("commit \(GitSetup.attributesName), and run this command in every clone") }
        } else {
            console.info("git now merges this folder line by line")
        }
        return .done
    }

    fileprivate mutating func warn(ofMissingProgram status: GitSetup.Status) {
        guard !status.isProgramFound else { return }
        console.warn(
            "'mm' is not on PATH, so git cannot run it, and merges line by line",
            hint: "put mm into a directory of PATH"
        )
    }

    /// Warns about files that git merges with another driver.
    fileprivate mutating func warn(of overrides: [GitSetup.Override]) {
        for override in overrides { console.warn(Printable.line(override.message)) }
    }

    /// - Returns: nil if the file does not change.
    private func attributesEdit(_ setup: GitSetup, installs: Bool) throws(MemossError) -> FileEdit? {
        let path = "\(setup.root)/\(GitSetup.attributesName)"
        // The link's target may belong to someone else.
        guard try !naming(try Directory.isSymbolicLink(path)) else {
            throw MemossError(.failure, "\(GitSetup.attributesName) is a symbolic link, which git does not read")
        }
        let before = try naming(try Directory.contents(of: path))
        let old = before?.bytes ?? []
        let new = installs ? GitSetup.adding(to: old) : GitSetup.removing(from: old)
        // Without its lines, a file that 'mm' made says nothing.
        let after = installs || !new.isEmpty ? new : nil
        return new == old ? nil : FileEdit(path: GitSetup.attributesName, before: before, after: after)
    }

    private func write(_ edit: FileEdit, at path: String) throws(MemossError) {
        guard let after = edit.after else { return try naming(try Directory.removeFile(path)) }
        let isWritten = try naming(try Directory.replaceFile(path, edit.before, by: after))
        guard isWritten else { throw MemossError(.failure, "another program changed \(path); run the command again") }
    }

    /// The git commands that change the configuration; none if it is already right.
    private func settingCommands(
        _ setup: GitSetup,
        _ scope: String,
        installs: Bool
    ) throws(MemossError) -> [[String]] {
        var commands: [[String]] = []
        var hasAny = false
        for (key, value) in GitSetup.settings {
            let found = try setup.git.run(["config", scope, "--get", key], capturesErrors: false)
            hasAny = hasAny || found.status == 0
            if installs, found.status != 0 || found.text != value { commands.append(["config", scope, key, value]) }
        }
        if !installs, hasAny { commands = [["config", scope, "--remove-section", "merge.\(GitSetup.driverName)"]] }
        return commands
    }
}
