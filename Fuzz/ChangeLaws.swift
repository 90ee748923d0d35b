@testable import Bytes
@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// Laws of edits other than setting one field: new files, steps, the registry, bodies, fixes.
enum ChangeLaws {
    // MARK: New files

    /// One line each: title, tags, date, zone, rule, end, and whether it is a note; then the body.
    static func new(_ input: inout FuzzInput) {
        let (title, tags) = (input.line(), names(input.line()))
        let scheduled = try? DateValue(parsing: input.line())
        let (timezone, recurrence) = (input.line(), input.line())
        let until = try? DateValue(parsing: input.line())
        let isNote = input.line() == "note"
        let id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
        guard var new = try? NewReminder(title: title, id: id, created: FuzzMoment.clock) else { return }
        new.tags = tags.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        new.scheduled = scheduled
        if scheduled != nil {
            new.timezone = (try? FuzzMoment.zones.zone(named: timezone)) == nil ? nil : timezone
            new.recurrence = (try? RecurrenceRule(parsing: recurrence)) == nil ? nil : recurrence
            if new.recurrence != nil { new.until = until }
        }
        new.isNote = isNote && scheduled == nil
        new.body = input.rest
        // A date that does not match the rule, or an end before the start, is rejected before the file is made.
        guard (try? new.check(in: FuzzMoment.zone, allDayAt: .noon)) != nil else { return }
        let bytes: [UInt8]
        do throws(EditRefusal) {
            bytes = try new.contents()
        } catch {
            return law("a valid value can be written", false, "\(error.reason): \(new)")
        }
        let output = ReminderDecoder.decode(bytes, path: "new.md", keeping: .whole)
        law("a new file can be read", output.isSound && output.reminder != nil, EditLaws.shown([], bytes))
        guard let read = output.reminder else { return }
        law("its title is as intended", Array(read.title.utf8) == Array(new.title.utf8), EditLaws.shown([], bytes))
        law("its tags are as intended", read.tags == new.tags, EditLaws.shown([], bytes))
        law("it has its body", read.body.starts(with: new.body), EditLaws.shown([], bytes))
        law("the plain scanner and libyaml agree", (try? FrontMatter.read(bytes)) != nil)
    }

    // MARK: Steps

    private static let stepKeys: Set<String> = [
        "scheduled", "due", "recurrence", "snoozed", "completed", "complete_instances", "skipped_instances", "status",
        "completedDate",
    ]

    /// `done`, `late` (catching up), `skip` or `reopen` with an optional date; `snooze` with a duration.
    private static func parse(_ text: String) -> ReminderStep? {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : nil
        let day = rest.flatMap { try? DateValue(parsing: $0) }
        return switch words.first {
        case "done": .complete(on: day, catchesUp: false)
        case "late": .complete(on: day, catchesUp: true)
        case "skip": .skip(on: day)
        case "reopen": .reopen(on: day)
        case "snooze": rest.flatMap { try? CivilDuration(parsing: $0) }.map { .snooze($0) }
        default: nil
        }
    }

    private static func take(_ step: ReminderStep, _ bytes: [UInt8]) -> (outcome: StepOutcome, bytes: [UInt8])? {
        let output = ReminderDecoder.decode(bytes, path: "a.md")
        guard let reminder = output.reminder, output.isSound else { return nil }
        var context = FuzzMoment.context
        if let name = reminder.timezone {
            guard let zone = try? FuzzMoment.zones.zone(named: name) else { return nil }
            context.zones[name] = zone
        }
        guard let outcome = try? StepOutcome(step, of: reminder, in: bytes, context: context) else { return nil }
        // An edit that is not possible in place is refused.
        guard let result = try? outcome.changes.apply(to: bytes, registry: TagRegistry()) else {
            return outcome.changes.isEmpty ? (outcome, bytes) : nil
        }
        return (outcome, result)
    }

