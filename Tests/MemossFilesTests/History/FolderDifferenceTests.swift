import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles

@Suite struct FolderDifferenceTests {
    private func file(_ id: String?, _ title: String) -> [UInt8] {
        [UInt8]("---\n\(id.map { "id: 10000000-0000-4000-8000-00000000000\($0)\n" } ?? "")title: \(title)\n---\n")
    }

    /// The changes as `KIND PATH FORMER`.
    private func changes(_ before: [String: [UInt8]], _ after: [String: [UInt8]]) -> [String] {
        let paths = Set(before.keys).union(after.keys).sorted()
        let files = paths.map { FolderDifference.ChangedFile($0, before: before[$0], after: after[$0]) }
        let difference = FolderDifference(files, ignoring: IgnoreList(parsing: [UInt8]("ignored.md\n")))
        let reminders = difference.reminders.map { reminder in
            let former = reminder.parts.compactMap { if case .moved(let path) = $0 { " " + path } else { nil } }
            return "\(reminder.kind) \(reminder.reminder.path)" + former.joined()
        }
        return reminders + difference.others.map { "other \($0)" }
    }

    @Test func `a renamed file is followed by its id, and without one by its bytes`() {
        #expect(changes(["a.md": file("1", "A")], ["b.md": file("1", "B")]) == ["changed b.md a.md"])
        #expect(changes(["a.md": file(nil, "A")], ["b.md": file(nil, "A")]) == ["changed b.md a.md"])
        #expect(changes(["a.md": file(nil, "A")], ["b.md": file(nil, "B")]) == ["deleted a.md", "added b.md"])
    }

    @Test func `files that exchange their names are followed, and a file that replaces another is new`() {
        let (one, two) = (file("1", "A"), file("2", "B"))
        #expect(
            changes(["a.md": one, "b.md": two], ["a.md": two, "b.md": one]) == [
                "changed a.md b.md", "changed b.md a.md",
            ]
        )
        #expect(changes(["a.md": one], ["a.md": two, "b.md": one]) == ["added a.md", "changed b.md a.md"])
        // Only the id was edited.
        #expect(changes(["a.md": file("1", "A")], ["a.md": file("3", "A")]) == ["changed a.md"])
    }

    @Test func `what is not a reminder is named too`() {
        let one = file("1", "A")
        #expect(
            changes([:], ["ignored.md": one, ".x/a.md": one, "picture.png": [1], ".mmignore": [1]])
                == ["other .mmignore", "other .x/a.md", "other ignored.md", "other picture.png"]
        )
        #expect(changes(["a.md": one], ["a.md": one]).isEmpty)
    }

    @Test func `a file that the ignore list of only one state leaves out comes or goes by that`() {
        let (one, two) = (file("1", "A"), file("2", "B"))
        func parts(_ before: [UInt8]?, _ after: [UInt8]?) -> FolderDifference {
            let file = FolderDifference.ChangedFile("a.md", before: before, after: after)
            return FolderDifference([file], ignoring: IgnoreList(parsing: [UInt8]("a.md")), before: IgnoreList())
        }
        #expect(parts(one, one).reminders.map(\.parts) == [[.ignored(.after)]])
        #expect(parts(one, nil).reminders.map(\.kind) == [.deleted])
        #expect(parts(nil, one).reminders.isEmpty && parts(nil, one).others == ["a.md"])
        // Another reminder took its place.
        let replaced = parts(one, two).reminders.first?.parts
        #expect(replaced?.prefix(2) == [.ignored(.after), .title(before: "A", after: "B")])
    }

    @Test func `tags are followed through a rename, and any change of the registry is told`() throws {
        func all(_ before: String, _ after: String) -> [TagDifference] {
            TagDifference.all(from: [UInt8](before), to: [UInt8](after))
        }
        let garden = "Garden:\n  color: \"#22C55E\"\n"
        let (old, new) = (TagName("Garden"), TagName("Allotment"))
        #expect(all("", garden) == [.added(old)])
        #expect(all(garden, "") == [.deleted(old)])
        #expect(
            all(garden, "Allotment:\n  color: \"#22C55E\"\n  aliases: [Garden]\n") == [.renamed(from: old, to: new)]
        )
        let blue = garden.replacing("22C55E", with: "3B82F6")
        #expect(
            all(garden, blue)
                == [.recolored(old, before: try TagColor(parsing: "moss"), after: try TagColor(parsing: "blue"))]
        )
        #expect(all(garden, garden + "  aliases: [Plot]\n") == [.changed(old)])
        #expect(all(garden, garden + "  weird: 1\n") == [.changed(old)])
        #expect(all(garden + "  weird: 1\n", garden + "  weird: [1]\n") == [.changed(old)])
        #expect(all(garden + "  weird: 1\n", garden + "  weird: 1 # why\n") == [.layout])
        #expect(all(garden, "# mine\n" + garden) == [.layout])
        #expect(all(garden, "[") == [.unreadable])
    }
}
