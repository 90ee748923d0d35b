extension BinaryInteger {
    /// Division rounded towards negative infinity; `divisor` must be positive.
    package func floorDivided(by divisor: Self) -> Self {
        let quotient = self / divisor
        return self < quotient * divisor ? quotient - 1 : quotient
    }

    /// The remainder of `floorDivided(by:)`, never negative; `divisor` must be positive.
    package func modulo(_ divisor: Self) -> Self {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    /// The decimal representation, padded with zeros on the left; the number must not be negative.
    package func padded(_ width: Int) -> String {
        guard self >= 0, self < 1_000_000_000 else { return String(self) }
        var count = 1
        var bound = 10
        while self >= bound { (count, bound) = (count + 1, bound * 10) }
        count = Swift.max(count, width)
        // Optimized because listings write many dates.
        return String(unsafeUninitializedCapacity: count) { digits in
            var rest = self
            for index in (0..<count).reversed() {
                digits[index] = UInt8(truncatingIfNeeded: 48 + rest % 10)
                rest /= 10
            }
            return count
        }
    }
}
