#!/usr/bin/env python3
"""plot_scale.py < lines.jsonl > scale.svg: draws what `vkpick bench scale --json` wrote, logarithmic both ways."""
import json
import math
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 70, 30, 46, 56
SERIES = {"triangles": ("#2563eb", "triangles in all (1 object, then instances)"),
          "objects": ("#c2410c", "objects of 1 000 triangles")}

rows = [json.loads(line) for line in sys.stdin if line.strip()]
points = {name: [(row["triangles"] if name == "triangles" else row["objects"], row["warm_ns"])
                 for row in rows if row["series"] == name] for name in SERIES}
most = max(ns for line in points.values() for _, ns in line)
x_decades = 8
y_low, y_high = 1, math.ceil(math.log10(most))


def place(x, y):
    across = LEFT + (WIDTH - LEFT - RIGHT) * math.log10(x) / x_decades
    down = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (math.log10(y) - y_low) / (y_high - y_low)
    return across, down


out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
       f'font-size="12" fill="#334155"><rect width="100%" height="100%" fill="white"/>',
       f'<text x="{LEFT}" y="22" font-size="14" fill="#0f172a">Nanoseconds per pick (warm) against size</text>']
for decade in range(x_decades + 1):
    x, _ = place(10 ** decade, 10)
    out.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}" stroke="#e2e8f0"/>'
               f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">10<tspan dy="-5" font-size="9">'
               f'{decade}</tspan></text>')
for decade in range(y_low, y_high + 1):
    _, y = place(1, 10 ** decade)
    out.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#e2e8f0"/>'
               f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10 ** decade:,} ns</text>')
for number, (name, (colour, label)) in enumerate(SERIES.items()):
    places = [place(x, y) for x, y in points[name]]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
    out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in places]
    x = LEFT + 12 + 320 * number
    out.append(f'<line x1="{x}" y1="{HEIGHT - 16}" x2="{x + 24}" y2="{HEIGHT - 16}" stroke="{colour}" '
               f'stroke-width="2"/><text x="{x + 32}" y="{HEIGHT - 12}">{label}</text>')
out.append("</svg>")
print("\n".join(out))
