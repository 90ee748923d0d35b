"""The commands that Scripts/test-schemas runs, and the folders it runs them over."""

import hashlib
import os
import re
import signal
import socket
import subprocess
import sys
import time

import histories
from stage import ROOT, reading, remind, wait_for, write

sys.path.insert(0, str(ROOT / "Scripts/push-tests"))
sys.path.insert(0, str(ROOT / "Scripts/publish-tests"))
from fake import Fake  # noqa: E402
from ntfy import Ntfy  # noqa: E402


def documents(stage):
    for part in (
        sample, times, hostile, adopted, texts, shared, broken, empty, edits, steps, tags, configuration, interactive, notifications, pushes,
        published,
        histories.git, histories.changes, histories.conflicts, histories.syncs,
    ):
        yield from part(stage)


def sample(stage):
    folder = stage.folder("sample", "sample")
    yield from reading(stage, folder)
    yield from reading(stage, folder, "--now", "2027-03-28T02:30", "--timezone", "America/New_York")
    for path in sorted(folder.rglob("*.md")):
        if "templates" not in path.parts:
            yield stage.run(folder, "mm show", path.relative_to(folder))
    yield stage.run(folder, "mm next", "vitamins", "--count", 3)
    yield stage.run(folder, "mm next", "rent")
    yield stage.run(folder, "mm tag suggest", "--for", "vitamins")
    yield stage.run(folder, "mm occurrences", "daily", "--start", "2027-03-27T02:30", "--count", 3)
    yield stage.run(folder, "mm occurrences", "monthly on 31", "--start", "2027-01-31", "--until", "2027-04-01")


def times(stage):
    """Every form of a date, and every state of a series."""
    folder = stage.folder("times")
    pills = lambda name, *keys, text=(): remind(folder, f"{name}.md", "title: Pills", "tags: [Home, Else]", *keys, text=text)
    pills("seconds", "scheduled: 2026-11-20T09:00:30+02:00", "due: 2026-11-21 23:00:15", "timezone: Asia/Tokyo")
    pills("end", "due: 2026-11-22", "recurrence: daily", "until: 2026-12-01T09:00:30", "snoozed: 2026-11-22T10:00:30Z")
    pills(
        "series", "scheduled: 2026-11-20T09:00", "due: 2026-11-20T10:00", "recurrence: daily", "until: 2026-11-25",
        "complete_instances: [2026-11-17T09:00, 2026-11-18T09:00]", "skipped_instances: [2026-11-19T09:00]", text=["Text"],
    )
    pills("over", "scheduled: 2026-11-20", "recurrence: daily", "completed: 2026-11-20T10:00:30+01:00")
    pills("ended", "scheduled: 2026-11-20", "completed: true")
    pills("plants", "scheduled: 2026-11-23", "recurrence: every 3 days", "recurrence_anchor: completion")
    pills("snoozed", "scheduled: 2026-11-20", "snoozed: 2026-11-22T09:00")
    pills("moved", "scheduled: 2026-11-24", "recurrence: weekly on monday", "moved_from: 2026-11-23")
    pills("midnight", "scheduled: 2026-11-29T00:00:00Z", "timezone: Europe/Paris")
    remind(folder, "nameless.md", "tags: [Home]")
    remind(folder, "long.md", "title: Long", text=["x" * (1 << 21)])
    remind(
        folder, "kinds.md", "list: &list [1, -2, ~, true, 'true', 0.5, [a, {b: c}]]", "again: *list", "empty:",
        "map: {a: {b: 1}}", "no: False", "text: |", "  two", "  lines", text=["Körper \u2028 \u202e"],
    )
    yield from reading(stage, folder)
    for name in ("seconds", "end", "series", "over", "ended", "snoozed", "moved", "long", "kinds"):
        yield stage.run(folder, "mm show", f"{name}.md")
    yield stage.run(folder, "mm next", "seconds.md")
    yield stage.run(folder, "mm find", "lines")
    yield stage.run(folder, "mm find", "nameless")
    yield stage.run(folder, "mm check", status=(0, 1))
    yield stage.run(folder, "mm next", "series.md")


