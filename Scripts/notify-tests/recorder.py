"""mm notify with the python-dbusmock recorder, which needs no display and logs every call."""

import datetime
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from world import NAME, PATH, World, main, wait_for
import buses
import clocks
import hooks as hook
import places
from process import crash, hangup, hooks, new_folder, once, once_closes, once_ended, second, state_lost
from recorded import Server
import troubles


def due(world: World):
    "a reminder is shown when it is due, with its body and buttons"
    server = Server(world)
    world.start()
    world.add("bins", 1)
    server.wait_posts(1, "bins")
    line = server.posts()[0]
    assert "Body of bins" in line and '"done", "Mark Complete", "snooze", "Snooze (15 min)"' in line, line
    assert line.endswith("} 0"), "Plasma takes it to its history, without the buttons, unless its time is 0 for never"
    assert wait_for(lambda: world.state() == {"bins.md": "shown"}), world.state()
    assert world.status()["shown"][0]["title"] == "bins"
    assert world.stop() == 0


def restart(world: World):
    "a restart shows nothing twice, and posts visible notifications in place"
    server = Server(world)
    world.start()
    world.add("bins", 1)
    server.wait_posts(1)
    for how in (signal.SIGTERM, signal.SIGKILL):
        world.stop(how)
        world.start()
        time.sleep(0.5)
    assert len(server.posts()) == 1 and "x-dunst-stack-tag" in server.posts()[0]
    # The desktop entry of the Debian package.
    assert '"desktop-entry": "mm"' in server.posts()[0], server.posts()
    again = [line for line in server.posts(anew=False) if line not in server.posts()]
    # Mako 1.7 loses a notification that is replaced both by its id and by its tag.
    assert len(again) == 2 and not any("x-dunst-stack-tag" in line for line in again), again


def missed(world: World):
    "reminders that came due while nothing ran are shown at the start"
    server = Server(world)
    world.start()
    world.stop()
    world.add("bins", 1)
    time.sleep(1.5)
    world.start()
    server.wait_posts(1, "bins")


def complete(world: World):
    "Mark Complete completes the reminder in the file, and the notification disappears"
    server = Server(world)
    world.start()
    path = world.add("bins", 1)
    server.wait_posts(1)
    server.press(1, "done")
    assert wait_for(lambda: "completed:" in path.read_text()), path.read_text()
    assert wait_for(server.closes), server.lines()
    assert wait_for(lambda: world.state() == {"bins.md": "closed"})
    assert "complete bins.md" in world.run("undo", "--list")[1]


def series(world: World):
    "of a series, the visible occurrence is completed, and the next one is shown when due"
    server = Server(world)
    world.start()
    path = world.add("water", 1, "recurrence: every minute\n")
    server.wait_posts(1)
    before = path.read_text()
    server.press(1, "done")
    assert wait_for(lambda: "complete_instances:" in path.read_text()), path.read_text()
    assert before.split("scheduled: ")[1].split("\n")[0] != path.read_text().split("scheduled: ")[1].split("\n")[0]


def snooze(world: World):
    "Snooze snoozes in the file for 15 minutes, and survives kill -9"
    server = Server(world)
    world.start()
    path = world.add("bins", 1)
    server.wait_posts(1)
    server.press(1, "snooze")
    assert wait_for(lambda: "snoozed:" in path.read_text())
    assert wait_for(server.closes)
    world.stop(signal.SIGKILL)
    assert world.status()["snoozed"][0]["title"] == "bins"
    # As if 15 minutes had passed.
    later = world.later(minutes=16)
    world.start("--now", later)
    server.wait_posts(2)
    world.stop()
    world.start("--now", later)
    time.sleep(0.5)
    assert len(server.posts()) == 2


def strangers(world: World):
    "signals for other programs, with unknown ids and buttons, change nothing"
    server = Server(world)
    world.start()
    path = world.add("bins", 1)
    server.wait_posts(1)
    server.press(77, "done")
    server.press(1, "default")
    emit = ["gdbus", "emit", "--session", "-o", PATH, "-s", NAME + ".ActionInvoked", "uint32 1", "'done'"]
    subprocess.run(emit, check=True)
    time.sleep(0.5)
    assert "completed" not in path.read_text()


