#!/usr/bin/env python3
"""Makes glyphs.txt: the letters and digits of Inter as triangles, for letters on boards and labels.

A line has a character, its advance, its corners (x and y), and its triangles (three corners each), in
that order and with tabs between them.

Curves become straight where they stray by less than `STRAY`, and what is left is cut into triangles
by ears. It wants fonttools and skia-pathops (`pip install fonttools skia-pathops`), without which
scripts/test goes, so that this is to be asked by hand:

    python3 make_glyphs.py           write the file
    python3 make_glyphs.py --check   write nothing; exit 1 if the file differs
"""

import argparse
import sys
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.removeOverlaps import removeOverlaps

FONT = "Inter-SemiBold.ttf"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
CHARACTERS = CAPITALS + "0123456789,.:'()-" + CAPITALS.lower() + "ß"
# The height of a capital, in the units of the table.
CAPITAL = 1000
# How far a chord may stray from its curve, in these units.
STRAY = 8
OUT = Path(__file__).parent / "glyphs.txt"


def contours(glyphs, name):
    """The outlines of a glyph, with straight sides."""
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    found, points = [], []
    for verb, args in pen.value:
        if verb == "moveTo":
            points = [args[0]]
        elif verb == "lineTo":
            points.append(args[0])
        elif verb == "qCurveTo":
            controls = list(args)
            for i, control in enumerate(controls[:-1]):
                after = controls[i + 1]
                is_last = i == len(controls) - 2
                end = after if is_last else middle(control, after)
                points.extend(curve(points[-1], control, end))
        elif verb == "closePath":
            if points[0] == points[-1]:
                points.pop()
            found.append(points)
        else:
            raise ValueError(f"{name}: {verb}")
    return found


def middle(a, b):
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def curve(start, control, end):
    """The corners after `start` of what stands for a parabola."""
    bulge = sum((a - 2 * b + c) ** 2 for a, b, c in zip(start, control, end)) ** 0.5
    # A parabola strays from the chord of one of n equal steps by an eighth of this over n².
    steps = 1
    while bulge / 4 / steps**2 > STRAY * UNIT:
        steps += 1
    for step in range(1, steps + 1):
        t = step / steps
        parts = ((1 - t) ** 2, 2 * t * (1 - t), t * t)
        yield tuple(
            sum(part * at for part, at in zip(parts, along)) for along in zip(start, control, end)
        )


def area(points):
    pairs = zip(points, points[1:] + points[:1])
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def turn(a, b, c):
    """Positive where the way from `a` over `b` to `c` turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def within(point, triangle):
    a, b, c = triangle
    return turn(a, b, point) >= 0 and turn(b, c, point) >= 0 and turn(c, a, point) >= 0


def is_inside(point, outline):
    inside = False
    for a, b in zip(outline, outline[1:] + outline[:1]):
        if (a[1] > point[1]) != (b[1] > point[1]):
            at = a[0] + (point[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
            inside ^= point[0] < at
    return inside


def crosses(a, b, c, d):
    """Whether two sides cross that share no end."""
    if {a, b} & {c, d}:
        return False
    return (turn(a, b, c) > 0) != (turn(a, b, d) > 0) and (turn(c, d, a) > 0) != (turn(c, d, b) > 0)


def bridged(outer, holes):
    """One outline of a shape with holes: each is reached over a bridge and left by it again."""
    outline = list(outer)
    for hole in sorted(holes, key=lambda hole: -max(x for x, _ in hole)):
        sides = list(zip(outline, outline[1:] + outline[:1]))
        for other in holes:
            sides += zip(other, other[1:] + other[:1])
        best = min(
            (
                ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, i, k)
                for i, a in enumerate(outline)
                for k, b in enumerate(hole)
                if not any(crosses(a, b, c, d) for c, d in sides)
            )
        )
        _, i, k = best
        outline = outline[: i + 1] + hole[k:] + hole[: k + 1] + outline[i:]
    return outline


def ears(outline):
    """The triangles of an outline that turns left."""
    left = list(range(len(outline)))
    found = []
    while len(left) > 3:
        best = None
        for i in range(len(left)):
            three = [left[i - 1], left[i], left[(i + 1) % len(left)]]
            a, b, c = (outline[at] for at in three)
            if turn(a, b, c) <= 0:
                continue
            others = (outline[at] for at in left if outline[at] not in (a, b, c))
            if any(within(other, (a, b, c)) for other in others):
                continue
            # The one with the best shape: long splinters flicker.
            sides = ((a, b), (b, c), (c, a))
            longest = max((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 for p, q in sides)
            shape = turn(a, b, c) / longest
            if best is None or shape > best[0]:
                best = (shape, i, three)
        if best is None:
            raise ValueError("no ear")
        _, i, three = best
        found.append(three)
        del left[i]
    found.append(left)
    return found


def glyph(glyphs, name):
    shapes = contours(glyphs, name)
    shapes = [[(round(x / UNIT), round(y / UNIT)) for x, y in points] for points in shapes]
    # TrueType fills to the right of its outlines: those that turn right are outer ones.
    shapes = [list(reversed(points)) for points in shapes]
    outers = [points for points in shapes if area(points) > 0]
    holes = [points for points in shapes if area(points) < 0]
    corners, triangles = [], []
    for outer in outers:
        own = [hole for hole in holes if is_inside(hole[0], outer)]
        outline = bridged(outer, own)
        for three in ears(outline):
            at = []
            for point in (outline[i] for i in three):
                if point not in corners:
                    corners.append(point)
                at.append(corners.index(point))
            triangles.append(tuple(at))
    whole = sum(area(points) for points in shapes)
    cut = sum(area([corners[i] for i in three]) for three in triangles)
    assert abs(whole - cut) < 1, (name, whole, cut)
    assert len(corners) < 256, name
    return corners, triangles


def main():
    global UNIT
    parser = argparse.ArgumentParser(description="Make the glyphs of the letters on boards.")
    parser.add_argument("--check", action="store_true", help="compare with the file on disk")
    check = parser.parse_args().check
    font = TTFont(Path(__file__).parent / FONT)
    UNIT = font["OS/2"].sCapHeight / CAPITAL
    names = font.getBestCmap()
    # Its outline crosses itself.
    removeOverlaps(font, [names[ord("e")]])
    glyphs = font.getGlyphSet()
    lines = []
    for character in CHARACTERS:
        name = names[ord(character)]
        corners, triangles = glyph(glyphs, name)
        advance = round(font["hmtx"][name][0] / UNIT)
        numbers = (" ".join(str(n) for part in parts for n in part) for parts in (corners, triangles))
        lines.append("\t".join((character, str(advance), *numbers)))
    made = "\n".join(lines) + "\n"
    if not check:
        OUT.write_text(made)
    elif OUT.read_text() != made:
        sys.exit(f"{OUT} is not what this program makes: run it without --check")


if __name__ == "__main__":
    main()
