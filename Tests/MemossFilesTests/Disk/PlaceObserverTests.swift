import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles

/// What an observer has not been told of yet has not been read either, so a watch that starts then misses nothing.
@Suite struct PlaceObserverTests {
    /// Writes when it is told of a place.
    private struct Writer: PlaceObserver {
        let root: String
        let registryIsLink: Bool
        var places: [String] = []

        private func write(_ name: String, _ text: String) {
            do {
                try Directory.removeFile("\(root)/\(name)")
                try Directory.createFile("\(root)/\(name)", [UInt8](text.utf8))
            } catch {
                Issue.record(error)
            }
        }

        mutating func willList(_ directories: [String]) {
            for place in directories where !places.contains(place) {
                places.append(place)
                if place.isEmpty {
                    write(".mmignore", "ignored.md\n")
                    if !registryIsLink { write("tags.yaml", "Own: moss\n") }
                }
                write("\(place)file.md", PlaceObserverTests.text("written"))
            }
        }

        mutating func willRead(links: [String]) {
            places += links
            for link in links {
                let name = FilePath.name(of: link)
                let text = name == "tags.yaml" ? "Linked: moss\n" : PlaceObserverTests.text("written")
                write("outside/\(name)", text)
            }
        }

        mutating func didList(isComplete: Bool) { #expect(isComplete) }
    }

    private static func text(_ title: String) -> String { "---\ntitle: \(title)\nscheduled: 2026-11-23\n---\n" }

    @Test(arguments: [false, true])
    func `whatever is written when its place is named is in the snapshot`(registryIsLink: Bool) throws {
        let directory = try TemporaryDirectory()
        for name in ["ignored.md", "a/b/other.md", "outside/link.md"] { try directory.write(name, Self.text("old")) }
        try directory.write("outside/tags.yaml", "Old: moss\n")
        try directory.link("a/link.md", to: "../outside/link.md")
        if registryIsLink {
            try directory.link("tags.yaml", to: "outside/tags.yaml")
        } else {
            try directory.write("tags.yaml", "Old: moss\n")
        }
        var writer = Writer(root: directory.path, registryIsLink: registryIsLink)
        let folder = ReminderFolder(root: directory.path)
        let snapshot = try folder.read(keeping: .none, keys: .none, observing: &writer).snapshot
        #expect(snapshot.registry.tags.map(\.name.text) == [registryIsLink ? "Linked" : "Own"])
        let titles = Dictionary(uniqueKeysWithValues: snapshot.reminders.map { ($0.path, $0.title) })
        #expect(
            titles == [
                "a/b/file.md": "written", "a/b/other.md": "old", "a/file.md": "written",
                "file.md": "written", "outside/file.md": "written", "outside/link.md": "written",
            ]
        )
        #expect(
            writer.places == [""] + (registryIsLink ? ["tags.yaml"] : []) + ["a/", "outside/", "a/b/", "a/link.md"]
        )
    }
}
