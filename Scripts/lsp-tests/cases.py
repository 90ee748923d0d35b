"""What `mm lsp` has to do. Each function is a test, and its name is a sentence."""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import threading
import time
import types

from client import Failure, Server, Text, apply, frame, path_of, uri

setting = types.SimpleNamespace(mm="mm", messages=1_000, seed=1, root=pathlib.Path())
NOW = "2026-11-21T08:00"
WORK = 'Work:\n  color: "#3B82F6"\nHealth: pink\n'
ENVIRONMENT = {"MM_NOW": NOW, "TZ": "Europe/Berlin", "XDG_CONFIG_HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}


def check(condition, message):
    if not condition:
        raise Failure(message)


def equal(found, expected, what=""):
    check(found == expected, f"{what}\n  found    {found!r}\n  expected {expected!r}")


def put(folder, path, text):
    place = folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text if isinstance(text, bytes) else text.encode())
    return place


def folder_of(directory, files=None, registry=WORK):
    put(directory, "tags.yaml", registry)
    for path, text in (files or {}).items():
        put(directory, path, text)
    return directory


def serve(folder, *arguments, **more):
    return Server(setting.mm, folder, *arguments, env=ENVIRONMENT, **more)


def mm(folder, *words):
    return subprocess.run([setting.mm, *words], cwd=folder, env=os.environ | ENVIRONMENT, capture_output=True,
                          stdin=subprocess.DEVNULL)


def fields(front, body="Text\n"):
    return f"---\n{front}\n---\n{body}"


# Framing and lifecycle

def test_messages_may_be_split_and_merged_anywhere(directory):
    folder_of(directory)
    with serve(directory) as server:
        request = lambda id: {"jsonrpc": "2.0", "id": id, "method": "workspace/symbol", "params": {"query": ""}}
        for step in (1, 7, 50, 10_000):
            ids = [f"{step}-{number}" for number in range(20)]
            data = b"".join(frame(request(id)) for id in ids)
            for start in range(0, len(data), step):
                server.raw(data[start:start + step])
            for id in ids:
                equal(server.answer(id)["result"], [])
        body = json.dumps(request("ö")).encode()
        server.raw(b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:  %d\r\n\r\n" % len(body) + body)
        equal(server.answer("ö")["id"], "ö")
        server.raw(b"Content-Length: %d\n\n" % len(body) + body.replace(b"\\u00f6", b"\\u00f7"))
        equal(server.answer("÷")["result"], [])
        equal(server.stop(), 0, "status")


def test_faults_are_answered_with_the_codes_of_the_specification(directory):
    folder_of(directory)
    with serve(directory, initialize=False) as server:
        equal(server.call("textDocument/hover", {})["error"]["code"], -32002, "before initialize")
        server.notify("textDocument/didOpen", {})
        server.initialize()
        equal(server.call("initialize", {"capabilities": {}})["error"]["code"], -32600, "initialize twice")
        equal(server.call("textDocument/nothing")["error"]["code"], -32601, "unknown method")
        equal(server.call("textDocument/rename", {})["error"]["code"], -32602, "no parameters")
        server.notify("$/nothing", {})
        server.notify("nothing/atAll", {})
        for number, body in enumerate([b"{", b"", b"nul", b'{"a": 01}', b'"\xff"', b'{"jsonrpc":"2.0","id":1,"method":"\xff"}',
                                       b"[" * 100_000, b'{"a":1}x'], 1):
            server.raw(frame(body))
            server.wait(lambda: len(server.answers.get("null", [])) == number)
            equal(server.answers["null"][-1]["error"]["code"], -32700, body[:20])
        for number, body in enumerate([b"[]", b"17", b'{"jsonrpc":"2.0"}', b'{"method":7}'], 9):
            server.raw(frame(body))
            server.wait(lambda: len(server.answers.get("null", [])) == number)
            equal(server.answers["null"][-1]["error"]["code"], -32600, body)
        for number, header in enumerate([b"Content-Length: x\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"X-Other: 1\r\n\r\n",
                                         b"Content-Length: 99999999999\r\n\r\n", b"no header\r\n\r\n", b"z" * 9000], 13):
            server.raw(header)
            server.wait(lambda: len(server.answers.get("null", [])) == number)
            equal(server.answers["null"][-1]["error"]["code"], -32700, header[:40])
        server.raw(b"\r\n\r\n")
        equal(server.request("workspace/symbol", {"query": ""}), [], "after the faults")
        server.request("shutdown")
        equal(server.call("workspace/symbol", {"query": ""})["error"]["code"], -32600, "after shutdown")
        server.notify("exit", None)
        equal(server.end(), 0, "status")


def test_the_exit_status_says_whether_the_client_said_goodbye(directory):
    folder_of(directory)
    with serve(directory) as server:
        server.notify("exit", None)
        equal(server.process.wait(10), 1, "exit without shutdown")
    with serve(directory) as server:
        equal(server.end(), 1, "end without shutdown")
    with serve(directory) as server:
        server.request("shutdown")
        equal(server.end(), 0, "end after shutdown")
    with serve(directory) as server:
        server.raw(b"Content-Length: 100\r\n\r\n{")
        equal(server.end(), 1, "end in a message")


def test_a_request_is_cancelled_while_it_waits(directory):
    folder_of(directory)
    with serve(directory) as server:
        request = {"jsonrpc": "2.0", "method": "workspace/symbol", "params": {"query": ""}}
        cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "b"}}
        server.send(request | {"id": "a"}, request | {"id": "b"}, request | {"id": "c"}, cancel)
        equal([server.answer(id).get("error", {}).get("code") for id in "abc"], [None, -32800, None])
        server.send(cancel, cancel | {"params": {"id": 99}})
        equal(server.stop(), 0, "status")