def hostile(stage):
    """Names, texts and numbers that nobody expects."""
    folder = stage.folder("hostile")
    odd = b"---\ntitle: \"a\\u0001\\n\\x7f\"\ntags: [\"a\\tb\", '\"']\n\xf0\x9f\x98\x80: \xe2\x80\xa8\n---\n"
    odd += b"\xff\x00\x1b[0m\r\n\"\\"
    for name in (b"bad\xff.md", b"line\nbreak.md", "ü\u202e\".md".encode(), b"plain.md"):
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(odd)
    often = "recurrence: every 15 minutes"
    remind(folder, "surrogate.md", 'title: "\\uD800"')
    remind(folder, "far.md", "title: Far", "scheduled: 9999-12-31T23:30", often)
    remind(folder, "old.md", "title: Old", "scheduled: 0001-01-01", often, "timezone: Asia/Tokyo")
    remind(folder, "many.md", "title: Many", "scheduled: 1990-01-01T00:00", "recurrence: daily", "n: 99999999999999999999")
    yield from reading(stage, folder)
    yield stage.run(folder, "mm set", "plain.md", "x", "1", status=2)
    yield stage.run(folder, "mm find", "0m", "x")


def adopted(stage):
    """Notes of other tools."""
    for fixture in sorted((ROOT / "fixtures/adoption").iterdir()):
        folder = stage.folder(fixture.name, f"adoption/{fixture.name}")
        yield stage.run(folder, "mm init")
        yield stage.run(folder, "mm")
        yield stage.run(folder, "mm list", "--all", "--body", "--fields")
        yield stage.run(folder, "mm check", status=(0, 1))


def texts(stage):
    """Tags in texts and bases that are not read, and an event."""
    folder = stage.folder("texts")
    yield stage.run(folder, "mm init")
    remind(folder, "party.md", "tags: [Garden]", "scheduled: 2026-11-22T20:00", "expires: true", text=["#Garden and `#Garden`"])
    write(folder, "all.base", "filters: file.hasTag(\"Garden\")\n")
    yield stage.run(folder, "mm list")
    yield stage.run(folder, "mm tag rename", "Garden", "Yard")
    yield stage.run(folder, "mm tag settle", "--text")


def shared(stage):
    """A vault of TaskNotes."""
    folder = stage.folder("shared")
    write(folder, ".obsidian/plugins/tasknotes/data.json", '{"taskTag": "todo", "fieldMapping": {"scheduled": "when"}}')
    remind(folder, "a.md", "tags: [todo]", "when: 2026-11-22", "status: open", text=["#texts"])
    remind(folder, "put-away.md", "tags: [todo, archived]", "when: 2026-11-22", "status: open")
    yield stage.run(folder, "mm init")
    yield from reading(stage, folder)
    yield stage.run(folder, "mm check", status=(0, 1))
    yield stage.run(folder, "mm show", "put-away.md")
    yield stage.run(folder, "mm edit", "a.md", "status=done")
    yield stage.run(folder, "mm tag list", "--text")


def broken(stage):
    folder = stage.folder("broken", "broken")
    remind(
        folder, "off-place.md", "title: Place", "scheduled: 2026-12-02", "recurrence: weekly on monday", "moved_from: 2026-11-27",
    )
    remind(folder, "off-pattern.md", "title: Off", "scheduled: 2026-11-24", "recurrence: weekly on monday")
    remind(
        folder, "sides.md", "title: S", "<<<<<<< HEAD", "scheduled: 2026-11-25T08:00", "=======", "due: 2026-11-26",
        "recurrence: daily", ">>>>>>> b", text=["x"],
    )
    remind(folder, "former.md", "title: F", "tags: [x, old]")
    with open(folder / "tags.yaml", "a", encoding="utf-8") as registry:
        registry.write("x:\n  aliases: [old]\n")
    for name in ("PAN.md", "pan.md"):
        remind(folder, name, "title: Pan")
    # As an editor leaves it that was killed.
    remind(folder, ".memoss/editing/1/all-right.md", "title: All right")
    digest = hashlib.sha256((folder / "all-right.md").read_bytes()).hexdigest()
    write(folder, ".memoss/editing/1.of", f"{digest} all-right.md")
    write(stage.home, ".config/mm/config.yaml", "clok: 12\npush: {server: http://a.invalid, topic: t, token_file: f}")
    yield stage.run(folder, "mm check", status=1)
    (stage.home / ".config/mm/config.yaml").unlink()
    yield from reading(stage, folder)
    for name in ("sides.md", "invalid-date.md", "git-conflict.md", "all-right.md", "duplicate-key.md"):
        yield stage.run(folder, "mm show", name)
    yield stage.run(folder, "mm find", "water", "ferns", status=(0,))
    yield stage.run(folder, "mm done", "--where", "is:open", "--yes", "--dry-run", status=2)
    yield stage.run(folder, "mm set", "--where", "tag:work", "x", "1", "--yes")
    yield stage.run(folder, "mm check", "--fix", status=(1, 2))
    # Without a session bus, what is due waits.
    yield stage.run(folder, "mm notify --once", status=2)
    yield stage.run(folder, "mm notify --status")


