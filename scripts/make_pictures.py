"""Makes the pictures of README.md and docs: see scripts/make-pictures, which calls this.

The game runs in a window on Xvfb, drawn by Mesa's software renderer, as large
as the picture will be or larger. The mouse is xdotool's. The ball is turned,
and what covers it in a picture of the board alone is hidden, by Bevy's remote
protocol (docs/inspect.md). ffmpeg films the screen for the moving picture.
"""

import argparse
import contextlib
import glob
import json
import math
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import time
import urllib.request

PROJECT = pathlib.Path(__file__).parent.parent
PICTURES = PROJECT / "assets" / "screenshots"
# The folders of the boards, and in one the game that there is a picture of.
BOARDS, GAME = PROJECT / "crates" / "boards" / "src", "tests/picture.pgn"
# Shows pictures as they were at a commit, at the left, beside those of now.
COMPARISON, BEFORE = PROJECT / "docs" / "look.webp", "91a5e10079eb2a8bf1f077a7f672c83084d945a9"
# What stands side by side in its rows, all that there were pictures of at that commit; how wide such
# a half is, pixels; and what had another name then.
ROWS = (
    ("window",), ("chess",), ("octhex146",), ("startrek3d",), ("headset",),
    ("king", "queen", "rook"), ("bishop", "knight", "pawn"),
)
HALF_WIDTH = 672
CALLED_BEFORE = {"octhex146": "octhex", "startrek3d": "startrek"}
# The middle of what an eye sees that is in the headset's picture, pixels: half of what is as large
# as the window's.
EYE = (960, 1080)

# The most that a picture and a moving one may have, bytes.
MOST_BYTES = 300_000
MOST_BYTES_MOVING = 3_000_000
# How good lossy pictures may be, the best first: the first that is small enough is taken.
QUALITIES = (90, 80, 70, 60, 50, 40, 30)
# Frames a second of a moving picture, and how many times as slowly it is played: software takes its
# time to draw.
FRAMES, SLOWER = 15, 10

# For starting, and for each thing that is waited for, seconds.
PATIENCE = 120
# A picture of the world has more colours than this; text alone has 1000.
COLOURS = 4000
# How far up the window's camera sees, radians (Bevy's projection: vertical).
FIELD_OF_VIEW = math.radians(45)

NAME = "bevy_ecs::name::Name"
PLACE = "bevy_transform::components::global_transform::GlobalTransform"
TRANSFORM = "bevy_transform::components::transform::Transform"
VISIBILITY = "bevy_camera::visibility::Visibility"
POINTING = "icochess::interaction::InteractionState"
LOOK = "icochess::board::stage::looks::TileLook"
CAMERA = "bevy_camera::camera::Camera"
TEXT = "bevy_ui::widget::text::Text"
TARGET = "bevy_ui::ui_node::ComputedUiRenderTargetInfo"
TIME = "bevy_time::time::Time<bevy_time::virt::Virtual>"


class Board:
    """A picture of the ball alone, with one tile in front and its piece selected.

    In all of them two pawns stand beside each king on the far side: with less
    the game would be over, as nobody could mate.
    """

    size = (480, 480)
    # So many times as many pixels each way, before it is made smaller.
    oversampling = 2
    # The ball and its pieces.
    part = "86%x86%+0+0"
    ending = "png"

    def __init__(self, position, tile, select=True, lift=25, notches=1, roll=0, learn=False):
        self.position = position
        self.tile = tile
        self.select = select
        # Whether frames show the neighbours of the tile.
        self.learn = learn
        # How far above the middle of the picture the tile is, degrees: seen from
        # the side a piece is told more easily than from above.
        self.lift = lift
        # Of the wheel, towards the ball.
        self.notches = notches
        self.roll = roll

    def arguments(self, _folder):
        return ["--position", self.position]

    settings = "(move_list: false)"

    def pose(self, game):
        game.hide("interface", "frame rate")
        game.zoom(self.notches)
        game.turn(self.tile, self.lift, self.roll)
        game.point_at(self.tile)
        if self.learn:
            frames = lambda: sum(bool(row[LOOK]["frame"]) for row in game.query(LOOK)) > 5
            # On a slow machine a tap may be taken for a key that is held.
            for _ in range(10):
                game.run("xdotool", "key", "l")
                if game.comes(frames, 5):
                    break
            else:
                raise SystemExit("make-pictures: no neighbours are shown")
        if self.select:
            game.click()
            game.wait("the selection", lambda: game.pointing()["selected"] == self.tile)
            game.point_at(None)
            game.wait("marks", lambda: any(row[LOOK]["mark"] for row in game.query(LOOK)))


