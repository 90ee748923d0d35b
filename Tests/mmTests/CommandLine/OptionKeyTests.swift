import TestSupport
import Testing

@testable import mm

/// A misspelt key does not compile. That a command only queries what its syntax declares is checked at run time: a
/// debug build, which the tests use, traps otherwise.
@Suite struct OptionKeyTests {
    private static let commands = EveryCommand(
        words: { completion in
            switch completion {
            case .tag: ["Work", "job"]
            case .reminder: ["milk.md", "gym.md", "note.md", "nothing"]
            case .query: ["tag:work", "milk"]
            case .file: ["new.md", "."]
            case .directory: ["sub", "."]
            case .timezone: ["Europe/Paris"]
            case .configurationKey: ["clock", "aliases.a"]
            case .words(let words), .keys(let words): Array(words.prefix(2))
            case .none, .capture, .queryName: ["tomorrow 9am", "3", "daily", "title", "15m"]
            }
        },
        globals: [[], ["--json"]]
    )

    private static let folder = """
        mkdir sub
        printf -- '---\\ntitle: Milk\\ntags: [Work]\\nscheduled: 2026-11-22\\n---\\n' > milk.md
        printf -- '---\\nscheduled: 2026-11-20 18:00\\nrecurrence: daily\\nsnoozed: 2026-11-23\\n---\\n# Gym\\n' > gym.md
        printf '# Note\\n' > note.md
        mm -q init
        """

    @Test(arguments: Command.all.indices)
    func `a command only queries options and arguments that it declares`(index: Int) throws {
        let syntax = Command.all[index].syntax
        let stage = try TranscriptStage.with("empty")
        #expect(try stage.run(Self.folder) == [])
        let runs = Rounds.some(of: Self.commands.invocations(of: syntax), index).map { words in
            "run \(words.map(EveryCommand.quoted).joined(separator: " "))"
        }
        let script = """
            export EDITOR=true VISUAL= XDG_STATE_HOME=$HOME/state XDG_CONFIG_HOME=$HOME/config SWIFT_BACKTRACE=enable=no
            run() {
                cd ../reminders; rm -rf ../copy; cp -a . ../copy; cd ../copy
                mm "$@" </dev/null >/dev/null 2>../said; status=$?
                if [ $status -ge 128 ]; then echo "mm $*: status $status"; head -n 1 ../said; fi
            }
            \(runs.joined(separator: "\n"))
            """
        let said = try stage.run(script)
        #expect(said == [])
    }

    @Test func `querying an undeclared key stops a debug build`() async {
        await #expect(processExitsWith: .failure) { _ = try Self.list().flag(.dryRun) }
        await #expect(processExitsWith: .failure) { _ = try Self.list().option(.scheduled) }
        await #expect(processExitsWith: .failure) { _ = try Self.list().options(.tag) }
        await #expect(processExitsWith: .failure) { _ = try Self.list().arguments(.selector) }
        // An option with a value is not a flag, and vice versa.
        await #expect(processExitsWith: .failure) { _ = try Self.list().option(.all) }
        await #expect(processExitsWith: .success) { _ = try Self.list().flag(.all) }
    }

    private static func list() throws -> Invocation { try #require(try Grammar.mm.invocation("list milk")) }

    @Test func `no command declares an option twice`() {
        for command in Command.all {
            let names = command.syntax.options.map(\.long) + command.syntax.arguments.map(\.name)
            #expect(Set(names).count == names.count, "\(command.syntax.name)")
        }
    }
}