def empty(stage):
    folder = stage.home / "empty"
    yield stage.run(stage.home, "mm init", "empty")
    yield stage.run(stage.home, "mm init", "empty")
    yield from reading(stage, folder)
    (stage.home / "adopted").mkdir()
    remind(stage.home / "adopted", "a.md", "tags: [a]", "scheduled: 2026-11-22")
    write(stage.home / "adopted", "b.md", "# B")
    yield stage.run(stage.home, "mm init", "adopted")


def edits(stage):
    folder = stage.folder("edits", "sample")
    run = lambda name, *words, **more: stage.run(folder, name, *words, **more)
    yield run("mm add", "Buy milk @tomorrow 9am +Shopping", "--dry-run")
    yield run("mm add", "Buy milk @tomorrow 9am +Shopping")
    yield run("mm add", "-", given="Buy stakes @friday\n- [ ] Buy twine +New\n")
    yield run("mm add", "Idea", "--note")
    calendar = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:Concert\nDTSTART:20261205T200000\nEND:VEVENT\nEND:VCALENDAR\n"
    yield run("mm import ics", "-", "--dry-run", given=calendar)
    yield run("mm import ics", "-", given=calendar)
    yield run("mm import taskwarrior", "-", given='{"uuid": "a", "description": "Stakes", "due": "20261205T120000Z"}')
    yield run("mm import todotxt", "-", "--dry-run", given="(A) Call Mom +Family due:2026-12-05\n")
    yield run("mm note", "Bread +Shopping")
    yield run("mm note", "--append", "bread", "salt")
    yield run("mm edit", "dentist", "--title", "Dentist", "--scheduled", "friday", "--tag", "Other")
    yield run("mm edit", "dentist", "--dry-run", EDITOR="sed -i s/green/blue/")
    yield run("mm edit", "dentist", EDITOR="sed -i s/green/blue/")
    yield run("mm edit", "dentist", EDITOR="true")
    yield run("mm edit", "--where", "is:snoozed", "--tag", "Home")
    yield run("mm edit", "--where", "qwertz", "--tag", "Home", status=1)
    yield run("mm set", "rent", "amount", "1200 EUR")
    yield run("mm set", "rent", "amount", "1200 EUR")
    yield run("mm unset", "rent", "amount")
    yield run("mm delete", "rent", "--yes", "--dry-run")
    yield run("mm delete", "rent", "--yes")
    yield run("mm undo", "--dry-run")
    yield run("mm undo")
    yield run("mm undo --list")
    yield run("mm redo", "--dry-run")
    yield run("mm redo")
    yield run("mm undo --skip")


