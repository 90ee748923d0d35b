"""A laptop with a folder, a configuration and a clock of its own, and what a phone reads in a calendar."""
import collections
import datetime
import functools
import os
import re
import subprocess

from world import Machine, instant

DAY = 86_400
PHONES = {"ntfy": "push", "caldav": "publish"}
NAME = re.compile(r"\bR\d+\b")


class Laptop(Machine):
    def __init__(self, world, name, calendar, **settings):
        self.calendar, self.name, self.awake, self.online, self.nap = calendar, name, True, True, 0
        # Reminders that were changed here since it met the other one, and what was in the files then.
        self.read = {}
        self.changed, self.index, self.limited = set(), {}, dict.fromkeys(PHONES, False)
        # When it last looked at what the server of the other phone has, and before that; when each reminder was written.
        self.looked, self.times = [float("inf")], {}
        super().__init__(world, name, **settings)
        self.path = f"{world.place}/bin:{os.environ['PATH']}"
        (self.home / ".gitconfig").write_text(f"[user]\n name = {name}\n email = {name}@example.org\n[init]\n defaultBranch = main\n")

    def configure(self, **settings):
        super().configure(**settings)
        with (self.home / "config/mm/config.yaml").open("a") as file:
            file.write(f"publish:\n  url: {self.calendar.url}\n  days: 10\n")

    def files(self):
        """The text of each file by its path."""
        found = {}
        for entry in os.scandir(self.folder):
            if entry.name.endswith(".md"):
                status = entry.stat()
                seen = (status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size)
                known = self.read.get(entry.name)
                found[entry.name] = known if known and known[0] == seen else (seen, (self.folder / entry.name).read_text())
        self.read = dict(sorted(found.items()))
        return {name: text for name, (_, text) in self.read.items()}

    def date(self):
        """Files have the times of this world."""
        found = self.files()
        for name, text in found.items():
            if self.dated.get(name) != text:
                os.utime(self.folder / name, (self.world.now + self.skew,) * 2)
        self.dated = found

    def reminders(self):
        """The text of each reminder, under whatever path."""
        found = collections.defaultdict(list)
        for text in self.files().values():
            name = NAME.search(text)
            if name:
                found[name[0]].append(text)
        return dict(found)

    def written(self):
        """The reminders that were written since the last time, whether they are as before or not."""
        self.files()
        times = {NAME.search(text)[0]: seen[1] for seen, text in self.read.values() if NAME.search(text)}
        found = {name for name, at in times.items() if self.times.get(name) != at}
        self.times = times
        return found

    def git(self, *words, status=0):
        done = subprocess.run(["git", *words], cwd=self.folder, env=self.environment, capture_output=True, text=True)
        assert status is None or done.returncode == status, (words, done)
        return done


def coming(plan, name, now):
    return [at for at in plan.get(name, []) if at > now]


def moment(at):
    return datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%a %d %H:%M:%S")


def stamp(at, is_all_day=False):
    return datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y-%m-%d" if is_all_day else "%Y-%m-%dT%H:%M")


SPAN = re.compile(r"TRIGGER[^:\n]*:(-?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?\r?$", re.M)


@functools.cache
def alarms(name, text):
    """When the alarms of an event ring, and with which title."""
    text = re.sub(r"\r\n[ \t]", "", text)
    begin = re.search(r"^DTSTART:(\d{8}T\d{6})Z", text, re.M)[1]
    start = instant(datetime.datetime.strptime(begin, "%Y%m%dT%H%M%S").isoformat())
    found = SPAN.findall(text)
    assert len(found) == text.count("BEGIN:VALARM") > 0, text
    rings = []
    for sign, *numbers in found:
        seconds = sum(int(n or 0) * size for n, size in zip(numbers, (7 * DAY, DAY, 3600, 60, 1)))
        rings.append((name, start - seconds if sign else start + seconds, re.search(r"^SUMMARY:(.*)", text, re.M)[1]))
    return rings
