import TestSupport
import Testing

@testable import MemossFiles

/// The expected results were made independently of the code: see `fixtures/rename/README.md`.
@Suite struct RenameCaseTests {
    @Test(arguments: RenameCase.files)
    func `every case gives the expected bytes`(file: String) throws {
        let cases = try RenameCase.load(file)
        #expect(!cases.isEmpty)
        for one in cases {
            let outcome = rename(one.before, one.old, one.new)
            switch (one.expectation, outcome) {
            case (.changed(let expected), .success(let bytes)):
                #expect(bytes == expected, "\(one.name)\n\(one.before.shown)\n= \(bytes.shown)\n≠ \(expected.shown)")
            case (.unchanged, .success(let bytes)):
                #expect(bytes == one.before, "\(one.name)\n= \(bytes.shown)")
            case (.refused(let reason), .success(let bytes)):
                Issue.record("not refused (\(reason)): \(one.name)\n\(one.before.shown)\n= \(bytes.shown)")
            case (.refused, .failure):
                break
            case (_, .failure(let refusal)):
                Issue.record("refused: \(one.name): \(refusal)\n\(one.before.shown)")
            }
        }
    }

    private struct Refused: Error {
        var reason: String
    }

    private func rename(_ bytes: [UInt8], _ old: String, _ new: String) -> Result<[UInt8], Refused> {
        do {
            guard let frontMatter = try FrontMatter.read(bytes) else { return .success(bytes) }
            let rewrite = TagRewrite.renaming(TagName(old), to: TagName(new))
            return .success(try rewrite.apply(to: frontMatter.document)?.bytes ?? bytes)
        } catch {
            return .failure(Refused(reason: "\(error)"))
        }
    }
}
