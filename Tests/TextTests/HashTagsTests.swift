import TestSupport
import Testing

@testable import Text

@Suite struct HashTagsTests {
    private static func names(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return HashTags.names(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    // As Obsidian 1.13.7 reads them, by the tables of cyanheads/obsidian-mcp-server#138, #139 and #140.
    @Test(
        arguments: [
            ("(#pa) $#pb$ \"#pc\" .#pd x\u{2014}#pe", []),
            ("\t#pf", []), ("x\t#pf", ["pf"]), ("[x #ph]", ["ph"]), ("a\u{A0}#qi", ["qi"]), ("a\u{3000}#qj", ["qj"]),
            ("m $a #ra b$ n", []), ("x $$ #rb $$ y", []), ("$$\n#qd\n$$", []), ("$$\n\n#qd\n\n$$\n#ok", ["ok"]),
            ("[Discord #tf](https://x.y)", ["tf"]), ("[a #tg][ref]", ["tg"]),
            ("```markdown\n```typescript\nx #tu\n```\nprose #tv\n```\ncode #tw\n```", ["tv"]),
            ("<div>\nhello #tp\n</div>", []), ("<p>x #tr</p>", []), ("#tl#tm", ["tl", "tm"]),
            ("#tn/#to", ["tn/", "to"]),
            ("x _#uc_ y", ["uc"]), ("snake_case_#wc", ["wc"]), ("|a|b|\n|-|-|\n|#uo|x|", ["uo"]),
            ("    #sa at top\n\npara\n\n    #sb indented after blank", []),
            ("a <!-- #x --> b", []), ("<!-- c --> #rd", []), ("<!--\n\n#x\n\n-->\nz #qe\nafter #qh", ["qe", "qh"]),
        ] as [(String, [String])]
    ) func `a tag is one where Obsidian has one`(text: String, tags: [String]) {
        #expect(Self.names(text) == tags, "\(text)")
    }

    @Test(
        arguments: [
            // Names.
            ("#a-b_c/d.e", ["a-b_c/d"]), ("#1984 #y1984 #1984y #1/2 #-", ["y1984", "1984y", "1/2", "-"]),
            ("#été #标签 #🌱 #Straße, #χαρά!", ["été", "标签", "🌱", "Straße", "χαρά"]),
            ("#e\u{301}t\u{E9} #a\u{2009}b #a\u{200D}b #a\u{2E3A}b", ["e\u{301}t\u{E9}", "a", "a", "a"]),
            ("#a: #b; #c, #d. #e! #f? #g) #h' #i\" #j& #k@l #m+n #o=p #q^r", "abcdefghijkmoq".map(String.init)),
            ("#", []), ("# ", []), ("##a", []), ("#!", []), ("a#b", []), ("/#b", []), ("\\#b", []), ("&#39;", []),
            ("\\[\\[#a b\\]\\]", ["a"]), ("\\\\#a x\\#b \\x#c", ["a"]),
            // Blocks.
            ("# H #one\n## #two ##\n#three\n####### #four", ["one", "two", "three", "four"]),
            ("> #a\n>#b\n> > #c\n>     #no", ["a", "b", "c", "no"]), (">     #no\n", []),
            ("- #a\n* #b\n1. #c\n- [ ] #d\n- [x]#no", ["a", "b", "c", "d"]),
            ("- a\n\n  #b\n\n      #no\n\n    #c", ["b", "c"]), ("- a\n    #b", ["b"]), ("a\n    #b", ["b"]),
            ("1. a\n\n   #b\n\n  #c", ["b", "c"]), ("-\t#a\n\n\t#b\n\n\t\t#no", ["a", "b"]),
            ("~~~\n#no\n```\n#no\n~~~\n#a", ["a"]), ("````\n#no\n```\n#no\n````\n#a", ["a"]), ("```\n#no", []),
            ("``` a`b #a", ["a"]), ("- ```\n  #no\n- #a", ["a"]), ("> ```\n> #no\n#a", ["a"]),
            ("   ```\n#no\n   ```\n#a", ["a"]),
            ("<script>\n\n#no\n</script>\n#a", ["a"]), ("<div>\n#no\n\n#a", ["a"]), ("<x-y>\n#no\n\n#a", ["a"]),
            ("text <x-y>\n#a", ["a"]), ("<https://a.b>\n#a", ["a"]), ("<?\n#no\n?>\n#a", ["a"]),
            ("%%\n#no\n\n#no\n%%\n#a", ["a"]), ("%% #no %% #a", ["a"]), ("100%% #a", ["a"]), ("%%\n#a", ["a"]),
            ("[r]: #no\n[s]: x '#no'\n#a\n\n[^1]: #b", ["a", "b"]), ("[r]: <x y> (#no)\n#a", ["a"]),
            ("[TODO]: fix #a", ["a"]), ("[1]: Smith 2020 #a", ["a"]), ("[b #a [c]: x", ["a"]),
            ("a\n===\n#b\n---\n#c\n***\n#d", ["b", "c", "d"]),
            ("a | b\n--|--\n#c|`#no`\n\\|#e|#d\n\nx|#no", ["c", "e", "d"]),
            ("a ` b\n\n#c ` d", ["c"]), ("- a ` b\n- #c ` d", ["c"]), ("> [!note] #a\n> #b", ["a", "b"]),
            ("#a\r\n#b\r\n\r\n    #no\r\n", ["a", "b"]),
            // Inlines.
            ("`#no` ``#no ` #no`` ` #a", ["a"]), ("a `b\nc #no` #d", ["d"]), ("`x`#a $x$#b", ["a", "b"]),
            ("\\`#b `#no` #a", ["b", "a"]),
            ("[[a#no]] [[a|#no]] ![[b #no]] [[c]]#d [[#e", ["d"]), ("[[a\n#b]]", ["b"]),
            ("[x](#no) [x](a #b) [x](<a #no>) [x](a \"#no\") [x](a(#no)b#no) ![#a](b)", ["b", "a"]),
            ("[#a](b) [#no] [x](y)#c", ["a", "c"]), ("https://a.b/_#no <https://a.b/ #c http://x/#/y#z", ["c"]),
            ("**#a** *#b* ~~#c~~ ==#d== __#e__ ~#no~ =#no=", ["a", "b", "c", "d", "e"]),
            ("_a #b_ #c_ #d_e_", ["b", "c_", "d_e_"]),
            ("\u{FF0C}_#a_ \u{201C}_#b_\u{201D} \u{E9}_#c_", ["a", "b", "c_"]),
            ("x://y/#no\u{3000}#a x://y\u{A0}#b", ["a", "b"]), ("__#a_b__ ___", ["a_b"]),
            ("<b>#a</b> <i class=\"#no\">x</i> a < #b > <!-- #no\n#no --> #c", ["a", "b", "c"]),
            ("costs $5 #a and $6 #b", ["a", "b"]), ("a$b #no c$ #d", ["d"]), ("$$x$$ #a $ #b $", ["a", "b"]),
        ] as [(String, [String])]
    ) func `names, blocks and inline elements bound a tag`(text: String, tags: [String]) {
        #expect(Self.names(text) == tags, "\(text)")
    }

    @Test func `bytes that are not UTF-8 make no tag, and end none of the others`() {
        let bytes: [UInt8] =
            Array("#a\u{E9}".utf8).dropLast() + Array(" #b \u{FF}".utf8) + [0xFF] + Array(" #c".utf8) + [0xFF, 0x20]
        #expect(HashTags.names(in: bytes).map { Array(bytes[$0]) } == [Array("b".utf8)])
    }

    /// The range of a tag is its name, and another name in its place is found in the same place.
    @Test func `tags with a name, and those below it, are found as among all tags`() {
        var random = Random(seed: 42)
        let pieces = [
            "#work", "#Work/x", "#works", "#work-x", "#work_", "#work1", "#wor\u{212A}", "#home", "#1", "`", "%%", "$$",
            "\n", "\n\n", " ", "- ", "|", "x", "**",
        ]
        var count = 0
        for _ in 0..<Rounds.of(4_000) {
            let text = (0..<random.below(12)).map { _ in random.pick(pieces) }.joined()
            let bytes = [UInt8](text.utf8)
            func isWanted(_ range: Range<Int>) -> Bool {
                String(decoding: bytes[range], as: UTF8.self).lowercased().split(separator: "/").first == "work"
            }
            let all = HashTags.names(in: bytes)
            let some = HashTags.names(in: bytes, atOrBelow: [[UInt8]("work".utf8)])
            #expect(
                some.filter(isWanted) == all.filter(isWanted) && Set(some).isSubset(of: all),
                "\(text.debugDescription)"
            )
            if some.count < all.count { count += 1 }
        }
        #expect(count > Rounds.least(200))
    }

    /// A text is read only as far as it may have tags.
    @Test func `a tag behind the end of a text changes none in it`() {
        var random = Random(seed: 43)
        let pieces = [
            "#a", "#b", "x", "x", " ", "\n", "\n", "\n\n", "# ", "`", "```\n", "%%", "$$", "|", "|-|\n", "- ", "> ",
            "    ",
            "<div>", "<!--", "-->", "[a]: b", "---",
        ]
        var count = 0
        for _ in 0..<Rounds.of(8_000) {
            let text = (0..<random.below(14)).map { _ in random.pick(pieces) }.joined()
            let found = HashTags.names(in: [UInt8](text.utf8))
            let longer = HashTags.names(in: [UInt8]((text + "\n\n#b").utf8))
            #expect(longer.filter { $0.upperBound <= text.utf8.count } == found, "\(text.debugDescription)")
            if !found.isEmpty { count += 1 }
        }
        #expect(count > Rounds.least(1_500))
    }

    @Test func `writing another name over each tag changes only the tags, and keeps all others`() throws {
        let pieces = [
            "#a", "#b/c", "#1", "x", " ", " ", "\n", "\n", "\n\n", "`", "```\n", "$", "$$", "%%", "[[", "]]", "[", "](",
            ")", "*",
            "_", "**", "==", "~~", "|", "|-|-|\n", "- ", "> ", "1. ", "    ", "\t", "<b>", "</b>", "<div>", "<!--",
            "-->", "\\",
            "http://", "é", "\u{3000}", "\r\n", "# ", "---\n", "#é_",
        ]
        var random = Random(seed: Rounds.seed(42))
        for _ in 0..<Rounds.of(60_000) {
            let text = Array((0..<random.below(40)).map { _ in random.pick(pieces) }.joined().utf8)
            let tags = HashTags.names(in: text)
            #expect(zip(tags, tags.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
            for tag in tags { #expect(tag.lowerBound > 0 && text[tag.lowerBound - 1] == UInt8(ascii: "#")) }
            let new = Array("neu/x".utf8)
            let after = try SpliceSet(tags.map { Splice($0, new) }).applied(to: text)
            let shifted = tags.enumerated().map { number, tag in
                let start = tag.lowerBound + tags[..<number].reduce(0) { $0 + new.count - $1.count }
                return start..<start + new.count
            }
            #expect(HashTags.names(in: after) == shifted, "\(String(decoding: text, as: UTF8.self).debugDescription)")
        }
    }

    @Test(arguments: [
        "[#", "](", "[[", "[[a", "$a ", "`", "%%", "> ", "- ", "<a b='", "<!--", "_#a", "#a", "[a](b ", "$$\n", "%%\n",
        "- \n\n",
        "<div>\n", "[x](\"", "|a", "<a:", "`` ",
    ]) func `a hostile text takes linear time`(piece: String) {
        func time(_ length: Int) -> Duration {
            let text = Array(String(repeating: piece, count: length / piece.utf8.count).utf8) + Array("\n\n#a".utf8)
            return processorTime { _ = HashTags.names(in: text) }
        }
        // Eight times as much; quadratic would be 64 times. A short time is mostly noise.
        let (short, long) = (time(25_000), time(200_000))
        #expect(long < max(short, .milliseconds(20)) * 30, "\(short), \(long)")
    }
}
