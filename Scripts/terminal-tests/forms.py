#!/usr/bin/env python3
"""mm add and mm edit -i as forms on a terminal, and --tag without a name: `forms.py MM`."""

import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from pickers import MM, SAMPLE, run

HINT = "Ctrl-S saves"
NEW = "What do you need to remember?"


def text(world, name):
    return (world.folder / name).read_text()


def fields(world, name):
    return [line for line in text(world, name).splitlines() if not line.startswith(("id:", "created:"))]


def adds(world):
    "a new reminder is what was typed, and one undo takes it back"
    terminal = world.start("add")
    terminal.expect(NEW)
    terminal.type(b"Call the dentist\ttomorrow\t9am\t\thealth,errand\r")
    terminal.expect("Colour of")
    terminal.type(b"6\r")
    terminal.expect("Add tag")
    terminal.type(b"\r\x1b[B\x1b[B\r")
    terminal.expect("Every Monday")
    terminal.type(b" \t15 min before\tBring the card.\x13")
    assert terminal.wait() == 0, terminal.text()
    assert terminal.is_restored()
    assert "call-the-dentist.md" in terminal.text() and NEW not in terminal.text()
    assert fields(world, "call-the-dentist.md") == [
        "---", "title: Call the dentist", "tags: [Health, errand]", "scheduled: 2026-11-23T09:00",
        "recurrence: weekly on monday", "until: 2026-12-23", "reminders: [15 minutes before]", "---", "Bring the card.",
    ], text(world, "call-the-dentist.md")
    assert "#14B8A6" in text(world, "tags.yaml").split("errand")[1][:60]
    assert world.start("undo").wait() == 0
    assert world.changed() == {} and not (world.folder / "call-the-dentist.md").exists()


def prefills(world):
    "options fill the form, and a title is asked for at saving"
    terminal = world.start("add", "--scheduled", "friday", "--tag", "work", "-r", "weekly", "--dry-run")
    terminal.expect("Fri 27 Nov")
    assert "Work" in terminal.text() and "Every Friday" in terminal.text()
    terminal.type(b"\x13")
    terminal.expect("the title is empty")
    terminal.type(b"Report\x13")
    assert terminal.wait() == 0
    assert "+scheduled: 2026-11-27" in terminal.text() and not (world.folder / "report.md").exists()


def keeps(world):
    "saving without a change writes nothing, and Escape leaves at once"
    terminal = world.start("edit", "-i", "bins")
    terminal.expect(HINT)
    terminal.type(b"\t\t\t\t\t\x1b[B\x1b[B\x1b[B\t\t\t\x13")
    assert terminal.wait() == 0 and "nothing to change" in terminal.text()
    terminal = world.start("edit", "-i", "bins")
    terminal.expect(HINT)
    terminal.type(b"\x1b")
    assert terminal.wait() == 1 and "nothing was changed" in terminal.text()
    assert world.changed() == {} and not (world.folder / ".memoss/undo").exists()


def asks(world):
    "after a change, Escape asks; y leaves, and any other key goes back"
    terminal = world.start("edit", "--interactive", "bins")
    terminal.expect(HINT)
    terminal.type(b"!\x1b")
    terminal.expect("Discard your changes?")
    terminal.type(b"\r")
    terminal.expect(HINT)
    terminal.type(b"\x03")
    terminal.expect("Discard your changes?")
    terminal.type(b"y")
    assert terminal.wait() == 1 and terminal.is_restored() and world.changed() == {}


# What is typed into the form of a reminder, and the options of `mm edit` that say the same.
CASES = [
    ("home/bins.md", b"\x15New title", ["--title", "New title"]),
    ("home/bins.md", b"\t\x15friday", ["--scheduled", "friday"]),
    ("home/bins.md", b"\t\t\x159am", ["--scheduled", "9am"]),
    ("home/bins.md", b"\t\t\x15", ["--scheduled", "all day"]),
    ("home/bins.md", b"\t\x15\t\x15", ["--no-scheduled"]),
    ("home/bins.md", b"\t\x15in 2 weeks\t\x1510:30", ["--scheduled", "in 2 weeks 10:30"]),
    ("home/bins.md", b"\t\t\t4 dec", ["--due", "4 dec"]),
    ("home/bins.md", b"\t\t\t\twork,brand new,", ["--tag", "work,brand new"]),
    ("home/bins.md", b"\t\t\t\t\x7f\x7f", ["--untag", "Home"]),
    ("home/bins.md", b"\t\t\t\t\t\x1b[A\x1b[A\r", ["--no-recurrence"]),
    ("home/bins.md", b"\t\t\t\t\tevery 2 weeks", ["--recurrence", "every 2 weeks"]),
    ("home/bins.md", b"\t\t\t\t\t\t31 dec", ["--until", "31 dec"]),
    ("home/bins.md", b"\x1b[Z\x1b[Z\x15", ["--no-body"]),
    ("health/dentist.md", b"\t\x15tomorrow", ["--scheduled", "tomorrow"]),
    ("health/vitamins.md", b"\t\t\x158:15", ["--scheduled", "8:15"]),
]