class Signs(Board):
    """A picture of the ball after a move that gives check."""

    def __init__(self, position, move, tile):
        super().__init__(position, tile, select=False, lift=14)
        self.move = move

    def arguments(self, folder):
        game = folder / "game.pgn"
        tags = f'[Variant "Icochess"]\n[SetUp "1"]\n[FEN "{self.position}"]\n'
        game.write_text(f"{tags}\n1... {self.move} *\n")
        return ["--load", str(game)]

    def pose(self, game):
        super().pose(game)
        game.point_at(None)


class Window:
    """A picture of the whole window, in the middle of a game."""

    size = (1920, 1080)
    oversampling = 1
    part = "100%x100%+0+0"
    # Its light has many shades, of which a palette would make bands.
    ending = "webp"
    settings = "(computer: (evaluation_bar: true))"
    moves = "1. d3 j4 2. Qg1 Bxe2+ 3. cxe2 Qs2 *"
    # The queen.
    select = "g1"

    def arguments(self, folder):
        game = folder / "game.pgn"
        game.write_text(f'[Variant "Icochess"]\n\n{self.moves}\n')
        return ["--load", str(game)]

    def pose(self, game):
        """The board lies as its player sees it."""
        game.point_at(self.select)
        game.click()
        game.wait("the selection", lambda: game.pointing()["selected"] == self.select)
        game.point_at(None)
        game.wait("marks", lambda: any(row[LOOK]["mark"] for row in game.query(LOOK)))
        bar = ("+", "-", "0.0")
        game.wait("the evaluation", lambda: any(
            row[TEXT].startswith(bar) and row[TEXT][-1].isdigit() for row in game.query(TEXT)))


class Table(Window):
    """A picture of the whole window in a game on a board that stands on a table.

    The game is in the board's folder. Which piece is selected is said by a tag of its own, Selected.
    """

    def __init__(self, game):
        self.game = game
        text = game.read_text(encoding="utf-8")
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
        self.variant, self.select = tags["Variant"], tags["Selected"]

    def arguments(self, _folder):
        return ["--variant", self.variant, "--load", str(self.game)]


class Play(Board):
    """A moving picture of the ball: it is turned, a pawn takes a rook, a bishop comes, and a rook
    takes a pawn and mates.

    The position is one of `crates/boards/src/icochess/tests/mates.epd`.
    """

    # In a narrower window the ball would give way to what is told of the game, which is not shown.
    size = (916, 500)
    cut = "800:500:58:0"
    oversampling = 1
    ending = "webp"
    # It shows the moves of both sides from where they are best seen.
    settings = "(move_list: false, auto_turn_flat: false, turn_back: false)"
    position = "QKPP/2N1/1P2/1P2/1B1N/4/4/4/4/4/4/p3/1b1n/pk2/1p1R/4/3r/4/4/4 w a3a4c2d2 - 0 8"
    moves = (("a3", "q4"), ("m2", "n3"), ("o4", "o2"))

    def __init__(self):
        super().__init__(self.position, self.moves[0][1])

    def pose(self, game):
        game.hide("interface", "frame rate")
        # Nearer, pieces below the ball would be cut off.
        game.turn("b4", 10, 0)
        game.point_at(None)
        game.wait_for_world()
        game.call("world.mutate_resources", {
            "resource": TIME, "path": ".context.relative_speed", "value": 1 / SLOWER})

    def play(self, game):
        """What is filmed."""
        for number, (start, end) in enumerate(self.moves):
            game.turn_gently((start, end), SLOWER * (1.8 if number == 0 else 1.0))
            self.pick(game, start, lambda: game.pointing()["selected"] == start)
            time.sleep(0.6 * SLOWER)
            self.pick(game, end, lambda: game.pointing()["selected"] is None)
            game.point_at(None)
            time.sleep(1.0 * SLOWER)
        # Mate has a moment of its own.
        time.sleep(3.5 * SLOWER)

    @staticmethod
    def pick(game, tile, is_picked):
        game.point_at(tile)
        game.click()
        game.wait(f"{tile} to be picked", is_picked)


