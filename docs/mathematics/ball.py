#!/usr/bin/env python3
"""The board of Icochess, from its definition alone: python3 ball.py

It shares no code with the game. It needs Python 3.9 and no other package. Without an argument, it
prints the figures of the pages about mathematics. `python3 ball.py 3` counts sequences of three
moves, and those that end in checkmate. `python3 ball.py picture > lines.svg` draws a rook's circuit
and a bishop's loop.
"""
import sys
from collections import Counter, defaultdict
from itertools import combinations, permutations
from math import dist

# --- The solid -------------------------------------------------------------------------------
PHI = (1 + 5 ** 0.5) / 2
CORNERS = [(-1, PHI, 0), (1, PHI, 0), (-1, -PHI, 0), (1, -PHI, 0), (0, -1, PHI), (0, 1, PHI),
           (0, -1, -PHI), (0, 1, -PHI), (PHI, 0, -1), (PHI, 0, 1), (-PHI, 0, -1), (-PHI, 0, 1)]
FACES = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4),
         (11, 10, 2), (10, 7, 6), (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8),
         (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)]
# A vertex is a set of corners: one corner of the icosahedron, or the two ends of an edge.
TILES, NAMES = [], []
for letter, (a, b, c) in zip("abcdefghijklmnopqrst", FACES):
    ab, bc, ca, a, b, c = map(frozenset, ({a, b}, {b, c}, {c, a}, {a}, {b}, {c}))
    TILES += [{ab, bc, ca}, {a, ab, ca}, {b, bc, ab}, {c, ca, bc}]
    NAMES += [letter + digit for digit in "1234"]
N = range(80)
VERTICES = set().union(*TILES)
DEGREE = {v: sum(v in tile for tile in TILES) for v in VERTICES}
SHARED = [[len(TILES[s] & TILES[t]) for t in N] for s in N]

# --- Neighbours and lines --------------------------------------------------------------------
EDGE = [[s for s in N if SHARED[s][t] == 2] for t in N]
SIDE = [[s for s in N if SHARED[s][t] == 1 and any(SHARED[s][e] == 2 for e in EDGE[t])] for t in N]
DIRECT = [[s for s in N if SHARED[s][t] == 1 and s not in SIDE[t]] for t in N]


def rook_ray(start, first, second):
    """A strip: the next tile shares no vertex with the tile three steps before it."""
    ray = [start, first, second]
    while True:
        (after,) = [n for n in EDGE[ray[-1]] if SHARED[n][ray[-3]] == 0]
        if after == start:
            return ray[1:]
        ray.append(after)


def bishop_ray(start, first, kinds):
    """Edge and vertex in turn: the next tile shares no vertex with the tile two steps before it."""
    ray = [start, first]
    while True:
        kinds = kinds[::-1]
        after = [n for n in kinds[0][ray[-1]] if SHARED[n][ray[-2]] == 0]
        if not after or after[0] == start:
            return ray[1:]
        ray.append(after[0])


ROOK = [[rook_ray(t, a, b) for a in EDGE[t] for b in EDGE[a] if b != t] for t in N]
BISHOP = [[bishop_ray(t, a, kinds) for kinds in ((EDGE, DIRECT), (DIRECT, EDGE))
           for a in kinds[0][t]] for t in N]
CIRCUITS = {frozenset([t, *ray]) for t in N for ray in ROOK[t]}
LOOPS = {frozenset([t, *ray]) for t in N for ray in BISHOP[t] if len(ray) == 11}
RUNS = {frozenset([t, *ray]) for t in N for ray in BISHOP[t] if len(ray) == 3}

# --- Symmetries ------------------------------------------------------------------------------
def symmetries():
    """All permutations of the 12 corners that keep the faces, as permutations of the tiles."""
    faces = {frozenset(f) for f in FACES}
    near = defaultdict(set)
    for f in FACES:
        for x, y in permutations(f, 2):
            near[x].add(y)
    # A symmetry is known by the images of one face's three corners.
    index = {frozenset(tile): t for t, tile in enumerate(TILES)}
    for target in FACES:
        for image in permutations(target):
            to = dict(zip(FACES[0], image))
            while len(to) < 12:
                for f in FACES:
                    known = [x for x in f if x in to]
                    if len(known) == 2:
                        (x,) = set(f) - set(known)
                        beside = near[to[known[0]]] & near[to[known[1]]]
                        taken = set(to.values())
                        (to[x],) = [y for y in beside if y not in taken]
            assert {frozenset(to[x] for x in f) for f in FACES} == faces
            yield to, [index[frozenset(frozenset(to[x] for x in v) for v in tile)] for tile in TILES]


