import Testing

/// The user's own files are found only by absolute paths, and read only if they are regular files of a reasonable size.
@Suite struct UserFileTests {
    /// A folder with files that would be the configuration and the state of a user whose working directory it is.
    private static let make = """
        touch tags.yaml; printf -- '---\\ntitle: A\\nscheduled: 2026-11-21T08:01\\n---\\n' > a.md
        mkdir -p mm .config/mm .local/state; printf 'notify_command: touch ran\\nall_day_at: 23:00\\n' | tee mm/config.yaml > .config/mm/config.yaml

        """

    @Test(arguments: [
        "HOME=.", "HOME=", "XDG_CONFIG_HOME=.", "XDG_CONFIG_HOME=./",
        "HOME=. XDG_CONFIG_HOME=../reminders XDG_STATE_HOME=.",
    ])
    func `a relative path does not turn a file of the folder into the user's`(variables: String) throws {
        let stage = try TranscriptStage.with("empty")
        let said = try stage.run(
            Self.make + """
                export XDG_STATE_HOME=$PWD/../state; rm -rf ~/.config
                env \(variables) mm list 2>&1
                env \(variables) mm notify --once >/dev/null 2>&1
                env \(variables) MM_NOW=2026-11-21T08:01 mm notify --once >/dev/null 2>&1
                env \(variables) mm notify --status --json 2>/dev/null | grep '"hook"'
                find . -newer a.md -type f ! -path '*/config.yaml' ! -path './.memoss/*'
                """
        )
        let ignored = variables.split(separator: " ").filter { !$0.hasSuffix("=") }.map { $0.split(separator: "=")[0] }
        for name in ignored {
            #expect(said.contains("warning: ignoring \(name): it is not an absolute path"), "\(said)")
        }
        #expect(said.contains { $0.hasSuffix("A  today 08:01") }, "\(said)")
        #expect(!said.contains { $0.contains("true") || $0.hasPrefix("./") }, "\(said)")
    }

    @Test(arguments: [
        ("mkfifo $c", "not a regular file"), ("mkdir $c", "Is a directory"),
        ("ln -s /dev/zero $c", "not a regular file"),
        ("ln -s $c $c", "Too many levels of symbolic links"),
    ])
    func `a configuration that is not a regular file is reported and not waited for`(make: String, reason: String)
        throws
    {
        let said = try TranscriptStage.with("empty").run(
            Self.make
                + "c=~/.config/mm/config.yaml; mkdir -p ~/.config/mm; \(make); mm list; mm notify --status | head -n 1"
        )
        #expect(said.contains("warning: ~/.config/mm/config.yaml: cannot be read: \(reason)"), "\(said)")
        #expect(said.contains { $0.hasSuffix("A  today 08:01") }, "\(said)")
    }

    @Test func `an oversized configuration is rejected as a whole`() throws {
        let said = try TranscriptStage.with("empty").run(
            Self.make + """
                mkdir -p ~/.config/mm; { echo 'directory: /nowhere'; head -c 1048576 /dev/zero | tr '\\0' '#'; } > ~/.config/mm/config.yaml
                mm list; cd ~; mm list
                """
        )
        #expect(said.contains { $0.contains("config.yaml") && $0.contains("the limit is 1 MiB") }, "\(said)")
        #expect(
            said.contains { $0.hasSuffix("A  today 08:01") } && !said.contains { $0.contains("/nowhere") },
            "\(said)"
        )
    }
}
