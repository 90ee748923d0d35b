"""The programs and libraries that read a feed, one row each: how it is asked for its version and for the dates of a feed, and what it
does not know at all, so that no way of writing it would help (docs/interop.md says so too)."""

import datetime as dt
import json
import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
FEED, TO_DOS = "VEVENT", "VTODO"


class Missing(Exception):
    pass


class Reader:
    def __init__(self, name, read, version, kinds=(FEED, TO_DOS), lacks=None, first=False):
        self.name, self.read, self.version, self.kinds = name, read, version, kinds
        #: A pattern in the text of a series, which is then not compared.
        self.lacks = re.compile(lacks, re.MULTILINE) if lacks else None
        #: Whether it shows only the first date of a series.
        self.first = first


class Place:
    """What readers share: the interpreter with the packages, an empty folder, and the days."""

    def __init__(self, python, folder, first, last):
        self.python, self.folder, self.first, self.last = python, folder, first, last

    def output(self, *command, **more):
        if not shutil.which(str(command[0])):
            raise Missing(f"there is no {command[0]}")
        answer = subprocess.run([str(one) for one in command], capture_output=True, text=True, **more)
        if answer.returncode:
            raise Missing(f"{command[0]}: status {answer.returncode}: {(answer.stderr or answer.stdout)[-400:]}")
        return answer.stdout


def python(name):
    return lambda place, feed: json.loads(place.output(
        place.python, "-W", "ignore", HERE / "python_readers.py", name, feed, place.first, place.last))


def dav(server):
    return lambda place, feed: json.loads(place.output(place.python, "-W", "ignore", HERE / "dav.py", server, feed, place.first, place.last))


def package(*names):
    """The versions of Python packages."""
    script = "import sys, importlib.metadata as m; print(', '.join(n + ' ' + m.version(n) for n in sys.argv[1:]))"
    return lambda place: place.output(place.python, "-c", script, *names).strip()


def grouped(pairs):
    found = {}
    for title, value in pairs:
        found.setdefault(title, []).append(value)
    return found


def libical(place, feed):
    program = place.folder / "libical"
    place.output("cc", "-O1", "-o", program, HERE / "libical.c", "-lical")
    return grouped(line.split("\t") for line in place.output(program, feed).splitlines())


def ical_js(place, feed):
    if not place.ical_js:
        raise Missing("by hand: --ical-js FILE")
    return json.loads(place.output("node", HERE / "icaljs.mjs", place.ical_js, feed, place.last))


KHAL = """[calendars]
[[c]]
path = {0}/khal
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[default]
default_calendar = c
[sqlite]
path = {0}/khal.db
"""


def khal(place, feed):
    (place.folder / "khal").mkdir()
    (place.folder / "khal.conf").write_text(KHAL.format(place.folder))
    run = [place.python, "-W", "ignore", "-m", "khal", "-c", place.folder / "khal.conf"]
    place.output(*run, "import", "--batch", "-a", "c", feed)
    keys = [word for key in ("title", "start", "all-day") for word in ("--json", key)]
    lines = place.output(*run, "list", "-a", "c", *keys, place.first, place.last).splitlines()
    return grouped(
        (one["title"], one["start"] if one["all-day"] == "True" else one["start"].replace(" ", "T") + "Z")
        for line in lines for one in json.loads(line)
    )


def calcurse(place, feed):
    """It has one zone, that of the machine, which is here that of the series that are compared."""
    environment = {**os.environ, "TZ": "Europe/Paris", "LC_ALL": "C"}
    (place.folder / "calcurse").mkdir()
    base = ["calcurse", "-D", place.folder / "calcurse"]
    # It exits with 1 if it has left out a series, such as one of hours.
    subprocess.run([*base, "-q", "-i", feed], env=environment, capture_output=True)
    forms = ["--format-apt", "A %s %m\n", "--format-recur-apt", "A %s %m\n", "--format-event", "E %m\n", "--format-recur-event", "E %m\n"]
    span = ["--from", f"{place.first:%m/%d/%Y}", "--to", f"{place.last:%m/%d/%Y}"]
    day, pairs = None, []
    for line in place.output(*base, "-Q", *span, "--filter-type", "cal", *forms, env=environment).splitlines():
        if header := re.match(r"(\d\d)/(\d\d)/(\d\d):", line):
            day = "20{2}-{0}-{1}".format(*header.groups())
        elif line.startswith("E "):
            pairs.append((line[2:], day))
        elif line.startswith("A "):
            _, seconds, title = line.split(" ", 2)
            pairs.append((title, dt.datetime.fromtimestamp(int(seconds), dt.timezone.utc).strftime("%Y-%m-%dT%H:%MZ")))
    return grouped(pairs)


