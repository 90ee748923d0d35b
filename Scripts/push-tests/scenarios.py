"""What `mm push` has to do, one function each."""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time

from world import TOKEN, World, instant


@contextlib.contextmanager
def world(mm, **settings):
    made = World(mm, **settings)
    try:
        yield made
    finally:
        made.close()


def at(text):
    return instant(text)


def fewest(mm):
    "a second run sends nothing, and each change costs the fewest requests"
    with world(mm) as w:
        a = w.machine()
        a.write("Dentist", scheduled="2026-11-24T09:00", tags="[Home]")
        a.write("Tea", scheduled="2026-11-23T10:00", recurrence="every day")
        assert a.push() == ["PUT"] * 4, a.said
        assert w.server.pending()[0] == (at("2026-11-23T10:00"), "Tea", "2026-11-23 10:00"), w.server.pending()
        assert a.push() == [], a.said
        assert "nothing to send" in a.said
        a.run("edit", "Dentist", "--scheduled", "2026-11-24T11:00")
        assert a.push() == ["PUT"] and len(w.server.pending()) == 4
        a.run("snooze", "Dentist", "until", "2026-11-24T12:00")
        assert a.push() == ["PUT"] and len(w.server.pending()) == 4, (a.said, w.server.pending())
        a.run("snooze", "Dentist", "--off")
        assert a.push() == ["PUT"]
        a.run("tag", "rename", "Home", "House")
        (a.folder / "Dentist.md").rename(a.folder / "teeth.md")
        assert a.push() == []
        a.run("edit", "Dentist", "--title", "Teeth")
        assert a.push() == ["PUT"]
        a.run("done", "Teeth")
        assert a.push() == ["DELETE"] and len(w.server.pending()) == 3
        a.run("delete", "Tea", "--yes")
        assert a.push() == ["DELETE"] * 3 and w.server.pending() == []
        assert a.push() == []


def modes(mm):
    "a dry run sends nothing, the status names what is pending, and everything can be withdrawn"
    with world(mm) as w:
        a = w.machine()
        assert a.push() == [] and "nothing rings in the next days" in a.said, a.said
        a.write("Dentist", scheduled="2026-11-24T09:00", reminders="[1 hour before]")
        assert a.push("--dry-run") == [] and a.said.count("send") == 2, a.said
        plan = a.json("push", "--dry-run")
        assert [r["action"] for r in plan["requests"]] == ["send", "send"] and plan["requests"][0]["path"] == "Dentist.md"
        w.server.post("/alarms", "of somebody else")
        assert a.push() == ["PUT", "PUT"]
        assert w.server.pending()[0][1] == "in 1 hour: Dentist, Tue 09:00", w.server.pending()
        assert a.push("--status") == [] and "2 messages pending" in a.said and "Dentist" in a.said, a.said
        assert a.json("push", "--status")["sentToday"] == 2
        assert a.push("--clear") == ["DELETE", "DELETE"] and w.server.pending() == []
        assert a.push("--clear") == [] and "nothing to withdraw" in a.said, a.said
        assert len([m for m in w.server.messages if m["message" if "message" in m else "event"] == "of somebody else"]) == 1
        a.push("--clear", "--status", status=64)
        a.configure(server=w.server.url)
        assert "mm config push.topic" in a.run("push", status=2)


