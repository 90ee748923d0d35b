internal import Bytes

/// Finds the files that tasks link to, as Obsidian does: by path, else by name, else by `id`.
package struct TaskLinks: Sendable {
    private var paths: [String: String] = [:]
    private var names: [String: [String]] = [:]
    private var ids: [String: String] = [:]

    package init(_ reminders: [Reminder]) {
        for reminder in reminders {
            let path = Self.key(reminder.path)
            paths[path] = reminder.path
            names[Self.name(path), default: []].append(reminder.path)
            if let id = reminder.writtenID { ids[id] = reminder.path }
        }
    }

    private static func key(_ path: String) -> String {
        let lower = path.lowercased()
        return lower.hasSuffix(".md") ? String(lower.dropLast(3)) : lower
    }

    private static func name(_ key: String) -> String {
        String(key[(key.lastIndex(of: "/").map(key.index(after:)) ?? key.startIndex)...])
    }

    /// - Parameters:
    ///   - link: `[[name]]`, `[[path|text]]`, `[text](path)`, a path, a name or an id.
    ///   - path: of the file that has it.
    /// - Returns: nil if there is no such file.
    package func target(of link: String, from path: String) -> String? {
        guard let text = Self.text(of: link) else { return nil }
        let key = Self.key(text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
        let folder = path.lastIndex(of: "/").map { path[...$0].lowercased() } ?? ""
        if let found = paths[folder + key] ?? paths[key] { return found }
        if let found = names[Self.name(key)] {
            // The nearest one: in the same directory, else the one with the shortest path.
            let ending = "/" + key
            let fitting = key.contains("/") ? found.filter { Self.key($0).hasSuffix(ending) } : found
            return (fitting.isEmpty ? found : fitting).min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        }
        return ids[text]
    }

    /// What a link names, without its heading and its shown text.
    private static func text(of link: String) -> String? {
        var text = Substring(TagName.trimmed(link))
        if text.hasPrefix("[["), text.hasSuffix("]]") {
            text = text.dropFirst(2).dropLast(2)
            text = text.prefix { $0 != "|" && $0 != "#" && $0 != "^" }
        } else if text.hasPrefix("["), text.hasSuffix(")"), let start = text.range(of: "](") {
            text = text[start.upperBound...].dropLast().prefix { $0 != "#" }
            text = Substring(percentDecoded(text))
        }
        let name = TagName.trimmed(String(text))
        return name.isEmpty ? nil : name
    }

    private static func percentDecoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let code = rest.prefix(2)
            if byte == UInt8(ascii: "%"), code.count == 2,
                let value = UInt8(String(decoding: code, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Substring {
    fileprivate func range(of mark: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(mark) { return start..<index(start, offsetBy: mark.count) }
            start = index(after: start)
        }
        return nil
    }
}

/// What the tasks of a folder say of each other.
package struct TaskTies: Sendable {
    /// The occurrences of series that have files of their own: by the path of the series, the path of each day.
    package private(set) var occurrences: [PathKey: [CivilDate: String]] = [:]
    /// The series and the day of each such file.
    package private(set) var series: [PathKey: (path: String, day: CivilDate)] = [:]
    /// The tasks that wait for an open one.
    private(set) var blocked: Set<PathKey> = []

    /// - Parameter reminders: all of the folder.
    package init(_ reminders: [Reminder]) {
        guard reminders.contains(where: { $0.task != nil }) else { return }
        let links = TaskLinks(reminders)
        var open: Set<PathKey>?
        for reminder in reminders {
            guard let task = reminder.task else { continue }
            if let own = task.occurrence, let parent = links.target(of: own.parent, from: reminder.path),
                !parent.isSamePath(as: reminder.path), occurrences[PathKey(parent)]?[own.day] == nil
            {
                occurrences[PathKey(parent), default: [:]][own.day] = reminder.path
                series[PathKey(reminder.path)] = (parent, own.day)
            }
            guard !task.blockers.isEmpty, !reminder.isCompleted else { continue }
            let known = open ?? Set(reminders.filter(\.isOpen).map { PathKey($0.path) })
            open = known
            let isBlocked = task.blockers.contains { link in
                links.target(of: link, from: reminder.path).map { known.contains(PathKey($0)) } ?? false
            }
            if isBlocked { blocked.insert(PathKey(reminder.path)) }
        }
    }

    var isEmpty: Bool { occurrences.isEmpty && blocked.isEmpty }
}
