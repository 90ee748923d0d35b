extension LanguageServer {
    /// Registers a tag with the least used preset: its name, and a colour if another is wanted.
    static let createTag = "memoss.createTag"
    /// Changes a reminder: its URI, and the name of an `OfferedStep`.
    static let step = "memoss.step"

    /// A command of a completion item, a code action or a lens. The client applies its edit.
    mutating func execute(_ params: JSON, in surroundings: Surroundings) throws(ResponseError) -> JSON {
        guard let folder else { throw ResponseError(.requestFailed, "no folder of reminders is open") }
        let (context, time) = context(folder, in: surroundings)
        let arguments = params["arguments"]
        do {
            switch params["command"].string ?? "" {
            case Self.createTag:
                let name = try TagName(validating: arguments[0].string ?? "")
                let color = try arguments[1].string.map { (text: String) throws(ParseError) in
                    try TagColor(parsing: text)
                }
                let edit = TagAddition(
                    of: name,
                    color: color,
                    freshID: surroundings.freshID(),
                    today: time.local.date.description
                )
                try apply(edit.plan(in: context).plan, as: "Create the tag '\(name)'", in: folder)
            case Self.step:
                try perform(step: arguments[1].string ?? "", of: arguments[0], in: folder, surroundings)
            case let name: throw ResponseError(.invalidParams, "there is no command '\(name)'")
            }
        } catch let error as ResponseError {
            throw error
        } catch let error as MemossError {
            throw ResponseError(error, surroundings.advice)
        } catch let error as ParseError {
            throw ResponseError(.invalidParams, ([error.message] + error.hints).joined(separator: "\n"))
        } catch {
            throw ResponseError(.requestFailed, "\(error)")
        }
        return .null
    }

    /// Asks the client to apply an edit.
    mutating func apply(_ plan: EditPlan, as label: String, in folder: ServedFolder) throws(ResponseError) {
        guard !plan.isEmpty else { return }
        request("workspace/applyEdit", ["label": .string(label), "edit": try workspaceEdit(plan, in: folder)])
    }
}