def private(mm):
    "titles stay here unless they are asked for, and the token is seen nowhere"
    with world(mm) as w:
        seen = []

        def spy(request):
            for place in pathlib.Path("/proc").glob("[0-9]*"):
                for name in ("cmdline", "environ"):
                    with contextlib.suppress(OSError):
                        if TOKEN.encode() in (place / name).read_bytes():
                            seen.append(place / name)

        a = w.machine(titles="no")
        a.write("Surgery", title="Dr Secret", scheduled="2026-11-24T09:00", reminders="[1 hour before]")
        w.server.before = spy
        assert a.push() == ["PUT", "PUT"]
        assert [m[1:] for m in w.server.pending()] == [
            ("Reminder", "2026-11-24 08:00 (1 hour before)"), ("Reminder", "2026-11-24 09:00")
        ], w.server.pending()
        assert "Secret" not in str(w.server.messages) and "Surgery" not in str(w.server.messages)
        assert not seen, seen
        said = a.said + a.run("push", "--status", "--json") + a.run("push", "--dry-run")
        kept = "".join(f.read_bytes().decode("latin-1") for f in (a.home / "state").rglob("*") if f.is_file())
        assert TOKEN not in said + kept
        (a.home / "token").write_text("tk_wrong\n")
        assert "token" in a.run("push", status=2)
        # Every file of the state is for the user alone.
        assert all(f.stat().st_mode & 0o77 == 0 for f in (a.home / "state").rglob("push.*") if f.name != "push.lock")


def machines(mm):
    "two machines converge, and what one has not seen yet is left to the other"
    with world(mm) as w:
        a = w.machine("a")
        a.write("Dentist", scheduled="2026-11-24T09:00")
        b = w.machine("b", copy=a)
        assert a.push() == ["PUT"]
        assert b.push() == [] and a.push() == []
        # Moved, added and completed on one machine, while the other still has the old files.
        a.run("edit", "Dentist", "--scheduled", "2026-11-24T15:00")
        a.write("Bins", scheduled="2026-11-24T18:00")
        assert a.push() == ["PUT", "PUT"]
        assert b.push() == [] and len(w.server.pending()) == 2, b.said
        assert "1 alarm is otherwise on the server: another machine" in b.said and "plan says" not in b.said, b.said
        b.sync(a)
        assert b.push() == [] and "the server has what the plan says" in b.said and a.push() == [], b.said
        b.run("done", "Bins")
        assert b.push() == ["DELETE"]
        assert a.push() == [], a.said
        a.sync(b)
        assert a.push() == [] and b.push() == [] and len(w.server.pending()) == 1
        # A machine without a record, and both at the same time.
        c = w.machine("c", copy=a)
        assert c.push() == []
        for m in (a, b, c):
            m.write("Both", identity="0a2b3c4d-0000-4000-8000-00000000b0b0", scheduled="2026-11-25T10:00")
        started = [m.start("push") for m in (a, b, c)]
        for process in started:
            process.communicate()
            assert process.returncode == 0
        for m in (a, b, c):
            m.push()
            assert m.push() == []
        assert len(w.server.pending()) == 2, w.server.pending()
        # Deleted where it was added, before the other has pulled it.
        a.write("Brief", scheduled="2026-11-25T12:00")
        a.push()
        (a.folder / "Brief.md").unlink()
        assert a.push() == ["DELETE"] and b.push() == []


def folders(mm):
    "two folders on one topic leave each other's messages alone"
    with world(mm) as w:
        a, b = w.machine("a"), w.machine("b")
        for m, title in ((a, "Mine"), (b, "Yours")):
            # Without an id: the path is the same.
            (m.folder / "todo.md").write_text(f"---\ntitle: {title}\nscheduled: 2026-11-24T09:00\n---\n")
        assert a.push() == ["PUT"] and b.push() == ["PUT"] and a.push() == [] and b.push() == []
        a.run("done", "Mine")
        assert a.push() == ["DELETE"] and [m[1] for m in w.server.pending()] == ["Yours"]
        assert a.push("--clear") == [] and b.push() == []


