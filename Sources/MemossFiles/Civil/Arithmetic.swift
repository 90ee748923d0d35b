extension BinaryInteger {
    /// Division that rounds towards minus infinity; `divisor` is positive.
    func floorDivided(by divisor: Self) -> Self {
        let quotient = self / divisor
        return self < quotient * divisor ? quotient - 1 : quotient
    }

    /// The remainder of `floorDivided(by:)`, never negative; `divisor` is positive.
    func modulo(_ divisor: Self) -> Self {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    /// Decimal, filled up with zeros on the left; the number is not negative.
    func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
