"""mm notify as a process: its lock, signals, state, hook, and what it watches."""


import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from world import World, wait_for
from recorded import Server


def second(world: World):
    "a second process exits with status 75 and names the first"
    Server(world)
    first = world.start()
    status, _, said = world.run("notify")
    assert status == 75 and f"process {first.pid}" in said, (status, said)


def hangup(world: World):
    "with nohup it outlives the terminal, and otherwise ends with it"
    # The tests may themselves run with nohup.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    Server(world)
    world.start()
    assert world.stop(signal.SIGHUP) == 0
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        world.start()
    finally:
        signal.signal(signal.SIGHUP, before)
    world.daemon.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    assert world.daemon.poll() is None, "it ended"
    assert world.stop() == 0


def state_lost(world: World):
    "a state that cannot be written ends it with status 73, and nothing is shown"
    server = Server(world)
    world.start()
    place = next((world.home / "state").glob("mm/[0-9a-f]*"))
    for path in place.iterdir():
        path.unlink()
    place.rmdir()
    world.add("bins", 1)
    assert wait_for(lambda: world.daemon.poll() is not None), "it goes on"
    assert world.daemon.returncode == 73 and "cannot record notifications" in world.said(), world.said()
    assert server.posts() == []


def crash(world: World):
    "killed between saving and posting, it posts again with the same tag"
    server = Server(world)
    world.start()
    server.process.send_signal(signal.SIGSTOP)
    world.add("bins", 1)
    assert wait_for(lambda: world.state() == {"bins.md": "sending"})
    world.stop(signal.SIGKILL)
    server.process.send_signal(signal.SIGCONT)
    world.start()
    assert wait_for(lambda: world.state() == {"bins.md": "shown"}), world.state()
    tags = {re.search(r'"x-dunst-stack-tag": "([^"]*)"', line).group(1) for line in server.posts()}
    assert len(tags) == 1, tags


def hooks(world: World):
    "a hook that hangs or does not read does no harm, and four run at once"
    server = Server(world)
    world.configure(f"notify_command: echo x >> {world.home}/told; exec sleep 3\n")
    world.start()
    for number in range(6):
        world.add(f"r{number}", 1)
    server.wait_posts(6)
    told = lambda: (world.home / "told").read_text().count("x")
    assert told() == 4, told()
    assert wait_for(lambda: told() == 6)


def once(world: World):
    "with --once, as in cron, it shows what is due without buttons, and nothing twice"
    server = Server(world)
    assert world.run("notify", "--once")[0] == 0
    world.add("bins", 0)
    assert world.run("notify", "--once") == (0, "", "")
    assert world.run("notify", "--once")[0] == 0
    server.wait_posts(1)
    assert "Mark Complete" not in server.posts()[0]


def once_closes(world: World):
    "with --once, what was completed or deleted since the last run is closed"
    server = Server(world)
    world.run("notify", "--once")
    paths = [world.add("bins", 0), world.add("milk", 0)]
    assert world.run("notify", "--once") == (0, "", "")
    server.wait_posts(2)
    world.run("done", "bins")
    paths[1].unlink()
    assert world.run("notify", "--once") == (0, "", "")
    assert wait_for(lambda: len(server.closes()) == 2), server.lines()


def once_ended(world: World):
    "with --once, ended by a signal, it leaves no hook behind"
    world.configure(f"notify_command: echo $$ > {world.home}/hook; exec sleep 20\n")
    world.run("notify", "--once")
    world.add("bins", 0)
    process = subprocess.Popen([world.mm, "-C", world.folder, "notify", "--once"], env=world.environment)
    world.children.append(process)
    hook = world.home / "hook"
    assert wait_for(lambda: hook.exists() and hook.read_text().strip()), "no hook was run"
    process.terminate()
    process.wait(5)
    # It is not our child: its new parent reaps it.
    stat = pathlib.Path(f"/proc/{hook.read_text().strip()}/stat")
    assert wait_for(lambda: not stat.exists() or stat.read_text().split()[2] == "Z"), "the hook still runs"


def new_folder(world: World):
    "a folder that is removed and replaced by a copy is still followed"
    server = Server(world)
    world.start()
    world.add("bins", 1)
    server.wait_posts(1)
    away = world.home / "away"
    world.folder.rename(away)
    time.sleep(1)
    shutil.copytree(away, world.folder)
    time.sleep(6)
    world.add("other", 1)
    server.wait_posts(1, "other")
    assert len(server.posts("bins")) == 1 and server.closes() == []
