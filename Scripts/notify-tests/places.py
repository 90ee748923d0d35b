"""mm notify and disks: folders that appear and disappear, limits of inotify, and a full disk or damaged files for its state."""

import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from world import World, namespace, wait_for
from clocks import fake, write
from recorded import Server


# inotify

def linked(world: World):
    "a file outside the folder that a link points to is watched"
    server = Server(world)
    outside = world.home / "outside"
    outside.mkdir()
    soon = world.add("soon", 4).rename(outside / "soon").read_text()
    world.add("later", 86_400).rename(outside / "bins.md")
    (world.folder / "link.md").symlink_to(outside / "bins.md")
    world.start()
    time.sleep(0.5)
    (outside / "bins.md").write_text(soon)
    server.wait_posts(1, "soon", seconds=8)


def rights(world: World):
    "a file whose permissions change is read again"
    server = Server(world)
    soon = world.add("soon", 4)
    text = soon.read_text()
    soon.unlink()
    path = world.add("later", 86_400)
    world.start()
    # Written but not closed, which alone gives no event.
    with open(path, "r+") as file:
        file.write(text)
        file.truncate()
        file.flush()
        time.sleep(0.5)
        path.chmod(0o600)
        server.wait_posts(1, "soon", seconds=8)


def no_watches(world: World):
    "without inotify watches left it says so once, and uses polling only"
    server = Server(world)
    inside = namespace("echo 3 > /proc/sys/user/max_inotify_watches")
    for number in range(4):
        world.add(f"sub{number}/r{number}", 3)
    world.start(before=inside)
    server.wait_posts(4, seconds=8)
    assert world.said().count("more directories than this user may watch") == 1, world.said()
    assert "every minute instead" in world.said(), world.said()


def no_inotify(world: World):
    "without inotify it reads the folder every minute, and says so once"
    server = Server(world)
    inside = namespace("echo 0 > /proc/sys/user/max_inotify_instances")
    # A minute takes three seconds.
    world.start(before=inside + fake("2026-11-21 12:00:00", "x20", mm=world.mm, uptime=True))
    time.sleep(1)
    write(world, "bins", "2026-11-21T12:00:10")
    time.sleep(0.7)
    assert server.posts() == [], "it reads all the time"
    server.wait_posts(1, "bins", seconds=5)
    time.sleep(6)
    assert world.said().count("changes cannot be watched (Too many open files): the folder is read every minute") == 1
    assert any("changes cannot be watched" in reason for reason in world.status()["reasons"]), world.status()


