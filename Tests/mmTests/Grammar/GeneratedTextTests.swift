import CLibrary
import MemossFiles
import Testing

@testable import mm

/// The output of a program that reads text from standard input; nil if there is no such program.
private func output(of command: String, reading text: String) -> String? {
    let program = command.split(separator: " ").first ?? ""
    let script = "command -v \(program) >/dev/null || exit 99\n\(command) 2>&1 <<'END_OF_INPUT'\n\(text)END_OF_INPUT\n"
    guard let pipe = popen(script, "r") else { return nil }
    var bytes: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let status = pclose(pipe)
    return status == 99 << 8 ? nil : String(decoding: bytes, as: UTF8.self) + (status == 0 ? "" : "status \(status)")
}

private func isInstalled(_ program: String) -> Bool { output(of: "\(program) -c :", reading: "") != nil }

@Suite struct GeneratedTextTests {
    static let shells = Shell.allCases.filter { isInstalled($0.rawValue) }

    @Test(arguments: shells)
    func `each shell can parse its script`(shell: Shell) {
        #expect(output(of: "\(shell.rawValue) -n", reading: CompletionScript.text(for: shell)) == "")
    }

    @Test func `the bash script passes the candidates on`() {
        let script = CompletionScript.text(for: .bash)
        let fake = #"""
            command() { printf 'words\nmy\\ tag\n%s\n' "$*"; }
            COMP_LINE='mm tag rename my more' COMP_POINT=16 COMP_WORDBREAKS=':='
            _mm
            printf '<%s>' "${COMPREPLY[@]}"

            """#
        #expect(output(of: "bash", reading: script + fake) == #"<my\ tag><mm --complete bash mm tag rename my :=>"#)
    }

    private let manual = ManualPage(
        .test,
        date: "November 22, 2026",
        sections: [
            ManualPage.Section(
                "environment",
                terms: [ManualPage.Term("MM_DIR", "the folder, where no 'tags.yaml' is near")]
            ),
            ManualPage.Section("exit status", text: ".dots and \\slashes stay"),
        ]
    )

    @Test func `the man page lists every command and option`() {
        let lines = manual.text.split(separator: "\n")
        #expect(
            lines.prefix(6) == [
                ".Dd November 22, 2026", ".Dt MM 1", ".Os Memoss Files", ".Sh NAME", ".Nm mm",
                #".Nd reminders in plain text files"#,
            ]
        )
        for line in [
            #".Ic "\&mm tag rename""#, ".Op Fl -dry\\-run", #".It Fl "\&n" , Fl -dry\-run"#, #".Op Ar "\&QUERY" ..."#,
            #".Op Fl -tag Ar "\&NAME" ..."#, #".It Li "\&mm list tag:work \-is:overdue""#, ".Sh ENVIRONMENT",
            #".It "\&MM_DIR""#,
            #"The folder, where no \(aqtags.yaml\(aq is near."#, #"\&.dots and \eslashes stay"#, ".Ss Tags",
        ] {
            #expect(lines.contains(Substring(line)), "\(line)")
        }
    }

    @Test func `the man page has every exit status and the source date`() throws {
        let text = Manual.text(date: try #require(CivilDate(year: 2027, month: 2, day: 3)))
        #expect(text.hasPrefix(".Dd February 3, 2027\n"))
        let lines = text.split(separator: "\n")
        for status in ExitStatus.allCases { #expect(lines.contains(#".It "\&\#(status.rawValue)""#)) }
        #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 64, 73, 75])
    }

    @Test(.enabled(if: isInstalled("mandoc"))) func `mandoc has no complaints about the man page`() {
        #expect(output(of: "mandoc -Tlint -Wstyle", reading: manual.text) == "")
    }

    @Test(.enabled(if: isInstalled("groff"))) func `groff has no complaints about the man page`() {
        #expect(output(of: "groff -mandoc -ww -z", reading: manual.text) == "")
    }
}
