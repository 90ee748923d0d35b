"""Single merges of one file, as two people or machines make them: what both sides do, and whether a person has to decide.

The registry scenarios are in the file `tags.yaml`.
"""
import re

FILE = """---
title: Water the plants
tags: [Home, Garden]
scheduled: 2026-11-21T09:00
recurrence: daily
due: 2026-11-30
priority: low
---
One can for each.

Not the cactus.

Ask Ann.
"""
SERIES = FILE.replace("due: 2026-11-30\n", "")
ONCE = SERIES.replace("recurrence: daily\n", "")
TAGS = """Garden:
  color: "#22C55E"
  id: 11
  created: 2026-01-01
Work:
  color: "#3B82F6"
  id: 22
  created: 2026-01-02
"""


def to(old, new):
    return lambda text: text.replace(old, new, 1)


def add(line):
    return to("---\nOne", f"{line}\n---\nOne")


def all_of(*changes):
    def change(text):
        for one in changes:
            text = one(text)
        return text
    return change


def done(day, *days):
    """The series after `mm done`."""
    return all_of(to("2026-11-21T09:00", f"2026-11-{day}T09:00"), add(f"complete_instances: [{', '.join(f'2026-11-{d}' for d in days)}]"))


def reversed_keys(text):
    _, front, body = text.split("---\n")
    return "---\n" + "".join(reversed(front.splitlines(keepends=True))) + "---\n" + body


# Name, file, what one side does, what the other does, the keys in conflict, texts that the result must have.
CASES = [
    ("a tag on each side", FILE, to("Garden]", "Garden, Ann]"), to("Garden]", "Garden, Bob]"), [], ["[Home, Garden, Ann, Bob]"]),
    ("a tag added, another removed", FILE, to("Garden]", "Garden, Ann]"), to("Home, ", ""), [], ["[Garden, Ann]"]),
    ("a tag renamed, another added", FILE, to("Garden]", "Allotment]"), to("Garden]", "Garden, Bob]"), [], ["[Home, Allotment, Bob]"]),
    ("a tag and the date beside it", FILE, to("Garden]", "Garden, Ann]"), to("21T09:00", "22T09:00"), [], ["Ann]", "22T09:00"]),
    ("the title and the tags", FILE, to("plants", "cacti"), to("Garden]", "Garden, Bob]"), [], ["cacti", "Bob]"]),
    ("done on both machines", SERIES, done(22, 21), done(22, 21), [], ["22T09:00", "[2026-11-21]"]),
    ("done twice on one machine, once on the other", SERIES, done(23, 21, 22), done(22, 21), [], ["23T09:00", "[2026-11-21, 2026-11-22]"]),
    ("done here, skipped there", SERIES, done(22, 21), all_of(to("21T09:00", "22T09:00"), add("skipped_instances: [2026-11-21]")), [],
     ["complete_instances: [2026-11-21]", "skipped_instances: [2026-11-21]"]),
    ("done here, retagged there", SERIES, done(22, 21), to("Garden]", "Garden, Bob]"), [], ["22T09:00", "Bob]"]),
    ("done here, snoozed there", SERIES, done(22, 21), add("snoozed: 2026-11-21T12:00"), [], ["22T09:00"]),
    ("snoozed on both sides", SERIES, add("snoozed: 2026-11-21T12:00"), add("snoozed: 2026-11-21T13:00"), [], ["T13:00"]),
    ("completed on both sides", ONCE, add("completed: 2026-11-21T10:00"), add("completed: 2026-11-21T09:30"), [], ["T09:30"]),
    ("completed here, retitled there", ONCE, add("completed: 2026-11-21T10:00"), to("plants", "cacti"), [], ["T10:00", "cacti"]),
    ("a new key on each side", FILE, add("mine: 1"), add("other: 2"), [], ["mine: 1", "other: 2"]),
    ("the same new key on both sides", FILE, add("mine: 1"), add("mine: 1"), [], ["mine: 1"]),
    ("neighbouring keys", FILE, to("due: 2026-11-30", "due: 2026-12-01"), to("low", "high"), [], ["12-01", "high"]),
    ("a key removed, its neighbour changed", FILE, to("due: 2026-11-30\n", ""), to("low", "high"), [], ["high"]),
    ("a comment above a key that the other side changes", FILE, to("due:", "# by then\ndue:"), to("2026-11-30", "2026-12-01"), [], ["# by then\ndue: 2026-12-01"]),
    ("a comment beside a value that the other side changes", FILE, to("low", "low # really"), to("low", "high"), [], ["high # really"]),
    ("the order of the keys, and a value", FILE, reversed_keys, to("low", "high"), [], ["high"]),
    ("the list on lines of its own, and a tag", FILE, to("tags: [Home, Garden]", "tags:\n  - Home\n  - Garden"), to("Garden]", "Garden, Bob]"), [], ["  - Bob"]),
    ("CRLF line endings, and a value", FILE, to("\n", "\n"), to("low", "high"), [], ["high"]),
    ("different paragraphs of the text", FILE, to("One can", "Two cans"), to("Ask Ann", "Ask Bob"), [], ["Two cans", "Ask Bob"]),
    ("the text and a key", FILE, to("One can", "Two cans"), to("low", "high"), [], ["Two cans", "high"]),
    ("a tag registered on each side", TAGS, lambda text: "Art:\n  color: pink\n" + text, lambda text: text + "Zoo:\n  color: teal\n", [], ["Art:", "Zoo:"]),
    ("the same tag registered on both sides", TAGS, lambda text: text + "Zoo:\n  color: teal\n  id: 44\n  created: 2026-02-02\n",
     lambda text: text + "Zoo:\n  color: teal\n  id: 33\n  created: 2026-02-03\n", [], ["id: 33\n  created: 2026-02-02"]),
    ("a tag renamed here, coloured there", TAGS, all_of(to("Work:", "Job:"), lambda text: text + "  aliases: [Work]\n"), to("#3B82F6", "#000000"), [],
     ["Job:\n  color: \"#000000\""]),
    # A person has to decide.
    ("two titles", FILE, to("plants", "cacti"), to("plants", "orchids"), ["title"], ["cacti", "orchids"]),
    ("two dates off the rule", FILE, to("21T09:00", "24T17:00"), to("21T09:00", "25T18:00"), ["scheduled"], ["24T17:00", "25T18:00"]),
    ("a key removed here, changed there", FILE, to("priority: low\n", ""), to("low", "high"), ["priority"], ["high"]),
    ("two colours of a new tag", TAGS, lambda text: text + "Zoo:\n  color: teal\n", lambda text: text + "Zoo:\n  color: pink\n", ["color"], ["teal", "pink"]),
]


