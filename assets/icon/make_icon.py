#!/usr/bin/env python3
"""Draw the icon of Icochess: a king on the ball.

Writes beside this script

    icochess.svg        the drawing
    icochess-16.png     and so on, up to 512 pixels
    icochess.ico        those of 16 to 256 pixels, for Windows
    icochess-full.png   512 pixels with a ground, of which phones cut a circle or what they like

How to run (Python 3.8 or later, standard library only):

    python3 make_icon.py           write the files
    python3 make_icon.py --check   write nothing; exit 1 if a file on disk is
                                   missing or is not what this script draws

The ball is the real one: which three corners each tile has, and the colours of
the two kinds of tiles, are read from the sources of the board. Pictures are
compared by their pixels, as another zlib may pack the same ones otherwise.
After changing anything here, or there, run the script again and commit what it
has written.
"""

import argparse
import math
import re
import struct
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
BOARD = HERE.parents[1] / "crates" / "boards" / "src" / "icochess"

SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
ICO_SIZES = [size for size in SIZES if size <= 256]

# The drawing is a square of this side, from its upper left corner.
SIDE = 512
CENTRE = (256, 303)
RADIUS = 203

# How the ball is turned, in degrees about the axis to the right and the one up: a corner of five
# tiles is seen a little off the middle, and one of the dark tiles carries the king.
TILT = 13
TURN = 22
# Where the light comes from: left, above, before.
LIGHT = (-0.5, 0.62, 0.6)
# How dark a tile is that the light does not meet.
AMBIENT = 0.5
# What is between two tiles, and how far a tile stays away from its edges.
GAP = (0.055, 0.060, 0.075)
INSET = 4.5

# The ground that has no edges, behind the page of the web; and how large the drawing is on it: what is
# kept of it whatever is cut has a diameter of 0.8 of the side.
GROUND = (0.21, 0.165, 0.115)
KEPT = 0.8

IVORY = (0.93, 0.87, 0.74)
SHADE = (0.66, 0.58, 0.45)
EBONY = (0.085, 0.065, 0.06)

# The right half of the king's outline, from the foot up: distance from the axis, height above
# the foot. The left half is its mirror image.
KING = [
    (62, 0), (62, 13), (52, 22), (36, 34), (29, 50), (25, 74), (22, 92), (36, 96), (36, 106),
    (24, 110), (31, 138), (33, 150), (22, 158), (7, 162), (7, 172), (19, 172), (19, 185), (7, 185),
    (7, 198),
]  # fmt: skip
# Where it stands: below the top of the ball, which hides nothing of it.
FOOT = (256, 207)
OUTLINE = 7

# --- The ball ------------------------------------------------------------------------------------


def faces():
    """The corners of the icosahedron's faces, as vertex numbers."""
    text = (BOARD / "solid.rs").read_text(encoding="utf-8")
    table = re.search(r"const FACES: [^=]*= \[(.*?)\n\];", text, re.S)
    return [tuple(map(int, row)) for row in re.findall(r"\[(\d+), (\d+), (\d+)\]", table[1])]


def colour(name):
    """A colour of the board's shape."""
    text = (BOARD / "shape.rs").read_text(encoding="utf-8")
    row = re.search(rf"const {name}: Color = Color::srgb\((.*?)\)", text)
    return tuple(float(part) for part in row[1].split(","))


def scaled(vector, factor):
    return tuple(part * factor for part in vector)


def normalised(vector):
    return scaled(vector, 1 / math.sqrt(dot(vector, vector)))


def dot(one, other):
    return sum(a * b for a, b in zip(one, other))


def minus(one, other):
    return tuple(a - b for a, b in zip(one, other))


def cross(one, other):
    (a, b, c), (x, y, z) = one, other
    return (b * z - c * y, c * x - a * z, a * y - b * x)


def vertices():
    """The icosahedron's, in the order of the board's `solid.rs`."""
    p = (1 + math.sqrt(5)) / 2
    signs = [(-1, 1), (1, 1), (-1, -1), (1, -1)]
    found = [(s, t * p, 0) for s, t in signs]
    found += [(0, s, t * p) for s, t in signs]
    found += [(t * p, 0, s) for t, s in ((1, -1), (1, 1), (-1, -1), (-1, 1))]
    return [normalised(vertex) for vertex in found]


def tiles():
    """The corners of each tile, and whether it is one of the dark ones in the middle of a face."""
    corners = vertices()
    for face in faces():
        a, b, c = (corners[number] for number in face)
        ab, bc, ca = (normalised(tuple(map(sum, zip(*pair)))) for pair in ((a, b), (b, c), (c, a)))
        yield (ab, bc, ca), True
        yield from (((a, ab, ca), False), ((b, bc, ab), False), ((c, ca, bc), False))