def read_only(world: World):
    "a failed edit is reported in place of the notification"
    server = Server(world)
    world.start()
    path = world.add("bins", 1)
    server.wait_posts(1)
    # Not even root can write to a file that has become a directory; its reminder is still remembered for a while.
    world.daemon.send_signal(signal.SIGSTOP)
    (world.folder / ".memoss").write_text("in the way")
    world.daemon.send_signal(signal.SIGCONT)
    server.press(1, "done")
    assert wait_for(lambda: any("Could not mark complete" in line for line in server.posts(anew=False))), server.lines()
    assert "completed" not in path.read_text()
    assert "could not mark complete" in world.said()


def conflict(world: World):
    "a reminder in a merge conflict is shown when either side is due; Mark Complete says why it cannot complete it, and changes nothing"
    server = Server(world)
    world.start()
    path = world.add("insulin", 3_600)
    ours = path.read_text()
    theirs = world.add("insulin", 2).read_text()
    old, new = (next(line for line in text.split("\n") if "scheduled" in line) for text in (ours, theirs))
    path.write_text(ours.replace(old, f"<<<<<<< HEAD\n{old}\n=======\n{new}\n>>>>>>> phone"))
    before = path.read_bytes()
    server.wait_posts(1, "insulin (in conflict)")
    server.press(1, "done")
    assert wait_for(lambda: any("Could not mark complete" in line for line in server.posts(anew=False))), server.lines()
    assert wait_for(lambda: any("unresolved merge conflict" in line for line in server.lines())), server.lines()
    assert path.read_bytes() == before


def withdrawn(world: World):
    "completed or deleted in the folder, it is withdrawn; missing for a moment, it stays; back after longer, it is shown again"
    server = Server(world)
    world.start()
    path, other = world.add("bins", 1), world.add("sub/other", 1)
    server.wait_posts(2)
    assert world.run("done", "bins")[0] == 0
    assert wait_for(lambda: len(server.closes()) == 1), server.lines()
    text = other.read_text()
    other.unlink()
    time.sleep(0.5)
    other.write_text(text)
    time.sleep(2.5)
    assert len(server.closes()) == 1, "taken down for half a second of absence"
    other.unlink()
    assert wait_for(lambda: len(server.closes()) == 2, 6)
    other.write_text(text)
    # The user did not act on it, so it must not stay off the screen.
    server.wait_posts(2, "other")


def completed_meanwhile(world: World):
    "completed while nothing ran, it is withdrawn at the start"
    server = Server(world)
    world.start()
    world.add("bins", 1)
    server.wait_posts(1)
    world.stop()
    assert world.run("done", "bins")[0] == 0
    world.start()
    assert wait_for(server.closes), server.lines()
    assert len(server.posts(anew=False)) == 1, server.lines()


def pending_deleted(world: World):
    "deleted or completed before it is due, it is never shown"
    server = Server(world)
    world.start()
    path = world.add("bins", 2)
    other = world.add("other", 2)
    time.sleep(0.5)
    path.unlink()
    world.run("done", "other")
    time.sleep(3)
    assert server.posts() == [], server.posts()


def no_bus(world: World):
    "without a session bus it keeps running and says so once; the hook still runs"
    world.configure(f"notify_command: cat >> {world.home}/told\n")
    world.start(DBUS_SESSION_BUS_ADDRESS=f"unix:path={world.home}/none")
    world.add("bins", 1)
    assert wait_for(lambda: (world.home / "told").exists() and "bins" in (world.home / "told").read_text())
    time.sleep(2.5)
    assert world.daemon.poll() is None
    assert world.said().count("notifications cannot be shown yet: the session bus cannot be reached") == 1, world.said()


