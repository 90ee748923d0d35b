"""Reads and queries the corpus independently of the measured tools, to check their answers."""

import datetime as dt
import heapq
import itertools
import re
import zoneinfo

NOW, ZONE = dt.datetime(2026, 11, 21, 8), zoneinfo.ZoneInfo("Europe/Paris")
LIMIT, RESERVE = 64, 14
# The lines of the tags in the front matter.
TAG_LINES = re.compile(r"^tags:.*\n(?:  - .*\n)*", re.M)


def read(path):
    """A file of the corpus: its keys as text, `tags` as a list, and `body`. An unexpected line is an error."""
    opening, head, body = path.read_text("utf-8").split("---\n", 2)
    assert opening == "" and head.endswith("\n"), path
    found, key = {"tags": [], "body": body}, None
    for line in head[:-1].split("\n"):
        if line.startswith("  - "):
            assert key == "tags", path
            found["tags"].append(line[4:])
            continue
        match = re.fullmatch(r"(\w+):(?: (.*))?", line)
        assert match, f"{path}: {line}"
        key, value = match.group(1), match.group(2) or ""
        assert key not in found or key == "tags" and not found["tags"], f"{path}: {key} stands twice"
        if key == "tags":
            items = value.removeprefix("[").removesuffix("]").split(",")
            found["tags"] = [item.strip() for item in items if item.strip()]
        else:
            found[key] = value.strip('"')
    return found


def read_all(folder):
    """The contents of the files, by path in the folder."""
    return {str(path.relative_to(folder)): read(path) for path in sorted(folder.rglob("*.md"))}


def retagged(text, old, new):
    """The file's text with one tag renamed and nothing else changed."""
    opening, head, body = text.split("---\n", 2)
    head = TAG_LINES.sub(lambda lines: re.sub(rf"(?<=[\s,\[]){old}(?=[\s,\]])", new, lines.group()), head)
    return "---\n".join([opening, head, body])


# The plan


def instant(local):
    return local.replace(tzinfo=ZONE).astimezone(dt.timezone.utc)


def occurrences(item):
    """(instant, identifier) of the future occurrences of a series, soonest first."""
    first = dt.datetime.fromisoformat(item["scheduled"])
    last = dt.date.fromisoformat(item["until"]) if "until" in item else dt.date.max
    kind = item["recurrence"].split()[0]
    day = max(first.date(), NOW.date())
    while day <= last:
        takes = {"daily": True, "weekly": day.weekday() == first.weekday(), "monthly": day.day == first.day}[kind]
        local = dt.datetime.combine(day, first.time())
        if takes and local > NOW:
            yield instant(local), f"{item['id']}@{local:%Y-%m-%dT%H:%M}"
        day += dt.timedelta(days=1)


def plan(items):
    """(identifier, instant) of every notification, in order, by the rules of `mm plan`."""
    ahead = [item for item in items if "scheduled" in item and "completed" not in item]
    single = ((dt.datetime.fromisoformat(item["scheduled"]), item["id"]) for item in ahead if "recurrence" not in item)
    singles = heapq.nsmallest(LIMIT, ((instant(local), name) for local, name in single if local > NOW))
    series = list(itertools.islice(heapq.merge(*(occurrences(item) for item in ahead if "recurrence" in item)), LIMIT))
    places = max(RESERVE, LIMIT - len(series))
    singles = singles[:places]
    chosen = sorted(singles + series[:LIMIT - len(singles)])
    return [(name, f"{when:%Y-%m-%dT%H:%M:%SZ}") for when, name in chosen]