def conflicts(text):
    """The keys between the markers."""
    found = re.findall(r"<<<<<<< [^\n]*\n(.*?)=======\n(.*?)>>>>>>> [^\n]*\n", text, re.S)
    return sorted({line.split(":")[0].strip() for pair in found for side in pair for line in side.splitlines()})


def case(place, environment, Clone, base, one, other, is_registry, installs):
    place.mkdir()
    clone = Clone(place, environment)
    name = "tags.yaml" if is_registry else "x.md"
    clone.git("init", "-q")
    clone.run("mm", "init", "-q")
    if installs:
        clone.run("mm", "git", "install", "-q")
    (place / name).write_text(base)
    clone.commit("base")
    clone.git("checkout", "-qb", "other")
    (place / name).write_text(other(base))
    clone.commit("other")
    clone.git("checkout", "-q", "main")
    text = one(base)
    (place / name).write_text(text)
    clone.commit("one")
    status = clone.git("merge", "-q", "--no-edit", "other", check=False).returncode
    return status, (place / name).read_text()


def run(home, environment, Clone):
    failed = plain = 0
    for number, (name, base, one, other, keys, texts) in enumerate(CASES):
        if name.startswith("CRLF"):
            one = lambda text: text.replace("\n", "\r\n")  # noqa: E731
        is_registry = base is TAGS
        plain += case(home / f"plain{number}", environment, Clone, base, one, other, is_registry, False)[0] != 0
        for way, sides in [("", (one, other)), (" (exchanged)", (other, one))]:
            status, text = case(home / f"mm{number}{way}", environment, Clone, base, *sides, is_registry, True)
            missing = [part for part in texts if part not in text.replace("\r", "")]
            if (status != 0) != bool(keys) or conflicts(text) != keys or missing:
                failed += 1
                print(f"{name}{way}: status {status}, conflicts {conflicts(text)}, missing {missing}\n{text}")
    needed = sum(bool(keys) for *_, keys, _ in CASES)
    print(f"{len(CASES)} scenarios: plain git stops in {plain}, mm where a person has to decide ({needed}); {failed} wrong")
    return failed > 0


FAULTS = {
    "mm is missing": "exec no-such-program \"$@\"",
    "mm is killed": "kill -9 $$",
    "mm aborts": "kill -ABRT $$",
    "mm fails": "exit 2",
    "mm is used wrongly": "exit 64",
    "the disk is full": "ulimit -f 0; trap '' XFSZ; exec \"$REAL_MM\" \"$@\"",
}


def faults(home, environment, Clone):
    """With a driver that fails, git has to give the same as without one."""
    failed = 0
    for number, (fault, script) in enumerate(FAULTS.items()):
        for index, (name, base, one, other, *_) in enumerate(CASES[:4] + CASES[-4:-1]):
            plain = case(home / f"plain{number}-{index}", environment, Clone, base, one, other, False, False)
            bin = home / f"bin{number}"
            bin.mkdir(exist_ok=True)
            real = environment["PATH"].split(":")[0] + "/mm"
            (bin / "mm").write_text(f"#!/bin/sh\n[ \"$1\" = merge-driver ] || exec {real} \"$@\"\n{script}\n")
            (bin / "mm").chmod(0o755)
            broken = environment | {"PATH": f"{bin}:{environment['PATH']}", "REAL_MM": real}
            result = case(home / f"fault{number}-{index}", broken, Clone, base, one, other, False, True)
            shown = [(status, re.sub(r"^(<<<<<<<|>>>>>>>).*", r"\1", text, flags=re.M)) for status, text in (plain, result)]
            left = [path.name for path in (home / f"fault{number}-{index}").iterdir() if "merge_file" in path.name]
            if shown[0] != shown[1] or left:
                failed += 1
                print(f"{fault}: {name}: plain git gives\n{plain}\nand with the driver\n{result}, left {left}")
    print(f"{len(FAULTS)} faults of the driver; {failed} wrong")
    return failed > 0
