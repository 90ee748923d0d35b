"""Random rounds of `mm sync`: two or three clones of one repository, edits by mm, by hand and by renaming, syncs that race, that are
offline, that are killed at a system call, and that find the disk full. In the end, nothing is lost, the clones are equal, and git has
stopped only where both sides set the same key."""
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import time

WORDS = re.compile(r"token\d+x")


def tracer():
    """Whether system calls can be made to fail."""
    try:
        return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def rounds(Round, Clone, Failure):
    class SyncRound(Round):
        def __init__(self, seed, place, environment, faults):
            super().__init__(seed, place, environment)
            self.faults = faults
            self.server = place / "server.git"
            self.pushed = []
            self.counts = {}
            self.log = []

        def base(self):
            first = Clone(self.place / "a", self.environment)
            first.path.mkdir()
            first.git("init", "-q")
            below = self.random.randrange(4) == 0
            if below:
                (first.path / "other.txt").write_text("not a reminder\n")
                (first.path / "sub").mkdir()
                first.path = first.path / "sub"
            first.mm("init", check=True)
            for number in range(self.random.randrange(3, 7)):
                rule = self.random.choice([[], ["--recurrence", "daily"], ["--recurrence", "weekly"]])
                first.mm("add", f"Reminder {number}", "--scheduled", "2026-11-21T09:00", "--tag", "Work", *rule,
                         "--body", "top\n\nmiddle\n\nend", check=True)
            if self.random.randrange(3) == 0:
                first.mm("git", "install", check=True)
            self.git_at(self.place, "init", "-q", "--bare", "server.git")
            first.git("remote", "add", "origin", "../server.git" if not below else str(self.server))
            first.git("remote", "set-url", "origin", str(self.server))
            self.sync(first)
            clones = [first]
            for name in "bc"[: self.random.choice([1, 1, 2])]:
                self.git_at(self.place, "clone", "-q", "server.git", name)
                clones.append(Clone(self.place / name / ("sub" if below else ""), self.environment))
            for clone, name in zip(clones, "abc"):
                clone.name = name
            return clones

        # The edits of the other rounds commit at once.
        class Quiet(Clone):
            def commit(self, text):
                pass

        def change(self, clone, renames=True):
            quiet = self.Quiet(clone.path, self.environment)
            if self.random.randrange(8) == 0 and clone.name == "a" and renames:
                path = self.random.choice([path for path in clone.files()])
                path.rename(path.with_name(f"renamed-{self.token()}.md"))
                return
            if self.random.randrange(12) == 0:
                path = clone.path / f"picture-{self.token()}.png"
                path.write_bytes(os.urandom(20) + path.name.encode())
                return
            if self.random.randrange(10) == 0:
                word = self.token()
                path = clone.path / f"{word}.md"
                path.write_text(f"---\ntitle: {word}\nscheduled: 2026-12-01\n---\n{word}\n")
                self.tokens.add(word)
                return
            self.edit(quiet, clone.name)

        def has_marks(self, clone):
            return clone.git("diff", "--name-only", "--diff-filter=U").stdout.decode().split()

        def head(self):
            found = self.git_at_quiet(self.server, "rev-parse", "--verify", "-q", "main")
            return found.stdout.decode().strip()

        def git_at_quiet(self, place, *words):
            return Clone(place, self.environment).git(*words, check=False)

        def note(self):
            head = self.head()
            if head and (not self.pushed or self.pushed[-1] != head):
                if self.pushed and self.git_at_quiet(self.server, "merge-base", "--is-ancestor", self.pushed[-1], head).returncode:
                    raise Failure("the branch of the server was set back")
                self.pushed.append(head)

        def sync(self, clone, *words):
            """To its end: what is in conflict is resolved as a person would."""
            for _ in range(4):
                done = clone.mm("sync", *words)
                self.note()
                if b"was interrupted" in done.stderr:
                    self.counts["restored"] = self.counts.get("restored", 0) + 1
                if done.returncode == 0:
                    return
                if done.returncode != 2 or not self.has_marks(clone):
                    raise Failure(f"mm sync in {clone.path}: {done.returncode}\n{done.stdout.decode()}{done.stderr.decode()}")
                self.decide(clone)
            raise Failure("mm sync does not end")

        def decide(self, clone):
            self.counts["conflicts"] = self.counts.get("conflicts", 0) + 1
            self.stopped(clone, "sync")
            # A git that was killed may have left no message.
            clone.git("commit", "-q", "--no-edit", "--allow-empty-message")

        def stopped(self, clone, ways):
            # A file that was renamed is still that of the same reminder.
            names = clone.git("diff", "--name-only", "--relative", "--diff-filter=U").stdout.decode().split()
            for name in names:
                text = (clone.path / name).read_bytes()
                conflicts = re.findall(rb"<<<<<<< [^\n]*\n(.*?)=======\n(.*?)>>>>>>> [^\n]*\n", text, re.S)
                keys = {line.split(b":")[0] for pair in conflicts for side in pair for line in side.splitlines()}
                if not conflicts or keys - {b"title"}:
                    raise Failure(f"{ways}: a needless stop in {name}:\n{text.decode()}")
                merged = re.sub(rb"<<<<<<< [^\n]*\n(.*?)=======\n(.*?)>>>>>>> [^\n]*\n", lambda found: max(found[1], found[2]), text, flags=re.S)
                for pair in conflicts:
                    self.tokens -= set(WORDS.findall(min(pair).decode()))
                (clone.path / name).write_bytes(merged)
                clone.git("add", name)
            if not names:
                raise Failure(f"{ways} stopped without a conflict in the folder")

        def uncommitted(self, clone):
            "What should be committed; what a killed git leaves behind never is."
            lines = clone.git("status", "--porcelain", ".").stdout.splitlines(keepends=True)
            return b"".join(line for line in lines if b".merge_file_" not in line)

        def offline(self, clone):
            clone.git("remote", "set-url", "origin", "git://127.0.0.1:1/none")
            done = [clone.mm("sync"), clone.mm("sync", "--offline-ok")]
            clone.git("remote", "set-url", "origin", str(self.server))
            codes = [one.returncode for one in done]
            if codes != [2, 0] or b"cannot be reached" not in done[0].stderr:
                raise Failure(f"offline: {codes}\n{done[0].stderr.decode()}{done[1].stderr.decode()}")
            if left := self.uncommitted(clone):
                raise Failure(f"offline: not everything is committed\n{left.decode()}{done[0].stderr.decode()}{done[1].stderr.decode()}")

        def race(self, clones):
            running = [subprocess.Popen(["mm", "--now", "2026-11-21T08:00", "sync"], cwd=clone.path, env=self.environment,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for clone in clones]
            for clone, process in zip(clones, running):
                said = process.communicate(timeout=120)[0].decode()
                if process.returncode == 0:
                    continue
                if process.returncode == 2 and self.has_marks(clone):
                    self.decide(clone)
                    continue
                # The lock of git or of mm, when both work in one clone.
                if clones[0] is clones[1] and ("File exists" in said or "another" in said or "in progress" in said or "lock" in said):
                    if self.has_marks(clone):
                        self.decide(clone)
                    continue
                raise Failure(f"a race: {process.returncode}\n{said}")
            self.note()

        def interrupt(self, clone):
            """Kills everything at a moment, or mm and git each at a system call, or lets the disk be full from a system call on."""
            way = self.random.choice(["moment", "call", "full"] if self.faults else ["moment"])
            self.counts[way] = self.counts.get(way, 0) + 1
            words = ["mm", "--now", "2026-11-21T08:00", "sync"]
            calls = "write,rename,unlink,mkdir,link"
            if way == "call":
                number = self.random.randrange(1, 40)
                words = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e", f"inject={calls}:signal=KILL:when={number}"] + words
            if way == "full":
                number = self.random.randrange(1, 30)
                words = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=write,mkdir", "-e", f"inject=write,mkdir:error=ENOSPC:when={number}+"] + words
            process = subprocess.Popen(words, cwd=clone.path, env=self.environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
            if way == "moment":
                time.sleep(self.random.random() * 0.4)
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            said = process.communicate(timeout=120)[0].decode(errors="replace")
            if process.returncode not in (0, 1):
                self.counts["interrupted"] = self.counts.get("interrupted", 0) + 1
            if "was interrupted" in said:
                self.counts["restored"] = self.counts.get("restored", 0) + 1
            self.log.append((way, number if way != "moment" else None, clone.name, process.returncode, said))
            time.sleep(0.05)
            # What every killed git leaves, and what a person deletes.
            top = pathlib.Path(clone.git("rev-parse", "--show-toplevel").stdout.decode().strip())
            for place in [top / ".git", self.server]:
                for lock in place.rglob("*.lock"):
                    lock.unlink(missing_ok=True)
            if self.has_marks(clone):
                self.decide(clone)
            elif (top / ".git/MERGE_HEAD").exists():
                # A git that was killed may have left no message.
                clone.git("commit", "-q", "--no-edit", "--allow-empty-message")
            # A file of half a merge that gets another name is there twice afterwards.
            if self.random.randrange(2):
                self.change(clone, renames=False)

        def step(self, clones):
            clone = self.random.choice(clones)
            kind = self.random.choices(["change", "sync", "race", "same", "offline", "interrupt"], [10, 4, 2, 1, 1, 4])[0]
            self.counts[kind] = self.counts.get(kind, 0) + 1
            self.log.append((kind, clone.name))
            match kind:
                case "change":
                    for _ in range(self.random.randrange(1, 4)):
                        self.change(clone)
                case "sync": self.sync(clone)
                case "race": self.race(self.random.sample(clones, 2))
                case "same": self.race([clone, clone])
                case "offline": self.offline(clone)
                case "interrupt":
                    other = self.random.choice([one for one in clones if one is not clone])
                    if self.random.randrange(3):
                        self.change(other)
                        self.sync(other)
                    if self.random.randrange(3):
                        self.change(clone)
                    self.interrupt(clone)

        def run(self):
            clones = self.base()
            bodies = len(clones[0].files())
            for _ in range(self.random.randrange(10, 22)):
                self.step(clones)
            for _ in range(3):
                for clone in clones:
                    self.sync(clone)
            heads = {clone.git("rev-parse", "HEAD").stdout for clone in clones}
            if len(heads) != 1 or heads.pop().decode().strip() != self.head():
                raise Failure("the clones differ")
            for clone in clones:
                if left := self.uncommitted(clone):
                    raise Failure(f"not everything is committed\n{left.decode()}")
                if clone.git("for-each-ref", "refs/worktree").stdout:
                    raise Failure("a mark of a merge is left")
                lost = [word for word in self.tokens if word.encode() not in clone.text()]
                if lost:
                    raise Failure(f"lost: {lost}")
                checked = clone.mm("check")
                if b": error: " in checked.stdout:
                    raise Failure(f"mm check: {checked.stdout.decode()}")
                whole = [path for path in clone.files() if all(word in path.read_text() for word in ["top\n", "middle\n", "end"])]
                if len(whole) != bodies:
                    raise Failure(f"{bodies} reminders have become {len(whole)}")

    return SyncRound


def run(home, environment, Round, Clone, Failure, seeds, verbose=False):
    faults = tracer()
    if not faults:
        print("strace is not there, or may not trace: no fault at a system call is tried")
    failed, counts = 0, {}
    kind = rounds(Round, Clone, Failure)
    for seed in seeds:
        place = pathlib.Path(home) / str(seed)
        place.mkdir()
        one = kind(seed, place, environment, faults)
        try:
            one.run()
        except (Failure, subprocess.TimeoutExpired) as failure:
            failed += 1
            print(f"round {seed}: {failure}")
            if verbose:
                for entry in one.log:
                    print("   ", *entry)
                print(f"kept: {shutil.move(place, f'/tmp/sync-round-{seed}-{os.getpid()}')}")
        shutil.rmtree(place, ignore_errors=True)
        for name, count in one.counts.items():
            counts[name] = counts.get(name, 0) + count
    if verbose:
        print(counts)
    print(f"{len(seeds) - failed} of {len(seeds)} rounds of mm sync are right")
    return failed > 0
