import Testing

@testable import mm

/// As systemd 252 reads them: `systemd-analyze --user verify` takes the first two, and refuses a quoted program with a quote,
/// a backslash or a control character in its name.
@Suite struct ServiceUnitTests {
    private func line(_ program: String, _ folder: String) -> Substring? {
        ServiceUnit.text(program: program, folder: folder, environment: [])
            .split(separator: "\n").first { $0.hasPrefix("ExecStart=") }
    }

    @Test func `a dollar stands for itself in the program, and twice for one in what follows`() {
        #expect(line("/a $b%c;/mm", "/a $b%c") == #"ExecStart="/a $b%%c;/mm" -C "/a $$b%%c" notify"#)
    }

    @Test func `quotes, backslashes and control characters are spelled out`() {
        #expect(line("/mm", "/\"q\" 'a' \\ \n\t\r") == #"ExecStart="/mm" -C "/\"q\" 'a' \\ \x0a\x09\x0d" notify"#)
    }

    @Test func `a program that systemd would not name is started by a shell`() {
        for (name, quoted) in [("o'b$", "o'b$$"), ("a\"b", #"a\"b"#), ("a\\b", #"a\\b"#), ("a\nb", #"a\x0ab"#)] {
            #expect(
                line("/\(name)/mm", "/f")
                    == #"ExecStart=/bin/sh -c "exec \"$$0\" \"$$@\"" "/\#(quoted)/mm" -C "/f" notify"#
            )
        }
    }

    @Test func `in an assignment a dollar is nothing special`() {
        let text = ServiceUnit.text(program: "/mm", folder: "/f", environment: [("TZ", "$a \"b\"%")])
        #expect(text.contains("\nEnvironment=\"TZ=$a \\\"b\\\"%%\"\nExecStart="))
    }
}
