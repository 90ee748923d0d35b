"""Expands a feed with a Python package: `python python_readers.py NAME FEED FIRST LAST`. It prints the days and instants of each title
as JSON."""

import datetime as dt
import json
import sys

import icalendar

UTC = dt.timezone.utc


def text(value):
    if not isinstance(value, dt.datetime):
        return value.isoformat()
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def recurring_ical_events(feed, first, last):
    import recurring_ical_events as library

    calendar = icalendar.Calendar.from_ical(feed)
    for one in library.of(calendar, components=["VEVENT", "VTODO"]).between(first, last + dt.timedelta(days=1)):
        start = one.get("DTSTART") or one["DUE"]
        yield str(one["SUMMARY"]), start.dt


def ical(feed, first, last):
    from ical.calendar_stream import IcsCalendarStream

    calendar = IcsCalendarStream.calendar_from_ics(feed)
    moment = lambda day: dt.datetime(day.year, day.month, day.day, tzinfo=UTC)
    timeline = calendar.timeline_tz(UTC) if calendar.events else calendar.todos_timeline_tz(UTC) if hasattr(calendar, "todos_timeline_tz") else None
    if timeline is None:
        from ical.list import todo_list_view

        return ((one.summary, one.dtstart or one.due) for one in todo_list_view(calendar.todos))
    return ((one.summary, one.dtstart) for one in timeline.overlapping(moment(first), moment(last + dt.timedelta(days=1))))


def vobject(feed, first, last):
    import vobject as library

    for calendar in library.readComponents(feed):
        parts = [one for kind in ("vevent_list", "vtodo_list") for one in getattr(calendar, kind, [])]
        moved = {}
        for one in parts:
            if hasattr(one, "recurrence_id"):
                moved.setdefault(one.uid.value, []).append(one)
        for one in parts:
            start = (one.dtstart if hasattr(one, "dtstart") else one.due).value
            if hasattr(one, "recurrence_id") or not one.getrruleset():
                yield one.summary.value, start
                continue
            gone = {text(other.recurrence_id.value) for other in moved.get(one.uid.value, [])}
            for value in one.getrruleset(addRDate=True):
                if value.date() > last:
                    break
                value = value if isinstance(start, dt.datetime) else value.date()
                if text(value) not in gone:
                    yield one.summary.value, value


def dateutil(feed, first, last):
    """Of each series its rule set, on the wall clock."""
    from dateutil import rrule

    calendar = icalendar.Calendar.from_ical(feed)
    parts = [one for one in calendar.walk() if one.name in ("VEVENT", "VTODO")]
    values = lambda one, name: [
        date.dt for value in (one.get(name, []) if isinstance(one.get(name), list) else [one[name]] if name in one else []) for date in value.dts
    ]
    plain = lambda value: value.replace(tzinfo=None) if isinstance(value, dt.datetime) else dt.datetime(value.year, value.month, value.day)
    for one in parts:
        start = (one.get("DTSTART") or one["DUE"]).dt
        if "RRULE" not in one:
            yield str(one["SUMMARY"]), start
            continue
        zone = getattr(start, "tzinfo", None)
        found = rrule.rruleset()
        rule = one["RRULE"].copy()
        end = [plain(value.astimezone(zone) if isinstance(value, dt.datetime) else value) for value in rule.pop("UNTIL", [])]
        found.rrule(rrule.rrulestr(rule.to_ical().decode(), dtstart=plain(start)))
        for value in values(one, "RDATE"):
            found.rdate(plain(value))
        gone = [other["RECURRENCE-ID"].dt for other in parts if "RECURRENCE-ID" in other and other["UID"] == one["UID"]]
        for value in values(one, "EXDATE") + gone:
            found.exdate(plain(value))
        for value in found:
            if value.date() > last or end and value > end[0] and value not in map(plain, values(one, "RDATE")):
                break
            yield str(one["SUMMARY"]), value.replace(tzinfo=zone) if isinstance(start, dt.datetime) else value.date()


def split(path, folder):
    """Writes each component as a file of its own."""
    for number, one in enumerate(icalendar.Calendar.from_ical(open(path, "rb").read()).walk("VTODO")):
        single = icalendar.Calendar()
        single.add_component(one)
        with open(f"{folder}/{number}.ics", "wb") as file:
            file.write(single.to_ical())


if __name__ == "__main__":
    if sys.argv[1] == "split":
        sys.exit(split(*sys.argv[2:]))
    name, path, *days = sys.argv[1:]
    first, last = map(dt.date.fromisoformat, days)
    with open(path, encoding="utf-8", newline="") as file:
        feed = file.read()
    found = {}
    for title, value in globals()[name](feed, first, last):
        found.setdefault(title, []).append(text(value))
    print(json.dumps(found))
