#!/bin/bash
# A local time that the clocks skip, 2027-03-28 02:30 in Paris: python-dateutil 2.9.0.post0 converts it with the offset after the gap, to
# 00:30 UTC (01:30 local), and 4.0.0 with the offset before it, as RFC 5545 (3.3.5) says, to 01:30 UTC (03:30 local). So every occurrence
# in a gap moves by an hour with the version. Beforehand one would guess that a library keeps the instant of a given local time across
# versions. In the overlap of 2026-10-25 both take the first 02:30.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
cat > "$T/gap.py" <<'P'
import datetime, sys
from dateutil import tz
zone = tz.gettz("Europe/Paris")
times = [datetime.datetime(2027, 3, 28, 2, 30), datetime.datetime(2026, 10, 25, 2, 30)]
found = [time.replace(tzinfo=zone).astimezone(tz.UTC).strftime("%H:%M") for time in times]
print(sys.argv[1], found)
assert found == sys.argv[2:], found
P
for version in 2.9.0.post0 4.0.0; do
    python3 -m venv "$T/$version"
    "$T/$version/bin/pip" -q --disable-pip-version-check install "python-dateutil==$version"
done
"$T/2.9.0.post0/bin/python" "$T/gap.py" 2.9.0.post0 00:30 00:30
"$T/4.0.0/bin/python" "$T/gap.py" 4.0.0 01:30 00:30
