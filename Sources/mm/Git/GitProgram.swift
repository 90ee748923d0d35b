import CLibrary
import MemossFiles

/// Runs the user's `git` in a directory.
struct GitProgram {
    let directory: String
    /// Whether the commands write. If they only read, they run no program that the repository's own settings name, since it
    /// may come from elsewhere. If they write, all settings of git apply, and nothing is lost in a power failure once
    /// `flush` has ended.
    var isWriting = false
    /// A file to use in place of the index of the repository.
    var index: String?
    /// Known if it was asked for before, since it does not change while a command runs.
    var place: GitPlace?

    init(directory: String, isWriting: Bool = false) { (self.directory, self.isWriting) = (directory, isWriting) }

    /// What git writes is synced. Loose objects are not, each by itself: `flush` syncs all of them at once, before
    /// anything refers to them.
    private static let durability = [
        "-c", hasSyncfs ? "core.fsync=all,-loose-object" : "core.fsync=all",
    ]

    struct Output {
        var status: Int32
        /// The output, including standard error if that was captured.
        var bytes: [UInt8]

        /// The output without the final line break.
        var text: String {
            let end = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
            return String(decoding: end, as: UTF8.self)
        }

        /// The lines that are worth showing, without the blanks around them. `Done` ends those of `git push --porcelain`.
        fileprivate var lines: [String] {
            let lines = text.replacing("\t", with: " ").split(whereSeparator: \.isNewline).map { line in
                let start = line.drop(while: \.isWhitespace)
                return String(start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
            }
            return lines.filter { !$0.isEmpty && !$0.hasPrefix("hint:") && $0 != "Done" }
        }
    }

    /// The status that shells use for a program that is not found.
    private static let notFound: Int32 = 127

    /// Variables that a hook or shell working on another repository may have set. They are cleared, because the folder
    /// determines the repository, and because paths are literal only where a command says so.
    private static let foreign =
        "GIT_DIR GIT_WORK_TREE GIT_IMPLICIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY "
        + "GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_PREFIX GIT_NAMESPACE GIT_SHALLOW_FILE GIT_GRAFT_FILE "
        + "GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS"

    /// - Parameters:
    ///   - input: what git reads from standard input.
    ///   - capturesErrors: whether the output includes what git prints to standard error, which is otherwise discarded.
    /// - Throws: a `MemossError` if git cannot be run.
    func run(
        _ arguments: [String],
        input: [UInt8] = [],
        capturesErrors: Bool = true
    ) throws(MemossError) -> Output {
        let output = try execute(arguments, input: input, capturesErrors: capturesErrors)
        guard output.status != Self.notFound else { throw Self.failure("it was not found") }
        return output
    }

    /// Like `run`, but with the status `notFound` if git is not installed.
    private func execute(
        _ arguments: [String],
        input: [UInt8] = [],
        capturesErrors: Bool = true
    ) throws(MemossError) -> Output {
        var process = [try start(arguments, input: input, capturesErrors: capturesErrors)]
        GitProcess.transfer(&process)
        return try process[0].end()
    }

    private func start(
        _ arguments: [String],
        input: [UInt8],
        capturesErrors: Bool
    ) throws(MemossError) -> GitProcess {
        let errors = capturesErrors ? "2>&1" : "2>/dev/null"
        let index = index.map { "GIT_INDEX_FILE=\($0.shellWord) " } ?? ""
        let variables = isWriting ? index : Self.readingVariables + index
        let (settings, arguments) = isWriting ? (Self.durability, arguments) : try reading(arguments)
        return try GitProcess(input) { streams, hasInput in
            ShellCommand(
                words: [
                    "unset \(Self.foreign); \(variables)LC_ALL=C exec git \"$@\" \(hasInput ? "" : "</dev/null") \(errors)",
                    "git", "-C", directory,
                ] + settings + arguments,
                streams: streams
            )
        }
    }

