"""The picture of time against the number of files: an SVG for light and dark pages."""

import math

# The plot; the names of the lines are to the right of it.
PLOT, HEIGHT = 470, 400
LEFT, TOP, BOTTOM = 64, 44, 44
# A letter of a name is at most about this wide.
LETTER = 7.5
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-size: 15px; font-weight: 600 }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .line { fill: none; stroke-width: 2 }
  .mm { stroke-width: 3.5 }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #30363d } }
"""
COLORS = ["#1f77d0", "#d1600f", "#7a7f87", "#2a9d4a", "#a14cc4", "#c23b4b"]


def short(milliseconds):
    return f"{milliseconds / 1000:g} s" if milliseconds >= 1000 else f"{milliseconds:g} ms"


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def draw(title, series):
    """`series` maps names to {files: milliseconds}; the first one is highlighted."""
    counts = sorted({count for points in series.values() for count in points})
    times = [time for points in series.values() for time in points.values()]
    low, high = 10 ** math.floor(math.log10(min(times))), 10 ** math.ceil(math.log10(max(times)))
    first, last = math.log10(counts[0]), math.log10(counts[-1])

    right = LEFT + PLOT
    width = round(right + 20 + LETTER * max(map(len, series)))

    def x(count):
        share = (math.log10(count) - first) / (last - first) if last > first else 0.5
        return LEFT + share * PLOT

    def y(time):
        share = (math.log10(time) - math.log10(low)) / (math.log10(high) - math.log10(low))
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" role="img">',
           f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>",
           f'<text class="title" x="{LEFT}" y="22">{escape(title)}</text>']
    time = low
    while time <= high:
        out.append(f'<path class="grid" d="M{LEFT} {y(time):.1f}H{right}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(time) + 4:.1f}" text-anchor="end">{short(time)}</text>')
        time *= 10
    for count in counts:
        out.append(f'<text x="{x(count):.1f}" y="{HEIGHT - 18}" text-anchor="middle">{count:,} files</text>')
    labels = []
    # The first one is drawn last, above the others.
    for index, (name, points) in reversed(list(enumerate(series.items()))):
        color, kind = COLORS[index % len(COLORS)], "line mm" if index == 0 else "line"
        path = " L".join(f"{x(count):.1f} {y(points[count]):.1f}" for count in sorted(points))
        out.append(f'<path class="{kind}" fill="none" stroke="{color}" d="M{path}"/>')
        for count in sorted(points):
            out.append(f'<circle cx="{x(count):.1f}" cy="{y(points[count]):.1f}" r="3.5" fill="{color}"/>')
        end = max(points)
        labels.append([y(points[end]), x(end), name, color])
    # Labels are at the ends of their lines and do not overlap.
    labels.sort()
    for above, label in zip(labels, labels[1:]):
        label[0] = max(label[0], above[0] + 17)
    for height, end, name, color in labels:
        out.append(f'<text x="{end + 10:.1f}" y="{height + 4:.1f}" style="fill:{color}">{escape(name)}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"
