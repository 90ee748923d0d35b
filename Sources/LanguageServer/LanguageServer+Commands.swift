import MemossFiles

extension LanguageServer {
    /// Registers a tag. Arguments: its name, and optionally a colour in place of the least used preset.
    static let createTag = "memoss.createTag"
    /// Changes a reminder. Arguments: its URI, and the name of an `OfferedStep`.
    static let step = "memoss.step"

    /// Executes a command of a completion item, a code action or a lens. The answer is sent after the client has
    /// applied the edit: Emacs asks before it edits a file, and would treat an earlier answer as the end of the whole
    /// command.
    mutating func execute(
        _ params: JSON,
        _ id: JSON,
        in surroundings: Surroundings
    ) throws(ResponseError) -> JSON? {
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
                return try apply(
                    edit.plan(in: context).plan,
                    as: "Create the tag '\(name)'",
                    in: folder,
                    for: id,
                    at: time.now
                )
            case Self.step:
                let (plan, title) = try plan(arguments[1].string ?? "", of: arguments[0], in: folder, surroundings)
                return try apply(plan, as: title, in: folder, for: id, at: time.now)
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
    }

    /// Asks the client to apply an edit.
    private mutating func apply(
        _ plan: EditPlan,
        as label: String,
        in folder: ServedFolder,
        for id: JSON,
        at now: Instant
    ) throws(ResponseError) -> JSON? {
        guard !plan.isEmpty else { return .null }
        let edit = try workspaceEdit(plan, in: folder, at: now)
        request("workspace/applyEdit", ["label": .string(label), "edit": edit], for: id)
        return nil
    }

    /// The result of a command whose edit the client has applied or not.
    static func applied(_ answer: JSON) -> Result<JSON, ResponseError> {
        if answer["result"]["applied"].bool == true { return .success(.null) }
        let reason = answer["result"]["failureReason"].string ?? answer["error"]["message"].string
        let message = "the editor did not apply the edit" + (reason.map { ": \($0)" } ?? "")
        return .failure(ResponseError(.requestFailed, message))
    }
}
