extension LanguageServer {
    /// Registers a tag with the least used preset: its name, and a colour if another is wanted.
    static let createTag = "memoss.createTag"
    /// Changes a reminder: its URI, and the name of an `OfferedStep`.
    static let step = "memoss.step"

    /// A command of a completion item, a code action or a lens. The client applies its edit, and gets its answer afterwards:
    /// Emacs asks before it edits a file, and takes an answer meanwhile for the end of everything.
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
                return try apply(edit.plan(in: context).plan, as: "Create the tag '\(name)'", in: folder, for: id)
            case Self.step:
                let (plan, title) = try plan(arguments[1].string ?? "", of: arguments[0], in: folder, surroundings)
                return try apply(plan, as: title, in: folder, for: id)
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
        for id: JSON
    ) throws(ResponseError) -> JSON? {
        guard !plan.isEmpty else { return .null }
        let edit = try workspaceEdit(plan, in: folder)
        request("workspace/applyEdit", ["label": .string(label), "edit": edit], for: id)
        return nil
    }

    /// The result of a command whose edit the client has applied or not.
    static func applied(_ answer: JSON) -> Result<JSON, ResponseError> {
        if answer["result"]["applied"].bool == true { return .success(.null) }
        let reason = answer["result"]["failureReason"].string ?? answer["error"]["message"].string
        let message = "the editor has not applied the edit" + (reason.map { ": \($0)" } ?? "")
        return .failure(ResponseError(.requestFailed, message))
    }
}