# Documents

def test_edits_of_the_client_give_its_text_in_both_encodings(directory):
    folder_of(directory, {"x.md": fields("title: X\ntags: [Work]")})
    for encoding in ("utf-16", "utf-8"):
        with serve(directory, encodings=["utf-8"] if encoding == "utf-8" else []) as server:
            equal(server.encoding, encoding)
            rng = random.Random(setting.seed)
            text = Text("---\ntitle: X 😀\r\ntags: [Wörk, é]\n---\nTéxt\r\n", encoding)
            where = server.open(directory / "x.md", text.text)
            for _ in range(60):
                changes = []
                for _ in range(rng.randint(1, 3)):
                    start = rng.randint(0, len(text.text))
                    end = min(len(text.text), start + rng.choice([0, 0, 1, 4]))
                    span = [index - (text.text[index - 1:index + 1] == "\r\n") for index in (start, end)]
                    new = rng.choice(["", "a", "\n", "\r\n", "😀", "é", "tags: [", "]", "---\n"])
                    if new == "\n" and span[0] and text.text[span[0] - 1] == "\r":
                        new = "a"
                    change = {"range": {"start": text.position(span[0]), "end": text.position(span[1])}, "text": new}
                    text.text = text.text[:span[0]] + new + text.text[span[1]:]
                    changes.append(change)
                server.change(where, *changes)
            # A lone CR is a line break for this client only.
            check("\r" not in text.text.replace("\r\n", ""), "the client made a lone CR")
            same_problems(server, directory, where, text)
            equal(server.stop(), 0, "status")


def listed(folder, path):
    found = json.loads(mm(folder, "check", "--json").stdout)["problems"]
    return sorted((p["line"] or 1, p["id"], p["severity"], p["message"]) for p in found if p["path"] == path)


def shown(problems):
    severities = {1: "error", 2: "warning", 3: "note"}
    return sorted((p["range"]["start"]["line"] + 1, p["code"], severities[p["severity"]], p["message"].split("\n")[0])
                  for p in problems)


def same_problems(server, folder, where, text):
    """What the server says about unsaved text is what `mm check` says once it is saved."""
    problems = server.problems(where)
    path = pathlib.Path(os.fsdecode(path_of(where)))
    path.write_bytes(text.text.encode())
    equal(shown(problems), listed(folder, str(path.relative_to(folder))), f"problems of {text.text!r}")


def test_problems_are_those_of_mm_check(directory):
    broken = setting.root / "fixtures/broken"
    shutil.copytree(broken, directory, dirs_exist_ok=True, symlinks=True)
    folder = directory
    if not (folder / "tags.yaml").exists():
        folder_of(directory)
    paths = [path for path in sorted(folder.rglob("*.md")) if path.is_file() and not path.is_symlink()]
    count = 0
    with serve(folder) as server:
        for path in [folder / "tags.yaml", *paths]:
            data = path.read_bytes()
            try:
                text = data.decode()
            except UnicodeDecodeError:
                continue
            if text.startswith("\ufeff"):
                continue
            name = str(path.relative_to(folder))
            where = server.open(path, text)
            if any(part.startswith(".") for part in path.relative_to(folder).parts):
                continue
            problems = shown(server.request("textDocument/diagnostic", {"textDocument": {"uri": where}})["items"])
            equal(problems, listed(folder, name), name)
            count += len(problems)
            server.notify("textDocument/didClose", {"textDocument": {"uri": where}})
        equal(server.stop(), 0, "status")
    check(count > 20, f"only {count} problems")


def test_problems_follow_unsaved_text_of_this_and_of_other_files(directory):
    folder_of(directory, {"a.md": fields("title: A\nid: 1\ntags: [Work]"), "b.md": fields("title: B\nid: 2\ntags: [Wrk]")})
    with serve(directory) as server:
        a = server.open(directory / "a.md", (directory / "a.md").read_text())
        b = server.open(directory / "b.md", (directory / "b.md").read_text())
        equal([p["code"] for p in server.problems(b)], ["unknown-tag"])
        equal(server.problems(b)[0]["range"], {"start": {"line": 3, "character": 7}, "end": {"line": 3, "character": 10}})
        registry = server.open(directory / "tags.yaml", WORK)
        server.change(registry, WORK + "Wrk: teal\n")
        server.wait(lambda: not server.problems(b), 60, "no problem")
        server.change(a, fields("title: A\nid: 2\ntags: [Work]"))
        server.wait(lambda: [p["code"] for p in server.problems(b)] == ["duplicate-id"], 60, "duplicate-id")
        server.notify("textDocument/didClose", {"textDocument": {"uri": a}})
        server.wait(lambda: not server.problems(b), 60, "no problem after closing")
        server.change(registry, WORK + "Wrk: [")
        server.wait(lambda: [p["code"] for p in server.problems(registry)] == ["invalid-registry"], 60, "invalid-registry")
        equal(server.stop(), 0, "status")


