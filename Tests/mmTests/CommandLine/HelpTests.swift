import Testing

@testable import Text
@testable import mm

@Suite struct HelpTests {
    private func help(_ path: [String], width: Int = 60) -> String { Help(.test, width: width).text(for: path) }

    @Test func `the overview lists the commands by section`() {
        let expected = """
            usage: mm [OPTIONS] [COMMAND]

            Reminders in plain text files.

            Without a command mm shows what is due.

            Write:
              add   write a new reminder
              set   set a key
              init  make a folder

            Read:
              list  list open reminders

            Tags:
              tag …  the tags of the folder

            Options:
                  --days N  how far ahead to look

            Global options, before or after the command:
              -C, --directory DIR  look for the folder from DIR upwards
                  --timezone IANA  the zone to reckon in
                  --color WHEN     colour the output: auto, always or
                                   never
                  --json           print JSON
              -q, --quiet          say less
              -h, --help           show help for the command
                  --version        show the version
                  --generate-completion-script SHELL
                                   print the completion script: bash,
                                   zsh or fish

            Run 'mm help COMMAND' for more about a command.

            """
        #expect(Help(.test, width: 60).overview == expected)
    }

    @Test func `the first page has the commands of every day, then the others, and no option`() {
        let expected = """
            usage: mm [OPTIONS] [COMMAND]

            Every day:
              mm          show what is overdue, due today and upcoming
              add         write a new reminder
              list        list open reminders
              tag rename  rename a tag in every file

            Write:
              set   set a key
              init  make a folder

            Tags:
              tag …  the tags of the folder

            Run 'mm help COMMAND' for more about a command, and 'mm help
            --all' for every command and global option.

            """
        #expect(help([]) == expected)
    }

    @Test func `the help of a group lists its commands`() {
        let expected = """
            usage: mm tag COMMAND

            The tags of the folder.

            Commands:
              list    list the tags
              add     register a tag
              rename  rename a tag in every file

            Run 'mm tag COMMAND --help' for more about a command.

            """
        #expect(help(["tag"]) == expected)
    }

    @Test func `the help of a command lists its arguments and options`() {
        let expected = """
            usage: mm list [--sort KEY] [--limit N] [QUERY…]

            List open reminders.

            Soonest first; those without a date last.

            Sorting:
              title   by name

            Arguments:
              [QUERY…]  what to look for

            Options:
                  --sort KEY  the order: scheduled, title or path
                  --limit N   at most N of them

            Global options:
              -C, --directory DIR  look for the folder from DIR upwards
                  --timezone IANA  the zone to reckon in
                  --color WHEN     colour the output: auto, always or
                                   never
                  --json           print JSON
              -q, --quiet          say less
              -h, --help           show help for the command

            Examples:
              mm list tag:work -is:overdue
                  what work is still ahead

            """
        #expect(help(["list"]) == expected)
    }

    @Test func `a long usage line is broken between options`() {
        let lines = help(["add"]).split(separator: "\n")
        #expect(lines[0] == "usage: mm add [--tag NAME]… [--path FILE] [--body TEXT]")
        #expect(lines[1] == "              [--note] TITLE…")
    }

    @Test func `a global option that the command redefines is shown once`() {
        let lines = help(["tag", "add"]).split(separator: "\n").filter { $0.contains("--color") }
        #expect(lines == ["usage: mm tag add [--color C] NAME", "      --color C  its colour"])
    }

    @Test(arguments: [45, 60, 80, 120])
    func `no line is wider than the terminal or ends in a blank`(width: Int) {
        for path in [[], ["tag"], ["tag", "rename"], ["list"], ["add"]] {
            for line in help(path, width: width).split(separator: "\n") {
                // Text that cannot be broken may exceed the width.
                #expect(line.count <= width || line.hasPrefix("      --generate") || line.hasPrefix("  mm "), "\(line)")
                #expect(line.last != " ")
            }
        }
    }
}
