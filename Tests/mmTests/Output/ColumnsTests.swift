import Testing

@testable import mm

@Suite struct ColumnsTests {
    private func row(
        _ handle: String,
        _ title: String,
        _ when: String,
        due: String = "",
        _ badge: String,
        _ tags: [String]
    ) -> [Columns.Cell] {
        [
            .text(handle), .text(title), .text(when), .text(due), .text(badge),
            .chips(tags.map { TagChip($0, color: nil) }),
        ]
    }

    private func lines(_ rows: [[Columns.Cell]], width: Int?, _ columns: Columns = .reminders) -> [String] {
        var painter = Painter(.none)
        var bytes: [UInt8] = []
        let layout = columns.layout(of: rows, width: width)
        for row in rows { layout.append(row, painter: &painter, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    @Test(arguments: [30, 80, nil] as [Int?])
    func `rows that several threads draw are those that one draws`(width: Int?) {
        let rows = (0..<1_300).map { number in
            let title = String(repeating: "word ", count: number % 40) + "\(number)"
            return row("h\(number)", title, "today", ["Daily", ""][number % 2], (0..<number % 5).map { "tag\($0)" })
        }
        let drawn = Columns.reminders.drawn(rows, width: width, Painter(.none), row: { $0 }) { row, _, bytes in
            bytes += Array("\(row.count)\n".utf8)
        }
        let all = String(decoding: drawn.joined(), as: UTF8.self).split(separator: "\n").filter { $0 != "6" }
        #expect(all.map(String.init) == lines(rows, width: width))
        #expect(drawn.count > 1)
    }

    private var sample: [[Columns.Cell]] {
        [
            row("k7f2", "Take vitamins", "today 09:00", "Daily", ["Health", "Personal"]),
            row("09ab1", "Call the dentist about the appointment that was moved", "Tue 24 Nov 18:30", "", ["Work"]),
            row("77", "\u{65E5}\u{672C}\u{8A9E}", "", "", ["a", "b", "c", "d", "e"]),
        ]
    }

    private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

    @Test func `at 120 columns nothing is cut`() {
        // The columns begin at 0, 7, 62, 80 and 87.
        #expect(
            lines(sample, width: 120) == [
                "k7f2   Take vitamins" + blanks(42) + "today 09:00       Daily  [Health] [Personal]",
                "09ab1  Call the dentist about the appointment that was moved  Tue 24 Nov 18:30" + blanks(9) + "[Work]",
                "77     \u{65E5}\u{672C}\u{8A9E}" + blanks(74) + "[a] [b] [c] +2",
            ]
        )
    }

    @Test func `at 80 columns only the title gives way`() {
        // The columns begin at 0, 7, 36, 54 and 61.
        #expect(
            lines(sample, width: 80) == [
                "k7f2   Take vitamins" + blanks(16) + "today 09:00       Daily  [Health] [Personal]",
                "09ab1  Call the dentist about the…  Tue 24 Nov 18:30" + blanks(9) + "[Work]",
                "77     \u{65E5}\u{672C}\u{8A9E}" + blanks(48) + "[a] [b] [c] +2",
            ]
        )
    }

    @Test func `one long row leaves the tags of the others below one another`() {
        let rows = [
            row("64ac", "Take pills", "snoozed 19:15", due: "for today 20:00", "2× a day", ["Health"]),
            row("5702", "Standup", "09:30", "Weekdays", ["Work"]),
            row("8143", "Submit the report", "due", "", ["Work"]),
            row("9803", "Vacuum", "all day", "Every 10 days", ["Home"]),
        ]
        #expect(
            lines(rows, width: 70) == [
                "64ac  Take pills         snoozed 19:15  for today 20:00  2× a day", "      [Health]",
                "5702  Standup            09:30          Weekdays       [Work]",
                "8143  Submit the report  due                           [Work]",
                "9803  Vacuum             all day        Every 10 days  [Home]",
            ]
        )
    }