def equals(world):
    "every change in the form gives the bytes of mm edit with the option"
    for path, keys, options in CASES:
        terminal = world.start("edit", "-i", path)
        terminal.expect(HINT)
        terminal.type(keys)
        terminal.type(b"\x13")
        status = terminal.wait()
        typed = {name: text(world, name) for name in (path, "tags.yaml")}
        reset(world)
        command = [MM, "--now", "2026-11-22 09:00", "edit", path, *options]
        said = subprocess.run(command, cwd=world.folder, capture_output=True, text=True)
        assert said.returncode == status == 0, (path, options, said.stderr, terminal.text())
        told = {name: text(world, name) for name in (path, "tags.yaml")}
        for found in (typed, told):
            found["tags.yaml"] = [line for line in found["tags.yaml"].splitlines() if "  id: " not in line]
        assert typed == told, (path, options, typed, told)
        reset(world)
        assert typed[path] != text(world, path), (path, options)


def reset(world):
    shutil.rmtree(world.folder)
    shutil.copytree(SAMPLE, world.folder)


def editor(world):
    "Control-E opens the editor with what was entered, and both are one edit"
    # Once in a folder that was never edited, and once in one that has a lock file.
    for _ in range(2):
        terminal = world.start("edit", "-i", "bins", EDITOR="sed -i s/away/AWAY/")
        terminal.expect(HINT)
        terminal.type(b" now\x05")
        assert terminal.wait() == 0, terminal.text()
        assert world.changed() == {"home/bins.md": [
            "title: Take out the bins now", "skipped_instances: [2026-11-09]   # AWAY, Mme Roche did it",
        ]}, world.changed()
        assert world.start("undo").wait() == 0 and world.changed() == {}
    terminal = world.start("edit", "-i", "bins", EDITOR="false")
    terminal.expect(HINT)
    terminal.type(b" now\x05")
    assert terminal.wait() == 2 and world.changed() == {}
    kept = list((world.folder / ".memoss/editing").glob("*/bins.md"))
    assert len(kept) == 1 and "bins now" in kept[0].read_text()


def meanwhile(world):
    "what another program writes meanwhile stays, and the form says so"
    terminal = world.start("edit", "-i", "bins")
    terminal.expect(HINT)
    terminal.type(b" now")
    path = world.folder / "home/bins.md"
    path.write_text(path.read_text().replace("19:30", "20:00"))
    terminal.type(b"\x13")
    terminal.expect("Another program has changed home/bins.md")
    terminal.type(b"\x13")
    assert terminal.wait() == 0
    assert "title: Take out the bins now" in path.read_text() and "T20:00" in path.read_text()


def gone(world):
    "if the file is deleted meanwhile, the form says so and keeps what was typed"
    terminal = world.start("edit", "-i", "bins")
    terminal.expect(HINT)
    path = world.folder / "home/bins.md"
    before = path.read_bytes()
    path.unlink()
    terminal.type(b" now\x13")
    terminal.expect("Another program has deleted home/bins.md")
    assert terminal.status is None and not path.exists()
    path.write_bytes(before)
    terminal.type(b"\x13")
    assert terminal.wait() == 0 and "title: Take out the bins now" in path.read_text(), terminal.text()


def moves(world):
    "if the file is moved meanwhile, the form says where, and the next save goes there"
    for name, head in [("home/bins.md", b""), ("home/new.md", b"---\ntitle: No id\n---\n")]:
        path, new = world.folder / name, world.folder / "health/moved.md"
        if head:
            path.write_bytes(head)
        terminal = world.start("edit", "-i", name)
        terminal.expect(HINT)
        before = path.read_bytes()
        path.rename(new)
        terminal.type(b" now\x13")
        terminal.expect(f"Another program has moved {name} to")
        assert terminal.status is None and new.read_bytes() == before
        terminal.type(b"\x13")
        assert terminal.wait() == 0, terminal.text()
        assert not path.exists() and b" now\n" in new.read_bytes(), new.read_text()
        new.unlink()


