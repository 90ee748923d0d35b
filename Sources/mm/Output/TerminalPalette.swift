import MemossFiles

/// The numbered colours of terminals, and the nearest of them to a given colour.
enum TerminalPalette {
    /// The nearest of the 240 fixed colours, 16 to 255. Users can redefine the first 16.
    static func nearest256(to color: TagColor) -> Int {
        16 + nearest(to: color, in: fixedLab)
    }

    /// The nearest of the first 16 colours, with xterm's values.
    static func nearest16(to color: TagColor) -> Int {
        nearest(to: color, in: basicLab)
    }

    /// The 16 colours of xterm, the 6 × 6 × 6 cube, and 24 greys.
    static let colors: [TagColor] = {
        let basic: [(UInt8, UInt8, UInt8)] = [
            (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
            (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255),
            (0, 255, 255), (255, 255, 255),
        ]
        let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
        var colors = basic.map { TagColor(red: $0.0, green: $0.1, blue: $0.2) }
        for red in levels {
            for green in levels {
                for blue in levels { colors.append(TagColor(red: red, green: green, blue: blue)) }
            }
        }
        for step: UInt8 in 0..<24 {
            let grey = 8 + 10 * step
            colors.append(TagColor(red: grey, green: grey, blue: grey))
        }
        return colors
    }()

    private static let basicLab = colors[..<16].map(Oklab.init)
    private static let fixedLab = colors[16...].map(Oklab.init)

    private static func nearest(to color: TagColor, in palette: [Oklab]) -> Int {
        let wanted = Oklab(color)
        var best = (index: 0, distance: Double.infinity)
        for (index, candidate) in palette.enumerated() {
            let distance = wanted.squaredDistance(to: candidate)
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }
}

/// A colour in a perceptually uniform space (Björn Ottosson, “A perceptual color space for image processing”, 2020).
struct Oklab: Sendable {
    var lightness: Double
    var a: Double
    var b: Double

    init(_ color: TagColor) {
        let (red, green, blue) = color.linear
        let l = cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let m = cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let s = cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
        a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
        b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    }

    func squaredDistance(to other: Oklab) -> Double {
        let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
        return dl * dl + da * da + db * db
    }
}

/// The cube root of a number from 0 to 1. Newton's method starts above it and has converged when the value no longer
/// falls.
private func cubeRoot(_ x: Double) -> Double {
    if x <= 0 { return 0 }
    var root = 1.0
    while true {
        let next = (2 * root + x / (root * root)) / 3
        if next >= root { return root }
        root = next
    }
}