# Completion

MARKED = [
    # (text with the cursor as |, labels that have to be offered first, or None for no answer at all)
    ("---\ntags: [Wo|\n---\n", ["Work"]), ("---\ntags: [Wo|]\n---\n", ["Work"]), ("---\ntags: [|]\n---\n", ["Health", "Work"]),
    ("---\ntags: [Work, |]\n---\n", ["Health"]), ("---\ntags: [Work,|\n---\n", ["Health"]),
    ("---\ntags:\n  - Wo|\n---\n", ["Work"]), ("---\ntags:\n- |\n---\n", ["Health", "Work"]),
    ("---\ntags:\n- Work\n- |\nscheduled: 2026-01-01\n---\n", ["Health"]),
    ("---\ntags: Wo|\n---\n", ["Work"]), ("---\ntags: |\n---\n", ["Health", "Work"]), ("---\ntags:|\n---\n", ["Health", "Work"]),
    ("---\ntags: Work, He|\n---\n", ["Health"]), ('---\ntags: "Wo|"\n---\n', ["Work"]), ("---\ntags: ['Wo|']\n---\n", ["Work"]),
    ('---\ntags: ["Wo|\n---\n', ["Work"]), ("---\ntags: [\n  Wo|\n]\n---\n", ["Work"]), ("---\ntags: [#Wo|\n---\n", ["Work"]),
    ("---\ntags:\n  - #Wo|\n---\n", ["Work"]), ("---\r\ntags: [Wo|]\r\n---\r\n", ["Work"]), ("---\ntags: [Wo|\n", ["Work"]),
    ("---\ntitle: [\ntags: [Wo|\n---\n", ["Work"]), ("---\n\"tags\": [Wo|]\n---\n", ["Work"]),
    ("---\ntags: [Wo|]\nscheduled: 2026-13-45\n---\n", ["Work"]), ("---\ntags: &a [Wo|]\n---\n", ["Work"]),
    ("---\nti|\n---\n", ["title", "timezone"]), ("---\nsche|: x\n---\n", ["scheduled"]), ("---\n|\n---\n", ["title", "tags"]),
    ("---\ntags: [Work, | Home]\n---\n", ["Health"]), ("---\ntags: [Work, he| Home]\n---\n", ["Health"]),
    ("---\ntitle:x\nscheduled: tom|", ["tomorrow"]), ("---\ntitle: a: b\nwhat?\ntags: [He|", ["Health"]),
    ("---\ntags: [Work]\n|\n---\n", ["title", "scheduled"]), ("---\nmissed: |\n---\n", ["keep", "skip"]),
    ("---\nrecurrence_anchor: c|\n---\n", ["scheduled", "completion"]), ("---\ncompleted: t|\n---\n", ["true"]),
    ("---\nscheduled: tomorrow 9am|\n---\n", ["tomorrow 9am"]), ("---\nrecurrence: every tuesday|\n---\n", ["every tuesday"]),
    ("---\nscheduled: |\n---\n", ["today", "tomorrow"]), ("---\nrecurrence: |\n---\n", ["daily"]),
    ("---\nrecurrence: every|\n---\n", ["every 2 weeks", "every day"]), ("---\nscheduled: next|\n---\n", ["next week", "next month"]),
    ("---\ntimezone: Europe/Ber|\n---\n", ["Europe/Berlin"]),
    ("---\ntags: [Work]\n---\nWo|\n", None), ("Wo|\n", None), ("---\ntags: [Work]\n--|-\n", None), ("-|--\n---\n", None),
    ("---\ntags: [Work] |\n---\n", None), ("---\ntags: [Work # Wo|\n]\n---\n", None), ("---\ntags: # Wo|\n---\n", None),
    ("---\ntags:\n  - Work # Wo|\n---\n", None), ("---\ntags: ['Work' Wo|]\n---\n", None), ("---\ntags: [{a: Wo|}]\n---\n", None),
    ("---\ntags: |-\n  Wo|\n---\n".replace("|-", ">-"), None), ("---\n# Wo|\n---\n", None), ("---\ntitle: Wo|\n---\n", None),
    ("---\ntags: [*Wo|]\n---\n", None), ("---\ntags:\n  Wo: Wo|\n---\n", None), ("---\ntags: [Work]\n\nWo|\n", None),
    ("---\ntags: |\n  - Work\n---\n", None), ("---\ntags: [Work]\nother: [Wo|]\n---\n", None),
]
IN_REGISTRY = [
    ("Work: mo|\n", ["moss"]), ("Work: |\n", ["moss", "blue"]), ("Work:\n  color: |\n", ["moss"]), ("Work:\n  co|\n", ["color"]),
    ("Work: {color: te|}\n", ["moss"]), ('Work:\n  color: "te|"\n', ["moss"]), ("Wo|\n", None), ("Work: moss # mo|\n", None),
    ("Work:\n  created: mo|\n", None), ("Work: moss\n  co|\n", None), ("# mo|\n", None),
]


