"""What people would use instead, on the same reminders: how each is set up, asked, and checked."""

import json
import pathlib
import re
import shutil
import subprocess

FIELD = re.compile(r"^(\w+): *(.*)$", re.M)
TAG_LINES = re.compile(r"^tags:(.*)((?:\n +- .*)*)", re.M)


def parse(path):
    """A file of the corpus, as a dictionary of texts; tags are a list, the body stands under `body`."""
    _, head, body = path.read_text("utf-8").split("---\n", 2)
    item = {key: value.strip('"') for key, value in FIELD.findall(head)}
    inline, block = TAG_LINES.search(head).groups()
    item["tags"] = [tag for tag in re.split(r"[\s,\[\]-]+", inline + block) if tag]
    item["body"] = body.strip()
    return item


def stamp(text):
    digits = re.sub(r"\D", "", text).ljust(12, "0")
    return f"{digits[:8]}T{digits[8:12]}00Z"


class Peer:
    """A tool that has a store of its own, made from the corpus."""

    name = install = ""

    def __init__(self, folder, store):
        self.folder, self.store = folder, store
        self.environment = {"TZ": "UTC", "HOME": str(store)}

    def output(self, *command):
        """What a command prints on standard output."""
        return subprocess.run(command, cwd=self.store, env=self.full(), check=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def full(self):
        import os
        return {**os.environ, **self.environment}


class Taskwarrior(Peer):
    name, program, install = "task +work list", "task", "apt-get install taskwarrior"
    command = ["task", "+work", "list"]

    def prepare(self):
        (self.store / "data").mkdir()
        (self.store / "taskrc").write_text(
            f"data.location={self.store}/data\nconfirmation=no\nverbose=nothing\ngc=off\nnews.version=9.9.9\n")
        self.environment |= {"TASKRC": str(self.store / "taskrc")}
        tasks = [self.task(parse(path)) for path in sorted(self.folder.rglob("*.md"))]
        (self.store / "tasks.json").write_text(json.dumps(tasks))
        self.output("task", "import", str(self.store / "tasks.json"))

    @staticmethod
    def task(item):
        task = {"uuid": item["id"], "description": item["title"], "entry": stamp(item["created"]),
                "status": "pending", "tags": item["tags"]}
        if "scheduled" in item:
            task["due"] = stamp(item["scheduled"])
        if "recurrence" in item:
            task |= {"status": "recurring", "recur": item["recurrence"].split()[0], "rtype": "periodic", "mask": ""}
        if "completed" in item:
            task |= {"status": "completed", "end": stamp(item["completed"])}
        return task

    def answer(self):
        """Ids of the open ones; the copies that it makes of a series stand for their parent."""
        tasks = json.loads(self.output("task", "+work", "export"))
        return {task["uuid"] for task in tasks if task["status"] != "completed" and "parent" not in task}


class Todoman(Peer):
    name, program, install = "todo list --category work", "todo", "apt-get install todoman"
    command = ["todo", "list", "--category", "work"]

    def prepare(self):
        calendar = self.store / "vdir/list"
        calendar.mkdir(parents=True)
        (self.store / "config.py").write_text(
            f'path = "{self.store}/vdir/*"\ndefault_list = "list"\ncache_path = "{self.store}/cache.sqlite3"\n')
        self.environment |= {"TODOMAN_CONFIG": str(self.store / "config.py")}
        for path in self.folder.rglob("*.md"):
            item = parse(path)
            (calendar / f"{item['id']}.ics").write_text(self.event(item), newline="")
        self.output(*self.command)  # The first one fills its cache.

    @staticmethod
    def event(item):
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//bench//EN", "BEGIN:VTODO", f"UID:{item['id']}",
                 f"DTSTAMP:{stamp(item['created'])}", "SUMMARY:" + item["title"].replace(",", "\\,")]
        if item["tags"]:
            lines.append("CATEGORIES:" + ",".join(item["tags"]))
        if "scheduled" in item:
            lines.append(f"DUE:{stamp(item['scheduled'])}")
        if "completed" in item:
            lines += ["STATUS:COMPLETED", f"COMPLETED:{stamp(item['completed'])}"]
        return "\r\n".join([*lines, "END:VTODO", "END:VCALENDAR"]) + "\r\n"

    def answer(self):
        listed = json.loads(self.output("todo", "--porcelain", "list", "--category", "work"))
        return {pathlib.Path(item["uid"]).name if "uid" in item else item["summary"] for item in listed}


class Zk(Peer):
    name, program, install = "zk list --tag work", "zk", "https://github.com/zk-org/zk#installation"
    command = ["zk", "list", "--tag", "work", "--quiet", "--no-pager", "--format", "{{path}}"]

    def prepare(self):
        shutil.copytree(self.folder, self.store, dirs_exist_ok=True)
        self.output("zk", "init", "--no-input", ".")
        self.output("zk", "index", "--quiet")

    def answer(self):
        return set(self.output(*self.command).split("\n")) - {""}


ALL = [Taskwarrior, Todoman, Zk]
