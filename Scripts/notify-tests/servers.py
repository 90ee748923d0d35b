"""mm notify with a real notification server, whose buttons are pressed as a person would."""

import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from desktops import Gnome, Mako
from world import World, bus_has_server, main, wait_for


class Dunst:
    """Its buttons are in a menu, which a script replaces."""

    name = "dunst"

    def __init__(self, world):
        self.world = world
        self.pick, menu, self.rc = world.home / "pick", world.home / "menu", world.home / "dunstrc"
        menu.write_text(f'#!/bin/sh\ngrep -F "$(cat {self.pick})" | head -n 1\n')
        menu.chmod(0o755)
        self.rc.write_text(f"[global]\ndmenu = {menu}\n[urgency_normal]\ntimeout = 0\n")
        self.start()

    def start(self):
        words = ["dunst", "-conf", str(self.rc)]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.world.children.append(self.process)
        assert wait_for(bus_has_server), "dunst did not start"

    def press(self, label):
        self.pick.write_text(label)
        subprocess.run(["dunstctl", "context"], check=True)

    def shown(self):
        return int(subprocess.run(["dunstctl", "count", "displayed"], capture_output=True, text=True).stdout)


class Xfce:
    """At 800x600 the buttons of a single notification are always in the same place."""

    name = "xfce"
    places = {"Snooze": (704, 88), "Mark Complete": (583, 88)}

    def __init__(self, world):
        self.world = world
        self.start()

    def start(self):
        found = subprocess.run(
            ["find", "/usr/lib", "-name", "xfce4-notifyd", "-type", "f"], capture_output=True, text=True
        ).stdout.split()
        self.process = subprocess.Popen(found[:1], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.world.children.append(self.process)
        assert wait_for(bus_has_server), "xfce4-notifyd did not start"

    def press(self, label):
        x, y = next(place for start, place in self.places.items() if label.startswith(start))
        time.sleep(1.5)
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)

    def shown(self):
        windows = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--class", "notifyd"], capture_output=True, text=True
        ).stdout.split()
        return len(windows)


def shown_on(server, count):
    return wait_for(lambda: server.shown() == count)


def shown_state(world, state):
    return wait_for(lambda: world.state() == {"bins.md": state})


def complete(world: World):
    "pressing Mark Complete"
    server = SERVER(world)
    world.start()
    path = world.add("bins", 1)
    assert shown_state(world, "shown"), world.state()
    assert wait_for(lambda: server.shown() == 1), f"{server.shown()} on the screen"
    server.press("Mark Complete")
    assert wait_for(lambda: "completed:" in path.read_text()), path.read_text()
    assert wait_for(lambda: server.shown() == 0), "it stays on the screen"
    assert shown_state(world, "closed")


def snooze(world: World):
    "pressing Snooze"
    server = SERVER(world)
    world.start()
    path = world.add("bins", 1)
    assert shown_state(world, "shown"), world.state()
    assert wait_for(lambda: server.shown() == 1), f"{server.shown()} on the screen"
    server.press("Snooze (15 min)")
    assert wait_for(lambda: "snoozed:" in path.read_text()), path.read_text()
    assert wait_for(lambda: server.shown() == 0), "it stays on the screen"


def after_kill(world: World):
    "after kill -9 of mm, its buttons reach the next process"
    server = SERVER(world)
    world.start()
    path = world.add("bins", 1)
    assert shown_state(world, "shown"), world.state()
    world.stop(9)
    world.start()
    time.sleep(1)
    assert server.shown() == 1, "shown twice"
    server.press("Mark Complete")
    assert wait_for(lambda: "completed:" in path.read_text()), path.read_text()


def server_killed(world: World):
    "a restarted server shows it again"
    server = SERVER(world)
    world.start()
    path = world.add("bins", 1)
    assert shown_state(world, "shown"), world.state()
    server.process.kill()
    server.process.wait()
    assert wait_for(lambda: not bus_has_server())
    server.start()
    assert wait_for(lambda: server.shown() == 1), f"{server.shown()} on the screen"
    server.press("Mark Complete")
    assert wait_for(lambda: "completed:" in path.read_text()), path.read_text()


def elsewhere(world: World):
    "completed or deleted in the folder, notifications disappear"
    server = SERVER(world)
    world.start()
    world.add("bins", 1)
    path = world.add("water", 1)
    assert shown_on(server, 2), server.shown()
    assert world.run("done", "bins.md")[0] == 0
    assert shown_on(server, 1), server.shown()
    path.unlink()
    assert shown_on(server, 0), server.shown()


def failure(world: World):
    "the reason why Mark Complete failed is on the screen"
    server = SERVER(world)
    world.start()
    world.add("bins", 1)
    assert shown_on(server, 1), server.shown()
    world.folder.chmod(0o555)
    server.press("Mark Complete")
    assert wait_for(lambda: server.titles() == ["Could not mark complete"]), server.titles()


def text(world: World):
    "text that looks like markup, and bytes that are not text, are shown literally"
    server = SERVER(world)
    world.start()
    path = world.add("bins", 1)
    body = b"1 < 2 & 3 > 2 <i>no</i> \xff"
    path.write_bytes(path.read_bytes().replace(b"title: bins", b"title: A <b> & c").replace(b"Body of bins", body))
    assert shown_on(server, 1), server.shown()
    assert server.texts() == [("A <b> & c", "1 &lt; 2 &amp; 3 &gt; 2 &lt;i&gt;no&lt;/i&gt; \ufffd")], server.texts()


def crowd(world: World):
    "of ten at once, then one more, all are on the screen or in a single summary"
    server = SERVER(world)
    world.start()
    for number in range(10):
        world.add(f"r{number}", 0)
    assert wait_for(lambda: len(world.state()) == 10 and set(world.state().values()) == {"shown"}), world.state()
    singles = min(server.room - 1, 5)
    assert shown_on(server, singles + 1), server.titles()
    assert f"{10 - singles} more reminders are due" in server.titles(), server.titles()
    world.add("late", 0)
    expected = min(server.room, singles + 2)
    assert wait_for(lambda: "late" in server.titles() and server.shown() == expected), server.titles()
    folded = 11 - (expected - 1)
    assert wait_for(lambda: f"{folded} more reminders are due" in server.titles()), server.titles()
    assert set(world.state().values()) == {"shown"}, world.state()


def burst(world: World):
    "forty at once are six on the screen or in its queue"
    server = SERVER(world)
    world.start()
    for number in range(40):
        world.add(f"r{number}", 0)
    assert wait_for(lambda: list(world.state().values()).count("shown") >= 40), world.state()


SERVER = {"dunst": Dunst, "xfce": Xfce, "mako": Mako, "gnome": Gnome}[sys.argv[2]]
TESTS = [complete, snooze, after_kill, server_killed, burst]
# The servers whose text can be read from the screen.
MORE = [elsewhere, failure, text, crowd] if hasattr(SERVER, "texts") else []

if __name__ == "__main__":
    print(f"== {SERVER.name}", flush=True)
    main(TESTS + MORE, os.path.abspath(sys.argv[1]))
