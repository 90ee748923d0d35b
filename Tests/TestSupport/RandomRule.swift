/// Generates recurrence rules of all kinds as text.
package enum RandomRule {
    package static let friendlyExamples = [
        "daily", "every 3 days", "weekdays", "weekends", "weekly", "weekly on monday",
        "every 2 weeks on monday, thursday",
        "monthly", "monthly on 31", "monthly on 1, 15", "monthly on 30, 31", "monthly on last day",
        "monthly on 2nd tuesday", "monthly on last friday", "every 3 months on 31", "every 3 months", "yearly",
        "yearly on feb 29", "every 2 years", "hourly", "every 90 minutes",
    ]

    /// Rules of both notations that are hard in some way.
    package static let examples =
        friendlyExamples
        + [
            "FREQ=DAILY;INTERVAL=5;BYMONTH=1,2,12", "FREQ=WEEKLY;INTERVAL=3;BYDAY=SU,MO;WKST=SU",
            "FREQ=MONTHLY;BYMONTHDAY=-31,31,15;BYHOUR=2,14;BYMINUTE=30", "FREQ=YEARLY;BYWEEKNO=1,52,53;BYDAY=MO,SU",
            "FREQ=YEARLY;BYDAY=1SU,-1SU,20MO;INTERVAL=2", "FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,30",
            "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=10,35", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            "FREQ=MONTHLY;SKIP=BACKWARD", "FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2",
        ]

    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// A friendly form, in its canonical spelling.
    package static func friendly(_ random: inout Random) -> String {
        let number = random.below(3) == 0 ? random.below(14) + 2 : 1
        func every(_ adverb: String, _ unit: String) -> String { number == 1 ? adverb : "every \(number) \(unit)s" }
        switch random.below(9) {
        case 0: return every("daily", "day")
        case 1: return random.pick(["weekdays", "weekends"])
        case 2: return every("weekly", "week")
        case 3: return every("weekly", "week") + " on \(some(names.prefix(5), 2, &random).joined(separator: ", "))"
        case 4: return every("monthly", "month")
        case 5:
            let last =
                random.below(4) == 0 ? [random.pick(["last day", "2nd last day", "28th last day, last day"])] : []
            let days = some(Array(1...31), 3, &random).map(String.init) + last
            return every("monthly", "month") + " on \(days.joined(separator: ", "))"
        case 6:
            let rank = random.pick(["last", "2nd last", "1st", "2nd", "3rd", "4th", "5th"])
            return every("monthly", "month") + " on \(rank) \(random.pick(names))"
        case 7:
            let day = random.pick(["feb 29", "feb 28", "jan 31", "dec 31", "jun 30", "mar 1"])
            return every("yearly", "year") + (random.below(2) == 0 ? "" : " on \(day)")
        default: return random.below(2) == 0 ? every("hourly", "hour") : "every \(number + 1) minutes"
        }
    }

    /// A rule that RFC 5545 allows. It may have no occurrence.
    package static func rfc(_ random: inout Random) -> String {
        let frequency = random.pick(["YEARLY", "YEARLY", "MONTHLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY"])
        var parts = ["FREQ=\(frequency)"]
        if random.below(2) == 0 { parts.append("INTERVAL=\(random.below(random.pick([4, 4, 50])) + 1)") }
        if random.below(3) == 0 { parts.append("WKST=\(random.pick(codes))") }
        if random.below(5) == 0 { parts.append("SKIP=\(random.pick(["BACKWARD", "FORWARD"]))") }
        let days = self.days(frequency, &random)
        parts += days
        var isLimited = !days.isEmpty
        for (key, limit) in [("BYHOUR", 24), ("BYMINUTE", 60), ("BYSECOND", 60)] where random.below(6) == 0 {
            parts.append("\(key)=\(list(some(Array(0..<limit), 3, &random)))")
            isLimited = true
        }
        if isLimited, random.below(4) == 0 { parts.append("BYSETPOS=\(list(signed(3, 2, &random)))") }
        switch random.below(6) {
        case 0: parts.append("COUNT=\(random.below(40) + 1)")
        case 1: parts.append("UNTIL=20\(random.below(30) + 30)0131" + random.pick(["", "T020000", "T235959Z"]))
        default: break
        }
        return parts.joined(separator: ";")
    }

    private static func days(_ frequency: String, _ random: inout Random) -> [String] {
        var parts: [String] = []
        func add(_ chance: Int, _ part: String) { if random.below(chance) == 0 { parts.append(part) } }
        add(4, "BYMONTH=\(list(some(Array(1...12), 4, &random)))")
        let weekdays = some(codes, 3, &random).joined(separator: ",")
        if frequency == "WEEKLY" {
            add(2, "BYDAY=\(weekdays)")
            return parts
        }
        add(3, "BYMONTHDAY=\(list(signed(31, 8, &random)))")
        let isYearly = frequency == "YEARLY"
        if isYearly || frequency == "HOURLY" || frequency == "MINUTELY" {
            add(6, "BYYEARDAY=\(list(signed(366, 40, &random)))")
        }
        if isYearly, random.below(3) == 0 {
            parts.append("BYWEEKNO=\(list(signed(53, 6, &random)))")
        } else if isYearly || frequency == "MONTHLY", random.below(2) == 0 {
            let numbers = [-5, -2, -1, 1, 2, 3, 5] + (isYearly ? [-53, -20, 20, 53] : [])
            add(2, "BYDAY=\(some(codes, 3, &random).map { "\(random.pick(numbers))\($0)" }.joined(separator: ","))")
            return parts
        }
        add(3, "BYDAY=\(weekdays)")
        return parts
    }

    /// At least one and at most `most` of the values, in order.
    private static func some<T>(_ values: some Collection<T>, _ most: Int, _ random: inout Random) -> [T] {
        var left = min(values.count, random.below(most) + 1)
        var (seen, found) = (0, [T]())
        for value in values {
            if random.below(values.count - seen) < left {
                found.append(value)
                left -= 1
            }
            seen += 1
        }
        return found
    }

    private static func signed(_ limit: Int, _ most: Int, _ random: inout Random) -> [Int] {
        some(Array(-limit ... -1) + Array(1...limit), most, &random)
    }

    private static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }
}
