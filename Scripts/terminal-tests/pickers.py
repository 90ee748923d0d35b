#!/usr/bin/env python3
"""mm tag pick, mm pick and mm tag color on a terminal: `pickers.py MM`."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from terminal import Terminal

MM = sys.argv[1]
SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "fixtures/sample"
TITLE = "Tags of 'Take out the bins'"


class World:
    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="mm-terminal-"))
        self.folder = self.root / "folder"
        shutil.copytree(SAMPLE, self.folder)
        self.terminals = []

    def start(self, *words, **environment):
        return self.run([MM, "--now", "2026-11-22 09:00", *words], **environment)

    def run(self, command, **environment):
        size = {name: environment.pop(name) for name in ("columns", "lines") if name in environment}
        self.terminals.append(Terminal(command, self.folder, **size, **environment))
        return self.terminals[-1]

    def changed(self):
        """The lines that differ from the sample, by file."""
        found = {}
        for path in sorted(SAMPLE.rglob("*")):
            name = str(path.relative_to(SAMPLE))
            if path.is_file():
                old, new = path.read_text().splitlines(), (self.folder / name).read_text().splitlines()
                if old != new:
                    found[name] = [line for number, line in enumerate(new) if old[number:number + 1] != [line]]
        return found

    def close(self):
        for terminal in self.terminals:
            terminal.close()
        shutil.rmtree(self.root)


def adds(world):
    "typed tags are added as one line, and nothing else changes"
    terminal = world.start("tag", "pick", "bins")
    terminal.expect("Return saves")
    terminal.type(b"wo")
    assert "> " in terminal.expect('Create tag "wo"')
    terminal.type(b"\r")
    terminal.expect("Add tag")
    terminal.type(b"\r")
    assert terminal.wait() == 0, terminal.text()
    assert terminal.is_restored()
    changes = world.changed()
    assert len(changes) == 1 and len(list(changes.values())[0]) == 1, changes
    assert "Work" in list(changes.values())[0][0]
    assert TITLE not in terminal.text().splitlines()


def creates(world):
    "a new tag gets the colour that was chosen, and one undo takes both back"
    terminal = world.start("tag", "pick", "bins")
    terminal.expect("Return saves")
    terminal.type("gymnastics é".encode())
    terminal.type(b"\r")
    terminal.expect("8 ")
    terminal.type(b"6\r")
    terminal.expect("Add tag")
    terminal.type(b"\r")
    assert terminal.wait() == 0
    registry = (world.folder / "tags.yaml").read_text()
    assert "gymnastics é" in registry and "#14B8A6" in registry.split("gymnastics é")[1][:60].upper(), registry
    undo = world.start("undo")
    assert undo.wait() == 0
    assert world.changed() == {}


def cancels(world):
    "Escape and Control-C change nothing, and restore the terminal"
    for key in [b"\x1b", b"\x03"]:
        terminal = world.start("tag", "pick", "bins")
        terminal.expect("Return saves")
        terminal.type(b"x,y,")
        terminal.expect("Add tag")
        terminal.type(key)
        assert terminal.wait() == 1, terminal.text()
        assert terminal.is_restored() and world.changed() == {}


def signals(world):
    "a signal that ends it restores the terminal first"
    for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM]:
        terminal = world.start("tag", "pick", "bins")
        terminal.expect("Return saves")
        terminal.send(number)
        assert terminal.wait() == -number, terminal.status
        assert terminal.is_restored() and world.changed() == {}


def crashes(world):
    "a crash restores the terminal, and is still a crash"
    for number in [signal.SIGSEGV, signal.SIGILL, signal.SIGABRT]:
        terminal = world.start("tag", "pick", "bins")
        terminal.expect("Return saves")
        terminal.send(number)
        assert terminal.wait() == -number, terminal.status
        assert terminal.is_restored() and world.changed() == {}


def pieces(world):
    "keys that arrive byte by byte are whole"
    terminal = world.start("tag", "pick", "bins")
    terminal.expect("Return saves")
    terminal.type("é👍\x1b[D\x1b[D\x1b[3~x".encode(), pause=0.01)
    terminal.expect("x👍")
    terminal.type(b"\x1b")
    assert terminal.wait() == 1


def pastes(world):
    "a bracketed paste is several tags"
    terminal = world.start("tag", "pick", "bins")
    terminal.expect("Return saves")
    terminal.type(b"\x1b[200~Work, Health\nGarden\x1b[201~")
    terminal.expect("Garden")
    terminal.type(b"\r")
    assert terminal.wait() == 0
    assert [line for lines in world.changed().values() for line in lines] == ["tags: [Home, Work, Health, Garden]"]


def lists(world):
    "a list that the terminal pastes without marks is several tags, and does not end at its first line"
    terminal = world.start("tag", "pick", "bins")
    terminal.expect("Return saves")
    terminal.type(b"work\n\nhealth\ngarden\n")
    terminal.expect("Garden")
    assert terminal.status is None
    terminal.type(b"\r")
    assert terminal.wait() == 0
    assert [line for lines in world.changed().values() for line in lines] == ["tags: [Home, Work, Health, Garden]"]


def fills(world):
    "a form that fills a low terminal leaves nothing in its history, in tmux too"
    if not shutil.which("tmux"):
        print("      skipped: tmux is not there")
        return
    tmux = ["tmux", "-L", f"mm-{os.getpid()}-fills", "-f", "/dev/null"]

    def call(*words):
        return subprocess.run([*tmux, *words], capture_output=True, text=True, check=True).stdout

    def all_lines():
        return call("capture-pane", "-p", "-S", "-100")

    def expect(text):
        end = time.monotonic() + 20
        while text not in all_lines():
            assert time.monotonic() < end, all_lines()
            time.sleep(0.1)

    words = f"seq 30; echo ab''ove; {MM} --now '2026-11-22 09:00' add; echo be''low; sleep 60"
    subprocess.run([*tmux, "new-session", "-d", "-x", "40", "-y", "12", words], cwd=world.folder, check=True)
    try:
        expect("Ctrl-S")
        # The tags, then the repeats, with a row for each.
        call("send-keys", "Milk", "Tab", "Tab", "Tab", "Tab", "Tab")
        expect("Daily")
        expect("Ctrl-S")
        call("send-keys", "C-s")
        expect("below")
        shown = all_lines().split()
        assert "Repeats" not in shown and "New" not in shown and "milk.md" in shown, all_lines()
        assert all(shown.count(word) == 1 for word in ["above", *map(str, range(1, 31))]), all_lines()
    finally:
        call("kill-server")


def resizes(world):
    "after any changes of the size, it is drawn whole"
    terminal = world.start("tag", "pick", "bins")
    terminal.expect("Return saves")
    for columns in [30, 120, 12, 70]:
        terminal.resize(columns, 20)
        terminal.type(b"")
        time.sleep(0.1)
        terminal.read()
    terminal.type(b"wo")
    terminal.expect("> ")
    terminal.type(b"\x1b")
    assert terminal.wait() == 1 and terminal.is_restored()


def continues(world):
    "after SIGSTOP and SIGCONT it is in raw mode and drawn again"
    terminal = world.start("tag", "pick", "bins")
    terminal.expect("Return saves")
    terminal.send(signal.SIGSTOP)
    terminal.cook()
    terminal.send(signal.SIGCONT)
    time.sleep(0.3)
    terminal.type(b"wo")
    terminal.expect('Create tag "wo"')
    terminal.type(b"\x1b")
    assert terminal.wait() == 1 and terminal.is_restored()


def ahead(world):
    "what is typed after the last Return is for the shell"
    terminal = world.run(["bash", "--norc", "-i"], PS1="$ ")
    terminal.expect("$")
    terminal.type(f"{MM} tag pick bins\n".encode())
    terminal.expect("Return saves")
    terminal.type(b"work,\recho af''ter\n")
    terminal.expect("after")
    terminal.type(b"exit\n")
    terminal.wait()


def stops(world):
    "Control-Z gives the shell its terminal, and fg draws again"
    terminal = world.run(["bash", "--norc", "-i"], PS1="$ ")
    terminal.expect("$")
    terminal.type(f"{MM} tag pick bins\n".encode())
    terminal.expect("Return saves")
    terminal.type(b"wo\x1a")
    terminal.expect("Stopped")
    terminal.type(b"echo st''ill here\n")
    terminal.expect("still here")
    terminal.type(b"fg\n")
    terminal.expect('Create tag "wo"')
    terminal.type(b"\x1b")
    terminal.expect("nothing was changed")
    terminal.type(b"exit\n")
    terminal.wait()


def picks(world):
    "mm pick prints the handles of what was marked, for another command"
    terminal = world.run(["bash", "--norc", "-i"], PS1="$ ", columns=100)
    terminal.expect("$")
    terminal.type(f"echo \"<$({MM} pick)>\"\n".encode())
    terminal.expect("Tab marks")
    terminal.type(b"water\t\t")
    terminal.expect("2 marked")
    terminal.type(b"\r")
    terminal.expect(">\n")
    handles = terminal.text().split("<")[-1].split(">")[0].split()
    assert len(handles) == 2, terminal.text()
    terminal.type(f"{MM} show {handles[0]} | head -1\n".encode())
    terminal.expect("ater")
    terminal.type(f"echo \"[$({MM} pick)]\"\n".encode())
    terminal.expect("Tab marks")
    terminal.type(b"\x1b")
    terminal.expect("[]")
    terminal.type(b"exit\n")
    terminal.wait()


def colors(world):
    "a colour is chosen by number"
    terminal = world.start("tag", "color", "Work")
    terminal.expect("1 to 8")
    terminal.type(b"3\r")
    assert terminal.wait() == 0, terminal.text()
    changes = world.changed()
    assert list(changes) == ["tags.yaml"] and len(changes["tags.yaml"]) == 1, changes


def lines(world):
    "with TERM=dumb or MM_PLAIN, numbered lines and questions replace the drawing"
    for environment in [{"TERM": "dumb"}, {"MM_PLAIN": "1"}]:
        terminal = world.start("tag", "pick", "bins", **environment)
        terminal.expect("Ctrl-D to cancel:")
        terminal.type(b"errands\n")
        terminal.expect("Create tag errands? [y/N]")
        terminal.type(b"y\n")
        terminal.expect("Created tag errands")
        terminal.type(b"-home\n")
        terminal.expect("Removed tag Home.")
        terminal.type(b"\x04")
        assert terminal.wait() == 1
        assert b"\x1b" not in terminal.written and world.changed() == {}
    terminal = world.start("pick", "water", TERM="dumb")
    terminal.expect("Ctrl-D to cancel:")
    terminal.type(b"\n")
    terminal.expect("to choose all")
    assert terminal.status is None, "Return alone chooses nothing"
    terminal.type(b"1 99\n")
    terminal.expect("There is no line 99")
    terminal.type(b"1\n")
    assert terminal.wait() == 0 and terminal.text().splitlines()[-1].strip() != ""


def run(tests):
    failed = 0
    for test in tests:
        world = World()
        try:
            test(world)
            print(f"ok    {test.__doc__}")
        except AssertionError as error:
            failed += 1
            print(f"FAIL  {test.__doc__}\n{error}")
        finally:
            world.close()
    print(f"{len(tests) - failed} of {len(tests)} passed")
    return failed > 0


TESTS = [
    adds, creates, cancels, signals, crashes, pieces, pastes, lists, resizes, fills, continues, ahead,
    stops, picks, colors, lines,
]


if __name__ == "__main__":
    sys.exit(run(TESTS))