def rings(mm):
    "what is snoozed after it rang makes a sound again, once, and what is done makes none"
    with world(mm) as w:
        a = w.machine()
        a.write("Pills", scheduled="2026-11-23T09:00")
        a.push()
        w.at("2026-11-23T09:01")
        assert [r[1] for r in w.server.rings] == ["Pills"]
        assert a.push() == []
        a.run("snooze", "Pills", "10m")
        assert a.push() == ["PUT"]
        w.at("2026-11-23T09:30")
        assert [r[0] for r in w.server.rings] == [at("2026-11-23T09:00"), at("2026-11-23T09:11")] and not w.server.silent
        a.run("snooze", "Pills", "10m")
        a.push()
        a.run("done", "Pills")
        assert a.push() == ["DELETE"]
        w.at("2026-11-23T12:00")
        assert len(w.server.rings) == 2
        # Too soon for the server: a little late.
        a.write("Soon", scheduled="2026-11-23T12:00:05")
        a.push()
        assert a.push() == [], a.said
        w.at("2026-11-23T12:01")
        assert w.server.rings[-1][1] == "Soon" and len(w.server.rings) == 3


def offline(mm):
    "two days without a network, a server that forgets, and a wrong clock heal"
    with world(mm) as w:
        a = w.machine()
        a.write("Tea", scheduled="2026-11-23T10:00", recurrence="every day")
        a.write("Dentist", scheduled="2026-11-24T09:00")
        a.push()
        w.at("2026-11-23T20:00")
        a.run("edit", "Dentist", "--scheduled", "2026-11-26T09:00")
        url = w.server.url
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        settings = dict(topic="alarms", token_file=str(a.home / "token"), titles="yes")
        w.at("2026-11-25T20:00")
        a.configure(server=f"http://127.0.0.1:{port}", **settings)
        assert "cannot connect" in a.run("push", status=2)
        a.configure(server="http://no.such.host.invalid", **settings)
        said = a.run("push", "--status", status=2)
        assert "cannot find" in said and "the token is sent without encryption" in said, said
        a.configure(server=url, **settings)
        a.push()
        assert [m[1] for m in w.server.pending()] == ["Dentist", "Tea", "Tea", "Tea"], w.server.pending()
        assert a.push() == []
        # The server lost everything.
        w.server.messages = []
        assert len(a.push()) == 4 and a.push() == []
        for skew in (300, -300):
            a.skew = skew
            w.at("2026-11-26T08:58")
            assert a.push() == [], (skew, a.said)
        w.at("2026-11-26T09:02")
        a.skew = 300
        assert a.push() == [] and [r[1] for r in w.server.rings].count("Dentist") == 2
        a.skew = -300
        assert a.push() == [] and [r[1] for r in w.server.rings].count("Dentist") == 2


def unsynced(mm):
    "a laptop that was not synced leaves what the other one has withdrawn, however long ago, and further dates of it"
    with world(mm) as w:
        a = w.machine()
        a.write("Bins", scheduled="2026-11-25T10:00")
        a.write("Tea", scheduled="2026-11-23T12:00", recurrence="every day")
        a.write("Dentist", scheduled="2026-11-26T07:00")
        b = w.machine("b", copy=a)
        assert a.push() == ["PUT"] * 5 and b.push() == [], (a.said, b.said)
        w.at("2026-11-23T09:00")
        a.run("done", "Bins")
        a.run("delete", "Tea", "--yes")
        assert a.push() == ["DELETE"] * 4, a.said
        for now in ("2026-11-24T06:00", "2026-11-25T06:00", "2026-11-27T20:00", "2026-11-28T20:00"):
            w.at(now)
            assert b.push() == [], (now, b.said)
        assert [ring[1] for ring in w.server.rings] == ["Dentist"], w.server.rings
        # What is written there since is sent, and so is all once the server has lost it.
        b.run("edit", "Tea", "--scheduled", "2026-11-29T15:00")
        assert b.push() == ["PUT"] * 3, b.said
        w.server.messages = []
        assert b.push() == ["PUT"] * 3, b.said
        b.sync(a)
        assert b.push() == ["DELETE"] * 3 and a.push() == []