def bus_mute(world: World):
    "a bus that accepts calls and does not reply is disconnected and tried again"
    place = str(world.home / "mute")
    mute = socket.socket(socket.AF_UNIX)
    mute.bind(place)
    mute.listen()
    world.start(DBUS_SESSION_BUS_ADDRESS=f"unix:path={place}")
    world.add("bins", 1)
    mute.settimeout(20)
    first = mute.accept()[0]
    second = mute.accept()[0]
    assert "the session bus does not answer" in world.said(), world.said()
    first.close(), second.close()


def server_late(world: World):
    "without a server it waits, and shows the reminder when there is one"
    world.start()
    world.add("bins", 1)
    assert wait_for(lambda: "no notification server" in world.said()), world.said()
    assert wait_for(lambda: world.state() == {"bins.md": "waiting"})
    server = Server(world)
    server.wait_posts(1, "bins")


def server_killed(world: World):
    "a server that was killed gets its notifications again, except those that were dismissed"
    server = Server(world)
    world.start()
    world.add("bins", 1)
    world.add("other", 1)
    server.wait_posts(2)
    number = [line.split('"')[5] for line in server.posts()].index("other") + 1
    server.closed(number, 2)
    assert wait_for(lambda: world.state()["other.md"] == "dismissed")
    server.kill()
    server.start()
    server.wait_posts(2, "bins")
    server.wait_posts(1, "other")


def server_hung(world: World):
    "while the server hangs the loop continues"
    server = Server(world)
    world.start()
    server.process.send_signal(signal.SIGSTOP)
    world.add("bins", 1)
    assert wait_for(lambda: world.state() == {"bins.md": "sending"})
    path = world.add("other", 1)
    assert wait_for(lambda: world.state().get("other.md") == "sending")
    assert world.status()["running"]
    server.process.send_signal(signal.SIGCONT)
    assert wait_for(lambda: set(world.state().values()) == {"shown"}), world.state()
    server.wait_posts(2)


def server_refuses(world: World):
    "a server that refuses is tried again after a while"
    server = Server(world)
    world.start()
    refuse = 'raise dbus.exceptions.DBusException("enough", name="org.freedesktop.Notifications.MaxNotificationsExceeded")'
    server.call("org.freedesktop.DBus.Mock.AddMethod", NAME, "Notify", "susssasa{sv}i", "u", refuse)
    world.add("bins", 1)
    assert wait_for(lambda: "refused a notification: enough" in world.said()), world.said()
    server.call("org.freedesktop.DBus.Mock.AddMethod", NAME, "Notify", "susssasa{sv}i", "u", "ret = 42")
    assert wait_for(lambda: world.state() == {"bins.md": "shown"}, 10), world.state()


def server_full(world: World):
    "a server that refuses when it is full gets the newest, and its oldest go into the summary"
    server = Server(world)
    world.start()
    # As notification-daemon does with more than 20: what replaces a notification is refused too, and nothing is closed.
    notify = """
self.open = getattr(self, "open", [])
if len(self.open) > 3:
    raise dbus.exceptions.DBusException("enough", name="org.freedesktop.Notifications.MaxNotificationsExceeded")
self.last = getattr(self, "last", 0) + 1
ret = args[1] or self.last
if ret not in self.open: self.open.append(ret)
"""
    close = f"""
if args[0] in getattr(self, "open", []):
    self.open.remove(args[0])
    self.EmitSignal("{NAME}", "NotificationClosed", "uu", [args[0], dbus.UInt32(3)])
"""
    server.call("org.freedesktop.DBus.Mock.AddMethod", NAME, "Notify", "susssasa{sv}i", "u", notify)
    server.call("org.freedesktop.DBus.Mock.AddMethod", NAME, "CloseNotification", "u", "", close)
    for number in range(7):
        world.add(f"r{number}", 0)
        shown = {f"r{i}.md": "shown" for i in range(number + 1)}
        assert wait_for(lambda: world.state() == shown, 10), (number, world.state())
    for number in range(7):
        assert server.posts(f"r{number}"), number
    assert server.posts("2 more reminders are due"), server.lines()
    assert any('"4 more reminders are due"' in line for line in server.posts(anew=False)), server.lines()


