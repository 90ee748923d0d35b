"""A random week of two laptops and two phones, in simulated time.

What has to ring is what `mm plan --json` says of the folder, asked again after each change and each alarm. If the folders of the laptops
differ in a reminder, what was changed last since they met counts.

A version of a reminder is *out* for a phone once a clean run of `mm push` or `mm publish` has ended on a laptop that has it: one that was
neither killed nor cut off from the server, whatever its exit status. For the phone with a calendar, it also has to have read it since.
Excused is only:

- conflict: both laptops have changed the reminder since they last met, and so nobody knows what is right. What is written on one after it
  was changed on the other counts as changed, also if it is as it was (done, and undone), because a file that was written later prevails;
- unsent: its last change is not out, or not for a minute: the laptop sleeps, has no network, was killed or cut off. If it rings in vain, that
  laptop counts which alone has told the phone so, for the other one touches only what it has told itself;
- limit: the server refuses more, and `mm` says so, until the next run that says nothing of the kind;
- unheard: it rings in vain, because a laptop that has not met the other since the last change has told the phone what it still has, and
  could not know. What it had told the phone of the reminder before, had all passed when it looked again, or was as the other one wants it,
  and the server remembers for 12 hours only what was withdrawn or shown. It can know, though, if a date that comes within its reach was
  withdrawn in these hours, after it had last looked;
- far: for ntfy, no laptop that has it had a clean run in the three days before.

All else is a fault: what does not ring within a minute, or without a sound; what rings twice; what rings when nothing is due then: after
it was done, skipped or deleted, or at a time that it no longer has.
"""
import collections
import contextlib
import datetime
import heapq
import json
import random
import re
import shutil
import signal
import subprocess
import time

from edits import Edits
from fake import Fake
from laptop import DAY, NAME, PHONES, Laptop, alarms, coming, moment, stamp
from world import World, instant

START = "2026-11-23T08:00"
# What sends or records: a process is killed when it makes such a call.
CALLS = "write,pwrite64,rename,renameat,renameat2,fsync,fdatasync,openat,sendto,writev,unlink,unlinkat,pipe2,wait4"


SNOOZED = re.compile(r"^snoozed: (\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)", re.M)


