"""mm notify when its bus or server disappears, appears, hangs, is replaced, or closes notifications."""

import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from world import NAME, PATH, World, bus_has_server, wait_for
from recorded import Server


def reasons(world: World):
    "a notification that expired, was dismissed or closed by the server stays closed, also after a restart"
    server = Server(world)
    world.start()
    for name in ("expired", "dismissed", "closed"):
        world.add(name, 1)
    server.wait_posts(3)
    titles = [line.split('"')[5] for line in server.posts()]
    for reason, name in enumerate(("expired", "dismissed", "closed"), 1):
        server.closed(titles.index(name) + 1, reason)
    expected = {f"{name}.md": name for name in titles}
    assert wait_for(lambda: world.state() == expected), world.state()
    world.stop(signal.SIGKILL)
    world.start()
    server.kill()
    server.start()
    time.sleep(1)
    assert len(server.posts(anew=False)) == 3 and server.closes() == [], server.lines()


def hung_long(world: World):
    "a server that hangs for longer than the timeout shows everything once when it continues"
    server = Server(world)
    world.start()
    server.process.send_signal(signal.SIGSTOP)
    world.add("bins", 1)
    assert wait_for(lambda: "the notification server does not answer" in world.said(), 15), world.said()
    hangs = lambda: any("the notification server does not answer" in reason for reason in world.status()["reasons"])
    assert hangs(), world.status()
    time.sleep(1)
    world.add("other", 0)
    assert wait_for(lambda: set(world.state().values()) == {"sending"} and len(world.state()) == 2), world.state()
    server.process.send_signal(signal.SIGCONT)
    assert wait_for(lambda: set(world.state().values()) == {"shown"}), world.state()
    time.sleep(2)
    server.wait_posts(1, "bins")
    server.wait_posts(1, "other")
    world.run("done", "bins")
    assert wait_for(server.closes) and len(server.closes()) == 1, server.lines()
    assert world.said().count("does not answer") == 1, world.said()
    assert not hangs(), world.status()


def hung_at_start(world: World):
    "with a server that hangs when it is found, notifications shown later have their buttons"
    server = Server(world)
    server.process.send_signal(signal.SIGSTOP)
    world.start()
    world.add("bins", 1)
    assert wait_for(lambda: "notifications cannot be shown yet: the notification server does not answer" in world.said(), 15)
    server.process.send_signal(signal.SIGCONT)
    server.wait_posts(1)
    assert "Mark Complete" in server.posts()[0], server.posts()


# Replies to everything except the first call of Notify.
SWALLOWS = """
import dbus, dbus.mainloop.glib, dbus.service, sys
from gi.repository import GLib
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
class Server(dbus.service.Object):
    count = 0
    @dbus.service.method("org.freedesktop.Notifications", "susssasa{sv}i", "u", async_callbacks=("ok", "failed"))
    def Notify(self, name, replaces, icon, title, body, actions, hints, timeout, ok, failed):
        self.count += 1
        if self.count > 1: ok(self.count)
    @dbus.service.method("org.freedesktop.Notifications", "", "as")
    def GetCapabilities(self): return ["body"]
    @dbus.service.method("org.freedesktop.Notifications", "", "ssss")
    def GetServerInformation(self): return ("a", "b", "1", "1.2")
bus = dbus.SessionBus()
server = Server(bus, "/org/freedesktop/Notifications")
name = dbus.service.BusName("org.freedesktop.Notifications", bus)
GLib.MainLoop().run()
"""


def swallowed(world: World):
    "a call that the server accepts but never answers is repeated once it answers something else instead"
    world.children.append(subprocess.Popen(["/usr/bin/python3", "-c", SWALLOWS]))
    assert wait_for(bus_has_server)
    world.start()
    world.add("bins", 1)
    assert wait_for(lambda: "refused a notification: no answer in 10 seconds" in world.said(), 15), world.said()
    assert wait_for(lambda: world.state() == {"bins.md": "shown"}, 4), world.state()


def hung_dead(world: World):
    "after a server hangs and is killed, its successor shows everything once"
    server = Server(world)
    world.start()
    server.process.send_signal(signal.SIGSTOP)
    world.add("bins", 1)
    assert wait_for(lambda: world.state() == {"bins.md": "sending"})
    server.kill()
    server.start()
    server.wait_posts(1)
    assert wait_for(lambda: world.state() == {"bins.md": "shown"}), world.state()


def another_server(world: World):
    "ids of a previous server are never used with its successor, which may have given them to other programs"
    server = Server(world)
    world.start()
    path = world.add("bins", 1)
    server.wait_posts(1)
    world.stop()
    server.kill()
    server.start()
    subprocess.run(
        ["gdbus", "call", "--session", "-d", NAME, "-o", PATH, "-m", NAME + ".Notify",
         "stranger", "0", "", "Mail", "", "[]", "{}", "--", "-1"],
        check=True, stdout=subprocess.DEVNULL,
    )
    world.start()
    server.wait_posts(2, "bins")
    assert server.posts(anew=False) == server.posts(), "it took the place of a stranger"
    server.press(1, "done")
    time.sleep(0.5)
    assert "completed" not in path.read_text(), "the button of a stranger"
    assert world.run("done", "bins")[0] == 0
    assert wait_for(server.closes)
    time.sleep(0.5)
    assert [line.split("CloseNotification ")[1] for line in server.closes()] == ["2"], server.closes()