SCENES = {
    "play": Play(),
    "king": Board("4/4/4/4/4/4/K3/4/P3/2P1/4/4/4/p3/4/4/4/1p2/k3/4 w - - 0 1", "g1"),
    "queen": Board("p3/2P1/4/4/4/4/Q3/4/P3/1KP1/3n/4/4/p3/4/4/4/1p2/k3/4 w - - 0 1", "g1"),
    "rook": Board("4/2P1/4/4/4/4/R3/4/P3/1KP1/3n/4/4/p3/4/4/4/1p2/k3/4 w - - 0 1", "g1"),
    "bishop": Board("4/4/4/4/4/4/2B1/4/P3/1KP1/4/4/4/p3/4/4/2n1/1p2/k3/4 w - - 0 1", "g3"),
    "knight": Board("4/4/4/4/4/4/NPPp/4/P3/1KP1/4/4/4/p3/4/4/2p1/1p2/k3/4 w - - 0 1", "g1"),
    "pawn": Board("4/4/4/4/4/4/Pn2/4/P3/1KP1/4/4/4/p3/4/4/4/1p2/k3/4 w g1 - 0 1", "g1"),
    "neighbours": Board(
        "4/4/4/4/4/4/4/4/P3/1KP1/4/4/4/p3/4/4/4/1p2/k3/4 w - - 0 1", "g1", select=False, lift=0, learn=True
    ),
    "signs": Signs("4/4/4/4/4/4/K3/4/3P/2P1/4/4/4/p3/4/r3/4/1p2/k3/4 b - - 0 1", "Rq3+", "g1"),
    "window": Window(),
    # Of each other board, by the name of its folder.
    **{game.parents[1].name: Table(game) for game in sorted(BOARDS.glob(f"*/{GAME}"))},
}


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def scale(a, factor):
    return [x * factor for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]


def unit(a):
    return scale(a, 1 / math.sqrt(dot(a, a)))


def along(a, up):
    """What of `a` lies across `up`, of length 1."""
    return unit(add(a, scale(up, -dot(a, up))))


class Place:
    """An affine transformation: three axes and an origin."""

    def __init__(self, numbers):
        self.x, self.y, self.z, self.origin = (numbers[i : i + 3] for i in (0, 3, 6, 9))

    def axes(self):
        return self.x, self.y, self.z


def between(before, after, part):
    """The rotation that leads that part of the way from one to another (quaternions)."""
    cosine = sum(a * b for a, b in zip(before, after))
    if cosine < 0:
        after, cosine = [-number for number in after], -cosine
    angle = math.acos(min(1, cosine))
    if angle < 1e-4:
        return after
    first, last = math.sin((1 - part) * angle), math.sin(part * angle)
    return [(first * a + last * b) / math.sin(angle) for a, b in zip(before, after)]


