"""Compares the look of two builds, side by side. Called by scripts/compare-looks."""

import argparse
import os
import pathlib
import statistics
import sys
import tempfile
import time

import make_pictures
from make_pictures import BOARDS, GAME, PROJECT, Table, Window

SIZES = ((640, 480), (1280, 800), (1920, 1080))
# Seconds until a board is set up and at rest, drawn by a processor.
SETTLES = 6
# Height of a view in a comparison, pixels, and maximum bytes of a comparison.
HEIGHT = 240
MOST_BYTES = 600_000
# Pictures of both eyes that the headset tests leave.
EYES = (
    "both-eyes", "panel", "chess", "octhex146-whole", "octhex146-selected", "startrek3d-whole",
    "startrek3d-selected", "raumschach-whole", "raumschach-selected", "page-new-game",
)
# Shape and height of these pictures, pixels.
EYES_SIZE, EYES_HEIGHT = (960, 540), 360
# Seconds of turning per measurement, and measurements per program.
TURNED = 10
TURNS = 2
# Counts the frames begun so far.
FRAMES = "icochess::app::FrameTimes"


class Start(Window):
    """A board when a game begins."""

    settings = "()"

    def __init__(self, size, variant):
        self.size, self.variant = size, variant

    def arguments(self, _folder):
        return ["--variant", self.variant]

    def pose(self, game):
        game.point_at(None)
        game.wait_for_world()
        time.sleep(SETTLES)


class Ball(Start):
    """The ball in the middle of a game, with a piece selected."""

    def arguments(self, folder):
        return Window.arguments(self, folder)

    def pose(self, game):
        super().pose(game)
        game.point_at(self.select)
        game.click()
        game.wait("the selection", lambda: game.pointing()["selected"] == self.select)
        game.point_at(None)
        time.sleep(SETTLES)


class Other(Ball):
    """Another board in the middle of a game, with a piece selected."""

    def __init__(self, size, table):
        super().__init__(size, table.variant)
        self.select, self.table = table.select, table

    def arguments(self, folder):
        return self.table.arguments(folder)


class Turning(Start):
    """A board that the mouse turns, drawn as in the tests; measures the processor time of a frame."""

    settings = '(antialiasing: "off")'
    # Processor time of a frame, milliseconds.
    frame = None

    def pose(self, game):
        super().pose(game)
        frames = lambda: game.call("world.get_resources", {"resource": FRAMES})["value"]["begun"]
        width, height = self.size
        game.run("xdotool", "mousemove", str(width * 4 // 5), str(height // 2), "mousedown", "1")
        before = frames(), processor_seconds(game.process)
        end = time.monotonic() + TURNED
        step = 8
        while time.monotonic() < end:
            game.run("xdotool", "mousemove_relative", "--", str(step), "0")
            step = -step
        count, seconds = frames() - before[0], processor_seconds(game.process) - before[1]
        game.run("xdotool", "mouseup", "1")
        self.frame = 1000 * seconds / count


def processor_seconds(process):
    """Processor time that a process has used (proc(5): utime and stime)."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tell_frames(programs):
    """Prints the frame times of both programs, measured in turn, so that both meet one load."""
    for board in views()["start"]:
        taken = [[], []]
        for _ in range(TURNS):
            for program, times in zip(programs, taken):
                scene = Turning(SIZES[1], board)
                with tempfile.TemporaryDirectory() as folder:
                    take(program, scene, pathlib.Path(folder) / "turned.png")
                times += [scene.frame] if scene.frame else []
        told = [f"{when} {statistics.median(it):.0f} ({min(it):.0f} to {max(it):.0f})"
                for when, it in zip(("then", "now"), taken) if it]
        print(f"{board}: {', '.join(told)} ms of processor time a frame", flush=True)


def views():
    """Views of each comparison, by picture name, in rows of all sizes."""
    tables = {game.parents[1].name: Table(game) for game in sorted(BOARDS.glob(f"*/{GAME}"))}
    start = {board: lambda size, board=board: Start(size, board) for board in ("icochess", *tables)}
    middle = {"icochess": lambda size: Ball(size, "icochess")}
    for board, table in tables.items():
        middle[board] = lambda size, table=table: Other(size, table)
    return {"start": start, "middle": middle}


def take(program, scene, path):
    """Takes a picture unless it exists. A board that the program lacks leaves none."""
    if path.exists():
        return
    try:
        make_pictures.take(program, scene, path)
    except SystemExit as why:
        print(f"{path}: {why}", file=sys.stderr, flush=True)
        path.unlink(missing_ok=True)


def shown(path, size, height):
    """ImageMagick arguments for a picture of that height, or for a grey placeholder."""
    source = [str(path)] if path.exists() else ["-size", f"{size[0]}x{size[1]}", "xc:gray20"]
    return ["(", *source, "-resize", f"x{height}", "-bordercolor", "black", "-border", "2", ")"]


def save(name, rows):
    made = [part for row in rows for part in ("(", *row, "+append", ")")]
    command = ["convert", "-background", "black", *made, "-append", "-strip"]
    target = PROJECT / "docs" / "notes" / f"look-{name}.webp"
    make_pictures.small_enough(target, MOST_BYTES, lambda quality: command + [
        "-quality", str(quality), "-define", "webp:method=6", str(target)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("then", help="program of the older build")
    parser.add_argument("now", help="program of the newer build")
    parser.add_argument("folder", type=pathlib.Path, help="folder for the pictures")
    parser.add_argument("--eyes", nargs=2, type=pathlib.Path, metavar=("THEN", "NOW"),
                        help="folders with pictures from the headset tests")
    parser.add_argument("--frames", action="store_true", help="measure frame times instead")
    options = parser.parse_args()
    if options.frames:
        tell_frames((options.then, options.now))
        return
    places = [options.folder / "then", options.folder / "now"]
    for place in places:
        place.mkdir(parents=True, exist_ok=True)
    for kind, boards in views().items():
        rows = []
        for board, view in boards.items():
            row = []
            for size in SIZES:
                for program, place in zip((options.then, options.now), places):
                    path = place / f"{board}-{size[0]}x{size[1]}-{kind}.png"
                    take(program, view(size), path)
                    row += shown(path, size, HEIGHT)
            rows.append(row)
            print(f"{board}, {kind}", flush=True)
        save(kind, rows)
    if options.eyes:
        rows = [
            [part for place in options.eyes
             for part in shown(place / f"headset-{name}.png", EYES_SIZE, EYES_HEIGHT)]
            for name in EYES
        ]
        save("eyes", rows)


if __name__ == "__main__":
    main()
