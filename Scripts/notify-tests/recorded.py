"""The python-dbusmock recorder as a notification server: it needs no display and logs every call."""


import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from world import NAME, PATH, bus_has_server, wait_for

CAPABILITIES = "body actions persistence"


class Server:
    """dbusmock's notification server."""

    def __init__(self, world, capabilities=CAPABILITIES):
        self.world, self.capabilities = world, capabilities
        self.paths = []
        self.process = None
        self.start()

    def start(self):
        # It clears its log when it starts.
        self.paths.append(self.world.home / f"calls-{len(self.paths)}")
        words = ["/usr/bin/python3", "-m", "dbusmock", "--template", "notification_daemon", "-l", str(self.paths[-1])]
        words += ["-p", '{"capabilities": "%s"}' % self.capabilities]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.world.children.append(self.process)
        assert wait_for(bus_has_server, 10), "the recorder did not start"

    def kill(self):
        self.process.kill()
        self.process.wait()
        assert wait_for(lambda: not bus_has_server())

    def lines(self):
        return [line for path in self.paths if path.exists() for line in path.read_text().splitlines()]

    def posts(self, title=None, anew=True):
        """The calls of Notify that replace nothing."""
        start = f'Notify "Memoss" {"0" if anew else "[0-9]+"} ""'
        found = [line for line in self.lines() if re.search(start, line)]
        return [line for line in found if title is None or f'"{title}"' in line]

    def closes(self):
        return [line for line in self.lines() if " CloseNotification " in line]

    def wait_posts(self, count, title=None, seconds=60):
        wait_for(lambda: len(self.posts(title)) >= count, seconds)
        time.sleep(0.3)
        found = len(self.posts(title))
        assert found == count, f"{found} posts of {title or 'all'} instead of {count}: {self.posts()}"

    def press(self, number, action):
        self.emit("ActionInvoked", "us", f"[<uint32 {number}>, <'{action}'>]")

    def closed(self, number, reason):
        self.emit("NotificationClosed", "uu", f"[<uint32 {number}>, <uint32 {reason}>]")

    def emit(self, name, signature, arguments):
        self.call("org.freedesktop.DBus.Mock.EmitSignal", NAME, name, signature, arguments)

    def call(self, *words):
        call = ["gdbus", "call", "--session", "-d", NAME, "-o", PATH, "-m"]
        subprocess.run([*call, *words], check=True, stdout=subprocess.DEVNULL)
