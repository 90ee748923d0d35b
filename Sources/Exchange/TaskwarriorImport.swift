internal import Bytes
import MemossFiles

/// Turns the tasks that `task export` prints into reminders. A recurring task and its instances become one series.
struct TaskwarriorImport {
    private(set) var reminders: [ImportedReminder] = []
    private(set) var faults: [ImportedReminder.Fault] = []

    let context: ImportContext
    var zone: Zone { context.time.zone }

    init(_ context: ImportContext) { self.context = context }

    mutating func read(_ bytes: [UInt8]) {
        var tasks: [TaskwarriorTask] = []
        var places: [String: Int] = [:]
        for (value, line) in values(bytes) {
            do throws(ImportedReminder.Fault) {
                let task = try TaskwarriorTask(value, line: line)
                if let place = places[task.uuid] {
                    if tasks[place].members == task.members { continue }
                    let other = "the task on line \(tasks[place].line)"
                    let message = "the task has the uuid of \(other), and differs from it: delete the older one"
                    throw .init(line, message, .file)
                }
                places[task.uuid] = tasks.count
                tasks.append(task)
            } catch {
                faults.append(error)
            }
        }
        let templates = Set(tasks.filter(\.isTemplate).map(\.uuid))
        var instances: [String: [TaskwarriorTask]] = [:]
        var others: [TaskwarriorTask] = []
        for task in tasks {
            if let parent = task.text("parent")?.lowercased(),
                templates.contains(parent) || context.known.contains(parent)
            {
                instances[parent, default: []].append(task)
            } else {
                others.append(task)
            }
        }
        others = readInstances(others)
        for task in others {
            do throws(ImportedReminder.Fault) {
                if task.isTemplate {
                    try readSeries(of: task, instances[task.uuid] ?? [])
                } else {
                    reminders.append(try single(task))
                }
            } catch {
                faults.append(error)
            }
        }
        // The series was imported before and continues on its own.
        for (parent, made) in instances where !templates.contains(parent) {
            do throws(ImportedReminder.Fault) {
                for task in made {
                    var one = try single(task)
                    (one.identity, one.isInstance) = (parent, true)
                    reminders.append(one)
                }
            } catch {
                faults.append(error)
            }
        }
    }

    /// Reads the instances whose recurring task is not in the export, which has another status. While one of them is to be done,
    /// they are a series.
    ///
    /// - Returns: the other tasks.
    private mutating func readInstances(_ tasks: [TaskwarriorTask]) -> [TaskwarriorTask] {
        let isMade = { (task: TaskwarriorTask) in !task.isTemplate && task["parent"] != nil && task["recur"] != nil }
        let made = Dictionary(grouping: tasks.filter(isMade)) { $0.text("parent")?.lowercased() ?? "" }
        var series: Set<String> = []
        for (parent, var made) in made.sorted(by: { $0.value[0].line < $1.value[0].line }) {
            guard let first = made.filter({ $0["due"] != nil }).min(by: { ($0.number ?? 0) < ($1.number ?? 0) }),
                made.contains(where: { !$0.isOver })
            else { continue }
            do throws(ImportedReminder.Fault) {
                let number = first.number ?? 0
                for index in made.indices { made[index].firstNumber = number }
                series.insert(parent)
                try readSeries(of: try first.template(), made)
            } catch {
                faults.append(error)
            }
        }
        return tasks.filter { !isMade($0) || !series.contains($0.text("parent")?.lowercased() ?? "") }
    }

    /// The values, with the lines on which they begin.
    private mutating func values(_ bytes: [UInt8]) -> [(value: JSON, line: Int)] {
        do throws(ParseError) {
            var (line, place) = (1, 0)
            return try JSON.values(parsing: bytes).map { offset, value in
                line += bytes[place..<offset].count { $0 == Ascii.lineFeed }
                place = offset
                return (value, line)
            }
        } catch {
            let offset = min(error.offset, bytes.count)
            let line = 1 + bytes[..<offset].count { $0 == Ascii.lineFeed }
            faults.append(.init(line, "\(error.message); expected what 'task export' prints", .file))
            return []
        }
    }

    /// - Parameter faults: what was found in addition.
    mutating func add(_ found: [ImportedReminder], _ faults: [ImportedReminder.Fault]) {
        reminders += found
        self.faults += faults
    }

    // MARK: One task

    func single(_ task: TaskwarriorTask) throws(ImportedReminder.Fault) -> ImportedReminder {
        var new = try task.draft(in: context)
        new[\.scheduled] = try task.date("scheduled", in: zone)
        new[\.deadline] = try task.date("due", in: zone)
        // A waiting task appears at its wait date.
        if new[\.scheduled] == nil, !task.isOver, let wait = try task.date("wait", in: zone),
            context.time.isAhead(wait, in: zone), new[\.deadline].map({ wait.isBefore($0, in: zone) }) ?? true
        {
            new[\.scheduled] = wait
        }
        if new[\.scheduled] == new[\.deadline] { new[\.scheduled] = nil }
        if task.isOver { new[\.completed] = try completion(of: task) }
        setZone(&new)
        var one = ImportedReminder(new, identity: task.uuid)
        one.ending = task.ending
        return one
    }

    func completion(of task: TaskwarriorTask) throws(ImportedReminder.Fault) -> Reminder.Completion {
        try task.instant("end").map { .on(zone.date(at: $0)) } ?? .completed
    }

    /// A time is an instant to Taskwarrior.
    func setZone(_ new: inout ImportDraft) {
        let isTimed = [new[\.scheduled], new[\.deadline]].contains { $0?.isAllDay == false }
        if isTimed, context.home == zone { new[\.timezone] = zone.name }
    }
}