def steps(stage):
    folder = stage.folder("steps", "sample")
    run = lambda name, *words, **more: stage.run(folder, name, *words, **more)
    yield run("mm done", "vitamins")
    yield run("mm done", "back-exercises", "--catch-up")
    yield run("mm done", "rent", "--on", "2026-12-31", "--dry-run")
    yield run("mm done", "rent", "--on", "2026-12-31")
    yield run("mm done", "rent", "--on", "2026-12-31")
    yield run("mm done", "dentist", "tulips")
    yield run("mm done", "--where", "qwertz", status=1)
    yield run("mm reopen", "dentist")
    yield run("mm reopen", "vitamins")
    yield run("mm skip", "bins")
    yield run("mm skip", "--where", "tag:garden", "--yes", status=2)
    yield run("mm snooze", "proof")
    yield run("mm snooze", "bins", "until", "2026-12-24")
    yield run("mm snooze", "bins", "--off")
    remind(
        folder, "last.md", "title: Last", "scheduled: 2026-11-20T09:00", "due: 2026-11-20T12:00", "recurrence: daily",
        "until: 2026-11-21",
    )
    yield run("mm skip", "last.md")
    yield run("mm done", "last.md")
    yield run("mm")


def tags(stage):
    folder = stage.folder("tags", "sample")
    run = lambda name, *words, **more: stage.run(folder, name, *words, **more)
    yield run("mm tag add", "Errands", "--color", "purple")
    yield run("mm tag add", "Errands")
    yield run("mm tag add", "Errands/Far", "--dry-run")
    yield run("mm tag color", "Errands", "#0EA5E9")
    yield run("mm tag rename", "Garden", "Allotment", "--dry-run")
    yield run("mm tag rename", "Garden", "Allotment")
    yield run("mm tag rename", "Books", "Family", "--merge")
    yield run("mm tag settle")
    yield run("mm tag prune")
    remind(folder, "party.md", "tags: [Party, Cake/Big]")
    yield run("mm tag list")
    yield run("mm tag adopt")
    yield run("mm tag delete", "Health", "--yes", status=2)
    remind(folder, "bad.md", "tags: [Work")
    yield run("mm tag rename", "Work", "Job", status=2)


def configuration(stage):
    folder = stage.folder("configured")
    run = lambda name, *words, **more: stage.run(folder, name, *words, **more)
    yield run("mm config KEY VALUE", "clock", "12", "--dry-run")
    yield run("mm config KEY VALUE", "clock", "12")
    yield run("mm config KEY VALUE", "clock", "24")
    yield run("mm config KEY VALUE", "aliases.wk", "list scheduled:week")
    yield run("mm config")
    yield run("mm config", MM_DIR="/nowhere")
    yield run("mm config", "clock")
    yield run("mm config", "queries")
    yield run("mm config --unset", "aliases.wk")
    stage.sh(folder, "rm -r ~/.config/mm")


def interactive(stage):
    folder = stage.folder("picked", "sample")
    yield stage.run(folder, "mm pick", "tag:home", keys="1\n", MM_PLAIN="1")
    yield stage.run(folder, "mm tag pick", "bins", keys="Work\n\n", MM_PLAIN="1")


def notifications(stage):
    folder = stage.folder("notified", "sample")
    run = lambda name, *words, **more: stage.run(folder, name, *words, **more)
    remind(folder, "timeless.md", "title: T", "scheduled: 2026-02-30")
    yield run("mm notify --once", status=2)
    yield run("mm notify --once", "--now", "2026-11-21T09:00", status=2)
    yield run("mm notify --once", "--now", "2026-11-21T14:30", status=2)
    for number in range(9):
        remind(folder, f"many/{number}.md", f"title: {number}", "scheduled: 2026-11-21T15:00", text=["Text"])
    yield run("mm notify --once", "--now", "2026-11-21T15:00", status=2)
    yield run("mm notify --status", "--now", "2026-11-21T15:01")

    # While it runs, with the real time.
    folder = stage.folder("live")
    write(stage.home, ".config/mm/config.yaml", "notify_command: cat >>$HOME/hook")
    environment = {key: value for key, value in stage.environment.items() if key != "MM_NOW"}
    ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ready.bind(str(stage.home / "ready"))
    ready.settimeout(60)
    nowhere = subprocess.DEVNULL
    running = subprocess.Popen(
        ["mm", "notify"], cwd=folder, env=environment | {"NOTIFY_SOCKET": str(stage.home / "ready")}, stdout=nowhere,
        stderr=nowhere,
    )
    try:
        hook = stage.home / "hook"
        said = lambda event: hook.exists() and f'"event": "{event}"' in hook.read_text()
        # 'notify --status' would take the lock that it is waiting for.
        assert b"READY=1" in ready.recv(200)
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 2))
        remind(folder, "due.md", "title: Due", f"scheduled: {moment}", text=["Text"])
        remind(folder, "alarm.md", "title: Alarm", "scheduled: 2100-01-01", f"reminders: ['{moment}']")
        wait_for(lambda: said("due") and '"alarm"' in hook.read_text())
        wait_for(lambda: said("due"))
        (folder / "due.md").unlink()
        wait_for(lambda: said("withdrawn"))
        yield stage.run(folder, "mm notify --status", MM_NOW="")
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(20)
        ready.close()
    for text in re.findall(r"^\{\n.*?^\}\n", hook.read_text(), re.M | re.S):
        yield "notify_command", ["notify"], text
    stage.sh(folder, "rm -r ~/.config/mm")


