import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

/// The expected results were made independently of the code: see `fixtures/edit/README.md`.
@Suite struct EditCaseTests {
    static let files = [
        "combined", "dates", "frames", "keys", "lists", "new-keys", "odd", "quoting", "refused", "scalars", "tags",
        "unset",
        "untag",
    ]

    /// Words that the reason of a refusal must contain, by class.
    private let reasons = [
        "alias": "is the alias", "anchor": "the alias *", "block-scalar": "a block of several lines",
        "depth": "nested deeper", "duplicate-key": "appears twice", "flow-root": "written in braces",
        "head": "the front matter has to begin with", "id": "cannot be changed",
        "invalid-utf8": "invalid UTF-8", "line-break": "line break", "list": "is a list", "malformed": "invalid YAML",
        "mapping": "is a mapping", "root": "expected keys with values", "undefined-alias": "has no anchor",
        "unterminated": "clos", "value": "ParseError",
    ]
    private let zones = ZoneDatabase()

    @Test(arguments: files)
    func `every case gives the expected bytes`(file: String) throws {
        let cases = try FixtureCase.load("edit/\(file).cases")
        #expect(!cases.isEmpty)
        for one in cases {
            let title = Comment(rawValue: "\(one.name): \(one.verb) \(one.argument)\n\(one.before.shown)")
            let outcome = try edit(one)
            switch (one.expectation, outcome) {
            case (.changed(let expected), .success(let bytes)):
                #expect(bytes == expected, "\(title)\n= \(bytes.shown)\n≠ \(expected.shown)")
                #expect(try edit(one, on: expected) == .success(expected), "done twice: \(title)")
            case (.unchanged, .success(let bytes)):
                #expect(bytes == one.before, "\(title)\n= \(bytes.shown)")
            case (.refused(let reason), .success(let bytes)):
                Issue.record("not refused (\(reason)): \(title)\n= \(bytes.shown)")
            case (.refused(let reason), .failure(let refusal)):
                let words = try #require(reasons[reason], "\(reason): \(title)")
                #expect(refusal.reason.contains(words), "\(reason): \(title): \(refusal.reason)")
            case (_, .failure(let refusal)):
                Issue.record("refused: \(title): \(refusal)")
            }
        }
    }

    private struct Refused: Error, Equatable {
        var reason: String
    }

    private struct UnknownVerb: Error {
        var verb: String
    }

    private func edit(_ one: FixtureCase, on bytes: [UInt8]? = nil) throws -> Result<[UInt8], Refused> {
        let bytes = bytes ?? one.before
        var (key, value) = (one.argument, Substring())
        if one.verb == "set" {
            (key, value) = FixtureCase.split(one.argument, at: " = ")
            if key == one.argument { key = key.dropLast(" =".count) }
        }
        let (name, text) = (try FixtureCase.text(key), try FixtureCase.text(value))
        do {
            switch one.verb {
            case "set":
                return .success(try FieldChange(setting: name, to: text, zones: zones).apply(to: bytes) ?? bytes)
            case "unset": return .success(try FieldChange(unsetting: name).apply(to: bytes) ?? bytes)
            case "tag":
                let edit = TagsChange(adding: [try TagName(validating: name)])
                return .success(try edit.apply(to: bytes, registry: TagRegistry()) ?? bytes)
            case "untag":
                let edit = TagsChange(removing: [try TagName(validating: name)])
                return .success(try edit.apply(to: bytes, registry: TagRegistry()) ?? bytes)
            default: throw UnknownVerb(verb: one.verb)
            }
        } catch let error as UnknownVerb {
            throw error
        } catch {
            return .failure(Refused(reason: "\(error)"))
        }
    }
}
