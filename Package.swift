// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A module can import only the modules named here. In both lists, each module comes after those that it uses.

// What the library stands on.
let layers: [Target] = [
    // The system's C library, and every `#if` for a platform.
    .target(name: "CLibrary", swiftSettings: settings),
    // ASCII, byte order, short words. The hot path uses these everywhere, so they are `@inlinable public`: Swift 6.3 inlines no
    // `package` function of another module. No product contains this module, so that no other program sees them.
    .target(name: "Bytes", swiftSettings: settings),
    // Positions, splices, diffs, digests, JSON; problems and errors.
    .target(name: "Text", dependencies: ["Bytes"], swiftSettings: settings),
    // Civil dates, instants, zones; rules and their occurrences.
    .target(name: "CivilTime", dependencies: ["Bytes", "Text"], swiftSettings: settings),
    // Dates, durations and rules in English: the grammar as tables, and the chart parser that reads it.
    .target(name: "DateWords", dependencies: ["Bytes", "Text", "CivilTime"], swiftSettings: settings),
    // Every system call on the folder: walk, read, transaction, undo store.
    .target(name: "Folder", dependencies: ["Bytes", "Text", "CLibrary"], swiftSettings: settings),
]

// What stands on the library: values in, values or effects out.
let features: [Target] = [
    // Three-way merge of a reminder or of the registry.
    .target(name: "Merge", dependencies: ["Bytes", "MemossFiles"], swiftSettings: settings),
    // Reminders as iCalendar, and from the files of other programs.
    .target(name: "Exchange", dependencies: ["Bytes", "MemossFiles"], swiftSettings: settings),
    // A server of the Language Server Protocol: messages in, messages and effects out.
    .target(name: "LanguageServer", dependencies: ["Bytes", "MemossFiles"], swiftSettings: settings),
    // Forms and lists on the screen: keys in, frames and effects out.
    .target(name: "Interaction", dependencies: ["Bytes", "MemossFiles"], swiftSettings: settings),
    // Which notifications to show, to close and to tell again.
    .target(name: "Delivery", dependencies: ["Bytes", "MemossFiles"], swiftSettings: settings),
]

// The library, the command, and what only the command uses.
let programs: [Target] = [
    .systemLibrary(
        name: "CYAML",
        pkgConfig: "yaml-0.1",
        providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    // YAML whose nodes remember their bytes (FrontMatter); reminders, tags and their registry (Reminder); what is in a folder (Index),
    // what happened to it (History), queries, what is due when (Plan), and edits. Other programs
    // import it; it re-exports the layers. FrontMatter is no layer because its bodies are inlined into what reads ten thousand files.
    .target(
        name: "MemossFiles",
        dependencies: ["Bytes", "Text", "CivilTime", "DateWords", "Folder", "CYAML"],
        swiftSettings: settings
    ),
    // Messages of D-Bus, and the bus.
    .target(name: "DBus", swiftSettings: settings),
    // `make release` names the commit.
    .target(
        name: "CBuild",
        cSettings: Context.environment["MM_COMMIT"].map { [.define("MM_COMMIT", to: "\"\($0)\"")] } ?? []
    ),
    // The command: CommandLine reads arguments and writes help and completion; Commands has one file for each command, and
    // Options and Output what they share. Screens and Terminal draw what Interaction decides, Notify delivers what Delivery
    // decides, Phone talks to the servers that ring a phone, Git, Sync and Resolve are what `mm` does with git.
    .executableTarget(
        name: "mm",
        dependencies: [
            "CBuild", "CLibrary", "MemossFiles", "Merge", "Exchange", "LanguageServer", "Interaction", "Delivery",
            "DBus",
        ],
        swiftSettings: settings
    ),
]

let tests: [Target] = [
    .target(
        name: "TestSupport",
        dependencies: ["CLibrary", "Text", "CivilTime"],
        path: "Tests/TestSupport",
        swiftSettings: settings
    ),
    .testTarget(
        name: "TextTests",
        dependencies: ["CLibrary", "Bytes", "Text", "TestSupport"],
        swiftSettings: settings
    ),
    .testTarget(
        name: "CivilTimeTests",
        dependencies: ["CLibrary", "Bytes", "Text", "CivilTime", "DateWords", "Folder", "TestSupport"],
        swiftSettings: settings
    ),
    .testTarget(
        name: "MemossFilesTests",
        dependencies: [
            "CLibrary", "Bytes", "Text", "CivilTime", "DateWords", "Folder", "MemossFiles", "Merge", "Exchange",
            "LanguageServer", "Interaction", "Delivery", "DBus", "TestSupport",
        ],
        swiftSettings: settings
    ),
    .testTarget(
        name: "DateWordsTests",
        dependencies: ["Bytes", "Text", "CivilTime", "DateWords", "TestSupport"],
        swiftSettings: settings
    ),
    // It sees only what is public.
    .testTarget(
        name: "PublicAPITests",
        dependencies: ["MemossFiles", "Merge"],
        packageAccess: false,
        swiftSettings: settings
    ),
    .testTarget(
        name: "mmTests",
        dependencies: [
            "mm", "CLibrary", "Bytes", "Text", "CivilTime", "DateWords", "Folder", "MemossFiles", "Merge",
            "Exchange",
            "LanguageServer", "Interaction", "Delivery", "TestSupport",
        ],
        exclude: ["Transcripts/Pages", "Interactive/Frames"],
        swiftSettings: settings
    ),
]

let all = layers + features + programs + tests

/// A target and what it needs.
@MainActor
func needed(by name: String) -> [Target] {
    guard let target = all.first(where: { $0.name == name }) else { return [] }
    var found: [Target] = []
    for case .byNameItem(let name, _) in target.dependencies {
        for other in needed(by: name) where !found.contains(where: { $0.name == other.name }) { found.append(other) }
    }
    return found + [target]
}

// `make test ROOM=CivilTime` builds the tests of one module, and only what these need.
let room = Context.environment["MM_ROOM"].map { $0 + "Tests" }

let package = Package(
    name: "memoss-files",
    platforms: [.macOS(.v15)],
    products: room != nil
        ? []
        : [
            .library(name: "MemossFiles", targets: ["MemossFiles", "Merge"]),
            .executable(name: "mm", targets: ["mm"]),
        ],
    targets: room.map(needed) ?? all
)