def turned(point):
    x, y, z = point
    angle = math.radians(TURN)
    x, z = x * math.cos(angle) + z * math.sin(angle), z * math.cos(angle) - x * math.sin(angle)
    angle = math.radians(TILT)
    return x, y * math.cos(angle) - z * math.sin(angle), y * math.sin(angle) + z * math.cos(angle)


def on_paper(point):
    return CENTRE[0] + RADIUS * point[0], CENTRE[1] - RADIUS * point[1]


def inset(corners, by):
    """A convex polygon whose edges have moved inwards; `None` if nothing is left of it."""
    middle = tuple(sum(part) / len(corners) for part in zip(*corners))
    lines = []
    for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1]):
        length = math.hypot(u - x, v - y)
        if length == 0:
            return None
        normal = ((v - y) / length, (x - u) / length)
        distance = normal[0] * (middle[0] - x) + normal[1] * (middle[1] - y)
        if distance < 0:
            normal, distance = scaled(normal, -1), -distance
        if distance <= by:
            return None
        lines.append((normal, normal[0] * x + normal[1] * y + by))
    found = []
    for ((a, b), c), ((d, e), f) in zip(lines[-1:] + lines[:-1], lines):
        det = a * e - b * d
        found.append(((c * e - b * f) / det, (a * f - c * d) / det))
    return found


