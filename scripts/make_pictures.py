"""Makes the pictures of README.md and docs, and the portraits of the boards. Called by
scripts/make-pictures.

The game runs in a window on Xvfb, drawn by Mesa's software renderer, at the
size of the picture or larger. xdotool moves the mouse. Bevy's remote protocol
(docs/programs/inspect.md) turns the ball and hides the interface in pictures of the
board alone. ffmpeg films the screen for the moving picture.
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
# The game's own pictures of the boards, their size, and the part of it that a board may fill.
PORTRAITS, PORTRAIT, FILLED = PROJECT / "assets" / "portraits", (320, 240), (308, 230)
# Folder of the boards, and in each board's folder the game for its picture.
BOARDS, GAME = PROJECT / "crates" / "boards" / "src", "tests/picture.pgn"
# Crop of each eye in the headset's picture, pixels: together they have the size of the window's.
EYE = (960, 1080)

# Maximum bytes of a picture and of a moving one.
MOST_BYTES = 300_000
MOST_BYTES_MOVING = 1_200_000
# Qualities of lossy pictures, the best first: the first that is small enough wins.
QUALITIES = (90, 80, 70, 60, 50, 40, 30)
# Frames a second of a moving picture, and its slow-motion factor while filmed: software draws slowly.
FRAMES, SLOWER = 15, 10

# Timeout of the start and of each wait, seconds.
PATIENCE = 120
# A picture with the world has more colours than this; text alone has 1,000.
COLOURS = 4000
# Vertical field of view of the window's camera, radians.
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
BACKGROUND = "bevy_camera::clear_color::ClearColor"
TIME = "bevy_time::time::Time<bevy_time::virt::Virtual>"


class Board:
    """A picture of the ball alone, with one tile in front and its piece selected.

    All positions have two pawns beside each king on the far side: with less
    material the game would be a draw.
    """

    size = (480, 480)
    # Factor of the drawn size, in each direction, before scaling down.
    oversampling = 2
    # The ball and its pieces.
    part = "86%x86%+0+0"
    ending = "png"

    def __init__(self, position, tile, select=True, lift=25, notches=1, roll=0, learn=False):
        self.position = position
        self.tile = tile
        self.select = select
        # Whether frames show the tile's neighbours.
        self.learn = learn
        # Degrees of the tile above the picture's middle: a piece is easier to
        # recognise from the side than from above.
        self.lift = lift
        # Notches of the wheel, towards the ball.
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
            # On a slow machine a tap may count as a held key.
            for _ in range(10):
                game.run("xdotool", "key", "l")
                if game.comes(frames, 5):
                    break
            else:
                raise SystemExit("make-pictures: the game doesn't show the neighbours")
        if self.select:
            game.click()
            game.wait("the selection", lambda: game.pointing()["selected"] == self.tile)
            game.point_at(None)
            game.wait("markers", lambda: any(row[LOOK]["mark"] for row in game.query(LOOK)))


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
    # Its light has many shades, which would band with a palette.
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
        """Leaves the board as its player sees it."""
        game.point_at(self.select)
        game.click()
        game.wait("the selection", lambda: game.pointing()["selected"] == self.select)
        game.point_at(None)
        game.wait("marks", lambda: any(row[LOOK]["mark"] for row in game.query(LOOK)))
        # Above the bar, such as "White 63%".
        game.wait("the evaluation", lambda: any(row[TEXT].endswith("%") for row in game.query(TEXT)))


class Table(Window):
    """A picture of the whole window in a game on another board.

    The game is in the board's folder. Its PGN tag Selected names the selected piece.
    """

    def __init__(self, game):
        self.game = game
        text = game.read_text(encoding="utf-8")
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
        self.variant, self.select = tags["Variant"], tags["Selected"]

    def arguments(self, _folder):
        return ["--variant", self.variant, "--load", str(self.game)]


class Play(Board):
    """A moving picture of the ball, which begins in mid-turn: a bishop comes, the ball turns, and a
    rook takes a pawn and mates.

    The position is from `crates/boards/src/icochess/tests/mates.epd`.
    """

    # In a narrower window the ball would move aside for the hidden interface.
    size = (916, 500)
    cut = "800:500:58:0"
    oversampling = 1
    ending = "webp"
    # The scene itself turns the ball to the moves of both sides.
    settings = "(move_list: false, auto_turn_flat: false, turn_back: false)"
    position = "QKPP/2N1/1P2/1P2/1B1N/4/4/4/4/4/4/p3/1b1n/pk2/1p1R/4/3r/4/4/4 w a3a4c2d2 - 0 8"
    # Played before the film.
    first = ("a3", "q4")
    moves = (("m2", "n3"), ("o4", "o2"))

    def __init__(self):
        super().__init__(self.position, self.moves[0][1])

    def pose(self, game):
        game.hide("interface", "frame rate")
        # From nearer, pieces below the ball would be cut off.
        game.turn("b4", 10, 0)
        game.call("icochess.play", {"move": "".join(self.first)})
        game.point_at(None)
        game.wait_for_world()
        game.call("world.mutate_resources", {
            "resource": TIME, "path": ".context.relative_speed", "value": 1 / SLOWER})

    def play(self, game):
        """Plays the filmed scene."""
        for number, (start, end) in enumerate(self.moves):
            game.turn_gently((start, end), 0.7 * SLOWER, from_rest=number > 0)
            self.pick(game, start, lambda: game.pointing()["selected"] == start)
            time.sleep(0.3 * SLOWER)
            self.pick(game, end, lambda: game.pointing()["selected"] is None)
            game.point_at(None)
            time.sleep(0.3 * SLOWER)
        # Time for the animation of the mate.
        time.sleep(0.5 * SLOWER)

    @staticmethod
    def pick(game, tile, is_picked):
        game.point_at(tile)
        game.click()
        game.wait(f"{tile} to be picked", is_picked)


class Portrait:
    """A picture of a board at the start of a game, with a transparent background."""

    # Much larger than PORTRAIT: that smooths edges.
    size = (2048, 1536)
    oversampling = 1
    settings = '(move_list: false, compass: false, room: "none")'

    def __init__(self, board, turn=None):
        self.board = board
        # Arguments of Game.turn.
        self.turn = turn

    def arguments(self, _folder):
        return ["--variant", self.board]

    def pose(self, game):
        game.hide("interface", "frame rate")
        game.point_at(None)
        if self.turn:
            game.turn(*self.turn)


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
    # The other boards, by the name of their folder.
    **{game.parents[1].name: Table(game) for game in sorted(BOARDS.glob(f"*/{GAME}"))},
    **{f"portrait-{guide.parent.name}": Portrait(guide.parent.name)
       for guide in sorted(BOARDS.glob("*/guide.rs"))},
    # From the side, where both armies are seen.
    "portrait-icochess": Portrait("icochess", turn=("h4", 12, -18)),
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
    """The part of `a` perpendicular to `up`, normalised."""
    return unit(add(a, scale(up, -dot(a, up))))


class Place:
    """An affine transformation: three axes and an origin."""

    def __init__(self, numbers):
        self.x, self.y, self.z, self.origin = (numbers[i : i + 3] for i in (0, 3, 6, 9))

    def axes(self):
        return self.x, self.y, self.z


def between(before, after, part):
    """Spherical interpolation between two quaternions."""
    cosine = sum(a * b for a, b in zip(before, after))
    if cosine < 0:
        after, cosine = [-number for number in after], -cosine
    angle = math.acos(min(1, cosine))
    if angle < 1e-4:
        return after
    first, last = math.sin((1 - part) * angle), math.sin(part * angle)
    return [(first * a + last * b) / math.sin(angle) for a, b in zip(before, after)]


def rotation_between(before, after):
    """The quaternion (x, y, z, w) that rotates three axes onto three others."""
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
        # The machine's proxy isn't for a local server.
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
        """Whether the condition holds within that time."""
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
            raise SystemExit(f"make-pictures: timed out while waiting for {what}")

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
        """The board's rotation that turns a tile's up axis outwards and its back axis upwards."""
        wanted = (cross(out, up), out, up)
        board = self.place("board").axes()
        # The tile's axes in the board's frame are fixed.
        inside = [[dot(axis, own) for own in board] for axis in up_of]
        return rotation_between(inside, wanted)

    def turn(self, tile, lift, roll):
        """Brings a tile to the front, `lift` degrees above the middle, its first corner up, then
        rolled by `roll` degrees."""
        camera = self.place("window camera")
        lift, roll = math.radians(lift), math.radians(roll)
        out = add(scale(camera.z, math.cos(lift)), scale(camera.y, math.sin(lift)))
        up = along(add(scale(camera.y, math.cos(roll)), scale(camera.x, math.sin(roll))), out)
        rotation = self.turned_to(self.place(f"tile {tile}").axes(), out, up)
        self.set("board", TRANSFORM, ".rotation", rotation)
        seen = lambda: dot(unit(self.place(f"tile {tile}").y), out)
        self.wait("the ball to turn", lambda: seen() > 0.999)

    def turn_gently(self, tiles, seconds, from_rest):
        """Turns the middle of some tiles to the front along the shortest path, as a hand would; if not
        from rest, at full speed at once."""
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
        # The board's present rotation, then this turn.
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
            eased = part * part * (3 - 2 * part) if from_rest else part * (2 - part)
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
        # Beside the move list, the board has only a part of the window.
        view = self.named("window camera", CAMERA)[CAMERA]["sub_camera_view"]
        if view:
            along = zip((x, y), view["offset"], view["size"], view["full_size"])
            x, y = ((at - offset) / size * full for at, offset, size, full in along)
        return round(x), round(y)

    def point_at(self, tile):
        """Moves the mouse to a tile, or to empty space."""
        x, y = (8, self.size[1] // 2)
        if tile:
            x, y = self.pixel(self.place(f"tile {tile}").origin)
        where = self.run("xdotool", "getmouselocation", "--shell").split()
        old = {key: int(value) for key, value in (line.split("=") for line in where)}
        # A relative movement, like a real mouse's.
        way = [x - old["X"], y - old["Y"]]
        if way == [0, 0]:
            # The mouse is there already; only a movement makes an event.
            self.run("xdotool", "mousemove_relative", "--", "5", "0")
            way = [-5, 0]
        self.run("xdotool", "mousemove_relative", "--", *map(str, way))
        self.wait(f"the mouse to be on {tile}", lambda: self.pointing()["hovered"] == tile)

    def click(self):
        self.run("xdotool", "mousedown", "1")
        time.sleep(0.1)
        self.run("xdotool", "mouseup", "1")

    def photograph(self, path):
        # The picture follows the game's state some frames later.
        def is_drawn():
            for _ in range(6):
                self.pointing()
            self.run("import", "-silent", "-window", "root", "-depth", "8", str(path))
            return int(self.run("identify", "-format", "%k", str(path))) > COLOURS

        self.wait("the world to be drawn", is_drawn)

    def photograph_on(self, shade, path):
        """Photographs on a grey background of this brightness."""
        color = {"red": shade, "green": shade, "blue": shade, "alpha": 1.0}
        self.call("world.insert_resources", {"resource": BACKGROUND, "value": {"LinearRgba": color}})
        self.photograph(path)

    def wait_for_world(self):
        """Waits for the world, which follows the text once its shaders are compiled."""
        with tempfile.TemporaryDirectory() as folder:
            self.photograph(pathlib.Path(folder) / "world.png")

    @contextlib.contextmanager
    def filmed(self, path):
        """Films the screen within this context."""
        size = "x".join(map(str, self.size))
        camera = subprocess.Popen(
            ["ffmpeg", "-loglevel", "error", "-f", "x11grab", "-draw_mouse", "0",
             "-framerate", f"{FRAMES}/{SLOWER}", "-video_size", size, "-i", self.display,
             "-c:v", "ffv1", str(path)],
            stdin=subprocess.PIPE)
        try:
            yield
        finally:
            # Lets ffmpeg finish the file.
            camera.communicate(b"q", timeout=60)


@contextlib.contextmanager
def ended(process):
    """Ends a process when this context ends."""
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
    """Plays a scene and writes its picture or film to a file."""
    size = tuple(round(side * scene.oversampling) for side in scene.size)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        folder = pathlib.Path(folder)
        settings = scene.settings
        if "antialiasing" not in settings:
            # By itself the game neither smooths edges nor casts shadows where a processor draws.
            settings = settings.replace("(", '(antialiasing: "4x", shadows: "on", ', 1)
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
        elif isinstance(scene, Portrait):
            game.photograph_on(1.0, on_white(path))
            game.photograph_on(0.0, path)
        else:
            game.photograph(path)


def is_moving(scene):
    return isinstance(scene, Play)


def publish(source, name, size, part, ending="png"):
    """Publishes a picture: crops it (ImageMagick geometry, from the middle), scales it, and reduces
    it to a palette or compresses it."""
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


def on_white(path):
    """The file of the second picture of a portrait, on a white background."""
    return path.with_stem(f"{path.stem}-white")


def publish_portrait(source, board):
    """Publishes a board's portrait, centred. It is transparent where its pictures on black and on
    white differ."""
    target = PORTRAITS / f"{board}.png"
    filled, size = (f"{width}x{height}" for width, height in (FILLED, PORTRAIT))
    subprocess.run(
        ["convert", str(source), str(on_white(source)), "-colorspace", "RGB",
         # Opacity, then colours: those on black are darker by the opacity.
         "(", "-clone", "0,1", "-compose", "Difference", "-composite", "-negate", ")",
         "(", "-clone", "2,0", "-compose", "Divide_Dst", "-composite", ")",
         "-delete", "0,1", "+swap", "-compose", "CopyOpacity", "-composite", "-compose", "Over",
         # Unlike Lanczos, this filter makes no light and dark rims along edges.
         "-trim", "+repage", "-filter", "Mitchell", "-resize", filled, "-colorspace", "sRGB",
         # Fewer shades, for a smaller file.
         "+dither", "-posterize", "32", "-channel", "A", "-level", "2%,98%", "+channel",
         "-background", "none", "-gravity", "center", "-extent", size,
         # Pixels without opacity have one colour.
         "-background", "black", "-alpha", "background", "-strip",
         "-define", "png:compression-level=9", f"PNG32:{target}"],
        check=True,
    )
    print(f"{target.name}: {target.stat().st_size} bytes")


def publish_headset(source):
    """Publishes the middle of each eye's view, side by side."""
    width, height = EYE
    save_lossy(PICTURES / "headset.webp", [
        "convert", str(source), "-crop", "2x1@", "+repage", "-gravity", "center",
        "-crop", f"{width}x{height}+0+0", "+repage", "+append", "-strip"])


