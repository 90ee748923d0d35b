package import MemossFiles

/// A date that is typed as a separate day and time. Together, both texts form one WHEN.
package struct DateField: Sendable, Hashable {
    /// A text that cannot be read, and which of the two it is.
    package struct Fault: Error, Hashable {
        package var isInTime: Bool
        package var error: ParseError
    }

    package var day: TextField
    package var time: TextField
    /// The texts of the existing date; empty if there is none.
    private let oldDay: String
    private let oldTime: String

    /// - Parameters:
    ///   - date: the existing date; nil for none.
    ///   - zone: the time zone in which it is shown.
    ///   - unread: text in the file that is not a valid date.
    package init(_ date: DateValue? = nil, in zone: Zone, unread: String? = nil) {
        let clock = date?.clock(in: zone, allDayAt: .midnight)
        oldDay = clock?.date.description ?? unread ?? ""
        oldTime = date?.isAllDay == false ? clock?.time.description ?? "" : ""
        (day, time) = (TextField(oldDay), TextField(oldTime))
    }

    package var isChanged: Bool { !isDayKept || !isTimeKept }
    package var isDayKept: Bool { texts.day == oldDay }
    package var isTimeKept: Bool { texts.time == oldTime }

    private var texts: (day: String, time: String) { (day.text.trimmingBlanks, time.text.trimmingBlanks) }

    /// Reads the typed texts. An unchanged text is not read, so the existing date keeps that part and its spelling.
    package func reading(at now: TimeContext, in zone: Zone) throws(Fault) -> ReminderChange.Setting<WhenPhrase> {
        let (day, time) = texts
        let (isDayNew, isTimeNew) = (day != oldDay, time != oldTime)
        guard isDayNew || isTimeNew else { return .kept }
        if day.isEmpty, time.isEmpty || !isTimeNew { return .removed }
        func read(_ text: String, inTime: Bool, after start: Int = 0) throws(Fault) -> WhenPhrase {
            do throws(ParseError) {
                return try now.when(text, in: zone)
            } catch {
                var error = error
                // The error refers to both texts joined, so adjust its offset; its suggestion replaces both and cannot
                // be used.
                if start > 0 { (error.offset, error.suggestion) = (max(0, error.offset - start), nil) }
                throw Fault(isInTime: inTime, error: error)
            }
        }
        if day.isEmpty || !isDayNew {
            let phrase = try read(time.isEmpty ? Self.allDay : time, inTime: true)
            guard [.time, .allDay].contains(phrase.named) else { throw notATime(time) }
            return .set(phrase)
        }
        let dayPhrase = try read(day, inTime: false)
        guard isTimeNew else { return .set(dayPhrase) }
        if time.isEmpty {
            return .set(dayPhrase.named == .day ? try read("\(day) \(Self.allDay)", inTime: false) : dayPhrase)
        }
        if let exact = try? DateValue(parsing: "\(day)T\(time)") {
            return .set(try read(exact.description, inTime: true))
        }
        let start = day.utf8.count + 1
        let phrase = try read("\(day) \(time)", inTime: true, after: start)
        // A time that names a day makes another date.
        guard phrase.named != .day, phrase.value.date == dayPhrase.value.date else { throw notATime(time) }
        return .set(phrase)
    }

    /// The words of the grammar that remove a time.
    private static let allDay = "all day"

    private func notATime(_ text: String) -> Fault {
        let reason = "\(quoted(text)) is not a time of day: write one like '9am' or '14:30'"
        return Fault(isInTime: true, error: ParseError(reason, length: text.utf8.count))
    }
}
