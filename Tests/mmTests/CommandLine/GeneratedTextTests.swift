import CLibrary
import MemossFiles
import Testing

@testable import CivilTime
@testable import Text
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

    private static let overview = ManualPage.overview(
        .test,
        sections: [
            ManualPage.Section(
                "environment",
                terms: [ManualPage.Term("MM_DIR", "the folder, where no 'tags.yaml' is near")]
            ),
            ManualPage.Section("exit status", text: ".dots and \\slashes stay"),
        ],
        others: []
    )

    private func lines(of page: ManualPage) -> [Substring] {
        page.text(date: "November 22, 2026").split(separator: "\n")
    }

    @Test func `the page of the program lists every command and global option`() {
        let lines = lines(of: Self.overview)
        #expect(
            lines.prefix(6) == [
                ".Dd November 22, 2026", ".Dt MM 1", ".Os", ".Sh NAME", ".Nm mm",
                #".Nd reminders in plain text files"#,
            ]
        )
        for line in [
            #".It Xr mm-tag-rename 1"#, ".Sh ENVIRONMENT", #".It "\&MM_DIR""#,
            #"The folder, where no \(aqtags.yaml\(aq is near."#, #"\&.dots and \eslashes stay"#, ".Ss Tags",
        ] {
            #expect(lines.contains(Substring(line)), "\(line)")
        }
    }

    @Test func `the page of a command has its options, arguments and examples`() throws {
        let list = lines(of: ManualPage(try #require(Grammar.test.command(["list"])), of: .test, others: []))
        for line in [
            ".Dt MM-LIST 1", #".Nm "\&mm list""#, #".Op Ar "\&QUERY" ..."#, #".Op Fl -sort Ar "\&KEY""#,
            #".It Li "\&mm list tag:work \-is:overdue""#,
        ] {
            #expect(list.contains(Substring(line)), "\(line)")
        }
        let rename = try #require(Grammar.test.command(["tag", "rename"]))
        for line in [#".Op Fl -dry\-run"#, #".It Fl "\&n" , Fl -dry\-run"#] {
            #expect(lines(of: ManualPage(rename, of: .test, others: [])).contains(Substring(line)), "\(line)")
        }
    }

    @Test func `there is a page for each command and group, and one each for files and words`() {
        let names = Set(Manual.pages.map(\.fileName))
        let commands = Grammar.mm.commands.map { (["mm"] + $0.path).joined(separator: "-") + ".1" }
        #expect(names == Set(commands + ["mm-format.5", "mm-words.7"]))
        #expect(names.count == Manual.pages.count)
    }

    @Test func `the page of the program has every exit status and the source date`() throws {
        let text = try Manual.text(of: "mm.1", date: try #require(CivilDate(year: 2027, month: 2, day: 3)))
        #expect(text.hasPrefix(".Dd February 3, 2027\n"))
        let lines = text.split(separator: "\n")
        for status in ExitStatus.allCases { #expect(lines.contains(#".It "\&\#(status.rawValue)""#)) }
        #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 64, 73, 75])
    }

    @Test func `the page of the format has every key of the reference`() throws {
        let reference = try TranscriptTests.text("\(TranscriptStage.root)/docs/format.md")
        let table = try #require(reference.split(separator: "\n## Keys\n").last).split(separator: "\n```")[0]
        let keys = table.split(separator: "\n").compactMap { line in
            line.hasPrefix("| `") ? String(line.dropFirst(3).prefix { $0 != "`" }) : nil
        }
        #expect(keys.count > 10)
        #expect(Manual.keys.terms.map(\.term) == keys)
    }

    @Test func `a page that does not exist is an error`() {
        #expect(throws: MemossError.self) { try Manual.text(of: "mm-nothing.1", date: .min) }
    }

    @Test(.enabled(if: isInstalled("mandoc")), arguments: Manual.pages)
    func `mandoc has no complaints about a man page`(page: ManualPage) {
        // It looks for the other pages where they are installed.
        let told = output(of: "mandoc -Tlint -Wstyle", reading: page.text(date: "November 22, 2026")) ?? ""
        #expect(
            told.split(separator: "\n").filter {
                !$0.contains("referenced manual not found") && !$0.hasPrefix("status")
            } == []
        )
    }

    @Test(.enabled(if: isInstalled("groff")), arguments: Manual.pages)
    func `groff has no complaints about a man page`(page: ManualPage) {
        #expect(output(of: "groff -mandoc -ww -z", reading: page.text(date: "November 22, 2026")) == "")
    }
}
