"""`mm lsp` while other programs change the folder: the problems are those of `mm check` in a copy that has the unsaved text.

An open document that was not changed since it was read or saved is not unsaved text: the disk counts.
"""

import os
import random
import shutil
import time

from cases import equal, fields, folder_of, listed, put, serve, setting, shown
from client import Failure

HEADS = [
    "id: one\ntags: [Work]", "id: one\ntags: [Wrk]", "id: two\ntags: [odd, Odd]", "tags: [ODD, job]\nuntil: 2020-01-01",
    "tags: [work/x, office]", "tags: [a", "id: two\ntags: odd\nrecurrence: every blue moon", "tags: [Odder]\ntimezone: Mars/C",
    "tags: [Work]\nrecurrence: FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "titel: x\ntags: [Work]",
]
TEXTS = [fields(f"title: X\nscheduled: 2026-11-23\n{head}") for head in HEADS] + [
    "# A note\n", "", "---\ntags: [Work\n", fields("tags: [Wrk]").replace("\n", "\r\n"),
    "---\n<<<<<<< a\ntags: [odd]\nid: one\n=======\ntags: [Odd]\n>>>>>>> b\nscheduled: 2026-11-24\n---\n",
]
REGISTRIES = ["Work:\n  color: moss\n  aliases: [office]\n", "Work: moss\nOdd: teal\n", "Work: [\n", "work: moss\njob: pinkish\n"]
PATHS = ["a.md", "a 2.md", "ä.md", "b/c.md", "b/d.md", "b.sync-conflict-20261120-101010-ABCDEFG.md", "z.md"]


def test_problems_follow_the_disk_and_the_editor(directory):
    folder, copy = directory / "folder", directory / "copy"
    folder_of(folder, {"a.md": TEXTS[0], "b/c.md": TEXTS[2]}, REGISTRIES[0])
    rng = random.Random(setting.seed)
    texts, unsaved = {}, set()
    with serve(folder) as server:
        where = lambda name: next(uri for uri, path in opened.items() if path == name)
        opened = {}

        def change_disk():
            name = rng.choice(PATHS)
            choice = rng.random()
            if choice < 0.15:
                put(folder, "tags.yaml", rng.choice(REGISTRIES))
            elif choice < 0.3:
                (folder / name).unlink(missing_ok=True)
            elif choice < 0.4:
                # As an editor or git replaces a file.
                put(folder, ".new", rng.choice(TEXTS))
                (folder / name).parent.mkdir(exist_ok=True)
                os.replace(folder / ".new", folder / name)
            elif choice < 0.45:
                shutil.rmtree(folder / "b", ignore_errors=True)
            elif choice < 0.5 and (folder / "a.md").exists():
                (folder / "b").mkdir(exist_ok=True)
                os.replace(folder / "a.md", folder / "b/d.md")
            else:
                put(folder, name, rng.choice(TEXTS))

        def unique(text):
            # What is typed is never what the disk has had by chance.
            return text + f"# {rng.random()}\n"

        def synchronize():
            # The server has compared the document with the disk.
            server.request("workspace/symbol", {"query": ""})

        def change_editor():
            name = rng.choice(["tags.yaml", *PATHS[:5], PATHS[6]])
            if name not in texts:
                exists = (folder / name).exists()
                texts[name] = (folder / name).read_bytes().decode() if exists else unique(rng.choice(TEXTS))
                if not exists:
                    unsaved.add(name)
                (folder / name).parent.mkdir(exist_ok=True)
                opened[server.open(folder / name, texts[name])] = name
                synchronize()
            elif (choice := rng.random()) < 0.6:
                texts[name] = unique(rng.choice(REGISTRIES if name == "tags.yaml" else TEXTS))
                unsaved.add(name)
                server.change(where(name), texts[name])
            elif choice < 0.8:
                (folder / name).parent.mkdir(exist_ok=True)
                (folder / name).write_bytes(texts[name].encode())
                unsaved.discard(name)
                server.notify("textDocument/didSave", {"textDocument": {"uri": where(name)}})
                synchronize()
            else:
                server.notify("textDocument/didClose", {"textDocument": {"uri": where(name)}})
                unsaved.discard(name)
                del opened[where(name)], texts[name]

        for step in range(40):
            for _ in range(rng.randint(1, 3)):
                rng.choice([change_disk, change_editor])()
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".memoss"))
            for name in unsaved:
                text = texts[name]
                (copy / name).parent.mkdir(exist_ok=True)
                (copy / name).write_bytes(text.encode())
            for uri, name in opened.items():
                disk = (copy / name).read_bytes().decode() if (copy / name).exists() else None
                expected = listed(copy, name) if disk == texts[name] else [
                    (1, "changed-on-disk", "note", "the file has changed on the disk since the editor read it: reload it")]
                end = time.monotonic() + 60
                while (found := shown(server.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"])) != expected:
                    if time.monotonic() > end:
                        equal(found, expected, f"step {step}: {name}: {texts[name]!r}; the disk: {sorted(os.listdir(folder))}")
                        raise Failure("different")
                    time.sleep(0.05)
        equal(server.stop(), 0, "status")
