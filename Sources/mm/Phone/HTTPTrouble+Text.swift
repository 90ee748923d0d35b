import Delivery

extension HTTPTrouble {
    /// What went wrong, in words; `from` is the server.
    func text(_ from: String) -> String {
        let why =
            switch kind {
            case .noProgram: "cannot run curl 7.76 or later"
            case .badRequest: "cannot send the request to \(from)"
            case .cannotResolve: "cannot find \(from)"
            case .cannotConnect: "cannot connect to \(from)"
            case .timedOut: "\(from) does not answer in time"
            case .tls:
                "cannot trust or encrypt the connection to \(from) (if it has a certificate of your own, name that with ca_file)"
            case .tooLarge: "the answer of \(from) is too large"
            case .redirected: "\(from) points to another address, which is not asked"
            case .malformed: "\(from) sends a broken answer"
            case .notSent: "the request to \(from) was not sent"
            case .other: "the request to \(from) failed"
            }
        return detail.isEmpty ? why : "\(why): \(Printable.line(detail))"
    }
}
