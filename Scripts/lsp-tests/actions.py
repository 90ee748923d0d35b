"""What the actions of `mm lsp` have to do: the same as the commands."""

import json
import os

from cases import check, equal, fields, folder_of, mm, serve, tree
from client import Text, apply, path_of

STEPS = {"Complete": "done", "Skip this occurrence": "skip", "Snooze for an hour": "snooze", "Reopen": "reopen"}
FRONTS = [
    "scheduled: 2026-11-22", "scheduled: 2026-11-20T09:00 # soon\ntags: [Work]", "scheduled: 2026-01-31\nrecurrence: monthly",
    "scheduled: 2026-11-21T07:30\nrecurrence: every 2 hours\ncomplete_instances: [2026-11-21T05:30]",
    "scheduled: 2026-11-20\ncompleted: 2026-11-20T10:00", "scheduled: 2026-11-28\nrecurrence: weekly\nskipped_instances:\n  - 2026-11-21",
    "scheduled: 2026-11-14\nrecurrence: weekly\nrecurrence_anchor: completion", "scheduled: 2026-11-21\nsnoozed: 2026-11-22T09:00",
    "scheduled: 2026-11-20\nrecurrence: daily\nmissed: skip", "scheduled: 2026-11-20\nrecurrence: daily\nuntil: 2026-11-20",
]


def test_a_step_writes_what_its_command_writes(directory):
    done = 0
    for number, front in enumerate(FRONTS):
        for line_end in ("\n", "\r\n"):
            text = fields(f"id: 1f2e\ntitle: X 😀\n{front}").replace("\n", line_end)
            one = folder_of(directory / f"{number}-{len(line_end)}", {"x.md": text})
            with serve(one) as server:
                where = server.open(one / "x.md", text)
                here = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
                parameters = {"textDocument": {"uri": where}, "range": here, "context": {"diagnostics": [], "only": ["refactor"]}}
                actions = {item["title"]: item["edit"] for item in server.request("textDocument/codeAction", parameters)}
                lenses = {lens["command"]["title"].split(" (")[0]: lens["command"] for lens in
                          server.request("textDocument/codeLens", {"textDocument": {"uri": where}})}
                equal(list(lenses), list(actions), front)
                for title, command in STEPS.items():
                    (one / "x.md").write_bytes(text.encode())
                    status = mm(one, command, "x.md", *(["1h"] if command == "snooze" else []))
                    expected = (one / "x.md").read_bytes()
                    (one / "x.md").write_bytes(text.encode())
                    if title not in actions:
                        check(status.returncode or expected == text.encode(), f"{title} is not offered for {front!r}")
                        continue
                    after = Text(text)
                    apply(actions[title], {where: after}, server.encoding)
                    equal(after.text.encode(), expected, f"{title}: {front!r}")
                    asked = []
                    server.execute(lenses[title], asked.append)
                    equal(asked, [actions[title]], f"the lens {title}")
                    done += 1
                equal(server.stop(), 0, "status")
    check(done > 40, f"only {done} steps")


def test_fix_all_writes_what_mm_check_fix_writes(directory):
    files = {
        "spelling.md": fields("tags: [WORK, 'health', Home]\ntitle: 😀"), "zone.md": fields("scheduled: 2026-1-5\ntimezone: europe/paris"),
        "word.md": fields("missed: SKIP # c\nscheduled: '20261122'\nrecurrence: daily").replace("\n", "\r\n"),
        "unknown.md": fields("tags: [Wrk]"), "broken.md": fields("tags: [WORK"), "right.md": fields("tags: [Work]"),
    }
    one, two = directory / "one", directory / "two"
    for copy in (one, two):
        folder_of(copy, files, "Work: moss\nHealth: 3b82f6\nHome: Pink\n")
    mm(one, "check", "--fix")
    expected, before = tree(one), tree(two)
    fixed = set()
    with serve(two) as server:
        for name, data in before.items():
            text = Text(data.decode())
            where = server.open(two / name, text.text)
            everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 10_000, "character": 0}}
            actions = server.request("textDocument/codeAction", {
                "textDocument": {"uri": where}, "range": everywhere, "context": {"diagnostics": [], "only": ["source.fixAll"]}})
            for action in actions:
                equal(action["kind"], "source.fixAll")
                apply(action["edit"], {where: text}, server.encoding)
                fixed.add(name)
            equal(text.text.encode(), expected[name], name)
            server.notify("textDocument/didClose", {"textDocument": {"uri": where}})
        equal(server.stop(), 0, "status")
    equal(fixed, {"spelling.md", "zone.md", "word.md", "tags.yaml"})
    equal(tree(two), before, "the server wrote a file")


def test_links_lead_to_files_and_colours_to_their_tags(directory):
    folder_of(directory, {"sub/ü b.md": fields("title: Bee\nid: 1f2e"), "x.md": ""})
    with serve(directory) as server:
        text = Text(fields("tags: [Work]", "😀 [[Bee]] [b](sub/%C3%BC%20b.md) [[1f2e]]\n"))
        where = server.open(directory / "x.md", text.text)
        links = server.request("textDocument/documentLink", {"textDocument": {"uri": where}})
        equal([path_of(link["target"]) for link in links], [os.fsencode(directory / "sub/ü b.md")] * 3)
        for part in ("Bee", "sub/", "1f2e"):
            found = server.at("definition", where, text.at(part, 1))
            equal(path_of(found["uri"]), os.fsencode(directory / "sub/ü b.md"), part)
        registry = Text((directory / "tags.yaml").read_text())
        at = server.open(directory / "tags.yaml", registry.text)
        colors = server.request("textDocument/documentColor", {"textDocument": {"uri": at}})
        equal(len(colors), 2)
        for presentation in server.request("textDocument/colorPresentation", {
                "textDocument": {"uri": at}, "range": colors[0]["range"], "color": colors[1]["color"]}):
            changed = Text(registry.text)
            changed.apply([presentation["textEdit"]])
            server.change(at, changed.text)
            now = server.request("textDocument/documentColor", {"textDocument": {"uri": at}})
            equal(now[0]["color"], colors[1]["color"], changed.text)
        equal(server.stop(), 0, "status")


def test_the_agenda_and_the_plan_are_those_of_the_commands(directory):
    folder_of(directory, {f"f{number}.md": fields(f"title: F{number}\nscheduled: 2026-11-2{number}T09:00\nrecurrence: weekly") for number in range(5)})
    with serve(directory) as server:
        for name, arguments in (("agenda", ["--days", "3"]), ("agenda", []), ("plan", []), ("plan", ["--limit", "3"])):
            expected = json.loads(mm(directory, name, "--json", *arguments).stdout)
            equal(server.request(f"memoss/{name}", {"arguments": arguments}), expected, name)
        error = server.call("memoss/plan", {"arguments": ["--nonsense"]})["error"]
        check("--nonsense" in error["message"], error)
        equal(server.stop(), 0, "status")
