#!/bin/bash
# A to-do with a deadline and no start, and an alarm 15 minutes before the deadline (TRIGGER;RELATED=END), as task apps write it. RFC 5545
# (3.8.6.3) allows it: DUE is the end that the alarm is related to. icalendar 7.3.2 gives no alarm time but raises IncompleteComponent, "No
# DTSTART given."; with a DTSTART beside it, it gives DUE minus 15 minutes, which does not depend on that start. Beforehand one would guess
# that only alarms related to the start need one.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/venv"
"$T/venv/bin/pip" -q --disable-pip-version-check install icalendar==7.3.2
cat > "$T/alarm.py" <<'P'
import icalendar
TODO = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//finding//EN
BEGIN:VTODO
UID:rent
DTSTAMP:20261101T000000Z
{}DUE:20261210T090000Z
SUMMARY:Rent
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Rent
TRIGGER;RELATED=END:-PT15M
END:VALARM
END:VTODO
END:VCALENDAR
"""


def times(start):
    todo = icalendar.Calendar.from_ical(TODO.format(start)).walk("VTODO")[0]
    try:
        return [f"{alarm.trigger:%d %H:%M}" for alarm in todo.alarms.times]
    except icalendar.error.IncompleteComponent as error:
        return str(error)


found = [times(start) for start in ("", "DTSTART:20261201T090000Z\n", "DTSTART:20261209T120000Z\n")]
print(icalendar.__version__, found)
assert found == ["No DTSTART given.", ["10 08:45"], ["10 08:45"]], found
P
"$T/venv/bin/python" "$T/alarm.py"
