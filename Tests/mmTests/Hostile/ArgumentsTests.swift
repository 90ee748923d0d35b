import Testing

@testable import mm

@Suite struct ArgumentsTests {
    @Test func `without /proc, mm takes no command for plain mm, and answers as with it`() throws {
        let stage = try TranscriptStage.with("empty")
        let hidden = "unshare -rm sh -c 'mount -t tmpfs none /proc && "
        guard try stage.run("\(hidden)echo hidden' 2>/dev/null || true") == ["hidden"] else {
            print("skipped: /proc cannot be hidden here")
            return
        }
        let said = try stage.run("\(hidden)mm init d -q && mm -C d tag add Work -q && mm -C d tag list' 2>&1; echo $?")
        #expect(try said.last == "0" && said.dropLast().last == stage.run("mm -C d tag list").last)
        #expect(said.contains { $0.contains("Work") }, "\(said)")
    }
}