def determinant(to):
    """+1 for a rotation, -1 for a map that swaps left and right."""
    a, b, c = FACES[0]
    def det(x, y, z):
        (p, q, r), (s, t, u), (v, w, o) = CORNERS[x], CORNERS[y], CORNERS[z]
        return p * (t * o - u * w) - q * (s * o - u * v) + r * (s * w - t * v)
    return round(det(to[a], to[b], to[c]) / det(a, b, c))


GROUP = [(determinant(to), tiles, to) for to, tiles in symmetries()]
ANTIPODE = {x: CORNERS.index(tuple(-k for k in CORNERS[x])) for x in range(12)}

# --- Moves -----------------------------------------------------------------------------------
START = "QKPP/RBN1/1P2/1P2/RB1N/4/4/4/4/4/1p2/1p2/rb1n/qkpp/rbn1/4/4/4/4/4 w a3a4c2d2k2l2n3n4"
BALANCED = "QKNN/BRP1/1P2/1P2/BR1P/4/4/4/4/4/1p2/1p2/br1p/qknn/brp1/4/4/4/4/4 w b3c2d2e4k2l2m4o3"


def read(text):
    pieces, side, unmoved = text.split()[:3]
    board = "".join("." * int(x) if x.isdigit() else x for x in pieces if x != "/")
    names = [] if unmoved == "-" else [unmoved[i:i + 2] for i in range(0, len(unmoved), 2)]
    return list(board), side == "w", frozenset(map(NAMES.index, names))


def targets(board, unmoved, t):
    """The tiles that the piece on `t` may move to, kings in check disregarded."""
    piece, white = board[t].lower(), board[t].isupper()
    found = set()
    rays = ROOK[t] * (piece in "rq") + BISHOP[t] * (piece in "bq")
    if piece in "kp":
        rays = [[e] for e in EDGE[t]]
    if piece == "n":
        rays = [[s] for s in SIDE[t]]
    if piece == "p" and t in unmoved:
        rays = [[e, s] for e in EDGE[t] for s in EDGE[e] if s != t]
    for ray in rays:
        for s in ray:
            if board[s] == ".":
                found.add(s)
                continue
            if board[s].isupper() != white:
                found.add(s)
            break
    return found


def attackers(board, unmoved, white):
    """The pieces that attack White's king, or Black's."""
    king = board.index("K" if white else "k")
    return [t for t in N if board[t] != "." and board[t].isupper() != white
            and king in targets(board, unmoved, t)]


def moves(board, white, unmoved):
    for t in N:
        if board[t] == "." or board[t].isupper() != white:
            continue
        for s in targets(board, unmoved, t):
            after = board[:]
            after[s], after[t] = after[t], "."
            left = unmoved - {s, t}
            if not attackers(after, left, white):
                yield t, s, (after, not white, left)


def perft(position, depth):
    """Counts the sequences of `depth` moves, and those that end in checkmate."""
    board, white, unmoved = position
    if depth == 0:
        is_mate = attackers(board, unmoved, white) and not any(moves(*position))
        return 1, int(bool(is_mate))
    counts = [perft(after, depth - 1) for _, _, after in moves(*position)]
    return sum(n for n, _ in counts), sum(mates for _, mates in counts)


# --- Report ----------------------------------------------------------------------------------
def distances(graph):
    """Counts the pairs of different tiles by the moves between them on an empty board."""
    count = Counter()
    for t in N:
        seen, ring, steps = {t}, {t}, 0
        while ring:
            ring = {s for r in ring for s in graph[r]} - seen
            seen |= ring
            steps += 1
            count[steps] += len(ring)
    return {steps: n for steps, n in count.items() if n}


def orbits(things, act):
    things, found = set(things), []
    while things:
        one = next(iter(things))
        orbit = {act(tiles, one) for _, tiles, _ in GROUP}
        found.append(len(orbit))
        things -= orbit
    return sorted(found)


def keeps(text):
    """Symmetries that keep a position, or keep it with colours exchanged."""
    board, _, unmoved = read(text)
    for sign, tiles, to in GROUP:
        image = ["."] * 80
        for t in N:
            image[tiles[t]] = board[t]
        moved = frozenset(tiles[t] for t in unmoved)
        if moved == unmoved and image == board:
            yield sign, tiles, to, False
        if moved == unmoved and [x.swapcase() for x in image] == board:
            yield sign, tiles, to, True