    static func step(_ text: String, in bytes: [UInt8]) {
        guard let step = parse(text), let (outcome, result) = take(step, bytes) else { return }
        let detail = "\(step)\(EditLaws.shown(bytes, result))"
        if case .unchanged = outcome.event {
            return law("a step that has been done changes nothing", result == bytes, detail)
        }
        EditLaws.checkRest(bytes, result, except: stepKeys)
        let output = ReminderDecoder.decode(result, path: "a.md")
        law("after a step the file can be read", output.isSound && output.reminder != nil, detail)
        guard let reminder = output.reminder else { return }
        if outcome.scheduled != nil {
            law("it is scheduled when the step says", reminder.scheduled == outcome.scheduled, detail)
        }
        if outcome.deadline != nil {
            law("it is due when the step says", reminder.deadline == outcome.deadline, detail)
        }
        law(
            "it is completed if the step says so",
            outcome.isAside || reminder.isCompleted == outcome.isCompleted,
            detail
        )
        guard isExplicit(step), let second = take(step, result) else { return }
        law(
            "law 6: repeating it changes nothing",
            second.bytes == result,
            "\(detail)\(EditLaws.shown([], second.bytes))"
        )
    }

    private static func isExplicit(_ step: ReminderStep) -> Bool {
        switch step {
        case .complete(let day, _), .skip(let day, _), .reopen(let day): day != nil
        case .snooze, .snoozeUntil, .endSnooze: true
        }
    }

    // MARK: The registry

    /// `add`, `color COLOUR` or `remove`; the names are separated by commas.
    static func registry(_ operation: String, _ text: String, in bytes: [UInt8]) {
        let before = TagRegistry(parsing: bytes)
        guard before.document != nil, !before.isAmbiguous else { return }
        let names = names(text)
        let words = operation.split(separator: " ", maxSplits: 1).map(String.init)
        let change: RegistryChange
        switch (words.first, names.first) {
        case ("add", .some):
            let fresh = Set(names).sorted { $0.text < $1.text }.filter { before.tag(alias: $0) == nil }
            change = .add(fresh.map { Tag(name: $0, color: .black, id: "1", created: "2026-11-22") })
        case ("color", let name?):
            guard words.count > 1, let color = try? TagColor(parsing: words[1]) else { return }
            change = .color(name, color)
        case ("remove", .some): change = .remove(Set(names))
        default: return
        }
        guard let after = try? change.apply(to: before) else { return }
        let detail = "\(change)\(EditLaws.shown(bytes, after))"
        let edited = TagRegistry(parsing: after)
        law("the registry can be read", edited.document != nil && !edited.isAmbiguous, detail)
        law("a change changes something", after != bytes, detail)
        let second: [UInt8]?
        do throws(EditRefusal) { second = try change.apply(to: edited) } catch { second = [] }
        law("law 6: repeating it changes nothing", second == nil, detail)
        let concerned: Set<TagName>
        switch change {
        case .add(let tags):
            concerned = Set(tags.map(\.name))
            law("the added tag is present", tags.allSatisfy { edited.tag(named: $0.name) != nil }, detail)
        case .color(let name, let color):
            concerned = [name]
            law("it has its colour", edited.tag(named: name)?.color == color, detail)
        case .remove(let names):
            concerned = names
            law("the removed tag is absent", names.allSatisfy { edited.tag(named: $0) == nil }, detail)
        }
        let others = { (registry: TagRegistry) in registry.tags.filter { !concerned.contains($0.name) } }
        law("law 2: the other tags stay", others(before) == others(edited), detail)
    }

    // MARK: Tags and a registry

    static func canonicalTags(_ text: String, registry: [UInt8], in bytes: [UInt8]) {
        let registry = TagRegistry(parsing: registry)
        guard let edit = try? FieldChange(setting: "tags", to: text, zones: FuzzMoment.zones).canonical(in: registry),
            let result = try? edit.apply(to: bytes)
        else { return }
        let detail = "\(edit)\(EditLaws.shown(bytes, result))"
        EditLaws.checkRest(bytes, result, except: ["tags"])
        for name in EditLaws.tags(result) {
            law("a tag is spelt as in the registry", registry.canonical(name).isSpelled(as: name), detail)
        }
        law("canonicalising is idempotent", edit.canonical(in: registry) == edit, detail)
        var isRefused = false
        var second: [UInt8]?
        do throws(EditRefusal) { second = try edit.apply(to: result) } catch { isRefused = true }
        law("law 6: repeating it changes nothing", second == nil && !isRefused, detail)
    }

    // MARK: Bodies

