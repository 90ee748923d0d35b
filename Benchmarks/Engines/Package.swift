// swift-tools-version: 6.2
import PackageDescription

// Apart from the package of mm, so that nobody builds it who does not measure.
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
