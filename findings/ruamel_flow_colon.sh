#!/bin/bash
# ruamel.yaml 0.18.17 with ruamel.yaml.clib 0.2.15 (libyaml 0.1.x inside), typ="safe", refuses a whole document for a plain scalar
# with a colon in a flow list, `[2026-11-27T17:00]` or `[Home, health:meds]`. PyYAML 6.0.3 (libyaml 0.2.5), the round-trip loader of
# the same ruamel.yaml, and pure=True read it. Beforehand one would guess that YAML 1.2 allows it, that the library advertises YAML
# 1.2, and so that both of its loaders read it. Seen: a ScannerError of the safe loader alone. Quoted, all four read it alike.
set -euo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/v"
"$T/v/bin/pip" -q --disable-pip-version-check install PyYAML==6.0.3 ruamel.yaml==0.18.17 ruamel.yaml.clib==0.2.15
"$T/v/bin/python" - <<'P'
import yaml
from ruamel.yaml import YAML
def read(load, text):
    try: return load(text)["k"]
    except Exception as error: return type(error).__name__
loaders = {"PyYAML": yaml.CSafeLoader and (lambda t: yaml.load(t, Loader=yaml.CSafeLoader)), "rt": YAML().load,
           "pure": YAML(typ="safe", pure=True).load, "safe": lambda t: YAML(typ="safe").load(t)}
for text in ("k: [2026-11-27T17:00]\n", "k: [Home, health:meds]\n"):
    got = {name: read(load, text) for name, load in loaders.items()}
    print(text.strip(), got)
    assert isinstance(got["safe"], str) and got["safe"].endswith("Error"), got
    assert got["PyYAML"] == list(got["rt"]) == got["pure"], got
got = {name: list(read(load, 'k: ["2026-11-27T17:00"]\n')) for name, load in loaders.items()}
assert all(value == ["2026-11-27T17:00"] for value in got.values()), got
P
