#!/bin/bash
# Emacs 28.2 (Debian 12) gives each entry of the diary another UID at every export to iCalendar, even if nothing has changed: RFC 5545
# (3.8.4.7) wants an identifier that persists, so a program that imports the file again has everything twice. Beforehand one would guess
# that the UID is made of the entry, since `icalendar-export-file` is meant to be run again and again.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
command -v emacs > /dev/null || { apt-get -qq update; apt-get -qq install -y --no-install-recommends emacs-nox > /dev/null; }
export HOME=$T TZ=Europe/Paris; emacs --version | head -n 1
printf 'Dec 1, 2026 09:30 Dentist\nDec 4, 2026 Hand in the form\n' > "$T/diary"
for n in 1 2; do
    emacs --batch -l icalendar --eval "(icalendar-export-file \"$T/diary\" \"$T/$n.ics\")" 2> "$T/log" || { cat "$T/log"; exit 1; }
    sleep 1
done
grep -h -e ^UID -e ^SUMMARY "$T/1.ics" "$T/2.ics" | tr -d '\r' | tee "$T/out"
test "$(grep -c ^UID "$T/out")" = 4; test "$(grep ^UID "$T/out" | sort -u | wc -l)" = 4
test "$(grep ^SUMMARY "$T/out" | sort -u | wc -l)" = 2
