import CLibrary
import MemossFiles

extension NotificationServer {
    /// Asks the server once: its name, or why nothing can be shown, and the capabilities that it lacks.
    static func inspect() -> (name: String?, trouble: String?, lacks: [String]) {
        var server = NotificationServer()
        let limit = Uptime.milliseconds() + 2_000
        while true {
            let uptime = Uptime.milliseconds()
            _ = server.advance(at: uptime)
            if server.isSettled || uptime >= limit {
                let lacks = server.owner == nil ? [] : ["actions", "body"].filter { !server.capabilities.contains($0) }
                return (server.name, server.trouble, lacks)
            }
            var waited = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, Int32(limit - uptime))
            _ = server.receive(at: uptime)
        }
    }
}
