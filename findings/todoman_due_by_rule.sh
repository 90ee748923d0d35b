#!/bin/bash
# todoman 4.7.0 completes an occurrence of a repeating to-do and finds the next DTSTART and the next DUE each by the rule. RFC 5545 (3.8.5.3) says
# that a series begins at DTSTART, and that each occurrence keeps the length of the first. Beforehand one would guess that a to-do of the 1st of each
# month, due on the 5th, is next one of 1 January, due on 5 January. Seen: it is due on 1 January, before anybody has started.
# A to-do with RDATE and FREQ=DAILY;COUNT=1 goes on as one without any date, and the further dates stay in the completed one.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/v"; "$T/v/bin/pip" -q --disable-pip-version-check install todoman==4.7.0
export HOME=$T XDG_CACHE_HOME=$T/cache TZ=UTC
printf 'path = "%s/lists/*"\ndate_format = "%%Y-%%m-%%d"\ndefault_list = "home"\n' "$T" > "$T/config.py"
todo() { "$T/v/bin/todo" -c "$T/config.py" "$@"; }
next() { # the lines of a to-do's dates; prints the dates of the copy that goes on
    rm -rf "$T/lists" "$T/cache"; mkdir -p "$T/lists/home"
    printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//a//EN BEGIN:VTODO UID:first DTSTAMP:20261101T000000Z SUMMARY:Rent "$@" END:VTODO END:VCALENDAR \
        > "$T/lists/home/first.ics"
    todo done "$(todo --porcelain list | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])')" > /dev/null
    for file in "$T"/lists/home/*.ics; do [ "${file##*/}" = first.ics ] || tr -d '\r' < "$file" | { grep -e '^DTSTART' -e '^DUE' || true; }; done
}
next 'DTSTART;VALUE=DATE:20261201' 'DUE;VALUE=DATE:20261205' 'RRULE:FREQ=MONTHLY;BYMONTHDAY=1' | tee "$T/out"
test "$(cat "$T/out")" = $'DTSTART;VALUE=DATE:20270101\nDUE;VALUE=DATE:20270101'
next 'DTSTART;VALUE=DATE:20261130' 'DUE;VALUE=DATE:20261130' 'RRULE:FREQ=DAILY;COUNT=1' 'RDATE;VALUE=DATE:20261230,20261231' | tee "$T/out"
test -z "$(cat "$T/out")"; grep -q '^RDATE' "$T/lists/home/first.ics"
