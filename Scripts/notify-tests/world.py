"""The shared environment of the tests of mm notify: a folder, a home, a bus and the process."""

import concurrent.futures
import datetime
import json
import multiprocessing
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zoneinfo

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


def wait_for(what, seconds=60):
    """Waits until the result is true and returns it. The limit is long enough for a busy machine."""
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


class Skip(Exception):
    """Raised when this machine does not permit a test."""


def namespace(script):
    """The words before a command that run it after a script has set limits or mounted something, without root."""
    words = ["unshare", "-Urm", "sh", "-c", f'{script} && exec "$@"', "sh"]
    # The same user as outside, because the bus checks it.
    words += ["unshare", "-U", f"--map-user={os.getuid()}", f"--map-group={os.getgid()}"] if os.getuid() else []
    if subprocess.run([*words, "true"], stderr=subprocess.DEVNULL).returncode:
        raise Skip(f"this machine does not let a user do so: {script}")
    return words


class Bus:
    """A separate session bus, always at the same address. It starts only the services in `services`."""

    def __init__(self, home):
        self.home, self.process = home, None
        self.services = home / "services"
        self.services.mkdir()
        self.address = f"unix:path={home}/bus"
        self.configuration = home / "bus.conf"
        self.configuration.write_text(
            '<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" '
            '"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">\n'
            f"<busconfig><type>session</type><keep_umask/><listen>{self.address}</listen><auth>EXTERNAL</auth>"
            f"<servicedir>{self.services}</servicedir>"
            '<policy context="default"><allow send_destination="*" eavesdrop="true"/>'
            '<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>\n'
        )
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = self.address
        self.start()

    def start(self):
        words = ["dbus-daemon", f"--config-file={self.configuration}", "--nofork", "--print-address"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout.readline(), "the bus did not start"

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        (self.home / "bus").unlink(missing_ok=True)


class World:
    """Everything that belongs to one test, removed when the test is over."""

    def __init__(self, mm):
        self.mm = mm
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="mm-notify-"))
        self.bus = Bus(self.home)
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
        for name in ("MM_NOW", "MM_TIMEZONE", "MM_DIR", "NOTIFY_SOCKET"):
            self.environment.pop(name, None)
        self.children = []
        self.daemon = None
        self.log = self.home / "log"

    def close(self):
        for child in self.children:
            if child.poll() is None:
                # This also ends what a wrapper has started.
                leads = os.getpgid(child.pid) == child.pid
                os.killpg(child.pid, signal.SIGKILL) if leads else child.kill()
            child.wait()
        self.bus.kill()
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

    def start(self, *words, before=(), **more):
        """Starts the daemon with the given words before the command, and waits until it has read its folder."""
        ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        place = self.home / f"ready-{len(self.children)}"
        ready.bind(str(place))
        ready.settimeout(0.1)
        self.daemon = subprocess.Popen(
            [*before, self.mm, "-C", str(self.folder), "notify", *words],
            env={**self.environment, "NOTIFY_SOCKET": str(place), **more},
            stdout=open(self.home / "out", "a"),
            stderr=open(self.log, "a"),
            start_new_session=True,
        )
        self.children.append(self.daemon)
        end = time.monotonic() + 20
        while True:
            try:
                assert b"READY=1" in ready.recv(200)
                break
            except TimeoutError:
                assert self.daemon.poll() is None and time.monotonic() < end, "it did not start: " + self.said()
        ready.close()
        # Also wait for the bus.
        time.sleep(0.3)
        return self.daemon

    def configure(self, text):
        path = self.home / "config/mm/config.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

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
        return {fields[7]: fields[0] for fields in lines if fields[0] != "ahead"}

    def status(self):
        return json.loads(self.run("notify", "--status", "--json")[1])

    # Times, in Paris

    def later(self, minutes):
        now = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Paris"))
        return f"{now + datetime.timedelta(minutes=minutes):%Y-%m-%dT%H:%M:%S}"

    def instant(self, text):
        local = datetime.datetime.fromisoformat(text).replace(tzinfo=zoneinfo.ZoneInfo("Europe/Paris"))
        return local.astimezone(datetime.timezone.utc)

    # Files

    def add(self, name, seconds=1, text="", due=None):
        """A reminder that is due in this many seconds."""
        due = due or datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
        path = self.folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\ntitle: {path.stem}\nscheduled: {due:%Y-%m-%dT%H:%M:%SZ}\n{text}---\nBody of {path.stem}\n")
        return path


def trial(test, mm):
    """Runs one test in its own world. Returns whether it passed, or None if it could not run, and a message."""
    world = World(mm)
    start = time.monotonic()
    took = lambda: f"({time.monotonic() - start:.1f} s)"
    try:
        test(world)
        return True, f"ok    {test.__doc__} {took()}"
    except Skip as reason:
        return None, f"SKIP  {test.__doc__}: NOT TRIED: {reason}"
    except Exception as error:
        line = error.__traceback__
        while line.tb_next:
            line = line.tb_next
        log = world.said()[-4000:].replace("\n", "\n           ")
        return False, f"FAIL  {test.__doc__} [{test.__name__}]: line {line.tb_lineno}: {error!r} {took()}\n      log: {log}"
    finally:
        world.close()


def main(tests, mm, jobs=1):
    """Runs the tests, several at a time, and those that failed once more, alone: what then passes depends on time, and is named.
    The status says whether all tests that could run have passed."""
    start = time.monotonic()
    results, failed = [], []
    with concurrent.futures.ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as pool:
        running = {pool.submit(trial, test, mm): test for test in tests}
        for done in concurrent.futures.as_completed(running):
            result, text = done.result()
            failed += [running[done]] if result is False else []
            results += [] if result is False else [result]
            print(text, flush=True)
    for test in failed:
        result, text = trial(test, mm)
        results.append(result)
        print(text + (": alone, so it depends on time" if result else ""), flush=True)
    passed, skipped = results.count(True), results.count(None)
    more = f", {skipped} NOT TRIED" if skipped else ""
    print(f"{passed} of {len(tests)} tests of mm notify pass{more} ({time.monotonic() - start:.0f} s)", flush=True)
    sys.exit(bool(results.count(False)))
