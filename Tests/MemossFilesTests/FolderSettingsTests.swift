import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

@Suite struct FolderSettingsTests {
    @Test func `a folder without settings has none`() {
        for text in ["", "# nothing\n", "profile:\ntags_in_text: ~\n"] {
            let settings = FolderSettings(parsing: [UInt8](text.utf8))
            #expect(settings.program == nil && !settings.readsTagsInText && settings.problems.isEmpty)
        }
    }

    @Test func `every key is read`() {
        let settings = FolderSettings(parsing: [UInt8]("\u{FEFF}profile: tasknotes\r\ntags_in_text: true\r\n".utf8))
        #expect(settings.program == .tasknotes && settings.readsTagsInText && settings.problems.isEmpty)
        #expect(FolderSettings(parsing: [UInt8]("profile: none\n".utf8)).program == FolderSettings.Program.none)
    }

    @Test(arguments: [
        ("profil: tasknotes", "unknown key 'profil'", "profile"),
        ("profile: TaskNotes", "found 'TaskNotes' for 'profile', expected tasknotes or none", "tasknotes"),
        ("profile: [tasknotes]", "'profile' needs one value, expected tasknotes or none", nil),
        ("tags_in_text: 1", "found '1' for 'tags_in_text', expected true or false", nil),
        ("notify_command: rm -rf ~", "unknown key 'notify_command'", nil),
    ]) func `what cannot be read is a problem, and changes nothing`(text: String, message: String, suggestion: String?)
    {
        let settings = FolderSettings(parsing: [UInt8](text.utf8))
        #expect(settings.program == nil && !settings.readsTagsInText)
        #expect(settings.problems.map(\.message) == [message])
        #expect(settings.problems.first?.suggestion == suggestion && settings.problems.first?.line == 1)
    }

    @Test(arguments: [
        ("profile: tasknotes\n", true), ("profile: tasknotes\ntags_in_text: false\n", false),
        ("profile: none\n", false),
        ("", false),
    ]) func `in a folder shared with TaskNotes the tags of texts count, unless its settings say otherwise`(
        text: String,
        isRead: Bool
    ) {
        let settings = FolderSettings(parsing: [UInt8](text.utf8)).completed(in: [""]) { _ in .missing
        }
        #expect(settings.readsTagsInText == isRead)
    }

    @Test func `of a repeated key the first counts`() {
        let settings = FolderSettings(parsing: [UInt8]("profile: none\nprofile: tasknotes\n".utf8))
        #expect(settings.program == FolderSettings.Program.none && settings.problems.map(\.id) == [.duplicateKey])
    }

    @Test func `hostile settings are one problem`() {
        let large = [UInt8]("profile: tasknotes\n#".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for bytes in [large, [0xFF, 0xFE], [UInt8]("- profile".utf8), [UInt8]("a: [".utf8), [UInt8]("&a [*a]".utf8)] {
            let settings = FolderSettings(parsing: bytes)
            #expect(settings.program == nil && settings.problems.count == 1)
        }
    }

    @Test func `the problems are those of the folder`() {
        let files = [".mm.yaml": [UInt8]("profil: none\n".utf8), "tags.yaml": []]
        #expect(Snapshot(files: files).problems.map(\.path) == [".mm.yaml"])
    }

    @Test func `settings that may be there are named, and settings that are there count`() {
        func settings(_ reading: FolderSettings.Reading) -> FolderSettings {
            FolderSettings().completed(in: [""]) { $0.hasSuffix("data.json") ? reading : .missing }
        }
        let (unknown, unreadable) = (settings(.unknown("I/O error")), settings(.unreadable("I/O error")))
        #expect(unknown.profile == nil && unknown.problems.map(\.path) == [".obsidian/plugins/tasknotes/data.json"])
        #expect(unreadable.profile != nil && unreadable.problems.count == 1)
        #expect(settings(.missing).problems.isEmpty)
    }
}
