internal import Bytes
package import MemossFiles

/// Splits a stream of bytes into messages, as the base protocol of LSP 3.17 defines them: header lines, an empty line, and as
/// many bytes as `Content-Length` says.
package struct MessageFraming: Sendable {
    package enum Part: Sendable, Hashable {
        case message([UInt8])
        /// A header without a usable length, with the reason. Reading continues after the header, because its message
        /// cannot be found.
        case fault(String)
    }

    private var buffer: [UInt8] = []
    /// The first byte that has not been returned.
    private var start = 0
    /// Whether the current header has any lines, and the value of its `Content-Length`.
    private var hasHeader = false
    private var length: String?
    /// The length of the current message, once its header has been read.
    private var bodyCount: Int?

    /// Longer than any real message. A client that announces more is broken.
    package static let maximumSize = 256 << 20
    private static let maximumLine = 8 << 10

    package init() {}

    /// Adds received bytes.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity < 1 << 20)
            start = 0
        } else if start > 1 << 16, start > buffer.count / 2 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        buffer += bytes
    }

    /// The next message; nil until it has been received completely.
    package mutating func next() -> Part? {
        while bodyCount == nil {
            guard let end = buffer[start...].firstIndex(of: Ascii.lineFeed) else {
                guard buffer.count - start > Self.maximumLine else { return nil }
                start = buffer.count
                (hasHeader, length) = (false, nil)
                return .fault("a line of the header is too long")
            }
            let line = buffer[start..<end].trimmed
            start = end + 1
            if !line.isEmpty {
                read(header: line)
            } else if hasHeader {
                defer { (hasHeader, length) = (false, nil) }
                guard let length, let count = Int(length), 0...Self.maximumSize ~= count else {
                    return .fault("expected a header 'Content-Length: N'" + (length.map { ", not '\($0)'" } ?? ""))
                }
                bodyCount = count
            }
        }
        guard let count = bodyCount, buffer.count - start >= count else { return nil }
        bodyCount = nil
        defer { start += count }
        return .message(Array(buffer[start..<start + count]))
    }

    private mutating func read(header line: ArraySlice<UInt8>) {
        hasHeader = true
        guard let colon = line.firstIndex(of: Ascii.colon) else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        guard name.lowercased() == "content-length" else { return }
        length = String(decoding: line[(colon + 1)...].trimmed, as: UTF8.self)
    }

    /// A message with its header.
    package static func framed(_ message: JSON) -> [UInt8] {
        let body = message.bytes
        return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
}
