"""Saves beside `mm sync`: while a clone merges what another has pushed, three kinds of editors save the same files (writing in place,
writing and renaming, emptying the file and writing it later). Every save is in a file or in an object of the repository afterwards."""
import os
import pathlib
import random
import subprocess
import threading
import time

FILES = 12


class Editor(threading.Thread):
    def __init__(self, kind, paths, seed):
        super().__init__()
        self.kind, self.paths, self.random = kind, paths, random.Random(seed)
        self.saved, self.ends = [], threading.Event()

    def run(self):
        number = 0
        while not self.ends.is_set():
            path = self.random.choice(self.paths)
            token = f"save-{self.kind}-{self.ident}-{number}x"
            number += 1
            try:
                text = path.read_bytes()
            except FileNotFoundError:
                continue
            if not text:
                continue
            getattr(self, self.kind)(path, text + token.encode() + b"\n")
            self.saved.append(token)
            time.sleep(self.random.random() * 0.6)

    def place(self, path, text):
        path.write_bytes(text)

    def rename(self, path, text):
        new = path.with_name("." + path.name + ".tmp")
        new.write_bytes(text)
        new.rename(path)

    def slow(self, path, text):
        with open(path, "wb", buffering=0) as file:
            time.sleep(self.random.random() * 0.03)
            file.write(text)


def everything(place):
    """The bytes of all files and all objects."""
    text = b"".join(path.read_bytes() for path in place.rglob("*") if path.is_file() and ".git" not in path.parts)
    return text + subprocess.run(["git", "cat-file", "--batch-all-objects", "--batch"], cwd=place, capture_output=True).stdout


def run(home, environment, mm, syncs, seed=1):
    place = pathlib.Path(home) / "races"
    place.mkdir()

    def call(where, *words, check=True):
        done = subprocess.run(words, cwd=where, env=environment, stdin=subprocess.DEVNULL, capture_output=True)
        if check and done.returncode:
            raise SystemExit(f"{words}: {done.returncode}\n{done.stdout.decode()}{done.stderr.decode()}")
        return done

    ours, theirs = place / "a", place / "b"
    call(place, "git", "init", "-q", "--bare", "-b", "main", "server.git")
    call(place, "git", "init", "-q", "-b", "main", "a")
    call(ours, mm, "init", "-q")
    for number in range(FILES):
        (ours / f"n{number}.md").write_text(f"---\ntitle: T{number}\ntags: [Work]\nscheduled: 2026-11-22\nk: 0\n---\nbody\n\n\n\nend\n")
    call(ours, "git", "remote", "add", "origin", "../server.git")
    call(ours, mm, "sync", "-q")
    call(place, "git", "clone", "-q", "server.git", "b")
    kinds = ["place", "rename", "slow"]
    saves, lost, stops = 0, [], {}
    for round in range(syncs):
        for number in range(FILES):
            call(theirs, mm, "-q", "set", f"n{number}.md", "k", str(round + 1))
        call(theirs, mm, "sync", "-q")
        call(ours, "git", "checkout", "-q", "HEAD", "--", ".")
        editors = [Editor(kind, [ours / f"n{number}.md" for number in range(at, FILES, len(kinds))], f"{seed}-{round}-{kind}")
                   for at, kind in enumerate(kinds)]
        for editor in editors:
            editor.start()
        done = call(ours, mm, "sync", "-q", check=False)
        for editor in editors:
            editor.ends.set()
            editor.join()
        stops[done.returncode] = stops.get(done.returncode, 0) + 1
        text = everything(ours)
        tokens = [token for editor in editors for token in editor.saved]
        saves += len(tokens)
        lost += [token for token in tokens if token.encode() not in text]
        # The next round begins with equal clones. A file that an editor emptied last is a reason to stop.
        for path in ours.glob("n*.md"):
            if not path.read_bytes():
                raise SystemExit(f"an editor left {path} empty")
        done = call(ours, mm, "sync", "-q", check=False)
        if done.returncode:
            raise SystemExit(f"round {round}: {done.stdout.decode()}{done.stderr.decode()}")
        call(theirs, mm, "sync", "-q")
    print(f"{saves} saves beside {syncs} syncs, {len(lost)} lost (exit statuses of the syncs: {stops})")
    for token in lost[:10]:
        print("lost:", token)
    return bool(lost)