def away(mm):
    "a laptop that was away leaves what the other one has withdrawn meanwhile, although it never had it within reach"
    with world(mm) as w:
        a = w.machine()
        a.write("Bins", scheduled="2026-11-27T10:00")
        b = w.machine("b", copy=a)
        assert a.push() == [] and b.push() == [], (a.said, b.said)
        w.at("2026-11-25T09:00")
        assert a.push() == ["PUT"], a.said
        a.run("delete", "Bins", "--yes")
        assert a.push() == ["DELETE"], a.said
        w.at("2026-11-25T18:00")
        assert b.push() == [] and "another machine has changed or withdrawn" in b.said, b.said
        # What this machine itself has withdrawn is sent when it is there again, as old as it was.
        a.run("undo")
        assert a.push() == ["PUT"], a.said
        text = (a.folder / "Bins.md").read_text()
        (a.folder / "Bins.md").unlink()
        assert a.push() == ["DELETE"], a.said
        (a.folder / "Bins.md").write_text(text)
        a.dated[a.folder / "Bins.md"] = (a.folder / "Bins.md").read_bytes()
        os.utime(a.folder / "Bins.md", (w.now - 100,) * 2)
        assert a.push() == ["PUT"] and b.push() == [], (a.said, b.said)


def slow(mm):
    "a server that does not answer in time is told"
    with world(mm) as w:
        a = w.machine()
        a.write("Dentist", scheduled="2026-11-24T09:00")
        w.server.faults = ["slow"]
        start = time.monotonic()
        a.push(status=2)
        assert "does not answer in time" in a.said and time.monotonic() - start < 50, a.said
        assert a.push() == ["PUT"]


def retried(mm):
    "a network that is lost for a moment costs a moment"
    with world(mm) as w:
        a = w.machine()
        a.write("Dentist", scheduled="2026-11-24T09:00")
        w.server.faults = ["none"]
        with notifier(a):
            wait(lambda: len(w.server.pending()) == 1)


def doubtful(mm):
    "a file that cannot be read now keeps what is pending, and one that is gone does not"
    with world(mm) as w:
        a = w.machine()
        a.write("Dentist", scheduled="2026-11-24T09:00")
        a.push()
        whole = (a.folder / "Dentist.md").read_text()
        for broken in (whole.replace("scheduled: 2026-11-24T09:00", "scheduled: 2026-11-"), whole.replace("title: ", "title: ["), whole[:-4]):
            (a.folder / "Dentist.md").write_text(broken)
            assert a.push() == [] and len(w.server.pending()) == 1, (broken, a.said)
        (a.folder / "Dentist.md").write_text(whole)
        assert a.push() == []
        (a.folder / "Dentist.md").unlink()
        assert a.push() == ["DELETE"]


def faults(mm):
    "whatever the server answers, the next run heals, and the token follows to no other server"
    with world(mm) as w:
        a = w.machine()
        for hour in range(10, 14):
            a.write(f"At {hour}", scheduled=f"2026-11-24T{hour}:00")
        other = World(mm)
        ways = [
            (429, "no more requests"), (503, "answers 503"), ("half", "broken answer"), ("huge", "too large"),
            ("wrong", "not answer as an ntfy"), ("portal", "not answer as an ntfy"), ("none", "broken answer"),
            *(((status, other.server.url), "points to another address") for status in (301, 302, 307, 308)),
        ]
        for fault, text in ways:
            # In the poll.
            w.server.faults = [fault]
            a.push(status=2)
            assert text in a.said, (fault, a.said)
            # In the second message: what was sent before it stays.
            w.server.faults = [None, None, None, fault]
            a.push(status=2)
            assert text in a.said, (fault, a.said)
            assert set(a.push()) == {"PUT"}, (fault, a.said)
            assert len(w.server.pending()) == 4 and a.push() == []
            a.push("--clear")
            w.server.bucket = 60
        assert not other.server.requests, other.server.requests
        other.close()
        # Whoever floods the topic of the buttons keeps nothing from ringing.
        for fault in ("huge", "wrong", "half", 503):
            w.server.faults = [None, fault]
            assert a.push() == ["PUT"] * 4 and "the buttons on the phone cannot be read" in a.said, (fault, a.said)
            a.push("--clear")
            w.server.bucket, w.server.sent = 60, 0
        w.server.faults = [None, None, "lost"]
        a.push(status=2)
        a.push()
        assert len(w.server.pending()) == 4 and a.push() == []
        w.server.faults = [None, None, "quota"]
        a.write("More", scheduled="2026-11-24T15:00")
        assert a.push(status=2) == ["PUT"] and "today" in a.said, a.said