def rotation_between(before, after):
    """The quaternion (x, y, z, w) that takes three axes to three others."""
    m = [[sum(a[i] * b[j] for a, b in zip(after, before)) for j in range(3)] for i in range(3)]
    w = math.sqrt(max(0, 1 + m[0][0] + m[1][1] + m[2][2])) / 2
    x = math.sqrt(max(0, 1 + m[0][0] - m[1][1] - m[2][2])) / 2
    y = math.sqrt(max(0, 1 - m[0][0] + m[1][1] - m[2][2])) / 2
    z = math.sqrt(max(0, 1 - m[0][0] - m[1][1] + m[2][2])) / 2
    x = math.copysign(x, m[2][1] - m[1][2])
    y = math.copysign(y, m[0][2] - m[2][0])
    z = math.copysign(z, m[1][0] - m[0][1])
    return [x, y, z, w]


class Game:
    """The game in a window on a screen, with a mouse."""

    def __init__(self, program, display, size, port, process):
        self.program, self.display, self.size = program, display, size
        self.port, self.process = port, process
        # The machine's proxy is not for a server on the same machine.
        self.http = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def call(self, method, params):
        request = {"jsonrpc": "2.0", "id": 0, "method": method, "params": params}
        data = json.dumps(request).encode()
        headers = {"Content-Type": "application/json"}
        url = f"http://127.0.0.1:{self.port}/"
        with self.http.open(urllib.request.Request(url, data, headers), timeout=60) as reply:
            answer = json.load(reply)
        if "error" in answer:
            raise OSError(f"{method}: {answer['error']}")
        return answer["result"]

    def query(self, *components):
        rows = self.call("world.query", {"data": {"components": list(components)}})
        return [row["components"] | {"entity": row["entity"]} for row in rows]

    def named(self, name, *components):
        return next(row for row in self.query(NAME, *components) if row[NAME] == name)

    def place(self, name):
        return Place(self.named(name, PLACE)[PLACE])

    def pointing(self):
        return self.call("world.get_resources", {"resource": POINTING})["value"]

    def set(self, name, component, path, value):
        entity = self.named(name, component)["entity"]
        change = {"entity": entity, "component": component, "path": path, "value": value}
        self.call("world.mutate_components", change)

    def comes(self, is_there, seconds):
        """Whether something comes within that time."""
        end = time.monotonic() + seconds
        while True:
            with contextlib.suppress(OSError, StopIteration, KeyError, subprocess.CalledProcessError):
                if is_there():
                    return True
            if self.process.poll() is not None or time.monotonic() > end:
                return False
            time.sleep(0.05)

    def wait(self, what, is_there):
        if not self.comes(is_there, PATIENCE):
            raise SystemExit(f"make-pictures: waited in vain for {what}")

    def run(self, *command):
        environment = os.environ | {"DISPLAY": self.display}
        return subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        ).stdout

    def open(self):
        found = ["xdotool", "search", "--onlyvisible", "--name", "^Icochess$"]
        self.wait("a window", lambda: self.run(*found).split())
        window = self.run(*found).split()[-1]
        self.run("xdotool", "windowsize", window, *map(str, self.size))
        self.run("xdotool", "windowfocus", window)
        shown = lambda: self.named("interface", TARGET)[TARGET]["physical_size"]
        self.wait("the window's size", lambda: shown() == list(self.size))

    def hide(self, *names):
        for name in names:
            self.set(name, VISIBILITY, "", "Hidden")

    def zoom(self, notches):
        distance = lambda: self.distance()
        before = distance()
        for _ in range(notches):
            self.run("xdotool", "click", "4")
        if notches:
            self.wait("the wheel", lambda: distance() < before * 0.9**notches * 1.001)

    def distance(self):
        away = add(self.place("window camera").origin, scale(self.place("board").origin, -1))
        return math.sqrt(dot(away, away))

    def turned_to(self, up_of, out, up):
        """The rotation of the board with which what points up there points outwards, and what
        points backwards there upwards."""
        wanted = (cross(out, up), out, up)
        board = self.place("board").axes()
        # Its axes in the board's frame do not turn.
        inside = [[dot(axis, own) for own in board] for axis in up_of]
        return rotation_between(inside, wanted)

    def turn(self, tile, lift, roll):
        """Brings a tile to the front, that many degrees above the middle, with its first
        corner up or rolled from there."""
        camera = self.place("window camera")
        lift, roll = math.radians(lift), math.radians(roll)
        out = add(scale(camera.z, math.cos(lift)), scale(camera.y, math.sin(lift)))
        up = along(add(scale(camera.y, math.cos(roll)), scale(camera.x, math.sin(roll))), out)
        rotation = self.turned_to(self.place(f"tile {tile}").axes(), out, up)
        self.set("board", TRANSFORM, ".rotation", rotation)
        seen = lambda: dot(unit(self.place(f"tile {tile}").y), out)
        self.wait("the ball to turn", lambda: seen() > 0.999)

    def turn_gently(self, tiles, seconds):
        """Brings the middle of some tiles to the front on the shortest way, as a hand would."""
        camera = self.place("window camera")
        middle = [0, 0, 0]
        for tile in tiles:
            middle = add(middle, unit(self.place(f"tile {tile}").y))
        middle, out = unit(middle), unit(add(camera.z, scale(camera.y, 0.25)))
        across = cross(middle, out)
        board = self.named("board", TRANSFORM)
        before = board[TRANSFORM]["rotation"]
        if dot(across, across) < 1e-6:
            return
        axis = unit(across)
        three = (middle, axis, cross(middle, axis))
        after = (out, axis, cross(out, axis))
        x, y, z, w = rotation_between(three, after)
        # That turn, and before it the one that the board has.
        a, b, c, d = before
        end = [
            w * a + x * d + y * c - z * b,
            w * b - x * c + y * d + z * a,
            w * c + x * b - y * a + z * d,
            w * d - x * a - y * b - z * c,
        ]
        begun = time.monotonic()
        part = 0
        while part < 1:
            part = min(1, (time.monotonic() - begun) / seconds)
            eased = part * part * (3 - 2 * part)
            change = {
                "entity": board["entity"],
                "component": TRANSFORM,
                "path": ".rotation",
                "value": between(before, end, eased),
            }
            self.call("world.mutate_components", change)

    def pixel(self, point):
        camera = self.place("window camera")
        away = add(point, scale(camera.origin, -1))
        right, up, back = (dot(away, axis) for axis in camera.axes())
        half = self.size[1] / 2
        factor = half / math.tan(FIELD_OF_VIEW / 2) / -back
        x, y = self.size[0] / 2 + right * factor, half - up * factor
        # Beside the list of moves, the board is shown in a part of the window.
        view = self.named("window camera", CAMERA)[CAMERA]["sub_camera_view"]
        if view:
            along = zip((x, y), view["offset"], view["size"], view["full_size"])
            x, y = ((at - offset) / size * full for at, offset, size, full in along)
        return round(x), round(y)

    def point_at(self, tile):
        """Moves the mouse to a tile, or to where nothing is."""
        x, y = (8, self.size[1] // 2)
        if tile:
            x, y = self.pixel(self.place(f"tile {tile}").origin)
        where = self.run("xdotool", "getmouselocation", "--shell").split()
        old = {key: int(value) for key, value in (line.split("=") for line in where)}
        # A movement, as a real mouse makes it.
        way = [x - old["X"], y - old["Y"]]
        if way == [0, 0]:
            # It is there already, and nobody has been told.
            self.run("xdotool", "mousemove_relative", "--", "5", "0")
            way = [-5, 0]
        self.run("xdotool", "mousemove_relative", "--", *map(str, way))
        self.wait(f"the mouse to be on {tile}", lambda: self.pointing()["hovered"] == tile)

    def click(self):
        self.run("xdotool", "mousedown", "1")
        time.sleep(0.1)
        self.run("xdotool", "mouseup", "1")

    def photograph(self, path):
        # What is drawn comes some frames after what is known.
        def is_drawn():
            for _ in range(6):
                self.pointing()
            self.run("import", "-silent", "-window", "root", "-depth", "8", str(path))
            return int(self.run("identify", "-format", "%k", str(path))) > COLOURS

        self.wait("the world to be drawn", is_drawn)

    def wait_for_world(self):
        """At the start the world comes later than the text, when its shaders are there."""
        with tempfile.TemporaryDirectory() as folder:
            self.photograph(pathlib.Path(folder) / "world.png")

    @contextlib.contextmanager
    def filmed(self, path):
        """The screen is filmed as long as this lasts."""
        size = "x".join(map(str, self.size))
        camera = subprocess.Popen(
            ["ffmpeg", "-loglevel", "error", "-f", "x11grab", "-draw_mouse", "0",
             "-framerate", f"{FRAMES}/{SLOWER}", "-video_size", size, "-i", self.display,
             "-c:v", "ffv1", str(path)],
            stdin=subprocess.PIPE)
        try:
            yield
        finally:
            # So it ends the file.
            camera.communicate(b"q", timeout=60)


@contextlib.contextmanager
def ended(process):
    """A process that is over at the end of this."""
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def software_renderer():
    found = glob.glob("/usr/share/vulkan/icd.d/lvp_icd*") or glob.glob(
        "/usr/local/share/vulkan/icd.d/lvp_icd*"
    )
    return ":".join(sorted(found))


def take(program, scene, path):
    """Plays a scene and puts its picture, or what was filmed, into a file."""
    size = tuple(round(side * scene.oversampling) for side in scene.size)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        folder = pathlib.Path(folder)
        settings = scene.settings
        if "antialiasing" not in settings:
            # The game itself would leave edges as they are where a processor draws.
            settings = settings.replace("(", '(antialiasing: "4x", ', 1)
        (folder / "settings.ron").write_text(settings)
        server = stack.enter_context(ended(subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-noreset",
             "-screen", "0", f"{size[0]}x{size[1]}x24"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)))
        display = ":" + server.stdout.readline().strip()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = os.environ | {
            "DISPLAY": display,
            "HOME": str(folder),
            "VK_DRIVER_FILES": software_renderer(),
            "WINIT_X11_SCALE_FACTOR": str(scene.oversampling),
        }
        for variable in ("WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XAUTHORITY", "VK_ICD_FILENAMES"):
            environment.pop(variable, None)
        command = [program, "--flat", "--mute", "--data-dir", str(folder), f"--inspect={port}"]
        process = stack.enter_context(ended(subprocess.Popen(
            command + scene.arguments(folder), env=environment)))
        game = Game(program, display, size, port, process)
        game.open()
        scene.pose(game)
        if is_moving(scene):
            with game.filmed(path):
                scene.play(game)
        else:
            game.photograph(path)


