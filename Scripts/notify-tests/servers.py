"""mm notify with a real notification server under Xvfb, its buttons pressed as a person would."""

import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from world import World, bus_has_server, main, wait_for


class Dunst:
    """Its buttons are in a menu, for which a script stands in."""

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
    """At 800x600 the buttons of the only notification always stand in the same place."""

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


class Mako:
    """It needs a Wayland compositor: sway, drawing into memory. It runs as anybody but root."""

    name = "mako"
    actions = {"Mark Complete": "done", "Snooze (15 min)": "snooze"}

    def __init__(self, world):
        self.world = world
        runtime = world.home / "runtime"
        runtime.mkdir(mode=0o700)
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": str(runtime), "XDG_CONFIG_HOME": str(world.home)}
        sway = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
        self.spawn(["sway", "-c", "/dev/null"], sway)
        assert wait_for(lambda: list(runtime.glob("wayland-?"))), "sway did not start"
        self.environment["WAYLAND_DISPLAY"] = next(runtime.glob("wayland-?")).name
        self.start()

    def spawn(self, words, more={}):
        process = subprocess.Popen(
            words, env={**self.environment, **more}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.world.children.append(process)
        return process

    def start(self):
        self.process = self.spawn(["mako"])
        assert wait_for(bus_has_server), "mako did not start"

    def list(self):
        done = subprocess.run(["makoctl", "list"], env=self.environment, capture_output=True, text=True)
        return json.loads(done.stdout)["data"][0] if done.returncode == 0 else []

    def press(self, label):
        number = str(self.list()[0]["id"]["data"])
        subprocess.run(["makoctl", "invoke", "-n", number, self.actions[label]], env=self.environment, check=True)

    def shown(self):
        return len(self.list())

    def texts(self):
        """Titles and bodies, as they came."""
        return sorted((entry["summary"]["data"], entry["body"]["data"]) for entry in self.list())


def shown_state(world, state):
    return wait_for(lambda: world.state() == {"bins.md": state})


def complete(world: World):
    "Mark Complete is pressed"
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
    "Snooze is pressed"
    server = SERVER(world)
    world.start()
    path = world.add("bins", 1)
    assert shown_state(world, "shown"), world.state()
    assert wait_for(lambda: server.shown() == 1), f"{server.shown()} on the screen"
    server.press("Snooze (15 min)")
    assert wait_for(lambda: "snoozed:" in path.read_text()), path.read_text()
    assert wait_for(lambda: server.shown() == 0), "it stays on the screen"


def after_kill(world: World):
    "after kill -9 of mm its buttons reach the next one"
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
    "a server that was killed shows it again"
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


def burst(world: World):
    "forty at once are six on the screen or in its queue"
    server = SERVER(world)
    world.start()
    for number in range(40):
        world.add(f"r{number}", 0)
    assert wait_for(lambda: list(world.state().values()).count("shown") >= 40), world.state()


SERVER = {"dunst": Dunst, "xfce": Xfce, "mako": Mako}[sys.argv[2]]

if __name__ == "__main__":
    print(f"== {SERVER.name}", flush=True)
    main([complete, snooze, after_kill, server_killed, burst], os.path.abspath(sys.argv[1]))