def old(mm):
    "a server without sequence ids is recognised before it publishes anything"
    with world(mm, is_old=True) as w:
        a = w.machine()
        a.write("Dentist", scheduled="2026-11-24T09:00")
        a.write("Bins", scheduled="2026-11-24T10:00")
        assert a.push(status=2) == ["PUT"] and "older than ntfy 2.16" in a.said, a.said
        assert "2 requests not sent" in a.said and "next time" not in a.said, a.said
        assert w.server.messages == []


def elsewhere(mm):
    "what was pushed to another topic is told once, and can be withdrawn there"
    with world(mm) as w:
        a = w.machine()
        a.write("Dentist", scheduled="2026-11-24T09:00")
        assert a.push() == ["PUT"]
        settings = {"server": w.server.url, "token_file": str(a.home / "token"), "titles": "yes"}
        a.configure(topic="other", **settings)
        assert a.push() == ["PUT"] and "/alarms stays there and rings" in a.said, a.said
        assert a.push() == [] and "stays there" not in a.said, a.said
        a.configure(topic="alarms", **settings)
        assert a.push("--clear") == ["DELETE"] and w.server.pending("alarms") == [] and len(w.server.pending("other")) == 1


def limits(mm):
    "no more than the server takes at once and a day, soonest first, and what did not fit is said"
    with world(mm) as w:
        a = w.machine()
        for n in range(64):
            a.write(f"N{n:02}", scheduled=f"2026-11-24T09:{n % 60:02}" if n < 60 else f"2026-11-25T09:{n:02}"[:16])
        for n in range(60, 64):
            a.write(f"N{n:02}", scheduled=f"2026-11-25T09:{n - 60:02}")
        assert a.push() == ["PUT"] * 50 and "14 requests did not fit" in a.said, a.said
        assert w.server.pending()[-1][1] == "N49"
        w.at("2026-11-23T08:05")
        assert a.push() == ["PUT"] * 14 and a.push() == []
        # 250 a day.
        total = 64
        for minute in range(1, 8):
            for n in range(50):
                a.write(f"N{n:02}", scheduled=f"2026-11-24T10:{(n + minute) % 60:02}")
            w.at(f"2026-11-23T09:{minute * 7:02}")
            total += len(a.push(status=None))
        assert total == 250 and "did not fit" in a.said, (total, a.said)
        w.at("2026-11-24T00:01")
        a.push()
        w.at("2026-11-24T00:10")
        a.push()
        assert a.push() == [], a.said


def kills(mm):
    "killed at any request, before or after the server has done it, the next run heals, and nothing rings twice"
    with world(mm) as w:
        a = w.machine()
        day, before = 24, None
        for moment in ("before", "after"):
            for number in range(1, 8):
                w.server.bucket, w.server.sent = 60, 0
                # Something to add, to move and to withdraw.
                a.write("Gone", scheduled="2026-11-25T09:00")
                a.write("Moved", scheduled="2026-11-25T10:00")
                a.push()
                (a.folder / "Gone.md").unlink()
                a.run("edit", "Moved", "--scheduled", "2026-11-25T12:00")
                a.write("New", scheduled="2026-11-25T11:00")
                count, process = [0], []

                def kill(request):
                    count[0] += 1
                    if count[0] == number:
                        process[0].send_signal(signal.SIGKILL)

                setattr(w.server, moment, kill)
                process.append(a.start("push"))
                process[0].communicate()
                w.server.before = w.server.after = lambda request: None
                # Changed again before the next run.
                a.run("edit", "Moved", "--scheduled", "2026-11-25T10:00")
                (a.folder / "New.md").unlink()
                a.push()
                assert w.server.pending() == [(at("2026-11-25T10:00"), "Moved", "2026-11-25 10:00")], (
                    moment, number, w.server.pending())
                assert a.push() == []
                a.push("--clear")


