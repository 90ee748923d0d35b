"""The reminders that the readers of test-readers are given: each kind of rule, as times and as whole days, in changing zones,
with occurrences completed, skipped and moved by mm itself."""

import datetime as dt
import json
import os
import subprocess

NOW = "2026-11-27T10:00"
#: The days that are compared.
FIRST, LAST = dt.date(2026, 11, 1), dt.date(2029, 12, 31)

ZONES = [
    "Europe/Paris", "Europe/London", "America/New_York", "Europe/Dublin", "Europe/Lisbon", "Asia/Kolkata", "America/Santiago",
    "Australia/Lord_Howe", "America/Sao_Paulo", "UTC",
]
#: A first date, and the rule. The date is an occurrence.
RULES = [line.split(" ", 1) for line in """
2026-11-28 daily
2026-11-28 every 3 days
2026-11-30 weekdays
2026-11-28 weekends
2026-11-28 weekly
2026-11-30 every mon, wed, fri
2026-12-01 every 2 weeks on tue, thu
2026-11-29 every 2 weeks on sun
2026-12-15 monthly
2026-12-31 monthly on 31
2026-11-30 monthly on 30
2026-11-29 monthly on 29
2026-11-30 monthly on 30, 31
2026-12-01 monthly on 1, 15
2026-12-15 monthly on 15, last day
2026-11-30 monthly on last day
2026-11-29 monthly on 2nd last day
2026-12-04 monthly on 1st fri
2026-11-30 monthly on last mon
2026-11-30 monthly on 5th mon
2026-12-10 monthly on 2nd thu
2026-12-31 every 2 months on 31
2026-12-31 every 3 months
2026-12-31 every 6 months on last day
2026-12-31 last day of each quarter
2026-11-28 yearly
2028-02-29 yearly on feb 29
2026-12-31 yearly on dec 31
2027-01-31 yearly on jan 31
2027-06-30 yearly on jun 30
2026-12-24 every 2 years
2027-02-28 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1
2026-11-30 FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
2026-12-01 FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1
2026-12-02 FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2
2026-12-13 FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13
2026-12-07 FREQ=MONTHLY;BYMONTHDAY=7,8,9,10;BYDAY=MO
2026-12-31 FREQ=MONTHLY;BYMONTHDAY=31
2026-12-30 FREQ=MONTHLY;BYMONTHDAY=30,31;BYSETPOS=1
2026-12-31 FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1
2026-12-31 FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD
2026-12-31 FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD
2026-12-28 FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO
2027-01-04 FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO
2027-05-17 FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO
2027-04-10 FREQ=YEARLY;BYYEARDAY=100
2026-12-31 FREQ=YEARLY;BYYEARDAY=-1
2027-12-31 FREQ=YEARLY;BYYEARDAY=1,100,365
2026-12-31 FREQ=YEARLY;BYYEARDAY=365;SKIP=OMIT
2027-03-28 FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
2027-11-25 FREQ=YEARLY;BYMONTH=11;BYDAY=4TH
2026-12-29 FREQ=YEARLY;BYDAY=-1TU
2027-01-04 FREQ=YEARLY;BYDAY=1MO
2026-12-01 FREQ=YEARLY;BYMONTH=6,12;BYMONTHDAY=1
2026-12-31 FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1
2026-12-31 FREQ=YEARLY;BYMONTH=1,3,12;BYMONTHDAY=-1
2026-12-02 FREQ=DAILY;INTERVAL=2;BYMONTH=12,1
2026-12-01 FREQ=DAILY;BYDAY=TU,SA
2026-12-01 FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU
2026-12-01 FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=TU,SU
2026-12-01 FREQ=WEEKLY;BYDAY=TU,TH;BYSETPOS=1
2026-12-01 FREQ=MONTHLY;BYDAY=1TU,3TH
2026-12-01 FREQ=MONTHLY;BYDAY=1TU,FR
2026-12-01 FREQ=DAILY;COUNT=10
2026-12-31 FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5
2026-12-01 FREQ=WEEKLY;BYDAY=TU,TH;COUNT=7
2026-12-31 FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4
2026-12-01 daily until 2027-03-31
2026-12-01 every tue until 2027-06-01
2026-12-31 monthly on 31 until 2028-01-31
""".strip().splitlines()]
#: Those that have times only.
TIMES = [line.split(" ", 1) for line in """
2026-11-28T09:00 hourly until 2026-12-05
2026-11-28T09:00 every 5 hours until 2027-01-31
2026-11-28T09:00 every 90 minutes until 2026-12-05
2026-11-28T09:00 daily at 9:00 and 17:30
2026-11-30T08:00 weekdays at 8:00 and 12:00
2026-11-30T10:00 every mon at 10:00
2026-11-28T09:00 FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30 until 2027-06-30
2026-11-28T23:30 daily
2026-11-28T00:00 every 2 days
2026-12-31T22:00 FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=22,23
""".strip().splitlines()]


