extension AlarmRing {
    /// Its time in words: `1 day before`, or `deadline`.
    package var text: String {
        switch cause {
        case .alarm(let alarm): alarm.trigger.description
        case .deadline: "deadline"
        }
    }

    /// `in 15 minutes: Dentist, Fri 09:00`
    ///
    /// - Parameter zone: that of the user.
    package func announcement(of title: String, at now: Instant, in zone: Zone) -> String {
        var title = title
        if case .alarm(let alarm) = cause, let note = alarm.note { title = note }
        guard cause != .deadline else { return "Deadline: \(title)" }
        guard let about else { return title }
        let (today, clock) = (zone.civil(at: now), zone.civil(at: about))
        let days = clock.date.daysSinceEpoch - today.date.daysSinceEpoch
        let weekday = clock.date.weekday.shortName
        var when =
            0...6 ~= days ? weekday : "\(weekday) \(clock.date.day) \(Month(clock.date.month).map(\.shortName) ?? "")"
        if !isAboutDay { when += " \(clock.time)" }
        return "\(Self.distance(to: about, isDay: isAboutDay, days: days, from: now)): \(title), \(when)"
    }

    private static func distance(to about: Instant, isDay: Bool, days: Int, from now: Instant) -> String {
        if isDay, days == 0 { return "today" }
        let seconds = about.secondsSince1970 - now.secondsSince1970
        // From the evening to the next morning is still tomorrow.
        if days == 1, isDay || seconds >= 6 * 3_600 { return "tomorrow" }
        let isFar = abs(days) > 1 || isDay
        let span =
            isFar
            ? CivilDuration(days: abs(days))
            : CivilDuration(seconds: (abs(seconds) + 59) / 60 * 60)
        if seconds < 0 { return "\(span.inWords) ago" }
        return seconds == 0 ? "now" : "in \(span.inWords)"
    }
}
