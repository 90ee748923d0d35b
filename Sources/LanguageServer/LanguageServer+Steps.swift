import MemossFiles

extension LanguageServer {
    // MARK: Steps

    /// A step that is offered, named after the command that does it.
    enum OfferedStep: String, CaseIterable {
        case complete, skip, snooze, reopen

        var title: String {
            switch self {
            case .complete: "Complete"
            case .skip: "Skip this occurrence"
            case .snooze: "Snooze for an hour"
            case .reopen: "Reopen"
            }
        }

        var step: ReminderStep {
            switch self {
            case .complete: .complete(on: nil, catchesUp: false)
            case .skip: .skip(on: nil)
            case .snooze: .snooze(CivilDuration(seconds: 3_600))
            case .reopen: .reopen(on: nil)
            }
        }
    }

    /// - Returns: nil if the step changes nothing, or the file is not a reminder.
    /// - Throws: a `MemossError` if the step is not possible.
    private func plan(
        _ step: OfferedStep,
        at path: String,
        _ folder: ServedFolder,
        _ surroundings: Surroundings
    ) throws(MemossError) -> EditPlan? {
        let (context, time) = context(folder, in: surroundings)
        guard let reminder = folder.snapshot.reminder(at: path), !reminder.isNote else { return nil }
        let plan = try StepBatch(step.step, of: [reminder], at: time).plan(in: context).plan
        if let file = plan.skipped.first {
            throw MemossError(.failure, "\(file.path): \(file.reason)", remedy: file.remedy)
        }
        return plan.isEmpty ? nil : plan
    }

    /// The steps that are possible.
    private func offeredSteps(
        at path: String,
        _ folder: ServedFolder,
        _ surroundings: Surroundings
    ) -> [(step: OfferedStep, plan: EditPlan)] {
        OfferedStep.allCases.compactMap { step in
            guard let plan = try? plan(step, at: path, folder, surroundings) else { return nil }
            return (step, plan)
        }
    }

    func stepActions(
        of place: Place,
        _ folder: ServedFolder,
        _ surroundings: Surroundings
    ) throws(ResponseError) -> [JSON] {
        var actions: [JSON] = []
        for (step, plan) in offeredSteps(at: place.path, folder, surroundings) {
            actions.append(
                action(step.title, "refactor", try workspaceEdit(plan, in: folder, at: surroundings.time.now))
            )
        }
        return actions
    }

    /// The edit that a step makes to an open reminder, and its title.
    func plan(
        _ name: String,
        of uri: JSON,
        in folder: ServedFolder,
        _ surroundings: Surroundings
    ) throws(ResponseError) -> (plan: EditPlan, title: String) {
        guard let step = OfferedStep(rawValue: name), let document = document(uri),
            let path = folder.relative(document.path)
        else { throw ResponseError(.invalidParams, "expected the URI of an open reminder, and a step") }
        let plan: EditPlan?
        do throws(MemossError) {
            plan = try self.plan(step, at: path, folder, surroundings)
        } catch {
            throw ResponseError(error, surroundings.advice)
        }
        guard let plan else { throw ResponseError(.requestFailed, "\(step.title): nothing to change in \(path)") }
        return (plan, step.title)
    }

    /// Shows the possible steps above the first line of the reminder.
    func codeLenses(_ params: JSON, in surroundings: Surroundings) throws(ResponseError) -> JSON {
        guard let place = try place(params), let folder, !place.isRegistry else { return .null }
        let start: JSON = ["line": 0, "character": 0]
        let (_, time) = context(folder, in: surroundings)
        return .array(
            offeredSteps(at: place.path, folder, surroundings).map { step, plan in
                let next = next(after: plan, at: place.path, folder, time).map(surroundings.distance)
                let command: JSON = [
                    "title": .string(step.title + (next.map { " (next: \($0))" } ?? "")), "command": .string(Self.step),
                    "arguments": [.string(place.document.uri), .string(step.rawValue)],
                ]
                return ["range": ["start": start, "end": start], "command": command]
            }
        )
    }

    /// The date to which a step moves a reminder; nil if the date stays.
    private func next(
        after plan: EditPlan,
        at path: String,
        _ folder: ServedFolder,
        _ time: TimeContext
    ) -> DateValue? {
        guard let bytes = plan.edits.first(where: { $0.path.isSamePath(as: path) })?.after,
            let moved = ReminderDecoder.decode(bytes, path: path, registry: folder.snapshot.registry).reminder,
            !moved.isCompleted, let date = moved.date, date != folder.snapshot.reminder(at: path)?.date
        else { return nil }
        return time.shown(date, of: moved)
    }
}
