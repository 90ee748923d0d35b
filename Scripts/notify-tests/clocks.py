"""mm notify and clocks: set, going back at night, running fast, and in another time zone."""

import datetime
import pathlib
import shutil
import sys
import time
import zoneinfo

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from world import Skip, World, namespace, wait_for
from recorded import Server

BERLIN = {"TZ": "Europe/Berlin"}


def clock_set(world: World):
    "setting the clock by two milliseconds wakes it, and nothing is shown twice or too early"

    def step(seconds):
        time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME) + seconds)

    server = Server(world)
    world.start()
    world.add("bins", 1)
    server.wait_posts(1)
    # A day ahead: nothing else wakes it before then.
    world.add("tomorrow", 86_400)
    time.sleep(1.5)
    before = wakes(world)
    time.sleep(1.5)
    assert wakes(world) == before, "it wakes by itself"
    try:
        step(0.002)
    except PermissionError:
        raise Skip("to set the clock takes CAP_SYS_TIME")
    woken = wait_for(lambda: wakes(world) > before, 3)
    step(-0.002)
    assert woken, "it does not hear that the clock is set"
    time.sleep(0.5)
    assert len(server.posts()) == 1, server.posts()


def wakes(world):
    status = pathlib.Path(f"/proc/{world.daemon.pid}/status").read_text()
    return int(status.split("\nvoluntary_ctxt_switches:")[1].split()[0])


def fake(moment, *speed, mm, uptime=False):
    """The words before a command that give it its own clock, in the zone of TZ, and its own uptime if requested."""
    # The wrapper preloads a library, which does not work with a static executable.
    if b"/ld-" not in pathlib.Path(mm).read_bytes()[:8192]:
        raise Skip(f"{mm} is static, and libfaketime cannot be loaded into it")
    # If killed, it leaves files that block the next process with the same id.
    for left in pathlib.Path("/dev/shm").glob("*faketime_s*_*"):
        if not pathlib.Path(f"/proc/{left.name.rpartition('_')[2]}").exists():
            left.unlink(missing_ok=True)
    return ["faketime", *([] if uptime else ["--exclude-monotonic"]), "-f", " ".join([f"@{moment}", *speed])]


def write(world, name, scheduled, rule=None):
    path = world.folder / f"{name}.md"
    path.write_text(f"---\ntitle: {name}\nscheduled: {scheduled}\n" + (f"recurrence: {rule}\n" if rule else "") + "---\n")
    return path


def hour_skipped(world: World):
    "in the night that skips an hour, reminders due in that hour are shown an hour later"
    server = Server(world)
    write(world, "backup", "2026-03-28T02:00:05", "daily")
    world.start(before=fake("2026-03-29 01:59:56", mm=world.mm), **BERLIN)
    time.sleep(1.5)
    assert server.posts() == [], server.posts()
    # 02:00:05 becomes 03:00:05.
    server.wait_posts(1, seconds=14)
    assert wait_for(lambda: "@2026-03-29T02:00:05\t" in state_text(world)), state_text(world)


def hour_repeated(world: World):
    "in the night that repeats an hour, each of its half hours is shown twice"
    server = Server(world)
    write(world, "stretch", "2026-10-25T01:30", "every 30 minutes")
    once = write(world, "once", "2026-10-25T02:15")
    # A quarter of an hour per second.
    world.start(before=fake("2026-10-25 01:25:00", "x900", mm=world.mm), **BERLIN)
    # 01:30, 02:00, 02:30, 02:00 and 02:30 again, 03:00, 03:30.
    # It is in the state before the server has it.
    assert wait_for(lambda: "T03:00\t" in state_text(world) and len(server.posts("stretch")) > 5, 20), state_text(world)
    tags = [line.split('"x-dunst-stack-tag": "mm ')[1].split('"')[0] for line in server.posts("stretch")]
    names = [tag.split("@2026-10-25T")[1] for tag in tags][:6]
    assert names == ["01:30", "02:00", "02:30", "02:00/2", "02:30/2", "03:00"], names
    assert len(server.posts("once")) == 1, server.posts("once")


def long_run(world: World):
    "in a day that takes 24 seconds, every half hour is shown once, one at a time"
    server = Server(world)
    write(world, "stretch", "2026-11-21T00:30", "every 30 minutes")
    write(world, "midnight", "2026-11-22T00:00")
    world.start(before=fake("2026-11-21 00:10:00", "x3600", mm=world.mm), **BERLIN)
    assert wait_for(lambda: server.posts("midnight"), 40), state_text(world)
    time.sleep(0.5)
    tags = [line.split('"x-dunst-stack-tag": "mm ')[1].split('"')[0] for line in server.posts("stretch")]
    names = [tag.split("@2026-11-21T")[1] for tag in tags if "@2026-11-21T" in tag]
    expected = [f"{minute // 60:02}:{minute % 60:02}" for minute in range(30, 24 * 60, 30)]
    assert names == expected, names
    closes = {line.split("CloseNotification ")[1] for line in server.closes()}
    assert len(closes) >= len(expected) - 1, "earlier ones are left on the screen"


def speed(world: World):
    "at sixty times the speed, a reminder per minute is shown every second"
    server = Server(world)
    write(world, "tea", "2026-11-21T12:01", "every minute")
    world.start(before=fake("2026-11-21 12:00:30", "x60", mm=world.mm), **BERLIN)
    start = time.monotonic()
    assert wait_for(lambda: len(server.posts()) >= 10, 20), server.posts()
    assert 8 < time.monotonic() - start < 14, time.monotonic() - start
    tags = [line.split("@2026-11-21T")[1].split('"')[0] for line in server.posts()]
    assert tags[:10] == [f"12:{minute:02}" for minute in range(1, 11)], tags


def zone_changed(world: World):
    "when the machine moves to another time zone, what is due there is shown, and nothing is shown again"
    etc = world.home / "etc"
    etc.mkdir()
    for name in ("ld.so.cache", "passwd", "nsswitch.conf"):
        if pathlib.Path("/etc", name).exists():
            shutil.copy(pathlib.Path("/etc", name), etc / name)

    def move(zone):
        (etc / "new").symlink_to(f"/usr/share/zoneinfo/{zone}")
        (etc / "new").rename(etc / "localtime")

    move("America/New_York")
    inside = namespace(f"mount --bind {etc} /etc")
    server = Server(world)
    world.environment.pop("TZ")
    now = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Paris"))
    write(world, "bins", f"{now + datetime.timedelta(seconds=5):%Y-%m-%dT%H:%M:%S}")
    world.start(before=inside)
    write(world, "other", f"{now + datetime.timedelta(seconds=12):%Y-%m-%dT%H:%M:%S}")
    time.sleep(6)
    assert server.posts() == [], "it is not due in New York for hours"
    move("Europe/Paris")
    server.wait_posts(1, "bins")
    server.wait_posts(1, "other", seconds=10)
    move("America/New_York")
    time.sleep(1)
    move("Asia/Tokyo")
    time.sleep(1)
    assert len(server.posts()) == 2 and server.closes() == [], server.lines()


def state_text(world):
    found = list((world.home / "state").glob("mm/*/notify.state"))
    return found[0].read_text() if found else ""


TESTS = [long_run, zone_changed, hour_repeated, hour_skipped, speed, clock_set]