def test_completion_offers_what_fits_and_nothing_in_the_wrong_place(directory):
    folder_of(directory, {"b.md": fields("title: B\ntags: [Health]"), "c.md": fields("title: C\ntags: [Health]")})
    faults = []
    for encoding in ("utf-16", "utf-8"):
        with serve(directory, encodings=[encoding]) as server:
            places = [("x.md", *case) for case in MARKED] + [("tags.yaml", *case) for case in IN_REGISTRY]
            for path, marked, expected in places:
                at = marked.index("|")
                text = Text(marked[:at] + marked[at + 1:], encoding)
                where = server.open(directory / path, text.text)
                answer = server.at("completion", where, text.position(at))
                labels = [item["label"] for item in answer["items"]] if answer else []
                real = [label for label in labels if not label.startswith("Create tag")]
                if expected is None and labels or expected is not None and not set(expected) <= set(real[:max(8, len(expected))]):
                    faults.append(f"{marked!r}: {labels[:6]}")
                for item in answer["items"] if answer else []:
                    span = item["textEdit"]["range"]
                    check(span["start"]["line"] == span["end"]["line"] == text.position(at)["line"], f"{marked!r}: {span}")
                    after = Text(text.text, encoding)
                    after.apply([item["textEdit"]])
                server.notify("textDocument/didClose", {"textDocument": {"uri": where}})
            equal(server.stop(), 0, "status")
    check(not faults, "\n".join(faults))


def test_a_chosen_tag_is_in_the_list_that_is_written(directory):
    names = ["Work", "Deep Work", "a: b", "yes", "it's", "ünïcode 😀", "x]y", "#hash", "12", "- dash", 'quo"te', "back\\slash"]
    registry = "".join(f"{json.dumps(name, ensure_ascii=False)}: moss\n" for name in names if not name.startswith("#"))
    folder_of(directory, registry=registry)
    shapes = ["tags: [|]", "tags: [Zzz, |]", "tags:\n  - |", 'tags: ["|"]', "tags: ['|', Zzz]", "tags: |", "tags:|", "tags:\n- Zzz\n- |"]
    with serve(directory) as server:
        where = server.open(directory / "x.md", "")
        for shape in shapes:
            marked = fields(shape)
            at = marked.index("|")
            text = Text(marked[:at] + marked[at + 1:])
            server.change(where, text.text)
            items = [item for item in server.at("completion", where, text.position(at))["items"] if "command" not in item]
            for item in items:
                after = Text(text.text)
                after.apply([item["textEdit"]])
                put(directory, "y.md", after.text)
                found = json.loads(mm(directory, "list", "--all", "path:y.md", "--json").stdout)["reminders"]
                check(item["label"] in found[0]["tags"], f"{shape}: {item['label']}: {after.text!r}: {found[0]['tags']}")
            check(len(items) >= 8, f"{shape}: {[item['label'] for item in items]}")
        equal(server.stop(), 0, "status")


def test_a_new_tag_is_registered_by_the_client(directory):
    folder_of(directory, {"x.md": fields("title: X\ntags: [Gar]")})
    with serve(directory) as server:
        text = Text((directory / "x.md").read_text())
        where = server.open(directory / "x.md", text.text)
        item = server.at("completion", where, text.at("Gar", 3))["items"][-1]
        equal(item["label"], 'Create tag "Gar"')
        check("did not apply" in server.execute(item["command"])["error"]["message"], "an edit that is refused is an error")
        answer = server.execute(item["command"], lambda edit: apply(edit, {where: text}, server.encoding))
        equal(answer["result"], None, "the answer of the command")
        check("\nGar:\n" in "\n" + (directory / "tags.yaml").read_text(), (directory / "tags.yaml").read_text())
        server.wait(lambda: not server.problems(where), 60, "no problem")
        equal(server.stop(), 0, "status")


def test_completing_a_tag_in_front_of_another_one_leaves_it(directory):
    folder_of(directory)
    shapes = ["tags: [Home, he| Family]", "tags: [Home, he|Family]", "tags: [Home, | Family]", "tags: [|Family]", "tags: Home, he| Family",
              "tags:\n  - he| Family", 'tags: ["he| Family"]', "tags: [Home, he|\n  Family]", "tags: [\n  he| Family]", "tags: [he| 'Family']"]
    for encoding in ("utf-16", "utf-8"):
        with serve(directory, encodings=[encoding]) as server:
            where = server.open(directory / "x.md", "")
            for shape in shapes:
                marked = fields(shape)
                at = marked.index("|")
                before = marked[:at] + marked[at + 1:]
                server.change(where, before)
                items = server.at("completion", where, Text(before, encoding).position(at))["items"]
                check(any(item["label"] == "Health" for item in items), f"{shape}: {[item['label'] for item in items]}")
                for item in items:
                    after = Text(before, encoding)
                    after.apply([item["textEdit"]])
                    check("Family" in after.text and after.text.endswith(marked[at + 1:]), f"{shape}: {item['label']}: {after.text!r}")
            equal(server.stop(), 0, "status")


# Renaming

def rename(server, where, position, new, texts):
    """Renames as an editor does, and returns the message of an error."""
    place = server.at("prepareRename", where, position)
    check(place is not None, "prepareRename finds no tag")
    answer = server.call("textDocument/rename", {"textDocument": {"uri": where}, "position": position, "newName": new})
    if "error" in answer:
        return answer["error"]["message"]
    apply(answer["result"], texts, server.encoding)
    return None


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and ".memoss" not in path.parts}


