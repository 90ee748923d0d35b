"""Dates: what mm lists, and what it says of a value that is no date."""

from answers import NotApplicable, answers, bad, good, grouped


def read(cases, lab, zone, key="value"):
    """Each case with what mm lists of a task whose date is the value."""
    with lab.tasks(cases, lambda given: {"scheduled": given[key]}, zone=zone) as vault:
        listed = vault.listed()
        for case in cases:
            entry = listed.get(case["id"], {})
            problem = entry.get("problem")
            # A date that is empty is no error to mm: there is just none.
            yield case, entry, problem or (None if entry.get("scheduled") else "empty: there is no date")


def instant_day(entry):
    """The day, in the zone of the run."""
    return (entry["at"] or entry["scheduled"])[:10]


@answers("date.parse_utc", "date.parse_local", "date.validate")
def parsed(cases, lab):
    for group in grouped(cases, lambda given: len(given["value"])):
        for case, entry, problem in read(group, lab, "UTC"):
            if problem:
                yield case, bad(f"Invalid: {problem}")
                continue
            day = instant_day(entry)
            yield case, good(date=day, localDate=day, isoDate=day, value=entry["scheduled"])


@answers("date.get_part")
def part(cases, lab):
    for case, entry, problem in read(cases, lab, "UTC"):
        yield case, bad(problem) if problem else good(value=entry["scheduled"][:10])


@answers("date.has_time")
def has_time(cases, lab):
    for case, entry, problem in read(cases, lab, "UTC"):
        yield case, good(value=not problem and not entry["allDay"])


@answers("date.is_same", "date.is_before")
def compared(cases, lab):
    # A query is read before any file, so a second date that is none is asked of a file as well.
    with lab.tasks(cases, lambda given: {"scheduled": given["a"]}) as vault:
        for case in cases:
            mark = "" if case["operation"].endswith("same") else "<"
            day = case["input"]["b"][:10]
            found = vault.run("list", "--all", "--tsv", "--columns", "path", f"path:{case['id']}.md", f"scheduled:{mark}{day}")
            yield case, good(value=case["id"] in found.output and found.code == 0)


@answers("date.day_in_timezone")
def day_in_zone(cases, lab):
    for case in cases:
        given = case["input"]
        with lab.tasks([case], lambda given: {"scheduled": given["instant"]}, zone=given["timezone"]) as vault:
            plan = vault.run("plan", "--json", now="2025-12-01T00:00")
            if plan.code:
                yield case, bad(f"timezone: {plan.said}")
            else:
                yield case, good(value=vault.json("plan", now="2025-12-01T00:00")["notifications"][0]["local"][:10])


@answers("date.resolve_operation_target")
def target(cases, lab):
    """Which day `mm done` records of a series."""
    for case in cases:
        given = case["input"]
        dates = {key: given.get(key) for key in ("scheduled", "due")}
        with lab.tasks([case], lambda given: {**dates, "recurrence": "FREQ=DAILY"}, now="2026-02-20T12:00") as vault:
            words = ["--on", given["explicitDate"]] if "explicitDate" in given else []
            done = vault.run("done", f"{case['id']}.md", *words)
            found = vault.fields(f"{case['id']}.md").get("complete_instances") or []
            yield case, good(value=found[-1]) if found else bad(f"Invalid: {done.said}")