def bus_restarted(world: World):
    "after the bus restarts with a server of the same name, everything is shown there with working buttons"
    server = Server(world)
    world.start()
    path = world.add("bins", 1)
    server.wait_posts(1)
    world.bus.kill()
    assert wait_for(lambda: "the session bus" in world.said(), 10) or True
    world.add("other", 1)
    time.sleep(1.5)
    assert world.daemon.poll() is None, "it ended"
    assert world.state()["other.md"] == "waiting", world.state()
    server.process.wait(10)
    world.bus.start()
    server.start()
    server.wait_posts(2, "bins", seconds=10)
    server.wait_posts(1, "other")
    number = [line.split('"')[5] for line in server.posts()[1:]].index("bins") + 1
    server.press(number, "done")
    assert wait_for(lambda: "completed:" in path.read_text())
    # Also while it was down.
    world.bus.kill()
    server.process.wait(10)
    world.stop(signal.SIGKILL)
    world.bus.start()
    server.start()
    world.start()
    server.wait_posts(2, "other")
    server.wait_posts(2, "bins")


def not_started(world: World):
    "a server that the bus cannot start is requested once, and nothing waits for it"
    (world.bus.services / "server.service").write_text(
        f"[D-BUS Service]\nName={NAME}\nExec=/bin/sh -c 'echo x >> {world.home}/started; exec sleep 20'\n"
    )
    world.bus.kill()
    world.bus.start()
    world.configure(f"notify_command: echo x >> {world.home}/told\n")
    world.start()
    time.sleep(1)
    assert not (world.home / "started").exists(), "it is started with nothing to show"
    for number in range(3):
        world.add(f"r{number}", 1)
    assert wait_for(lambda: (world.home / "started").exists()), world.said()
    assert wait_for(lambda: (world.home / "told").exists() and (world.home / "told").read_text().count("x") == 3, 4)
    assert set(world.state().values()) == {"waiting"}, world.state()
    time.sleep(2)
    assert (world.home / "started").read_text() == "x\n"
    start = time.monotonic()
    assert world.stop() == 0 and time.monotonic() - start < 2


def start_fails(world: World):
    "a server that exits as soon as the bus starts it is not started again and again"
    (world.bus.services / "server.service").write_text(
        f"[D-BUS Service]\nName={NAME}\nExec=/bin/sh -c 'echo x >> {world.home}/started; exit 1'\n"
    )
    world.bus.kill()
    world.bus.start()
    world.start()
    for number in range(3):
        world.add(f"r{number}", 0)
        time.sleep(1)
    assert (world.home / "started").read_text() == "x\n", world.said()
    assert "no notification server" in world.said(), world.said()


def no_address(world: World):
    "without the bus address, as in cron, the bus is found in the session directory of the user"
    server = Server(world)
    world.environment.pop("DBUS_SESSION_BUS_ADDRESS")
    world.environment["XDG_RUNTIME_DIR"] = str(world.home)
    world.run("notify", "--once")
    world.add("bins", 0)
    assert world.run("notify", "--once") == (0, "", "")
    server.wait_posts(1)


def login(world: World):
    "at the first login after days, everything that came due is shown, as five and a summary"
    server = Server(world)
    world.start("--now", "2026-11-02T08:00")
    world.stop()
    for day in range(2, 30):
        world.add(f"old{day}", due=world.instant(f"2026-11-{day:02}T09:00"))
    for hour in range(9, 24):
        world.add(f"r{hour}", due=world.instant(f"2026-11-29T{hour:02}:30"))
    world.add("daily", due=world.instant("2026-11-01T07:00"), text="recurrence: daily\n")
    world.start("--now", "2026-11-30T08:50")
    # Forty-three, and one occurrence of the series.
    server.wait_posts(6)
    server.wait_posts(1, "39 more reminders are due")
    world.stop()
    world.start("--now", "2026-11-30T08:55")
    time.sleep(0.5)
    server.wait_posts(6)


def edited(world: World):
    "moved to a time that has passed, it is shown at once; reopened after it was shown, it is not shown again"
    server = Server(world)
    world.start()
    path = world.add("bins", 3_600)
    time.sleep(1)
    assert server.posts() == []
    world.add("bins", -20)
    server.wait_posts(1, "bins")
    assert world.run("done", "bins")[0] == 0
    assert wait_for(server.closes)
    assert world.run("reopen", "bins")[0] == 0
    assert "completed: 2" not in path.read_text()
    time.sleep(1.5)
    server.wait_posts(1)
    assert world.state() == {"bins.md": "closed"}, world.state()


def bells(world: World):
    "the bell rings only on a terminal, with a line for each reminder"
    Server(world)
    world.start("--bell")
    world.add("bins", 1)
    out = world.home / "out"
    assert wait_for(lambda: "bins" in out.read_text())
    assert "\x07" not in out.read_text()
    world.add("dentist", 3_602, "reminders: [1 hour before]\n")
    assert wait_for(lambda: "in 1 hour: dentist" in out.read_text()), out.read_text()
    world.stop()
    script = f"{world.mm} -C {world.folder} notify --bell"
    world.children.append(
        subprocess.Popen(["script", "-qfc", script, str(world.home / "tty")], env=world.environment,
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
    )
    time.sleep(0.5)
    world.add("other", 1)
    tty = world.home / "tty"
    assert wait_for(lambda: "other" in tty.read_text(errors="replace")), tty.read_text(errors="replace")
    assert tty.read_text(errors="replace").count("\x07") == 1, tty.read_text(errors="replace")


TESTS = [
    hung_long, swallowed, hung_at_start, bus_restarted, not_started, start_fails, reasons, hung_dead, another_server, login, edited, bells, no_address,
]