ID = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def compare_rename(directory, files, old, new, encoding, registry=WORK, spelling=str.upper, opened=lambda name: True):
    """Renames in two copies, in one with `mm tag rename`, and expects the same bytes. In the other, open files have text that is
    not saved."""
    one, two = directory / "one", directory / "two"
    for copy in (one, two):
        folder_of(copy, files, registry)
    texts = {}
    with serve(two, encodings=[encoding]) as server:
        for name in ["tags.yaml", *files]:
            data = (two / name).read_bytes()
            try:
                text = data.decode()
            except UnicodeDecodeError:
                continue
            if not opened(name) or text.startswith("\ufeff"):
                continue
            text += "" if name == "tags.yaml" else "\nnot saved 😀\n"
            (one / name).write_bytes(text.encode())
            texts[server.open(two / name, text, spelling)] = Text(text, encoding)
        done = mm(one, "tag", "rename", "--", old, new)
        where, position = None, None
        for other, text in texts.items():
            # The first place of the tag that is found by its name.
            for match in re.finditer(re.escape(old), text.text):
                place = server.at("prepareRename", other, text.position(match.start()))
                if place and place["placeholder"].casefold() == old.casefold():
                    where, position = other, text.position(match.start())
                    break
            if where:
                break
        if not where:
            equal(server.stop(), 0, "status")
            return None
        error = rename(server, where, position, new, texts)
        for other, text in texts.items():
            pathlib.Path(os.fsdecode(path_of(other))).write_bytes(text.text.encode())
        equal(server.stop(), 0, "status")
    if error:
        check(done.returncode != 0, f"{old} -> {new}: the server refuses: {error}, but mm says {done.stderr.decode()}")
    first, second = tree(one), tree(two)
    for name in first:
        a, b = ID.sub(b"ID", first[name]), ID.sub(b"ID", second[name])
        equal(b, a, f"{old} -> {new} in {name} ({encoding}); {error}")
    return error is None


def test_a_rename_writes_what_mm_tag_rename_writes(directory):
    files = {
        "a.md": fields("title: A\ntags: [Work, Wörk, work/client]"), "b.md": fields("tags:\n  - WORK # comment\n  - 😀\n", "Work\n"),
        "c.md": fields('tags: "Work, Home"').replace("\n", "\r\n"), "sub dir/ü 😀#%.md": fields("tags: [😀, 'Work']"),
        "bom.md": b"\xef\xbb\xbf" + fields("tags: [Work]").encode(), "latin.md": fields("tags: [Work]").encode() + b"\xe9\xff\n",
        "none.md": fields("title: None"), "note.md": "Work\n", "broken.md": "---\ntags: [Work\n---\n",
        "anchor.md": fields("tags: &t [Work]\nother: *t"), "same.md": fields("tags: [Job, Home]"),
    }
    number = 0
    for encoding in ("utf-16", "utf-8"):
        for spelling in (str.upper, str.lower):
            for opened in (lambda name: True, lambda name: name == "a.md", lambda name: name in ("a.md", "tags.yaml")):
                for registry in (WORK, "\ufeff" + WORK.replace("\n", "\r\n"), "Home: moss\n", "{}\n"):
                    number += 1
                    for new in ("Jöb 😀", "Work/x", "WORK"):
                        here = directory / f"{number}-{new.replace('/', '-')}"
                        done = compare_rename(here, files, "Work", new, encoding, registry, spelling, opened)
                        check(done is not None, "there is no tag to begin with")


def unescaped(text):
    def one(match):
        kind = match[1]
        if kind in "nrt\\":
            return {"n": b"\n", "r": b"\r", "t": b"\t", "\\": b"\\"}[kind]
        return chr(int(match[2], 16)).encode() if kind == "u" else bytes([int(match[2], 16)])
    parts, last = [], 0
    for match in re.finditer(r"\\([nrtux\\])(?:\{([0-9A-Fa-f]+)\})?", text):
        parts += [text[last:match.start()].encode(), one(match)]
        last = match.end()
    return b"".join(parts) + text[last:].encode()


def rename_cases():
    """The bytes before each case of fixtures/rename, by its two names."""
    found = {}
    for path in sorted((setting.root / "fixtures/rename").glob("*.cases")):
        for case in re.split(r"^=== ", path.read_text(), flags=re.M)[1:]:
            names = re.search(r"^rename: (.*?) -> (.*)$", case, re.M)
            before = re.search(r"^--- before\n(.*?)(?=^---|\Z)", case, re.M | re.S)
            data = b""
            for line in before[1].splitlines():
                if match := re.match(r"(?:\*(\d+))?\|(.*)", line):
                    data += unescaped(match[2]) * int(match[1] or 1)
            try:
                pair = tuple(unescaped(name).decode() for name in names.groups())
            except UnicodeDecodeError:
                continue
            found.setdefault(pair, []).append(data)
    return found


def test_renames_of_all_shapes_are_those_of_mm_tag_rename(directory):
    """The cases of fixtures/rename, of which every third is not open. Those with the new name are refused, as without --merge."""
    groups = renamed = files = 0
    for number, ((old, new), cases) in enumerate(sorted(rename_cases().items())):
        registry = json.dumps(old, ensure_ascii=False) + ": moss\n"
        alone = [data for data in cases if new.casefold().encode() not in data.lower() or new.casefold() == old.casefold()]
        for part, some in enumerate([alone, [data for data in cases if data not in alone]]):
            if not some:
                continue
            groups += 1
            encoding = "utf-8" if number % 4 == 0 else "utf-16"
            names = {f"{index:04}.md": data for index, data in enumerate(some)}
            opened = lambda name: name == "tags.yaml" or int(name[:4]) % 3 == 0
            done = compare_rename(directory / f"{number}-{part}", names, old, new, encoding, registry, opened=opened)
            if done:
                renamed += 1
                files += len(some)
    check(renamed > 20 and files > 700, f"only {renamed} of {groups} renames, of {files} files")


