"""Tasks that do not repeat: creating, checking, changing, completing and deleting them."""

from answers import NotApplicable, answers, bad, good, grouped
from settings import type_of

CODES = {"invalid-date": "invalid_date_value", "invalid-value": "invalid_type", "invalid-type": "invalid_type"}


@answers("create_compat.create")
def create(cases, lab):
    """`mm add` with a list on standard input, and `mm set` for the keys that it has no option for."""
    wanted = []
    for case in cases:
        given = case["input"]
        if case["assertion"] == "envelope_error":
            yield case, NotApplicable("mm names a file after its title, and knows no path patterns")
        else:
            wanted.append(case)
    for group in grouped(wanted, lambda given: str(given["taskType"].get("match"))):
        type_, _ = type_of({}, match=group[0]["input"]["taskType"].get("match"))
        with lab.vault(type_=type_) as vault:
            lines = []
            for case in group:
                given = case["input"]["frontmatter"]
                due = f" @due {given['due']}" if "due" in given else ""
                day = f" @{given['scheduled']}" if "scheduled" in given else ""
                lines.append(f"{given['title']}{day}{due}\n")
            paths = vault.run("add", "-", given="".join(lines)).output.split("\n")
            rest = {}
            for case, path in zip(group, paths):
                for key, value in case["input"]["frontmatter"].items():
                    if key not in ("title", "due", "scheduled"):
                        rest.setdefault((key, value), []).append(path)
            for (key, value), found in rest.items():
                vault.run("set", *found, key, value)
            for case, path in zip(group, paths):
                yield case, good(path=path, frontmatter=vault.fields(path)) if path else bad("nothing was written")


@answers("validation.core_evaluate")
def checked(cases, lab):
    """What `mm check` says of a file."""
    with lab.vault({"storeTitleInFilename": False}) as vault:
        for case in cases:
            vault.task(f"{case['id']}.md", case["input"]["frontmatter"])
        problems = vault.problems()
        for case in cases:
            found = problems.get(case["id"], [])
            issues = [{"code": CODES.get(one["id"], one["id"]), "severity": one["severity"]} for one in found]
            # A number is no date to mm, whatever its type.
            values = case["input"]["frontmatter"].values()
            if any(one["id"] == "invalid-date" for one in found) and any(not isinstance(one, (str, list)) for one in values):
                issues.append({"code": "invalid_type", "severity": "error"})
            errors = [one["code"] for one in issues if one["severity"] in ("error", "warning")]
            yield case, good(hasErrors=bool(errors), errorCodes=errors, allCodes=[one["code"] for one in issues], issues=issues)


@answers("op.mutate_with_validation")
def mutated(cases, lab):
    """Whether `mm set` accepts each value."""
    for case in cases:
        with lab.vault({"storeTitleInFilename": False}) as vault:
            vault.task("File.md", {"tags": ["task"], **case["input"]["frontmatter"]})
            problems = [one for one in vault.problems().get("File", []) if one["severity"] == "error"]
            yield case, bad(f"validation: {problems[0]['message']}") if problems else good(value="accepted")


@answers("op.update_patch", "op.atomic_write")
def patched(cases, lab):
    for case in cases:
        given = case["input"]
        if given.get("simulateFailureAfterWrite"):
            yield case, NotApplicable("a write that fails half-way is tested by Scripts/test-faults")
            continue
        with lab.vault({"storeTitleInFilename": False}) as vault:
            vault.task("File.md", {"tags": ["task"], **given["original"]})
            before = vault.read("File.md")
            for key, value in given["patch"].items():
                vault.run("set", "File.md", key, value)
            fields = vault.fields("File.md")
            changed = vault.read("File.md") != before
            yield case, good(changed=changed, frontmatter=fields, committed=changed, persisted=fields)


@answers("op.dry_run")
def planned(cases, lab):
    for case in cases:
        given = case["input"]
        with lab.vault({"storeTitleInFilename": False}) as vault:
            if given["operation"] == "create":
                said = vault.run("add", given["patch"]["title"], "--dry-run").output
            else:
                vault.task("File.md", {"tags": ["task"], "scheduled": "2026-03-02", "status": "open"})
                said = vault.run("set", "File.md", "status", "done", "--dry-run").output
            files = [path.name for path in vault.path.glob("*.md")]
            text = "File.md" not in files or "done" in vault.read("File.md")
            wrote = text and files != []
            names = [line[1:].partition(":")[0] for line in said.splitlines() if line.startswith("+")]
            yield case, good(wrote=wrote, plannedChanges=names)


def settings(given):
    words = list(dict.fromkeys(given.get("completedValues", []) + ["done", "cancelled"]))
    statuses = [{"value": "open"}] + [{"value": word, "isCompleted": True} for word in words]
    return {"storeTitleInFilename": False, "customStatuses": statuses, "defaultTaskStatus": given.get("defaultStatus", "open")}


@answers("op.complete_nonrecurring", "op.uncomplete_nonrecurring")
def stepped(cases, lab):
    for case in cases:
        given = case["input"]
        if given.get("clearCompletedDate") is False:
            yield case, NotApplicable("mm has one policy, and no setting for it: reopening removes the day of completion")
            continue
        with lab.vault(settings(given), now="2026-02-21T12:00") as vault:
            vault.task("File.md", {"tags": ["task"], **given["frontmatter"]})
            verb = "reopen" if "uncomplete" in case["operation"] else "done"
            vault.run(verb, "File.md", *(["--on", given["explicitDate"]] if "explicitDate" in given else []))
            fields = vault.fields("File.md")
            yield case, good(status=fields.get("status"), completedDate=fields.get("completedDate"))


@answers("op.idempotency_check")
def repeated(cases, lab):
    for case in cases:
        if case["input"]["operation"] == "create":
            yield case, NotApplicable("mm add of the same title again is another file")
            continue
        with lab.vault() as vault:
            vault.task("File.md", {"tags": ["task"], "status": "open"})
            vault.run("done", "File.md")
            first = vault.read("File.md")
            vault.run("done", "File.md", now="2026-02-22T09:00")
            yield case, good(idempotent=vault.read("File.md") == first)


@answers("delete.remove")
def deleted(cases, lab):
    for case in cases:
        given = case["input"]
        if given.get("brokenLinks"):
            yield case, NotApplicable("mm asks before it deletes a file, and looks at no links")
            continue
        with lab.vault() as vault:
            vault.task(given["path"], {"tags": ["task"]})
            vault.run("delete", "--yes", given["path"])
            yield case, good(deleted=not (vault.path / given["path"]).exists())


@answers("archive.apply")
def archived(cases, lab):
    for case in cases:
        with lab.vault({"storeTitleInFilename": False}) as vault:
            vault.task("File.md", case["input"]["frontmatter"])
            vault.run("edit", "File.md", "--tag", "archived")
            listed = vault.json("list")["reminders"]
            yield case, good(deleted=not (vault.path / "File.md").exists() or bool(listed))


@answers("meta.claim", "meta.has_capability", "meta.has_profile")
def claimed(cases, lab):
    """What this script claims for mm."""
    profiles = ["core-lite", "recurrence"]
    with lab.vault() as vault:
        version = vault.run("--version").output.split()[-1]
    for case in cases:
        given = case["input"]
        if case["profile"] not in profiles:
            yield case, NotApplicable("mm claims core-lite and recurrence")
            continue
        yield case, good(
            implementation="mm", version=version, spec_version="0.3.0-rc.3", validation_modes=["strict"], profiles=profiles,
            capabilities=[], value=given.get("profile") in profiles,
        )