def thousand(world: World):
    "a thousand at once are five and a summary"
    server = Server(world)
    world.start()
    # It sees them all at once, however long it takes to write them.
    world.daemon.send_signal(signal.SIGSTOP)
    for number in range(1000):
        world.add(f"r{number}", 0)
    world.daemon.send_signal(signal.SIGCONT)
    server.wait_posts(6, seconds=20)
    server.wait_posts(1, "995 more reminders are due")


def checkout(world: World):
    "a checkout of thousands of files is followed"
    server = Server(world)
    world.start()
    git = ["git", "-C", str(world.folder), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
    world.add("bins", 1)
    server.wait_posts(1, "bins")
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "one"], check=True)
    subprocess.run([*git, "checkout", "-qb", "other"], check=True)
    for number in range(3000):
        world.add(f"many/{number % 30}/r{number}", 86_400)
    (world.folder / "bins.md").unlink()
    subprocess.run([*git, "add", "-A", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "two"], check=True)
    assert wait_for(lambda: len(server.closes()) == 1, 30)
    subprocess.run([*git, "checkout", "-q", "main"], check=True)
    subprocess.run([*git, "checkout", "-q", "other"], check=True)
    subprocess.run([*git, "checkout", "-q", "main"], check=True)
    time.sleep(3)
    # If git takes long, the branch in between is seen too.
    assert wait_for(lambda: 2 <= len(server.posts("bins")) == len(server.closes()) + 1 <= 3), server.lines()
    world.add("many/new/late", 1)
    server.wait_posts(1, "late")
    assert "could not be read" not in world.said(), world.said()


def suspended(world: World):
    "stopped at the due time, it shows the reminder when it continues"
    server = Server(world)
    world.start()
    world.add("bins", 3)
    time.sleep(1)
    world.daemon.send_signal(signal.SIGSTOP)
    time.sleep(3)
    assert server.posts() == []
    world.daemon.send_signal(signal.SIGCONT)
    server.wait_posts(1)


def markup(world: World):
    "markup is escaped for servers that support it, and only for them"
    server = Server(world, "body body-markup")
    world.start()
    path = world.add("bins", 1)
    path.write_text(path.read_text().replace("Body of bins", "a < b & c"))
    server.wait_posts(1)
    assert "a &lt; b &amp; c" in server.posts()[0], server.posts()
    assert "Mark Complete" not in server.posts()[0], "buttons for a server that has none"
    server.kill()
    server.capabilities = "body"
    server.start()
    server.wait_posts(2)
    assert "a < b & c" in server.posts()[1], server.posts()


def bad_text(world: World):
    "bytes that are not text are replaced and not sent"
    server = Server(world)
    world.start()
    path = world.add("bins", 1)
    path.write_bytes(path.read_bytes().replace(b"Body of bins", b"B\xff\x00dy"))
    server.wait_posts(1)
    assert world.daemon.poll() is None


# The longest first.
TESTS = [
    *hook.TESTS, *clocks.TESTS, *places.TESTS, *buses.TESTS,
    due, restart, missed, complete, series, snooze, strangers, read_only, conflict, withdrawn, completed_meanwhile, pending_deleted, no_bus, bus_mute,
    server_late, server_killed, server_hung, server_refuses, server_full, thousand, checkout, suspended, second, hangup, state_lost, crash,
    markup, bad_text, hooks, once, once_closes, once_ended, new_folder,
    *troubles.TESTS,
]



def check_table():
    """The table in the README lists exactly the existing tests."""
    rows = [line.split("|") for line in pathlib.Path(__file__).with_name("README.md").read_text().splitlines()]
    named = {name for row in rows if len(row) == 5 for name in re.findall(r"`([a-z_]+)`", row[2])}
    present = {test.__name__ for test in TESTS}
    assert named == present, f"Scripts/notify-tests/README.md and the tests differ in {named ^ present}"


if __name__ == "__main__":
    check_table()
    chosen = [test for test in TESTS if not sys.argv[2:] or test.__name__ in sys.argv[2:]]
    # They spend most of their time waiting.
    main(chosen, os.path.abspath(sys.argv[1]), jobs=8)
