"""Folders in git: what changed in them, and what is in conflict."""

from stage import reading, remind, write


def git(stage):
    """Setting up git, and merges of single files."""
    folder = stage.folder("repository")
    run = lambda name, *words, **more: stage.run(folder, name, *words, **more)
    yield run("mm git status", status=1)
    stage.sh(folder, "git init -q -b main")
    yield run("mm git status", status=1)
    yield run("mm git install", "--dry-run")
    yield run("mm git install")
    yield run("mm git install")
    yield run("mm git status")
    yield run("mm git uninstall")
    stage.sh(folder, "mm git install -q; git config --remove-section merge.memoss")
    yield run("mm check")
    for name, title, text in (("base", "A", "1"), ("ours", "B", "2"), ("theirs", "C", "3")):
        remind(folder, f"{name}.txt", f"title: {title}", text=[text])
    yield run("mm merge-driver", "base.txt", "ours.txt", "theirs.txt", "water.md", status=1)
    yield run("mm merge-driver", "base.txt", "base.txt", "theirs.txt", "water.md")


def changes(stage):
    """A history with everything that can become of a reminder or a tag."""
    folder = stage.folder("history")
    head = lambda name, *keys: remind(folder, f"{name}.md", f"title: {name}", *keys, text=["One."])
    sh = lambda script: stage.sh(folder, script)

    def commit(day):
        date = f"{day}T08:00+0100"
        sh(f"git add -A && GIT_AUTHOR_DATE={date} GIT_COMMITTER_DATE={date} git commit -qm x")

    sh("git init -q -b main")
    head(
        "series", "id: s-1234567", "scheduled: 2026-11-16", "recurrence: daily", "skipped_instances: [2026-11-14]",
        "complete_instances: [2026-11-13]",
    )
    head("once", "scheduled: 2026-11-20", "due: 2026-11-21T09:00:30+01:00", "until: 2026-11-22", "snoozed: 2026-11-23T10:00")
    head("more", "scheduled: 2026-11-20", "amount: 3", "tags: [Home]")
    head("ticked", "completed: 2026-11-10T09:00")
    head("gone")
    head("bad", "list: [")
    head("ignored")
    remind(folder, "sides.md", "<<<<<<< a", "title: A", "=======", "title: B", ">>>>>>> b")
    write(folder, "other.txt", "x")
    commit("2026-11-17")
    sh("mm done series -q; mm skip series -q; mm done more -q; mm set more amount 4 -q; sed -i 's/: 4/: {a: [b]}/' more.md")
    head("ticked", "tags: [Work]")
    head("once", "scheduled: 2026-11-21T09:00", "done: true", "completed: true")
    sh("git mv series.md moved.md && rm gone.md && chmod +x more.md && sed -i 's/title: bad/title:  bad/' bad.md")
    remind(folder, "sides.md", "title:  A", text=["New."])
    renamed = ("Job:", "  id: w", "  aliases: [office, Work]")
    write(folder, "tags.yaml", "Home: pink", *renamed, "New: moss")
    write(folder, ".mmignore", "ignored.md")
    commit("2026-11-18")
    yield stage.run(folder, "mm diff", "HEAD~1")
    yield stage.run(folder, "mm diff", "HEAD", "HEAD~1")
    head("bad")
    head("ignored", "scheduled: 2026-11-30")
    sh("rm .mmignore other.txt; mm reopen moved --on 2026-11-16 -q; sed -i 's/title: ticked/title:  ticked  # x/' ticked.md")
    sh("mm edit moved --title 'Another title' -q; mm set more note x -q")
    write(folder, "tags.yaml", "# x", "Home:", "  color: pink", *renamed, "  more: 1")
    yield stage.run(folder, "mm diff")
    commit("2026-11-19")
    write(folder, "tags.yaml", "Home: [")
    remind(folder, "bad.md", "list: {")
    sh("sed -i 's/^\\(complete\\|skipped\\)_instances:.*/\\1_instances: []/' moved.md")
    commit("2026-11-20")
    remind(folder, "bad.md", "list: [")
    write(folder, "tags.yaml", "Home: blue")
    sh("sed -i 's/^title:/title: /' moved.md; sed -i '/^complete/d' moved.md")
    yield stage.run(folder, "mm diff", "HEAD")
    commit("2026-11-21")
    write(folder, "tags.yaml", "Home:  blue")
    yield stage.run(folder, "mm diff")
    write(folder, "tags.yaml", "Home:")
    commit("2026-11-22")
    write(folder, "tags.yaml", "Home: pink")
    commit("2026-11-23")
    yield stage.run(folder, "mm log")
    yield stage.run(folder, "mm log", "--since", "2026-11-19", "--limit", 2)
    yield stage.run(folder, "mm log", "moved")
    yield from reading(stage, folder, "--at", "HEAD~5")
    yield stage.run(folder, "mm show", "more", "--at", "HEAD~1")


