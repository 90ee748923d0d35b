"""The dimensions that Scripts/check-scaling measures, with a folder that has n of something, and the commands for each."""

import dataclasses
import datetime
import hashlib
import json
import os
import pathlib
import subprocess
import typing
import uuid

NOW = datetime.date(2026, 11, 21)

WORK = 'work:\n  color: "#3B82F6"\nhome:\n  color: "#22C55E"\n'
HEAD = "title: Take vitamins\ntags: [work]\nscheduled: 2026-11-20T09:00\nrecurrence: daily\n"


def put(folder, path, text):
    place = folder / path
    if not place.parent.exists():
        # One level after the other, because pathlib recurses.
        parent = folder
        for name in pathlib.PurePosixPath(path).parts[:-1]:
            parent = parent / name
            parent.mkdir(exist_ok=True)
    place.write_text(text, encoding="utf-8", newline="")


def plain(folder, n=1, fields="", body="One capsule.\n", head=HEAD, registry=WORK):
    """A folder with the reminder 'x'."""
    put(folder, "tags.yaml", registry)
    put(folder, "x.md", f"---\n{head}{fields}---\n{body}")


def identity(number):
    return str(uuid.UUID(bytes=hashlib.md5(str(number).encode()).digest()))


def reminder(number, id=identity, tag=None, fields=""):
    day, tag = number % 28 + 1, tag or ("work" if number % 3 else "home")
    return (f"---\nid: {id(number)}\ntitle: Task {number} milk\ntags: [{tag}]\nscheduled: 2026-11-{day:02}T09:00\n"
            + ("recurrence: weekly\n" if number % 4 == 0 else "") + fields + f"---\nText {number}\n")


def files(path=lambda i: f"d{i % 10}/f{i}.md", text=reminder):
    def build(folder, n):
        plain(folder)
        for number in range(n):
            put(folder, path(number), text(number))
    return build


def some_files(folder, n):
    files()(folder, 20)


def links(folder, n):
    files(path=lambda i: f"f{i}.md")(folder, n)
    (folder / "l").mkdir()
    for number in range(n):
        os.symlink(f"../f{number}.md", folder / f"l/{number}.md")


def note(fields):
    return lambda i: f"---\ntitle: Note {i}\n{fields(i)}\n---\nText\n"


def many(line, between=""):
    """Text with n parts."""
    return lambda n: between.join(map(line, range(n)))


def field(text):
    """The reminder 'x' with more in its front matter."""
    return lambda folder, n: plain(folder, fields=text(n))


def instead(old, text):
    """The reminder 'x' with different front matter."""
    return lambda folder, n: plain(folder, head=HEAD.replace(old, text(n)))


def body(text, head=HEAD):
    return lambda folder, n: plain(folder, body=text(n), head=head)


def registry(entry, before=WORK):
    return lambda folder, n: plain(folder, registry=before + many(entry)(n))


def tags(name):
    return instead("[work]", lambda n: f"[work, {many(name, ', ')(n)}]")


def rule(text):
    return instead("daily", text)


def aliases(n):
    return f"home: {{}}\nwork:\n  aliases: [{many(lambda i: f'a{i}', ', ')(n)}]\n"


def ignoring_blanks(folder, n):
    plain(folder)
    put(folder, ".mmignore", "a" + " " * n + "b" + " " * n + "\n")


def ignoring_stars(folder, n):
    plain(folder)
    put(folder, "a" * 200 + ".md", reminder(1))
    put(folder, ".mmignore", "*a" * n + "b\n")


def deep(folder, n):
    plain(folder)
    put(folder, "a/" * n + "y.md", reminder(1))


def to_adopt(folder, n):
    files(text=lambda i: reminder(i, tag=f"tag{i}"))(folder, n)
    (folder / "tags.yaml").unlink()


def known_and_unknown(folder, n):
    head = HEAD.replace("[work]", f"[{many(lambda i: f'some{i:05}', ', ')(n)}]")
    plain(folder, head=head, registry=many(lambda i: f"tags{i:05}: {{}}\n")(n))


def days(n, first=-1, step=-1):
    return [str(NOW + datetime.timedelta(days=first + step * i)) for i in range(n)]


def to_merge(folder, n):
    """Conflict copies beside their originals."""
    files(path=lambda i: f"f{i}.md")(folder, n)
    for number in range(n):
        put(folder, f"f{number} 2.md", reminder(number, tag="other"))


