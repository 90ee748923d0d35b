"""Reads the #tags in the texts of notes with markdown-it-py, and with Obsidian's rules on top: a second opinion on what mm finds.

Written apart from mm's reader. What markdown-it-py (CommonMark, with the tables and the strikethrough of GitHub) does not know is
added as rules of its own: wikilinks, `$math$`, `%% comments %%`. Tags are looked for only in what is left as text.

    reader.py < NAMES     prints `path<TAB>tag` for each tag of the files named, in order
"""

import re
import sys

from markdown_it import MarkdownIt

NAME = r"[^\u2000-\u206F\u2E00-\u2E7F'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s\x00-\x1F\x7F-\x9F\uFFFD-\uFFFF]+"
TAG = re.compile(r"(?:(?<=[\s\u00A0\uFEFF*_])|(?<===)|(?<=~~)|\A)((?:#" + NAME + r")+)")
URL = re.compile(r"(?<=[A-Za-z0-9])://[^\s<>\]]*")
# Stands for what is not text: a tag may not begin behind it.
OTHER = "\x01"


def wikilink(state, silent):
    match = re.compile(r"\[\[((?:(?!\[\[|\]\])[^\n])+)\]\]").match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        state.push("wikilink", "", 0)
    state.pos = match.end()
    return True


def between(mark, name):
    def rule(state, silent):
        if not state.src.startswith(mark, state.pos):
            return False
        end = state.src.find(mark, state.pos + 2)
        if end < 0:
            return False
        if not silent:
            state.push(name, "", 0)
        state.pos = end + 2
        return True

    return rule


def math(state, silent):
    match = re.compile(r"\$(?![\s$])(?:[^$]|(?<=\\)\$|(?<=\s)\$|\$(?=\d))*?(?<![\s\\])\$(?!\d)").match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        state.push("math", "", 0)
    state.pos = match.end()
    return True


def block(mark, name):
    """A line that begins with the mark and has it once, up to a line that has it too."""

    def rule(state, start, end, silent):
        if state.is_code_block(start):
            return False

        def text(line):
            return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]

        first = text(start)
        if not first.startswith(mark) or mark in first[2:]:
            return False
        for line in range(start + 1, end):
            if state.sCount[line] < state.blkIndent and text(line):
                break
            if mark in text(line):
                if silent:
                    return True
                state.line = line + 1
                token = state.push(name, "", 0)
                token.map = [start, line + 1]
                return True
        return False

    return rule


def parser():
    md = MarkdownIt("commonmark", {"maxNesting": 100}).enable(["table", "strikethrough"]).disable(["text_join"])
    # Obsidian marks with `==` too; the text within it is read as other text is.
    md.inline.ruler.before("link", "wikilink", wikilink)
    md.inline.ruler.before("escape", "comment", between("%%", "comment"))
    md.inline.ruler.before("escape", "display_math", between("$$", "math"))
    md.inline.ruler.after("display_math", "math", math)
    md.inline.ruler.before("text", "stop", lambda state, silent: False)
    alt = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.block.ruler.before("fence", "comment_block", block("%%", "comment"), alt)
    md.block.ruler.before("fence", "math_block", block("$$", "math"), alt)
    return md


# The rule `text` of markdown-it ends at these.
import markdown_it.rules_inline.text as text_rule  # noqa: E402

if "%" not in getattr(text_rule, "_TerminatorChars", "%"):
    text_rule._TerminatorChars |= {"%"}


def chunks(children):
    text = ""
    for token in children:
        if token.type == "text":
            text += token.content
        elif token.type in ("softbreak", "hardbreak"):
            text += "\n"
        elif token.type == "text_special" and token.info != "escape":
            text += OTHER
        elif token.type == "image":
            yield text
            text = ""
            yield from chunks(token.children or [])
        else:
            yield text
            text = ""
    yield text


def body(text):
    match = re.match(r"\uFEFF?---[ \t]*\r?\n(?:.*?\n)??---[ \t]*(?:\r?\n|\Z)", text, re.DOTALL)
    return text[match.end() :] if match else text.removeprefix("\uFEFF")


def tags(text):
    """The names of the tags in the body of a note, in order."""
    found = []
    for token in parser().parse(body(text)):
        if token.type != "inline":
            continue
        for chunk in chunks(token.children):
            chunk = URL.sub(OTHER, chunk)
            for run in TAG.finditer(chunk):
                for name in run[1][1:].split("#"):
                    if not re.fullmatch(r"[0-9]+", name):
                        found.append(name)
    return found


if __name__ == "__main__":
    for path in sys.stdin.read().splitlines():
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            for name in tags(file.read()):
                print(f"{path}\t{name}")
