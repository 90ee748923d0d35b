#!/usr/bin/env python3
"""mm ui on a terminal: `interface.py MM`."""

import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from pickers import SAMPLE, World as Pickers

MM = sys.argv[1]
HINT = "q quit"


class World(Pickers):
    def open(self, *words, **environment):
        terminal = self.start("ui", *words, **environment)
        terminal.expect(HINT)
        return terminal

    def mm(self, *words):
        """What a command prints."""
        command = [MM, "--now", "2026-11-22 09:00", *words]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)


def left(terminal):
    return b"\x1b[?1049l" in terminal.written and terminal.is_restored()


def quits(world):
    "q leaves the alternate screen and restores the terminal"
    terminal = world.open()
    assert "Overdue (9" in terminal.text()
    terminal.type(b"q")
    assert terminal.wait() == 0 and left(terminal), terminal.text()
    assert world.changed() == {}


def completes(world):
    "Space writes what mm done writes, u what mm undo restores, R again"
    terminal = world.open()
    terminal.type(b"j" * 8 + b" ")
    terminal.expect("done: Read the water meter")
    changes = world.changed()
    assert list(changes) == ["home/water-meter.md"], changes
    terminal.type(b"u")
    terminal.expect("undone: complete home/water-meter.md")
    assert world.changed() == {}
    terminal.type(b"R")
    terminal.expect("redone: complete home/water-meter.md")
    assert world.changed() == changes
    terminal.type(b"q")
    assert terminal.wait() == 0
    assert "undone" in world.mm("undo").stderr and world.changed() == {}


def adds(world):
    "a line is added, snoozed, tagged and deleted by keys"
    terminal = world.open(columns=100)
    terminal.type(b"aCall the plumber @today 11am +Home")
    terminal.expect("Call the plumber · Sun 22 Nov 11:00 (today) · Home".replace("Call", "→ Call"))
    terminal.type(b"\r")
    terminal.expect("today 11:00")
    terminal.type(b"S2h\r")
    terminal.expect("snoozed: Call the plumber until Sun 22 Nov 11:00")
    terminal.type(b"twork,\r")
    terminal.expect("changed the tags of 'Call the plumber'")
    assert "tags: [Home, Work]" in (world.folder / "call-the-plumber.md").read_text()
    terminal.type(b"d")
    terminal.expect("Delete 'Call the plumber'")
    terminal.type(b"y")
    terminal.expect("deleted 'Call the plumber'")
    assert not (world.folder / "call-the-plumber.md").exists()
    terminal.type(b"q")
    assert terminal.wait() == 0


def filters(world):
    "the list follows a filter while it is typed"
    terminal = world.open()
    terminal.type(b"/")
    for letter in b"tag:gard":
        terminal.type(bytes([letter]))
    terminal.type(b"\t")
    terminal.expect("/tag:Garden")
    terminal.expect("Shut off the water")
    assert "Read the water meter" not in terminal.text()
    terminal.type(b"\r\x1b")
    terminal.expect("Overdue (9 reminders)")
    terminal.type(b"g")
    terminal.expect("Read the water meter")
    terminal.type(b"q")
    assert terminal.wait() == 0


def views(world):
    "1 to 5 choose a view, v shows one reminder, ? the keys"
    terminal = world.open(columns=90, lines=30)
    for keys, text in [(b"2", "Agenda ·"), (b"3", "November 2026"), (b"4", "streak"), (b"5", "Read next"),
                       (b"1", "Overdue (9 reminders)"), (b"v", "  file "), (b"q?", "Keys of the list"), (b"\x1b", HINT)]:
        terminal.type(keys)
        terminal.expect(text)
    terminal.type(b"q")
    assert terminal.wait() == 0


def follows(world):
    "what other programs write is shown, and the cursor stays on its reminder"
    terminal = world.open()
    terminal.type(b"j" * 6)
    terminal.expect(">  ○ Boiler")
    (world.folder / "new.md").write_text("---\ntitle: Brand new\nscheduled: 2026-11-21T20:00\n---\n")
    terminal.expect("Brand new")
    assert ">  ○ Boiler" in terminal.text()
    assert world.mm("done", "boiler").returncode == 0
    terminal.expect(">  ✓ Boiler")
    assert terminal.text().splitlines()[-2].strip(), "the end of the list is at the end of the screen"
    terminal.type(b"g")
    (world.folder / "bad.md").write_text('---\ntitle: "x\n---\n')
    terminal.expect("1 needs attention")
    terminal.expect("could not be read")
    terminal.type(b"g")
    terminal.expect("Needs attention (1)")
    terminal.type(b"q")
    assert terminal.wait() == 0