def report():
    edges = sum(map(len, EDGE)) // 2
    at = {v: unit(mean([CORNERS[c] for c in v])) for v in VERTICES}
    lengths = Counter(round(dist(at[v], at[w]), 3) for t in TILES for v, w in combinations(t, 2))
    print("edge lengths", *sorted(lengths))
    print("vertices", len(VERTICES), dict(Counter(DEGREE.values())), "edges", edges, "tiles", 80)
    print("neighbours by kind", Counter((len(EDGE[t]), len(SIDE[t]), len(DIRECT[t])) for t in N))
    print("rook rays", Counter(len(r) for t in N for r in ROOK[t]), "circuits", len(CIRCUITS))
    print("bishop rays", Counter(len(r) for t in N for r in BISHOP[t]),
          "loops", len(LOOPS), "runs", len(RUNS))
    print("circuits of a tile", Counter(sum(t in c for c in CIRCUITS) for t in N))
    print("loops and runs of a tile", Counter(
        (t % 4 == 0, sum(t in c for c in LOOPS), sum(t in c for c in RUNS)) for t in N))
    print("two circuits share", Counter(len(a & b) for a, b in combinations(CIRCUITS, 2)))
    print("two loops share", Counter(len(a & b) for a, b in combinations(LOOPS, 2)))
    flat = lambda rays: [{s for ray in rays[t] for s in ray} for t in N]
    both = [a | b for a, b in zip(flat(ROOK), flat(BISHOP))]
    for name, graph in (("king", EDGE), ("knight", SIDE), ("rook", flat(ROOK)),
                        ("bishop", flat(BISHOP)), ("queen", both)):
        reach = Counter((t % 4 == 0, len(graph[t])) for t in N)
        print(name, "reach", dict(reach), "distances", distances(graph))
    print("group", Counter(sign for sign, _, _ in GROUP))
    act = lambda tiles, lines: frozenset(tiles[t] for t in lines)
    print("orbits: tiles", orbits(N, lambda tiles, t: tiles[t]), "circuits", orbits(CIRCUITS, act),
          "loops", orbits(LOOPS, act), "runs", orbits(RUNS, act))
    for name, text in (("original", START), ("balanced", BALANCED)):
        for sign, tiles, to, swaps in keeps(text):
            fixed = [NAMES[t] for t in N if tiles[t] == t]
            print(name, "kept by", "rotation" if sign > 0 else "reflection", "colours swapped"
                  if swaps else "", "antipode" if to == ANTIPODE else "", "fixes", *fixed)
        first_moves(name, read(text))
    antipode = next(tiles for _, tiles, to in GROUP if to == ANTIPODE)
    print("king's steps to a tile and to its antipode", {
        steps(EDGE, t, s) + steps(EDGE, t, antipode[s]) for t in N for s in N})
    farthest = [max(N, key=lambda s: steps(graph, t, s)) for graph in (EDGE, SIDE) for t in N]
    print("farthest from king and knight is the antipode", farthest == antipode * 2)
    pairs = [p for p in combinations(N, 2) if covers(flat(ROOK), p)]
    print("pairs of rooks that cover all tiles", len(pairs), "antipodal",
          all(antipode[a] == b for a, b in pairs))
    print("peaceful rooks", peaceful(flat(ROOK)), "queens", peaceful(both))
    disjoint = {a: {b for b in LOOPS if not a & b} for a in LOOPS}
    print("disjoint loops of a loop", Counter(map(len, disjoint.values())), "of two that avoid each "
          "other or meet", {(not a & b, len(disjoint[a] & disjoint[b]))
                            for a, b in combinations(LOOPS, 2)})
    tour = [NAMES.index(t) for t in TOUR.split()]
    tenth = [sign for sign, tiles, _ in GROUP if [tiles[t] for t in tour] == tour[8:] + tour[:8]]
    print("closed knight's tour", len(set(tour)) == 80
          and all(b in SIDE[a] for a, b in zip(tour, tour[1:] + tour[:1])), "turned by", tenth)


TOUR = """a2 e1 h2 h4 q1 g3 g4 g2 b3 a1 e2 e3 d1 c2 c4 c3 f2 b1 a4 a3 g1 p4 p2 p3 t2 f1 b4 b2 c1 j3
j2 j4 o3 t1 f4 f3 p1 k3 k4 k2 n2 o1 t3 t4 j1 s2 s4 s3 m4 n1 o2 o4 k1 l2 l3 l4 r3 m1 n3 n4 s1 i4 i3
i2 h3 r1 m3 m2 l1 q2 q3 q4 e4 h1 r4 r2 i1 d4 d3 d2"""