def editable(folder, n):
    """An editor, outside the folder, that changes the key in the middle. The folder is as before for the next count."""
    plain(folder, fields=many(lambda i: f"key{i}: {i}\n")(n))
    put(folder.parent, "editor", f'#!/bin/sh\nsed -i "s/^key{n // 2}: .*/key{n // 2}: new/" "$1"\n')
    (folder.parent / "editor").chmod(0o755)


WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 999_999, "character": 0}}
CURSOR = {"line": 2, "character": 9}
REQUESTS = {
    "diagnostic": {}, "codeAction": {"range": WHOLE, "context": {"diagnostics": []}}, "inlayHint": {"range": WHOLE},
    "documentLink": {}, "documentColor": {}, "documentSymbol": {}, "completion": {"position": CURSOR},
    "hover": {"position": CURSOR}, "references": {"position": CURSOR, "context": {"includeDeclaration": True}},
    "rename": {"position": CURSOR, "newName": "new"},
}


def session(folder, path, name):
    """What an editor writes to 'mm lsp': it opens a file, asks once, and leaves."""
    document = {"uri": (folder / path).as_uri(), "languageId": "markdown", "version": 1,
                "text": (folder / path).read_text(encoding="utf-8")}
    messages = [
        {"id": 1, "method": "initialize", "params": {
            "rootUri": folder.as_uri(), "capabilities": {}, "initializationOptions": {"tagColors": True}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        {"id": 2, "method": f"textDocument/{name}", "params": {"textDocument": {"uri": document["uri"]}, **REQUESTS[name]}},
        {"id": 3, "method": "shutdown"}, {"method": "exit"},
    ]
    texts = [json.dumps({"jsonrpc": "2.0", **message}) for message in messages]
    return "".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in texts)


def edited(build, path="x.md"):
    """A folder, and beside it what an editor asks about a file of it."""
    def both(folder, n):
        build(folder, n)
        for name in REQUESTS:
            put(folder.parent, f"input of lsp {name}", session(folder, path, name))
    return both


LSP = {f"lsp {name}": lambda n: ["lsp"] for name in REQUESTS}


def dates(key, days):
    return field(lambda n: f"{key}: [{', '.join(sorted(days(n)))}]\n")


def ignoring(line):
    def build(folder, n):
        files()(folder, 20)
        put(folder, ".mmignore", "".join(line(number) + "\n" for number in range(n)))
    return build


def manifest(number, entries):
    text = f"memoss 1\nnumber {number}\ndirection edit\nwhen 1795248000\nwhat e\nsuffix mm-{number}-1\n"
    text += "".join(f"file {i} {'0' * 64} {'1' * 64} f{i}.md\n" for i in range(entries))
    return text + f"end {hashlib.sha256(text.encode()).hexdigest()}\n"


def undoable(entries):
    def build(folder, n):
        plain(folder)
        for number, count in entries(n):
            put(folder, f".memoss/undo/{number}/manifest", manifest(number, count))
    return build


def journal(text):
    def build(folder, n):
        plain(folder)
        (folder / ".memoss/undo").mkdir(parents=True)
        put(folder, ".memoss/journal", text(n))
    return build


def copies(folder, n):
    plain(folder)
    for number in range(n):
        put(folder, f".memoss/editing/{number}/x.md", "typed\n")
        put(folder, f".memoss/editing/{number}.of", f"{'0' * 64} x.md\n")


def merging(text, front=True, path="x.md"):
    """Three versions of a file: in the text, a brace is different in each."""
    def build(folder, n):
        plain(folder)
        for name, value in zip(["base", "ours", "theirs"], ["10", "11", "12"]):
            content = text(n).replace("{}", value)
            put(folder, name, content if path != "x.md" else f"---\n{content}---\n" if front else f"---\n{content}")
    return build


MERGE = {"merge-driver": lambda n: ["merge-driver", "--quiet", "base", "ours", "theirs", "x.md"]}
MERGE_REGISTRY = {"merge-driver": lambda n: ["merge-driver", "--quiet", "base", "ours", "theirs", "tags.yaml"]}


# MARK: Commands

# The words of each command by name. They run one after the other in the same folder.
COMMANDS = {
    "mm": [],
    "list": ["list"],
    "list --json": ["list", "--json"],
    "list TEXT": ["list", "milk", "tag:work"],
    "agenda": ["agenda"],
    "habits": ["habits"],
    "list KEY": ["list", "key:1", "--sort", "key", "--columns", "title,key"],
    "find": ["find", "m"],
    "show": ["show", "x"],
    "next": ["next", "x"],
    "plan": ["plan"],
    "export ics": ["export", "ics"],
    "notify": ["notify", "--once", "--bell"],
    "check": ["check"],
    "check --fix": ["check", "--fix", "--dry-run"],
    "add": ["add", "Buy milk", "--tag", "new", "--dry-run"],
    "edit --title": ["edit", "x", "--title", "New", "--dry-run"],
    "edit --tag": ["edit", "x", "--tag", "new", "--untag", "work", "--dry-run"],
    "edit --body": ["edit", "x", "--body", "New", "--dry-run"],
    "done": ["done", "x", "--dry-run"],
    "done --catch-up": ["done", "x", "--catch-up", "--dry-run"],
    "reopen": ["reopen", "x", "--on", "2026-11-19", "--dry-run"],
    "skip": ["skip", "x", "--dry-run"],
    "snooze": ["snooze", "x", "--dry-run"],
    "set": ["set", "x", "colour", "blue", "--dry-run"],
    "set tags": ["set", "x", "tags", "[a, b]", "--dry-run"],
    "unset": ["unset", "x", "tags", "--dry-run"],
    "delete": ["delete", "x", "--yes", "--dry-run"],
    "tag list": ["tag", "list"],
    "tag add": ["tag", "add", "new", "--dry-run"],
    "tag color": ["tag", "color", "work", "#FF0000", "--dry-run"],
    "tag rename": ["tag", "rename", "work", "job", "--dry-run"],
    "tag rename --merge": ["tag", "rename", "work", "home", "--merge", "--dry-run"],
    "tag delete": ["tag", "delete", "work", "--yes", "--dry-run"],
    "tag prune": ["tag", "prune", "--dry-run"],
    "tag adopt": ["tag", "adopt", "--dry-run"],
    "tag settle": ["tag", "settle", "--dry-run"],
    "resolve": ["resolve", "--dry-run"],
    "tag suggest": ["tag", "suggest", "wo"],
    "undo --list": ["undo", "--list"],
    "completion": ["--complete", "zsh", "mm", "list", "tag:"],
    # These write and restore the folder.
    "tag rename (written)": ["tag", "rename", "work", "job"],
    "undo": ["undo"],
    "redo": ["redo"],
}
WRITING = ["tag rename (written)", "undo", "redo"]


def kind(counted, reasons):
    """The names of the commands that are counted, and the reasons why others are not."""
    return counted.split(", "), {name: reason for reason, names in reasons.items() for name in names.split(", ")}


# What is counted where. A command that is not counted does no more work than one that is; --every counts
# these too.
READS = "reads the folder as 'list' does"
TAGS = "edits a list and the registry as 'edit --tag' does"
SWEEPS = "sweeps the files as 'tag rename' does"
BYTES = "puts bytes back, whatever they say"
KINDS = {
    "folder": kind("list, list KEY, find, check, edit --tag, tag rename", {
        READS: "lsp, export ics, ui, agenda, calendar, habits, note, show, notify, tag suggest, mm, next, plan, add, import ics, import taskwarrior, import todotxt, done, reopen, skip, snooze, set, unset, delete, tag add, tag color, pick, tag pick",
        SWEEPS: "tag delete, tag settle",
        "counted for files": "tag list, tag prune, tag adopt, undo, redo, resolve",
        "reads no folder": "occurrences, config, git install, git uninstall, git status, merge-driver",
        "has a dimension of its own": "init, diff, log, sync",
    }),
    "file": kind("list TEXT, list KEY, find, show, check, edit --tag", {
        READS: "lsp, export ics, mm, ui, agenda, calendar, habits, plan, notify, delete, tag list, tag add, tag color, tag prune, tag suggest, pick, tag pick",
        "edits one key as 'edit' does": "set, done, reopen, skip, snooze, unset",
        "'show' prints the next occurrences too": "next",
        "edits a list as 'edit --tag' does": "tag rename, tag delete, tag settle",
        "merges as 'merge-driver' does": "resolve",
        "writes another file": "add, note, import ics, import taskwarrior, import todotxt",
        BYTES: "undo, redo",
        "reads no folder": "occurrences, config, git install, git uninstall, git status, merge-driver",
        "reads files as 'check' does": "init, tag adopt",
        "has a dimension of its own": "diff, log, sync",
    }),
    "series": kind("show, agenda, habits, check, export ics, done --catch-up, reopen", {
        READS: "lsp, list, find, delete, tag list, tag add, tag color, tag rename, tag delete, tag prune, tag adopt, "
        "tag settle, tag suggest, pick, tag pick, resolve",
        "edits lists of dates as 'done' does": "edit, set, unset, skip, snooze",
        "'show' says what is planned, and the next occurrences": "plan, notify, next",
        "expands series as 'agenda' does": "mm, ui, calendar",
        "writes another file": "add, note, import ics, import taskwarrior, import todotxt",
        BYTES: "undo, redo",
        "has a dimension of its own": "occurrences, diff, log, sync",
        "reads no folder": "config, git install, git uninstall, git status, merge-driver",
        "reads files as 'check' does": "init",
    }),
    "registry": kind("check, edit --tag, tag list, tag prune", {
        READS: "lsp, export ics, list, find, mm, ui, agenda, calendar, habits, note, show, next, plan, notify, done, reopen, skip, snooze, set, unset, delete, pick, resolve",
        TAGS: "add, import ics, import taskwarrior, import todotxt, tag add, tag color, tag rename, tag adopt, tag settle, tag pick",
        "takes entries out as 'tag prune' does": "tag delete",
        "counts carriers as 'tag list' does": "tag suggest",
        BYTES: "undo, redo",
        "reads no folder": "occurrences, config, git install, git uninstall, git status, merge-driver",
        "there is a registry already": "init",
        "has a dimension of its own": "diff, log, sync",
    }),
    "state": kind("list, edit --title, undo", {
        "looks at '.memoss' as 'list' does": "lsp, export ics, mm, ui, find, agenda, calendar, habits, show, next, plan, notify, check, tag list, tag suggest, pick",
        "looks at '.memoss' as 'edit' does": "add, import ics, import taskwarrior, import todotxt, note, done, reopen, skip, snooze, set, unset, delete, redo, tag add, "
        "tag color, tag rename, tag delete, tag prune, tag adopt, tag settle, tag pick, resolve, sync",
        "reads no folder": "occurrences, config, git install, git uninstall, git status, merge-driver",
        "there is no '.memoss' yet": "init",
        "do not look at '.memoss'": "diff, log",
    }),
    "words": ([], {}),
}


@dataclasses.dataclass
class Dimension:
    kind: str
    n: int
    build: typing.Callable
    # Instead of the commands of the kind: the words for n by name.
    words: dict = dataclasses.field(default_factory=dict)
    # In addition to the commands of the kind.
    also: tuple = ()
    # Commands of the kind that are not useful here.
    but: tuple = ()

    def commands(self, n, every=False):
        """The words by name."""
        if self.words:
            return {name: words(n) for name, words in self.words.items()}
        counted = [*KINDS[self.kind][0], *self.also]
        return {name: words for name, words in COMMANDS.items() if (every or name in counted) and name not in self.but}


def asking(query):
    """For the search for one word or several."""
    return {"list": lambda n: ["list", *([text] if isinstance(text := query(n), str) else text)]}


def names(n):
    return [f"t{number}" for number in range(n)]


def options(option, n):
    return [word for name in names(n) for word in (option, name)]


MARKS = "\u0301\u0323"
UNTITLED = HEAD.replace("title: Take vitamins\n", "")
COLOR = '{color: "#3B82F6"}'



def committed(before, after):
    """A repository with a commit for each state."""
    def build(folder, n):
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
        for who in ("AUTHOR", "COMMITTER"):
            environment |= {f"GIT_{who}_NAME": "A", f"GIT_{who}_EMAIL": "a@example.org"}
        git = lambda *words: subprocess.run(["git", *words], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
        git("init", "-q", "-b", "main")
        git("remote", "add", "origin", "none")
        for state in before, after:
            state(folder, n)
            git("add", "-A")
            git("commit", "-qm", "state")
        git("update-ref", "refs/remotes/origin/main", "HEAD~1")
    return build


HISTORY = {
    "--at list": lambda n: ["--at", "HEAD~1", "list"], "diff": lambda n: ["diff", "HEAD~1", "HEAD"], "log": lambda n: ["log"],
    "log x": lambda n: ["log", "x.md"], "sync": lambda n: ["sync", "--dry-run"],
}

DIMENSIONS = {
    # Files
    "files": Dimension(
        "folder", 250, files(), also=(
            "mm", "list --json", "show", "notify", "plan", "tag list", "tag prune", "tag suggest", "tag adopt", "completion",
            *WRITING)),
    "files in one directory": Dimension("folder", 250, files(path=lambda i: f"f{i}.md")),
    "ids that begin alike": Dimension(
        "folder", 250, files(text=lambda i: reminder(i, id=lambda i: f"aaaaaaaa-bbbb-cccc-dddd-{i:012}"))),
    "equal ids": Dimension("folder", 250, files(text=lambda i: reminder(i, id=lambda i: "a" * 36))),
    "equal titles": Dimension("folder", 250, files(text=note(lambda i: "title: Same\ntags: [work]"))),
    "files with an unknown tag each": Dimension("folder", 250, files(text=lambda i: reminder(i, tag=f"other{i}"))),
    "files that cannot be read": Dimension("folder", 250, files(text=lambda i: "---\ntitle: [a\n---\nwork\n")),
    "files with a bad date": Dimension("folder", 250, files(text=note(lambda i: "scheduled: 2026-02-30"))),
    "unknown zones": Dimension(
        "folder", 100, files(text=note(lambda i: f"scheduled: 2026-12-01\ntimezone: Mars/C{i:05}"))),
    "conflict copies": Dimension(
        "folder", 500, files(path=lambda i: f"f{i}.sync-conflict-20260101-123456-ABCDEFG.md")),
    "symbolic links": Dimension("folder", 120, links),
    "directories": Dimension("folder", 250, files(path=lambda i: f"d{i}/f.md")),
    "depth of directories": Dimension("folder", 60, deep),
    "other files": Dimension("folder", 1000, files(path=lambda i: f"f{i}.txt")),
    "lines of .mmignore": Dimension("folder", 500, ignoring(lambda i: f"name{i}.md")),
    "paths of .mmignore": Dimension("folder", 500, ignoring(lambda i: f"d1/name{i}.md")),
    "globs of .mmignore": Dimension("folder", 250, ignoring(lambda i: f"*name{i}*")),
    "blanks in .mmignore": Dimension("folder", 4000, ignoring_blanks),
    "stars of .mmignore": Dimension("folder", 20, ignoring_stars),
    # History
    "files in git": Dimension(
        "words", 250, committed(files(), files(text=lambda i: reminder(i, tag="new", fields="key: 1\n"))), HISTORY),
    "files renamed in git": Dimension(
        "words", 250, committed(files(), lambda folder, n: [
            os.rename(folder / f"d{i % 10}/f{i}.md", folder / f"d{i % 10}/g{i}.md") for i in range(n)]), HISTORY),
    "keys and tags in git": Dimension("words", 250, committed(plain, lambda folder, n: plain(
        folder, fields=many(lambda i: f"key{i}: {i}\n")(n), registry=WORK + many(lambda i: f"tag{i}: {COLOR}\n")(n),
        head=HEAD.replace("[work]", f"[work, {many(lambda i: f't{i}', ', ')(n)}]"))), HISTORY),
    # One file
    "tags of a file": Dimension("file", 250, tags(lambda i: f"t{i}"), also=("set tags", "tag rename")),
    "tags of a file, a line each": Dimension(
        "file", 250, instead(" [work]", lambda n: "\n  - work" + many(lambda i: f"\n  - t{i}")(n))),
    "tags of a file, commas": Dimension(
        "file", 250, instead("[work]", lambda n: "work" + many(lambda i: f", t{i}")(n))),
    "tags of a file, not ASCII": Dimension("file", 250, tags(lambda i: f"é{i}")),
    "equal tags of a file": Dimension("file", 250, tags(lambda i: "WORK")),
    "nested tags of a file": Dimension("file", 250, tags(lambda i: f"work/t{i}")),
    "tags that are aliases": Dimension(
        "file", 250, instead("tags: [work]", lambda n: f"other: &a work\ntags: [{'*a, ' * n}c]")),
    "depth of a tag": Dimension("file", 500, instead("[work]", lambda n: f"[work, work{'/a' * n}]")),
    "length of a tag": Dimension("file", 2500, instead("[work]", lambda n: f"[work, {'abcd' * n}]")),
    "marks of a tag": Dimension("file", 1000, instead("[work]", lambda n: f"[work, a{MARKS * n}]")),
    "length of a title": Dimension("file", 2500, instead("Take vitamins", lambda n: "vita " * n)),
    "marks of a title": Dimension("file", 1000, instead("Take vitamins", lambda n: "a" + MARKS * n)),
    "keys": Dimension("file", 250, field(many(lambda i: f"key{i}: {i}\n"))),
    "keys, not ASCII": Dimension("file", 250, field(many(lambda i: f"key{i}:\n  - é: [a]\n"))),
    "equal keys": Dimension("file", 250, field(lambda n: "key: 1\n" * n)),
    "marks of a key": Dimension("file", 60, field(lambda n: f"a{MARKS * n}: 1\n")),
    "marks of a value": Dimension("file", 1000, field(lambda n: f"key: a{MARKS * n}\n")),
    "anchors": Dimension("file", 250, field(many(lambda i: f"key{i}: &a{i} 1\nalias{i}: *a{i}\n"))),
    "lines of a value": Dimension("file", 500, field(lambda n: "key: |\n" + "  text\n" * n)),
    "items of a value": Dimension("file", 500, field(lambda n: f"key: [{'é, ' * n}b]\n")),
    "wrong items": Dimension("file", 250, instead("[work]", lambda n: f"[{'[a], ' * n}work]")),
    "lines of a body": Dimension("file", 2500, body(lambda n: "Text and #more\n" * n)),
    "length of a line": Dimension("file", 5000, body(lambda n: "Text `#and` more: " * n)),
    "marks of a body": Dimension("file", 1000, body(lambda n: f"a{MARKS * n}\n")),
    "body without a title": Dimension("file", 2500, body(lambda n: "Text and more\n" * n, UNTITLED)),
    "conflicts": Dimension("file", 100, field(lambda n: "<<<<<<< a\nkey: 1\n=======\nkey: 2\n>>>>>>> b\n" * n)),
    # Series
    "completed occurrences": Dimension("series", 250, dates("complete_instances", days)),
    "completed occurrences ahead": Dimension("series", 250, dates("complete_instances", lambda n: days(n, 0, 1))),
    "completed occurrences with times": Dimension(
        "series", 250, dates("complete_instances", lambda n: [day + "T09:00" for day in days(n)])),
    "skipped occurrences": Dimension("series", 250, dates("skipped_instances", days)),
    "equal occurrences": Dimension("series", 250, dates("complete_instances", lambda n: ["2026-11-01"] * n)),
    "wrong dates": Dimension("series", 250, dates("complete_instances", lambda n: ["2026-02-30"] * n)),
    "days overdue": Dimension("series", 500, instead("2026-11-20", lambda n: days(1, -n)[0])),
    "days of a rule": Dimension(
        "series", 250, rule(lambda n: "FREQ=MONTHLY;BYMONTHDAY=" + many(lambda i: str(i % 28 + 1), ",")(n))),
    "weekdays of a rule": Dimension(
        "series", 250, rule(lambda n: "FREQ=MONTHLY;BYDAY=" + many(lambda i: f"{i % 4 + 1}MO", ",")(n))),
    "words of a rule": Dimension("series", 250, rule(lambda n: "weekly on " + many(lambda i: "tuesday", ", ")(n))),
    "length of a wrong rule": Dimension("series", 1000, rule(lambda n: "wekly " * n)),
    # The registry
    "tags": Dimension("registry", 250, registry(lambda i: f"tag{i}: {COLOR}\n")),
    "tags in braces": Dimension("registry", 250, lambda folder, n: plain(
        folder, registry="{work: {}, home: {}" + many(lambda i: f", tag{i}: {COLOR}")(n) + "}\n")),
    "nested tags": Dimension("registry", 250, registry(lambda i: f"work/tag{i}: {COLOR}\n")),
    "tags that stand twice": Dimension("registry", 250, registry(lambda i: "tag: '#3B82F6'\n")),
    "wrong colours": Dimension("registry", 250, registry(lambda i: f"tag{i}: wrong{i}\n")),
    "anchors of the registry": Dimension("registry", 250, registry(lambda i: f'tag{i}: &a{i} "#3B82F6"\n')),
    "aliases of a tag": Dimension("registry", 250, lambda folder, n: plain(folder, registry=aliases(n))),
    "aliases that are carried": Dimension("registry", 250, lambda folder, n: plain(
        folder, head=HEAD.replace("[work]", f"[work, {many(lambda i: f'a{i}', ', ')(n)}]"), registry=aliases(n)),
        also=("tag rename",)),
    "tags with an alias each": Dimension("registry", 250, registry(lambda i: f"tag{i}: {{aliases: [a{i}]}}\n")),
    "aliases of several tags": Dimension("registry", 250, registry(lambda i: f"tag{i}: {{aliases: [a]}}\n")),
    "marks of a registered tag": Dimension(
        "registry", 1000, lambda folder, n: plain(folder, registry=WORK + f"'a{MARKS * n}': {{}}\n")),
    "depth of a registered tag": Dimension(
        "registry", 1000, lambda folder, n: plain(folder, registry=WORK + f"'a{'/a' * n}': {{}}\n")),
    # The files of mm
    "edits to undo": Dimension("state", 60, undoable(lambda n: [(i + 1, 1) for i in range(n)])),
    "files of an edit to undo": Dimension("state", 250, undoable(lambda n: [(1, n)])),
    "files of a journal": Dimension("state", 250, journal(lambda n: manifest(1, n)), but=("undo",)),
    "a torn journal": Dimension("state", 5000, journal(lambda n: "memoss 1\n" * n), but=("undo",)),
    "a foreign journal": Dimension("state", 5000, journal(lambda n: "memoss 1\n" * n + "end x\n"), but=("undo",)),
    "copies for an editor": Dimension("state", 60, copies, but=("undo",), also=("check",)),
    # The command line
    "terms": Dimension("words", 100, some_files, asking(lambda n: [f"-milk{i}" for i in range(n)])),
    "terms with OR": Dimension("words", 100, some_files, asking(many(lambda i: f"milk{i}", " OR "))),
    "terms for tags": Dimension("words", 100, some_files, asking(lambda n: [f"-tag:t{i}" for i in range(n)])),
    "terms for keys": Dimension("words", 100, some_files, asking(lambda n: [f"-key{i}:1" for i in range(n)])),
    "texts to find": Dimension("words", 100, plain, {"find": lambda n: ["find", *(f"m{i}" for i in range(n))]}),
    "depth of a query": Dimension("words", 250, plain, asking(lambda n: f"{'(' * n}milk{')' * n}")),
    "negations": Dimension("words", 250, plain, asking(lambda n: "NOT " * n + "milk")),
    "length of a term": Dimension("words", 5000, plain, asking(lambda n: "body:" + "a" * n)),
    "marks of a term": Dimension("words", 1000, plain, asking(lambda n: ["a" + MARKS * n, "tag:a" + MARKS * n])),
    "selectors": Dimension("words", 100, files(path=lambda i: f"f{i}.md"), {
        "done": lambda n: ["done", *(f"f{i}" for i in range(n)), "--dry-run"],
        "delete": lambda n: ["delete", *(f"f{i}.md" for i in range(n)), "--yes", "--dry-run"],
        "check": lambda n: ["check", *(f"f{i}.md" for i in range(n))],
    }),
    "length of a selector": Dimension("words", 2500, plain, {
        "show": lambda n: ["show", "wrong " * n],
        "edit": lambda n: ["edit", "x" * n, "--title", "a", "--dry-run"],
    }),
    "length of an argument": Dimension("words", 2500, plain, {
        "add": lambda n: ["add", "milk " * n, "--dry-run"],
        "edit --title": lambda n: ["edit", "x", "--title", "milk " * n, "--dry-run"],
        "edit --body": lambda n: ["edit", "x", "--body", "milk\n" * n, "--dry-run"],
        "set": lambda n: ["set", "x", "key", "milk " * n, "--dry-run"],
        "tag add": lambda n: ["tag", "add", "milk " * n, "--dry-run"],
        "tag rename": lambda n: ["tag", "rename", "work", "milk " * n, "--dry-run"],
        "tag suggest": lambda n: ["tag", "suggest", "milk " * n],
        "occurrences": lambda n: ["occurrences", "wekly " * n, "--start", "2026-11-21"],
    }),
    "items of an argument": Dimension("words", 250, plain, {
        "add --tag": lambda n: ["add", "Milk", "--dry-run", *options("--tag", n)],
        "edit --tag": lambda n: ["edit", "x", "--dry-run", *options("--tag", n)],
        "set tags": lambda n: ["set", "x", "tags", f"[{', '.join(names(n))}]", "--dry-run"],
    }),
    "keys in an editor": Dimension("words", 250, editable, {"edit": lambda n: ["edit", "x"]}),
    "tags in an editor": Dimension("words", 500, edited(tags(lambda i: f"t{i}")), LSP),
    "equal tags in an editor": Dimension("words", 500, edited(tags(lambda i: "WORK")), LSP),
    "nested tags in an editor": Dimension("words", 500, edited(tags(lambda i: f"work/t{i}")), LSP),
    "tags in an editor, a line each": Dimension(
        "words", 500, edited(instead(" [work]", lambda n: "\n  - work" + many(lambda i: f"\n  - t{i}")(n))), LSP),
    "wrong dates in an editor": Dimension(
        "words", 500, edited(dates("complete_instances", lambda n: ["2026-02-30"] * n)), LSP),
    "links in an editor": Dimension("words", 500, edited(body(many(lambda i: f"[[note {i}]] [é{i}](é{i}.md) "))), LSP),
    "lines in an editor": Dimension("words", 500, edited(body(many(lambda i: f"# Text {i}\n[[x]] #more\n"))), LSP),
    "colours in an editor": Dimension("words", 500, edited(lambda folder, n: plain(
        folder, registry="{work: {}, home: {}" + many(lambda i: f", tag{i}: pink")(n) + "}\n"), "tags.yaml"), LSP),
    "copies to merge": Dimension("words", 100, to_merge, {"resolve": lambda n: ["resolve", "--dry-run"]}),
    "files to adopt": Dimension("words", 250, to_adopt, {"init": lambda n: ["init"]}),
    "unknown tags and known ones": Dimension("words", 600, known_and_unknown, {"check": lambda n: ["check"]}),
    "another list": Dimension("words", 250, tags(lambda i: f"t{i}"), {
        "set tags": lambda n: ["set", "x", "tags", f"[{', '.join(names(n)[::-1])}]", "--dry-run"],
        "set tags, every other": lambda n: ["set", "x", "tags", f"[{', '.join(names(n)[::2])}]", "--dry-run"],
        "edit --untag": lambda n: ["edit", "x", "--dry-run", *options("--untag", n)],
    }),
    "another body": Dimension("words", 2500, body(many(lambda i: f"Line {i}\n")), {
        "edit --body": lambda n: ["edit", "x", "--body", many(lambda i: f"Line {i % 7} {i}\n")(n), "--dry-run"],
    }),
    # Merging
    "keys of a merge": Dimension("words", 250, merging(many(lambda i: f"key{i}: {{}}\n")), MERGE),
    "new keys of a merge": Dimension("words", 250, merging(many(lambda i: f"key{i}_{{}}: x\n")), MERGE),
    "tags of a merge": Dimension("words", 250, merging(lambda n: f"tags: [{many(lambda i: f't{i}', ', ')(n)}, {{}}]\n"), MERGE),
    "lines of tags of a merge": Dimension("words", 250, merging(lambda n: f"tags:\n{many(lambda i: f'- t{i}{chr(10)}')(n)}- {{}}\n"), MERGE),
    "completed occurrences of a merge": Dimension(
        "words", 250, merging(lambda n: f"complete_instances: [{', '.join(sorted(days(n)))}, 2027-01-{{}}]\n"), MERGE),
    "comments of a merge": Dimension("words", 250, merging(lambda n: "# about\n" * n + "a: {}\n"), MERGE),
    "lines of a merged body": Dimension(
        "words", 2500, merging(lambda n: "---\n" + many(lambda i: f"Line {i % 7} {i}\n")(n) + "a {} b\n", front=False), MERGE),
    "other lines of a merged body": Dimension(
        "words", 600, merging(lambda n: "---\n" + many(lambda i: "{}" + f" {i % 7}\n")(n), front=False), MERGE),
    "tags of a merged registry": Dimension(
        "words", 250, merging(many(lambda i: f"tag{i:05}:\n  color: pink\n  x: {{}}\n"), path="tags.yaml"), MERGE_REGISTRY),
    "occurrences": Dimension("words", 500, plain, {
        "occurrences": lambda n: ["occurrences", "FREQ=WEEKLY;BYDAY=MO,TU", "--start", "2026-01-01", "--count", str(n)],
        "next": lambda n: ["next", "x", "--count", str(n)],
        "plan": lambda n: ["plan", "--limit", str(n)],
    }),
}

# Dimensions that are large in practice, and those in which commands used to be quadratic.
QUICK = [
    "files", "ids that begin alike", "equal ids", "unknown zones", "depth of directories", "lines of .mmignore",
    "blanks in .mmignore", "tags of a file", "marks of a tag", "length of a title", "keys", "lines of a body", "conflicts",
    "completed occurrences", "tags", "tags in braces", "edits to undo", "files of an edit to undo", "selectors",
    "items of an argument", "unknown tags and known ones", "another list",
    "keys in an editor", "tags in an editor", "copies to merge",
]
