"""The alternatives to mm on the same reminders: how each is set up, queried and checked."""

import datetime as dt
import json
import os
import re
import shutil
import subprocess

# The limit for one step of importing a corpus, in seconds.
PATIENCE = 600


class Fault(Exception):
    """A peer does not work or gives a wrong answer."""


def stamp(text):
    digits = re.sub(r"\D", "", text).ljust(12, "0")
    return f"{digits[:8]}T{digits[8:12]}00Z"


class Peer:
    """A tool with its own store, made from the corpus. `items` maps paths to fields, as in `answers.read_all`."""

    name, programs, arguments, install = "", (), (), ""
    # A pattern for the files that it caches, if any.
    files = None

    def __init__(self, folder, items, store):
        self.folder, self.items, self.store = folder, items, store
        # Not the user's environment: with TASKDATA set, the import would go into their own tasks.
        theirs = ("TASK", "TODOMAN", "ZK_", "XDG_", "LC_", "LANG")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(theirs)}
        self.environment = {**kept, "TZ": "UTC", "HOME": str(store), "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        self.command = [self.program(), *self.arguments]

    @classmethod
    def program(cls):
        """The first of its names that is on PATH, or None."""
        return next(filter(shutil.which, cls.programs), None)

    def output(self, *command, patience=PATIENCE):
        """The standard output of a command; raises TimeoutExpired after `patience` seconds."""
        done = subprocess.run(command, cwd=self.store, env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=patience)
        if done.returncode != 0:
            raise Fault(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr or done.stdout}".strip())
        return done.stdout

    def prepare(self):
        """Fills the store."""
        raise NotImplementedError

    def answer(self, text):
        """The output of the command, in a form to compare with `expected`."""
        raise NotImplementedError

    def expected(self):
        """What the command has to list, computed from the corpus."""
        raise NotImplementedError

    def open_with(self, wanted):
        return [item for item in self.items.values() if "completed" not in item and any(map(wanted, item["tags"]))]


class Taskwarrior(Peer):
    """Each series is a single task: the copies that it makes of every past day would be 20 times as many.
    The bodies are omitted: its import takes quadratic time, with them more than ten minutes."""

    name = "task +work export"
    programs, install = ("task",), "apt-get install taskwarrior"
    arguments = ("+work", "( status:pending or status:recurring )", "export")

    def prepare(self):
        (self.store / "data").mkdir()
        (self.store / "taskrc").write_text(
            f"data.location={self.store}/data\nconfirmation=no\nverbose=nothing\ngc=off\nrecurrence=off\n"
            "news.version=9.9.9\n")
        self.environment |= {"TASKRC": str(self.store / "taskrc")}
        (self.store / "tasks.json").write_text(json.dumps([self.task(item) for item in self.items.values()]))
        self.output("task", "import", str(self.store / "tasks.json"))

    @staticmethod
    def task(item):
        task = {"uuid": item["id"], "description": item["title"], "entry": stamp(item["created"]),
                "status": "pending", "tags": item["tags"]}
        if "scheduled" in item:
            task["due"] = stamp(item["scheduled"])
        if "recurrence" in item:
            task |= {"status": "recurring", "recur": item["recurrence"].split()[0], "rtype": "periodic", "mask": ""}
        if "until" in item:
            task["until"] = stamp(item["until"])
        if "completed" in item:
            task |= {"status": "completed", "end": stamp(item["completed"])}
        return task

    def answer(self, text):
        return [task["uuid"] for task in json.loads(text)]

    def expected(self):
        return [item["id"] for item in self.open_with(lambda tag: tag == "work")]


class Todoman(Peer):
    """Every command updates its cache. A category is matched by any part of its name."""

    name = "todoman list --category work"
    programs, install = ("todoman", "todo"), "apt-get install todoman, or pip install todoman"
    arguments, files = ("--porcelain", "list", "--category", "work"), "vdir/list/*.ics"
    FREQUENCIES = {"daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY"}

    def prepare(self):
        calendar = self.store / "vdir/list"
        calendar.mkdir(parents=True)
        (self.store / "config.py").write_text(
            f'path = "{self.store}/vdir/*"\ndefault_list = "list"\ncache_path = "{self.store}/cache.sqlite3"\n')
        self.environment |= {"TODOMAN_CONFIG": str(self.store / "config.py")}
        for item in self.items.values():
            (calendar / f"{item['id']}.ics").write_text(self.event(item), "utf-8", newline="")
        self.output(*self.command)  # The first one fills its cache.

    @classmethod
    def event(cls, item):
        def text(value):
            return re.sub(r"([\\,;])", r"\\\1", value).replace("\n", "\\n")

        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//bench//EN", "BEGIN:VTODO", f"UID:{item['id']}",
                 f"DTSTAMP:{stamp(item['created'])}", f"SUMMARY:{text(item['title'])}"]
        if item["tags"]:
            lines.append("CATEGORIES:" + ",".join(map(text, item["tags"])))
        if "scheduled" in item:
            lines.append(f"DUE:{stamp(item['scheduled'])}")
        if "recurrence" in item:
            until = f";UNTIL={stamp(item['until'])}" if "until" in item else ""
            lines += [f"DTSTART:{stamp(item['scheduled'])}",
                      f"RRULE:FREQ={cls.FREQUENCIES[item['recurrence'].split()[0]]}{until}"]
        if "completed" in item:
            lines += ["STATUS:COMPLETED", f"COMPLETED:{stamp(item['completed'])}"]
        if item["body"].strip():
            lines.append("DESCRIPTION:" + text(item["body"].strip()))
        lines += ["END:VTODO", "END:VCALENDAR"]
        folded = [line[at:at + 72] if at == 0 else " " + line[at:at + 72]
                  for line in lines for at in range(0, len(line), 72)]
        return "\r\n".join(folded) + "\r\n"

    def answer(self, text):
        # It prints no UID.
        return [(todo["summary"], todo["due"]) for todo in json.loads(text)]

    def expected(self):
        def due(item):
            moment = dt.datetime.fromisoformat(item["scheduled"]).replace(tzinfo=dt.timezone.utc)
            return int(moment.timestamp())

        found = self.open_with(lambda tag: "work" in tag)
        return [(item["title"], due(item) if "scheduled" in item else None) for item in found]


class Zk(Peer):
    """Every command first updates its index by modification times; this cannot be avoided."""

    name = "zk list --tag work"
    programs, install = ("zk",), "https://github.com/zk-org/zk#installation"
    arguments, files = ("list", "--tag", "work", "--quiet", "--no-pager", "--format", "{{path}}"), "*/*.md"

    def prepare(self):
        self.output("zk", "--no-input", "init", ".")
        # Only tags in the front matter count, as for the other peers.
        (self.store / ".zk/config.toml").write_text("[format.markdown]\nhashtags = false\n")
        shutil.copytree(self.folder, self.store, dirs_exist_ok=True)
        for path in self.store.glob(self.files):
            # Tags without brackets are separated by spaces, not commas.
            text = path.read_text("utf-8")
            spelled = re.sub(r"\A(---\n(?:[^-].*\n)*?tags: )([^\[\n].*)", r"\1[\2]", text)
            if spelled != text:
                path.write_text(spelled, "utf-8")
        self.output("zk", "index", "--quiet")

    def answer(self, text):
        return text.split()

    def expected(self):
        return [path for path, item in self.items.items() if "work" in item["tags"]]


ALL = [Taskwarrior, Todoman, Zk]
