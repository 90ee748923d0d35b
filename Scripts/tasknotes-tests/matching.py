"""Whether an answer is what a case of the specification expects, after its description of the assertions."""

import datetime
import re

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Mismatch(Exception):
    pass


def need(condition, message):
    if not condition:
        raise Mismatch(message)


def same(actual, expected):
    """Two scalars; date-times that are the same moment are the same."""
    if isinstance(actual, str) and isinstance(expected, str) and "T" in actual and "T" in expected:
        try:
            first, second = (datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) for text in (actual, expected))
            return first == second
        except (ValueError, TypeError):
            pass
    return actual == expected and isinstance(actual, bool) == isinstance(expected, bool)


def match(actual, expected, given, at="answer"):
    if isinstance(expected, dict):
        if "$regex" in expected:
            need(isinstance(actual, str), f"{at}: found {actual!r}, expected a text")
            need(re.search(expected["$regex"], actual), f"{at}: found {actual!r}, expected /{expected['$regex']}/")
        elif "$oneOf" in expected:
            need(any(fits(actual, one, given) for one in expected["$oneOf"]), f"{at}: found {actual!r}, expected one of {expected['$oneOf']}")
        elif "$contains" in expected and isinstance(expected["$contains"], list):
            need(isinstance(actual, list), f"{at}: found {actual!r}, expected a list")
            for item in expected["$contains"]:
                need(any(fits(one, item, given) for one in actual), f"{at}: found {actual!r}, expected {item!r} in it")
        elif "$contains" in expected:
            match(actual, expected["$contains"], given, at)
        elif "$ref" in expected:
            value = given
            for part in expected["$ref"].removeprefix("input.").split("."):
                value = value[part]
            match(actual, value, given, at)
        else:
            need(isinstance(actual, dict), f"{at}: found {actual!r}, expected an object")
            for key, value in expected.items():
                match(actual.get(key), value, given, f"{at}.{key}")
    elif isinstance(expected, list):
        need(isinstance(actual, list) and len(actual) == len(expected), f"{at}: found {actual!r}, expected {expected!r}")
        for place, (one, other) in enumerate(zip(actual, expected)):
            match(one, other, given, f"{at}[{place}]")
    else:
        need(same(actual, expected), f"{at}: found {actual!r}, expected {expected!r}")


def fits(actual, expected, given):
    try:
        match(actual, expected, given)
        return True
    except Mismatch:
        return False


def days_between(first, second):
    return (datetime.date.fromisoformat(second[:10]) - datetime.date.fromisoformat(first[:10])).days


def series(result, given, reference):
    """What completing, and counting anew, have in common."""
    following, deadline = result["nextScheduled"], result["nextDue"]
    need("FREQ=" in result["updatedRecurrence"], f"the rule is {result['updatedRecurrence']}")
    if following:
        need(following[:10] >= reference, f"the next date is {following}, before {reference}")
    if following and deadline and given.get("scheduled") and given.get("due"):
        need(
            days_between(following, deadline) == days_between(given["scheduled"], given["due"]),
            f"the deadline {deadline} is too near to, or too far from {following}",
        )


def check(case, answer):
    """Nothing if the answer is right; raises a Mismatch otherwise."""
    given, kind = case["input"], case["assertion"]
    if kind == "envelope_error":
        need(not answer["ok"], f"accepted: {answer.get('result')}")
        return
    if kind in ("envelope_equals", "create_compat_invariants"):
        match(answer, case["expect"], given)
        if kind == "create_compat_invariants":
            need(answer["result"]["path"].endswith(".md"), "no Markdown file")
        return
    need(answer["ok"], answer.get("error"))
    result = answer["result"]
    rule, anchor = result["updatedRecurrence"], given.get("recurrenceAnchor")

    def starts(date):
        need(f"DTSTART:{date[:10].replace('-', '')};" in rule, f"the rule is {rule}, expected DTSTART of {date[:10]}")

    if kind == "recurrence_complete_invariants":
        day = given["completionDate"]
        need(day in result["completeInstances"], f"completed: {result['completeInstances']}, without {day}")
        need(day not in result["skippedInstances"], f"skipped: {result['skippedInstances']}, with {day}")
        starts(day if anchor == "completion" else given["scheduled"])
        series(result, given, day)
    elif kind == "recurrence_recalculate_invariants":
        if anchor == "scheduled":
            need("DTSTART:" in rule, f"the rule is {rule}, without DTSTART")
        series(result, given, given["referenceDate"])
        following = (result["nextScheduled"] or "")[:10]
        need(following not in given.get("skippedInstances", []), f"the next date {following} is skipped")
        if anchor != "completion":
            need(following not in given.get("completeInstances", []), f"the next date {following} is completed")
    else:
        raise AssertionError(kind)
