#!/bin/bash
# A no-break space is no blank in YAML: `title: A` above a line that two of them indent gives the key "\u00a0\u00a0scheduled", and
# `title:<U+00A0>A` is text without a key. PyYAML 6.0.3 and Psych 4.0 read the same. Web pages and some keyboards
# (Option-Space on a Mac) leave them, and no editor shows them. Beforehand one would expect an error in the first case.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/v"; "$T/v/bin/pip" -q --disable-pip-version-check install PyYAML==6.0.3
printf 'title: A\n\xc2\xa0\xc2\xa0scheduled: 2026-12-01\n' > "$T/a.yaml"; printf 'title:\xc2\xa0A\n' > "$T/b.yaml"
"$T/v/bin/python" - "$T/a.yaml" "$T/b.yaml" <<'P'
import sys, yaml
a, b = (yaml.safe_load(open(path, encoding="utf-8")) for path in sys.argv[1:])
print(yaml.__version__, a, repr(b))
assert list(a) == ["title", "\u00a0\u00a0scheduled"] and b == "title:\u00a0A"
P
if command -v ruby > /dev/null; then
    ruby -ryaml -rdate -e 'a = YAML.load(File.read(ARGV[0], encoding: "UTF-8"), permitted_classes: [Date]); puts Psych::VERSION; p a.keys; abort unless a.keys[1] == "\u00a0\u00a0scheduled"' "$T/a.yaml"
fi
