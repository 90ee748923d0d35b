#!/bin/bash
# PyYAML 6.0.3 writes an anchor and an alias where two keys hold the same date object: `scheduled: &id001 2026-11-20` and `remind: *id001`.
# It does so for dates and times only; the same string or number twice is written twice. So a script that sets one date from another, as
# in post["remind"] = post["scheduled"], leaves aliases in front matter that nobody typed.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/v"; "$T/v/bin/pip" -q --disable-pip-version-check install PyYAML==6.0.3
"$T/v/bin/python" - <<'P'
import datetime, yaml
print(yaml.__version__)
when, word, number = datetime.date(2026, 11, 20), "weekly on a certain day of the week", 12345678901234567890
text = yaml.safe_dump({"due": when, "remind": when, "x": word, "y": word, "n": number, "m": number}, sort_keys=False)
print(text)
assert text.startswith("due: &id001 2026-11-20\nremind: *id001\n") and text.count("&") == 1
P
