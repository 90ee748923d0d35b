#!/bin/bash
# Taskwarrior 2.6.2 numbers the tasks that it makes of a recurring one, and after `task 1 modify recur:weekly` goes on with the next number,
# counted in weeks from the first date. A daily task of 3 November of which three more were made, changed to weekly on 5 November, is next
# made for 1 December. Beforehand one would guess 10 November, the next date of the new period. The other way round, weekly to daily, a
# date is made twice: once by each period.
# Needs Debian 12 (apt-get) and faketime. Installs nothing: the package is unpacked in a temporary directory.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
cd "$T"
apt-get download taskwarrior > /dev/null 2>&1
dpkg -x taskwarrior_2.6.2*.deb .
printf 'data.location=%s/data\nconfirmation=no\nrecurrence.confirmation=no\nverbose=nothing\n' "$T" > rc
mkdir data; export TASKRC=$T/rc TASKDATA=$T/data TZ=Europe/Paris
task() { local at=$1; shift; faketime "$at" usr/bin/task "$@" < /dev/null; }
task '2026-11-02 09:00:00' add Plants due:2026-11-03 recur:daily
task '2026-11-05 09:00:00' list > /dev/null
task '2026-11-05 09:05:00' +PARENT modify recur:weekly
task '2026-11-30 09:00:00' list > /dev/null
task '2026-11-30 09:00:00' +CHILD export | python3 -c '
import json, sys
print(*sorted((task["due"], task["recur"]) for task in json.load(sys.stdin)), sep="\n")' | tee dates
# 23:00 UTC is midnight in Paris. Nothing was made for the 10th, the 17th and the 24th.
test "$(grep -c daily dates)" = 4; test "$(grep weekly dates)" = "('20261130T230000Z', 'weekly')"
