import CLibrary
import TestSupport

@testable import Folder
@testable import MemossFiles

/// A temporary directory, deleted with its contents when the value is destroyed.
struct TemporaryDirectory: ~Copyable {
    /// Its real path.
    let path: String

    struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ operation: String) { description = "\(operation): \(String(cString: strerror(errno)))" }
    }

    /// - Parameter isFast: whether to use memory if the machine has such a directory. On a disk, a rename over a file
    ///   waits for it.
    init(isFast: Bool = false) throws {
        let place = isFast && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(place)/mm-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("mkdtemp") }
        path = try Directory.realPath(
            String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        )
    }

    deinit {
        // Starting a process for each of thousands of directories takes longer than the tests.
        if Self.clear(path, depth: 8) { return }
        // rm handles any depth and follows no links.
        var child: pid_t = 0
        let words = ["rm", "-rf", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in strdup(word) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        if posix_spawnp(&child, "rm", nil, nil, &arguments, environ) == 0 { waitpid(child, nil, 0) }
    }

    /// Deletes the directory without following links.
    ///
    /// - Returns: whether the directory is gone.
    private static func clear(_ path: String, depth: Int) -> Bool {
        guard depth > 0, let names = try? DirectoryStream.names(in: path) else { return false }
        for name in names where unlink("\(path)/\(name)") != 0 {
            guard clear("\(path)/\(name)", depth: depth - 1) else { return false }
        }
        return rmdir(path) == 0
    }

    /// Writes a file and creates its parent directories.
    func write(_ name: String, _ text: String) throws { try write(name, [UInt8](text)) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let path = "\(path)/\(name)"
        if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) { try Directory.create(String(path[..<slash])) }
        guard let file = fopen(path, "wb") else { throw Failure("fopen \(name)") }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure("fwrite \(name)") }
    }

    func read(_ name: String) -> [UInt8]? { try? FileContents.read("\(path)/\(name)").bytes }

    /// - Parameter file: an existing file in the directory.
    func hardLink(_ name: String, to file: String) throws {
        try Directory.create("\(path)/\(FilePath.parent(of: name))")
        guard CLibrary.link("\(path)/\(file)", "\(path)/\(name)") == 0 else { throw Failure("link \(name)") }
    }

    func link(_ name: String, to target: String) throws {
        guard symlink(target, "\(path)/\(name)") == 0 else { throw Failure("symlink \(name)") }
    }

    func fifo(_ name: String) throws {
        guard mkfifo("\(path)/\(name)", 0o644) == 0 else { throw Failure("mkfifo \(name)") }
    }

    func mode(_ name: String, _ mode: UInt32) throws {
        guard chmod("\(path)/\(name)", mode_t(mode)) == 0 else { throw Failure("chmod \(name)") }
    }

    func delete(_ name: String) { remove("\(path)/\(name)") }

    func rename(_ name: String, to other: String) throws {
        guard renameFile("\(path)/\(name)", "\(path)/\(other)") == 0 else { throw Failure("rename \(name)") }
    }

    /// All entries including hidden files, sorted.
    func names(_ directory: String = ".") throws -> [String] {
        try DirectoryStream.names(in: "\(path)/\(directory)").sorted()
    }
}

private enum DirectoryStream {
    static func names(in path: String) throws -> [String] {
        guard let stream = opendir(path) else { throw TemporaryDirectory.Failure("opendir") }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

extension TemporaryDirectory {
    /// Shows whether a file was written: its inode and its time of change in nanoseconds.
    func stamp(_ name: String) throws -> FileStamp { try FileContents.read("\(path)/\(name)").stamp }
}

private func renameFile(_ old: String, _ new: String) -> Int32 { rename(old, new) }

extension Directory {
    static func isLink(_ path: String) -> Bool { (try? Disk.system.isLink(path)) == true }
    static func isDirectory(_ path: String) -> Bool { (try? Disk.system.isDirectory(path)) == true }
    static func exists(_ path: String) -> Bool { (try? Disk.system.exists(path)) == true }
}
