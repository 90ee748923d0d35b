import TestSupport
import Testing

@testable import MemossFiles

/// Adding and removing entries and changing colours, byte for byte.
@Suite struct RegistryChangeTests {
    private func apply(_ change: RegistryChange, to text: String) -> String? {
        let registry = TagRegistry(parsing: Array(text.utf8))
        do throws(EditRefusal) {
            return try change.apply(to: registry).map { String(decoding: $0, as: UTF8.self) } ?? "unchanged"
        } catch {
            return "refused: \(error.reason)"
        }
    }

    private static func tag(_ name: String, _ color: TagColor.Preset = .teal) -> MemossFiles.Tag {
        MemossFiles.Tag(name: TagName(name), color: color.color)
    }

    private func add(_ names: String..., to text: String) -> String? {
        apply(.add(names.map { Self.tag($0) }), to: text)
    }

    private func remove(_ names: String..., from text: String) -> String? {
        apply(.remove(Set(names.map { TagName($0) })), to: text)
    }

    private func color(_ name: String, _ color: String, in text: String) throws -> String? {
        apply(.color(TagName(name), try TagColor(parsing: color)), to: text)
    }

    private let b = "b:\n  color: \"#14B8A6\"\n"

    // MARK: New entries

    @Test func `a new entry is inserted in alphabetical order`() {
        #expect(add("b", to: "") == b)
        #expect(add("b", to: "# only a comment\n") == "# only a comment\n" + b)
        #expect(add("b", to: "---\n") == "---\n" + b)
        #expect(add("b", to: "\u{FEFF}") == "\u{FEFF}" + b)
        #expect(add("b", to: "a: blue\nc: pink\n") == "a: blue\n\(b)c: pink\n")
        #expect(add("b", to: "A: blue\n\n# of c\nC: pink\n") == "A: blue\n\n\(b)# of c\nC: pink\n")
        #expect(add("b", to: "a: blue\n# end\n") == "a: blue\n\(b)# end\n")
        #expect(add("b", to: "a: blue") == "a: blue\n" + b.dropLast())
        #expect(add("b", to: "a: blue\r\n") == "a: blue\r\nb:\r\n  color: \"#14B8A6\"\r\n")
        #expect(add("b", to: "  a: blue\n") == "  a: blue\n  b:\n    color: \"#14B8A6\"\n")
        #expect(
            add("d", "b", to: "a: blue\nc: pink\ne: moss\n")
                == "a: blue\n\(b)c: pink\nd:\n  color: \"#14B8A6\"\ne: moss\n"
        )
        #expect(add("yes", "a: b", to: "") == "\"a: b\":\n  color: \"#14B8A6\"\n\"yes\":\n  color: \"#14B8A6\"\n")
        #expect(add("b1", "b", to: "a: blue") == "a: blue\n\(b)b1:\n  color: \"#14B8A6\"")
    }

    @Test func `in a flow mapping, a new entry is a pair`() {
        let b = "b: {color: \"#14B8A6\"}"
        #expect(add("b", to: "{}\n") == "{\(b)}\n")
        #expect(add("b", to: "{a: blue, c: pink}\n") == "{a: blue, \(b), c: pink}\n")
        #expect(add("b", to: "{a: blue,}\n") == "{a: blue, \(b),}\n")
        #expect(add("b", to: "{\n  a: blue,\n  c: pink\n}\n") == "{\n  a: blue,\n  \(b),\n  c: pink\n}\n")
        #expect(add("b", "c", to: "{\n  a: blue\n}\n") == "{\n  a: blue,\n  \(b),\n  c: {color: \"#14B8A6\"}\n}\n")
        #expect(add("b", "c", to: "{}") == "{\(b), c: {color: \"#14B8A6\"}}")
    }

    @Test func `all fields of a tag are written`() {
        var tag = Self.tag("Work", .blue)
        (tag.id, tag.created, tag.aliases) = ("6f96", "2026-11-21", [TagName("office"), TagName("a]")])
        let fields = "color: \"#3B82F6\"\n  id: 6f96\n  created: 2026-11-21\n  aliases: [office, \"a]\"]\n"
        #expect(apply(.add([tag]), to: "") == "Work:\n  " + fields)
    }

    // MARK: Removed entries

    @Test func `removing an entry removes only its own lines`() {
        #expect(
            remove("b", from: "a: blue\nb:\n  color: pink # c\n\n# of c\nc: moss\n") == "a: blue\n\n# of c\nc: moss\n"
        )
        #expect(remove("A", "B", from: "a: blue\nb: pink\n# end\n") == "# end\n")
        #expect(remove("a", "b", from: "a: blue\nb: pink") == "")
        #expect(remove("b", from: "a: blue\nb: pink") == "a: blue")
        #expect(remove("b", "c", from: "a: blue\r\nb: pink\r\nc: moss") == "a: blue")
        #expect(remove("a", from: "\u{FEFF}a: blue") == "\u{FEFF}")
        #expect(remove("x", from: "a: blue\n") == "unchanged")
        #expect(remove("a", from: "{a: blue, b: pink}\n") == "{b: pink}\n")
        #expect(remove("a", "b", from: "{a: blue, b: pink}\n") == "{}\n")
        #expect(remove("a", "b", "c", from: "{a: blue, b: pink, c: moss, d: teal,}\n") == "{d: teal,}\n")
        #expect(remove("a", from: "{a: blue,}\n") == "{}\n")
        #expect(remove("b", "c", from: "{\n  a: blue,\n  b: pink,\n  c: moss\n}\n") == "{\n  a: blue\n}\n")
    }

    @Test func `an entry that another one refers to is kept`() {
        #expect(
            remove("a", from: "a: &x blue\nb: *x\n") == "refused: an alias needs an anchor of this entry"
        )
        #expect(remove("b", from: "a: &x blue\nb: *x\n") == "a: &x blue\n")
    }

    // MARK: Colours

    @Test func `changing a colour keeps the form of the entry`() throws {
        #expect(try color("a", "#f00", in: "a: \"#3B82F6\" # c\n") == "a: \"#FF0000\" # c\n")
        #expect(try color("A", "#f00", in: "a: '#3B82F6'\n") == "a: '#FF0000'\n")
        #expect(try color("a", "pink", in: "a: blue\n") == "a: pink\n")
        #expect(try color("a", "#EC4899", in: "a: blue\n") == "a: pink\n")
        #expect(try color("a", "#f00", in: "a: blue\n") == "a: \"#FF0000\"\n")
        #expect(try color("a", "pink", in: "a: \"#3B82F6\"\n") == "a: \"#EC4899\"\n")
        #expect(try color("a", "blue", in: "a: \"#3b82f6\"\n") == "unchanged")
        #expect(try color("a", "pink", in: "a:\nb: blue\n") == "a: \"#EC4899\"\nb: blue\n")
        #expect(try color("a", "pink", in: "a: ~ # none\n") == "a: \"#EC4899\" # none\n")
        #expect(try color("a", "pink", in: "a: not-a-colour\n") == "a: \"#EC4899\"\n")
        #expect(try color("a", "pink", in: "a:\n  id: x\n  color: teal # c\n") == "a:\n  id: x\n  color: pink # c\n")
        #expect(try color("a", "pink", in: "a:\n  id: x\nb:\n") == "a:\n  id: x\n  color: \"#EC4899\"\nb:\n")
        #expect(try color("a", "pink", in: "a:\n  id: x") == "a:\n  id: x\n  color: \"#EC4899\"")
        #expect(try color("a", "pink", in: "a: {id: x}\n") == "a: {id: x, color: \"#EC4899\"}\n")
        #expect(try color("a", "pink", in: "a: {}\n") == "a: {color: \"#EC4899\"}\n")
        #expect(try color("a", "pink", in: "{a: {color: '#fff'}, b: blue}\n") == "{a: {color: '#EC4899'}, b: blue}\n")
        #expect(try color("a", "pink", in: "{a: blue}") == "{a: pink}")
        #expect(try color("a", "pink", in: "a:\n  color:\r\n".crlf) == "a:\n  color: \"#EC4899\"\r\n".crlf)
    }

    @Test func `a colour that cannot be changed in place is refused`() throws {
        #expect(
            try color("b", "pink", in: "a: &x blue\nb: *x\n")
                == "refused: the colour of 'b' is an alias, which mm does not edit"
        )
        #expect(
            try color("a", "pink", in: "a: &x blue\nb: *x\n") == "refused: the edit would change more than the tag"
        )
        #expect(
            try color("a", "pink", in: "a:\n  color: |\n    blue\n")
                == "refused: the colour of 'a' cannot be edited in place: it is not one line of text"
        )
        #expect(
            try color("a", "pink", in: "a: [blue]\n")
                == "refused: the colour of 'a' cannot be edited in place: it is not one line of text"
        )
        #expect(try color("a", "pink", in: "a: [\n") == "refused: the registry cannot be read")
    }

    @Test func `the least used preset is the first of those used by the fewest tags`() {
        #expect(TagRegistry().leastUsedPreset() == TagColor.Preset.moss.color)
        let registry = TagRegistry(parsing: Array("a: moss\nb: pink\nc: \"#3B82F6\"\n".utf8))
        #expect(registry.leastUsedPreset() == TagColor.Preset.orange.color)
        let rest: [TagColor.Preset] = [.orange, .purple, .teal, .yellow, .gray]
        var presets = PresetSupply(registry)
        #expect(rest.map { _ in presets.next() } == rest.map(\.color))
        #expect(presets.next() == TagColor.Preset.moss.color)
    }

    @Test func `each of several new entries is placed as if it were the only one`() throws {
        var random = Random(seed: 8)
        for _ in 0..<300 {
            func word() -> String { String((0...random.below(3)).map { _ in random.pick(Array("abcdé")) }) }
            let names = (0..<8).map { "\(word())\($0)" }
            let registry = TagRegistry(parsing: Array(names.map { "\($0): blue\n" }.joined().utf8))
            let new = (0..<6).map { MemossFiles.Tag(name: TagName("\(word())x\($0)")) }
            let after = try #require(try RegistryChange.add(new).apply(to: registry))
            let left = TagRegistry(parsing: after).tags.map(\.name)
            for tag in new {
                let place = left.firstIndex(of: tag.name) ?? -1
                let next = left[(place + 1)...].first { registry.tag(named: $0) != nil }
                let alone = registry.place(of: tag.name)
                #expect(next == (alone < registry.tags.count ? registry.tags[alone].name : nil))
            }
        }
    }

    @Test func `adding thousands of entries takes linear time, and too many are refused at once`()
        throws
    {
        let registry = TagRegistry(parsing: Array("m: blue\n".utf8))
        func tags(_ count: Int) -> [MemossFiles.Tag] {
            var presets = PresetSupply(registry)
            return (0..<count).map { MemossFiles.Tag(name: TagName("tag \($0)"), color: presets.next(), id: "x") }
        }
        let few = try processorTime { _ = try RegistryChange.add(tags(1_000)).apply(to: registry) }
        let many = try processorTime { _ = try RegistryChange.add(tags(16_000)).apply(to: registry) }
        // 16 times the work, not 256 times.
        #expect(many < few * 80, "\(few) \(many)")
        let refusal = #expect(throws: EditRefusal.self) { try RegistryChange.add(tags(40_000)).apply(to: registry) }
        #expect(refusal?.reason == "the registry would be larger than the limit of 1 MiB")
    }

    // MARK: Laws

    @Test func `random changes of random registries obey the laws`() throws {
        var random = Random(seed: 77)
        var changed = 0
        for _ in 0..<Rounds.of(3_000) {
            let text = random.registry()
            let before = TagRegistry(parsing: Array(text.utf8))
            try #require(before.document != nil && !before.isAmbiguous, "\(text)")
            let change = random.change(of: before)
            let applied: [UInt8]?
            do throws(EditRefusal) {
                applied = try change.apply(to: before)
            } catch {
                Issue.record("\(error)\n\(change)\n\([UInt8](text).shown)")
                continue
            }
            guard let after = applied else { continue }
            changed += 1
            let place = "\(change)\n\([UInt8](text).shown)\n= \(after.shown)"
            let result = TagRegistry(parsing: after)
            #expect(try change.apply(to: result) == nil, "\(place)")
            try checkIntent(change, before, result, place)
            try checkRest(change, Array(text.utf8), after, place)
        }
        #expect(changed > Rounds.least(2_000), "only \(changed)")
    }

    /// Checks the meaning of the registry without the code under test.
    private func checkIntent(_ change: RegistryChange, _ before: TagRegistry, _ after: TagRegistry, _ place: String)
        throws
    {
        var expected: [String: TagColor?] = [:]
        for tag in before.tags { expected[tag.name.text] = tag.color }
        switch change {
        case .add(let tags): for tag in tags { expected[tag.name.text] = tag.color }
        case .color(let name, let color): expected[try #require(before.tag(named: name)).name.text] = color
        case .remove(let names): for name in names { expected[before.tag(named: name)?.name.text ?? ""] = nil }
        }
        var found: [String: TagColor?] = [:]
        for tag in after.tags { found[tag.name.text] = tag.color }
        #expect(found == expected, "\(place)")
        for tag in before.tags {
            guard let same = after.tag(named: tag.name) else { continue }
            #expect((same.id, same.created) == (tag.id, tag.created), "\(place)")
            #expect(same.aliases == tag.aliases, "\(place)")
        }
    }

    /// The remaining lines are unchanged and in order, and removing an added entry restores the bytes.
    private func checkRest(_ change: RegistryChange, _ before: [UInt8], _ after: [UInt8], _ place: String) throws {
        let isInBraces = lines(before).first?.first == UInt8(ascii: "{")
        switch change {
        case .add(let tags):
            let back = try RegistryChange.remove(Set(tags.map(\.name))).apply(to: TagRegistry(parsing: after))
            #expect(back == before, "\(place)\n≠ \(back?.shown ?? "nothing")")
            if !isInBraces { #expect(isSublist(lines(before), of: lines(after)), "\(place)") }
        case .remove:
            if !isInBraces { #expect(isSublist(lines(after), of: lines(before)), "\(place)") }
        case .color:
            let (a, b) = (lines(before), lines(after))
            let same = zip(a, b).prefix { $0 == $1 }.count
            let tail = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count
            #expect(same + tail >= a.count - 1, "\(place)")
            #expect(b.count - a.count <= 1, "\(place)")
        }
    }

    private func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        return text.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0.filter { $0 != 0x0D } }.filter {
            !$0.isEmpty
        }
    }

    private func isSublist(_ part: [[UInt8]], of whole: [[UInt8]]) -> Bool {
        var rest = part[...]
        for line in whole where line == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}

extension String {
    fileprivate var crlf: String {
        unicodeScalars.filter { $0 != "\r" }.map { $0 == "\n" ? "\r\n" : String($0) }.joined()
    }
}

extension Random {
    private static let names = [
        "Work", "home", "a: b", "yes", "c#", "ünï", "Work/x", "it's", "[x]", "Zoo", "- y", "12",
    ]
    private static let colors = ["moss", "\"#3B82F6\"", "'#fff'", "pink"]

    /// A registry as people might write it: entries in any order and form, with comments and blank lines in between.
    fileprivate mutating func registry() -> String {
        var names = Self.names.shuffled(using: &self).prefix(below(6)).map { String($0) }
        if below(2) == 0 { names.sort { TagName($0).key < TagName($1).key } }
        var text = ""
        if below(5) == 0 {
            let pairs = names.map {
                "\(quoted($0)): \(below(2) == 0 ? pick(Self.colors) : "{color: \(pick(Self.colors)), id: x}")"
            }
            let isWide = below(2) == 0
            text =
                "{" + (isWide ? "\n  " : "") + pairs.joined(separator: isWide ? ",\n  " : ", ") + (isWide ? "\n}" : "}")
        } else {
            if below(4) == 0 { text += pick(["# header\n\n", "---\n", "# only\n"]) }
            for name in names {
                text += entry(quoted(name)) + pick(["", "", "\n", "# between\n", "\n# of the next\n"])
            }
            if below(3) == 0 { text = String(text.reversed().drop { $0 == "\n" }.reversed()) }
        }
        if below(4) == 0 { text = text.crlf }
        return below(6) == 0 ? "\u{FEFF}" + text : text
    }

    private func quoted(_ name: String) -> String {
        name.allSatisfy { $0.isLetter && $0.isASCII } && name != "yes" ? name : "\"\(name)\""
    }

    private mutating func entry(_ key: String) -> String {
        let color = pick(Self.colors)
        return switch below(6) {
        case 0: "\(key): \(color)\n"
        case 1: "\(key): \(color) # why\n"
        case 2: "\(key):\n"
        case 3: "\(key): {color: \(color), created: 2026-11-21}\n"
        case 4: "\(key):\n    color: \(color)\n    # inside\n    aliases:\n    - old \(below(1_000_000))\n"
        default: "\(key):\n  id: 6f96 # mine\n  color: \(color)\n  created: 2026-11-21\n"
        }
    }

    fileprivate mutating func change(of registry: TagRegistry) -> RegistryChange {
        let known = registry.tags.map(\.name)
        let presets = TagColor.Preset.allCases.map(\.color)
        switch below(3) {
        case 0:
            let free = (Self.names + ["Alpha", "m", "zz", "Work/y"]).filter { !known.contains(TagName($0)) }
            let tags = free.shuffled(using: &self).prefix(1 + below(4)).map {
                MemossFiles.Tag(name: TagName($0), color: presets[below(presets.count)], id: "1", created: "2026-11-22")
            }
            return .add(tags)
        case 1 where !known.isEmpty: return .color(pick(known), pick(presets))
        default: return .remove(Set(known.filter { _ in below(2) == 0 }))
        }
    }
}
