#!/bin/bash
# khal 0.14.1 (PyPI), `khal new -g Work,Home …`, writes two categories as CATEGORIES:Work\,Home,Work\,Home: the comma escaped, so that
# they are one, and that one twice. Beforehand one would expect CATEGORIES:Work,Home.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/v"; "$T/v/bin/pip" -q --disable-pip-version-check install khal==0.14.1
mkdir -p "$T/cal"
printf '[calendars]\n[[c]]\npath = %s/cal\n[locale]\nlocal_timezone = Europe/Paris\ndefault_timezone = Europe/Paris\ntimeformat = %%H:%%M\ndateformat = %%Y-%%m-%%d\nlongdateformat = %%Y-%%m-%%d\ndatetimeformat = %%Y-%%m-%%d %%H:%%M\nlongdatetimeformat = %%Y-%%m-%%d %%H:%%M\n[default]\ndefault_calendar = c\n[sqlite]\npath = %s/db\n' "$T" "$T" > "$T/conf"
"$T/v/bin/khal" --version
HOME="$T" "$T/v/bin/khal" -c "$T/conf" new -a c -g Work,Home 2026-12-01 09:00 09:30 Meet
grep CATEGORIES "$T"/cal/*.ics | tr -d '\r' | tee "$T/out"
grep -qF 'CATEGORIES:Work\,Home,Work\,Home' "$T/out"
