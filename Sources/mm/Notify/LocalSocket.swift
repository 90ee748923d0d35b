import CLibrary
import DBus
import MemossFiles

/// A Unix domain socket.
struct LocalSocket: ~Copyable {
    let descriptor: Int32

    struct Failure: Error {
        var reason: String
        init(_ code: Int32 = errno) { reason = String(cString: strerror(code)) }
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects; reads and writes never block.
    static func connect(to address: DBusAddress, isDatagram: Bool = false) throws(Failure) -> LocalSocket {
        let result = LocalSocket(socket(AF_UNIX, socketType(isDatagram: isDatagram), 0))
        guard result.descriptor >= 0 else { throw Failure() }
        _ = fcntl(result.descriptor, F_SETFD, FD_CLOEXEC)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let bytes: [UInt8] =
            switch address {
            case .path(let path): Array(path.utf8) + [0]
            case .abstract(let text): [0] + Array(text.utf8)
            }
        let capacity = MemoryLayout.size(ofValue: name.sun_path)
        guard bytes.count <= capacity else { throw Failure(ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
        let length = MemoryLayout<sockaddr_un>.size - capacity + bytes.count
        // `connect` must not block either: it would if the queue of the listening socket is full.
        let flags = fcntl(result.descriptor, F_GETFL)
        _ = fcntl(result.descriptor, F_SETFL, flags | O_NONBLOCK)
        let status = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemConnect(result.descriptor, $0, socklen_t(length))
            }
        }
        guard status == 0 else { throw Failure() }
        return result
    }

    /// - Returns: how many bytes were sent.
    func send(_ bytes: [UInt8]) throws(Failure) -> Int {
        while true {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
            if errno != EINTR { throw Failure() }
        }
    }

    /// The limit per call, so that a peer that sends without pause does not block everything else.
    private static let maximumRead = 1 << 18

    /// Reads the next part of what has arrived, and whether the peer has closed the connection.
    func receive() throws(Failure) -> (bytes: [UInt8], isOver: Bool) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count < Self.maximumRead {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes += chunk[..<count]
            } else if count == 0 {
                return (bytes, true)
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                return (bytes, false)
            } else if errno != EINTR {
                throw Failure()
            }
        }
        return (bytes, false)
    }
}

private func systemConnect(_ descriptor: Int32, _ name: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(descriptor, name, length)
}

/// Tells systemd that a service of `Type=notify` is ready.
enum ServiceStatus {
    static func ready() {
        guard let place = Environment.value("NOTIFY_SOCKET") else { return }
        // A hook must not inherit it.
        defer { unsetenv("NOTIFY_SOCKET") }
        let address: DBusAddress = place.hasPrefix("@") ? .abstract(String(place.dropFirst())) : .path(place)
        guard let socket = try? LocalSocket.connect(to: address, isDatagram: true) else { return }
        _ = try? socket.send(Array("READY=1".utf8))
    }
}