    @Test func `at 60 columns badges and chips that do not fit take a second line`() {
        #expect(
            lines(sample, width: 60) == [
                "k7f2   Take vitamins" + blanks(16) + "today 09:00       Daily", "       [Health] [Personal]",
                "09ab1  Call the dentist about the…  Tue 24 Nov 18:30  [Work]",
                "77     \u{65E5}\u{672C}\u{8A9E}", "       [a] [b] [c] [d] [e]",
            ]
        )
    }

    @Test func `a badge is shown in full, short or not at all`() {
        let spellings = ["Every 2 weeks", "2 weeks"]
        let rows = ["Water the ferns on the balcony and those in the hall", "x"].map { title in
            [.text("k7f2"), .text(title), .text("Tue 24 Nov 18:30"), .text(""), .whole(spellings, .badge)]
                + [Columns.Cell.chips([TagChip("Home", color: nil)])]
        }
        var told: Set<String> = []
        for width in 12...130 {
            for line in lines(rows, width: width) {
                guard let badge = (spellings.first { line.contains($0) }) else {
                    #expect(!line.contains("week") && !line.contains("Every"), "\(width): \(line)")
                    continue
                }
                told.insert(badge)
                #expect(CellWidth.of(line) <= width)
                #expect(!line.contains("weeks…") && !line.contains(badge + "s"))
            }
        }
        #expect(told == Set(spellings))
        #expect(lines(rows, width: nil).allSatisfy { $0.contains("Every 2 weeks") })
    }

    @Test func `between aligned columns and a second line, what fits follows without blanks`() {
        let rows = [
            row("b09b", "Scan the receipts of the quarter", "7 days ago 09:00", "2× a month", ["Bills", "Work"]),
            row("2451", "Stretch and fold", "yesterday 09:30", due: "+4 missed", "Every 30 minutes", ["Family"]),
            row("e711", "Approve the proof", "yesterday 14:00", "", ["Bills", "Work", "Work/Lumière"]),
        ]
        #expect(
            lines(rows, width: 80) == [
                "b09b  Scan the receipts of the…  7 days ago 09:00  2× a month  [Bills] [Work]",
                "2451  Stretch and fold           yesterday 09:30   +4 missed  Every 30 minutes",
                "      [Family]",
                "e711  Approve the proof          yesterday 14:00   [Bills] [Work] [Work/Lumière]",
            ]
        )
    }

    @Test func `a badge becomes shorter before anything takes a second line`() {
        var own = row("k7f2", "Water the ferns on the balcony", "Tue 24 Nov 18:30", "", ["Home", "Balcony"])
        own[4] = .whole(["Every 2 weeks", "2 weeks"], .badge)
        #expect(lines([own], width: 88)[0].hasSuffix("18:30  Every 2 weeks  [Home] [Balcony]"))
        #expect(
            lines([own], width: 83) == [
                "k7f2  Water the ferns on the balcony  Tue 24 Nov 18:30  2 weeks  [Home] [Balcony]"
            ]
        )
        #expect(
            lines([own], width: 77) == ["k7f2  Water the ferns on the ba…  Tue 24 Nov 18:30  2 weeks  [Home] [Balcony]"]
        )
        #expect(lines([own], width: 74).count == 2)
    }

    @Test func `a few rows take a second line if many titles are then not cut`() {
        let long = (1...5).map { row("k7f\($0)", "Water the ferns on the balcony \($0)", "today", "", ["Home"]) }
        let wide = row("2451", "Stretch", "today", due: "+4 missed", "Every 30 minutes", ["Family"])
        #expect(lines(long + [wide], width: 76).filter { $0.contains("…") }.isEmpty)
        #expect(lines(long + [wide], width: 76).count == 7)
    }

    @Test func `a title that is longer than its column takes the cells that its row leaves free`() {
        let wide = row("2451", "Stretch", "today", due: "+4 missed", "Every 30 minutes", ["Family"])
        let long = row("k7f1", "Water the ferns on the balcony 1", "today", "", ["Home"])
        let all = lines(Array(repeating: wide, count: 5) + [long], width: 76)
        #expect(all.count == 6 && all[5] == "k7f1  Water the ferns on the balcony 1  today  [Home]", "\(all)")
        // What does not fit is cut, and nothing else of the row moves.
        let longer = row("k7f1", String(repeating: "Water ", count: 20), "today", "", ["Home"])
        let cut = lines(Array(repeating: wide, count: 5) + [longer], width: 76)
        #expect(cut.count == 6 && cut[5].contains("…  today"), "\(cut)")
        for width in 20...120 {
            #expect(lines([wide, wide, wide, long, longer], width: width).allSatisfy { CellWidth.of($0) <= width })
        }
    }

    @Test func `behind the date, a title takes the cells that the tags of its row leave`() {
        func row(_ title: String, _ tags: [String]) -> [Columns.Cell] {
            [.text("k7f2"), .text("today 09:00"), .text(title), .text(""), .whole([], .badge)]
                + [.chips(tags.map { TagChip($0, color: nil) })]
        }
        let rows = [
            row("Short", ["One", "Two", "Three", "Four"]), row("Water the ferns on the balcony", ["Home"]),
            row("Water the ferns on the balcony and those in the hall", ["Four tags", "that are", "wide"]),
            row("Water the ferns on the balcony and those in the hall", []),
        ]
        #expect(
            lines(rows, width: 60, .agenda) == [
                "k7f2  today 09:00  Short", "      [One] [Two] [Three] [Four]",
                "k7f2  today 09:00  Water the ferns on the balcony     [Home]",
                "k7f2  today 09:00  Water the ferns on the balcony and those…", "      [Four tags] [that are] [wide]",
                "k7f2  today 09:00  Water the ferns on the balcony and those…",
            ]
        )
    }

    @Test func `the date is the last to take the second line`() {
        let rows = [
            row("k7f2", "Take vitamins", "today 09:00", "Daily", []),
            row("09ab", "Write the report", "Tue 24 Nov", due: "due Fri 27 Nov 17:00", "", []),
        ]
        let report = "09ab  Write the report  Tue 24 Nov   due Fri 27 Nov 17:00"
        #expect(lines(rows, width: nil)[1] == report)
        #expect(lines(rows, width: 64)[0] == "k7f2  Take vitamins     today 09:00" + blanks(24) + "Daily")
        let vitamins = "k7f2  Take vitamins     today 09:00  Daily"
        #expect(lines(rows, width: 63) == [vitamins, report])
        #expect(lines(rows, width: 57) == [vitamins, report])
        let below = ["09ab  Write the report  Tue 24 Nov", "      due Fri 27 Nov 17:00"]
        #expect(lines(rows, width: 56) == [vitamins] + below)
        #expect(lines(rows, width: 42) == ["k7f2  Take vitamins     today 09:00", "      Daily"] + below)
    }

    @Test func `no width loses a date, a badge or a chip`() {
        for width in 32...130 {
            let text = lines(sample, width: width).joined(separator: "\n")
            for part in [
                "today 09:00", "Tue 24 Nov 18:30", "Daily", "[Health]", "[Personal]", "[Work]", "[a]", "[b]", "[c]",
            ] {
                #expect(text.contains(part), "\(width): \(part)")
            }
        }
    }

    @Test func `no line is wider than the terminal, and none ends with a blank`() {
        for width in 12...130 {
            for line in lines(sample, width: width) {
                if CellWidth.of(line) > width || line.last == " " { Issue.record("\(width): \(line)|") }
            }
        }
    }

    @Test func `with unknown width nothing is cut, and one long title does not move the others`() {
        let long = String(repeating: "x", count: 200)
        let written = lines([row("a", "b", "today", "", []), row("c", long, "today", "", [])], width: nil)
        #expect(written[0] == "a  b" + String(repeating: " ", count: 61) + "today")
        #expect(written[1] == "c  \(long)  today")
    }

    @Test func `space freed by a dropped column goes back to the others`() {
        let columns = Columns(3, yields: [(0, 4), (1, 0)])
        let rows: [[Columns.Cell]] = [[.text("abcdefghij"), .text("Weekly"), .text("end")]]
        #expect(lines(rows, width: 23, columns) == ["abcdefghij  Weekly  end"])
        #expect(lines(rows, width: 17, columns) == ["abc…  Weekly  end"])
        #expect(lines(rows, width: 16, columns) == ["abcdefghij  end"])
        #expect(lines(rows, width: 12, columns) == ["abcdef…  end"])
    }

    @Test func `a trailing column is right-aligned`() {
        let columns = Columns(2, trailing: [1])
        #expect(
            lines([[.text("a"), .text("5")], [.text("bcd"), .text("120")]], width: 80, columns) == [
                "a      5", "bcd  120",
            ]
        )
    }

    @Test func `no rows, empty rows and short rows are harmless`() {
        #expect(lines([], width: 80).isEmpty)
        #expect(lines([row("", "", "", "", []), [.text("a")], []], width: 80) == ["", "a", ""])
    }

    @Test func `styles take no cells`() {
        var painter = Painter(.ansi16)
        var bytes: [UInt8] = []
        let rows: [[Columns.Cell]] = [[.text("k7", .handle), .text("Milk")], [.text("k7f2"), .text("Milk", .dimmed)]]
        let layout = Columns(2).layout(of: rows, width: 80)
        for row in rows { layout.append(row, painter: &painter, to: &bytes) }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "\u{1B}[36mk7\u{1B}[0m    Milk\nk7f2  \u{1B}[2mMilk\u{1B}[0m\n"
        )
    }
}
