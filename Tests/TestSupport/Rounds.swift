import CLibrary

/// How many random or enumerated cases a test tries: with `MM_ROUNDS=all`, as in `.ci/run`, all of them; otherwise one
/// in sixty-four, so that nobody has to wait for long. The cases are the same in every run.
package enum Rounds {
    package static let areAll = getenv("MM_ROUNDS").map { String(cString: $0) == "all" } ?? false

    /// - Parameter all: how many there are in CI.
    package static func of(_ all: Int) -> Int { areAll ? all : (all + 63) / 64 }

    /// How many of the cases must at least be of some kind: half of their share in a short run, where few cases vary.
    ///
    /// - Parameter all: how many in CI.
    package static func least(_ all: Int) -> Int { areAll ? all : all / 128 }

    /// The step of an enumeration.
    package static var stride: Int { areAll ? 1 : 64 }

    /// Where enumeration `number` begins. Sixty-four consecutive ones try every place.
    package static func start(_ number: Int) -> Int { number % stride }

    /// The cases to try, from the place where the enumeration of that number begins.
    package static func some<Case>(of all: [Case], _ number: Int) -> [Case] {
        Swift.stride(from: min(start(number), max(0, all.count - 1)), to: all.count, by: stride).map { all[$0] }
    }
}
