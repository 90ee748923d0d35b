"""Machines with their own folder, state and configuration, at a time that the test sets."""
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from ntfy import Ntfy

TOKEN = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2"


def instant(text):
    return int(datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.timezone.utc).timestamp())


class World:
    """A server, and machines by name."""

    def __init__(self, mm, now="2026-11-23T08:00", **server):
        self.mm, self.place = mm, pathlib.Path(tempfile.mkdtemp(prefix="mm-push-"))
        self.server = Ntfy(instant(now), token=TOKEN, **server)
        self.now = instant(now)
        self.machines = {}

    def close(self):
        self.server.close()
        shutil.rmtree(self.place, ignore_errors=True)

    def at(self, text):
        self.now = instant(text) if isinstance(text, str) else text
        self.server.advance(self.now)

    def machine(self, name="laptop", titles="yes", **settings):
        found = Machine(self, name, titles=titles, **settings)
        self.machines[name] = found
        return found


class Machine:
    def __init__(self, world, name, copy=None, skew=0, **settings):
        self.world, self.skew, self.path = world, skew, None
        self.home = world.place / name
        self.folder = self.home / "folder"
        self.home.mkdir()
        if copy:
            shutil.copytree(copy.folder, self.folder)
        else:
            self.folder.mkdir()
            (self.folder / "tags.yaml").write_text("Home: moss\n")
        (self.home / "token").write_text(TOKEN + "\n")
        (self.home / "token").chmod(0o600)
        self.dated = {}
        self.configure(server=world.server.url, topic="alarms", token_file=str(self.home / "token"), **settings)

    def configure(self, **settings):
        place = self.home / "config/mm"
        place.mkdir(parents=True, exist_ok=True)
        lines = "".join(f"  {key}: {value}\n" for key, value in settings.items())
        (place / "config.yaml").write_text("push:\n" + lines)

    @property
    def environment(self):
        now = datetime.datetime.fromtimestamp(self.world.now + self.skew, datetime.timezone.utc)
        kept = {key: os.environ[key] for key in ("PATH", "TMPDIR", "TZDIR") if key in os.environ}
        return {
            **kept, "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / "config"),
            "XDG_STATE_HOME": str(self.home / "state"), "MM_NOW": now.strftime("%Y-%m-%dT%H:%M:%S"), "MM_TIMEZONE": "UTC",
            "NO_COLOR": "1", **({"PATH": self.path} if self.path else {}),
        }

    def date(self):
        """Files have the times of this world."""
        found = {file: file.read_bytes() for file in self.folder.glob("*.md")}
        for file, text in found.items():
            if self.dated.get(file) != text:
                os.utime(file, (self.world.now + self.skew,) * 2)
        self.dated = found

    def start(self, *words):
        self.date()
        return subprocess.Popen(
            [self.world.mm, "-C", str(self.folder), *words], env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )

    def run(self, *words, status=0):
        process = self.start(*words)
        out, said = process.communicate(timeout=120)
        assert status is None or process.returncode == status, (words, process.returncode, out, said)
        self.out = out
        self.date()
        return out + said

    def push(self, *words, status=0):
        """Pushes, and returns the requests that changed something."""
        self.world.server.sends()
        self.said = self.run("push", *words, status=status)
        return [request.split(" ")[0] for request in self.world.server.sends()]

    def json(self, *words):
        self.run(*words, "--json")
        return json.loads(self.out)

    def write(self, name, identity=None, title=None, **keys):
        front = {"id": identity or f"0a2b3c4d-0000-4000-8000-{abs(hash(name)) % 10**12:012d}", "title": title or name, **keys}
        text = "---\n" + "".join(f"{key}: {value}\n" for key, value in front.items()) + "---\n"
        (self.folder / f"{name}.md").write_text(text)

    def sync(self, other):
        """Takes over the files of another machine."""
        for file in self.folder.glob("*.md"):
            file.unlink()
        for file in other.folder.glob("*.md"):
            shutil.copy2(file, self.folder / file.name)
        self.dated = {file: file.read_bytes() for file in self.folder.glob("*.md")}
