// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that only people who run the benchmarks build it.
let package = Package(
    name: "engines",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "memoss-files", path: "../..")],
    targets: [
        .executableTarget(
            name: "series",
            dependencies: [.product(name: "MemossFiles", package: "memoss-files")],
            swiftSettings: [.swiftLanguageMode(.v6)]
        )
    ]
)
