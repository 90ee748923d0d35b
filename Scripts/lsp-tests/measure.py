"""Measures `mm lsp` in a large folder: the time of its answers as a client sees it, and its memory. Of other servers that are
installed, the time until the problems of a file are shown: they complete other things, or nothing."""

import shutil
import statistics
import time

from cases import fields, folder_of, put, serve, setting
from client import Failure, Server, Text


def timed(work):
    start = time.monotonic()
    result = work()
    return result, (time.monotonic() - start) * 1000


def spread(times):
    ordered = sorted(times)
    return f"median {statistics.median(ordered):.1f} ms, p95 {ordered[int(len(ordered) * 0.95)]:.1f} ms, p99 {ordered[int(len(ordered) * 0.99)]:.1f} ms, most {ordered[-1]:.1f} ms"


def memory(server, name):
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith(name))


def run(directory, count):
    tags = [f"Tag {number}" for number in range(100)]
    folder_of(directory, registry="Work: moss\n" + "".join(f"{tag}: pink\n" for tag in tags))
    for number in range(count):
        tag = "Work" if number % 10 == 0 else tags[number % 100]
        rule = "\nrecurrence: weekly" if number % 4 == 0 else ""
        put(directory, f"d{number % 100}/f{number}.md",
            fields(f"title: Task {number}\ntags: [{tag}]\nscheduled: 2026-11-{number % 28 + 1:02}T09:00{rule}", f"Text {number}\n"))
    text = Text(fields("title: X\ntags: [Work, ]"))
    at = text.at("Work, ", 6)
    for round in range(3):
        def until_completion():
            server = serve(directory)
            with server:
                server.at("completion", server.open(directory / "d0/f0.md", text.text), at)
        _, first = timed(until_completion)
        begin = time.monotonic()
        server, start = timed(lambda: serve(directory))
        with server:
            where = server.open(directory / "d0/f0.md", text.text)
            server.problems(where)
            problems = (time.monotonic() - begin) * 1000
            times, pushed = [], []
            server.at("completion", where, at)  # the first one is measured above
            for number in range(500):
                # Somebody types and deletes letters of a tag.
                letter = "Tag"[number % 3]
                server.change(where, {"range": {"start": at, "end": at}, "text": letter})
                after = {"line": at["line"], "character": at["character"] + 1}
                times.append(timed(lambda: server.at("completion", where, after))[1])
                server.change(where, {"range": {"start": at, "end": after}, "text": ""})
                if number % 20 == 0:
                    pushed.append(timed(lambda: server.problems(where))[1])
            answer, renamed = timed(lambda: server.at("rename", where, text.at("Work", 1), newName="Job"))
            changed = len(answer["documentChanges"])
            print(f"{count:,} files: from the start to 'initialize' {start:.1f} ms, to the first completion {first:.1f} ms, "
                  f"to the first problems {problems:.1f} ms")
            print(f"  completion: {spread(times)}; problems after a change: {spread(pushed)}")
            print(f"  rename in {changed} files: {renamed:.1f} ms; memory {memory(server, 'VmRSS'):.1f} MiB, most {memory(server, 'VmHWM'):.1f} MiB")
            server.stop()
    beside(directory)
    return False


def beside(directory):
    (directory / "f.py").write_text("import os\n")
    for name, program, command, file in (("mm lsp", setting.mm, "lsp", "d0/f0.md"), ("rumdl server", "rumdl", "server", "d0/f0.md"),
                                         ("ruff server", "ruff", "server", "f.py"), ("marksman server", "marksman", "server", "d0/f0.md")):
        if not shutil.which(program):
            print(f"{name}: not installed")
            continue
        text = (directory / file).read_text()
        begin = time.monotonic()
        with Server(program, directory, command=command, env={"MM_NOW": "2026-11-21T08:00"}) as server:
            start = (time.monotonic() - begin) * 1000
            try:
                where = server.open(directory / file, text)
                server.problems(where)
                first = (time.monotonic() - begin) * 1000
                times = []
                for number in range(30):
                    server.change(where, text + f"# {number}\n")
                    times.append(timed(lambda: server.problems(where))[1])
                print(f"{name}: from the start to 'initialize' {start:.1f} ms, to the first problems {first:.1f} ms; problems after a "
                      f"change: {spread(times)}; memory {memory(server, 'VmRSS'):.1f} MiB")
            except Failure as failure:
                print(f"{name}: from the start to 'initialize' {start:.1f} ms; {failure}")