def publish_moving(source, name, cut):
    """Publishes a part of a film (ffmpeg geometry: size and upper left corner)."""
    target = PICTURES / f"{name}.webp"
    encode = lambda quality: [
        "ffmpeg", "-loglevel", "error", "-y", "-i", str(source),
        "-vf", f"crop={cut},setpts=PTS/{SLOWER}", "-r", str(FRAMES), "-c:v", "libwebp_anim",
        "-quality", str(quality), "-compression_level", "6", "-loop", "0", "-an", str(target)]
    small_enough(target, MOST_BYTES_MOVING, encode)


def save_lossy(target, made):
    """Writes the result of an ImageMagick command as lossy WebP."""
    small_enough(target, MOST_BYTES, lambda quality: made + [
        "-quality", str(quality), "-define", "webp:method=6", str(target)])


def small_enough(target, most, encode):
    """Encodes a file at the best quality within `most` bytes."""
    for quality in QUALITIES:
        subprocess.run(encode(quality), check=True)
        count = target.stat().st_size
        if count <= most:
            print(f"{target.name}: {count} bytes, quality {quality}")
            return
    raise SystemExit(f"make-pictures: {target.name} is too large: {count} bytes at the lowest quality")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--icochess", required=True, help="the game's program")
    parser.add_argument("--headset", metavar="FILE", help="picture of both eyes, from tests/headset/pictured.rs")
    names = list(SCENES)
    parser.add_argument("scenes", nargs="*", help=", ".join(names))
    options = parser.parse_args()
    wanted = options.scenes or ([] if options.headset else names)
    unknown = [name for name in wanted if name not in names]
    if unknown:
        parser.error(f"unknown scene: {', '.join(unknown)}. Scenes: {', '.join(names)}")
    if options.headset:
        publish_headset(options.headset)
    with tempfile.TemporaryDirectory() as folder:
        for name in wanted:
            scene = SCENES[name]
            raw = pathlib.Path(folder) / (f"{name}.mkv" if is_moving(scene) else f"{name}.png")
            take(options.icochess, scene, raw)
            if is_moving(scene):
                publish_moving(raw, name, scene.cut)
            elif isinstance(scene, Portrait):
                publish_portrait(raw, scene.board)
            else:
                publish(raw, name, scene.size, scene.part, scene.ending)


if __name__ == "__main__":
    main()
