"""mm notify and its hook: its input, its time limit, and its child processes."""

import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from world import World, wait_for
from recorded import Server

KEYS = ["schema", "event", "id", "title", "body", "at", "local", "occurrence", "path", "tags", "count"]


def events(world):
    """The inputs of the hook, one file per call."""
    found = [json.loads(path.read_text()) for path in sorted((world.home / "told").glob("*.json"))]
    for event in found:
        assert list(event) == KEYS, list(event)
    return found


def told(world, event):
    return [found for found in events(world) if found["event"] == event]


def configure(world):
    (world.home / "told").mkdir()
    world.configure(
        f"notify_command: n={world.home}/told/$(date +%s%N)-$$; cat > $n && mv $n $n.json\n"
    )


def kinds(world: World):
    "the hook gets due, missed, snoozed, withdrawn and summary events with everything that the manual describes"
    configure(world)
    server = Server(world)
    world.start()
    path = world.add("bins", 1, "tags: [Work, Home/Garden]\nid: 11111111-1111-5111-8111-111111111111\n")
    assert wait_for(lambda: told(world, "due")), world.said()
    due = told(world, "due")[0]
    assert due["id"] == "11111111-1111-5111-8111-111111111111" and due["title"] == "bins", due
    assert due["body"] == "Body of bins" and due["path"] == "bins.md" and due["tags"] == ["Work", "Home/Garden"], due
    assert due["at"].endswith("Z") and due["occurrence"] is None and due["count"] is None and due["schema"] == 2, due
    server.wait_posts(1)
    server.press(1, "snooze")
    assert wait_for(lambda: told(world, "snoozed"))
    assert told(world, "snoozed")[0]["id"] == due["id"] and told(world, "snoozed")[0]["title"] == "bins"
    # An occurrence of a series that is completed elsewhere is withdrawn.
    series = world.add("water", 1, "recurrence: daily\n")
    assert wait_for(lambda: len(told(world, "due")) == 2)
    occurrence = told(world, "due")[1]
    assert occurrence["occurrence"] and occurrence["local"][:16] == occurrence["occurrence"][:16], occurrence
    server.wait_posts(2)
    assert world.run("done", "water")[0] == 0
    assert wait_for(lambda: told(world, "withdrawn"))
    assert told(world, "withdrawn")[0]["path"] == "water.md", told(world, "withdrawn")
    # The title of a deleted reminder is no longer known.
    gone = world.add("gone", 1)
    assert wait_for(lambda: len(told(world, "due")) == 3)
    server.wait_posts(3)
    gone.unlink()
    assert wait_for(lambda: len(told(world, "withdrawn")) == 2)
    assert [told(world, "withdrawn")[1][key] for key in ("path", "title")] == ["gone.md", None]
    world.stop()
    world.add("late", 0)
    world.start("--now", world.later(minutes=5))
    assert wait_for(lambda: told(world, "missed")) and told(world, "missed")[0]["title"] == "late"
    count = len(events(world))
    world.daemon.send_signal(19)
    for number in range(9):
        world.add(f"r{number}", 0)
    world.daemon.send_signal(18)
    assert wait_for(lambda: len(events(world)) == count + 6), len(events(world))
    summary = told(world, "summary")
    assert len(summary) == 1 and summary[0]["count"] == 4, summary
    assert summary[0]["title"] == "4 more reminders are due" and summary[0]["id"] is None, summary
    time.sleep(0.5)
    assert len(events(world)) == count + 6


def limit(world: World):
    "a hook that takes longer than thirty seconds is killed with its child processes, and the others continue"
    server = Server(world)
    world.configure(
        "notify_command: |\n"
        '  case "$(cat)" in *slow*) sleep 100 & echo $! > %s/grandchild; trap "" TERM; sleep 100; sleep 100;; esac\n'
        "  echo x >> %s/done\n" % (world.home, world.home)
    )
    world.start()
    world.add("slow", 0)
    assert wait_for(lambda: (world.home / "grandchild").exists())
    start = time.monotonic()
    # Three others can run beside it.
    for number in range(3):
        world.add(f"r{number}", 0)
    assert wait_for(lambda: (world.home / "done").exists() and (world.home / "done").read_text().count("x") == 3)
    grandchild = pathlib.Path(f"/proc/{(world.home / 'grandchild').read_text().strip()}/stat")
    assert grandchild.exists()
    ended = "notify_command took more than 30 seconds and was killed"
    assert wait_for(lambda: ended in world.said(), 40), world.said()
    assert 27 < time.monotonic() - start < 35, time.monotonic() - start
    assert wait_for(lambda: not grandchild.exists() or grandchild.read_text().split()[2] == "Z"), "a grandchild is left"
    world.add("after", 0)
    assert wait_for(lambda: (world.home / "done").read_text().count("x") == 4)
    server.wait_posts(5)
    # It has timed out and does not run again.
    world.stop()
    (world.home / "grandchild").unlink()
    world.start()
    time.sleep(1)
    assert not (world.home / "grandchild").exists() and world.said().count(ended) == 1, world.said()
    server.wait_posts(5)


def unread(world: World):
    "a hook that does not read its input does no harm, however long the input is"
    world.configure(f"notify_command: exec <&-; echo x >> {world.home}/told\n")
    world.start()
    for number in range(3):
        path = world.add(f"r{number}", 1)
        path.write_text(path.read_text() + "\n")
        path.write_text(path.read_text().replace("Body of", "long " * 60_000))
    told = world.home / "told"
    assert wait_for(lambda: told.exists() and told.read_text().count("x") == 3), world.said()
    assert world.daemon.poll() is None
    assert "notify_command" not in world.said(), world.said()


def left_behind(world: World):
    "a hook that leaves a process holding its files behind does not delay the others"
    world.configure(f"notify_command: sleep 60 & echo x >> {world.home}/told\n")
    world.start()
    for number in range(6):
        world.add(f"r{number}", 0)
    told = world.home / "told"
    assert wait_for(lambda: told.exists() and told.read_text().count("x") == 6, 5), "they wait"
    start = time.monotonic()
    assert world.stop() == 0 and time.monotonic() - start < 2


def fails(world: World):
    "a hook that fails is logged and does not run again at once"
    world.configure(f"notify_command: echo x >> {world.home}/told; exit 7\n")
    world.start()
    world.add("bins", 0)
    assert wait_for(lambda: "notify_command failed with status 7" in world.said()), world.said()
    world.stop()
    world.start()
    time.sleep(1)
    assert (world.home / "told").read_text() == "x\n"


def interrupted(world: World):
    "if mm is killed while the hook runs, the hook runs once more at the next start"
    world.configure(f"notify_command: echo x >> {world.home}/told; sleep 2\n")
    world.start()
    world.add("bins", 0)
    told = world.home / "told"
    assert wait_for(lambda: told.exists())
    world.stop(9)
    world.start()
    assert wait_for(lambda: told.read_text() == "x\nx\n"), told.read_text()
    time.sleep(2.5)
    world.stop()
    world.start()
    time.sleep(1)
    assert told.read_text() == "x\nx\n", told.read_text()


TESTS = [limit, kinds, interrupted, unread, left_behind, fails]
