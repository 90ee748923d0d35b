"""A vault as TaskNotes leaves it, and mm run in it."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

PLUGIN = ".obsidian/plugins/tasknotes/data.json"
# A date is written without quotes, as the plugin does.
PLAIN = re.compile(r"\d{4}-\d{2}-\d{2}[\dT:.+Z -]*|[A-Za-z][\w-]*")
WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def yaml(value):
    """A value of JSON as YAML."""
    if isinstance(value, str):
        isPlain = PLAIN.fullmatch(value) and value == value.strip() and value.lower() not in WORDS
        return value if isPlain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(yaml(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {yaml(item)}" for key, item in value.items()) + "}"
    return json.dumps(value)


def read_yaml(text):
    """The few kinds of values that mm writes."""
    text = text.strip()
    if text.startswith("["):
        return [read_yaml(item) for item in re.split(r",\s*", text[1:-1].strip()) if item]
    if text.startswith('"'):
        return json.loads(text)
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    return {"": None, "null": None, "~": None, "true": True, "false": False}.get(text, text)


class Run:
    def __init__(self, code, output, errors):
        self.code, self.output, self.errors = code, output, errors

    @property
    def said(self):
        """The first error, without the program's name."""
        lines = [line for line in self.errors.splitlines() if line.startswith("mm: ")] or self.errors.splitlines()
        return lines[0].removeprefix("mm: ") if lines else ""


class Vault:
    """A folder of its own, with a home of its own."""

    def __init__(self, mm, settings=None, type_=None, zone="UTC", now="2026-02-20T10:20:30"):
        self.mm, self.zone, self.now = mm, zone, now
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="tasknotes-"))
        self.path = self.home / "vault"
        self.path.mkdir()
        if type_ is None:
            self.write(PLUGIN, json.dumps(settings or {}))
        else:
            self.write("mdbase.yaml", 'spec_version: "0.3.0"\n')
            self.write("_types/task.md", f"---\n{type_}---\n")
        self.write("tags.yaml", "task: blue\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.home)

    def write(self, path, text):
        path = self.path / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def task(self, path, fields, body=""):
        """A file with front matter; a field that is None is left out."""
        lines = [f"{key}: {yaml(value)}\n" for key, value in fields.items() if value is not None]
        self.write(path, f"---\n{''.join(lines)}---\n{body}")

    def read(self, path):
        return (self.path / path).read_text("utf-8")

    def fields(self, path):
        """The front matter of a file whose values lie on one line or are lists of lines."""
        found, key = {}, None
        for line in self.read(path).split("---\n")[1].splitlines():
            if line.lstrip().startswith("- "):
                found[key] = (found[key] or []) + [read_yaml(line.lstrip()[2:])]
                continue
            key, _, value = line.partition(":")
            found[key] = read_yaml(value)
        return found

    def run(self, *words, now=None, zone=None, cwd=None, given=None, environment=()):
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8", "TERM": "dumb",
            "MM_NOW": now or self.now, "MM_TIMEZONE": zone or self.zone, **dict(environment),
        }
        done = subprocess.run(
            [self.mm, *words], cwd=cwd or self.path, env=environment, input=given, capture_output=True, text=True,
            timeout=300,
        )
        return Run(done.returncode, done.stdout, done.stderr)

    def json(self, *words, **options):
        done = self.run(*words, "--json", **options)
        return json.loads(done.output) if done.output.strip() else {}

    def listed(self, *words, **options):
        """What `mm list` prints of each file, by its path without .md."""
        found = self.json("list", "--all", *words, **options)
        return {entry["path"].removesuffix(".md"): entry for entry in found.get("reminders", [])}

    def problems(self, **options):
        """What `mm check` says of each file, by its path without .md."""
        found = {}
        for problem in self.json("check", **options).get("problems", []):
            found.setdefault(problem["path"].removesuffix(".md"), []).append(problem)
        return found
