#!/bin/bash
# A local time on the night of a clock change, in a series of an iCalendar file with a VTIMEZONE. RFC 5545 (3.3.5): a time that occurs twice
# is the first one, a time that does not exist has the offset before the gap. In Paris that is 00:30 UTC for 2027-10-31 02:30, and 01:30
# UTC for 2027-03-28 02:30. khal 0.14.1 (icalendar 7.3.2, pytz 2026.6) takes the second one, 01:30 UTC, so that the alarm of a series
# comes an hour later on that one day; its gap is right. libical 3.0.16 has both the other way round, gap 00:30 and overlap 01:30 UTC.
# Beforehand one would guess that the calendar programs of one system agree on an instant.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/v"
"$T/v/bin/pip" -q --disable-pip-version-check install khal==0.14.1 icalendar==7.3.2 pytz==2026.6 tzdata==2026.6
mkdir "$T/calendar" "$T/home"
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VTIMEZONE TZID:Europe/Paris BEGIN:DAYLIGHT DTSTART:19810329T020000 \
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU' TZOFFSETFROM:+0100 TZOFFSETTO:+0200 END:DAYLIGHT BEGIN:STANDARD DTSTART:19961027T030000 \
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU' TZOFFSETFROM:+0200 TZOFFSETTO:+0100 END:STANDARD END:VTIMEZONE BEGIN:VEVENT UID:1@example.org \
    DTSTAMP:20260101T000000Z 'DTSTART;TZID=Europe/Paris:20270327T023000' DURATION:PT10M 'RRULE:FREQ=DAILY;UNTIL=20271101T023000Z' \
    SUMMARY:Pills END:VEVENT END:VCALENDAR > "$T/pills.ics"
cat > "$T/config" <<E
[calendars]
[[x]]
path = $T/calendar
type = calendar
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[default]
default_calendar = x
E
khal() { HOME=$T/home "$T/v/bin/khal" -c "$T/config" "$@"; }
khal import --batch -a x "$T/pills.ics"
found=$(khal list --day-format '' --format '{start-long}' 2027-03-28 1d; khal list --day-format '' --format '{start-long}' 2027-10-31 1d)
echo "khal:" $found
test "$found" = $'2027-03-28 01:30\n2027-10-31 01:30'
# The library of Debian 12, without its headers.
(cd "$T" && apt-get -qq download libical3=3.0.16-1+b1 2> log && dpkg -x libical3_*.deb libical)
cat > "$T/libical.py" <<'P'
import ctypes, datetime, glob, sys
library = ctypes.CDLL(glob.glob(sys.argv[1] + "/libical/usr/lib/*/libical.so.3")[0])
class Time(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in "year month day hour minute second is_date is_daylight".split()] + [("zone", ctypes.c_void_p)]
library.icaltime_from_string.restype, library.icaltime_from_string.argtypes = Time, [ctypes.c_char_p]
library.icaltimezone_get_builtin_timezone.restype = ctypes.c_void_p
library.icaltime_as_timet_with_zone.restype, library.icaltime_as_timet_with_zone.argtypes = ctypes.c_long, [Time, ctypes.c_void_p]
zone = library.icaltimezone_get_builtin_timezone(b"Europe/Paris")
times = [library.icaltime_from_string(text) for text in (b"20270328T023000", b"20271031T023000")]
found = [datetime.datetime.fromtimestamp(library.icaltime_as_timet_with_zone(time, zone), datetime.UTC).strftime("%H:%M") for time in times]
print("libical:", found)
assert found == ["00:30", "01:30"], found
P
python3 "$T/libical.py" "$T"
