@testable import CivilTime
@testable import MemossFiles
@testable import Merge

// Compiled by Scripts/fuzz, with modules that show the fuzzer what is not public.

/// One input of libFuzzer. The first byte selects the target.
///
/// A crash, a broken law, a memory error, or exceeding the limits of time and memory in Scripts/fuzz is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    var input = FuzzInput(bytes: ArraySlice(UnsafeBufferPointer(start: start, count: count)))
    guard let first = input.bytes.popFirst() else { return 0 }
    let targets = FuzzTarget.allCases
    targets[Int(first) % targets.count].run(&input)
    return 0
}

/// In the order of the letters with which Scripts/make-fuzz-corpus begins its inputs, starting with `A`. Add new
/// targets at the end.
enum FuzzTarget: CaseIterable {
    // 26 cases, so that existing letters keep their targets when new ones are added.
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z

    func run(_ input: inout FuzzInput) {
        switch self {
        // `A` is 65, which is 13 in 26: after `N`, which is .a, come `O` for .b and so on.
        case .n: ReadingLaws.frontMatter(input.rest)
        case .o: ReadingLaws.reminder(input.rest)
        case .p: ReadingLaws.registry(input.rest)
        case .q: ReadingLaws.query(input.text)
        case .r: ReadingLaws.dates(input.text)
        case .s: ReadingLaws.rule(input.text)
        case .t: ReadingLaws.zone(input.rest)
        case .u: ReadingLaws.ownFiles(input.rest)
        case .v: EditLaws.set(key: input.line(), to: input.line(), in: input.rest)
        case .w: EditLaws.unset(input.line(), in: input.rest)
        case .x: EditLaws.rename(input.line(), to: input.line(), in: input.rest)
        case .y: EditLaws.renameInRegistry(input.line(), to: input.line(), in: input.rest)
        case .z: EditLaws.tags(removing: input.line(), adding: input.line(), in: input.rest)
        case .a: EditLaws.patch(from: input.block(), to: input.rest)
        case .b: ChangeLaws.new(&input)
        case .c: ChangeLaws.step(input.line(), in: input.rest)
        case .d: ChangeLaws.registry(input.line(), input.line(), in: input.rest)
        case .e: ChangeLaws.canonicalTags(input.line(), registry: input.block(), in: input.rest)
        case .f: ChangeLaws.body(input.block(), in: input.rest)
        case .g: ChangeLaws.fix(registry: input.block(), in: input.rest)
        case .h: ChangeLaws.fix(registry: input.rest)
        case .i: NotifyFuzzLaws.message(input.rest)
        case .j: NotifyFuzzLaws.state(input.rest)
        case .k: MergeFuzzLaws.merge(input.block(), input.block(), input.rest, .reminder)
        case .l: MergeFuzzLaws.merge(input.block(), input.block(), input.rest, .registry)
        case .m:
            let place = input.line()
            if place.isEmpty { ServerFuzzLaws.messages(input.rest) } else { ServerFuzzLaws.document(place, input.rest) }
        }
    }
}

/// Splits an input into parts.
struct FuzzInput {
    var bytes: ArraySlice<UInt8>

    var rest: [UInt8] { Array(bytes) }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The bytes up to a line feed, which is removed too.
    mutating func line() -> String {
        let line = bytes.prefix { $0 != 0x0A }
        bytes = bytes.dropFirst(line.count + 1)
        return String(decoding: line, as: UTF8.self)
    }

    /// The bytes up to a NUL, which is removed too.
    mutating func block() -> [UInt8] {
        let block = bytes.prefix { $0 != 0 }
        bytes = bytes.dropFirst(block.count + 1)
        return Array(block)
    }
}

/// Ends the process with the name of the law. libFuzzer then keeps the input.
func law(_ name: String, _ holds: Bool, _ detail: @autoclosure () -> String = "") {
    guard !holds else { return }
    fatalError("broken law: \(name) \(detail())")
}

/// The current time of all targets.
enum FuzzMoment {
    static let clock = CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon)
    static let context = TimeContext(now: Instant(utc: clock), zone: zone, allDayAt: CivilTime(unchecked: 32_400))
    static let zone = (try? Zone(posix: "CET-1CEST,M3.5.0,M10.5.0/3")) ?? .utc
    static let zones = ZoneDatabase()
}
