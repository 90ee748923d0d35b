import Testing

@testable import mm

/// According to systemd 252: `systemd-analyze --user verify` accepts the first two, and rejects a quoted program with a
/// quote, a backslash or a control character in its name.
@Suite struct ServiceUnitTests {
    private func line(_ program: String, _ folder: String) -> Substring? {
        ServiceUnit.notify.texts(program: program, folder: folder, environment: [])[0].text
            .split(separator: "\n").first { $0.hasPrefix("ExecStart=") }
    }

    @Test func `a dollar is literal in the program and doubled in the arguments`() {
        #expect(line("/a $b%c;/mm", "/a $b%c") == #"ExecStart="/a $b%%c;/mm" -C "/a $$b%%c" notify"#)
    }

    @Test func `quotes, backslashes and control characters are escaped`() {
        #expect(line("/mm", "/\"q\" 'a' \\ \n\t\r") == #"ExecStart="/mm" -C "/\"q\" 'a' \\ \x0a\x09\x0d" notify"#)
    }

    @Test func `a program with a name that systemd rejects is started by a shell`() {
        for (name, quoted) in [("o'b$", "o'b$$"), ("a\"b", #"a\"b"#), ("a\\b", #"a\\b"#), ("a\nb", #"a\x0ab"#)] {
            #expect(
                line("/\(name)/mm", "/f")
                    == #"ExecStart=/bin/sh -c "exec \"$$0\" \"$$@\"" "/\#(quoted)/mm" -C "/f" notify"#
            )
        }
    }

    @Test func `in an assignment a dollar is literal`() {
        let text = ServiceUnit.notify.texts(program: "/mm", folder: "/f", environment: [("TZ", "$a \"b\"%")])[0].text
        #expect(text.contains("\nEnvironment=\"TZ=$a \\\"b\\\"%%\"\nExecStart="))
    }
}
