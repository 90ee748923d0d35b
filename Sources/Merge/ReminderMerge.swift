internal import Bytes
import MemossFiles

/// Merges the front matter of a reminder or note key by key, and its body by lines.
struct ReminderMerge {
    /// One version of the file.
    private struct File {
        /// The line that opens the front matter; empty without front matter.
        var opening: [UInt8] = []
        var closing: [UInt8] = []
        var body: [UInt8]
        var fields: FieldChunks

        /// - Returns: nil if the front matter cannot be merged key by key.
        init?(_ bytes: [UInt8], _ names: KeyNames) {
            let read: FrontMatter?
            do throws(YAMLDocument.Fault) { read = try FrontMatter.read(bytes, names: names) } catch { return nil }
            guard let frontMatter = read else {
                guard let empty = try? YAMLDocument.parse(bytes, range: 0..<0),
                    let fields = FieldChunks(empty, mapping: nil, in: 0..<0)
                else { return nil }
                (body, self.fields) = (bytes, fields)
                return
            }
            let (document, delimiters) = (frontMatter.document, frontMatter.delimiters)
            guard document.isMergeable,
                let fields = FieldChunks(document, mapping: document.nodes.isEmpty ? nil : 0, in: delimiters.content)
            else { return nil }
            self.fields = fields
            opening = Array(bytes[..<delimiters.content.lowerBound])
            closing = Array(bytes[delimiters.closing])
            body = Array(bytes[delimiters.closing.upperBound...])
        }

        var hasFrontMatter: Bool { !opening.isEmpty }
    }

    private let files: Versions<File>
    private let isCRLF: Bool
    private let isBaseCertain: Bool
    /// The program that the folder is shared with.
    private let profile: Profile?
    private var names: KeyNames { profile?.names ?? .standard }

    /// - Parameter isBaseCertain: if false, theirs can only add to ours; any other change is a conflict.
    init?(_ versions: Versions<[UInt8]>, isBaseCertain: Bool = true, sharing profile: Profile? = nil) {
        let names = profile?.names ?? .standard
        guard let base = File(versions.base, names), let ours = File(versions.ours, names),
            let theirs = File(versions.theirs, names),
            ours.hasFrontMatter || theirs.hasFrontMatter,
            !base.hasFrontMatter || ours.hasFrontMatter && theirs.hasFrontMatter
        else { return nil }
        files = Versions(base, ours, theirs)
        self.isBaseCertain = isBaseCertain
        self.profile = profile
        isCRLF = Delimiters.LineEnd(of: versions.ours) == .crlf
    }

    /// Law 3 of an edit: parses the result again, with every conflict resolved to ours and to theirs.
    ///
    /// - Returns: nil if it does not have the intended values.
    var pieces: [MergePiece]? {
        let (fields, rules) = (files.map(\.fields), rules)
        let merge = KeyedMerge(Versions(fields), isCRLF: isCRLF, isBaseCertain: isBaseCertain)
        let result = merge.result { _, chunks in
            let key = (chunks.ours ?? chunks.theirs)?.key ?? []
            let field = FieldMerge(
                key,
                chunks,
                of: fields,
                list: ReminderRules.list(key),
                mergesItems: isBaseCertain,
                isCRLF: isCRLF
            )
            return field.isUnchanged ? [.text(field.lines.base)] : field.pieces(rules.choice(key))
        }
        let (content, body) = (result.pieces, bodyPieces)
        let opening = delimiter(files.map(\.opening))
        var closing = delimiter(files.map(\.closing))
        if closing.last != Ascii.lineFeed, !body.text(of: .ours).isEmpty || !body.text(of: .theirs).isEmpty {
            closing += isCRLF ? [Ascii.carriageReturn, Ascii.lineFeed] : [Ascii.lineFeed]
        }
        var merged: [YAMLDocument] = []
        // If there is no conflict, both sides have the same lines.
        for side in content.isClean && body.isClean ? [.ours] : MergeSide.allCases {
            let (front, text) = (opening + content.text(of: side), body.text(of: side))
            guard let file = File(front + closing + text, names), file.fields.below.upperBound == front.count,
                file.body == text,
                merge.agrees(result, with: file.fields, on: side)
            else { return nil }
            merged.append(file.fields.document)
        }
        var commented = files
        if !isBaseCertain, let empty = File([], names) { commented.base = empty }
        guard MergeComments.areKept(commented.map(\.fields.document), in: merged) else { return nil }
        return [.text(opening)] + content + [.text(closing)] + body
    }

    /// Finishes the merge of a series: see `SeriesSettlement`.
    ///
    /// - Parameters:
    ///   - bytes: the merged file, without conflicts.
    ///   - sides: the files of both sides.
    /// - Returns: nil if nothing is left to do.
    func settled(_ bytes: [UInt8], _ sides: [[UInt8]]) -> [UInt8]? {
        isBaseCertain ? SeriesSettlement.settled(bytes, by: rules, sides) : nil
    }

    /// Whether both sides have the same id, or none.
    var hasOneID: Bool {
        let ids = rules.values(of: "id")
        return ids.ours == ids.theirs
    }

    private var rules: ReminderRules {
        ReminderRules(files.map(\.fields), isBaseCertain: isBaseCertain, sharing: profile)
    }

    private func delimiter(_ lines: Versions<[UInt8]>) -> [UInt8] {
        lines.settled
            ?? (lines.ours.isEmpty ? lines.theirs : lines.theirs.isEmpty ? lines.ours : lines[lines.smallerSide])
    }

    private var bodyPieces: [MergePiece] {
        BodyMerge.pieces(files.map(\.body), isBaseCertain: isBaseCertain)
    }
}

extension YAMLDocument {
    /// Whether the lines of its keys can be moved and replaced one by one.
    var isMergeable: Bool { foreignLineBreak == nil && !nodes.contains { $0.kind == .alias } }
}