def steps(graph, start, end):
    seen, count = {start}, 0
    while end not in seen:
        seen |= {s for t in seen for s in graph[t]}
        count += 1
    return count


def peaceful(graph):
    """Counts the placements of 1, 2, … pieces that don't attack one another."""
    count, placements = [], [[t] for t in N]
    while placements:
        count.append(len(placements))
        placements = [p + [t] for p in placements for t in range(p[-1] + 1, 80)
                      if not any(t in graph[s] for s in p)]
    return count


def covers(graph, tiles):
    return len(set(tiles).union(*(graph[t] for t in tiles))) == 80


def first_moves(name, position):
    board, _, unmoved = position
    first = list(moves(*position))
    say = lambda chosen: " ".join(NAMES[t] + NAMES[s] for t, s, _ in chosen) or "-"
    print(name, "first moves", len(first), "captures", say(m for m in first if board[m[1]] != "."),
          "checks", say(m for m in first if attackers(m[2][0], m[2][2], False)))
    replies = Counter(sum(1 for _ in moves(*after)) for _, _, after in first)
    print(name, "replies", dict(sorted(replies.items())))
    for t in (t for t in N if board[t] in "Nn"):
        without = board[:t] + ["."] + board[t + 1:]
        pins = [NAMES[s] for s in attackers(without, unmoved, board[t] == "N")]
        print(name, "knight", NAMES[t], "pinned by", *pins or "-")


def unit(p):
    length = sum(k * k for k in p) ** 0.5
    return tuple(k / length for k in p)


def mean(points):
    return tuple(sum(p[i] for p in points) / len(points) for i in range(3))


def picture():
    """Prints an SVG of the ball, seen along the belt of a rook and along the loop of a bishop."""
    def cross(p, q):
        return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])
    dot = lambda p, q: sum(x * y for x, y in zip(p, q))
    at = {v: unit(mean([CORNERS[c] for c in v])) for v in VERTICES}
    centre = [mean([at[v] for v in tile]) for tile in TILES]
    rook = next(c for c in CIRCUITS if NAMES.index("a2") in c and NAMES.index("m1") in c)
    bishop = next(c for c in LOOPS if NAMES.index("b3") in c and NAMES.index("a2") in c)
    pole = unit(mean([centre[t] for t in rook]))
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 430" font-family="sans-serif">')
    for line, colour, x0, label in ((rook, "#e0a030", 215, "A rook's circuit: 20 tiles"),
                                    (bishop, "#4f9de0", 645, "A bishop's loop: 12 tiles")):
        if line is rook:
            towards = unit(tuple(a + 0.55 * b for a, b in zip(centre[NAMES.index("a2")], pole)))
        else:
            towards = unit(mean([centre[NAMES.index(n)] for n in ("b3", "f3", "a2")]))
        right = unit(cross(pole, towards))
        up = cross(towards, right)
        for t in N:
            a, b, c = (at[v] for v in TILES[t])
            normal = cross([y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, c)])
            if dot(normal, centre[t]) < 0:
                normal = tuple(-k for k in normal)
            if dot(normal, towards) <= 0.01:
                continue
            place = lambda p: f"{x0 + 185 * dot(p, right):.1f},{205 - 185 * dot(p, up):.1f}"
            fill = colour if t in line else ("#d8d8d8" if t % 4 else "#c2c2c2")
            points = " ".join(map(place, (a, b, c)))
            print(f'<polygon points="{points}" fill="{fill}" stroke="#555" stroke-width="1.2"/>')
            if dot(unit(normal), towards) > 0.45:
                x, y = place(centre[t]).split(",")
                print(f'<text x="{x}" y="{float(y) + 4:.1f}" font-size="12" text-anchor="middle" '
                      f'fill="#111">{NAMES[t].upper()}</text>')
        print(f'<text x="{x0}" y="420" font-size="15" text-anchor="middle" fill="#888">{label}</text>')
    print("</svg>")


if __name__ == "__main__":
    if sys.argv[1:] == ["picture"]:
        picture()
    elif len(sys.argv) > 1:
        for name, text in (("original", START), ("balanced", BALANCED)):
            print(name, "sequences, checkmates", *perft(read(text), int(sys.argv[1])))
    else:
        report()
