import CLibrary
import MemossFiles

/// A branch of another repository, with which a local branch is synchronised.
struct GitRemote {
    let name: String
    let branch: String
    let git: GitProgram
    /// The user's ssh command.
    private let sshCommand: String?

    /// Its commit as of the last fetch.
    var tracking: String { "refs/remotes/\(name)/\(branch)" }
    /// For display.
    var label: String { "\(name)/\(branch)" }

    /// - Parameter asked: the name that the user gave.
    /// - Returns: nil if the repository has no remote.
    /// - Throws: a `MemossError` if there are several and none is configured.
    init?(_ asked: String?, for local: String, _ git: GitProgram) throws(MemossError) {
        self.git = git
        let settings = try git.knownPlace().values
        let names = settings.keys.compactMap { key -> String? in
            guard key.hasPrefix("remote."), key.hasSuffix(".url") else { return nil }
            return String(key.dropFirst("remote.".count).dropLast(".url".count))
        }.sorted()
        // Git uses a dot for this repository itself, which is not a remote.
        let usual = settings["branch.\(local).remote"].flatMap { names.contains($0) ? $0 : nil }
        if let asked, !names.contains(asked) {
            let hint =
                names.isEmpty
                ? "add it: git remote add \(asked.shellWord) URL" : "there is: \(names.joined(separator: ", "))"
            throw MemossError(.failure, "there is no remote '\(asked)'", hints: [hint])
        }
        guard let name = asked ?? usual ?? (names.count == 1 ? names[0] : names.first { $0 == "origin" }) else {
            if names.isEmpty { return nil }
            throw MemossError(
                .failure,
                "the branch '\(local)' has no upstream, and there are several remotes: \(names.joined(separator: ", "))",
                hints: ["choose one: mm sync --remote \(names[0].shellWord)"]
            )
        }
        let target = settings["branch.\(local).pushremote"] ?? settings["remote.pushdefault"] ?? name
        guard asked != nil || target == name else {
            throw MemossError(
                .failure,
                "git pushes '\(local)' to '\(target)', but fetches it from '\(name)'; mm sync needs one remote for both",
                hints: ["choose one: mm sync --remote \(name.shellWord)"]
            )
        }
        (self.name, sshCommand) = (name, settings["core.sshcommand"])
        let followed = settings["branch.\(local).merge"].flatMap { reference in
            reference.hasPrefix("refs/heads/") ? String(reference.dropFirst("refs/heads/".count)) : nil
        }
        branch = name == usual ? followed ?? local : local
    }

    // MARK: Fetching

    enum Fetched {
        /// The commit.
        case found(String)
        /// The repository has no such branch yet.
        case missing
        /// With the error message of git or ssh.
        case unreachable(String)
    }

    func fetch() throws(MemossError) -> Fetched {
        // The explicit refspec keeps a mirror's own settings from changing local branches.
        let options = ["-q", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--refmap="]
        let former = try commit()
        let fetch = ["fetch"] + options + [name, "+refs/heads/\(branch):\(tracking)"]
        var done = try git.run(fetch)
        // Another git, such as that of the timer, has fetched meanwhile.
        if done.status != 0, done.text.contains("cannot lock ref") { done = try git.run(fetch) }
        if done.status == 0, let commit = try commit() { return .found(commit) }
        if done.text.contains("couldn't find remote ref") {
            guard former == nil else {
                throw MemossError(
                    .failure,
                    "\(name) no longer has the branch \(branch)",
                    hints: ["to create it again: git push \(name.shellWord) HEAD:refs/heads/\(branch.shellWord)"]
                )
            }
            return .missing
        }
        if let reason = Self.networkFault(in: done.text) { return .unreachable(reason) }
        throw GitProgram.failed(["fetch"], done)
    }

    /// The commit that was fetched last.
    func commit() throws(MemossError) -> String? {
        let arguments = ["rev-parse", "--verify", "--quiet", "\(tracking)^{commit}"]
        let found = try git.run(arguments, capturesErrors: false)
        guard found.status < 2 else { return try git.line(arguments) }
        return found.status == 0 ? found.text : nil
    }

    // MARK: Pushing

    enum Pushed {
        case done
        /// Someone else has pushed in the meantime, or is pushing now.
        case overtaken(MemossError)
        case unreachable(String)
    }

    func push(_ commit: String) throws(MemossError) -> Pushed {
        let done = try git.run(["push", "--porcelain", "--no-follow-tags", name, "\(commit):refs/heads/\(branch)"])
        if done.status == 0 { return .done }
        let races = ["cannot lock ref", "failed to update ref", "reference already exists", "incorrect old value"]
        let failure = GitProgram.failed(["push"], done)
        if done.text.contains("[rejected]") || races.contains(where: done.text.contains) { return .overtaken(failure) }
        if let reason = Self.networkFault(in: done.text) { return .unreachable(reason) }
        throw failure
    }

    // MARK: Network

    /// The line in which git or ssh reports a failed connection.
    private static func networkFault(in text: String) -> String? {
        let faults = [
            "could not resolve host", "temporary failure in name resolution", "network is unreachable",
            "no route to host", "connection refused", "connection timed out", "operation timed out",
            "failed to connect", "couldn't connect", "connection reset", "network is down", "unable to look up",
            "connection closed by remote host",
        ]
        let line = text.split(whereSeparator: \.isNewline).first { line in
            let lower = line.lowercased()
            return faults.contains { lower.contains($0) }
        }
        return line.map { $0.hasPrefix("fatal: ") ? String($0.dropFirst(7)) : String($0) }
    }

    /// Makes git and ssh fail instead of asking for a password on the terminal or in a window, where nobody would
    /// answer. If the user has configured another program in place of ssh, it is left alone.
    func neverAsk() {
        setenv("GIT_TERMINAL_PROMPT", "0", 1)
        setenv("GIT_ASKPASS", "false", 1)
        let other = Environment.value("GIT_SSH").map { _ in "" }
        let command = Environment.value("GIT_SSH_COMMAND") ?? sshCommand ?? other ?? "ssh"
        guard let program = command.split(separator: " ").first, FilePath.name(of: String(program)) == "ssh" else {
            return
        }
        setenv("GIT_SSH_COMMAND", "\(command) -o BatchMode=yes", 1)
    }
}
