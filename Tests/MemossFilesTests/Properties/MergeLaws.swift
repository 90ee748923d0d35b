import TestSupport
import Testing

@testable import MemossFiles

/// The laws of a merge, for random files and random edits. `MM_MERGE_TRIPLES=100000` checks more of them.
@Suite struct MergeLaws {
    static let count =
        TestFiles.environment("MM_MERGE_TRIPLES").flatMap { Int($0) } ?? (Rounds.areAll ? 300 : 40)

    @Test func `nothing is lost, and both clones get the same`() {
        var random = Random(seed: 16)
        for _ in 0..<Self.count {
            let triple = MergeTriple(&random)
            if let fault = MergeLaw.fault(of: triple) {
                Issue.record("\(fault)\n\(triple.shown)")
                return
            }
        }
    }

    @Test func `commands on two clones never conflict, and give the same bytes`() throws {
        var random = Random(seed: 17)
        for _ in 0..<Self.count {
            let triple = try MergeTriple(byCommands: &random)
            if let fault = MergeLaw.fault(of: triple) ?? MergeLaw.conflict(of: triple) {
                Issue.record("\(fault)\n\(triple.shown)")
                return
            }
        }
    }

    @Test func `with a guessed ancestor, our side loses nothing without a question`() {
        var random = Random(seed: 19)
        for _ in 0..<Self.count {
            var triple = MergeTriple(&random)
            let guess = [triple.ours, triple.base, MergeTriple(&random).base][random.below(3)]
            for _ in 0..<random.below(3) { triple.ours = MergeTriple.edited(triple.ours, &random) }
            if let fault = MergeLaw.lossByGuess(of: triple, guess: guess) {
                Issue.record("\(fault)\n--- guess\n\(guess.shown)\n\(triple.shown)")
                return
            }
        }
    }

    @Test func `tag commands on two clones give a registry that can be read, or a conflict`() {
        var random = Random(seed: 20)
        for _ in 0..<Self.count {
            let triple = MergeTriple(byTagCommands: &random)
            if let fault = MergeLaw.registryFault(of: triple) {
                Issue.record("\(fault)\n\(triple.base.shown)\n\(triple.ours.shown)\n\(triple.theirs.shown)")
                return
            }
        }
    }

    @Test func `the registry obeys the same laws`() {
        var random = Random(seed: 18)
        for _ in 0..<Self.count {
            let triple = MergeTriple(ofRegistry: &random)
            if let fault = MergeLaw.registryFault(of: triple) {
                Issue.record("\(fault)\n\(triple.base.shown)\n\(triple.ours.shown)\n\(triple.theirs.shown)")
                return
            }
        }
    }
}