def is_moving(scene):
    return isinstance(scene, Play)


def publish(source, name, size, part, ending="png"):
    """Makes a picture small: a part of it (as ImageMagick counts from the middle), perhaps fewer
    pixels, and a palette or what the eye hardly misses."""
    target = PICTURES / f"{name}.{ending}"
    cut = ["convert", str(source), "-gravity", "center", "-crop", part, "+repage",
           "-filter", "Lanczos", "-resize", f"{size[0]}x{size[1]}", "-strip"]
    if ending == "png":
        subprocess.run(
            cut + ["+dither", "-colors", "200", "-define", "png:compression-level=9",
                   f"PNG8:{target}"],
            check=True,
        )
        print(f"{target.name}: {target.stat().st_size} bytes")
        return
    save_lossy(target, cut)


def publish_headset(source):
    """Makes a picture of the middles of what both eyes see, side by side as they are in a picture."""
    width, height = EYE
    save_lossy(PICTURES / "headset.webp", [
        "convert", str(source), "-crop", "2x1@", "+repage", "-gravity", "center",
        "-crop", f"{width}x{height}+0+0", "+repage", "+append", "-strip"])


def publish_moving(source, name, cut):
    """Makes a moving picture of a part of what was filmed (as ffmpeg counts: size and upper left)."""
    target = PICTURES / f"{name}.webp"
    encode = lambda quality: [
        "ffmpeg", "-loglevel", "error", "-y", "-i", str(source),
        "-vf", f"crop={cut},setpts=PTS/{SLOWER}", "-r", str(FRAMES), "-c:v", "libwebp_anim",
        "-quality", str(quality), "-compression_level", "6", "-loop", "0", "-an", str(target)]
    small_enough(target, MOST_BYTES_MOVING, encode)


