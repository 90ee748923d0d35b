#!/bin/bash
# todoman 4.7.0 completes an occurrence of a repeating to-do by taking RRULE from it, and goes on with a copy under another UID. So what
# identifies the series (RFC 5545, 3.8.4.7) is that of its first, completed occurrence, and whoever reads the file again finds a new series.
# The copy has the whole COUNT again. Beforehand one would guess that the UID stays with the series, and that FREQ=DAILY;COUNT=2 is over
# after two completions. Seen: three completions leave three completed to-dos and an open fourth one, all with their own UID, with COUNT=2.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/v"; "$T/v/bin/pip" -q --disable-pip-version-check install todoman==4.7.0
mkdir -p "$T/lists/home"; export HOME=$T XDG_CACHE_HOME=$T/cache TZ=UTC
printf 'path = "%s/lists/*"\ndate_format = "%%Y-%%m-%%d"\ndefault_list = "home"\n' "$T" > "$T/config.py"
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//a//EN BEGIN:VTODO UID:first DTSTAMP:20261101T000000Z SUMMARY:Pills \
    'DUE;VALUE=DATE:20261127' 'RRULE:FREQ=DAILY;COUNT=2' END:VTODO END:VCALENDAR > "$T/lists/home/first.ics"
todo() { "$T/v/bin/todo" -c "$T/config.py" "$@"; }
for i in 1 2 3; do todo done "$(todo --porcelain list | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])')"; done
tr -d '\r' < <(cat "$T"/lists/home/*.ics) | grep -e ^UID -e ^DUE -e ^RRULE -e ^STATUS | tee "$T/out"
test "$(grep -c '^UID' "$T/out")" = 4; test "$(grep -c '^STATUS:COMPLETED' "$T/out")" = 3
test "$(grep -c '^RRULE:FREQ=DAILY;COUNT=2' "$T/out")" = 1; test "$(grep '^UID' "$T/out" | sort -u | wc -l)" = 4