class Week(Edits):
    def __init__(self, mm, seed, verbose=False):
        self.chance, self.seed, self.verbose = random.Random(seed), seed, verbose
        self.world = World(mm, now=START)
        self.server, self.calendar = self.world.server, Fake()
        (self.world.place / "bin").mkdir()
        (self.world.place / "bin/mm").symlink_to(mm)
        self.uses_git = self.chance.random() < 0.5
        self.laptops = [Laptop(self.world, name, self.calendar, titles="yes") for name in ("anna", "bert")]
        self.chance.choice(self.laptops).skew = self.chance.choice([0, 300, -300, self.chance.randint(-300, 300)])
        self.events, self.order, self.count, self.end = [], 0, 0, self.world.now + 7 * DAY
        self.story, self.plans, self.cache, self.counts = [], {}, {}, collections.Counter()
        # By phone and reminder: whether its last change is out, and since when, and the last clean run that had it.
        self.out = {phone: {} for phone in PHONES}
        self.fresh = {phone: {} for phone in PHONES}
        # What the phone with the calendar has not read yet, and the last edit of each reminder.
        self.sent, self.act = set(), {}
        # What each laptop had last told a phone, the reminders of which it knows that the other one has changed them, and those of which
        # it has told an old state. Then all that each has told, and what of it may still be there, for the phone as well.
        self.told, self.aware, self.unheard, self.ever, self.may, self.fading = ({(one.name, phone): kind() for one in self.laptops for phone in PHONES} for kind in (dict, set, dict, dict, dict, dict))
        # When the alarms of a reminder were withdrawn, and which.
        self.withdrawn = {}
        self.due, self.rings, self.snapshot, self.rung, self.heard, self.silent = [], [], [], set(), [0, 0], set()

    def close(self):
        self.world.close()
        self.calendar.stop()

    def describe(self):
        return f"{'git' if self.uses_git else 'syncer'}, clocks off by {', '.join(str(m.skew) for m in self.laptops)} s, {self.count} reminders"

    @property
    def now(self):
        return self.world.now

    def note(self, text, name=None):
        self.story.append((self.now, text, name))
        if self.verbose:
            print(moment(self.now), text, flush=True)

    # Time.

    def later(self, seconds, act, *words):
        self.order += 1
        heapq.heappush(self.events, (int(self.now + seconds), self.order, act, words))

    def run(self):
        a, b = self.laptops
        for _ in range(12):
            self.add(a)
        if self.uses_git:
            (a.folder / ".gitignore").write_text(".memoss\n")
            a.git("init", "-q")
            a.run("git", "install")
            self.commit(a)
            shutil.rmtree(b.folder)
            subprocess.run(["git", "clone", "-q", a.folder, b.folder], env=b.environment, check=True)
            b.run("git", "install")
        else:
            for path, text in a.files().items():
                shutil.copy2(a.folder / path, b.folder / path)
            shutil.copy2(a.folder / "tags.yaml", b.folder / "tags.yaml")
        self.settle()
        for laptop in self.laptops:
            self.later(self.chance.randint(1, 60), self.hourly, laptop)
            self.later(self.chance.randint(600, 7200), self.edit, laptop)
            self.later(self.chance.randint(4, 30) * 3600, self.sleep, laptop)
            self.later(self.chance.randint(1, 40) * 3600, self.lose_network, laptop)
        self.later(60, self.phone_reads)
        self.later(900, self.sync_now_and_then)
        self.later(self.chance.randint(12, 120) * 3600, self.burst)
        while self.events and self.events[0][0] <= self.end:
            at, _, act, words = heapq.heappop(self.events)
            self.advance(at)
            act(*words)
        self.advance(self.end)

    def advance(self, to):
        """Lets time pass, alarm by alarm, and hears the phones."""
        while True:
            times = [at for laptop in self.laptops for row in self.plans[laptop.name].values() for at in row]
            at = min([to, *(one for one in times if one > self.now)])
            for phone in PHONES if at > self.now else ():
                self.expect(phone, at)
            before = self.now
            self.world.at(at)
            self.hear(before)
            if at >= to:
                if at in times:
                    self.settle()
                return
            self.settle()

    def expect(self, phone, at):
        names = {name for laptop in self.laptops for name in self.plans[laptop.name] if at in self.plans[laptop.name][name]}
        for name in sorted(names):
            right = self.right(name)
            count = 1 if right is None else self.plans[right.name].get(name, []).count(at)
            if count:
                self.due.append((phone, name, at, count, self.excuse(phone, name, at)))

    def excuse(self, phone, name, at):
        """Why it may ring or not."""
        if self.right(name) is None:
            return "conflict"
        if self.out[phone].get(name, at) > at - 60:
            limited = any(laptop.limited[phone] for laptop in self.laptops)
            return "limit" if limited else "unsent"
        if phone == "ntfy" and self.fresh[phone].get(name, 0) < at - 3 * DAY + 120:
            return "far"
        return None

    def right(self, name):
        """The laptop whose state of a reminder counts, or nil if both have changed it."""
        a, b = self.laptops
        if name in a.changed and name in b.changed:
            return None
        return b if name in b.changed else a

    def hear(self, before):
        for kind, list_of in enumerate((self.server.rings, self.server.silent)):
            for at, title, _ in list_of[self.heard[kind]:]:
                self.ring("ntfy", NAME.search(title)[0], at, is_silent=kind == 1)
            self.heard[kind] = len(list_of)
        for event, at, title in self.snapshot:
            if before < at <= self.now and (event, at) not in self.rung:
                self.rung.add((event, at))
                self.ring("caldav", NAME.search(title)[0], at)

    def ring(self, phone, name, at, is_silent=False):
        self.note(f"{phone} {'shows without a sound' if is_silent else 'rings'}: {name}", name)
        if is_silent:
            self.silent.add((phone, name, at))
        else:
            excuse = self.excuse(phone, name, at) or self.lied(phone, name, at) or self.kept(phone, name, at)
            self.rings.append((phone, name, at, excuse, self.act.get(name, "")))

    def phone_reads(self):
        self.snapshot = [ring for name, (_, body) in self.calendar.objects.items() for ring in alarms(name, body.decode())]
        self.out["caldav"].update(dict.fromkeys(self.sent, self.now))
        self.sent.clear()
        for laptop in self.laptops:
            self.fading[laptop.name, "caldav"].clear()
        self.later(900, self.phone_reads)

    # What the folders say.

    def plan(self, laptop):
        """What rings from now on, as long as nobody changes anything: asked once for each state of the files.

        What is snoozed to a time before its date rings then, and `mm plan` has its date only after that.
        """
        files = laptop.files()
        key = (tuple(files.items()), sum(instant(at) <= self.now for text in files.values() for at in SNOOZED.findall(text)))
        if key not in self.cache:
            now = datetime.datetime.fromtimestamp(self.now, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
            laptop.run("plan", "--json", "--limit", "2000", "--horizon", stamp(self.end + DAY, True), "--now", now)
            found = collections.defaultdict(list)
            for row in json.loads(laptop.out)["notifications"]:
                found[NAME.search(row["title"])[0]].append(instant(row["instant"][:-1]))
            self.cache = {**dict(list(self.cache.items())[-3:]), key: dict(found)}
        return self.cache[key]

    def settle(self):
        """Takes note of what has changed on the laptops."""
        for laptop in self.laptops:
            new, old = laptop.reminders(), getattr(laptop, "texts", {})
            plan, past = self.plan(laptop), self.plans.get(laptop.name, {})
            laptop.changed |= laptop.written() & self.other(laptop).changed
            for name in {*new, *old}:
                if new.get(name) != old.get(name):
                    laptop.changed.add(name)
                    if coming(plan, name, self.now) != coming(past, name, self.now):
                        for phone in PHONES:
                            self.out[phone][name] = float("inf")
                            self.fresh[phone].pop(name, None)
                        self.sent.discard(name)
            laptop.texts, self.plans[laptop.name] = new, plan

    def met(self):
        """After the laptops have met, they agree, except on what could not be merged."""
        a, b = self.laptops
        self.settle()
        for name in {*a.texts, *b.texts, *a.changed, *b.changed}:
            if a.texts.get(name) == b.texts.get(name):
                a.changed.discard(name)
                b.changed.discard(name)
            else:
                self.counts["did not merge"] += 1
                a.changed.add(name)
                b.changed.add(name)

    # Laptops sleep, and have no network.

    def sleep(self, laptop):
        hours = self.chance.choice([1, 3, 8, 10, 20, 48])
        self.note(f"{laptop.name} sleeps for {hours} hours")
        laptop.awake = False
        self.later(hours * 3600 - self.chance.randint(0, 1800), self.wake, laptop)

    def wake(self, laptop):
        laptop.awake = True
        self.note(f"{laptop.name} wakes")
        self.later(self.chance.randint(1, 20), self.tell, laptop)
        self.later(self.chance.randint(5, 300), self.sync)
        self.later(self.chance.randint(2, 20) * 3600, self.sleep, laptop)

    def lose_network(self, laptop):
        laptop.online = False
        self.note(f"{laptop.name} loses the network")
        self.later(self.chance.randint(5, 600) * 60, self.find_network, laptop)

    def find_network(self, laptop):
        laptop.online = True
        self.note(f"{laptop.name} has a network")
        self.later(self.chance.randint(3, 40) * 3600, self.lose_network, laptop)

    def sync_now_and_then(self):
        self.sync()
        self.later(self.chance.randint(10, 90) * 60, self.sync_now_and_then)

    def sync(self):
        if not all(one.awake and one.online for one in self.laptops):
            return
        before = [one.files() for one in self.laptops]
        if before[0] == before[1]:
            return
        self.merge() if self.uses_git else self.copy()
        self.met()
        changed = [one for one, old in zip(self.laptops, before) if one.files() != old]
        if changed:
            self.note(f"they sync; new on {', '.join(one.name for one in changed)}")
        if len(changed) == 2 and self.chance.random() < 0.5:
            self.tell(*changed)
        else:
            for one in changed:
                self.later(self.chance.randint(2, 20), self.tell, one)

    def commit(self, laptop):
        laptop.git("add", "-A")
        laptop.git("commit", "-qm", "changes", "--allow-empty")

    def merge(self):
        a, b = self.laptops
        self.commit(a)
        self.commit(b)
        a.git("fetch", "-q", str(b.folder), "main")
        if a.git("merge", "-q", "--no-edit", "FETCH_HEAD", status=None).returncode:
            self.counts["did meet a conflict"] += 1
            a.run("resolve", "--ours", status=None)
            a.git("add", "-A")
            a.git("commit", "-qm", "resolved")
        b.git("fetch", "-q", str(a.folder), "main")
        b.git("merge", "-q", "--ff-only", "FETCH_HEAD")
        a.date()
        b.date()

    def copy(self):
        """What was changed on one side, goes to the other; of what was changed on both, the newer file by its own clock."""
        a, b = self.laptops
        sides = [{**one.files(), "tags.yaml": (one.folder / "tags.yaml").read_text()} for one in (a, b)]
        for path in {*sides[0], *sides[1]}:
            one, other, last = sides[0].get(path), sides[1].get(path), a.index.get(path)
            if one == other:
                continue
            if one != last and other != last:
                is_first = other is None or one is not None and (a.folder / path).stat().st_mtime >= (b.folder / path).stat().st_mtime
            else:
                is_first = one != last
            source, target = (a, b) if is_first else (b, a)
            if (source.folder / path).exists():
                shutil.copy2(source.folder / path, target.folder / path)
            else:
                (target.folder / path).unlink()
        for one in self.laptops:
            one.dated = one.files()
        a.index = b.index = {**a.files(), "tags.yaml": (a.folder / "tags.yaml").read_text()}

    # Telling the phones.

    def hourly(self, laptop):
        self.later(3600, self.hourly, laptop)
        self.tell(laptop)

    def tell(self, *laptops):
        awake = [one for one in laptops if one.awake]
        for phone in PHONES:
            if len(awake) == 2:
                runs = [(one, one.start(PHONES[phone])) for one in awake]
                for one, process in runs:
                    self.ended(one, phone, *process.communicate(timeout=120), process.returncode, "")
            for laptop in awake if len(awake) == 1 else []:
                if laptop.online or self.chance.random() < 0.2:
                    self.tell_one(laptop, phone)

    def tell_one(self, laptop, phone):
        """Runs it, now and then with something in the way."""
        chance, command, wrong = self.chance, PHONES[phone], ""
        words, count, process = [self.world.mm, "-C", str(laptop.folder), command], [0], []
        self.calendar.faults, self.server.faults = [], []
        if not laptop.online:
            wrong, self.server.faults = "no network", ["none"] * 200
            self.calendar.faults = [("*", {"status": 503, "once": False})]
        elif chance.random() < 0.05:
            wrong = "cut off"
            self.server.faults = [None] * chance.randint(0, 6) + [chance.choice(["none", "half", "lost", 429, 503])]
            self.calendar.faults = [(chance.choice(["PUT", "PROPFIND", "DELETE"]), chance.choice([{"status": 503}, {"drop": True}]))]
        elif chance.random() < 0.07:
            wrong = chance.choice(["killed", "killed at a request", "killed at a call"])
            if wrong == "killed at a call" and shutil.which("strace"):
                number = chance.randint(1, 120)
                words = ["strace", "-f", "-o", "/dev/null", "-e", f"trace={CALLS}", "-e", f"inject={CALLS}:signal=KILL:when={number}", *words]
            number, moments = chance.randint(1, 8), (chance.choice(["before", "after"]),)

            def kill(_):
                count[0] += 1
                if count[0] == number:
                    process[0].send_signal(signal.SIGKILL)

            if wrong == "killed at a request" and phone == "ntfy":
                setattr(self.server, moments[0], kill)
        process.append(subprocess.Popen(words, env=laptop.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        if wrong == "killed" or wrong == "killed at a request" and phone == "caldav":
            with contextlib.suppress(subprocess.TimeoutExpired):
                process[0].wait(chance.uniform(0, 0.25))
            process[0].send_signal(signal.SIGKILL)
        said = process[0].communicate(timeout=120)
        self.server.before = self.server.after = lambda request: None
        self.calendar.faults, self.server.faults = [], []
        if wrong.startswith("killed"):
            time.sleep(0.03)
        self.ended(laptop, phone, *said, process[0].returncode, wrong)

    def ended(self, laptop, phone, out, said, status, wrong):
        text = (out + said).strip().replace("\n", " / ")
        if wrong or text and "nothing to send" not in text or status:
            self.note(f"{laptop.name}: mm {PHONES[phone]} ({status}{', ' + wrong if wrong else ''}): {text[:160]}")
        self.counts[f"did {PHONES[phone]}"] += 1
        if phone == "ntfy" and wrong != "no network":
            laptop.looked = [*laptop.looked[-1:], self.now]
        is_limited = "did not fit" in text or "no more" in text
        self.saw(laptop, phone, not wrong and not is_limited)
        if wrong:
            self.counts[f"did {PHONES[phone]} {wrong}"] += 1
            return
        laptop.limited[phone] = is_limited
        if laptop.limited[phone]:
            self.counts[f"did {PHONES[phone]} at a limit"] += 1
            return
        if status:
            self.counts[f"did {PHONES[phone]} in vain"] += 1
        self.look(laptop, phone)
        other = self.other(laptop)
        for name in {*laptop.texts, *other.texts, *laptop.changed} - other.changed:
            self.unheard[laptop.name, phone].pop(name, None)
            self.fresh[phone][name] = self.now
            if self.out[phone].get(name, float("inf")) == float("inf"):
                if phone == "ntfy":
                    self.out[phone][name] = self.now
                else:
                    self.sent.add(name)

    def lied(self, phone, name, at):
        told = [self.unheard[one.name, phone].get(name, ()) for one in self.laptops]
        return "unheard" if any(0 <= at - one <= 60 for times in told for one in times) else None

    def kept(self, phone, name, at):
        """Whether only a laptop that has not run since its state has changed could have withdrawn it."""
        def has(times):
            return any(0 <= at - one <= 60 for one in times)

        for laptop in self.laptops:
            key, other = (laptop.name, phone), (self.other(laptop).name, phone)
            is_there = has(self.may[key].get(name, ())) and not has(self.plans[laptop.name].get(name, ())) or has(self.fading[key].get(name, ()))
            if is_there and not has(self.ever[other].get(name, ())):
                return "unsent"
        return None

    def saw(self, laptop, phone, is_clean):
        """Takes note of what a run may have told a phone."""
        key = (laptop.name, phone)
        if is_clean:
            for name, times in self.may[key].items() if phone == "caldav" else ():
                self.fading[key].setdefault(name, set()).update(times)
            self.may[key] = {}
        for name in laptop.texts:
            times = coming(self.plans[laptop.name], name, self.now)
            for known in (self.may, self.ever):
                known[key].setdefault(name, set()).update(times)

    def other(self, laptop):
        return next(one for one in self.laptops if one is not laptop)

    def look(self, laptop, phone):
        """What a clean run can know of what the other one has changed."""
        other, key = self.other(laptop), (laptop.name, phone)
        reach = self.now + (3 if phone == "ntfy" else 10) * DAY - 60
        stale = other.changed - laptop.changed
        self.aware[key] &= stale
        for name in stale - self.aware[key]:
            is_out = self.out[phone].get(name, 0)
            there = set(coming(self.plans[other.name], name, 0))
            ahead = [at for at in self.told[key].get(name, []) if at > self.now]
            if phone == "ntfy":
                last = max(self.told[key].get(name, []), default=0)
                is_kept = last > self.now or is_out < last and self.now < last + DAY / 2
                since, gone = self.withdrawn.get(name, (0, set()))
                is_seen = max(laptop.looked[0], self.now - DAY / 2) < since
                new = {at for at in coming(self.plans[laptop.name], name, self.now) if at <= reach}
                is_aware = last not in {0, *there} and is_kept or is_seen and bool(new & gone)
            else:
                is_aware = bool(ahead) and not there & set(ahead)
            if is_aware and is_out < float("inf"):
                self.aware[key].add(name)
            elif is_out < float("inf"):
                self.unheard[key].setdefault(name, set()).update(coming(self.plans[laptop.name], name, self.now))
        for name, times in self.told[key].items() if phone == "ntfy" else ():
            if coming({name: times}, name, self.now) and not coming(self.plans[laptop.name], name, self.now):
                self.withdrawn[name] = (self.now, set(times))
        self.told[key] = {name: [at for at in coming(self.plans[laptop.name], name, self.now) if at <= reach] for name in laptop.texts}

    # The end.

    def judge(self):
        counts, faults, rings = self.counts, [], collections.defaultdict(list)
        for phone, name, at, excuse, act in self.rings:
            rings[phone, name].append([at, excuse, act, None])
        for phone, name, at, count, excuse in sorted(self.due, key=lambda row: row[2]):
            found = [ring for ring in rings[phone, name] if ring[3] is None and at <= ring[0] <= at + 60]
            for ring in found[:count]:
                ring[3] = at
            if excuse:
                counts[f"excused, {phone}: {excuse}"] += 1
                continue
            counts[f"{phone} due"] += 1
            if len(found) >= count:
                counts[f"{phone} rang"] += 1
            else:
                kind = "makes no sound" if (phone, name, at) in self.silent else "does not ring"
                counts[f"did fault, {phone}: {kind}"] += 1
                faults.append(self.tell_story(f"{phone}: {name} of {moment(at)} {kind}", name, at))
        for (phone, name), list_of in rings.items():
            for at, excuse, act, match in list_of:
                if match is not None:
                    continue
                if excuse:
                    counts[f"excused, {phone}: rings in vain, {excuse}"] += 1
                    continue
                is_twice = any(other[3] is not None and 0 <= at - other[3] <= 60 for other in list_of)
                kind = "twice" if is_twice else "done" if act in ("done", "skip", "delete") else "stale"
                counts[f"{phone} {kind}"] += 1
                faults.append(self.tell_story(f"{phone}: {name} rings in vain at {moment(at)} ({kind})", name, at))
        return counts, faults

    def tell_story(self, title, name, at):
        rows = [row for row in self.story if row[2] == name or row[2] is None and at - 12 * 3600 < row[0] <= at + 600]
        return "\n".join([title, *[f"  {moment(when)} {text}" for when, text, _ in rows if when <= at + 600][-90:]])
