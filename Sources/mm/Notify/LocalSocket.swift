import CLibrary
import DBus
import MemossFiles

/// A Unix socket to somebody on this machine.
struct LocalSocket: ~Copyable {
    let descriptor: Int32

    struct Failure: Error {
        var reason: String
        init(_ code: Int32 = errno) { reason = String(cString: strerror(code)) }
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connected; reading and writing never wait.
    static func connect(to address: DBusAddress, isDatagram: Bool = false) throws(Failure) -> LocalSocket {
        #if os(Linux)
            let kind = Int32((isDatagram ? SOCK_DGRAM : SOCK_STREAM).rawValue)
        #else
            let kind = isDatagram ? SOCK_DGRAM : SOCK_STREAM
        #endif
        let made = LocalSocket(socket(AF_UNIX, kind, 0))
        guard made.descriptor >= 0 else { throw Failure() }
        _ = fcntl(made.descriptor, F_SETFD, FD_CLOEXEC)
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
        // Not even this waits: a bus that takes nobody in any more has a queue that is full.
        let flags = fcntl(made.descriptor, F_GETFL)
        _ = fcntl(made.descriptor, F_SETFL, flags | O_NONBLOCK)
        let status = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemConnect(made.descriptor, $0, socklen_t(length))
            }
        }
        guard status == 0 else { throw Failure() }
        return made
    }

    /// - Returns: how many of the bytes it took.
    func send(_ bytes: [UInt8]) throws(Failure) -> Int {
        while true {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
            if errno != EINTR { throw Failure() }
        }
    }

    /// So much at once: what somebody sends without end must not hold up everything else.
    private static let longestTurn = 1 << 18

    /// Of what has come by now the next part, and whether the other side has gone.
    func receive() throws(Failure) -> (bytes: [UInt8], isOver: Bool) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count < Self.longestTurn {
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

/// Tells systemd that a service of `Type=notify` is up.
enum ServiceStatus {
    static func ready() {
        guard let place = Environment.value("NOTIFY_SOCKET") else { return }
        // It is not for what a hook runs.
        defer { unsetenv("NOTIFY_SOCKET") }
        let address: DBusAddress = place.hasPrefix("@") ? .abstract(String(place.dropFirst())) : .path(place)
        guard let socket = try? LocalSocket.connect(to: address, isDatagram: true) else { return }
        _ = try? socket.send(Array("READY=1".utf8))
    }
}