def conflicts(stage):
    folder = stage.folder("clone")
    run = lambda name, *words, **more: stage.run(folder, name, *words, **more)
    remind(folder, "water.md", "title: Water", "tags: [Home]", "scheduled: 2026-11-21", text=["One can."])
    write(folder, "note.txt", "a")
    remind(folder, "fern.md", "title: Fern")
    change = "sed -i 's/title: .*/title: {0}/; s/^One.*/{0}/' water.md fern.md; echo {0} > note.txt; git commit -qam x"
    edit = lambda name: stage.sh(folder, change.format(name))
    stage.sh(folder, "git init -q -b main && git add -A && git commit -qm x && git branch phone")
    edit("Palms")
    stage.sh(folder, "git checkout -q phone")
    edit("Orchids")
    stage.sh(folder, "git checkout -q main; git merge -q phone >/dev/null 2>&1 || :")
    yield from reading(stage, folder)
    yield run("mm resolve", "--dry-run", status=2)
    yield run("mm resolve", status=2)
    remind(folder, "fern.md", "title: Fern")
    yield run("mm resolve", "--ours", "--dry-run", status=2)
    yield run("mm resolve", "water.md", "--theirs")
    yield run("mm resolve", status=2)
    yield run("mm resolve", "--add", status=2)

    folder = stage.folder("synced")
    remind(folder, "milk.md", "id: 1", "title: Milk", "tags: [Home]", "scheduled: 2026-11-22")
    stage.sh(
        folder, "sed s/Home/Work/ milk.md > milk.sync-conflict-20261121-080000-ABCDEFG.md; "
        "sed s/22/23/ milk.md > 'milk 2.md'; cp milk.md 'tea (conflicted copy 2026-11-21).md'",
    )
    yield from reading(stage, folder)
    yield stage.run(folder, "mm resolve", status=2)
    yield stage.run(folder, "mm resolve", "milk.md", "--ours")
    yield stage.run(folder, "mm undo")


def syncs(stage):
    """A folder, a clone of it, and the repository that both sync with."""
    folder = stage.folder("syncing")
    clone = folder.parent / "syncing-clone"
    server = folder.parent / "syncing-server.git"
    remind(folder, "milk.md", "title: Milk", "amount: 1", text=["One."])
    write(folder, "other.txt", "x")
    stage.sh(folder, f"git init -q -b main && git init -q --bare -b main {server}")
    stage.sh(folder, "git init -q inner && cd inner && git commit -q --allow-empty -m x")
    yield stage.run(folder, "mm sync", "--dry-run")
    yield stage.run(folder, "mm sync")
    stage.sh(folder, f"git remote add origin {server} && git push -q -u origin main && git clone -q {server} {clone}")
    stage.sh(folder, "mm set milk amount 2 -q; echo mine >> milk.md; mm tag add New -q; echo y > other.txt")
    yield stage.run(folder, "mm sync")
    stage.sh(clone, "mm -q add Tea --path tea.md && echo z > more.txt && mm tag rename Work Job -q")
    yield stage.run(clone, "mm sync")
    stage.sh(folder, "mm set milk amount 3 -q; echo mine too >> milk.md")
    stage.sh(clone, "mm set milk amount 4 -q; echo theirs >> milk.md")
    yield stage.run(folder, "mm sync")
    yield stage.run(clone, "mm sync", status=2)
    stage.sh(folder, "git remote set-url origin git://127.0.0.1:1/none")
    yield stage.run(folder, "mm sync", "--offline-ok")
    yield stage.run(folder, "mm sync --status", status=1)
    stage.sh(folder, "mm sync --install --every 10m")
    yield stage.run(folder, "mm sync --status")
    stage.sh(folder, "mm sync --uninstall")
