"""A folder, a home, and an `mm notify` to live with them; what the tests of mm notify have in common."""

import datetime
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


def wait_for(what, seconds=10):
    """Until it is true; returns what it gave."""
    end = time.monotonic() + seconds
    while True:
        found = what()
        if found or time.monotonic() > end:
            return found
        time.sleep(0.05)


def bus_has_server():
    call = ["gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o", "/org/freedesktop/DBus"]
    done = subprocess.run(
        [*call, "-m", "org.freedesktop.DBus.NameHasOwner", NAME], capture_output=True, text=True
    )
    return "true" in done.stdout


class World:
    """Everything of one test, gone when it is over."""

    def __init__(self, mm):
        self.mm = mm
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="mm-notify-"))
        self.folder = self.home / "reminders"
        self.folder.mkdir()
        (self.folder / "tags.yaml").write_text("Work: blue\n")
        self.environment = {
            **os.environ,
            "HOME": str(self.home),
            "XDG_STATE_HOME": str(self.home / "state"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "TZ": "Europe/Paris",
        }
        for name in ("MM_NOW", "MM_TIMEZONE", "MM_DIR"):
            self.environment.pop(name, None)
        self.children = []
        self.daemon = None
        self.log = self.home / "log"

    def close(self):
        for child in self.children:
            if child.poll() is None:
                child.kill()
            child.wait()
        subprocess.run(["chmod", "-R", "u+w", str(self.home)])
        shutil.rmtree(self.home, ignore_errors=True)

    # mm

    def run(self, *words, **more):
        done = subprocess.run(
            [self.mm, "-C", str(self.folder), *words],
            env={**self.environment, **more},
            capture_output=True,
            text=True,
            timeout=60,
        )
        return done.returncode, done.stdout, done.stderr

    def start(self, *words, **more):
        """Starts the daemon and waits until it has its folder."""
        self.daemon = subprocess.Popen(
            [self.mm, "-C", str(self.folder), "notify", *words],
            env={**self.environment, **more},
            stdout=open(self.home / "out", "a"),
            stderr=open(self.log, "a"),
        )
        self.children.append(self.daemon)
        assert wait_for(lambda: list((self.home / "state").glob("mm/*/notify.state"))), self.said()
        time.sleep(0.2)
        return self.daemon

    def stop(self, how=signal.SIGTERM):
        self.daemon.send_signal(how)
        self.daemon.wait(10)
        return self.daemon.returncode

    def said(self):
        return self.log.read_text() if self.log.exists() else ""

    def state(self):
        """Phases by path."""
        text = next((self.home / "state").glob("mm/*/notify.state")).read_text()
        lines = [line.split("\t") for line in text.splitlines() if "\t" in line]
        return {fields[7]: fields[0] for fields in lines}

    def status(self):
        return json.loads(self.run("notify", "--status", "--json")[1])

    # Files

    def add(self, name, seconds=1, text="", due=None):
        """A reminder that is due so many seconds from now."""
        due = due or datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
        path = self.folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\ntitle: {path.stem}\nscheduled: {due:%Y-%m-%dT%H:%M:%SZ}\n{text}---\nBody of {path.stem}\n")
        return path


def main(tests, mm):
    """Runs each test in a world of its own; the status says whether all passed."""
    failed = []
    for test in tests:
        world = World(mm)
        start = time.monotonic()
        try:
            test(world)
            print(f"ok    {test.__doc__} ({time.monotonic() - start:.1f} s)", flush=True)
        except Exception as error:
            failed.append(test)
            line = error.__traceback__
            while line.tb_next:
                line = line.tb_next
            print(f"FAIL  {test.__doc__}: line {line.tb_lineno}: {error!r}", flush=True)
            print("      log: " + world.said().replace("\n", "\n           "), flush=True)
        finally:
            world.close()
    print(f"{len(tests) - len(failed)} of {len(tests)} tests of mm notify pass", flush=True)
    sys.exit(bool(failed))