def edits(world):
    "e gives the terminal to the editor, and a failing editor changes nothing"
    editor = world.root / "editor"
    editor.write_text("#!/bin/sh\nsed -i 's/^title: .*/title: Edited/' \"$1\"\n")
    editor.chmod(0o755)
    terminal = world.open(EDITOR=str(editor))
    terminal.type(b"je")
    terminal.expect("edited: Edited")
    terminal.type(b"q")
    assert terminal.wait() == 0 and left(terminal)
    for crash in ["false", "kill -SEGV $$", "kill -9 $$", "missing-editor"]:
        editor.write_text(f"#!/bin/sh\nprintf '\\033[?1049h\\033[7m'; stty raw -echo; {crash}\n")
        terminal = world.open(EDITOR=str(editor))
        before = world.changed()
        terminal.type(b"je")
        terminal.expect("nothing was changed")
        assert world.changed() == before
        terminal.type(b"j")
        terminal.expect(HINT)
        terminal.type(b"q")
        assert terminal.wait() == 0 and left(terminal), crash


def signals(world):
    "a signal that ends it restores the terminal first"
    for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM]:
        terminal = world.open()
        terminal.type(b"/wa")
        terminal.send(number)
        assert terminal.wait() == -number, terminal.status
        assert left(terminal)


def crashes(world):
    "a crash restores the terminal, and is still a crash"
    for number in [signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGTRAP, signal.SIGFPE, signal.SIGABRT, signal.SIGXCPU]:
        terminal = world.open()
        terminal.type(b"/wa")
        terminal.send(number)
        assert terminal.wait() == -number, terminal.status
        assert left(terminal)
    # While it is suspended, the terminal is not its own.
    terminal = world.run(["bash", "--norc", "-i"], PS1="$ ")
    terminal.expect("$")
    terminal.type(f"{MM} --now '2026-11-22 09:00' ui\n".encode())
    terminal.expect(HINT)
    terminal.type(b"\x1a")
    terminal.expect("Stopped")
    before = len(terminal.written)
    terminal.type(b"kill -SEGV %1; echo se''nt\n")
    terminal.expect("sent")
    terminal.type(b"bg; wait; echo en''ded\n")
    terminal.expect("ended")
    assert b"\x1b[?1049l" not in terminal.written[before:]
    terminal.type(b"exit\n")
    terminal.wait()


def replaced(world):
    "if the folder is deleted, replaced or unmounted, it says so, edits nothing, and goes on when the folder is back"
    terminal = world.open()
    aside = world.root / "aside"
    for number in range(3):
        world.folder.rename(aside)
        if number == 1:
            # As the mount point of a disk that was taken out.
            world.folder.mkdir()
        terminal.expect("until the folder is back")
        assert "Overdue (9" in terminal.text()
        terminal.type(b"aBuy milk\r")
        terminal.expect("tags.yaml any more" if number == 1 else "No such file")
        terminal.expect("Add: Buy milk")
        terminal.type(b"\x1b")
        if number == 1:
            assert list(world.folder.iterdir()) == []
            world.folder.rmdir()
        if number == 2:
            shutil.copytree(SAMPLE, world.folder)
            shutil.rmtree(aside)
        else:
            aside.rename(world.folder)
        terminal.expect("the folder is back")
        assert not list(world.folder.rglob("buy-milk*")) and world.changed() == {}
    terminal.type(b"g" + b"j" * 8 + b" ")
    terminal.expect("done: Read the water meter")
    assert list(world.changed()) == ["home/water-meter.md"]
    terminal.type(b"q")
    assert terminal.wait() == 0


def pastes(world):
    "several lines that are pasted into a new reminder are several, whether the terminal marks pastes or not"
    terminal = world.open(lines=30)
    for start, end in [(b"", b"\n"), (b"\x1b[200~", b"\x1b[201~\r")]:
        terminal.type(b"a")
        terminal.expect("Add:")
        terminal.type(start + b"Zeppelin @tomorrow\nXylophone +Work\r\nd\ry" + end)
        terminal.expect("Xylophone")
        terminal.expect("someday")
        names = {path.name for path in world.folder.rglob("*.md")} - {path.name for path in SAMPLE.rglob("*.md")}
        assert names == {"zeppelin.md", "xylophone.md", "d.md", "y.md"}, names
        assert world.changed() == {}
        terminal.type(b"u")
        terminal.expect("undone: add 4 reminders")
    # A list that is longer than the buffer of a terminal is one edit too.
    terminal.type(b"a")
    terminal.expect("Add:")
    for _ in range(4):
        terminal.type(b"".join(b"Item with a rather long title, number %d\n" % number for number in range(60)))
    terminal.expect("q goes back")
    terminal.type(b"u")
    terminal.expect("undone: add 240 reminders")
    assert world.changed() == {}
    # Elsewhere, pasted text is no command: it is offered as a reminder.
    terminal.type(b"\x1b[200~xdy\x1b[201~")
    terminal.expect("Add: xdy")
    terminal.type(b"\x1b")
    terminal.expect(HINT)
    # Also if the terminal does not mark it: M would mark all, x and blanks complete, r and d ask.
    terminal.type(b"Milk @tomorrow +Work\nrice x d\r\nEggs\n")
    terminal.expect("3 reminders: Milk")
    assert world.changed() == {}
    terminal.type(b"\r")
    terminal.expect("rice x d · someday\nEggs · someday")
    terminal.type(b"u")
    terminal.expect("undone: add 3 reminders")
    # Keys that arrive as fast are keys.
    terminal.type(b"jjkk Xu")
    terminal.type(b"jk/tag:work\r")
    terminal.expect("/tag:work")
    terminal.expect(HINT)
    terminal.type(b"\x1b")
    terminal.type(b"u")
    terminal.type(b"u")
    terminal.expect("nothing to undo")
    assert world.changed() == {}
    terminal.type(b":list\nxdyq")
    terminal.expect(":list xdyq")
    assert world.changed() == {}
    terminal.type(b"\x1b")
    terminal.expect(HINT)
    terminal.type(b"q")
    assert terminal.wait() == 0


