"""What a user does on a laptop."""
import os

from laptop import DAY, NAME, stamp


class Edits:
    """For a week: reminders have names such as R7, by which everything tells them apart."""

    def add(self, laptop, at=None):
        self.count += 1
        name, chance = f"R{self.count}", self.chance
        at = at or self.now + chance.choice([chance.randint(5, 120), chance.randint(60, 1440), chance.randint(600, 5760)]) * 60
        words = [f"{name} {chance.choice(['Tea', 'Bins', 'Dentist', 'Call Ida'])}", "--scheduled", stamp(at, chance.random() < 0.1)]
        if chance.random() < 0.3:
            words += ["--recurrence", chance.choice(["daily", "every 2 days", "weekly", "every 8 hours"])]
        if chance.random() < 0.25:
            words += ["--remind", chance.choice(["10 min before", "2 hours before", "1 day before", "30 min after"])]
        if chance.random() < 0.15 and "--recurrence" not in words:
            words += ["--due", stamp(at + chance.randint(1, 40) * 3600)]
        if chance.random() < 0.3:
            words += ["--tag", chance.choice(["Home", "Work"])]
        self.do(laptop, name, "add", *words)

    def do(self, laptop, name, *words):
        said = laptop.run(*words, status=None)
        if name:
            self.act[name] = words[0]
        self.note(f"{laptop.name}: mm {' '.join(words)} | {said.strip()[:110]}", name)

    def edit(self, laptop):
        chance = self.chance
        self.later(chance.expovariate(1 / 5400), self.edit, laptop)
        if not laptop.awake:
            return
        for _ in range(chance.choice([1, 1, 1, 2, 4])):
            files = {path: NAME.search(text)[0] for path, text in laptop.files().items() if NAME.search(text)}
            soon = {n for n, row in self.plans[laptop.name].items() if row and row[0] < self.now + DAY}
            paths = [p for p in files if files[p] in soon and chance.random() < 0.8] or list(files)
            kind = chance.choice(["add", "add", "add", "move", "done", "done", "skip", "snooze", "awake", "delete", "file", "tag", "title", "remind", "undo", "reopen"])
            if kind == "add" or not paths:
                self.add(laptop)
                continue
            path = chance.choice(paths)
            name = files[path]
            at = stamp(self.now + chance.choice([chance.randint(3, 90), chance.randint(60, 3000)]) * 60)
            if kind == "file":
                new = f"{name.lower()}-{chance.randint(1, 999)}.md"
                os.rename(laptop.folder / path, laptop.folder / new)
                # It keeps its time.
                if path in laptop.dated:
                    laptop.dated[new] = laptop.dated.pop(path)
                self.note(f"{laptop.name}: renames {path}", name)
            elif kind == "tag":
                self.do(laptop, None, "tag", "rename", *chance.sample(["Home", "Work", "House"], 2))
            elif kind == "undo":
                self.do(laptop, None, "undo")
            else:
                self.do(laptop, name, *{
                    "move": ["edit", path, "--scheduled", at], "done": ["done", path], "skip": ["skip", path],
                    "snooze": ["snooze", path, *chance.choice([["15m"], ["2h"], ["until", at]])], "awake": ["snooze", path, "--off"],
                    "delete": ["delete", path, "--yes"], "title": ["edit", path, "--title", f"{name} Call {chance.randint(1, 99)}"],
                    "remind": ["edit", path, "--remind", chance.choice(["5 min before", "3 hours before"])], "reopen": ["reopen", path],
                }[kind])
        self.touched(laptop)

    def burst(self):
        """64 alarms in one hour."""
        laptop = next((one for one in self.laptops if one.awake and one.online), None)
        if laptop is None:
            return self.later(3600, self.burst)
        start = self.now + self.chance.randint(3, 30) * 3600
        for _ in range(64):
            self.count += 1
            name, at = f"R{self.count}", stamp(start + self.chance.randint(0, 59) * 60)
            laptop.write(name, identity=f"0a2b3c4d-0000-4000-8000-{self.count:012d}", title=f"{name} Burst", scheduled=at)
            self.note(f"{laptop.name}: writes {name} for {at}", name)
        return self.touched(laptop)

    def touched(self, laptop):
        laptop.date()
        self.settle()
        self.later(self.chance.randint(2, 20), self.tell, laptop)
        if self.chance.random() < 0.5:
            self.later(self.chance.randint(10, 240), self.sync)
