import CLibrary

/// How many random or enumerated cases a test tries.
///
/// - By default one in sixty-four, so that nobody has to wait for long, and the same ones in every run.
/// - With `MM_ROUNDS=all` all of them.
/// - With `MM_ROUNDS=N` one in sixteen. N, the number of commits in CI, chooses which: sixteen consecutive numbers try
///   every place of an enumeration, and have sixteen different seeds.
package enum Rounds {
    private static let wanted = getenv("MM_ROUNDS").map { String(cString: $0) }

    package static let areAll = wanted == "all"

    /// Which of the sixteen slices; nil without a number.
    private static let slice = wanted.flatMap { Int($0) }.map { $0 & 15 }

    /// One case in how many.
    private static let share = areAll ? 1 : slice == nil ? 64 : 16

    /// The seed of a random sequence that has this seed by default.
    package static func seed(_ seed: UInt64) -> UInt64 { seed ^ UInt64(slice ?? 0) << 56 }

    /// - Parameter all: how many there are in all.
    package static func of(_ all: Int) -> Int { (all + share - 1) / share }

    /// How many of the cases must at least be of some kind: in a short run, five standard deviations below their share,
    /// so that no slice fails by chance; none, where less than nine are expected.
    ///
    /// - Parameter all: how many in all.
    package static func least(_ all: Int) -> Int {
        if areAll { return all }
        let expected = Double(all) / Double(share)
        return max(expected < 9 ? -1 : 0, Int(expected - 5 * expected.squareRoot()))
    }

    /// The step of an enumeration.
    package static var stride: Int { share }

    /// Where enumeration `number` begins. As many consecutive ones as the stride is long try every place.
    package static func start(_ number: Int) -> Int { (number + (slice ?? 0)) % stride }

    /// The cases to try, from the place where the enumeration of that number begins.
    package static func some<Case>(of all: [Case], _ number: Int) -> [Case] {
        Swift.stride(from: min(start(number), max(0, all.count - 1)), to: all.count, by: stride).map { all[$0] }
    }
}