def todoman(place, feed):
    """What it shows as the date of each to-do."""
    (place.folder / "lists/home").mkdir(parents=True)
    (place.folder / "todoman.py").write_text(
        f'path = "{place.folder}/lists/*"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ndefault_list = "home"\n')
    place.output(place.python, "-W", "ignore", HERE / "python_readers.py", "split", feed, place.folder / "lists/home")
    environment = {**os.environ, "TZ": "UTC", "XDG_CACHE_HOME": str(place.folder / "cache"), "HOME": str(place.folder)}
    text = place.output(place.python, "-W", "ignore", "-m", "todoman", "-c", place.folder / "todoman.py", "--porcelain", "list",
                        env=environment)
    # Its JSON has a whole day as midnight.
    days = {part.split("SUMMARY:")[1].split("\n")[0] for part in feed.read_text().replace("\r", "").split("BEGIN:VTODO")[1:]
            if re.search(r"^(DTSTART|DUE);VALUE=DATE:", part, re.M)}
    form = lambda one: "%Y-%m-%d" if one["summary"] in days else "%Y-%m-%dT%H:%MZ"
    moment = lambda one: dt.datetime.fromtimestamp(one["due"] or one["start"], dt.timezone.utc).strftime(form(one))
    return grouped((one["summary"], moment(one)) for one in json.loads(text) if one["due"] or one.get("start"))


READERS = [
    Reader("icalendar", python("recurring_ical_events"), package("icalendar", "recurring-ical-events")),
    Reader("dateutil", python("dateutil"), package("python-dateutil")),
    Reader("vobject", python("vobject"), package("vobject")),
    # Of a moved occurrence of a series in UTC, it shows the old date too.
    Reader("ical", python("ical"), package("ical"), kinds=(FEED,), lacks=r"^RECURRENCE-ID:\d{8}T\d{6}Z"),
    Reader("khal", khal, package("khal"), kinds=(FEED,)),
    # It estimates the dates of a rule with an end without its INTERVAL, and refuses more than 10000. It expands no to-dos.
    Reader("Radicale", dav("radicale"), package("radicale"), kinds=(FEED,), lacks=r"^RRULE:FREQ=MINUTELY.*UNTIL"),
    Reader("Xandikos", dav("xandikos"), package("xandikos")),
    # Its icalcomponent_foreach_recurrence takes the local times of RDATE for UTC.
    Reader("libical", libical, lambda place: place.output("pkg-config", "--modversion", "libical").strip(), lacks=r"^RDATE;TZID"),
    # It knows no RDATE, BYSETPOS, BYYEARDAY, BYHOUR and RECURRENCE-ID, no rules of hours, and no zone but that of the machine, and
    # counts a month without the day.
    Reader("calcurse", calcurse, lambda place: place.output("calcurse", "--version").split("\n")[0], kinds=(FEED,),
           lacks=r"^RDATE|BYSETPOS|BYYEARDAY|BYHOUR|BYMONTHDAY.*COUNT|^RECURRENCE-ID|FREQ=(HOURLY|MINUTELY)|^DTSTART:\d{8}T|TZID=(?!Europe/Paris)"),
    # Of a moved occurrence, it shows the date of the series.
    Reader("todoman", todoman, package("todoman"), kinds=(TO_DOS,), first=True, lacks=r"^RECURRENCE-ID"),
    Reader("ical.js", ical_js, lambda place: str(place.ical_js)),
]
