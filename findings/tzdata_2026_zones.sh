#!/bin/bash
# 09:00 on 2026-12-01 by the time zone data of spring 2025 (tzdata 2025.2, the release of Debian 12) and of autumn 2026 (2026.6): 13 of 598
# names have another instant, and each of 2026.2 to 2026.6 brought at least one of them. Beforehand one would
# guess one or two zones a year, and that whoever lags by a single release is right. With the old data alarms come an hour late, in
# Morocco and Western Sahara an hour early.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
for minor in 2025.2 2026.1 2026.2 2026.3 2026.4 2026.5 2026.6; do
    python3 -m pip -q --disable-pip-version-check install --target "$T/$minor" "tzdata==$minor" 2> "$T/log"
done
cat > "$T/compare.py" <<'P'
import datetime, pathlib, sys, zoneinfo
root = pathlib.Path(sys.argv[1])
def zone(release, name):
    with open(root / release / "tzdata/zoneinfo" / name, "rb") as file:
        return zoneinfo.ZoneInfo.from_file(file, key=name)
time = datetime.datetime(2026, 12, 1, 9)
names = sorted(set((root / "2025.2/tzdata/zones").read_text().split()) & set((root / "2026.6/tzdata/zones").read_text().split()))
releases = ["2025.2", "2026.1", "2026.2", "2026.3", "2026.4", "2026.5", "2026.6"]
changed, brought = {}, dict.fromkeys(releases, 0)
for name in names:
    offsets = [time.replace(tzinfo=zone(release, name)).utcoffset() for release in releases]
    for index in range(1, len(releases)):
        brought[releases[index]] += offsets[index] != offsets[index - 1]
    if offsets[0] != offsets[-1]:
        changed[name] = int((offsets[-1] - offsets[0]).total_seconds()) // 3600
print(len(changed), "of", len(names), changed)
print(brought)
assert changed == {
    "Africa/Casablanca": -1, "Africa/El_Aaiun": -1, "America/Edmonton": 1, "America/Havana": 1, "America/Inuvik": 1, "America/Rainy_River": 1,
    "America/Vancouver": 1, "America/Winnipeg": 1, "America/Yellowknife": 1, "Canada/Central": 1, "Canada/Mountain": 1, "Canada/Pacific": 1,
    "Cuba": 1}, changed
assert all(brought[release] for release in releases[2:]), brought
P
python3 "$T/compare.py" "$T"
