"""Series: completing, skipping and reopening occurrences."""

import re

from answers import answers, bad, good, grouped

DAILY = "FREQ=DAILY"


def fields(given):
    """The front matter of a series; a day in both lists is read as the specification wants: the last state counts."""
    return {
        "recurrence": given.get("recurrence", DAILY), "scheduled": given.get("scheduled", given.get("targetDate")),
        "due": given.get("due"), "dateCreated": given.get("dateCreated"),
        "recurrence_anchor": given.get("recurrenceAnchor"), "complete_instances": given.get("completeInstances"),
        "skipped_instances": given.get("skippedInstances"),
    }


def state(vault, case):
    found = vault.fields(f"{case['id']}.md")
    return good(
        updatedRecurrence=found["recurrence"], nextScheduled=found.get("scheduled"), nextDue=found.get("due"),
        completeInstances=found.get("complete_instances") or [], skippedInstances=found.get("skipped_instances") or [],
    )


def stepped(cases, lab, words, moment):
    """Runs one command for all cases of a moment, and for those that it refused one by one."""
    with lab.tasks(cases, fields, now=moment) as vault:
        done = vault.run(*words, *(f"{case['id']}.md" for case in cases))
        for case in cases:
            error = None
            if done.code:
                alone = vault.run(*words, f"{case['id']}.md")
                error = alone.said if alone.code else None
            yield case, bad(error) if error else state(vault, case)


@answers("recurrence.complete")
def complete(cases, lab):
    # The plugin completes the day that is shown. A series that counts from the completion records the day of it.
    for group in grouped(cases, lambda given: (given["completionDate"], given["recurrenceAnchor"])):
        given = group[0]["input"]
        day = given["completionDate"]
        words = ["done"] if given["recurrenceAnchor"] == "completion" else ["done", "--on", day]
        yield from stepped(group, lab, words, f"{day}T12:00")


@answers("recurrence.recalculate")
def recalculate(cases, lab):
    """Asks for the next dates as of a day, and takes the rule that the next completion would leave."""
    for group in grouped(cases, lambda given: (given["referenceDate"], given["recurrenceAnchor"])):
        day = group[0]["input"]["referenceDate"]
        with lab.tasks(group, fields, now=f"{day}T00:00") as vault:
            coming = {}
            for item in (one for date in vault.json("agenda", "--days", "100")["days"] for one in date["items"]):
                if item["kind"] == "occurrence":
                    coming.setdefault(item["path"], item["local"][:10])
            done = vault.run("done", *(f"{case['id']}.md" for case in group))
            for case in group:
                path = f"{case['id']}.md"
                rule = state(vault, case)["result"]["updatedRecurrence"]
                yield case, good(updatedRecurrence=rule, nextScheduled=coming.get(path), nextDue=None)


def on_day(verb):
    def step(cases, lab):
        for group in grouped(cases, lambda given: given["targetDate"]):
            day = group[0]["input"]["targetDate"]
            yield from stepped(group, lab, [verb, "--on", day], f"{day}T12:00")

    return step


answers("recurrence.uncomplete_instance", "recurrence.unskip_instance")(on_day("reopen"))
answers("recurrence.skip_instance")(on_day("skip"))


@answers("recurrence.effective_state")
def effective(cases, lab):
    """Whether `mm done --on` and `mm skip --on` find something to do on a day."""
    for case in cases:
        day = case["input"]["targetDate"]
        with lab.tasks([case], lambda given: {**fields(given), "scheduled": "2026-02-19"}, now=f"{day}T12:00") as vault:
            path = f"{case['id']}.md"
            before = vault.read(path)
            found = {}
            for word, verb in (("completed", "done"), ("skipped", "skip")):
                vault.run(verb, path, "--on", day)
                found[word] = vault.read(path) == before
                vault.write(path, before)
            value = next((word for word, same in found.items() if same), "open")
            yield case, good(value=value)


@answers("migration.resolve_instance_overlap")
def overlap(cases, lab):
    """`mm done --on` and `mm skip --on` settle a day that is in both lists."""
    for case in cases:
        given = case["input"]
        both = sorted(set(given["completeInstances"]) & set(given["skippedInstances"]))
        with lab.tasks([case], lambda given: {**fields(given), "scheduled": "2026-02-25"}, now="2026-02-25T12:00") as vault:
            path = f"{case['id']}.md"
            for day in both:
                vault.run("done" if given["policy"] == "prefer_complete" else "skip", path, "--on", day)
            yield case, state(vault, case)


@answers("migration.normalize_aliases")
def aliases(cases, lab):
    """Which spelling of a key counts: that of the day from which the series goes on."""
    for case in cases:
        written = case["input"]["frontmatter"]
        with lab.tasks(
            [case], lambda given: {**written, "scheduled": "2026-02-10", "recurrence": "FREQ=WEEKLY"}, now="2026-02-20T12:00"
        ) as vault:
            path = f"{case['id']}.md"
            told = [problem["id"] for problem in vault.problems().get(case["id"], [])]
            vault.run("done", path)
            moved = vault.fields(path)["scheduled"]
            anchor = "completion" if moved == "2026-02-27" else "scheduled"
            issues = [{"code": "alias_conflict_ignored"}] if "unknown-key" in told else []
            yield case, good(frontmatter={"recurrenceAnchor": anchor}, issues=issues)
