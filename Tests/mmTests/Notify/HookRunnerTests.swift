import CLibrary
import MemossFiles
import TestSupport
import Testing

@testable import Folder
@testable import mm

/// Commands of one reminder run one after another, in order; those of different ones at the same time.
@Suite(.serialized) struct HookRunnerTests {
    private let root: String

    init() throws {
        root = try Directory.realPath("/tmp") + "/mm-hook-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        try Directory.create(root)
    }

    private func remove() { _ = system("rm -rf '\(root)'") }

    /// A command that logs its input and, if that is `a1`, waits for the file `gate` before it logs its end.
    private var runner: HookRunner {
        let waits = "until [ -e '\(root)/gate' ]; do sleep 0.01; done"
        let command = """
            read -r name; echo "+$name" >> '\(root)/log'
            if [ "$name" = a1 ]; then \(waits); fi; echo "-$name" >> '\(root)/log'
            """
        return HookRunner(command, directory: root)
    }

    private var log: [String] {
        guard let file = fopen("\(root)/log", "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Runs commands until the condition holds, and returns the keys of those that finished.
    private func advance(_ runner: inout HookRunner, until isEnough: (HookRunner) -> Bool) -> [String] {
        var keys: [String] = []
        while !isEnough(runner) {
            keys += runner.advance(at: 0).keys
            usleep(1_000)
        }
        return keys
    }

    private func add(_ names: [(name: String, subject: String?)], to runner: inout HookRunner) {
        for (name, subject) in names {
            let isAdded = runner.add(Array("\(name)\n".utf8), keys: [name], of: subject)
            #expect(isAdded)
        }
    }

    @Test func `a command starts when the one before it for the same reminder has ended, and others do not wait`() {
        defer { remove() }
        var runner = runner
        add([("a1", "a"), ("a2", "a"), ("b1", "b"), ("s1", nil), ("a3", "a")], to: &runner)
        var keys = advance(&runner) { _ in Set(["+a1", "-b1", "-s1"]).isSubset(of: log) }
        #expect(!log.contains("+a2") && !log.contains("+a3"))
        _ = system(": > '\(root)/gate'")
        keys += advance(&runner) { $0.isIdle }
        #expect(Set(keys) == ["a1", "a2", "b1", "s1", "a3"])
        #expect(log.filter { $0.contains("a") } == ["+a1", "-a1", "+a2", "-a2", "+a3", "-a3"])
    }

    @Test func `what is over by the time of its turn is dropped`() {
        // Four run at once, and a fifth waited while its reminder was completed (#33).
        defer { remove() }
        var runner = runner
        add([("a1", "a"), ("a2", "a"), ("a3", "a")], to: &runner)
        _ = advance(&runner) { _ in log.contains("+a1") }
        let dropped = runner.advance(at: 0) { $0 == "a2" }.dropped
        _ = system(": > '\(root)/gate'")
        let keys = advance(&runner) { $0.isIdle }
        #expect(dropped == ["a2"] && Set(keys) == ["a1", "a3"])
        #expect(log == ["+a1", "-a1", "+a3", "-a3"])
    }

    @Test func `summaries, which are of no reminder, run at the same time`() {
        defer { remove() }
        var runner = runner
        add([("a1", nil), ("s2", nil)], to: &runner)
        _ = advance(&runner) { _ in Set(["+a1", "-s2"]).isSubset(of: log) }
        #expect(!log.contains("-a1"))
        _ = system(": > '\(root)/gate'")
        let keys = advance(&runner) { $0.isIdle }
        #expect(keys.contains("a1"))
    }
}
