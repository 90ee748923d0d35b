"""Random lives of tasks in one vault, edited by turns by mm and by the plugin's own model.

After each turn both read every file: the title, the dates, the deadline, what is completed, skipped or put away has to be the
same. No key and no byte of a text is lost. An alarm rings once at each time that the file asks for. Where mm completes or skips,
the model does the same to a copy, and what it would have written has to be the same too.
"""

import collections
import datetime
import json
import os
import pathlib
import random
import re
import subprocess
import zoneinfo

from vault import Vault

RULES = (
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
    "FREQ=MONTHLY;BYMONTHDAY=15", "FREQ=MONTHLY;BYMONTHDAY=28", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=YEARLY", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1", "FREQ=WEEKLY;BYDAY=SA,SU;INTERVAL=2",
)
WORDS = ("daily", "every 3 days", "weekly on friday", "weekdays", "monthly on 15", "monthly on 31", "every 2 weeks on tuesday")
OFFSETS = ("-PT15M", "-PT1H", "-P1D", "-PT2H30M", "-P2DT3H", "PT0S")
ZONES = ("UTC", "Europe/Paris", "America/New_York", "Asia/Tokyo", "Australia/Sydney")
# What mm and the plugin may remove or add on their own.
PASSING = {"snoozed", "moved_from", "completedDate", "completed", "complete_instances", "skipped_instances"}


