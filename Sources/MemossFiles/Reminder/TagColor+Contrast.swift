extension TagColor {
    package static let black = TagColor(red: 0, green: 0, blue: 0)
    package static let white = TagColor(red: 255, green: 255, blue: 255)

    /// The three linear-light channels, each from 0 to 1 (IEC 61966-2-1).
    package var linear: (red: Double, green: Double, blue: Double) {
        (TagColor.linearValues[Int(red)], TagColor.linearValues[Int(green)], TagColor.linearValues[Int(blue)])
    }

    /// The relative luminance of WCAG 2.2, from 0 (black) to 1 (white).
    package var relativeLuminance: Double {
        let (red, green, blue) = linear
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast ratio of WCAG 2.2, from 1 (equal) to 21 (black on white); 4.5 is sufficient for text.
    package func contrast(with other: TagColor) -> Double {
        let (one, two) = (relativeLuminance, other.relativeLuminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// Black or white, whichever is more legible on this colour; the contrast is always at least 4.5.
    package var textColor: TagColor {
        contrast(with: .black) >= contrast(with: .white) ? .black : .white
    }

    private static let linearValues: [Double] = (0...255).map { byte in
        let value = Double(byte) / 255
        return value <= 0.04045 ? value / 12.92 : power2_4((value + 0.055) / 1.055)
    }

    /// `x` to the power of 2.4 for `x` in 0…1, since the standard library has no `pow`. It is the fifth root of x¹² by
    /// Newton's method, which descends from 1 and has converged when it no longer decreases.
    private static func power2_4(_ x: Double) -> Double {
        let squared = x * x
        let fifthPower = squared * squared * x
        let target = fifthPower * fifthPower * squared
        var root = 1.0
        while true {
            let fourth = root * root * root * root
            let next = root - (fourth * root - target) / (5 * fourth)
            if next >= root { return root }
            root = next
        }
    }
}