def test_a_rename_that_collides_or_is_not_valid_is_an_error(directory):
    folder_of(directory, {"x.md": fields("title: X\ntags: [Work, Health]")})
    with serve(directory) as server:
        text = Text((directory / "x.md").read_text())
        where = server.open(directory / "x.md", text.text)
        for new, part in [("Health", "--merge"), ("", "empty"), ("a,b", "comma"), ("#a", "'#'"), ("a\nb", "line break")]:
            error = rename(server, where, text.at("Work"), new, {where: text})
            check(error and part in error, f"{new!r}: {error}")
        equal(server.at("prepareRename", where, text.at("title")), None, "title")
        equal(server.at("prepareRename", where, text.at("Text")), None, "body")
        equal(server.at("prepareRename", where, text.at("Work", 2))["placeholder"], "Work")
        equal(server.stop(), 0, "status")


def test_documents_are_known_by_real_path_through_links_and_spellings(directory):
    folder_of(directory / "real", {"ü.md": fields("tags: [Work]"), "ü.md": fields("tags: [Work]"), "b.md": fields("tags: [Work]")})
    os.symlink("real", directory / "link")
    os.symlink("ü.md", directory / "real/l.md")
    with serve(directory / "link", root=uri(directory / "link")) as server:
        texts = {}
        for path, spelling in [("link/ü.md", str.lower), ("link/ü.md", str.upper)]:
            text = Text(fields("tags: [Work]", f"not saved in {path}\n"))
            texts[server.open(directory / path, text.text, spelling)] = text
        first = next(iter(texts))
        equal(rename(server, first, texts[first].at("Work"), "Job", texts), None)
        for where, text in texts.items():
            check("tags: [Job]" in text.text and "not saved" in text.text, f"{where}: {text.text!r}")
        for name in ("ü.md", "ü.md"):
            equal((directory / "real" / name).read_text(), fields("tags: [Work]"), "a file that is open was written")
        equal((directory / "real/b.md").read_text(), fields("tags: [Job]"))
        equal(server.stop(), 0, "status")


def test_a_file_that_is_open_twice_with_different_text_stops_a_rename(directory):
    folder_of(directory, {"x.md": fields("tags: [Work]")})
    with serve(directory) as server:
        text = Text(fields("tags: [Work]"))
        where = server.open(directory / "x.md", text.text)
        other = server.open(uri(directory) + "/%78.md", fields("tags: [Work, Health]"))
        error = rename(server, where, text.at("Work"), "Job", {})
        check(error and "open twice" in error, error)
        server.change(other, text.text)
        answer = server.at("rename", where, text.at("Work"), newName="Job")
        equal({change["textDocument"]["uri"] for change in answer["documentChanges"]} & {where, other}, {where, other})
        equal(server.stop(), 0, "status")


def test_a_rename_of_a_folder_behind_a_link_names_files_as_the_client_does(directory):
    """Emacs 30 gives the real path as the URI of the root and of documents, and its own one as `rootPath`."""
    folder_of(directory / "real", {"a.md": fields("tags: [Work]"), "sub/b.md": fields("tags: [Work]")})
    os.symlink("real", directory / "link")
    with serve(directory / "real", initialize=False) as server:
        server.request("initialize", {
            "processId": None, "rootUri": uri(directory / "real"), "rootPath": str(directory / "link") + "/", "capabilities": {
                "general": {"positionEncodings": ["utf-32", "utf-8", "utf-16"]}, "workspace": {"workspaceEdit": {"documentChanges": True}}}})
        server.notify("initialized", {})
        text = Text(fields("tags: [Work]"))
        where = server.open(directory / "real/a.md", text.text)
        edit = server.at("rename", where, text.at("Work"), newName="Kaffee ☕")
        equal([path_of(change["textDocument"]["uri"]).decode() for change in edit["documentChanges"]],
              [str(directory / path) for path in ("link/tags.yaml", "real/a.md", "link/sub/b.md")])
        equal(server.stop(), 0, "status")


def test_a_file_that_the_editor_keeps_unchanged_is_that_of_the_disk(directory):
    folder_of(directory, {"a.md": fields("tags: [Work]"), "b.md": fields("tags: [Work]")})
    with serve(directory) as server:
        server.open(directory / "tags.yaml", WORK)
        a = server.open(directory / "a.md", fields("tags: [Work]"))
        b = server.open(directory / "b.md", fields("tags: [Work]"))
        server.change(b, fields("tags: [Yard]", "not saved\n"))
        server.wait(lambda: [p["code"] for p in server.problems(b)] == ["unknown-tag"], 60, "the problem")
        equal(mm(directory, "tag", "rename", "Work", "Yard").returncode, 0)
        server.wait(lambda: not server.problems(b), 60, "no problem")
        server.wait(lambda: [p["code"] for p in server.problems(a)] == ["changed-on-disk"], 60, "the change")
        before = tree(directory)
        text = Text(fields("tags: [Yard]", "not saved\n"))
        error = rename(server, b, text.at("Yard"), "Court", {})
        check(error and "tags.yaml has changed on the disk" in error and "reload" in error, error)
        equal(tree(directory), before, "a rename that was refused has written a file")
        server.change(a, (directory / "a.md").read_text())
        server.wait(lambda: not server.problems(a), 60, "no problem of the file that was read again")
        equal(server.stop(), 0, "status")


