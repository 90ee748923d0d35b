public struct RecurrenceRule: Sendable { public init(parsing: String) throws(ParseError) {} }
