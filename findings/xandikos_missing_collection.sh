#!/bin/bash
# Xandikos 0.4.10 answers a PROPFIND of a path that does not exist with 207, as if it were there, and the 404 is the status of the only response in
# it. Beforehand one would guess a 404, which RFC 4918 (9.1) and other servers give for a resource that is not there: a client that looks
# at the status alone takes a wrong address for an empty calendar.
set -euo pipefail
T=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$T"' EXIT
python3 -m venv "$T/v"; "$T/v/bin/pip" -q --disable-pip-version-check install xandikos==0.4.10
mkdir "$T/x"
"$T/v/bin/python" -m xandikos serve -d "$T/x" -l 127.0.0.1 -p 18053 --autocreate --current-user-principal /user/ >/dev/null 2>&1 &
until curl -s -o /dev/null http://127.0.0.1:18053/; do sleep 0.2; done
curl -s -w '\n%{http_code}\n' -X PROPFIND -H 'Depth: 1' --data '<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>' \
    http://127.0.0.1:18053/user/nothing/ | tee "$T/out"
tail -n 1 "$T/out" | grep -qx 207; grep -q 'HTTP/1.1 404 Not Found' "$T/out"
