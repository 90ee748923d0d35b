import Testing

@testable import MemossFiles

@Suite struct ConfigurationTests {
    private func read(_ text: String) -> Configuration {
        Configuration(parsing: [UInt8](text), path: "config.yaml")
    }

    @Test func `every key is read, and none is required`() {
        let configuration = read("directory: ~/notes\nall_day_at: 07:30\nnotify_command: ntfy send\n")
        #expect(configuration.directory == "~/notes")
        #expect(configuration.allDayAt.description == "07:30")
        #expect(configuration.notifyCommand == "ntfy send")
        #expect(configuration.problems.isEmpty)
        #expect(read("").allDayAt.description == "09:00")
        #expect(read("directory: ~\n").directory == nil)
    }

    @Test func `times of day are read in common notations`() {
        let configuration = read("times: {morning: 7:30, evening: 9pm}\nclock: 12\nall_day_at: 8am\n")
        #expect(configuration.problems.isEmpty)
        #expect(configuration.times.morning.description == "07:30")
        #expect(configuration.times.afternoon == PartsOfDay.usual.afternoon)
        #expect(configuration.times.evening.description == "21:00")
        #expect(configuration.clock == .hours12 && configuration.allDayAt.description == "08:00")
        #expect(read("").clock == .hours24 && read("").times == .usual)
    }

    @Test(arguments: [
        ("clock: 13", "found '13' for 'clock', expected 12 or 24", nil),
        ("clock: [12]", "'clock' needs a single value", nil),
        ("times: 9", "'times' needs times of day, such as {morning: 09:00}", nil),
        ("times: {morning: tomorrow 9am}", "found 'tomorrow 9am' for 'morning', expected a time such as 09:00", nil),
        ("times: {mornin: 9:00}", "unknown key 'mornin'", "morning"),
    ]) func `an invalid time of day is reported`(text: String, message: String, suggestion: String?) {
        let configuration = read(text)
        #expect(configuration.problems.map(\.message) == [message])
        #expect(configuration.problems.first?.suggestion == suggestion)
        #expect(configuration.times == .usual && configuration.clock == .hours24)
    }

    @Test func `an invalid value keeps the default and is reported`() {
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
