#!/bin/bash
# systemd 252 (Debian 12): a timer with OnCalendar=*-*-* 02:30:00 Europe/Berlin does not elapse on the day on which the clocks skip that
# time (28 March 2027): after 27 March comes 29 March, and a single date with that time never elapses. Beforehand one would guess 03:00 or
# 03:30 of the same day, as cron of Debian runs such a job once the clocks have changed. A daily reminder by such a timer is silent that day.
# Needs Debian 12 (apt-get). Installs nothing: the packages are unpacked in a temporary directory.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
cd "$T"
apt-get download systemd libsystemd-shared > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" .; done
elapse() { LD_LIBRARY_PATH="$T/usr/lib/$(uname -m)-linux-gnu/systemd" usr/bin/systemd-analyze calendar --base-time="2027-03-26 12:00:00 UTC" "$@"; }
usr/bin/systemd-analyze --version | head -1
elapse --iterations=3 "*-*-* 02:30:00 Europe/Berlin" | tee out
elapse "2027-03-28 02:30:00 Europe/Berlin" | tee one
grep -q "2027-03-27 01:30:00 UTC" out
grep -q "2027-03-29 00:30:00 UTC" out
! grep -q "2027-03-28" out
grep -q "Next elapse: never" one