def buttons(mm):
    "Done and Snooze on the phone do what mm does, once, and nobody else can press them"
    with world(mm) as w:
        a = w.machine()
        a.write("Pills", scheduled="2026-11-23T09:00", recurrence="every day")
        a.write("Dentist", scheduled="2026-11-23T09:30")
        a.push()
        w.at("2026-11-23T09:31")
        pills = next(m for m in w.server.messages if m["title"] == "Pills" and m["time"] == at("2026-11-23T09:00"))
        dentist = next(m for m in w.server.messages if m["title"] == "Dentist")
        body = w.server.press("Done", pills["sequence_id"])
        w.server.press("Snooze", dentist["sequence_id"])
        # A stranger, who knows the topic.
        sequence = dentist["sequence_id"]
        for forged in (f"mm1 done {sequence} {'0' * 32}", body.replace(pills["sequence_id"], sequence), "mm1 done", "x" * 4000,
                       body.replace("done", "snooze"), body[:-1]):
            w.server.post("/alarms-reply", forged)
        assert a.push() == ["PUT", "PUT"] and "done on the phone" in a.said, a.said
        shown = a.json("show", "Pills")["reminders"][0]
        assert shown["scheduled"].startswith("2026-11-24") or "2026-11-23" in str(shown["fields"]), shown
        assert "2026-11-23T09:46" in (a.folder / "Dentist.md").read_text()
        # Pressed again, or sent again by somebody: nothing.
        before = {f.name: f.read_bytes() for f in a.folder.glob("*.md")}
        w.server.press("Done", pills["sequence_id"])
        w.server.press("Snooze", dentist["sequence_id"])
        w.at("2026-11-23T09:40")
        assert a.push() == []
        assert before == {f.name: f.read_bytes() for f in a.folder.glob("*.md")}
        w.at("2026-11-23T09:50")
        assert w.server.rings[-1][:2] == (at("2026-11-23T09:46"), "Dentist") and not w.server.silent
        again = [m for m in w.server.messages if m.get("title") == "Dentist"][-1]
        w.server.press("Done", again["sequence_id"])
        assert a.push() == [] and a.json("show", "Dentist")["reminders"][0]["status"] == "completed"
        # Another machine did not make these buttons.
        b = w.machine("b", copy=a)
        b.write("Bins", scheduled="2026-11-24T10:00")
        assert "PUT" in b.push()
        bins = next(m for m in w.server.messages if m.get("title") == "Bins")
        w.server.press("Done", bins["sequence_id"])
        a.sync(b)
        assert a.push() == [] and "Bins" not in a.said
        assert b.push() == ["DELETE"] and a.push() == []


def busy(mm):
    "a second run at the same time exits with status 75"
    with world(mm) as w:
        a = w.machine()
        a.write("Dentist", scheduled="2026-11-24T09:00")
        said = []
        w.server.before = lambda request: said or said.append(a.run("push", status=75))
        assert a.push() == ["PUT"] and "another 'mm push' is running" in said[0]


def wait(condition, seconds=40):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.1)


@contextlib.contextmanager
def notifier(machine, *words):
    process = machine.start("notify", *words)
    try:
        yield process
    finally:
        process.terminate()
        machine.said = "".join(process.communicate(timeout=20))
        assert process.returncode == 0, machine.said


