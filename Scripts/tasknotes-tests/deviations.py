"""What mm answers otherwise on purpose: the list in deviations.txt."""

import pathlib

REASONS, KINDS = {}, {}


def numbers(text):
    """`3,7-9`: 3, 7, 8 and 9."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


for line in pathlib.Path(__file__).with_name("deviations.txt").read_text("utf-8").splitlines():
    if not line or line.startswith("#"):
        continue
    if line.startswith("  "):
        name, _, which = line.strip().partition(" ")
        for number in numbers(which.replace(" ", "")):
            KINDS[f"{name}.{number:04}"] = kind_name
    else:
        kind_name, _, reason = line.partition(": ")
        REASONS[kind_name] = reason


def kind(case):
    return KINDS.get(case["id"])