def save_lossy(target, made):
    """Makes a file of what ImageMagick has made by these arguments."""
    small_enough(target, MOST_BYTES, lambda quality: made + [
        "-quality", str(quality), "-define", "webp:method=6", str(target)])


def small_enough(target, most, encode):
    """Makes a file as good as may be without more bytes than that."""
    for quality in QUALITIES:
        subprocess.run(encode(quality), check=True)
        count = target.stat().st_size
        if count <= most:
            print(f"{target.name}: {count} bytes, quality {quality}")
            return
    raise SystemExit(f"make-pictures: {target.name} has {count} bytes at its worst")


def the_only(place, name):
    """The picture of that name in a folder, whatever its ending is."""
    found = list(place.glob(f"{name}.*"))
    if len(found) != 1:
        raise SystemExit(f"make-pictures: there are {len(found)} pictures {name} in {place}")
    return str(found[0])


def compare():
    """Puts pictures of two times together, as small as a page shows them."""
    with tempfile.TemporaryDirectory() as folder:
        then = pathlib.Path(folder)
        for name in sum(ROWS, ()):
            called = CALLED_BEFORE.get(name, name)
            old = subprocess.run(
                ["git", "-C", str(PROJECT), "show", f"{BEFORE}:assets/screenshots/{called}.png"],
                capture_output=True)
            if old.returncode:
                why = old.stderr.decode()
                raise SystemExit(f"make-pictures: {COMPARISON.name} wants the history: {why}")
            (then / f"{name}.png").write_bytes(old.stdout)
        rows = []
        for names in ROWS:
            rows.append("(")
            for place in (then, PICTURES):
                files = [the_only(place, name) for name in names]
                width = HALF_WIDTH // len(names)
                rows += ["(", *files, "-resize", f"{width}x", "+append", "-border", "2", ")"]
            rows += ["+append", ")"]
        save_lossy(COMPARISON, [
            "convert", "-background", "none", "-bordercolor", "none", "-gravity", "center",
            *rows, "-append", "-strip"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--icochess", required=True, help="the game's program")
    parser.add_argument("--headset", metavar="FILE", help="what both eyes see, of tests/headset/pictured.rs")
    # The last is of the others.
    names = [*SCENES, COMPARISON.stem]
    parser.add_argument("scenes", nargs="*", help=", ".join(names))
    options = parser.parse_args()
    wanted = options.scenes or ([] if options.headset else names)
    unknown = [name for name in wanted if name not in names]
    if unknown:
        parser.error(f"no scene {', '.join(unknown)}; there are {', '.join(names)}")
    if options.headset:
        publish_headset(options.headset)
    with tempfile.TemporaryDirectory() as folder:
        for name in wanted:
            if name == COMPARISON.stem:
                compare()
                continue
            scene = SCENES[name]
            raw = pathlib.Path(folder) / (f"{name}.mkv" if is_moving(scene) else f"{name}.png")
            take(options.icochess, scene, raw)
            if is_moving(scene):
                publish_moving(raw, name, scene.cut)
            else:
                publish(raw, name, scene.size, scene.part, scene.ending)


if __name__ == "__main__":
    main()
