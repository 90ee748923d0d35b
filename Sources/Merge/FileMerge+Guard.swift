internal import Bytes
import MemossFiles

extension FileMerge {
    /// Whether a file can be read and edited: a reminder, a note without front matter, or a registry in which every
    /// name refers to exactly one tag.
    package static func isReadable(_ bytes: [UInt8], _ kind: Kind) -> Bool {
        switch kind {
        case .reminder:
            do throws(YAMLDocument.Fault) {
                _ = try FrontMatter.read(bytes)
                return true
            } catch {
                return false
            }
        case .registry: return TagRegistry(parsing: bytes).isConsistent
        }
    }

    /// A line merge without conflicts can produce something that neither side wrote: a duplicate key, or two tags with
    /// one name. If both sides can be read but the result cannot, everything that differs becomes one conflict.
    static func checked(_ pieces: [MergePiece], _ texts: Versions<[UInt8]>, _ kind: Kind) -> [MergePiece] {
        guard pieces.isClean else { return pieces }
        let result = pieces.text(of: .ours)
        let isBroken =
            isReadable(texts.ours, kind) && isReadable(texts.theirs, kind) && !isReadable(result, kind)
            || hasUniqueKeys(texts.ours, kind) && hasUniqueKeys(texts.theirs, kind) && !hasUniqueKeys(result, kind)
        return isBroken ? conflict(of: texts) : pieces
    }

    /// Whether a reminder has no duplicate key, or a registry no duplicate id.
    private static func hasUniqueKeys(_ bytes: [UInt8], _ kind: Kind) -> Bool {
        switch kind {
        case .reminder:
            do throws(YAMLDocument.Fault) {
                return try FrontMatter.read(bytes)?.document.duplicateEntries.isEmpty ?? true
            } catch {
                return false
            }
        case .registry: return TagRegistry(parsing: bytes).hasUniqueIDs
        }
    }

    /// The lines that both sides share at the start and the end, with everything in between as one conflict.
    private static func conflict(of texts: Versions<[UInt8]>) -> [MergePiece] {
        let lines = texts.map { text in text.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false) }
        let (ours, theirs) = (lines.ours, lines.theirs)
        let most = min(ours.count, theirs.count)
        // The last element has no line break after it, so it is not a whole line.
        let before = (0..<(most - 1)).prefix { ours[$0] == theirs[$0] }.count
        let after = (0..<(most - before)).prefix { ours[ours.count - 1 - $0] == theirs[theirs.count - 1 - $0] }.count
        // The last element is the text after the last line break.
        func place(_ index: Int, _ lines: [ArraySlice<UInt8>], _ text: [UInt8]) -> Int {
            index < lines.count ? lines[index].startIndex : text.endIndex
        }
        func range(_ lines: [ArraySlice<UInt8>], _ text: [UInt8]) -> Range<Int> {
            place(before, lines, text)..<place(lines.count - after, lines, text)
        }
        let (mine, other) = (range(ours, texts.ours), range(theirs, texts.theirs))
        return [
            .text(Array(texts.ours[..<mine.lowerBound])),
            .conflict(
                key: nil,
                ours: Array(texts.ours[mine]),
                theirs: Array(texts.theirs[other]),
                isCRLF: Delimiters.LineEnd(of: texts.ours) == .crlf
            ),
            .text(Array(texts.ours[mine.upperBound...])),
        ]
    }
}

extension TagRegistry {
    /// Whether it can be edited, and every name and alias refers to exactly one tag.
    var isConsistent: Bool { document != nil && !problems.contains { $0.id == .duplicateTag } }

    var hasUniqueIDs: Bool {
        let ids = tags.compactMap(\.id)
        return Set(ids).count == ids.count
    }
}
