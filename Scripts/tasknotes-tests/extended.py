"""Reminders and dependencies, as far as mm goes: it rings the former, and reads the latter."""

from answers import NotApplicable, answers, bad, good


def alarm_faults(cases, lab, entries):
    """Each case with the first fault that `mm check` finds in the alarms of a task."""
    with lab.vault() as vault:
        for case in cases:
            fields = case["input"].get("frontmatter", {"due": "2026-02-20T10:00:00Z", "scheduled": "2026-02-19T10:00:00Z"})
            vault.task(f"{case['id']}.md", {"tags": ["task"], **fields, "reminders": entries(case["input"])})
        problems = vault.problems()
        for case in cases:
            faults = [one["message"] for one in problems.get(case["id"], []) if one["severity"] != "note"]
            yield case, faults


@answers("reminder.validate_entry")
def alarm(cases, lab):
    for case, faults in alarm_faults(cases, lab, lambda given: [given["entry"]]):
        yield case, bad(f"invalid: {faults[0]}") if faults else good(value="valid")


@answers("reminder.validate_set")
def alarms(cases, lab):
    for case, faults in alarm_faults(cases, lab, lambda given: given["entries"]):
        yield case, bad(f"invalid: {faults[0]}") if faults else good(value="valid_set")


@answers("reminder.add", "reminder.update", "reminder.remove")
def edited(cases, lab):
    for case in cases:
        yield case, NotApplicable("mm adds an alarm, or removes all: it has no edit of a single one by its id")


def blocked(lab, entries, name="Task", others=()):
    with lab.vault() as vault:
        vault.task(f"tasks/{name}.md", {"tags": ["task"], "scheduled": "2026-03-02", "blockedBy": entries})
        for other in others:
            vault.task(f"tasks/{other}.md", {"tags": ["task"], "status": "open"})
        listed = [entry["path"] for entry in vault.json("list", "is:blocked")["reminders"]]
        return f"tasks/{name}.md" in listed, vault.problems().get(f"tasks/{name}", [])


@answers("dependency.validate_entry")
def dependency(cases, lab):
    """Whether mm finds the task that blocks, and what `mm check` says of the entry."""
    with lab.vault() as vault:
        for case in cases:
            vault.task(f"tasks/{case['id']}.md", {"tags": ["task"], "scheduled": "2026-03-02", "blockedBy": [case["input"]["entry"]]})
        vault.task("tasks/task-a.md", {"tags": ["task"], "status": "open"})
        listed = {entry["path"] for entry in vault.json("list", "is:blocked")["reminders"]}
        problems = vault.problems()
        for case in cases:
            faults = [one["message"] for one in problems.get(f"tasks/{case['id']}", []) if one["id"] == "invalid-value"]
            isFound = f"tasks/{case['id']}.md" in listed
            if faults or not isFound:
                yield case, bad(f"invalid: {faults[0] if faults else 'no task is found'}")
            else:
                yield case, good(value="valid")


@answers("dependency.validate_set")
def dependencies(cases, lab):
    for case in cases:
        given = case["input"]
        isFound, problems = blocked(lab, given["entries"], given["taskUid"], ["task-b", "task-c"])
        faults = [one["message"] for one in problems if one["id"] == "invalid-value"]
        yield case, bad(f"invalid: {faults[0]}") if faults or not isFound else good(value="valid_set")


@answers("dependency.missing_target_behavior")
def missing(cases, lab):
    for case in cases:
        given = case["input"]
        if given["onWrite"]:
            yield case, NotApplicable("mm reads blockedBy and never writes it")
            continue
        isBlocked, _ = blocked(lab, [given["entry"]])
        yield case, good(blocked=isBlocked, issue="unresolved_dependency_target", severity=given["unresolvedTargetSeverity"])
