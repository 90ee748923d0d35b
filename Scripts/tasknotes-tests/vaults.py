"""Vaults of people: what mm lists of each task and when it rings is what the model reads, and an edit and its undo keep every other byte."""

import collections
import datetime
import difflib
import hashlib
import json
import os
import pathlib
import re
import shutil
import tempfile

from lives import Model, offset
from vault import PLUGIN, Vault

NOW = "2026-11-28T08:00"
# How many tasks of a vault are edited.
EDITED = 12
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
# What an edit may write, besides the keys that are named after it.
TOUCHED = {
    "done": {"status", "completedDate", "scheduled", "due", "recurrence", "completeInstances", "skippedInstances"},
    "skip": {"scheduled", "due", "completeInstances", "skippedInstances"},
    "edit": {"scheduled"}, "tag": {"tags"},
}


class Copy(Vault):
    """A copy of a vault that somebody keeps."""

    def __init__(self, mm, source):
        self.mm, self.zone, self.now = mm, "Europe/Paris", NOW
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="tasknotes-"))
        self.path = self.home / "vault"
        shutil.copytree(source, self.path, symlinks=True, ignore=shutil.ignore_patterns(".git"))


def digest(root):
    """Every byte of every file, without what mm keeps for itself."""
    sums = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink() and ".memoss" not in path.parts:
            sums.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return sums.hexdigest()


def stray(before, after, keys):
    """Lines that an edit changed although it is not about them."""
    found, key = [], None
    for line in difflib.ndiff(before.splitlines(), after.splitlines()):
        mark, text = line[:2], line[2:]
        if mark == "? ":
            continue
        name = re.match(r"([\w-]+):", text)
        key = name[1] if name else key if re.match(r" *- ", text) else None
        if mark in ("+ ", "- ") and key not in keys:
            found.append(line)
    return found


def moment(text, midnight):
    """A date of a file as local time; that of a day alone is `midnight`."""
    at = datetime.datetime.fromisoformat(text[:19].removesuffix("Z"))
    return at if "T" in text else at.replace(hour=midnight)


def rings(vault, tasks):
    """When each task has to ring, and when it may: by the model, from before the first date of the vault on."""
    dates = [moment(date, 0) for _, task in tasks for date in (task.get("scheduled"), task.get("due")) if date]
    if not dates:
        return [], 0
    start, end = min(dates) - datetime.timedelta(days=400), max(dates) + datetime.timedelta(days=400)
    found = collections.defaultdict(set)
    for one in vault.json(
        "plan", "--limit", "10000", "--horizon", f"{end:%Y-%m-%d}", now=f"{start:%Y-%m-%dT%H:%M}",
    ).get("notifications", []):
        found[one["path"]].add(one["local"][:16])
    faults, count = [], 0
    for name, task in tasks:
        # A day alone rings at all_day_at; an alarm counts from there in mm, and from midnight in TaskNotes.
        sure, allowed = set(), set()
        for key in ("scheduled", "due"):
            date = task.get(key)
            if not date:
                continue
            (sure if "T" in date else allowed).add(f"{moment(date, 9):%Y-%m-%dT%H:%M}")
            for alarm in task["reminders"]:
                if isinstance(alarm, dict) and alarm.get("offset") and alarm.get("relatedTo") == key:
                    at = moment(date, 9) + offset(alarm["offset"])
                    (sure if "T" in date else allowed).add(f"{at:%Y-%m-%dT%H:%M}")
        sure |= {alarm["absoluteTime"][:16] for alarm in task["reminders"] if isinstance(alarm, dict) and alarm.get("absoluteTime")}
        if task["isCompleted"] or task["archived"]:
            sure, allowed = set(), set()
        count += len(found[name])
        if sure - found[name]:
            faults.append(f"{name}: does not ring at {sorted(sure - found[name])[:3]}: {sorted(found[name])[:3]}")
        more = found[name] - sure - allowed
        if more and not task.get("recurrence"):
            faults.append(f"{name}: rings at {sorted(more)[:3]}")
        if allowed and not found[name]:
            faults.append(f"{name}: is silent")
    return faults, count


