internal import Bytes
package import MemossFiles

/// A topic of an ntfy server (ntfy 2.16 and later): the requests to it, and what its answers mean.
package struct NtfyTopic: Sendable {
    /// Without a slash at the end.
    let server: String
    let topic: String
    let credentials: HTTPCredentials?

    /// - Returns: nil if the topic is none that ntfy knows.
    package init?(server: String, topic: String, credentials: HTTPCredentials?) {
        guard Configuration.Push.isTopic(topic) else { return nil }
        self.server = String(server.reversed().drop { $0 == "/" }.reversed())
        (self.topic, self.credentials) = (topic, credentials)
    }

    package var place: String { "\(server)/\(topic)" }
    package var answersURL: String { "\(place)-reply" }

    /// What it holds, with what has not rung and what was withdrawn lately.
    package var poll: HTTPRequest {
        HTTPRequest("GET", "\(place)/json?poll=1&since=all&scheduled=1", credentials: credentials)
    }

    package func pollAnswers(since: Instant?) -> HTTPRequest {
        let since = since.map { "\($0.secondsSince1970 - 60)" } ?? "all"
        return HTTPRequest("GET", "\(answersURL)/json?poll=1&since=\(since)", credentials: credentials)
    }

    /// - Parameter key: authenticates what the buttons send.
    package func request(_ step: PushEngine.Step, key: [UInt8]) -> HTTPRequest {
        // An older server does not know this address. With a field instead, it would publish a second message.
        let url = "\(place)/\(step.sequence)"
        guard case .send(let ring, let sequence, let at, _) = step else {
            return HTTPRequest("DELETE", url, credentials: credentials)
        }
        let buttons = PushAnswer.Action.allCases.map { action in
            let answer = PushAnswer(action, to: sequence, of: ring.reminder, ring.occurrence, key: key)
            return JSON.object([
                .init(key: "action", value: .string("http")), .init(key: "label", value: .string(action.label)),
                .init(key: "url", value: .string(answersURL)), .init(key: "body", value: .string(answer.text)),
                .init(key: "clear", value: .bool(true)),
            ])
        }
        let fields = [
            HTTPRequest.Field("X-Title", ring.title),
            HTTPRequest.Field("X-At", "\(at.secondsSince1970)"),
            HTTPRequest.Field("X-Actions", String(decoding: JSON.array(buttons).bytes, as: UTF8.self)),
            HTTPRequest.Field("Content-Type", "text/plain; charset=utf-8"),
        ]
        return HTTPRequest("PUT", url, fields, body: Array(ring.message.utf8), credentials: credentials)
    }

    /// What the server has not done.
    package enum Refusal: Error, Sendable, Hashable {
        case trouble(HTTPTrouble)
        /// It asks for another token, or for one.
        case unauthorized
        /// Too many requests at once, or a day.
        case limit(isOfDay: Bool)
        /// It is older than 2.16, and publishes what should replace a message.
        case tooOld
        /// It is no ntfy.
        case stranger
        /// Another status, with what the server says.
        case status(Int, String)

        /// Whether other requests may succeed.
        package var isOfOne: Bool {
            if case .status(let status, _) = self { (400..<500).contains(status) } else { false }
        }
    }

    /// - Parameter step: nil for a poll.
    package func check(
        _ result: Result<HTTPAnswer, HTTPTrouble>,
        of step: PushEngine.Step? = nil
    ) throws(Refusal) -> HTTPAnswer {
        let answer: HTTPAnswer
        do throws(HTTPTrouble) {
            answer = try result.get()
        } catch {
            throw .trouble(error)
        }
        let json = try? JSON(parsing: answer.body)
        switch answer.status {
        case 200: break
        case 401, 403: throw .unauthorized
        case 404 where step != nil && json?["code"].int == 40401: throw .tooOld
        case 404: throw .stranger
        case 429: throw .limit(isOfDay: json?["code"].int == 42908)
        default: throw .status(answer.status, HTTPTrouble(.other, json?["error"].string ?? "").detail)
        }
        guard let step else {
            // A portal of a hotel answers too.
            guard answer[field: "Content-Type"]?.contains("json") == true else { throw .stranger }
            return answer
        }
        guard let json, json["event"].string != nil else { throw .stranger }
        guard json["sequence_id"].string == step.sequence else { throw .tooOld }
        return answer
    }
}

extension HTTPAnswer {
    /// The clock of the server (RFC 9110, section 5.6.7).
    package var date: Instant? {
        let words = self[field: "Date"]?.split { $0 == " " || $0 == ":" } ?? []
        guard words.count == 8, words[7] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
            let month = Month.allCases.first(where: { $0.shortName == words[2] }), let hour = Int(words[4]),
            let minute = Int(words[5]), let second = Int(words[6]), (0..<24).contains(hour), (0..<60).contains(minute),
            (0...60).contains(second), let date = CivilDate(year: year, month: Int(month.rawValue), day: day)
        else { return nil }
        return Instant(
            secondsSince1970: Int64(date.daysSinceEpoch) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        )
    }
}