def resizes(world):
    "a storm of sizes ends with a whole frame"
    terminal = world.open()
    for number in range(60):
        terminal.resize(20 + number * 7 % 100, 3 + number * 5 % 37)
    for columns, lines in [(100, 30), (40, 12), (80, 24)]:
        terminal.screen.reset()
        terminal.resize(columns, lines)
        terminal.type(b"")
        terminal.expect("? help")
        terminal.expect("Overdue (9 reminders)")
        assert terminal.text().splitlines()[0].startswith("Sun 22 Nov")
    terminal.type(b"q")
    assert terminal.wait() == 0 and left(terminal)


def stops(world):
    "Control-Z gives the shell its terminal, and fg draws again"
    terminal = world.run(["bash", "--norc", "-i"], PS1="$ ")
    terminal.expect("$")
    terminal.type(f"{MM} --now '2026-11-22 09:00' ui\n".encode())
    terminal.expect(HINT)
    terminal.type(b"j" * 7 + b"\x1a")
    time.sleep(0.3)
    terminal.screen.reset()
    terminal.type(b"echo st''ill here\n")
    terminal.expect("still here")
    terminal.type(b"fg\n")
    terminal.expect(">  ○ Back exercises")
    terminal.type(b"q")
    terminal.type(b"echo af''ter\nexit\n")
    terminal.expect("after")
    terminal.wait()


def clicks(world):
    "a click moves, a click on the check completes, and the wheel scrolls"
    terminal = world.open()
    lines = terminal.text().splitlines()
    row = next(number for number, line in enumerate(lines) if "Boiler" in line)
    terminal.type(f"\x1b[<0;20;{row + 1}M\x1b[<0;20;{row + 1}m".encode())
    terminal.expect(">  ○ Boiler")
    terminal.type(b"\x1b[<65;20;5M")
    terminal.expect(">  ○ Back exercises")
    terminal.type(f"\x1b[<0;4;{row + 1}M".encode())
    terminal.expect("done: Boiler")
    terminal.type(b"q")
    assert terminal.wait() == 0


def commands(world):
    "any command of mm runs after a colon, also one that asks"
    terminal = world.open()
    terminal.type(b":tag list\r")
    terminal.expect("Garden")
    terminal.type(b"q:delete shelf\r")
    terminal.expect("Delete 'Put up the shelf")
    terminal.type(b"\x03")
    terminal.expect("nothing was changed")
    terminal.type(b":delete shelf\r")
    terminal.expect("Delete 'Put up the shelf")
    terminal.type(b"y\n")
    terminal.expect("deleted 'Put up the shelf in the hall'")
    terminal.expect("Overdue (9 reminders)")
    terminal.type(b"q")
    assert terminal.wait() == 0 and left(terminal)


def colors(world):
    "24-bit, 256, 16 colours and none, and the text is the same"
    texts = set()
    for environment, sequence in [({"COLORTERM": "truecolor"}, b"48;2;"), ({}, b"48;5;"), ({"TERM": "xterm"}, b"\x1b[97;4"),
                                  ({"NO_COLOR": "1"}, None)]:
        terminal = world.open(**environment)
        if sequence:
            assert sequence in terminal.written, environment
        else:
            assert not re.search(rb"\x1b\[[1-9][0-9;]*m", terminal.written)
            assert "[Bills]" in terminal.text()
        terminal.type(b"j")
        lines = terminal.text().replace("[", " ").replace("]", " ").splitlines()
        texts.add("\n".join(line.rstrip() for line in lines))
        terminal.type(b"q")
        assert terminal.wait() == 0
    assert len(texts) == 1, texts


