"""Tests that the benchmark detects wrong answers. Run with `python3 -m unittest Benchmarks/test_answers.py`."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import shutil
import stat
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import answers  # noqa: E402
import peers  # noqa: E402

loader = importlib.machinery.SourceFileLoader("compare", str(HERE / "compare"))
compare = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
sys.modules["compare"] = compare
loader.exec_module(compare)
compare.say = lambda text: None

FILE = """---
id: a
title: "Note: work on it"
tags:
  - homework
  - work
created: 2025-01-01
scheduled: 2026-11-22 09:00
---
tags: [work, example]
"""


def item(name, scheduled, **more):
    return {"id": name, "title": name, "tags": [], "body": "", "created": "2025-01-01", "scheduled": scheduled, **more}


class InFolder(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path


class Answers(InFolder):
    def test_a_file_is_read_strictly(self):
        found = answers.read(self.write("one.md", FILE))
        self.assertEqual((found["title"], found["tags"]), ("Note: work on it", ["homework", "work"]))
        for spelled in ("tags: [homework, work]", "tags: homework, work"):
            text = FILE.replace("tags:\n  - homework\n  - work", spelled)
            self.assertEqual(answers.read(self.write("one.md", text))["tags"], ["homework", "work"])
        for wrong in ("id: b\n", "tags: [x]\n", "? b\n", "  - b\n", "    - b\n"):
            with self.assertRaises(AssertionError, msg=wrong):
                answers.read(self.write("one.md", FILE.replace("scheduled:", wrong + "scheduled:")))

    def test_a_tag_is_renamed_where_it_is_a_tag_and_nowhere_else(self):
        self.assertEqual(answers.retagged(FILE, "work", "job"), FILE.replace("  - work", "  - job"))
        for before, after in (("[work, homework, work]", "[job, homework, job]"), ("work, re-work", "job, re-work")):
            text = FILE.replace("tags:\n  - homework\n  - work", "tags: " + before)
            self.assertIn(f"tags: {after}\n", answers.retagged(text, "work", "job"))

    def test_a_rename_that_leaves_touches_or_misses_anything_stops_the_benchmark(self):
        before, after = self.folder / "before", self.folder / "after"
        self.write("before/one.md", FILE)
        right = FILE.replace("  - work", "  - job")
        self.write("after/one.md", right)
        compare.check_renamed("it", before, after, "work", "job", is_exact=True)
        for wrong in (FILE, right.replace("homework", "homejob"), right.replace("[work", "[job"), right + "\n"):
            self.write("after/one.md", wrong)
            with self.assertRaises(SystemExit):
                compare.check_renamed("it", before, after, "work", "job", is_exact=True)
        self.write("after/one.md", right.replace("Note: work", "Note: job"))
        compare.check_renamed("sed", before, after, "work", "job", is_exact=False)

    def test_the_plan_is_what_the_rules_say(self):
        found = answers.plan([
            item("now", "2026-11-21 08:00"), item("soon", "2026-11-21 08:15"), item("past", "2026-11-20 09:00"),
            item("finished", "2026-11-22 09:00", completed="2026-11-01T10:00"),
            item("weekly", "2025-01-04 07:00", recurrence="weekly on saturday", until="2026-12-05"),
            item("monthly", "2025-01-31 10:00", recurrence="monthly on 31", until="2027-03-30"),
        ])
        self.assertEqual(found, [
            ("soon", "2026-11-21T07:15:00Z"), ("weekly@2026-11-28T07:00", "2026-11-28T06:00:00Z"),
            ("weekly@2026-12-05T07:00", "2026-12-05T06:00:00Z"), ("monthly@2026-12-31T10:00", "2026-12-31T09:00:00Z"),
            ("monthly@2027-01-31T10:00", "2027-01-31T09:00:00Z"),
        ])

    def test_the_places_of_a_plan_are_shared_and_free_ones_go_to_the_other_kind(self):
        daily = [item(f"d{n}", f"2026-11-{22 + n} 09:00", recurrence="daily") for n in range(3)]
        single = [item(f"s{n:02}", f"2028-01-01 {n // 60:02}:{n % 60:02}") for n in range(100)]

        def kinds(items):
            found = answers.plan(items)
            return sum("@" in name for name, _ in found), len(found)

        self.assertEqual(kinds(daily + single), (50, 64))
        self.assertEqual(kinds(daily + single[:3]), (61, 64))
        ended = [{**one, "until": "2026-11-25"} for one in daily]
        self.assertEqual(kinds(ended + single), (9, 64))

    def test_a_wrong_answer_is_told_from_a_right_one(self):
        self.assertIsNone(compare.difference(["a", "b"], ["b", "a"]))
        for wrong in (["a"], ["a", "b", "b"], ["a", "c"], []):
            self.assertIsNotNone(compare.difference(wrong, ["a", "b"]))
            with self.assertRaises(SystemExit):
                compare.check_equal("it", wrong, ["a", "b"])


class Peers(InFolder):
    """A peer that is a script: right, wrong, and failing."""

    def setUp(self):
        super().setUp()
        before = os.environ.copy()
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        tools = self.folder / "tools"
        tools.mkdir()
        for name in ("mkdir", "touch", "xargs"):
            (tools / name).symlink_to(shutil.which(name))
        # Ignores the installed peers.
        os.environ["PATH"] = f"{self.folder / 'bin'}:{tools}"

    def program(self, name, text):
        path = self.write(f"bin/{name}", "#!/bin/sh\n" + text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def prepared(self, kind, reasons=None):
        notes = self.folder / "corpus"
        self.write("corpus/home-000/one.md", FILE)
        self.write("corpus/home-000/two.md", FILE.replace("  - homework\n  - work", "  - homework"))
        compare.CACHE = self.folder
        return compare.prepare_peers([kind], notes, answers.read_all(notes), 1, {} if reasons is None else reasons)

    def test_zk_takes_part_when_it_lists_the_tagged_notes_and_no_others(self):
        script = 'case "$*" in *init*) mkdir .zk ;; list*) printf "%s" ;; esac\n'
        self.program("zk", script % "home-000/one.md")
        self.assertEqual(list(self.prepared(peers.Zk)), [peers.Zk.name, peers.Zk.name + compare.TOUCHED])
        for wrong in (script % "home-000/two.md", script % "", script % "home-000/one.md\\nhome-000/two.md", "exit 3\n"):
            self.program("zk", wrong)
            with self.assertRaises(SystemExit, msg=wrong):
                self.prepared(peers.Zk)

    def test_todoman_goes_by_either_of_its_names_and_finds_parts_of_names(self):
        due = 1795338000
        todo = {"summary": "Note: work on it", "due": due}
        for name in peers.Todoman.programs:
            self.program(name, f"echo '{json.dumps([todo, todo])}'\n")
            self.assertIn(peers.Todoman.name, self.prepared(peers.Todoman))
            self.program(name, f"echo '{json.dumps([todo, {**todo, 'due': due + 60}])}'\n")
            with self.assertRaises(SystemExit):
                self.prepared(peers.Todoman)
            self.program(name, "echo Usage\n")
            with self.assertRaises(SystemExit):
                self.prepared(peers.Todoman)
            (self.folder / "bin" / name).unlink()

    def test_a_peer_too_slow_for_a_changed_tenth_is_timed_without_and_from_a_fresh_store(self):
        script = 'case "$*" in *init*) mkdir .zk ;; list*) [ ! -e tenth ] || sleep 5; echo home-000/one.md ;; esac\n'
        self.program("zk", script)
        os.environ["PATH"] += ":" + os.path.dirname(shutil.which("sleep", path=os.defpath) or "/bin/sleep")
        check, reasons = compare.check_peer, {}
        self.addCleanup(setattr, compare, "check_peer", check)
        compare.check_peer = lambda peer, patience=60: check(peer, patience=min(patience, 0.5))
        self.assertEqual(list(self.prepared(peers.Zk, reasons)), [peers.Zk.name])
        self.assertIn("0.5 seconds", reasons[peers.Zk.name + compare.TOUCHED])
        self.assertFalse((self.folder / "peers/Zk/tenth").exists())

    def test_a_peer_that_is_missing_or_not_wanted_is_told_and_left_out(self):
        makes, reasons = compare.choose_peers(["task"])
        self.assertEqual(makes, [])
        self.assertIn("apt-get install todoman", reasons[peers.Todoman.name])
        self.assertEqual(reasons[peers.Taskwarrior.name], "excluded")

    def test_a_peer_gets_nothing_of_what_is_the_users(self):
        os.environ["TASKDATA"] = "/theirs"
        self.program("task", "exit 0\n")
        self.assertNotIn("TASKDATA", peers.Taskwarrior(self.folder, {}, self.folder).environment)


if __name__ == "__main__":
    unittest.main()
