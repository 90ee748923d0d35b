#!/bin/bash
# Psych, Ruby's YAML (Debian 12: Ruby 3.1), takes plain scalars for other types that no schema of YAML gives: `45,000` is the integer
# 45000, `yEs` is true and `nULL` is nil in any mix of case, `:tea` is a Symbol (which safe_load refuses), and `09:00` is 32400
# although YAML 1.1 allows no leading zero there. PyYAML 6.0.3 reads all five as strings. Beforehand one would guess that what is a
# string in YAML 1.1 and in 1.2 is a string in every loader.
set -euo pipefail
command -v ruby > /dev/null || { echo "needs the Debian package ruby"; exit 69; }
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
python3 -m venv "$T/v"; "$T/v/bin/pip" -q --disable-pip-version-check install PyYAML==6.0.3
printf 'a: 45,000\nb: yEs\nc: nULL\nd: 09:00\n' > "$T/a.yaml"; printf 'e: :tea\n' > "$T/b.yaml"
ruby -ryaml -e 'puts Psych::VERSION; p YAML.safe_load(File.read(ARGV[0])); begin; p YAML.safe_load(File.read(ARGV[1])); rescue Psych::DisallowedClass => e; puts e.message; end' "$T/a.yaml" "$T/b.yaml" | tee "$T/out"
grep -qF '"a"=>45000, "b"=>true, "c"=>nil, "d"=>32400' "$T/out"; grep -q 'unspecified class: Symbol' "$T/out"
"$T/v/bin/python" -c 'import sys, yaml; read = {**yaml.safe_load(open(sys.argv[1])), **yaml.safe_load(open(sys.argv[2]))}; print(read); assert all(isinstance(v, str) for v in read.values())' "$T/a.yaml" "$T/b.yaml"
