"""mm notify when something is wrong or changes: hostile peers on the bus, the configuration, the output of --status."""

import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from recorded import Server
from world import Skip, World, wait_for

PEER = pathlib.Path(__file__).parent / "peer.py"


def told(world, name="told"):
    file = world.home / name
    return file.read_text() if file.exists() else ""


def peer(world, *words):
    process = subprocess.Popen(
        ["/usr/bin/python3", str(PEER), *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    world.children.append(process)
    return process


# The bus


def late_answer(world: World):
    "the capabilities of a previous server are not attributed to its successor"
    slow = peer(world, "slow")
    assert slow.stdout.readline() == "owns\n"
    world.start()
    assert slow.stdout.readline() == "asked\n"
    slow.stdin.write("release\n"), slow.stdin.flush()
    assert slow.stdout.readline() == "released\n"
    server = Server(world)
    time.sleep(0.5)
    slow.stdin.write("answer\n"), slow.stdin.flush()
    assert slow.stdout.readline() == "answered\n"
    time.sleep(0.5)
    world.add("bins", 1)
    server.wait_posts(1, "bins")
    assert "Mark Complete" in server.posts()[0], server.posts()


def flood(world: World):
    "a peer that floods it with large messages costs it little, and it continues"
    server = Server(world)
    daemon = world.start()
    world.add("bins", 1)
    server.wait_posts(1)
    statistics = lambda: pathlib.Path(f"/proc/{daemon.pid}/status").read_text()
    name = subprocess.run(["/usr/bin/python3", str(PEER), "flood", str(daemon.pid)], capture_output=True, text=True)
    assert name.returncode == 0, name.stderr
    world.add("other", 1)
    server.wait_posts(1, "other")
    peak = next(int(line.split()[1]) for line in statistics().splitlines() if line.startswith("VmHWM"))
    assert peak < 200_000, f"{peak} KiB"
    ticks = pathlib.Path(f"/proc/{daemon.pid}/stat").read_text().split()[13:15]
    assert sum(map(int, ticks)) < 300, ticks
    assert "session bus" not in world.said(), world.said()


def full_queue(world: World):
    "a bus that accepts no connections does not delay it"
    place = str(world.home / "full")
    full = socket.socket(socket.AF_UNIX)
    full.bind(place)
    full.listen(0)
    waiting = []
    for _ in range(4):
        waiting.append(socket.socket(socket.AF_UNIX))
        waiting[-1].setblocking(False)
        try:
            waiting[-1].connect(place)
        except BlockingIOError:
            break
    world.configure(f"notify_command: cat >> {world.home}/told\n")
    world.start(DBUS_SESSION_BUS_ADDRESS=f"unix:path={place}")
    world.add("bins", 1)
    assert wait_for(lambda: "bins" in told(world)), world.said()
    assert world.stop() == 0


def late_bus(world: World):
    "the bus is found as soon as its socket appears, also in a directory that appears with it"
    world.bus.kill()
    world.start(DBUS_SESSION_BUS_ADDRESS=f"unix:path={world.home}/run/user/bus")
    world.add("bins", 0)
    # The pauses between the attempts grow: after 15 seconds, the next one is after 31.
    time.sleep(17)
    world.bus.start()
    server = Server(world)
    (world.home / "run").mkdir()
    time.sleep(1)
    (world.home / "run/user").symlink_to(world.home)
    started = time.monotonic()
    server.wait_posts(1, "bins")
    took = time.monotonic() - started
    assert took < 8, took


# The configuration


def reconfigured(world: World):
    "creating, changing, breaking and deleting the configuration takes effect"
    Server(world)
    world.start()
    world.add("one", 1)
    assert wait_for(lambda: world.state().get("one.md") == "shown")
    # Its directory did not exist when mm started.
    config = world.configure(f"notify_command: cat >> {world.home}/told\n")
    world.add("two", 1)
    assert wait_for(lambda: "two" in told(world)) and "one" not in told(world), world.said()
    config.with_name("new").write_text(f"notify_command: cat >> {world.home}/told-2\n")
    config.with_name("new").rename(config)
    world.add("three", 1)
    assert wait_for(lambda: "three" in told(world, "told-2")) and "three" not in told(world)
    config.write_text(f"notify_command: [\n")
    time.sleep(0.5)
    world.add("four", 1)
    assert wait_for(lambda: "four" in told(world, "told-2")), world.said()
    assert world.said().count("the previous one still applies") == 1, world.said()
    assert any("the previous one still applies" in reason for reason in world.status()["reasons"]), world.status()
    config.unlink()
    time.sleep(0.5)
    world.add("five", 1)
    assert wait_for(lambda: world.state().get("five.md") == "shown")
    assert "five" not in told(world) + told(world, "told-2")
    assert not any("the previous one still applies" in reason for reason in world.status()["reasons"]), world.status()


def reconfigured_link(world: World):
    "a configuration that is a link to a file elsewhere is followed"
    Server(world)
    real = world.home / "dotfiles.yaml"
    real.write_text(f"notify_command: cat >> {world.home}/told\n")
    (world.home / "config/mm").mkdir(parents=True)
    (world.home / "config/mm/config.yaml").symlink_to(real)
    world.start()
    real.write_text(f"notify_command: cat >> {world.home}/told-2\n")
    world.add("bins", 1)
    assert wait_for(lambda: "bins" in told(world, "told-2")) and told(world) == ""


def reconfigured_day(world: World):
    "a different time for all-day reminders takes effect at once"
    Server(world)
    world.start()
    (world.folder / "day.md").write_text("---\ntitle: day\nscheduled: 2099-01-01\n---\n")
    assert wait_for(lambda: (world.status()["next"] or {}).get("local") == "2099-01-01T09:00")
    world.stop()
    # A day later than every start so far. Neither the directory of the configuration nor the one above that is there.
    world.start("--now", "2099-01-01T08:00:00")
    time.sleep(0.5)
    assert world.state() == {}, world.state()
    world.configure('all_day_at: "08:00"\n')
    assert wait_for(lambda: world.state() == {"day.md": "shown"}), (world.state(), world.said())


# The state and messages


def once_before(world: World):
    "a daemon waits for a short run of --once, and names a long one"
    Server(world)
    world.run("notify", "--once")
    world.configure("notify_command: exec sleep 1\n")
    world.add("bins", 0)
    once = subprocess.Popen([world.mm, "-C", world.folder, "notify", "--once"], env=world.environment)
    world.children.append(once)
    time.sleep(0.3)
    world.start()
    assert once.wait(5) == 0 and wait_for(lambda: world.status()["process"] == world.daemon.pid), world.said()
    world.stop()
    world.configure("notify_command: exec sleep 6\n")
    world.add("other", 0)
    once = subprocess.Popen([world.mm, "-C", world.folder, "notify", "--once"], env=world.environment)
    world.children.append(once)
    time.sleep(0.3)
    status, _, said = world.run("notify")
    assert status == 75 and f"process {once.pid}" in said and once.poll() is None, (status, said)


def status_reasons(world: World):
    "--status says what prevents notifications: missing buttons, a server that refuses, a hook that fails"
    server = Server(world, "body")
    world.configure("notify_command: exit 7\n")
    world.start()
    assert world.status()["lacks"] == ["actions"] and world.status()["reasons"] == [], world.status()
    assert "which cannot show buttons" in world.run("notify", "--status")[1]
    refuse = 'raise dbus.exceptions.DBusException("enough", name="a.B")'
    server.call("org.freedesktop.DBus.Mock.AddMethod", "org.freedesktop.Notifications", "Notify", "susssasa{sv}i", "u", refuse)
    world.add("bins", 1)
    has = lambda text: any(text in reason for reason in world.status()["reasons"])
    assert wait_for(lambda: has("notify_command failed with status 7")), world.status()
    assert wait_for(lambda: has("the notification server refused a notification: enough")), world.status()
    server.call("org.freedesktop.DBus.Mock.AddMethod", "org.freedesktop.Notifications", "Notify", "susssasa{sv}i", "u", "ret = 42")
    world.configure("notify_command: exit 0\n")
    world.add("other", 1)
    assert wait_for(lambda: world.status()["reasons"] == []), world.status()


def status_hook(world: World):
    "a hook that failed and was removed is not a reason; an unreadable configuration is one"
    world.configure("notify_command: exit 3\n")
    world.add("bins", 1)
    world.start()
    def failed(): return any("notify_command failed" in reason for reason in world.status()["reasons"])
    assert wait_for(failed), world.status()
    world.configure("all_day_at: 08:00\n")
    assert wait_for(lambda: not failed()), world.status()
    world.stop()
    world.configure("notify_command: [\n")
    assert any("the configuration cannot be read" in reason for reason in world.status()["reasons"]), world.status()


def other_bus(world: World):
    "--status says that the running process has no bus, although the shell has"
    Server(world)
    world.start(DBUS_SESSION_BUS_ADDRESS=f"unix:path={world.home}/none")
    assert wait_for(lambda: any("cannot be reached" in reason for reason in world.status()["reasons"])), world.status()
    assert world.status()["problem"] is None


def disk_full_status(world: World):
    "after the process has ended, --status says that the disk was full"
    world.start()
    world.stop()
    place = next((world.home / "state").glob("mm/[0-9a-f]*"))
    kept = (place / "notify.state").read_bytes()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(place)], stderr=subprocess.DEVNULL).returncode:
        raise Skip("this machine does not let the tests mount")
    try:
        (place / "notify.state").write_bytes(kept)
        with open(place / "filler", "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        world.add("bins", 0)
        status, _, said = world.run("notify")
        assert status == 73 and "No space left" in said, (status, said)
        assert any("No space left" in reason for reason in world.status()["reasons"]), world.status()
        (place / "filler").unlink()
        assert world.status()["reasons"] == [], world.status()
        assert not (place / "notify.try").exists()
    finally:
        subprocess.run(["umount", "-l", str(place)])


def closed_streams(world: World):
    "started without standard streams, it writes its messages to no other file"
    server = Server(world)
    world.configure("notify_command: echo heard; exit 3\n")
    for closed in ["<&- >&- 2>&-", "2>&-"]:
        command = f'exec "{world.mm}" -C "{world.folder}" notify --bell {closed}'
        daemon = subprocess.Popen(["sh", "-c", command], env=world.environment, stdout=subprocess.DEVNULL)
        world.children.append(daemon)
        assert wait_for(lambda: world.status()["process"] == daemon.pid)
        name = f"bins{len(closed)}"
        world.add(name, 1)
        server.wait_posts(1, name)
        assert wait_for(lambda: any("status 3" in reason for reason in world.status()["reasons"]))
        text = next((world.home / "state").glob("mm/*/notify.lock")).read_text()
        assert text.strip() == str(daemon.pid), text
        daemon.terminate()
        daemon.wait()


def children_ignored(world: World):
    "started with SIGCHLD ignored, it still collects its hooks"
    Server(world)
    world.configure(f"notify_command: cat >> {world.home}/told; exit 5\n")
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        # Python waits for its children itself; the shell passes on which signals are ignored.
        daemon = subprocess.Popen(
            [world.mm, "-C", str(world.folder), "notify"], env=world.environment, stderr=open(world.log, "a")
        )
    finally:
        signal.signal(signal.SIGCHLD, before)
    world.children.append(daemon)
    assert wait_for(lambda: list((world.home / "state").glob("mm/*/notify.state")))
    world.add("bins", 1)
    assert wait_for(lambda: "failed with status 5" in world.said(), 5), world.said()


def hook_inherits(world: World):
    "a hook inherits neither the files of mm nor the socket of its service"
    Server(world)
    world.configure(f"notify_command: ls /proc/self/fd > {world.home}/files; env > {world.home}/told\n")
    world.start(MARK="seen")
    world.add("bins", 1)
    assert wait_for(lambda: "MARK=seen" in told(world)) and "NOTIFY_SOCKET" not in told(world), told(world)
    # The last one is the directory that ls reads.
    assert told(world, "files").split() == ["0", "1", "2", "3"], told(world, "files")


# The unit


def unit(world: World):
    "systemd accepts the unit, whatever the names of the program and the folder"
    if not shutil.which("systemd-analyze"):
        raise Skip("there is no systemd-analyze")
    runtime = world.home / "runtime"
    runtime.mkdir()
    for name in ["a b", "a$b", "a$$b", "${HOME}", "a%h", "o'b", 'a"b', "a\\b", "a\tb", "-ab", "@ab", ":+!ab", "é;", "a=b"]:
        place = world.home / name
        place.mkdir()
        shutil.copy(world.mm, place / "mm")
        folder = place / "a\nfolder"
        shutil.copytree(world.folder, folder)
        environment = {**world.environment, "XDG_RUNTIME_DIR": str(runtime)}
        done = subprocess.run([place / "mm", "-C", folder, "notify", "--install"], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, (name, done)
        file = world.home / "config/systemd/user/mm-notify.service"
        done = subprocess.run(["systemd-analyze", "--user", "verify", str(file)], env=environment, capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr.strip(), (name, done.stderr, file.read_text())
        shutil.rmtree(place)
        file.unlink()


TESTS = [
    status_hook, late_answer, flood, full_queue, late_bus, reconfigured, reconfigured_link, reconfigured_day, once_before, status_reasons, other_bus,
    disk_full_status, closed_streams, children_ignored, hook_inherits, unit,
]