def pushes(stage):
    """A server that plays ntfy."""
    folder, moment = stage.folder("pushed"), 1795244400
    server = Ntfy(moment)
    run = lambda *words, **more: stage.run(folder, "mm push", *words, **more)
    write(stage.home, ".config/mm/config.yaml", f"push: {{server: '{server.url}', topic: alarms, titles: yes}}")
    yield run("--status")
    for name, hour in (("a", 10), ("b", 11), ("c", 12)):
        remind(folder, f"{name}.md", f"id: {name}", f"title: {name}", f"scheduled: 2026-11-21T{hour}:00")
    yield run("--dry-run")
    yield run()
    remind(folder, "a.md", "id: a", "title: a", "scheduled: 2026-11-21T10:30")
    (folder / "b.md").unlink()
    for number in range(210):
        remind(folder, f"many/{number}.md", f"title: {number}", "scheduled: 2026-11-21T15:00")
    yield run("--status")
    server.faults = [None, None, "quota"]
    yield run(status=2)
    server.bucket = 60
    yield run()
    server.bucket = 60
    for label in ("Done", "Snooze"):
        server.press(label, next(m["sequence_id"] for m in server.messages if m.get("title") == "c"))
    yield run()
    # What two machines have sent at the same time, and this one did not know.
    stage.sh(folder, "rm -r ~/.local/state/mm many c.md")
    server.bucket = 60
    yield run("--clear")
    server.close()
    stage.sh(folder, "rm -r ~/.config/mm")


def published(stage):
    """A server that plays CalDAV, with plain HTTP."""
    folder, server = stage.folder("published"), Fake()
    run = lambda *words, **more: stage.run(folder, "mm publish", *words, **more)
    write(stage.home, ".config/mm/config.yaml", f"publish: {{url: '{server.url}'}}")
    yield run("--status")
    for name, hour in (("a", 10), ("b", 11), ("c", 12), ("d", 13)):
        remind(folder, f"{name}.md", f"id: {name}", f"title: {name}", f"scheduled: 2026-11-21T{hour}:00")
    yield run("--dry-run")
    yield run()
    remind(folder, "a.md", "id: a", "title: a", "scheduled: 2026-11-21T10:30")
    (folder / "b.md").unlink()
    yield run()
    # Deleted and changed by a person, and written by another machine.
    first, second = [name for name, _ in sorted(server.objects.items(), key=lambda item: item[1][0])][:2]
    del server.objects[first]
    server.set(second, server.objects[second][1].replace(b"DTSTART:2026112", b"DTSTART:2027112"))
    yield run()
    (folder / "d.md").unlink()
    yield run()
    stage.sh(folder, "rm -r ~/.local/state/mm")
    remind(folder, "a.md", "id: a", "title: a", "scheduled: 2026-11-21T10:40")
    remind(folder, "c.md", "id: c", "title: c", "scheduled: 2026-11-21T12:40")
    remind(folder, "d.md", "id: d", "title: d", "scheduled: 2026-11-21T13:40")
    yield run()
    remind(folder, "often.md", "title: often", "scheduled: 2026-11-21T09:00", "recurrence: every 15 minutes")
    server.faults = [("PUT", {"status": 507})]
    yield run(status=2)
    yield run("--clear")
    server.stop()
    stage.sh(folder, "rm -r ~/.config/mm")
