import Testing

@testable import mm

@Suite struct ArgumentsTests {
    @Test func `without /proc, mm refuses to run instead of taking every command for plain mm`() throws {
        let stage = try TranscriptStage.with("empty")
        let hidden = "unshare -rm sh -c 'mount -t tmpfs none /proc && "
        guard try stage.run("\(hidden)echo hidden' 2>/dev/null || true") == ["hidden"] else {
            print("skipped: /proc cannot be hidden here")
            return
        }
        let said = try stage.run("\(hidden)mm tag list' 2>&1; echo $?")
        #expect(said == ["mm: the arguments cannot be read", "  is /proc mounted?", "2"])
    }
}