    /// The standard outputs of a command that has to succeed, run at the same time with each of the inputs.
    ///
    /// - Throws: a `MemossError` with git's own message if it fails.
    func data(_ arguments: [String], inputs: [[UInt8]]) throws(MemossError) -> [[UInt8]] {
        guard inputs.count > 1 else { return [try data(arguments, input: inputs.first ?? [])] }
        var processes: [GitProcess] = []
        var fault: MemossError?
        do throws(MemossError) {
            for input in inputs { processes.append(try start(arguments, input: input, capturesErrors: false)) }
        } catch {
            fault = error
        }
        GitProcess.transfer(&processes)
        var outputs: [[UInt8]] = []
        for (process, input) in zip(processes, inputs) {
            do throws(MemossError) {
                let output = try process.end()
                // It says why when it runs again, alone.
                outputs.append(output.status == 0 ? output.bytes : try data(arguments, input: input))
            } catch {
                fault = fault ?? error
            }
        }
        if let fault { throw fault }
        return outputs
    }

    /// The standard output of a command that has to succeed.
    ///
    /// - Throws: a `MemossError` with git's own message if it fails.
    func data(_ arguments: [String], input: [UInt8] = []) throws(MemossError) -> [UInt8] {
        let output = try run(arguments, input: input, capturesErrors: false)
        guard output.status != 0 else { return output.bytes }
        throw Self.failed(arguments, try run(arguments, input: input))
    }

    /// Runs a command that changes something, once.
    ///
    /// - Throws: a `MemossError` with git's own message if it fails.
    func succeed(_ arguments: [String], input: [UInt8] = []) throws(MemossError) {
        let done = try run(arguments, input: input)
        guard done.status == 0 else { throw Self.failed(arguments, done) }
    }

    /// Makes everything durable that was written to the repository and to the files in the directory.
    func flush() throws(MemossError) {
        let directories = try knownPlace().directories
        try naming(try Directory.syncFileSystems(of: [directory] + directories))
    }

    /// The output of a command that prints a single line.
    func line(_ arguments: [String]) throws(MemossError) -> String {
        Output(status: 0, bytes: try data(arguments)).text
    }

    /// Whether the directory is in a repository.
    ///
    /// - Throws: a `MemossError` if the repository cannot be used: with git's own message, or because git is not installed.
    func isInRepository() throws(MemossError) -> Bool {
        let arguments = ["rev-parse", "--git-dir"]
        let output = try execute(arguments)
        if output.status == Self.notFound, hasRepository { throw Self.failure("it was not found") }
        // A path may follow instead, which refers to a repository that no longer exists.
        guard output.status != 0, output.status != Self.notFound, !output.text.contains("not a git repository (or any ")
        else { return output.status == 0 }
        _ = try data(arguments)
        return true
    }

    /// Whether git would find a repository, as far as names tell.
    private var hasRepository: Bool {
        var place = directory
        while !place.isEmpty, place != "/" {
            if access("\(place)/.git", F_OK) == 0 { return true }
            place = FilePath.parent(of: place)
        }
        return false
    }

    /// Whether the current branch has a commit.
    func hasCommits() throws(MemossError) -> Bool {
        let output = try run(["rev-parse", "--verify", "--quiet", "HEAD"])
        guard output.status > 1 else { return output.status == 0 }
        throw Self.failed(["rev-parse"], output)
    }

    /// The maximum number of lines of output that an error shows.
    private static let mostLines = 8

    /// With the reason that git gives, and the other lines as hints.
    static func failed(_ arguments: [String], _ output: Output) -> MemossError {
        let lines = output.lines
        let isReason = { (line: String) in line.hasPrefix("fatal: ") || line.hasPrefix("error: ") }
        let reason = lines.first { $0.contains(lockExists) } ?? lines.first(where: isReason)
        let rest = lines.filter { $0 != reason }.suffix(mostLines)
        return MemossError(
            .failure,
            "git \(name(of: arguments)): \(reason.map { isReason($0) ? String($0.dropFirst(7)) : $0 } ?? "status \(output.status)")",
            hints: output.text.contains(lockExists) ? [lockHint] : Array(rest)
        )
    }

    static func failed(_ arguments: [String], _ reason: String) -> MemossError {
        MemossError(.failure, "git \(name(of: arguments)): \(reason)")
    }

    /// The subcommand.
    static func name(of arguments: [String]) -> String {
        arguments.drop { $0.hasPrefix("-") || $0.contains("=") }.first ?? ""
    }

    /// What git says of a lock that another git holds, or that one left behind.
    static let lockExists = ".lock': File exists"
    static let lockHint = "if no other git is running, one was interrupted: delete that file, and run mm again"

    static func failure(_ reason: String) -> MemossError { MemossError(.failure, "cannot run git: \(reason)") }
}
