"""Makes the pictures of README.md: see scripts/make-pictures, which calls this.

The game runs in a window on Xvfb, drawn by Mesa's software renderer, larger
than the picture will be. The mouse is xdotool's. The ball is turned, and
what covers it in a picture of the board alone is hidden, by Bevy's remote
protocol (docs/inspect.md).
"""

import argparse
import contextlib
import glob
import json
import math
import os
import pathlib
import socket
import subprocess
import tempfile
import time
import urllib.request

PICTURES = pathlib.Path(__file__).parent.parent / "assets" / "screenshots"

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
            while not frames():
                game.run("xdotool", "key", "l")
                time.sleep(1)
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

    size = (1280, 800)
    oversampling = 1.5
    part = "100%x100%+0+0"
    settings = "(computer: (evaluation_bar: true))"
    moves = "1. d3 j4 2. Qg1 Bxe2+ 3. cxe2 Qs2 *"
    # The tile in front, turned so that White is above, and the rook.
    tile, roll, select = "t4", 27, "b1"

    def arguments(self, folder):
        game = folder / "game.pgn"
        game.write_text(f'[Variant "Icochess"]\n\n{self.moves}\n')
        return ["--load", str(game)]

    def turn(self, game):
        game.turn(self.tile, 8, self.roll)

    def pose(self, game):
        self.turn(game)
        game.point_at(self.select)
        game.click()
        game.wait("the selection", lambda: game.pointing()["selected"] == self.select)
        game.point_at(None)
        game.wait("marks", lambda: any(row[LOOK]["mark"] for row in game.query(LOOK)))
        bar = ("+", "-", "0.0")
        game.wait("the evaluation", lambda: any(
            row[TEXT].startswith(bar) and row[TEXT][-1].isdigit() for row in game.query(TEXT)))


class Table(Window):
    """A picture of the whole window in a game on a board that stands on a table."""

    def __init__(self, variant, name, moves, select):
        self.variant = variant
        self.name = name
        self.moves = moves
        self.select = select

    def arguments(self, folder):
        game = folder / "game.pgn"
        game.write_text(f'[Variant "{self.name}"]\n\n{self.moves} *\n')
        return ["--variant", self.variant, "--load", str(game)]

    def turn(self, game):
        """The board lies as its player sees it."""


SCENES = {
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
    # The Spanish game; White castles next, and the king's moves are marked.
    "chess": Table("chess", "Standard", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6", "e1"),
    # A unicorn, with the lines that it rides along.
    "octhex": Table("octhex146", "OctHex 146", "1. d22e32 Ugxe24 2. f25g24 g43f44", "e15"),
    # The queen can go from board to board.
    "startrek": Table(
        "startrek3d", "Star Trek 3D", "1. b46 Nc62 2. Nc36 Qb64 3. Qb34 d52", "b34"
    ),
    # A unicorn, with the lines through the corners of the cells.
    "raumschach": Table("raumschach", "Raumschach", "1. bc3 dc3 2. Nbb3 Ndd3", "bb1"),
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

    def wait(self, what, is_there):
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError, StopIteration, KeyError, subprocess.CalledProcessError):
                if is_there():
                    return
            if self.process.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"make-pictures: waited in vain for {what}")
            time.sleep(0.05)

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

    def turn(self, tile, lift, roll):
        """Brings a tile to the front, that many degrees above the middle, with its first
        corner up or rolled from there."""
        camera = self.place("window camera")
        lift, roll = math.radians(lift), math.radians(roll)
        out = add(scale(camera.z, math.cos(lift)), scale(camera.y, math.sin(lift)))
        up = along(add(scale(camera.y, math.cos(roll)), scale(camera.x, math.sin(roll))), out)
        wanted = (cross(out, up), out, up)
        now = self.place(f"tile {tile}").axes()
        board = self.place("board").axes()
        # The tile's axes in the board's frame do not turn.
        inside = [[dot(axis, own) for own in board] for axis in now]
        self.set("board", TRANSFORM, ".rotation", rotation_between(inside, wanted))
        seen = lambda: dot(unit(self.place(f"tile {tile}").y), out)
        self.wait("the ball to turn", lambda: seen() > 0.999)

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
        way = (str(x - old["X"]), str(y - old["Y"]))
        self.run("xdotool", "mousemove_relative", "--", *way)
        self.wait(f"the mouse to be on {tile}", lambda: self.pointing()["hovered"] == tile)

    def click(self):
        self.run("xdotool", "mousedown", "1")
        time.sleep(0.1)
        self.run("xdotool", "mouseup", "1")

    def photograph(self, path):
        # What is drawn comes some frames after what is known; at the start the
        # world comes later than the text, when its shaders are there.
        def is_drawn():
            for _ in range(6):
                self.pointing()
            self.run("import", "-silent", "-window", "root", "-depth", "8", str(path))
            return int(self.run("identify", "-format", "%k", str(path))) > COLOURS

        self.wait("the world to be drawn", is_drawn)


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
    """Plays a scene and puts its picture into a file."""
    size = tuple(round(side * scene.oversampling) for side in scene.size)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        folder = pathlib.Path(folder)
        (folder / "settings.ron").write_text(scene.settings)
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
        game.photograph(path)


def publish(source, name, size, part):
    """Makes a picture small: a part of it (as ImageMagick counts from the middle),
    fewer pixels, and a palette."""
    target = PICTURES / f"{name}.png"
    subprocess.run(
        ["convert", str(source), "-gravity", "center", "-crop", part, "+repage", "-filter", "Lanczos", "-resize", f"{size[0]}x{size[1]}",
         "+dither", "-colors", "200", "-strip", "-define", "png:compression-level=9",
         f"PNG8:{target}"],
        check=True,
    )
    print(f"{target.name}: {target.stat().st_size} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--icochess", required=True, help="the game's program")
    parser.add_argument("--headset", metavar="FILE", help="headset-panel.png of the tests")
    parser.add_argument("scenes", nargs="*", help=", ".join(SCENES))
    options = parser.parse_args()
    wanted = options.scenes or ([] if options.headset else list(SCENES))
    unknown = [name for name in wanted if name not in SCENES]
    if unknown:
        parser.error(f"no scene {', '.join(unknown)}; there are {', '.join(SCENES)}")
    if options.headset:
        # Without the most of the sky and of the floor.
        publish(options.headset, "headset", (960, 367), "100%x68%+0+55")
    with tempfile.TemporaryDirectory() as folder:
        for name in wanted:
            raw = pathlib.Path(folder) / f"{name}.png"
            take(options.icochess, SCENES[name], raw)
            publish(raw, name, SCENES[name].size, SCENES[name].part)


if __name__ == "__main__":
    main()
