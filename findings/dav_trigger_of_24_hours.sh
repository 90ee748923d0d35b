#!/bin/bash
# Radicale 3.9.0 and Xandikos 0.4.10 store `TRIGGER:-PT24H` as `-P1D`. In RFC 5545 (3.3.6) a day is nominal and an hour exact, so of an event at
# 12:00 on the day when the clocks change, the alarm moves by an hour. Beforehand one would guess that a server keeps the value of a
# property, since RFC 4791 (5.3.4) lets it change the object only if it then gives no entity tag; both give one.
set -euo pipefail
T=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$T"' EXIT
python3 -m venv "$T/v"; "$T/v/bin/pip" -q --disable-pip-version-check install Radicale==3.9.0 xandikos==0.4.10
mkdir "$T/r" "$T/x"
"$T/v/bin/python" -m radicale --config '' --server-hosts=127.0.0.1:18051 --storage-filesystem-folder="$T/r" --auth-type=none >/dev/null 2>&1 &
"$T/v/bin/python" -m xandikos serve -d "$T/x" -l 127.0.0.1 -p 18052 --autocreate --current-user-principal /user/ >/dev/null 2>&1 &
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//a//EN BEGIN:VEVENT UID:a DTSTAMP:20261101T000000Z SUMMARY:a \
    'DTSTART:20270328T100000Z' BEGIN:VALARM ACTION:DISPLAY DESCRIPTION:a 'TRIGGER;RELATED=START:-PT24H' END:VALARM END:VEVENT END:VCALENDAR > "$T/a.ics"
for home in 127.0.0.1:18051/user/ 127.0.0.1:18052/user/calendars/; do
    until curl -s -o /dev/null -u user: "http://$home"; do sleep 0.2; done
    curl -s -o /dev/null -u user: -X MKCALENDAR "http://${home}test/"
    curl -s -u user: -D "$T/head" -T "$T/a.ics" -H 'Content-Type: text/calendar' "http://${home}test/a.ics"
    grep -qi '^etag:' "$T/head"
    curl -s -u user: "http://${home}test/a.ics" | grep TRIGGER | tr -d '\r' | tee "$T/out"
    grep -q -e '-P1D$' "$T/out"
done
