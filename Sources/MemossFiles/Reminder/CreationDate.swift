internal import Bytes

extension YAMLDocument {
    /// The value of `created`, in the format of `mm` or of another tool. It is used only for sorting, so an unreadable
    /// value counts as absent.
    func creationDate(at value: Int) -> DateValue? {
        var node = resolved(value)
        // An unquoted link parses as a list within a list.
        for _ in 0..<2 where nodes[node].kind == .sequence {
            let items = Array(children(of: node))
            guard items.count == 1 else { return nil }
            node = resolved(items[0])
        }
        guard nodes[node].kind == .scalar, !isNull(node) else { return nil }
        let text = valueBytes(of: node)
        return (try? DateValue(parsing: text)) ?? DateValue(foreign: text)
    }
}

extension DateValue {
    /// A four-digit year, seconds or milliseconds since 1970, `2026/02/20`, or any of
    /// these as a link: `[[2026-02-20]]`.
    init?(foreign text: some Collection<UInt8>) {
        var text = Array(text)
        if text.starts(with: "[[".utf8), text.suffix(2).elementsEqual("]]".utf8) {
            text = Array(text.dropFirst(2).dropLast(2))
        }
        if let date = try? DateValue(parsing: text[...]) {
            self = date
        } else if 4...14 ~= text.count, text.allSatisfy(Ascii.isDigit),
            let number = Int64(String(decoding: text, as: UTF8.self))
        {
            guard let date = Self.date(number, digits: text.count) else { return nil }
            self = date
        } else {
            for index in text.indices.prefix(10) where text[index] == Ascii.slash { text[index] = Ascii.dash }
            guard let date = try? DateValue(parsing: text[...]) else { return nil }
            self = date
        }
    }

    /// A year, or seconds since 1970 (nine to eleven digits), or milliseconds.
    private static func date(_ number: Int64, digits: Int) -> DateValue? {
        switch digits {
        case 4: CivilDate(year: Int(number), month: 1, day: 1).map { DateValue($0) }
        case 9...11: DateValue(CivilDateTime(clockSeconds: number), offset: .zulu)
        case 12...14: DateValue(CivilDateTime(clockSeconds: number / 1_000), offset: .zulu)
        default: nil
        }
    }
}