# Together with others

def test_changes_behind_the_back_of_the_server_are_noticed(directory):
    folder_of(directory)
    for number in range(5_000):
        put(directory, f"d{number % 20}/f{number}.md", fields(f"title: Task {number}\ntags: [Work]"))
    with serve(directory) as server:
        titles = lambda query: [symbol["name"] for symbol in server.request("workspace/symbol", {"query": query})]
        server.wait(lambda: "Task 4999" in titles("Task 4999"), 60, "the folder")
        put(directory, "new.md", fields("title: Brand new"))
        start = time.monotonic()
        server.wait(lambda: "Brand new" in titles("Brand"), 60, "a new file")
        single = time.monotonic() - start
        (directory / "new.md").unlink()
        server.wait(lambda: not titles("Brand"), 60, "a deleted file")
        for number in range(5_000):
            put(directory, f"d{number % 20}/f{number}.md", fields(f"title: Duty {number}\ntags: [Work]"))
        start = time.monotonic()
        server.wait(lambda: "Duty 4999" in titles("Duty 4999") and not titles("Task"), 60, "5,000 files")
        many = time.monotonic() - start
        print(f"          noticed after {single * 1000:.0f} ms, 5,000 files after {many * 1000:.0f} ms")
        equal(server.stop(), 0, "status")


def test_two_servers_and_mm_work_on_one_folder(directory):
    folder_of(directory, {f"f{number}.md": fields(f"title: F{number}\ntags: [Work]\nscheduled: 2026-11-22") for number in range(20)})
    with serve(directory) as one, serve(directory) as two:
        server_texts = []
        for server, name in ((one, "f1.md"), (two, "f2.md")):
            text = Text((directory / name).read_text() + "not saved\n")
            server_texts.append((server, server.open(directory / name, text.text), text))
        for number in range(5):
            equal(mm(directory, "done", f"F{number + 10}").returncode, 0)
            equal(mm(directory, "tag", "rename", "Work" if number % 2 == 0 else "Job", "Job" if number % 2 == 0 else "Work",
                     "--no-alias").returncode, 0)
        for server, where, text in server_texts:
            server.wait(lambda: not [s for s in [server.at("hover", where, text.at("Work"))["contents"]["value"]]
                                     if "19 files" not in s and "1 file" not in s], 60, "the renames")
            check("not saved" in text.text, "lost")
        equal(one.stop(), 0, "status")
        equal(two.stop(), 0, "status")
    done = json.loads(mm(directory, "list", "--all", "--json").stdout)["reminders"]
    equal(sum(reminder["status"] == "completed" for reminder in done), 5)