def hostile(world):
    "control sequences, wide letters and emoji in titles keep the lines in place"
    (world.folder / "x.md").write_text('---\ntitle: "\\e[2J\\e]0;t\\a漢字👩‍👩‍👧e\u0301🏳️‍🌈 end"\nscheduled: 2026-11-21T20:00\n---\n')
    terminal = world.open()
    assert "\\e[2J" in terminal.text() and "Overdue (10 reminders)" in terminal.text()
    terminal.type(b"jjkk")
    terminal.expect("\\e[2J")
    assert b"\x1b]0" not in terminal.written
    terminal.type(b"q")
    assert terminal.wait() == 0


def typesahead(world):
    "what is typed ahead of q, Control-Z or e is for the shell and the editor"
    heard = world.root / "heard"
    editor = world.root / "editor"
    editor.write_text(f"#!/bin/sh\nread -r line\necho $line >{heard}\n")
    editor.chmod(0o755)
    terminal = world.run(["bash", "--norc", "-i"], PS1="$ ", EDITOR=str(editor))
    terminal.expect("$")
    start = f"{MM} --now '2026-11-22 09:00' ui\n".encode()
    terminal.type(start)
    terminal.expect(HINT)
    terminal.type(b"eto the editor\n")
    terminal.expect("nothing to change")
    assert heard.read_text() == "to the editor\n", heard.read_text()
    terminal.type(b"jj\x1aecho st''opped early\r")
    terminal.expect("stopped early")
    terminal.type(b"fg\n")
    terminal.expect(HINT)
    terminal.type(b"qecho qu''it early\r")
    terminal.expect("quit early")
    terminal.type(start)
    terminal.expect(HINT)
    # The first report of the mouse comes with the key. Not every kernel lets what follows be put back.
    allowed = pathlib.Path("/proc/sys/dev/tty/legacy_tiocsti")
    if not allowed.exists() or allowed.read_text().strip() != "0":
        terminal.type(b"q\x1b[<65;24;9M\x1b[<65;24;9Mecho wh''eel early\r")
        terminal.expect("wheel early")
        assert b"24;9M" not in terminal.written.split(b"echo")[-1], terminal.written[-300:]
    else:
        terminal.type(b"q")
    terminal.type(start)
    terminal.expect(HINT)
    terminal.type(b"jqls\recho mo''ved first\r")
    terminal.expect("moved first")
    assert world.changed() == {}
    terminal.type(b"exit\n")
    terminal.wait()


def moves(world):
    "a move of the cursor is at most 400 bytes, also where the list scrolls"
    terminal = world.open(columns=80, lines=24)
    most = 0
    for _ in range(45):
        before = len(terminal.written)
        terminal.type(b"j")
        most = max(most, len(terminal.written) - before)
    assert 0 < most <= 400, most
    shown = terminal.text()
    terminal.type(b"\x0c")
    terminal.expect(HINT)
    assert terminal.text() == shown, "what was moved is what is drawn anew"
    terminal.type(b"q")
    assert terminal.wait() == 0


def idles(world):
    "without keys and changes, it does not wake up"
    terminal = world.open()
    time.sleep(0.5)
    terminal.read()

    def switches():
        status = pathlib.Path(f"/proc/{terminal.process}/status").read_text()
        return sum(int(line.split()[1]) for line in status.splitlines() if "ctxt_switches" in line)

    before = switches()
    time.sleep(2)
    assert switches() - before <= 1, switches() - before
    terminal.type(b"q")
    assert terminal.wait() == 0


def plain(world):
    "without a terminal, with TERM=dumb or MM_PLAIN, it says so and prints the dashboard"
    done = world.mm("ui")
    assert done.returncode == 0 and "needs a terminal" in done.stderr and "Overdue (9" in done.stdout
    for environment in [{"TERM": "dumb"}, {"MM_PLAIN": "1"}]:
        terminal = world.start("ui", columns=150, lines=60, **environment)
        assert terminal.wait() == 0
        assert "mm pick" in terminal.text() and "Overdue (9" in terminal.text() and b"\x1b[?1049h" not in terminal.written


TESTS = [quits, completes, adds, filters, views, follows, edits, signals, crashes, replaced, pastes, resizes, stops, clicks, commands, colors, hostile,
         typesahead, moves, idles, plain]


def main():
    failed = 0
    wanted = [test for test in TESTS if not sys.argv[2:] or test.__name__ in sys.argv[2:]]
    for test in wanted:
        world = World()
        try:
            test(world)
            print(f"ok    {test.__doc__}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAIL  {test.__doc__} ({test.__name__})\n{error}", flush=True)
        finally:
            world.close()
    print(f"{len(wanted) - failed} of {len(wanted)} passed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
