import Testing

@testable import mm

@Suite struct NotificationTextTests {
    @Test func `a title or text cannot control, reverse or hide what the desktop shows`() {
        let hostile = ["\u{1B}[31mred", "a\u{202E}b", "a\u{2066}b", "a\u{7}b", "a\u{200B}b", "a\u{85}b", "a\nb"]
        for text in hostile {
            let title = NotificationText.title(text)
            #expect(Printable.isPlain(title) && title.utf8.contains(UInt8(ascii: "\\")), "\(title)")
        }
        #expect(NotificationText.body("one\ntwo\u{202E}") == "one\ntwo\\u{202E}")
        #expect(NotificationText.title("Zahnärztin 👩‍⚕️ שלום") == "Zahnärztin 👩‍⚕️ שלום")
        #expect(NotificationText.title("") == " ")
    }
}
