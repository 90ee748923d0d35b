#!/bin/bash
# todoman 4.7.0 writes the times of a to-do that it completes or edits in UTC, without TZID, also of a repeating one. RFC 5545 (3.3.10)
# repeats a rule at the local time of DTSTART, so a to-do at 09:00 in Paris, completed once in November, is at 10:00 from the end of
# March on. Beforehand one would guess that the copy which todoman goes on with is at the same local time, as the to-do was.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/v"; "$T/v/bin/pip" -q --disable-pip-version-check install todoman==4.7.0
mkdir -p "$T/lists/home"; export HOME=$T XDG_CACHE_HOME=$T/cache TZ=Europe/Paris
printf 'path = "%s/lists/*"\ndate_format = "%%Y-%%m-%%d"\ntime_format = "%%H:%%M"\ndefault_list = "home"\n' "$T" > "$T/config.py"
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//a//EN BEGIN:VTODO UID:first DTSTAMP:20261101T000000Z SUMMARY:Pills \
    'DTSTART;TZID=Europe/Paris:20261127T080000' 'DUE;TZID=Europe/Paris:20261127T090000' 'RRULE:FREQ=DAILY' END:VTODO END:VCALENDAR \
    > "$T/lists/home/first.ics"
todo() { "$T/v/bin/todo" -c "$T/config.py" "$@"; }
todo list; todo done 1
tr -d '\r' < <(cat "$T"/lists/home/*.ics) | grep -e ^DTSTART -e ^DUE -e ^RRULE -e ^STATUS | tee "$T/out"
test "$(grep -c '^DUE:.*Z$' "$T/out")" = 2; test "$(grep -c TZID "$T/out")" = 0; grep -q '^DUE:20261128T080000Z' "$T/out"