def hull(points):
    """The convex hull, the silhouette of the ball."""
    found = []
    for ordered in (sorted(points), sorted(points, reverse=True)):
        half = []
        for point in ordered:
            while len(half) > 1 and cross_2d(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        found += half[:-1]
    return found


def cross_2d(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def shapes():
    """The polygons of the drawing with their colours, the farthest first."""
    dark, light = colour("MIDDLE"), colour("CORNER")
    sun = normalised(LIGHT)
    seen = []
    for corners, is_middle in tiles():
        corners = [turned(corner) for corner in corners]
        a, b, c = corners
        normal = normalised(cross(minus(b, a), minus(c, a)))
        if normal[2] > 0:
            lit = AMBIENT + (1.42 - AMBIENT) * max(0, dot(normal, sun))
            paper = [on_paper(corner) for corner in corners]
            seen.append((paper, scaled(dark if is_middle else light, lit)))
    yield hull([corner for paper, _ in seen for corner in paper]), GAP
    for paper, shade in seen:
        face = inset(paper, INSET)
        if face:
            yield face, shade
    yield from king()


def king():
    right = [(FOOT[0] + x, FOOT[1] - y) for x, y in KING]
    left = [(2 * FOOT[0] - x, y) for x, y in reversed(right)]
    yield grown(right + left, OUTLINE), EBONY
    yield right + left, IVORY
    # The side away from the light.
    shaded = [(FOOT[0] + 0.35 * (x - FOOT[0]), y) for x, y in reversed(right)]
    yield right + shaded, SHADE


def grown(outline, by):
    """A polygon, clockwise on the paper or not, whose edges have moved outwards."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, outline[1:] + outline[:1]))
    by = math.copysign(by, area)
    found = []
    count = len(outline)
    for number, at in enumerate(outline):
        before, after = outline[number - 1], outline[(number + 1) % count]
        ways = [(at[0] - before[0], at[1] - before[1]), (after[0] - at[0], after[1] - at[1])]
        (a, b), (c, d) = (scaled(way, 1 / math.hypot(*way)) for way in ways)
        normals = ((b, -a), (d, -c))
        middle = scaled((normals[0][0] + normals[1][0], normals[0][1] + normals[1][1]), 0.5)
        size = max(dot(middle, middle), 0.3)
        found.append((at[0] + by * middle[0] / size, at[1] + by * middle[1] / size))
    return found


# --- The drawing ---------------------------------------------------------------------------------


def byte(part):
    return round(255 * min(1, max(0, part)))


def svg(drawing):
    def polygon(points, shade):
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        return f'  <polygon fill="#{"".join(f"{byte(part):02x}" for part in shade)}" points="{text}"/>'

    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" '
        f'viewBox="0 0 {SIDE} {SIDE}">',
        "  <title>Icochess</title>",
        *(polygon(points, shade) for points, shade in drawing),
        "</svg>",
    ]
    return ("\n".join(rows) + "\n").encode()


# Lines of one pixel for which the edges of a polygon are looked up.
LINES = 8


def covered(points, size):
    """How much of each pixel a polygon covers: rows of (first pixel, shares)."""
    edges = [edge for edge in zip(points, points[1:] + points[:1]) if edge[0][1] != edge[1][1]]
    rows = {}
    top = max(0, math.floor(min(y for _, y in points)))
    bottom = min(size, math.ceil(max(y for _, y in points)))
    for row in range(top, bottom):
        shares = [0.0] * size
        for line in range(LINES):
            y = row + (line + 0.5) / LINES
            cuts = sorted(
                (x + (y - v) * (u - x) / (w - v), 1 if w > v else -1)
                for (x, v), (u, w) in edges
                if min(v, w) <= y < max(v, w)
            )
            winding = 0
            for (begin, way), (end, _) in zip(cuts, cuts[1:]):
                winding += way
                if winding:
                    fill(shares, max(0.0, begin), min(float(size), end))
        rows[row] = [share / LINES for share in shares]
    return rows


def fill(shares, begin, end):
    first, last = math.floor(begin), math.floor(end)
    if begin >= end:
        return
    if first == last:
        shares[first] += end - begin
        return
    shares[first] += first + 1 - begin
    for pixel in range(first + 1, last):
        shares[pixel] += 1
    if last < len(shares):
        shares[last] += end - last


def pixels(drawing, size):
    """Rows of red, green, blue and opacity."""
    picture = [[(0.0, 0.0, 0.0, 0.0)] * size for _ in range(size)]
    for points, shade in drawing:
        points = [(x * size / SIDE, y * size / SIDE) for x, y in points]
        for row, shares in covered(points, size).items():
            for column, share in enumerate(shares):
                if share > 0:
                    share = min(1, share)
                    below = picture[row][column]
                    over = (*scaled(shade, share), share)
                    picture[row][column] = tuple(o + b * (1 - share) for o, b in zip(over, below))
    rows = []
    for row in picture:
        told = bytearray()
        for *shade, opacity in row:
            told += bytes(byte(part / opacity) if opacity else 0 for part in shade)
            told.append(byte(opacity))
        rows.append(bytes(told))
    return rows


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(rows):
    size = len(rows)
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    # Each row as what is added to the one above: that packs better.
    packed = bytearray()
    above = bytes(4 * size)
    for row in rows:
        packed.append(2)
        packed += bytes((a - b) % 256 for a, b in zip(row, above))
        above = row
    data = zlib.compress(bytes(packed), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def bitmap(rows):
    """A picture as icons of Windows have it: from below, blue first, with a mask that is unused."""
    size = len(rows)
    head = struct.pack("<IiiHHIIiiII", 40, size, 2 * size, 1, 32, 0, 4 * size * size, 0, 0, 0, 0)
    told = bytearray()
    for row in reversed(rows):
        for at in range(0, len(row), 4):
            red, green, blue, opacity = row[at : at + 4]
            told += bytes((blue, green, red, opacity))
    mask_row = bytes((size + 31) // 32 * 4)
    return head + bytes(told) + mask_row * size


def ico(pictures):
    """An icon with the largest picture as PNG, which is then small, and the others unpacked."""
    largest = max(pictures)
    parts = [(size, png(rows) if size == largest else bitmap(rows)) for size, rows in pictures.items()]
    head = struct.pack("<HHH", 0, 1, len(parts))
    at = len(head) + 16 * len(parts)
    for size, part in parts:
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(part), at)
        at += len(part)
    return head + b"".join(part for _, part in parts)


def unpacked(data):
    """A file with the packed part of it laid open, so that the packing does not count."""
    before, found, after = data.partition(b"IDAT")
    if not found:
        return data
    length = struct.unpack(">I", before[-4:])[0]
    before = bytearray(before[:-4])
    if before[:4] == b"\0\0\1\0":
        # The length of the last picture, the PNG.
        at = 6 + 16 * (struct.unpack_from("<H", before, 4)[0] - 1) + 8
        before[at : at + 4] = bytes(4)
    return before, zlib.decompress(after[:length])


def on_ground(drawing):
    yield [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], GROUND
    for points, shade in drawing:
        yield [tuple(SIDE / 2 + KEPT * (part - SIDE / 2) for part in point) for point in points], shade


def files():
    drawing = list(shapes())
    pictures = {size: pixels(drawing, size) for size in SIZES}
    yield "icochess.svg", svg(drawing)
    for size, rows in pictures.items():
        yield f"icochess-{size}.png", png(rows)
    yield "icochess-full.png", png(pixels(list(on_ground(drawing)), SIDE))
    yield "icochess.ico", ico({size: pictures[size] for size in ICO_SIZES})


def main():
    parser = argparse.ArgumentParser(description="Draw the icon of Icochess.")
    parser.add_argument("--check", action="store_true", help="compare with the files on disk")
    check = parser.parse_args().check
    wrong = []
    for name, data in files():
        path = HERE / name
        if not check:
            path.write_bytes(data)
        elif not path.exists() or unpacked(path.read_bytes()) != unpacked(data):
            wrong.append(name)
    for name in wrong:
        print(f"{name} is not what {Path(__file__).name} draws: run it again", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
