"""Notification servers of Wayland desktops, without a screen. They do not run as root."""

import ast
import json
import os
import re
import subprocess
import sys

from world import bus_has_server, wait_for


class Mako:
    """It needs a Wayland compositor: sway with an in-memory display. It does not run as root."""

    name = "mako"
    room = 1_000
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

    def titles(self):
        return [title for title, _ in self.texts()]


class Gnome:
    """GNOME Shell, which needs a logind: here a mock. Its own inspector reads the screen and presses buttons."""

    name = "gnome"
    room = 3
    bus = """<busconfig><type>system</type><listen>unix:path={}</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""
    all = "Main.messageTray.getSources().filter(s => s.title === 'Memoss').flatMap(s => s.notifications)"

    def __init__(self, world):
        self.world = world
        runtime, bus, configuration = world.home / "runtime", world.home / "system-bus", world.home / "system.conf"
        runtime.mkdir(mode=0o700)
        configuration.write_text(self.bus.format(bus))
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        self.environment |= {"HOME": str(world.home), "XDG_RUNTIME_DIR": str(runtime)}
        self.environment["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={bus}"
        self.spawn("dbus-daemon", f"--config-file={configuration}", "--nofork")
        assert wait_for(bus.exists), "the system bus did not start"
        self.spawn("/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind")
        login = ["gdbus", "wait", "--system", "--timeout", "10", "org.freedesktop.login1"]
        subprocess.run(login, env=self.environment, check=True)
        self.start()

    def spawn(self, *words):
        process = subprocess.Popen(
            words, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.world.children.append(process)
        return process

    def start(self):
        more = ["--virtual-monitor", "1024x768", "--unsafe-mode", "--wayland", "--no-x11"]
        shell = self.spawn("gnome-shell", "--headless", *more)
        assert wait_for(lambda: "true" in self.look("!Main.layoutManager._startingUp"), 20), "the shell did not start"
        service = self.spawn("gjs", "/usr/share/gnome-shell/org.gnome.Shell.Notifications")
        assert wait_for(bus_has_server, 20), "its notification service did not start"
        self.process = Pair(shell, service)

    def look(self, script):
        call = ["gdbus", "call", "--session", "-d", "org.gnome.Shell", "-o", "/org/gnome/Shell"]
        done = subprocess.run([*call, "-m", "org.gnome.Shell.Eval", script], capture_output=True, text=True)
        return done.stdout

    def texts(self):
        """Titles and bodies, as they came."""
        said = self.look(f"{self.all}.map(n => [n.title, n.bannerBodyText])")
        found = re.match(r"\(true, (.*)\)\s*$", said, re.DOTALL)
        return sorted(tuple(entry) for entry in json.loads(ast.literal_eval(found[1]))) if found else []

    def titles(self):
        return [title for title, _ in self.texts()]

    def shown(self):
        return len(self.texts())

    def press(self, label):
        said = self.look(f"""(() => {{
            const one = {self.all}[0], index = one.actions.findIndex(a => a.label === {json.dumps(label)});
            one.createBanner()._buttonBox.get_children()[index].emit('clicked', 0);
            return index; }})()""")
        assert said.startswith("(true"), said


class Pair:
    """Two processes that are terminated together."""

    def __init__(self, *processes):
        self.processes = processes

    def kill(self):
        for process in self.processes:
            process.kill()

    def wait(self):
        for process in self.processes:
            process.wait()
