// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "memoss-files",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "MemossFiles", targets: ["MemossFiles"]),
        .executable(name: "mm", targets: ["mm"]),
    ],
    targets: [
        .systemLibrary(
            name: "CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        .target(name: "CLibrary", swiftSettings: settings),
        // `make release` names the commit.
        .target(
            name: "CBuild",
            cSettings: Context.environment["MM_COMMIT"].map { [.define("MM_COMMIT", to: "\"\($0)\"")] } ?? []
        ),
        .target(name: "MemossFiles", dependencies: ["CLibrary", "CYAML"], swiftSettings: settings),
        .target(name: "DBus", swiftSettings: settings),
        .executableTarget(
            name: "mm",
            dependencies: ["CBuild", "CLibrary", "MemossFiles", "DBus"],
            swiftSettings: settings
        ),
        .target(name: "TestSupport", dependencies: ["CLibrary"], path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "MemossFilesTests",
            dependencies: ["CLibrary", "MemossFiles", "DBus", "TestSupport"],
            swiftSettings: settings
        ),
        // It sees only what is public.
        .testTarget(
            name: "PublicAPITests",
            dependencies: ["MemossFiles"],
            packageAccess: false,
            swiftSettings: settings
        ),
        .testTarget(
            name: "mmTests",
            dependencies: ["mm", "CLibrary", "MemossFiles", "TestSupport"],
            exclude: ["Transcripts/Pages", "Interactive/Frames"],
            swiftSettings: settings
        ),
    ]
)