def driven(mm):
    "mm notify pushes at its start and after a change of what should ring, and not after others"
    with world(mm) as w:
        a = w.machine()
        a.write("Dentist", scheduled="2026-11-24T09:00")
        with notifier(a):
            wait(lambda: len(w.server.pending()) == 1)
            polls = len(w.server.requests)
            a.write("Bins", scheduled="2026-11-24T10:00")
            wait(lambda: len(w.server.pending()) == 2)
            (a.folder / "note.md").write_text("---\ntitle: A note\n---\n")
            a.write("Dentist", scheduled="2026-11-24T09:00", priority="high")
            time.sleep(17)
            assert len(w.server.requests) == polls + 3, w.server.requests
        status = a.json("notify", "--status")
        assert not any("phone" in reason for reason in status["reasons"]), status
        (a.home / "token").write_text("wrong\n")
        with notifier(a):
            wait(lambda: any("phone" in reason for reason in a.json("notify", "--status")["reasons"]))
        assert "token" in a.said, a.said


def undelayed(mm):
    "a server that does not answer delays nothing on the desktop"
    with world(mm) as w:
        a = w.machine()
        a.write("Now", scheduled="2026-11-23T08:00:04")
        w.server.faults = ["slow"]
        with notifier(a, "--bell") as process:
            start = time.monotonic()
            wait(lambda: w.server.requests)
            assert "Now" in process.stdout.readline()
            assert time.monotonic() - start < 7


def curl(mm):
    "without curl it says so; the user's settings of curl do not count, and its own are fed by standard input"
    with world(mm) as w:
        a = w.machine()
        a.write("Dentist", scheduled="2026-11-24T09:00")
        a.path = "/nowhere"
        assert "cannot run curl" in a.run("push", status=2)
        a.path = None
        (a.home / ".curlrc").write_text("location\nverbose\nproxy = http://127.0.0.1:9\noutput = /dev/null\n")
        assert a.push() == ["PUT"], a.said


def encrypted(mm):
    "a certificate that the system does not know is refused, unless the configuration names it"
    if not shutil.which("openssl"):
        return print("skipped: openssl is missing")
    with world(mm) as w:
        a = w.machine()
        a.write("Dentist", scheduled="2026-11-24T09:00")
        names = [str(a.home / name) for name in ("key.pem", "ca.pem")]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", names[0], "-out", names[1], "-days", "9",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
            check=True, capture_output=True,
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(names[1], names[0])
        w.server.http.socket = context.wrap_socket(w.server.http.socket, server_side=True)
        settings = dict(server=w.server.url.replace("http:", "https:"), topic="alarms", token_file=a.home / "token")
        a.configure(**settings)
        assert "cannot trust or encrypt" in a.run("push", status=2) and not w.server.requests
        a.configure(**settings, ca_file=names[1])
        assert a.push() == ["PUT"], a.said


def guide(mm):
    "whoever follows docs/phone.md has a phone that rings"
    with world(mm) as w:
        a = w.machine()
        page = (pathlib.Path(__file__).parents[2] / "docs/phone.md").read_text()
        steps = page[page.index("\n1. "):page.index("**The buttons**")]
        found = re.findall(r"^ {7}(\S.*)$|`((?:mm) [^`]*)`", steps, re.M)
        commands = [one or other for one, other in found]
        commands = [c for c in commands if not c.startswith(("ntfy ", "mm notify"))]
        assert len(commands) >= 8, commands
        (a.home / "bin").mkdir()
        (a.home / "bin/mm").symlink_to(mm)
        environment = a.environment | {"XDG_CONFIG_HOME": str(a.home / ".config"), "PATH": f"{a.home}/bin:{os.environ['PATH']}"}
        topic = None
        for command in commands:
            command = command.replace("https://ntfy.sh", w.server.url).replace("mm-NAME", topic or "mm-NAME")
            done = subprocess.run(
                ["sh", "-c", command], cwd=a.folder, env=environment, input=TOKEN + "\n", capture_output=True, text=True
            )
            assert done.returncode == 0, (command, done)
            topic = topic or done.stdout.strip()
        w.at("2026-11-23T08:03")
        assert [r[1] for r in w.server.rings] == ["Try the phone"], (commands, w.server.rings)
        assert w.server.messages[0]["topic"] == topic
