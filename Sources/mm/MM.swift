import CBuild
import CLibrary
internal import Interaction
import MemossFiles

@main
struct MM {
    static let version = "0.1.0"

    /// `mm 0.1.0 (1a2b3c4d5e)`, and the versions of the YAML parser and of the time zone data.
    private static var versions: String {
        let commit = String(cString: mm_commit())
        return "mm \(version)\(commit.isEmpty ? "" : " (\(commit))")\nlibyaml \(YAMLDocument.parserVersion)\n"
            + "tzdata \(Environment.zones.release ?? "unknown")\n"
    }

    static func main() {
        guard let given else {
            var console = Console(color: .auto, isQuiet: false)
            console.report(MemossError(.failure, "the arguments cannot be read", hints: ["is /proc mounted?"]))
            exit(ExitStatus.failure.rawValue)
        }
        var words: [String] = []
        while let word = given[words.count + 1] { words.append(String(cString: word)) }
        exit(isUnicode(given, color(in: words)) ? run(words).rawValue : ExitStatus.usage.rawValue)
    }

    /// The program's name and its arguments, ended by nil. Nil if they cannot be read: on Linux, Swift reads them by way of
    /// /proc/self/maps. Without /proc it has none, not even the name, and any command would run as plain `mm`.
    private static var given: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        CommandLine.argc > 0 ? CommandLine.unsafeArgv : mm_arguments()
    }

    /// The value of `--color` in arguments that are not parsed yet or cannot be parsed.
    private static func color(in words: [String]) -> ColorDepth.Choice {
        var choice = ColorDepth.Choice.auto
        let options = words.prefix { $0 != "--" }
        for (index, word) in options.enumerated() {
            let name = OptionSyntax.color.name
            let given = word.hasPrefix(name + "=") ? String(word.dropFirst(name.count + 1)) : nil
            let value = word == name ? options.dropFirst(index + 1).first : given
            choice = value.flatMap(ColorDepth.Choice.init) ?? choice
        }
        return choice
    }

    /// Rejects arguments that are not UTF-8. Swift would replace the invalid bytes, and the changed text could be
    /// written to files.
    private static func isUnicode(
        _ given: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        _ color: ColorDepth.Choice
    ) -> Bool {
        var count = 1
        while let word = given[count] {
            count += 1
            guard String(validatingCString: word) == nil else { continue }
            var console = Console(color: color, isQuiet: false)
            console.report(MemossError(.usage, "'\(String(cString: word))' is not valid UTF-8"))
            return false
        }
        return true
    }

    static func run(_ words: [String]) -> ExitStatus {
        do throws(MemossError) {
            let grammar = words.first == Command.mergeDriverName ? Grammar.mergeDriver : .withAliases
            switch try grammar.parse(words) {
            case .run(let invocation): return run(invocation)
            case .help(let path): return page { Help(.mm, width: $0).text(for: path) }
            case .wholeHelp: return page { Help(.mm, width: $0).overview }
            case .topic(let name): return page { Help(.mm, width: $0).text(topic: name) }
            case .version: return show { _ in versions }
            case .completionScript(let shell): return show { _ in CompletionScript.text(for: shell) }
            case .manual(let name):
                let text = try Manual.text(of: name, date: try Environment.sourceDate())
                return show { _ in text }
            case .complete(let request): return show { _ in FolderCandidates.reply(to: request) }
            }
        } catch {
            var console = Console(color: color(in: words), isQuiet: false)
            console.report(error)
            return ExitStatus(error.kind)
        }
    }

    private static func run(_ invocation: Invocation) -> ExitStatus {
        var session = Session(invocation.globals, isEditing: invocation.isEdit)
        return run(invocation, &session)
    }

    /// - Parameter session: a session made for this invocation.
    static func run(_ invocation: Invocation, _ session: inout Session) -> ExitStatus {
        var status = ExitStatus.failure
        do throws(MemossError) {
            guard let command = Command.named(invocation.command.path) else { return .usage }
            session.readsTexts = invocation.command.declares(.text) && invocation.flag(.text)
            status = try command.run(invocation, &session)
        } catch {
            session.console.report(error)
            status = ExitStatus(error.kind)
        }
        session.console.flush()
        if let failure = session.console.failure {
            session.console.report(MemossError(.failure, failure))
            return .failure
        }
        return session.isPartial && [.done, .negative].contains(status) ? .failure : status
    }

    /// Runs a command for another program, which gets what it prints and says.
    ///
    /// - Parameters:
    ///   - root: the root of the folder, if it is known.
    ///   - recovers: whether to recover interrupted edits.
    static func record(_ invocation: Invocation, root: String? = nil, recovers: Bool = true) -> Outcome {
        let console = Console(recordingFor: TerminalSize(width: 80, height: 24), Painter(.none))
        var session = Session(invocation.globals, isEditing: invocation.isEdit, console: console, root: root)
        session.recovers = recovers
        return Outcome(run(invocation, &session), of: session)
    }

    private static func page(_ text: (_ width: Int) -> String) -> ExitStatus {
        let text = text(Console(color: .auto, isQuiet: false).proseWidth)
        return Pager.show(Array(text.utf8)) ? .done : show { _ in text }
    }

    private static func show(_ text: (Console) -> String) -> ExitStatus {
        var console = Console(color: .auto, isQuiet: false)
        console.write(text(console))
        console.flush()
        return .done
    }
}

/// What a command has printed and said, for a front end that shows it itself.
struct Outcome {
    var status: ExitStatus
    var output: [UInt8] = []
    var messages: [Browser.Message] = []
}

extension Outcome {
    init(_ status: ExitStatus, of session: Session) {
        let recording = session.console.recording
        self.init(status: status, output: recording?.output ?? [], messages: recording?.messages ?? [])
    }
}