def overflow(world: World):
    "if the inotify queue overflows, nothing is lost"
    server = Server(world)
    world.start()
    world.daemon.send_signal(19)
    limit = int(pathlib.Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    # Temporary files of editors, which it ignores; two in turn, because equal events are merged.
    for number in range(limit // 4 + 100):
        for name in (".a", ".b"):
            path = world.folder / name
            path.touch()
            path.unlink()
    # These give no event.
    path = world.add("new/bins", 1)
    world.daemon.send_signal(18)
    server.wait_posts(1, "bins")
    world.add("new/other", 1)
    server.wait_posts(1, "other")
    path.unlink()
    assert wait_for(server.closes), server.lines()


def checkout_huge(world: World):
    "a checkout of thirty thousand files is followed, and nothing is announced twice"
    server = Server(world)
    git = ["git", "-C", str(world.folder), "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "gc.auto=0"]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
    world.start()
    world.add("bins", 1)
    server.wait_posts(1, "bins")
    # A commit made with fast-import: only the checkout writes the files.
    text = "---\ntitle: many\nscheduled: 2099-01-01\n---\n"
    bins = (world.folder / "bins.md").read_text()
    stream = [f"blob\nmark :1\ndata {len(text)}\n{text}blob\nmark :2\ndata {len(bins)}\n{bins}blob\nmark :3\ndata 11\nWork: blue\n\n"]
    for branch, many in (("few", 0), ("many", 30_000)):
        stream.append(f"commit refs/heads/{branch}\ncommitter A <a@example.org> 0 +0000\ndata 3\none\n")
        stream.append("M 100644 :2 bins.md\nM 100644 :3 tags.yaml\n")
        stream += [f"M 100644 :1 many/{number % 100}/r{number}.md\n" for number in range(many)]
        stream.append("\n")
    subprocess.run([*git, "fast-import", "--quiet"], input="".join(stream), text=True, check=True)
    for branch in ("many", "few", "many"):
        subprocess.run([*git, "checkout", "-qf", branch], check=True)
    world.add("many/99/late", 1)
    server.wait_posts(1, "late", seconds=40)
    assert len(server.posts("bins")) == 1 and server.closes() == [], server.lines()


def moved(world: World):
    "a reminder that is moved with its directory stays on the screen, and changes there are followed"
    server = Server(world)
    world.start()
    path = world.add("home/bins", 1, "id: 11111111-1111-5111-8111-111111111111\n")
    server.wait_posts(1)
    (world.folder / "home").rename(world.folder / "house")
    time.sleep(4)
    assert server.closes() == [] and len(server.posts()) == 1, server.lines()
    (world.folder / "house/bins.md").unlink()
    assert wait_for(server.closes, 8), server.lines()
    world.add("house/other", 1)
    server.wait_posts(1, "other")
    # A different folder in place of the first.
    world.add("home/new", 1)
    server.wait_posts(1, "new")
    world.add("home/newer", 1)
    server.wait_posts(1, "newer")
    # Moved out of the folder: changes there no longer matter.
    (world.folder / "house").rename(world.home / "elsewhere")
    assert wait_for(lambda: len(server.closes()) == 2, 8), server.lines()


def vanished(world: World):
    "files missing for half a second, as in a checkout, are neither withdrawn nor announced again"
    server = Server(world)
    world.start()
    texts = {}
    for number in range(3):
        path = world.add(f"r{number}", 1)
        texts[path] = path.read_text()
    coming = world.add("coming", 4)
    texts[coming] = coming.read_text()
    server.wait_posts(3)
    for path in texts:
        path.unlink()
    time.sleep(0.5)
    for path, text in texts.items():
        path.write_text(text)
    server.wait_posts(1, "coming")
    assert len(server.posts()) == 4 and server.closes() == [], server.lines()


def branches(world: World):
    "branches with and without a reminder: it is withdrawn when it stays away, shown again when it returns, and a short absence changes nothing"
    server = Server(world)
    world.start()
    git = ["git", "-C", str(world.folder), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
    world.add("bins", 1)
    server.wait_posts(1)
    for words in (["add", "."], ["commit", "-qm", "one"], ["checkout", "-qb", "other"], ["rm", "-q", "bins.md"],
                  ["commit", "-qm", "two"]):
        subprocess.run([*git, *words], check=True)
    assert wait_for(server.closes), server.lines()
    for branch in ("main", "other", "main"):
        subprocess.run([*git, "checkout", "-q", branch], check=True)
        time.sleep(0.7)
    time.sleep(2)
    # The user did not act on it, so it must not stay off the screen.
    server.wait_posts(2, "bins")
    assert len(server.closes()) == 1, server.lines()


# State

def disk_full(world: World):
    "on a full disk it exits with status 73 and shows nothing that it could not record; with space again it shows everything once"
    state = world.home / "state"
    state.mkdir()
    server = Server(world)
    world.start(before=namespace(f"mount -t tmpfs -o size=64k none {state}"))
    inside = pathlib.Path(f"/proc/{world.daemon.pid}/root/{state}")
    world.add("bins", 1)
    server.wait_posts(1, "bins")
    # The namespace and its disk outlive the daemon.
    keep = os.open(f"/proc/{world.daemon.pid}/ns/mnt", os.O_RDONLY)
    user = os.open(f"/proc/{world.daemon.pid}/ns/user", os.O_RDONLY)
    try:
        fill(inside / "fill")
        before = next(inside.glob("mm/*/notify.state")).read_text()
        world.add("other", 1)
        assert wait_for(lambda: world.daemon.poll() is not None), "it goes on"
        said = world.said()
        assert world.daemon.returncode == 73 and "No space left on device" in said, (world.daemon.returncode, said)
        assert str(state) in said, said
        assert server.posts("other") == [], server.posts()
        again = lambda script: [
            "nsenter", f"--user=/proc/{os.getpid()}/fd/{user}", f"--mount=/proc/{os.getpid()}/fd/{keep}",
            "--preserve-credentials", "sh", "-c", f'{script} && exec "$@"', "sh",
        ]
        words = [*again("true"), world.mm, "-C", world.folder, "notify"]
        done = subprocess.run(words, env=world.environment, stderr=subprocess.PIPE, timeout=20)
        assert done.returncode == 73, done
        assert server.posts("other") == [], server.posts()
        world.start(before=again(f"rm {state}/fill"))
        server.wait_posts(1, "other")
        server.wait_posts(1, "bins")
        now = next(pathlib.Path(f"/proc/{world.daemon.pid}/root/{state}").glob("mm/[0-9a-f]*"))
        assert {path.name for path in now.iterdir()} == {"notify.state", "notify.lock"}, list(now.iterdir())
        assert before != (now / "notify.state").read_text()
    finally:
        os.close(keep), os.close(user)


def fill(path):
    with open(path, "wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass


def state_nowhere(world: World):
    "a state directory that cannot be created or written ends it at the start, with status 73 and the path"
    Server(world)
    world.add("bins", 0)
    (world.home / "file").write_text("")
    for words in ((), ("--once",)):
        status, _, said = world.run("notify", *words, XDG_STATE_HOME=str(world.home / "file"))
        assert status == 73 and f"{world.home}/file/mm" in said, (status, said)
    inside = namespace(f"mkdir -p {world.home}/state && mount -t tmpfs -o ro none {world.home}/state")
    done = subprocess.run(
        [*inside, world.mm, "-C", str(world.folder), "notify"],
        env=world.environment, capture_output=True, text=True, timeout=20,
    )
    assert done.returncode == 73 and "Read-only file system" in done.stderr, done


def state_damaged(world: World):
    "a state file that is damaged or of a later version is renamed with a warning; what was due before is not announced"
    server = Server(world)
    world.start()
    world.stop()
    place = next((world.home / "state").glob("mm/*/notify.state"))
    whole = place.read_bytes()
    for number, text in enumerate((whole[:-3], b"mm-notify 9\nwhatever\n", b"", b"\x00\xff" * 500)):
        world.add(f"before{number}", -120)
        place.write_bytes(text)
        world.start()
        assert place.with_name("notify.state.unreadable").read_bytes() == text
        world.add(f"after{number}", 1)
        server.wait_posts(1, f"after{number}")
        assert server.posts(f"before{number}") == [], server.posts()
        assert world.stop() == 0
    said = world.said()
    assert said.count("and was renamed to notify.state.unreadable; reminders due before now are not shown") == 4, said
    assert said.count("was written by a later version of mm") == 1, said


def two_machines(world: World):
    "two machines with the same folder both show it, and completing it on one withdraws it on the other"
    server = Server(world)
    world.start()
    world.start(XDG_STATE_HOME=str(world.home / "other"))
    path = world.add("bins", 1)
    server.wait_posts(2)
    server.press(1, "done")
    assert wait_for(lambda: "completed:" in path.read_text())
    assert wait_for(lambda: len(server.closes()) == 2), server.lines()


def synced(world: World):
    "a notification that was answered on another machine is withdrawn when mm sync brings the file"
    git = lambda place, *words: subprocess.run(["git", "-C", str(place), *words], check=True, stdout=subprocess.DEVNULL)
    world.environment |= {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    sync = lambda place: subprocess.run([world.mm, "-C", str(place), "sync"], env=world.environment, check=True, capture_output=True)
    path = world.add("bins", 4)
    there, between = world.home / "there", world.home / "between.git"
    git(world.home, "init", "-q", "--bare", "-b", "main", str(between))
    git(world.folder, "init", "-q", "-b", "main")
    git(world.folder, "remote", "add", "origin", str(between))
    sync(world.folder)
    git(world.home, "clone", "-q", str(between), str(there))
    server = Server(world)
    world.start()
    server.wait_posts(1)
    subprocess.run([world.mm, "-C", str(there), "done", "bins"], env=world.environment, check=True, capture_output=True)
    sync(there)
    assert server.closes() == []
    sync(world.folder)
    assert "completed:" in path.read_text()
    assert wait_for(server.closes), server.lines()


TESTS = [
    no_inotify, checkout_huge, moved, overflow, vanished, branches, disk_full, no_watches, state_damaged, state_nowhere,
    two_machines, synced, linked, rights,
]
