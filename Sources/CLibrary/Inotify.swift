#if os(Linux)
    /// Reports changes in directories: inotify(7).
    package struct Inotify: Sendable {
        /// Readable when there are events; -1 if it could not be created, for the reason in `errno`.
        package let descriptor: Int32

        package struct Event {
            package var watch: Int32
            /// The bytes of the file's name in the directory; empty if the event concerns the directory itself.
            package var name: [UInt8]
            private let mask: UInt32

            fileprivate init(_ watch: Int32, _ name: [UInt8], _ mask: UInt32) {
                (self.watch, self.name, self.mask) = (watch, name, mask)
            }

            package var isDirectory: Bool { mask & 0x4000_0000 != 0 }  // IN_ISDIR
            package var isCreation: Bool { mask & UInt32(IN_CREATE) != 0 }
            /// Whether the watch has ended.
            package var isEnd: Bool { mask & UInt32(IN_IGNORED) != 0 }
            /// Whether events are missing from now on, or some were lost because the queue was full.
            package var isLoss: Bool {
                mask & UInt32(IN_Q_OVERFLOW | IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0
            }
        }

        package init() { descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) }

        private static let changes =
            UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE)
            | UInt32(IN_ATTRIB)  // The permissions of an unreadable file may be fixed.
        private static let onlyDirectory: UInt32 = 0x0100_0000  // IN_ONLYDIR

        /// Watches a directory of the folder.
        ///
        /// - Returns: the watch; -1 if it fails, for the reason in `errno`.
        package func watch(_ directory: String) -> Int32 {
            let own = UInt32(IN_DELETE_SELF | IN_MOVE_SELF) | 0x0400_0000  // IN_EXCL_UNLINK
            return inotify_add_watch(descriptor, directory, Self.changes | own | Self.onlyDirectory)
        }

        /// Watches some files of a directory, which may be watched already.
        package func watch(filesOf directory: String) -> Int32 {
            let add: UInt32 = 0x2000_0000  // IN_MASK_ADD
            return inotify_add_watch(descriptor, directory, Self.changes | add | Self.onlyDirectory)
        }

        /// Watches a file, link or directory itself, whatever its directory has besides. The events have no name.
        package func watch(itself path: String) -> Int32 {
            let own = UInt32(IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
            // IN_MASK_ADD, IN_DONT_FOLLOW
            return inotify_add_watch(descriptor, path, own | 0x2000_0000 | 0x0200_0000)
        }

        /// The pending events; at most as many as the queue can hold, since another program may write without pause.
        package func events() -> [Event] {
            var events: [Event] = []
            withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
                for _ in 0..<64 {
                    let count = read(descriptor, buffer.baseAddress, buffer.count)
                    guard count > 0 else { break }
                    Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &events)
                }
            }
            return events
        }

        private static func parse(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) {
            var offset = 0
            while offset + 16 <= bytes.count {
                let watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                let end = min(offset + 16 + length, bytes.count)
                events.append(Event(watch, Array(bytes[offset + 16..<end].prefix { $0 != 0 }), mask))
                offset = end
            }
        }

        package func close() { if descriptor >= 0 { _ = CLibrary.close(descriptor) } }
    }
#endif
