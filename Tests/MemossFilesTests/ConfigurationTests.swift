import Testing

@testable import MemossFiles

@Suite struct ConfigurationTests {
    private func read(_ text: String) -> Configuration {
        Configuration(parsing: [UInt8](text), path: "config.yaml")
    }

    @Test func `every key is read, and none is needed`() {
        let configuration = read("directory: ~/notes\nall_day_at: 07:30\nnotify_command: ntfy send\n")
        #expect(configuration.directory == "~/notes")
        #expect(configuration.allDayAt.description == "07:30")
        #expect(configuration.notifyCommand == "ntfy send")
        #expect(configuration.problems.isEmpty)
        #expect(read("").allDayAt.description == "09:00")
        #expect(read("directory: ~\n").directory == nil)
    }

    @Test func `what cannot be read keeps its default, and says so`() {
        let configuration = read("direktory: x\nall_day_at: nine\nnotify_command: [a]\n")
        #expect(configuration.allDayAt.description == "09:00")
        #expect(configuration.notifyCommand == nil)
        let expected = [
            Problem(
                path: "config.yaml",
                line: 1,
                column: 1,
                id: .unknownKey,
                message: "unknown key 'direktory'",
                suggestion: "directory"
            ),
            Problem(
                path: "config.yaml",
                line: 2,
                column: 13,
                id: .invalidValue,
                message: "found 'nine' for 'all_day_at', expected a time such as 09:00"
            ),
            Problem(
                path: "config.yaml",
                line: 3,
                column: 17,
                id: .invalidValue,
                message: "'notify_command' needs a single value"
            ),
        ]
        #expect(configuration.problems == expected)
        #expect(expected[0].severity == .warning)
    }
}