def examine(mm, bundle, source):
    """The figures of one vault, and what disagrees."""
    faults, counts = [], dict.fromkeys(("files", "tasks", "open", "dated", "series", "notifications", "words for a date", "edits"), 0)
    model = Model(bundle, "Europe/Paris")
    with Copy(mm, source) as vault:
        vault.run("init", "-q", ".")
        settings = json.loads((vault.path / PLUGIN).read_text("utf-8"))
        listed = vault.listed()
        archived = {one["path"] for one in vault.json("list", "--all", "is:archived").get("reminders", [])}
        mapping = settings.get("fieldMapping", {})
        excluded = [one.strip().rstrip("/") + "/" for one in settings.get("excludedFolders", "").split(",") if one.strip()]
        tasks = []
        for path in sorted(vault.path.rglob("*.md")):
            name = str(path.relative_to(vault.path))
            if any(part.startswith(".") for part in path.relative_to(vault.path).parts) or name.startswith(tuple(excluded)):
                continue
            counts["files"] += 1
            try:
                text = path.read_text("utf-8")
                task = model.ask("read", path=name, text=text, settings=settings)["task"]
            except (RuntimeError, UnicodeDecodeError):
                # What the model cannot read is no task to the plugin.
                continue
            if not task["isTask"]:
                continue
            counts["tasks"] += 1
            entry = listed.get(name.removesuffix(".md"))
            if entry is None:
                faults.append(f"{name}: not listed")
                continue
            if any(task.get(key) and not DATE.match(str(task[key])) for key in ("scheduled", "due")):
                # Some people write words there, which are no date to the plugin either; mm names them.
                counts["words for a date"] += 1
                if not entry.get("problem"):
                    faults.append(f"{name}: words for a date are not named")
                continue
            if entry.get("problem"):
                faults.append(f"{name}: {entry['problem']}")
                continue
            counts["open"] += not task["isCompleted"]
            counts["dated"] += bool(task.get("scheduled") or task.get("due"))
            counts["series"] += bool(task.get("recurrence"))
            same = {
                "title": (entry["title"], str(task["title"]).strip()),
                "scheduled": (entry["scheduled"], task.get("scheduled") or None),
                "due": (entry["due"], task.get("due") or None),
                "completed": (entry["status"] == "completed", task["isCompleted"]), "archived": (name in archived, task["archived"]),
            }
            for key, (one, two) in same.items():
                if one != two:
                    faults.append(f"{name}: {key}: mm {one}, model {two}")
            tasks.append((name, task))
        silent, counts["notifications"] = rings(vault, tasks)
        faults += silent
        clean = digest(vault.path)
        for name, task in tasks[:EDITED]:
            steps = [("edit", "--scheduled", "2026-12-24"), ("tag", "--tag", "zz-test")]
            if not task["isCompleted"] and not task["archived"]:
                steps.append(("done",))
                if task.get("recurrence"):
                    steps.append(("skip",))
            for verb, *options in steps:
                before = vault.read(name)
                done = vault.run("edit" if verb == "tag" else verb, name, *options)
                if done.code:
                    faults.append(f"{name}: mm {verb}: {done.said}")
                    continue
                counts["edits"] += 1
                keys = {mapping.get(key, key) for key in TOUCHED[verb] | {"dateModified"}}
                keys |= {"complete_instances", "skipped_instances", "moved_from", "snoozed"}
                strays = stray(before, vault.read(name), keys)
                if strays:
                    faults.append(f"{name}: mm {verb} changed {strays[:3]}")
                if before.partition("\n---")[2] != vault.read(name).partition("\n---")[2]:
                    faults.append(f"{name}: mm {verb} changed the text")
                vault.run("undo")
                if vault.read(name) != before:
                    faults.append(f"{name}: undo of {verb} is not the file as it was")
        tag = settings.get("taskTag", "task")
        vault.run("tag", "rename", tag, "zz-renamed")
        if digest(vault.path) != clean:
            # Files that cannot be read are left out, and named.
            counts["edits"] += 1
            vault.run("undo")
        if digest(vault.path) != clean:
            faults.append("after all edits and their undo, the vault is not as it was")
    model.close()
    return counts, faults
