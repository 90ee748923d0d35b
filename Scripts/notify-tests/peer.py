"""Other programs on the session bus: `slow`, a notification server that replies late; `flood PID`, a hostile one."""

import sys
import threading

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
loop = GLib.MainLoop()


def say(word):
    print(word, flush=True)


class Slow(dbus.service.Object):
    """When asked for its capabilities, it replies on command, with an empty list."""

    answer = None

    @dbus.service.method(NAME, out_signature="as", async_callbacks=("done", "failed"))
    def GetCapabilities(self, done, failed):
        self.answer = done
        say("asked")

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):
        return "slow", "x", "1", "1.2"


def slow():
    bus.request_name(NAME)
    server = Slow(bus, PATH)
    say("owns")

    def obey(line):
        if line == "release":
            bus.release_name(NAME)
            say("released")
        elif line == "answer":
            server.answer([])
            say("answered")

    def listen():
        for line in sys.stdin:
            GLib.idle_add(obey, line.strip())

    threading.Thread(target=listen, daemon=True).start()
    loop.run()


def flood(process):
    """Signals like those of the server: six of 16 MB, and a hundred short ones that take much memory when parsed."""
    names = bus.call_blocking("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ListNames", "", ())
    of = lambda name: bus.call_blocking(
        "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", (name,)
    )
    target = next(name for name in names if name.startswith(":") and of(name) == process)

    def send(content):
        message = dbus.lowlevel.SignalMessage(PATH, NAME, "ActionInvoked")
        message.set_destination(target)
        message.append(content, signature="ay")
        bus.send_message(message)
        bus.flush()

    for _ in range(6):
        send(dbus.ByteArray(b"x" * (16 << 20)))
    for _ in range(100):
        send(dbus.ByteArray(b"x" * 60_000))
    bus.call_blocking("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId", "", ())


if sys.argv[1] == "slow":
    slow()
else:
    flood(int(sys.argv[2]))