class Model:
    def __init__(self, bundle, zone):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "model.cjs")
        self.process = subprocess.Popen(
            ["node", script], env={**os.environ, "MODEL": str(bundle), "TZ": zone}, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True,
        )

    def ask(self, ask, **request):
        self.process.stdin.write(json.dumps({"ask": ask, **request}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(f"{ask}: {answer['error']}: {request}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class World:
    """One vault with many tasks, each with a life of its own."""

    def __init__(self, mm, bundle, seed, tasks):
        self.random = random.Random(seed)
        self.seed, self.count = seed, tasks
        self.zone = self.random.choice(ZONES)
        self.now = datetime.datetime(2026, self.random.randint(1, 12), self.random.randint(1, 28), self.random.randint(6, 21), self.random.choice((0, 7, 30)))
        self.vault = Vault(mm, {}, zone=self.zone)
        self.model = Model(bundle, self.zone)
        self.faults, self.stories = [], collections.defaultdict(list)
        self.steps, self.known = collections.Counter(), collections.Counter()
        self.names = itertools_names()

    # Time

    @property
    def moment(self):
        return self.now.strftime("%Y-%m-%dT%H:%M")

    def clock(self):
        """What the model takes for the current time."""
        at = self.now.replace(tzinfo=zoneinfo.ZoneInfo(self.zone))
        stamp = at.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        return {"now": int(at.timestamp() * 1000), "stamp": stamp, "today": self.now.strftime("%Y-%m-%d")}

    def some_date(self):
        day = self.now + datetime.timedelta(days=self.random.randint(-10, 20))
        timed = self.random.random() < 0.6
        return day.strftime("%Y-%m-%d") + (f"T{self.random.randint(0, 23):02}:{self.random.choice((0, 15, 30)):02}" if timed else "")

    # The two programs

    def mm(self, *words, **options):
        self.vault.now = self.moment
        return self.vault.run(*words, **options)

    def files(self):
        return sorted(path.name for path in self.vault.path.glob("*.md"))

    def create(self):
        choice = self.random
        for _ in range(self.count):
            title = next(self.names)
            date = self.some_date()
            if choice.random() < 0.4:
                words = [title, "--scheduled", date]
                if choice.random() < 0.5:
                    words += ["--recurrence", choice.choice(WORDS)]
                    if choice.random() < 0.3:
                        words += ["--anchor", "completion"]
                if "T" in date and choice.random() < 0.4:
                    words += ["--remind", choice.choice(("1 hour before", "15 min before", "1 day before"))]
                done = self.mm("add", *words)
                if done.code:
                    self.fault(title, f"mm add {words}: {done.said}")
                continue
            task = {"title": title, "status": "open", "priority": "normal", "scheduled": date, "tags": ["task"]}
            if choice.random() < 0.4:
                start = datetime.date.fromisoformat(date[:10]) + datetime.timedelta(days=choice.randint(0, 4))
                task["due"] = start.isoformat() + (date[10:] if choice.random() < 0.5 else "")
            if choice.random() < 0.5:
                task["recurrence"] = choice.choice(RULES)
                if choice.random() < 0.3:
                    task["recurrence_anchor"] = "completion"
            if choice.random() < 0.4:
                task["reminders"] = [
                    {"id": "rem_1", "type": "relative", "relatedTo": "scheduled", "offset": choice.choice(OFFSETS)}
                ]
            clock = self.clock()
            task |= {"dateCreated": clock["stamp"], "dateModified": clock["stamp"]}
            text = self.model.ask("create", task=task, body="Some text.\n\n- [ ] a line\n", **clock)["text"]
            text = text.replace("---\n", "---\nvendor: {a: 1}   # kept\n", 1) if choice.random() < 0.3 else text
            self.vault.write(f"{title}.md", text)

    def turn(self):
        """Each task has one step of one of the programs; those of mm are made together."""
        before = {name: self.vault.read(name) for name in self.files()}
        own = collections.defaultdict(list)
        clock = self.clock()
        date = self.some_date()
        touched = {}
        for name, text in before.items():
            task = self.model.ask("read", path=name, text=text)["task"]
            step = self.random.choices(
                ("complete", "skip", "move", "due", "archive", "tag", "rename", "remind", "wait"), (8, 2, 3, 1, 1, 2, 1, 1, 3)
            )[0]
            if step == "skip" and not task.get("recurrence"):
                step = "complete"
            if step == "wait":
                continue
            by_mm = self.random.random() < 0.5
            self.steps[("mm " if by_mm else "plugin ") + step] += 1
            self.stories[name].append(f"{self.moment} {'mm' if by_mm else 'plugin'} {step}")
            if not by_mm:
                self.plugin(name, text, task, step, clock, touched)
            elif step == "complete":
                own["reopen" if task["isCompleted"] else "done"].append(name)
            elif step == "skip":
                if not task["isCompleted"]:
                    own["skip"].append(name)
            elif step == "move":
                own[f"edit --scheduled {date}"].append(name)
            elif step == "due":
                own[f"edit --due {date[:10]}"].append(name)
            elif step == "archive":
                own["edit --untag archived" if task["archived"] else "edit --tag archived"].append(name)
            elif step == "tag":
                own["edit --tag garden"].append(name)
            elif step == "remind":
                if "T" in (task.get("scheduled") or ""):
                    own["edit --remind 30_min_before"].append(name)
        for words, names in own.items():
            self.by_mm([word.replace("_", " ") for word in words.split()], names, before, clock)
        for name, text in touched.items():
            self.kept(name, before.get(name, text), text, by_mm=False)
        self.compare(clock)

    def plugin(self, name, text, task, step, clock, touched):
        ask = {"path": name, "text": text, **clock}
        if step in ("complete", "skip"):
            answer = self.model.ask(step, **ask)
        elif step in ("move", "due"):
            date = self.some_date()
            key = "scheduled" if step == "move" else "due"
            answer = self.model.ask("property", property=key, value=date if step == "move" else date[:10], **ask)
        elif step in ("archive", "tag"):
            tag = "archived" if step == "archive" else "garden"
            tags = [one for one in self.read_tags(text) if one != tag]
            isOff = step == "archive" and task["archived"]
            answer = self.model.ask("fields", fields={"tags": tags if isOff else tags + [tag]}, **ask)
        elif step == "remind":
            entry = {"id": f"rem_{self.random.randint(2, 99)}", "type": "relative", "relatedTo": "scheduled", "offset": self.random.choice(OFFSETS)}
            if "T" not in (task.get("scheduled") or ""):
                return
            answer = self.model.ask("fields", fields={"reminders": [*task["reminders"], entry]}, **ask)
        else:
            new = f"{next(self.names)}.md"
            (self.vault.path / name).rename(self.vault.path / new)
            self.stories[new] = self.stories.pop(name)
            return
        self.vault.write(name, answer["text"])
        touched[name] = answer["text"]

    def read_tags(self, text):
        return self.model.ask("read", path="x.md", text=text) and re.findall(r"[\w/]+", (re.search(r"^tags:(.*(?:\n +- .*)*)", text, re.M) or [""])[0].removeprefix("tags:"))

    def by_mm(self, words, names, before, clock):
        names = [name for name in names if (self.vault.path / name).exists()]
        done = self.mm(*words, *names)
        refused = {}
        if done.code:
            for name in names:
                alone = self.mm(*words, name)
                if alone.code:
                    refused[name] = alone.said
        verb = words[0]
        for name in names:
            after = self.vault.read(name)
            if name in refused:
                self.refusal(name, words, refused[name], before[name])
                continue
            self.kept(name, before[name], after, by_mm=True)
            if verb in ("done", "skip"):
                self.same_step(name, verb, before[name], after, clock)

    def refusal(self, name, words, said, text):
        # mm asks before it repeats a step at once, and before it skips what is done.
        allowed = ("completed", "a moment ago", "is skipped", "not ring", "is archived", "ago")
        if not any(word in said for word in allowed):
            self.fault(name, f"mm {' '.join(words)}: {said}\n{text}")

    # What has to hold

    def fault(self, name, what):
        self.faults.append((name, what, list(self.stories[name])))

    def kept(self, name, before, after, by_mm):
        """No key is lost, and of an edit by mm no byte that the edit is not about."""
        keys = [re.findall(r"^([\w-]+):", text.split("\n---")[0], re.M) for text in (before, after)]
        lost = set(keys[0]) - set(keys[1]) - PASSING
        if lost:
            self.fault(name, f"lost {lost}\n{before}\n{after}")
        if by_mm and before.split("\n---\n", 1)[1] != after.split("\n---\n", 1)[1]:
            self.fault(name, f"the text changed\n{before}\n{after}")
        if by_mm and "vendor: {a: 1}   # kept" in before and "vendor: {a: 1}   # kept" not in after:
            self.fault(name, "a comment is lost")
        if by_mm and before != after and re.findall(r"^dateModified:.*", before, re.M) == re.findall(r"^dateModified:.*", after, re.M):
            if "dateModified: " + clock_text(self.clock()["stamp"]) not in after:
                self.fault(name, f"dateModified was not set\n{before}\n{after}")

    def same_step(self, name, verb, before, after, clock):
        """What the model would have written instead."""
        task = self.model.ask("read", path=name, text=before)["task"]
        if not task.get("recurrence") or before == after or task["archived"]:
            return
        ask = {"path": name, "text": before, **clock}
        known, told = self.told(name, verb, task, before)
        theirs, told = (self.model.ask("complete" if verb == "done" else "skip", **ask, **more) for more in ({}, told))
        if known and told["text"] != theirs["text"] and not told.get("isTakenBack"):
            self.known[known] += 1
        if told.get("isTakenBack"):
            # Ticking again takes it back; mm goes on to the next, and completes that one only if the series is counted from completion.
            self.known["ticked again"] += 1
            mine = self.model.ask("read", path=name, text=after)["task"]
            (before_it, after_it) = ({(key, day) for key in ("complete", "skipped") for day in one[key]} for one in (task, mine))
            more = after_it - before_it
            isCounted = "recurrence_anchor: completion" in before
            if mine["scheduled"] == task["scheduled"] or before_it - after_it or more and not isCounted:
                self.fault(name, f"{verb}: again: mm {mine['scheduled']}, {mine['complete']} at {self.moment}\n{before}")
            return
        theirs = told["text"]
        mine, other = (self.model.ask("read", path=name, text=text)["task"] for text in (after, theirs))
        keys = ["scheduled", "due", "complete", "skipped", "recurrence"]
        if self.is_too_far(mine["scheduled"], task):
            self.known["further ahead than TaskNotes looks"] += 1
            return
        if verb == "skip" and task["complete"] == mine["complete"]:
            if set(task["complete"]) - set(other["complete"]):
                self.known["skip of what is completed"] += 1
                keys = [key for key in keys if key not in ("complete", "skipped")]
            elif (other["scheduled"] or "")[:10] in task["complete"]:
                self.known["skip to what is completed"] += 1
                keys = ["complete", "skipped", "recurrence"]
        for key in keys:
            one, two = mine.get(key), other.get(key)
            if isinstance(one, list):
                one, two = sorted(one), sorted(two)
            if one != two:
                self.fault(name, f"{verb}: {key}: mm {one}, model {two} at {self.moment}\n{before}")
                return

    def is_too_far(self, date, task):
        """Whether the model does not look so far for an open occurrence."""
        rule = task["recurrence"]
        interval = int((re.search(r"INTERVAL=(\d+)", rule) or [0, 1])[1])
        days, unit = {"DAILY": (30, 1), "WEEKLY": (90, 7), "MONTHLY": (400, 31), "YEARLY": (800, 366)}[re.search(r"FREQ=(\w+)", rule)[1]]
        first = min(self.now.date(), datetime.date.fromisoformat((task["scheduled"] or date or "9999-12-31")[:10]))
        return bool(date) and datetime.date.fromisoformat(date[:10]) > first + datetime.timedelta(days=max(days, 2 * unit * interval))

    def told(self, name, verb, task, text):
        """Where mm knows more than the model, or differs on purpose (docs/tasknotes.md): the name of that, and what to tell the model."""
        told, known = {}, None
        place = self.place(name, task, text)
        if place:
            known = "moved_from"
            told["place"] = place
            if not self.model.ask("isOccurrence", path=name, text=text, **{"from": place}, day=place[:10])["value"]:
                known = "a beginning off the rule"
                told["own"] = True
        elif "recurrence_anchor: completion" not in text and task.get("scheduled", "")[:10] in task["complete"] + task["skipped"]:
            date = task["scheduled"]
            if not self.model.ask("isOccurrence", path=name, text=text, **{"from": date}, day=date[:10])["value"]:
                known = "a date that is over"
                told |= {"place": date, "own": True}
        if verb == "skip" and "recurrence_anchor: completion" in text:
            told["counted"] = True
            known = known or "skip, counted from completion"
        return known, told

    def place(self, name, task, text):
        """What `moved_from` says, unless that occurrence is over, or the date is an open one itself."""
        place = (re.search(r"^moved_from: (.*)", text, re.M) or [None, None])[1]
        over = task["complete"] + task["skipped"]
        day = (task.get("scheduled") or "")[:10]
        if not place or place[:10] in over:
            return None
        if day != place[:10] and day not in over:
            # The day may lie before the place, where the model looks for nothing: it is asked from further back, in step with the rule.
            if self.model.ask("isOccurrence", path=name, text=text, **{"from": back(place, task["recurrence"])}, day=day)["value"]:
                return None
        return place

    def compare(self, clock):
        """Both read every file."""
        self.vault.now = self.moment
        listed = self.vault.listed()
        waiting = {entry["path"] for entry in self.vault.json("list", "is:archived").get("reminders", [])}
        rings = collections.defaultdict(list)
        for one in self.vault.json("plan", "--limit", "10000", "--horizon", (self.now + datetime.timedelta(days=60)).strftime("%Y-%m-%d"))["notifications"]:
            rings[one["path"]].append(one["local"][:16])
        for name in self.files():
            text = self.vault.read(name)
            task = self.model.ask("read", path=name, text=text)["task"]
            entry = listed.get(name.removesuffix(".md"))
            if entry is None or entry.get("problem"):
                self.fault(name, f"mm does not read it: {entry and entry['problem']}\n{text}")
                continue
            same = {
                "title": (entry["title"], task["title"]), "scheduled": (entry["scheduled"], task.get("scheduled")),
                "due": (entry["due"], task.get("due")),
                "completed": (entry["status"] == "completed", task["isCompleted"]),
                "archived": (name in waiting, task["archived"]),
            }
            for key, (one, two) in same.items():
                if one != two:
                    self.fault(name, f"{key}: mm {one}, model {two} at {self.moment}\n{text}")
            self.alarms(name, task, rings[name], text)

    def alarms(self, name, task, found, text):
        if len(found) != len(set(found)) and not task.get("due"):
            self.fault(name, f"rings twice: {found[:12]}\n{text}")
        if task["archived"] or task["isCompleted"]:
            if found:
                self.fault(name, f"rings although it is silent: {found[:5]}\n{text}")
            return
        date = task.get("scheduled") or ""
        if "T" not in date or "snoozed:" in text:
            return
        # Dragged to a day that is completed or skipped, an occurrence is over in both.
        if task.get("recurrence") and date[:10] in task["complete"] + task["skipped"]:
            return
        at = datetime.datetime.fromisoformat(date[:16])
        wanted = {at} | {at + offset(one["offset"]) for one in task["reminders"] if isinstance(one, dict) and one.get("offset")}
        limit = self.now + datetime.timedelta(days=59)
        # A time that the clocks skip is an hour later.
        zone, utc = zoneinfo.ZoneInfo(self.zone), datetime.timezone.utc
        wanted = {one.replace(tzinfo=zone).astimezone(utc).astimezone(zone).replace(tzinfo=None) for one in wanted}
        wanted = {one.strftime("%Y-%m-%dT%H:%M") for one in wanted if self.now < one < limit}
        missing = wanted - set(found)
        if missing:
            self.fault(name, f"does not ring at {sorted(missing)}: {found[:8]}\n{text}")
        if not task.get("recurrence") and not task.get("due"):
            more = set(found) - wanted
            if more and "min before" not in text and "hour before" not in text and "day before" not in text:
                self.fault(name, f"rings at {sorted(more)} too\n{text}")

    def live(self, turns):
        try:
            self.create()
            self.compare(self.clock())
            for _ in range(turns):
                self.now += datetime.timedelta(hours=self.random.choice((1, 5, 24, 30, 100, 200)), minutes=self.random.randint(1, 50))
                self.turn()
        finally:
            self.model.close()
            self.vault.__exit__()
        return self


def back(place, rule):
    """A date long before a place, as many whole steps of any rule of ours."""
    day = datetime.date.fromisoformat(place[:10])
    isShort = re.search("FREQ=(DAILY|WEEKLY)", rule)
    return str(day - datetime.timedelta(days=84) if isShort else day.replace(year=day.year - 2)) + place[10:]


def clock_text(stamp):
    return stamp.replace(".000Z", "Z")


def offset(text):
    sign = -1 if text.startswith("-") else 1
    days = re.search(r"(\d+)D", text)
    parts = {unit: int((re.search(rf"(\d+){unit}", text.split("T")[-1]) or [0, 0])[1]) if "T" in text else 0 for unit in "HMS"}
    return sign * datetime.timedelta(days=int(days[1]) if days else 0, hours=parts["H"], minutes=parts["M"], seconds=parts["S"])


def itertools_names():
    words = ("Roof", "Bins", "Rent", "Bike", "Plants", "Mum", "Tax", "Filter", "Oil", "Books")
    number = 0
    while True:
        number += 1
        yield f"{words[number % len(words)]} {number}"
