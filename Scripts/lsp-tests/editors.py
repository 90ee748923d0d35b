"""`mm lsp` in real editors, each with its configuration in editors/. An editor that is not installed is skipped, and named."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import time

from cases import ENVIRONMENT, check, equal, fields, folder_of, mm, setting
from client import Failure

ROOT = pathlib.Path(__file__).resolve().parents[2]
EDITORS = ROOT / "editors"
HERE = pathlib.Path(__file__).resolve().parent
# Another version can be tested too: MM_NVIM=/path/to/nvim Scripts/test-lsp neovim
NVIM = os.environ.get("MM_NVIM", "nvim")


def missing(program, what=None):
    if shutil.which(program):
        return False
    print(f"          skipped: {what or program} is not installed")
    return True


def environment(home):
    """The configurations run `mm`."""
    (home / "bin").mkdir(exist_ok=True)
    if not (home / "bin/mm").exists():
        os.symlink(setting.mm, home / "bin/mm")
    return os.environ | ENVIRONMENT | {"PATH": f"{home}/bin:{os.environ['PATH']}", "HOME": str(home)}


def notes(directory):
    return folder_of(directory / "my notes", {
        "ä.md": fields("title: Ä 😀\ntags: [Wörk 😀, ]", "Wörk 😀\n"), "b.md": fields("tags:\n  - Wörk 😀"), "c.md": fields("tags: Health"),
    }, 'Wörk 😀: moss\nHealth: pink\n')


def renamed(folder):
    """The files after a tag was completed, an unknown one added, and one renamed and saved in all files."""
    equal((folder / "ä.md").read_text(), fields("title: Ä 😀\ntags: [Jöb/😀, Health, Unknown]", "Wörk 😀\n"))
    equal((folder / "b.md").read_text(), fields("tags:\n  - Jöb/😀"))
    equal((folder / "c.md").read_text(), fields("tags: Health"))
    check("Wörk 😀" in (folder / "tags.yaml").read_text() and "Jöb/😀:" in (folder / "tags.yaml").read_text(), "registry")


def output(command, **more):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=90, **more)
    if done.returncode:
        raise Failure(f"{command[0]} ended with {done.returncode}: {done.stdout.decode()}{done.stderr.decode()}")
    return done.stdout.decode()


class Neovim:
    """Neovim without a screen, to which keys are sent."""

    def __init__(self, folder, *files):
        self.socket = str(folder.parent / "socket")
        self.process = subprocess.Popen([NVIM, "--clean", "--headless", "--listen", self.socket, "-u", EDITORS / "neovim.lua",
                                         *files], cwd=folder, env=environment(folder.parent),
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run(self, *words):
        done = subprocess.run([NVIM, "--server", self.socket, *words], capture_output=True, timeout=30)
        # 0.7 prints the result of an expression on standard error.
        return (done.stdout + done.stderr).decode().strip()

    def keys(self, keys):
        self.run("--remote-send", keys)

    def value(self, expression):
        return self.run("--remote-expr", f"luaeval('{expression}')")

    def wait(self, expression, expected, seconds=60):
        end = time.monotonic() + seconds
        while (found := self.value(expression)) != expected:
            if time.monotonic() > end:
                raise Failure(f"{expression} is {found!r}, not {expected!r}")
            time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def test_neovim_completes_renames_and_shows_problems(directory):
    if missing(NVIM):
        return
    folder = notes(directory)
    with Neovim(folder, "ä.md") as nvim:
        clients = "(vim.lsp.get_clients or vim.lsp.get_active_clients)()"
        nvim.wait("#" + clients, "1")
        nvim.wait(f"tostring(next({clients})~=nil and {clients}[1].initialized)", "true")
        line = "vim.api.nvim_buf_get_lines(0, 2, 3, false)[1]"
        # In the list, behind the blank: C-x C-o completes, C-n chooses.
        nvim.keys("3G0f]i")
        nvim.keys("hea<C-x><C-o>")
        nvim.wait("vim.fn.pumvisible()", "1")
        nvim.keys("<C-y><Esc>")
        nvim.wait(line, "tags: [Wörk 😀, Health]")
        nvim.keys("3G0f]i, Unknown<Esc>")
        text = "tags: [Wörk 😀, Health, Unknown]"
        # What was typed before was a problem for a moment.
        first = '(vim.diagnostic.get(0)[1] or {code = "none", col = "none"})'
        nvim.wait(first + ".col", str(len(text[:text.index("Unknown")].encode())))
        nvim.wait(first + ".code", "unknown-tag")
        nvim.wait("#vim.diagnostic.get(0)", "1")
        # Keys are not sorted by what was typed.
        nvim.keys("3Gosch<C-x><C-o>")
        nvim.wait("vim.fn.pumvisible()", "1")
        nvim.keys("<C-y><Esc>")
        nvim.wait("vim.api.nvim_get_current_line()", "scheduled:")
        nvim.keys("dd")
        # A text with a blank, behind what was typed and `every month`.
        nvim.keys("3Gorecurrence: every mon<C-x><C-o>")
        nvim.wait("vim.fn.pumvisible()", "1")
        nvim.keys("<C-n><C-n><C-y><Esc>")
        nvim.wait("vim.api.nvim_get_current_line()", "recurrence: every monday")
        nvim.keys("dd")
        # A date off the rule, which brings the place of the occurrence.
        nvim.keys("3Gorecurrence: every monday<CR>scheduled: sunday<C-x><C-o>")
        nvim.wait("vim.fn.pumvisible()", "1")
        nvim.keys("<C-y><Esc>")
        nvim.wait('vim.fn.search("^moved_from: ", "n")', "6")
        nvim.keys("4G3dd")
        # The only item creates the tag; it is registered in a buffer, which the rename changes too.
        nvim.keys("3G0fUea<C-x><C-o>")
        nvim.wait("vim.fn.pumvisible()", "1")
        nvim.keys("<C-y><Esc>")
        nvim.wait("#vim.diagnostic.get(0)", "0")
        # Of the tag before the cursor, in two files and the registry, none of which is open.
        nvim.keys('3G0f[l:lua vim.lsp.buf.rename("Jöb/😀")<CR>')
        nvim.wait(line, "tags: [Jöb/😀, Health, Unknown]")
        for name in ("b.md", "tags.yaml"):
            nvim.wait(f'vim.fn.bufloaded("{name}")', "1")
        nvim.keys(":wall<CR>")
        modified = "#vim.tbl_filter(function(b) return vim.bo[b].modified end, vim.api.nvim_list_bufs())"
        nvim.wait(modified, "0")
        renamed(folder)
        # Another program renames the tag. Neovim has the registry in no window, but reads it again.
        equal(mm(folder, "tag", "rename", "Jöb/😀", "Yard").returncode, 0)
        nvim.keys(":doautocmd FocusGained<CR>")
        nvim.wait(line, "tags: [Yard, Health, Unknown]")
        nvim.wait("#vim.diagnostic.get()", "0")
        nvim.keys('3G0f[l:lua vim.lsp.buf.rename("Court")<CR>')
        nvim.wait(line, "tags: [Court, Health, Unknown]")
        nvim.keys(":wall<CR>")
        nvim.wait(modified, "0")
        equal((folder / "b.md").read_text(), fields("tags:\n  - Court"))
        check("\nCourt:" in "\n" + (folder / "tags.yaml").read_text(), (folder / "tags.yaml").read_text())


def test_emacs_completes_renames_and_shows_problems(directory):
    if missing("emacs"):
        return
    folder = notes(directory)
    variables = environment(directory) | {"MM_CONFIGURATION": str(EDITORS / "eglot.el")}
    said = output(["emacs", "-q", "--batch", "--load", HERE / "emacs.el"], cwd=folder, env=variables)
    equal(dict(line.split(": ", 1) for line in said.splitlines() if ": " in line), {
        "completed": "tags: [Wörk 😀, Health]", "problem": "Unknown", "registered": "yes", "renamed": "tags: [Jöb/😀, Health, Unknown]",
        "typed": "tags: [ahheelllloo 😀]",
    })
    renamed(folder)


def test_the_extension_for_vs_code_does_what_the_server_can(directory):
    if missing("node"):
        return
    folder = notes(directory)
    (folder / "ä.md").write_text(fields("title: Ä 😀\ntags: [Wörk 😀, ]\nscheduled: 2026-11-22", "See [[b]]. Wörk 😀\n"))
    (folder / "s.md").write_text(fields("scheduled: 2026-11-22\nrecurrence: weekly on sunday"))
    said = json.loads(output(["node", HERE / "vscode.js", EDITORS / "vscode/extension.js", folder, setting.mm], env=environment(directory)))
    shape = "---\ntitle: Ä 😀\ntags: [%s]\nscheduled: 2026-11-22%s\n---\nSee [[b]]. Wörk 😀\n"
    equal(said["completed"], shape % ("Wörk 😀, Health, Unknown", ""))
    equal(said["problem"], [["unknown-tag", 1, 24]])
    equal(said["moved"], [[3, "moved_from: 2026-11-22\n"]])
    equal(said["placeholder"], "Wörk 😀")
    equal(said["renamed"], shape % ("Jöb/😀, Health, Unknown", ""))
    check("already exists" in said["refused"], said["refused"])
    check(all(said["counts"].values()), said["counts"])
    equal(said["completedStep"], shape % ("Jöb/😀, Health, Unknown", "\ncompleted: 2026-11-21T08:00"))
    equal(said["shown"], [])
    equal((folder / "b.md").read_text(), fields("tags:\n  - Jöb/😀"))


def test_presets(directory):
    """Each message is checked against the specification and the abilities of the client."""
    pytest = ROOT / ".build/pytest-lsp/bin/pytest"
    if missing(pytest, "pytest-lsp (Scripts/setup --editors)"):
        return
    folder = folder_of(directory / "notes", {
        "a.md": fields("title: Ä\ntags: ['😀', Work, Wrk, He]\nscheduled: 2026-11-22", "See [[b]].\n"),
        "b.md": fields("tags: [Work]"),
    }, "Work: moss\nHealth: pink\n'😀': teal\n")
    variables = environment(directory) | {"MM": setting.mm, "MM_FOLDER": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    output([pytest, "-q", "--tb=short", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", HERE, HERE / "presets.py"], cwd=folder, env=variables)


def test_the_files_of_configuration_can_be_read(directory):
    """Those of editors that cannot be run here are at least well-formed, and the manual shows them as they are."""
    import tomllib
    equal(tomllib.loads((EDITORS / "helix.toml").read_text())["language-server"]["mm"], {"command": "mm", "args": ["lsp"]})
    for name in ("sublime-text.json", "zed.json", "vscode/package.json"):
        json.loads("".join(line for line in (EDITORS / name).read_text().splitlines(True) if not line.startswith("//")))
    page = (ROOT / "docs/editors.md").read_text()
    shown = dict(re.findall(r"\(\[editors/([\w.-]+)\]\(\S+\):\n\n```\w+\n(.*?)```", page, re.S))
    for path in EDITORS.iterdir():
        if path.is_file():
            equal(shown.get(path.name), path.read_text(), f"docs/editors.md does not show editors/{path.name} as it is")
