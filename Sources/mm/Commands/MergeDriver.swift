import MemossFiles
import Merge

extension ArgumentSyntax {
    fileprivate static let base = ArgumentSyntax("BASE", help: "the common ancestor (%O)", completion: .file)
    fileprivate static let ours = ArgumentSyntax(
        "OURS",
        help: "our side, which the result replaces (%A)",
        completion: .file
    )
    fileprivate static let theirs = ArgumentSyntax("THEIRS", help: "the other side (%B)", completion: .file)
    fileprivate static let mergedPath = ArgumentSyntax(
        "PATH",
        help: "the path of the file in the repository (%P), to tell the registry from a reminder"
    )
}

extension OptionSyntax {
    fileprivate static let markerSize = OptionSyntax(
        "marker-size",
        value: "N",
        help: "the length of conflict markers (%L; default: 7)"
    )
}

extension Command {
    static let mergeDriverName = "merge-driver"

    static let mergeDriver = Command(
        [mergeDriverName],
        summary: "merge three versions of a file, for git",
        discussion: """
            Git runs this command for each file that both sides have changed, once 'mm git install' has set it \
            up. A reminder is merged key by key, and tags.yaml tag by tag. The text below the front matter is \
            merged line by line, and so is a file that cannot be read. The result replaces OURS.

            Exits with 0 if everything is merged, and with 1 if OURS contains conflict markers. With any other \
            status, OURS is unchanged.
            """,
        section: CommandSyntax.forPrograms,
        arguments: [.base, .ours, .theirs, .mergedPath],
        options: [.markerSize],
        examples: [
            "mm merge-driver base.md ours.md theirs.md water.md": "Merge theirs.md into ours.md, as git would."
        ]
    ) { invocation, session throws(MemossError) in
        let size = try invocation.markerSize()
        let path = invocation.arguments(.mergedPath)[0]
        let base = try Session.mergeInput(invocation.arguments(.base)[0])
        let ours = try Session.mergeInput(invocation.arguments(.ours)[0])
        let theirs = try Session.mergeInput(invocation.arguments(.theirs)[0])
        let merge = FileMerge(
            base: base.bytes,
            ours: ours.bytes,
            theirs: theirs.bytes,
            kind: FileMerge.Kind(path: path),
            markers: MergeMarkers(size: size),
            sharing: Session.profile(near: path)
        )
        if merge.bytes != ours.bytes { try Session.replace(invocation.arguments(.ours)[0], ours, by: merge.bytes) }
        if session.isJSON {
            session.console.write(
                JSONWriter.document { json in
                    json.field("path", path)
                    json.objects("conflicts", merge.conflicts) { $1.field("key", $0) }
                }
            )
        }
        for text in merge.descriptions { session.console.info("\(Printable.line(path)): \(text)") }
        return merge.isClean ? .done : .negative
    }
}

extension Invocation {
    fileprivate func markerSize() throws(MemossError) -> Int {
        guard let text = option(.markerSize) else { return MergeMarkers.usualSize }
        guard let size = Int(text), 1...1_000 ~= size else {
            throw usageError("--marker-size: expected a number from 1 to 1000, not '\(text)'")
        }
        return size
    }
}

extension FileMerge {
    /// The conflicts that are left to the user, one line each.
    var descriptions: [String] {
        guard !isOfTwoReminders else { return ["its sides are two reminders with different ids"] }
        let keys = conflicts.compactMap(\.self)
        var lines =
            keys.isEmpty ? [] : ["both sides changed " + keys.map { "'\(Printable.line($0))'" }.joined(separator: ", ")]
        let count = conflicts.count - keys.count
        if count > 0 { lines.append("both sides changed the same lines of the text, in \(count.counted("place"))") }
        return lines
    }
}

extension Session {
    fileprivate static func mergeInput(_ path: String) throws(MemossError) -> FileContents {
        let contents = try naming(path, try FileContents.readWhole(path))
        // Git's test for binary files, which it cannot merge either.
        guard !contents.bytes.prefix(8_000).contains(0) else {
            throw MemossError(.failure, "\(path): the file is binary, so it cannot be merged")
        }
        return contents
    }

    /// How the program that the folder of a file is shared with reads it; git runs the driver at the top of the work tree.
    fileprivate static func profile(near path: String) -> Profile? {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
        let place = folder.isEmpty ? "/" : folder
        return ((try? ReminderFolder.nearest(to: place)) ?? nil)?.settings().profile
    }

    fileprivate static func replace(_ path: String, _ before: FileContents, by bytes: [UInt8]) throws(MemossError) {
        // Git reads the file immediately and deletes it, so it need not be durable.
        let isWritten = try naming(try Directory.replaceFile(path, before, by: bytes, isDurable: false))
        guard isWritten else { throw MemossError(.failure, "another program changed \(path); nothing was written") }
    }
}