def anew(world):
    "if the file is deleted meanwhile, the next save writes it anew, with all that it had and what was typed"
    terminal = world.start("edit", "-i", "bins")
    terminal.expect(HINT)
    path = world.folder / "home/bins.md"
    before = path.read_bytes()
    path.unlink()
    terminal.type(b" now\x13")
    terminal.expect("Save again to recreate it")
    terminal.type(b"\x13")
    assert terminal.wait() == 0, terminal.text()
    assert path.read_bytes() == before.replace(b"title: Take out the bins", b"title: Take out the bins now"), path.read_text()


def fails(world):
    "if it cannot be written, the form is there again with the reason"
    terminal = world.start("add", "--path", "home/new.md")
    terminal.expect(NEW)
    (world.folder / "home/new.md").write_text("Taken\n")
    terminal.type(b"Milk\x13")
    terminal.expect("home/new.md")
    assert "Milk" in terminal.expect(HINT) and terminal.status is None
    terminal.type(b"\x1b")
    terminal.expect("Discard")
    terminal.type(b"y")
    assert terminal.wait() == 1 and text(world, "home/new.md") == "Taken\n"


def bare(world):
    "--tag without a name asks for tags"
    terminal = world.start("add", "Buy milk", "--tag", "work", "--tag")
    terminal.expect("Return saves")
    terminal.type(b"health,\r")
    assert terminal.wait() == 0, terminal.text()
    assert "tags: [Work, Health]" in fields(world, "buy-milk.md")
    terminal = world.start("edit", "bins", "--tag")
    terminal.expect("Tags of 'Take out the bins'")
    terminal.type(b"\x7f\x7fwork,\r")
    assert terminal.wait() == 0 and "tags: [Work]" in text(world, "home/bins.md"), terminal.text()
    terminal = world.start("edit", "home/bins.md", "buy-milk.md", "--tag", "--due", "2026-12-01")
    terminal.expect("Tags to add to 2 reminders")
    terminal.type(b"garden,\r")
    assert terminal.wait() == 0
    for name, tags in [("home/bins.md", "[Work, Garden]"), ("buy-milk.md", "[Work, Health, Garden]")]:
        assert {"due: 2026-12-01", f"tags: {tags}"} <= set(fields(world, name)), text(world, name)
    terminal = world.start("edit", "home/bins.md", "--tag", "--title", "Other")
    terminal.expect("Return saves")
    terminal.type(b"\x1b")
    assert terminal.wait() == 1 and "title: Take out the bins" in text(world, "home/bins.md")


def sizes(world):
    "it is drawn at every size, and resizing keeps what was typed"
    terminal = world.start("edit", "-i", "bins", columns=120, lines=40)
    terminal.expect(HINT)
    terminal.type(b" now")
    for columns, lines in [(40, 12), (20, 5), (80, 24), (12, 3), (100, 30)]:
        terminal.resize(columns, lines)
        terminal.read(0.3)
    terminal.expect("Take out the bins now")
    terminal.expect(HINT)
    terminal.type(b"\x1b")
    terminal.expect("Discard")
    terminal.type(b"y")
    assert terminal.wait() == 1 and terminal.is_restored()


def lines(world):
    "with TERM=dumb or MM_PLAIN, numbered lines and questions replace the drawing"
    for environment in [{"TERM": "dumb"}, {"MM_PLAIN": "1"}]:
        terminal = world.start("add", **environment)
        terminal.expect(NEW)
        terminal.type(b"Water the fern\n")
        terminal.expect("Ctrl-D to cancel:")
        terminal.type(b"2\nfriday 9am\n")
        terminal.expect("2 Date: Fri 27 Nov 09:00 (in 5 days)")
        terminal.type(b"6\n3\n")
        terminal.expect("6 Repeats: Every Friday")
        terminal.type(b"5\ngarden\n\n")
        terminal.expect("5 Tags: Garden")
        terminal.type(b"\n")
        assert terminal.wait() == 0, terminal.text()
        assert b"\x1b" not in terminal.written
        assert fields(world, "water-the-fern.md") == [
            "---", "title: Water the fern", "tags: [Garden]", "scheduled: 2026-11-27T09:00",
            "recurrence: weekly on friday", "---",
        ]
        reset(world)
    terminal = world.start("edit", "-i", "bins", TERM="dumb")
    terminal.expect("Ctrl-D to cancel:")
    terminal.type(b"1\nBins\n")
    terminal.expect("1 Title: Bins")
    terminal.type(b"\x04")
    terminal.expect("Discard your changes? [y/N]")
    terminal.type(b"y\n")
    assert terminal.wait() == 1 and world.changed() == {}


TESTS = [adds, prefills, keeps, asks, equals, editor, meanwhile, gone, moves, anew, fails, bare, sizes, lines]

if __name__ == "__main__":
    sys.exit(run(TESTS))