    static func body(_ text: [UInt8], in bytes: [UInt8]) {
        let edit = BodyChange(text)
        guard let result = try? edit.apply(to: bytes) else { return }
        let detail = EditLaws.shown(bytes, result)
        let (old, new) = (Delimiters.search(bytes), Delimiters.search(result))
        if case .found(let delimiters) = old {
            law(
                "law 2: the front matter stays",
                new == old || result.starts(with: bytes[..<delimiters.closing.upperBound]),
                detail
            )
        } else {
            law("a file without front matter still has none", new == .absent, detail)
        }
        let isCRLF = { (bytes: [UInt8]) in bytes.filter { $0 != Ascii.carriageReturn } }
        // A byte order mark at the start of a file belongs to the file.
        let isMark = old == .absent && text.starts(with: [0xEF, 0xBB, 0xBF])
        let lines = isCRLF(isMark ? Array(text.dropFirst(3)) : text)
        law(
            "the body is what was meant",
            isCRLF(result).suffix(lines.count + 1).starts(with: lines)
                || isCRLF(result).suffix(lines.count).elementsEqual(lines),
            detail
        )
        var isRefused = false
        var second: [UInt8]?
        do throws(EditRefusal) { second = try edit.apply(to: result) } catch { isRefused = true }
        law("law 6: repeating it changes nothing", second == nil && !isRefused, detail)
    }

    // MARK: Fixes

    private static func problems(_ bytes: [UInt8], _ registry: TagRegistry) -> [Problem] {
        let snapshot = Snapshot(ReminderDecoder.decode(bytes, path: "a.md"), registry: registry)
        return FolderCheck.problems(of: snapshot, in: FuzzMoment.context) { _ in bytes }.filter { $0.path == "a.md" }
    }

    static func fix(registry: [UInt8], in bytes: [UInt8]) {
        let registry = TagRegistry(parsing: registry)
        let found = problems(bytes, registry)
        guard let result = try? Fix(problems: found).apply(to: bytes, registry: registry) else { return }
        let detail = EditLaws.shown(bytes, result.bytes)
        law("a fix changes something", !result.fixed.isEmpty && result.bytes != bytes, detail)
        let left = problems(result.bytes, registry)
        for problem in result.fixed {
            law("a fixed problem is gone", !left.contains(problem), "\(problem)\(detail)")
        }
        // A fixed date may not match the pattern of the rule.
        let errors = { (problems: [Problem]) in problems.count { $0.severity == .error } }
        law("a fix causes no error", errors(left) <= errors(found) || found.count > 20, "\(left)\(detail)")
        var isDone = true
        do throws(EditRefusal) {
            isDone = try Fix(problems: left).apply(to: result.bytes, registry: registry) == nil
        } catch {
            isDone = false
        }
        // Problems beyond the limit are reported after later fixes.
        law("law 6: repeating it changes nothing", isDone || found.count > 20, "\(left)\(detail)")
        let frontMatter = (try? FrontMatter.read(bytes))?.delimiters.closing.lowerBound ?? 0
        law(
            "law 2: the body stays",
            bytes[frontMatter...].elementsEqual(result.bytes.suffix(bytes.count - frontMatter)),
            detail
        )
    }

    static func fix(registry bytes: [UInt8]) {
        let registry = TagRegistry(parsing: bytes)
        guard registry.document != nil,
            let result = try? Fix(problems: registry.problems).apply(to: bytes, registry: registry)
        else { return }
        let detail = EditLaws.shown(bytes, result.bytes)
        let registryAfter = TagRegistry(parsing: result.bytes)
        law("the tags keep their names", registryAfter.tags.map(\.name) == registry.tags.map(\.name), detail)
        law(
            "their ids and aliases stay",
            registryAfter.tags.map(\.id) == registry.tags.map(\.id)
                && registryAfter.tags.map(\.aliases) == registry.tags.map(\.aliases),
            detail
        )
        for problem in result.fixed {
            law("a fixed problem is gone", !registryAfter.problems.contains(problem), "\(problem)\(detail)")
        }
    }

    private static func names(_ text: String) -> [TagName] {
        text.split(separator: ",").compactMap { try? TagName(validating: String($0)) }
    }
}
