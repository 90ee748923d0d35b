"""Where Scripts/test-schemas runs mm: a home of its own, with folders in it."""

import os
import pathlib
import pty
import re
import shlex
import shutil
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Stage:
    """A home of its own, with folders in it."""

    def __init__(self, mm, home):
        self.home, self.problems = home, []
        (home / "bin").mkdir()
        (home / "bin/mm").symlink_to(mm)
        self.environment = {
            "PATH": f"{home}/bin:{os.environ['PATH']}", "HOME": str(home), "TZ": "Europe/Paris", "LC_ALL": "C.UTF-8",
            "MM_NOW": "2026-11-21T08:00", "TERM": "dumb", "GIT_CONFIG_NOSYSTEM": "1",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }
        for who in ("AUTHOR", "COMMITTER"):
            self.environment |= {f"GIT_{who}_NAME": "Ann", f"GIT_{who}_EMAIL": "ann@example.org"}

    def commands(self):
        """All commands, from the help."""
        found = ["mm"]
        for line in self.output("mm", "help", "--all").splitlines():
            word = re.match(r"  ([a-z-]+)( …)?  +\S", line)
            if word and word.group(2):
                group, page = word.group(1), self.output("mm", "help", word.group(1))
                found += [f"mm {group} {name}" for name in re.findall(rf"^ +(?:mm {group} )?([a-z]+)  +\S", page, re.M)]
            elif word:
                found.append(f"mm {word.group(1)}")
        assert len(found) > 40, found
        return found

    def output(self, *words):
        return subprocess.run(words, cwd=self.home, env=self.environment, check=True, capture_output=True, text=True).stdout

    def folder(self, name, fixture=None):
        path = self.home / name
        if fixture:
            shutil.copytree(ROOT / "fixtures" / fixture, path, symlinks=True)
        else:
            path.mkdir()
            (path / "tags.yaml").write_text("Home: blue\nWork:\n  id: w\n  created: 2026-01-04\n  aliases: [office]\n")
        return path

    def sh(self, folder, script):
        done = subprocess.run(
            ["bash", "-euc", script], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{script}: {done.returncode}\n{done.stdout}{done.stderr}"

    def run(self, folder, name, *words, status=0, given="", keys=None, **environment):
        """Runs a command of the table in docs/json.md. Returns its name there, its words and its standard output."""
        words = [word for word in name.split()[1:] if not word.isupper()] + [str(word) for word in words] + ["--json"]
        environment = self.environment | environment
        if keys is None:
            done = subprocess.run(
                ["mm", *words], cwd=folder, env=environment, input=given.encode(), capture_output=True, timeout=120
            )
            code, output, errors = done.returncode, done.stdout, done.stderr.decode()
        else:
            code, output, errors = on_terminal(["mm", *words], keys, cwd=folder, env=environment)
        statuses = status if isinstance(status, tuple) else (status,)
        if code not in statuses:
            self.problems.append(f"in {folder.name}: mm {shlex.join(words)}: status {code}, expected {status}\n{errors}")
        return name, words, output.decode()


def on_terminal(words, keys, **options):
    """Runs a command with a terminal for standard input and error, on which lines were typed, and a pipe for its output."""
    ours, theirs = pty.openpty()
    os.write(ours, keys.encode())
    child = subprocess.Popen(words, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, start_new_session=True, **options)
    os.close(theirs)
    output = child.communicate(timeout=60)[0]
    os.close(ours)
    return child.returncode, output, ""


def write(folder, name, *lines):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def remind(folder, name, *keys, text=()):
    write(folder, name, "---", *keys, "---", *text)


def wait_for(what, seconds=60):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "mm notify did not do it"
        time.sleep(0.1)


def reading(stage, folder, *more):
    """Everything that only shows a folder. `more` are options for all commands."""
    run = lambda name, *words, status=0: stage.run(folder, name, *words, *more, status=status)
    yield run("mm")
    for options in ((), ("--all",), ("--body",), ("--fields",), ("--all", "--body", "--fields")):
        # 2: the text of a file that is not UTF-8 is not in the output.
        yield run("mm list", *options, status=(0, 2) if "--body" in options else 0)
    yield run("mm list", "--limit", 1, "--sort", "-title")
    yield run("mm list", "is:broken OR is:note OR is:completed", "--body", "--fields", status=(0, 2))
    yield run("mm find", "e")
    yield run("mm find", "qwertz")
    yield run("mm agenda")
    yield run("mm today")
    yield run("mm tomorrow", "tag:home")
    yield run("mm agenda", "december")
    yield run("mm agenda", "is:recurring", "--days", 3)
    yield run("mm calendar", "--months", 2)
    yield run("mm habits")
    yield run("mm plan")
    yield run("mm plan", "--limit", 3)
    yield run("mm plan", "--limit", 2, "--reserve", 1, "--horizon", "2027-12-24")
    yield run("mm tag list")
    yield run("mm tag suggest")
    yield run("mm tag suggest", "wrk")
    yield run("mm check", status=(0, 1))
    if not more:
        yield run("mm ui")
        yield run("mm check", "--fix", "--dry-run", status=(0, 1, 2))
        yield run("mm notify --status")
        yield run("mm undo --list")
