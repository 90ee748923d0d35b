internal import Bytes
import MemossFiles

extension DeliveryState {
    /// Why a state file cannot be read.
    package enum Unreadable: Error, Sendable, Hashable {
        /// Written by a newer version of `mm`.
        case newer
        /// A syntax error in this line, counted from 1.
        case line(Int)
    }

    private static let magic = "mm-notify"
    private static let version = 6

    /// The file contents: one record a line with tab-separated fields, and one reminder that is ahead; the last line holds the
    /// number of both. The second line holds `since`, then `ran`.
    package var bytes: [UInt8] {
        let times = ([since] + ran).map { "\($0.secondsSince1970)" }.joined(separator: " ")
        var text = "\(Self.magic) \(Self.version)\nsince \(times)\n"
        for record in records.values.sorted(by: { ($0.due, $0.key) < ($1.due, $1.key) }) {
            let fields = [
                record.phase.rawValue, "\(record.due.secondsSince1970)", "\(record.notificationID)",
                Self.escaped(record.server), (record.isFolded ? "folded" : "single"),
                record.announcement, Self.escaped(record.reminder), Self.escaped(record.path),
                Self.escaped(record.key), record.likeness, Self.escaped(record.toldAs ?? ""),
            ]
            text += fields.joined(separator: "\t") + "\n"
        }
        for (id, instant) in ahead.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
            text += "\(Self.aheadMark)\t\(instant.secondsSince1970)\t\(Self.escaped(id))\n"
        }
        return Array((text + "end \(records.count + ahead.count)\n").utf8)
    }

    package init(parsing bytes: [UInt8]) throws(Unreadable) {
        let lines = bytes.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false)
        guard let head = lines.first, let number = Self.number(after: Self.magic, head) else { throw .line(1) }
        guard number <= Self.version else { throw .newer }
        guard number > 0, lines.count >= 4 else { throw .line(min(lines.count, 4)) }
        // Version 1 had no `ran`, version 2 nothing about renamed files, version 3 no `left`, version 4 nothing ahead, and version 5
        // no failures.
        guard let times = Self.numbers(after: "since", lines[1])?.map(Instant.init(secondsSince1970:)),
            let since = times.first, times.count == 1 || number > 1
        else { throw .line(2) }
        self.init(since: since, ran: times.dropFirst().sorted())
        // The text after the last line break is empty.
        let end = lines.count - 2
        guard lines[end + 1].isEmpty, Self.number(after: "end", lines[end]) == Int64(end - 2) else {
            throw .line(end + 1)
        }
        for index in 2..<end {
            if let (id, instant) = Self.reminderAhead(lines[index]), ahead[id] == nil {
                ahead[id] = instant
                continue
            }
            guard let record = DeliveryRecord(line: lines[index], isOld: number < 3), records[record.key] == nil else {
                throw .line(index + 1)
            }
            records[record.key] = record
        }
    }

    private static let aheadMark = "ahead"

    private static func reminderAhead(_ line: ArraySlice<UInt8>) -> (id: String, instant: Instant)? {
        guard line.starts(with: aheadMark.utf8) else { return nil }
        let fields = line.split(separator: Ascii.tab, omittingEmptySubsequences: false).compactMap { unescaped($0) }
        guard fields.count == 3, fields[0] == aheadMark, let seconds = Int64(fields[1]) else { return nil }
        return (fields[2], Instant(secondsSince1970: seconds))
    }

    private static func number(after word: String, _ line: ArraySlice<UInt8>) -> Int64? {
        guard let numbers = numbers(after: word, line), numbers.count == 1 else { return nil }
        return numbers[0]
    }

    /// Nil if the line does not start with the word, or something else than numbers follows it.
    private static func numbers(after word: String, _ line: ArraySlice<UInt8>) -> [Int64]? {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        guard words.first.map({ $0 == word }) == true else { return nil }
        let numbers = words.dropFirst().compactMap { Int64($0) }
        return numbers.count == words.count - 1 ? numbers : nil
    }

    /// Escapes ids and paths, which may contain any character.
    fileprivate static func escaped(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case Ascii.backslash: result += Array("\\\\".utf8)
            case Ascii.tab: result += Array("\\t".utf8)
            case Ascii.lineFeed: result += Array("\\n".utf8)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    fileprivate static func unescaped(_ field: ArraySlice<UInt8>) -> String? {
        var result: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            guard byte == Ascii.backslash else {
                result.append(byte)
                continue
            }
            switch rest.popFirst() {
            case Ascii.backslash: result.append(Ascii.backslash)
            case UInt8(ascii: "t"): result.append(Ascii.tab)
            case UInt8(ascii: "n"): result.append(Ascii.lineFeed)
            default: return nil
            }
        }
        return String(validating: result, as: UTF8.self)
    }
}

extension DeliveryRecord {
    /// `told`, `untold`, or `untold 2 1795939260`, with the number of failures and the time of the next try.
    fileprivate var announcement: String {
        let failure = retry.map { " \(failures) \($0.secondsSince1970)" } ?? ""
        return isAnnounced ? "told" : "untold" + failure
    }

    /// - Returns: false if it is none.
    private mutating func readAnnouncement(_ text: String) -> Bool {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        isAnnounced = words == ["told"]
        if words.count == 1 { return isAnnounced || words == ["untold"] }
        guard words.count == 3, words[0] == "untold", let count = Int(words[1]), let next = Int64(words[2]) else {
            return false
        }
        (failures, retry) = (count, Instant(secondsSince1970: next))
        return true
    }

    fileprivate init?(line: ArraySlice<UInt8>, isOld: Bool) {
        let fields = line.split(separator: Ascii.tab, omittingEmptySubsequences: false)
        guard fields.count == (isOld ? 9 : 11) else { return nil }
        let texts = fields.compactMap { DeliveryState.unescaped($0) }
        guard texts.count == fields.count, let phase = Phase(rawValue: texts[0]), let due = Int64(texts[1]),
            let notificationID = UInt32(texts[2]), ["folded", "single"].contains(texts[4]),
            !texts[8].isEmpty
        else { return nil }
        self.init(key: texts[8], reminder: texts[6], path: texts[7], due: Instant(secondsSince1970: due))
        self.phase = phase
        self.notificationID = notificationID
        server = texts[3]
        isFolded = texts[4] == "folded"
        guard readAnnouncement(texts[5]) else { return nil }
        guard !isOld else { return }
        likeness = texts[9]
        toldAs = texts[10].isEmpty ? nil : texts[10]
    }
}