def test_random_messages_neither_stop_nor_confuse_the_server(directory):
    folder_of(directory, {f"f{number}.md": fields(f"title: F{number}\ntags: [Work, Health]\nscheduled: 2026-11-22T09:00\nrecurrence: weekly")
                          for number in range(12)})
    rng = random.Random(setting.seed)
    methods = ["completion", "hover", "definition", "references", "documentSymbol", "codeAction", "codeLens", "inlayHint",
               "documentColor", "colorPresentation", "documentLink", "prepareRename", "rename", "diagnostic"]
    snippets = ["", "a", "\n", "tags: [", "]", "- ", "---\n", "😀", "é", '"', "'", "#", ": ", "scheduled: tomorrow\n", "\r\n", "{", "&a ",
                "*a", "|\n", "recurrence: daily\n", "<<<<<<< x\n", "=======\n", ">>>>>>> y\n", "\ufeff", "\0", "\t", "[[f1]]"]
    junk = [None, -1, 0, 1, 2**53, 1e300, "", "x", [], {}, True, "file:///", "file://%zz", uri(directory / "f1.md")]
    with serve(directory) as server:
        texts = {}
        for number in range(setting.messages):
            choice = rng.random()
            if choice < 0.1 or not texts:
                path = directory / rng.choice(["tags.yaml", "new.md", *(f"f{n}.md" for n in range(12))])
                text = path.read_text() if path.exists() else ""
                where = uri(path)
                if where not in texts:
                    texts[where] = Text(text)
                    server.open(path, text)
                continue
            where = rng.choice(list(texts))
            text = texts[where]
            if choice < 0.5:
                start = rng.randint(0, len(text.text))
                end = min(len(text.text), start + rng.choice([0, 0, 0, 1, 5]))
                span = [index - (text.text[index - 1:index + 1] == "\r\n") for index in (start, end)]
                new = rng.choice(snippets)
                if new.startswith("\n") and span[0] and text.text[span[0] - 1] == "\r" or new == "\0":
                    new = "x"
                server.change(where, {"range": {"start": text.position(span[0]), "end": text.position(span[1])}, "text": new})
                text.text = text.text[:span[0]] + new + text.text[span[1]:]
                if "\r" in text.text.replace("\r\n", ""):
                    text.text = text.text.replace("\r\n", "\n").replace("\r", "")
                    server.change(where, text.text)
            elif choice < 0.9:
                position = text.position(rng.randint(0, len(text.text)))
                params = {"textDocument": {"uri": where}, "position": position, "newName": rng.choice(["Job", "Work/x", "x" * 2000, ""]),
                          "range": {"start": position, "end": position}, "context": {"only": rng.choice([[], ["quickfix"], ["refactor"]])},
                          "color": {"red": rng.random(), "green": 2, "blue": "x"}}
                for _ in range(rng.choice([0, 0, 0, 1, 2])):
                    params[rng.choice(list(params))] = rng.choice(junk)
                answer = server.call("textDocument/" + rng.choice(methods), rng.choice([params] * 9 + junk))
                check("result" in answer or "error" in answer, answer)
            elif choice < 0.92:
                server.notify("textDocument/didClose", {"textDocument": {"uri": where}})
                del texts[where], server.versions[where]
            elif choice < 0.96:
                server.notify(rng.choice(["textDocument/didChange", "textDocument/didOpen", "textDocument/didClose", "$/x"]),
                              rng.choice(junk + [{"textDocument": rng.choice(junk)}, {"textDocument": {"uri": rng.choice(junk)}},
                                                 {"textDocument": {"uri": where}, "contentChanges": rng.choice(junk)}]))
                if rng.random() < 0.1:
                    server.execute({"command": "memoss.step", "arguments": [where, rng.choice(["skip", "x"])]})
            else:
                put(directory, f"f{rng.randint(0, 11)}.md", fields(f"title: G\ntags: [{rng.choice(['Work', 'Job', '[', ''])}]"))
        for where, text in list(texts.items()):
            if where.endswith("tags.yaml"):
                continue
            # Whether the server has the text of the client, and still answers.
            server.change(where, {"range": {"start": text.position(len(text.text)), "end": text.position(len(text.text))}, "text": ""})
            found = shown(server.request("textDocument/diagnostic", {"textDocument": {"uri": where}})["items"])
            server.change(where, text.text)
            again = shown(server.request("textDocument/diagnostic", {"textDocument": {"uri": where}})["items"])
            equal(found, again, f"after single edits and after the whole text of {where}: {text.text!r}")
        equal(server.stop(), 0, "status")


def test_it_says_that_changes_cannot_be_watched(directory):
    put(directory, "tags.yaml", "Work: blue\n")
    limit = "echo 0 > /proc/sys/user/max_inotify_instances"
    words = ["unshare", "-Urm", "sh", "-c", f'{limit} && exec "$@"', "sh"]
    if subprocess.run([*words, "true"], stderr=subprocess.DEVNULL).returncode:
        return print("NOT TRIED: this machine does not let a user set a limit for inotify")
    wrapper = directory / "mm-limited"
    wrapper.write_text("#!/bin/sh\nexec " + " ".join(f"'{word}'" for word in words) + f" '{setting.mm}' \"$@\"\n")
    wrapper.chmod(0o755)
    with Server(wrapper, directory, env=ENVIRONMENT) as server:
        server.request("workspace/symbol", {"query": "x"})
        said = [message["params"] for message in server.notifications if message["method"] == "window/showMessage"]
        check(any("the folder is read every minute instead" in one["message"] and one["type"] == 2 for one in said), said)
        equal(len(said), 1, "warnings")


def test_it_ends_when_nobody_reads_its_answers(directory):
    put(directory, "tags.yaml", "Work: blue\n")
    process = subprocess.Popen([setting.mm, "lsp"], cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               env=os.environ | ENVIRONMENT)
    # Its input stays open.
    process.stdout.close()
    equal(process.wait(timeout=60) != 0, True, "a failure")


def test_it_ends_with_the_process_of_its_client(directory):
    put(directory, "tags.yaml", "Work: blue\n")
    for known in (True, False):
        client = subprocess.Popen(["sleep", "1000"])
        with Server(setting.mm, directory, env=ENVIRONMENT, initialize=False) as server:
            if not known:
                # A number that means nothing here, as in a container.
                client.kill()
                client.wait()
            server.request("initialize", {"processId": client.pid, "rootUri": uri(directory), "capabilities": {}})
            client.kill()
            client.wait()
            server.notify("$/look", {})
            if known:
                equal(server.process.wait(timeout=60), 1, "status")
            else:
                server.request("workspace/symbol", {"query": "x"})



def test_a_client_that_ends_while_its_first_answers_are_written_was_seen(directory):
    put(directory, "tags.yaml", "Work: blue\n")
    client = subprocess.Popen(["sleep", "1000"])
    process = subprocess.Popen([setting.mm, "lsp"], cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               env=os.environ | ENVIRONMENT)
    first = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"processId": client.pid, "capabilities": {}}}
    # The answers do not fit into the pipe, so that the server is still writing when the client ends.
    others = [{"jsonrpc": "2.0", "id": number, "method": "x"} for number in range(1, 1000)]
    process.stdin.write(b"".join(map(frame, [first, *others])))
    process.stdin.flush()
    process.stdout.readline()
    client.kill()
    client.wait()
    threading.Thread(target=process.stdout.read, daemon=True).start()
    # Its input stays open.
    equal(process.wait(timeout=60), 1, "status")