#!/bin/bash
# mdformat 1.0.0 with mdformat-frontmatter 2.2.0 (PyPI): the last key of the front matter, if it is a block scalar (`note: |`), becomes
# `note: |-`, which is another value: its line break at the end is gone. The same key before another one stays `|`. Beforehand one would
# guess that a formatter changes no value, wherever the key stands.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/v"
"$T/v/bin/pip" -q --disable-pip-version-check install mdformat==1.0.0 mdformat-frontmatter==2.2.0 PyYAML==6.0.4
printf -- '---\ntitle: Bins\nnote: |\n  Back door\n---\n\nBody\n' > "$T/last.md"
printf -- '---\nnote: |\n  Back door\ntitle: Bins\n---\n\nBody\n' > "$T/first.md"
note() { "$T/v/bin/python" -c 'import sys, yaml; print(ascii(yaml.safe_load(open(sys.argv[1]).read().split("---")[1])["note"]))' "$1"; }
[ "$(note "$T/last.md")" = "'Back door\n'" ]
"$T/v/bin/mdformat" "$T/last.md" "$T/first.md"
head -4 "$T/last.md"
note "$T/last.md" | tee "$T/out"
note "$T/first.md"
[ "$(cat "$T/out")" = "'Back door'" ]
[ "$(note "$T/first.md")" = "'Back door\n'" ]