def series(number):
    """The front matter of a reminder, with its name."""
    timed = number % 2 == 0
    date, rule = (RULES[number // 2] if number < 2 * len(RULES) else TIMES[number - 2 * len(RULES)])
    lines = [f"title: Series {number:03}", "scheduled: " + (date if "T" in date else date + ("T09:30" if timed else ""))]
    rule, _, until = rule.partition(" until ")
    lines += [f"recurrence: {rule}"] + ([f"until: {until}"] if until else [])
    lines.append(f"timezone: {ZONES[number % len(ZONES)]}")
    return lines


COUNT = 2 * len(RULES) + len(TIMES)


def text(occurrence):
    return occurrence["instant"] and occurrence["instant"][:16] + "Z" or occurrence["local"]


class Corpus:
    def __init__(self, mm, folder):
        self.mm, self.folder = mm, folder
        self.environment = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder),
                            "MM_TIMEZONE": "Europe/Berlin", "MM_NOW": NOW}
        for name in ("MM_DIR", "MM_PLAIN"):
            self.environment.pop(name, None)
        (folder / "notes").mkdir()
        (folder / "notes/tags.yaml").write_text("")
        for number in range(COUNT):
            self.write(number)

    def run(self, *words, folder=None):
        command = [self.mm, "-C", folder or self.folder / "notes", *words]
        return subprocess.run(command, capture_output=True, env=self.environment)

    def must(self, *words):
        answer = self.run(*words)
        if answer.returncode:
            raise SystemExit(f"mm {' '.join(words)}: {answer.stderr.decode()}")
        return answer.stdout

    def coming(self, name, count):
        return json.loads(self.must("next", name, "--count", str(count), "--json"))["occurrences"]

    def write(self, number):
        name, lines = f"r{number:03}", series(number)
        path = self.folder / "notes" / f"{name}.md"
        save = lambda: path.write_text("---\n" + "\n".join(lines) + "\n---\n")
        save()
        # In each of the kinds of rule, one of the two differs from a plain series.
        kind = (number + number // 10) % 5
        if kind == 1:
            # Two that are not the next ones are skipped.
            later = [one["local"] for one in self.coming(name, 6)]
            lines.append(f"skipped_instances: [{', '.join(json.dumps(one[:16]) for one in later[2:6:2])}]")
            save()
        elif kind == 2:
            self.must("done", name)
        elif kind == 3:
            # The next one is moved two days on, by hand.
            first = self.coming(name, 1)[0]["local"]
            moved = dt.datetime.fromisoformat(first) + dt.timedelta(days=2, hours=1 if "T" in first else 0)
            self.must("edit", name, "--scheduled", moved.strftime("%Y-%m-%dT%H:%M" if "T" in first else "%Y-%m-%d"))
        elif kind == 4:
            self.must("skip", name)

    def wanted(self):
        """Of each title, the days and instants that mm itself names."""
        return {f"Series {number:03}": self.dates(f"r{number:03}") for number in range(COUNT)}

    def imported(self, folder, feed):
        """What mm has, by title, after it has imported the feed into an empty folder."""
        folder.mkdir()
        (folder / "tags.yaml").write_text("")
        answer = self.run("import", "ics", feed, folder=folder)
        if answer.returncode:
            raise SystemExit(f"mm import ics: {answer.stderr.decode()}")
        found = {}
        # If a series became many, that is clear from the first of them.
        for path in sorted(folder.glob("*.md"))[: 2 * COUNT]:
            title = path.read_text().split("\ntitle: ")[1].split("\n")[0]
            answer = self.run("next", path.name, "--count", "4000", "--json", folder=folder)
            coming = json.loads(answer.stdout)["occurrences"] if answer.returncode == 0 else []
            found.setdefault(title, []).extend(text(one) for one in coming)
        return found

    def dates(self, name):
        found = {text(one) for one in self.coming(name, 4000)}
        return {one for one in found if FIRST.isoformat() <= one[:10] <= LAST.isoformat()}
