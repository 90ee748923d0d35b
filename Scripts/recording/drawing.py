"""Draws what a terminal shows over time as an animated picture (SVG with CSS, without scripts)."""

import re
import unicodedata
from html import escape

import pyte

import terminal

# pyte ignores faint text; italics, which mm never writes, stand for it.
pyte.graphics.TEXT = {**pyte.graphics.TEXT, 2: "+italics"}

CELL, LINE, MARGIN = 8.4, 18, 12
# The sixteen colours of a terminal, on a light and on a dark background; what else there is has its own.
COLORS = {
    "default": ("#24292f", "#d1d7e0"), "background": ("#ffffff", "#151b23"), "black": ("#24292f", "#656c76"),
    "red": ("#cf222e", "#ff7b72"), "green": ("#116329", "#3fb950"), "brown": ("#7d4e00", "#d29922"),
    "blue": ("#0969da", "#58a6ff"), "magenta": ("#8250df", "#bc8cff"), "cyan": ("#1b7c83", "#39c5cf"),
    "white": ("#6e7781", "#b1bac4"),
}


def animation(events, end, columns, lines):
    """- events: the time in seconds, and what was written then. - end: when it begins again."""
    screen = terminal.Screen(columns, lines)
    stream = pyte.Stream(screen)
    frames = []
    for time, text in events:
        stream.feed(text)
        frame = [row(screen, number) for number in range(lines)]
        if frames and frames[-1][1] == frame:
            continue
        frames.append((time, frame))
    parts = {text: f"l{number:x}" for number, text in enumerate(dict.fromkeys(r for _, f in frames for r in f if r))}
    width = columns * CELL + 2 * MARGIN
    shown = [
        f'<g transform="translate({index * width:.0f})">'
        + "".join(f'<use href="#{parts[text]}" y="{line * LINE}"/>' for line, text in enumerate(frame) if text)
        + "</g>"
        for index, (_, frame) in enumerate(frames)
    ]
    steps = "".join(
        f"{100 * max(0, time - frames[0][0]) / end:.3f}%{{transform:translate({-index * width:.0f}px)}}"
        for index, (time, _) in enumerate(frames)
    )
    still = next((index for index, (_, frame) in enumerate(frames) if 'class="bg"' in "".join(frame)), 0)
    film = (
        f"#film{{animation:film {end:.1f}s step-end infinite}}@keyframes film{{{steps}}}"
        f"@media(prefers-reduced-motion:reduce){{#film{{animation:none;transform:translate({-still * width:.0f}px)}}}}"
    )
    defs = "".join(f'<g id="{name}">{text}</g>' for text, name in parts.items())
    return svg("mm on a terminal", columns, lines, '<g id="film">\n' + "\n".join(shown) + "\n</g>", film, defs)


def picture(screen, title):
    """What a screen shows now."""
    rows = "\n".join(f'<g transform="translate(0 {number * LINE})">{row(screen, number)}</g>' for number in range(screen.lines))
    return svg(title, screen.columns, screen.lines, rows)


def svg(title, columns, lines, content, style="", defs=""):
    width, height = columns * CELL + 2 * MARGIN, lines * LINE + 2 * MARGIN
    light, dark = (
        "".join(f"--{name}:{pair[index]};" for name, pair in COLORS.items()) for index in (0, 1)
    )
    style = (
        f"svg{{{light}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}"
        "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre;"
        "fill:var(--default)}.b{font-weight:bold}.f{opacity:.6}.bg{fill:var(--background)}"
        + "".join(f".{name}{{fill:var(--{name})}}" for name in COLORS if name not in ("default", "background"))
        + style
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" role="img">\n<title>{title}</title>\n<style>{style}</style>\n<defs>{defs}'
        f'<clipPath id="c"><rect width="{columns * CELL:.0f}" height="{lines * LINE}"/></clipPath></defs>\n'
        f'<rect class="bg" width="100%" height="100%" rx="8"/>\n<g transform="translate({MARGIN},{MARGIN})" '
        f'clip-path="url(#c)">{content}</g>\n</svg>\n'
    )


def row(screen, number):
    """A line of the screen; empty if nothing is on it."""
    cells = [screen.buffer[number][column] for column in range(screen.columns)]
    runs, start = [], 0
    while start < len(cells):
        look = style(cells[start])
        end = start + 1
        # A wide character is followed by an empty cell.
        while end < len(cells) and (style(cells[end]) == look or not cells[end].data):
            end += 1
        runs.append((start, end, look, "".join(cell.data for cell in cells[start:end])))
        start = end
    if not screen.cursor.hidden and screen.cursor.y == number:
        x = min(screen.cursor.x, screen.columns - 1) * CELL
        cursor = f'<rect x="{x:.1f}" y="1" width="2" height="{LINE - 2}" class="red"/>'
    else:
        cursor = ""
    return "".join(draw(*run) for run in runs) + cursor


def style(cell):
    return (cell.fg, cell.bg, cell.bold, cell.italics, cell.reverse)


def draw(start, end, look, text):
    fg, bg, bold, faint, reverse = look
    box = ""
    if reverse or bg != "default":
        fill = paint("default" if reverse else bg)
        box = f'<rect x="{start * CELL:.1f}" width="{(end - start) * CELL:.1f}" height="{LINE}" {fill}/>'
    classes = [name for name, is_on in (("b", bold), ("f", faint), ("bg", reverse)) if is_on]
    color = "" if reverse or fg == "default" else paint(fg)
    if color.startswith("class"):
        classes.append(fg)
        color = ""
    attributes = (f' class="{" ".join(classes)}"' if classes else "") + (" " + color if color else "")
    # Columns stay in place in any font.
    return box + "".join(
        letters(word.group(), start + cells(text[: word.start()]), attributes) for word in re.finditer(r"\S+(?: \S+)*", text)
    )


def letters(text, column, attributes):
    width = cells(text)
    length = f' textLength="{width * CELL:.1f}"' if width > 1 else ""
    return f'<text x="{column * CELL:.1f}" y="14"{length}{attributes}>{escape(text, quote=False)}</text>'


def cells(text):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def paint(color):
    if color == "default":
        return 'style="fill:var(--default)"'
    if color in COLORS:
        return f'class="{color}"'
    return f'style="fill:#{color}"'
