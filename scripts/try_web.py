#!/usr/bin/env python3
"""Tries the page of scripts/package in Chromium without a screen, by its DevTools protocol.

    scripts/try_web.py FOLDER [--browser PROGRAM] [--iwer FILE] [--pictures FOLDER] [TRY...]

FOLDER has the files of the page. Without names all tries are made, see TRIES at the end. Each says
what it has measured; pictures are for looking at. Nothing but Python's own library is needed, and for
a headset the emulator iwer (npm), of which FILE is build/iwer.min.js.
"""

import argparse
import base64
import contextlib
import copy
import functools
import http.server
import itertools
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zlib

# Chromium draws WebGL by the processor.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--hide-scrollbars",
    "--enable-unsafe-swiftshader",
    "--autoplay-policy=user-gesture-required",
    "--remote-debugging-pipe",
]
BROWSERS = ["chromium-headless-shell", "chromium", "google-chrome"]
# Far more than anything takes; so long is only waited for what is missing.
PATIENCE = 240
WIDE, NARROW = (1280, 800), (360, 740)
# Moves, and a word of what is told then.
FOOLS_MATE = [("f2f3", "Black"), ("e7e5", "White"), ("g2g4", "Black"), ("d8h4", "mate")]
# What is seen of a clock, which is kept and looked at between frames, is so many seconds late at most.
LATENESS = 5
# Where "Type a move" stands on a narrow page in English, CSS pixels.
TYPE_A_MOVE = (303, 22)
# Games of a file.
FIRST, SECOND, THIRD = (f"""[Event "Try {number}"]
[Variant "Standard"]
[Result "*"]

{moves} *

""" for number, moves in [("one", "1. f3 e5 2. g4"), ("two", "1. e4 e5"), ("three", "1. d4 d5")])
# What the game is told where nobody looks at what is around the board: the board stays where it is.
PLAIN = '(auto_turn_flat: false, render_scale: 0.5, room: "none")\n'


# In a headset: as PLAIN, and the board stays as it is put.
PLAIN_HEADSET = '(auto_turn_headset: false, room: "none", map: false)\n'
OWN_ROOM = PLAIN_HEADSET.replace("(", "(passthrough: true, ", 1)
# Points of both eyes side by side, as the headset takes them.
LAYER = (1600, 880)
# The smallest mip level that the panel's picture has.
PANEL_MIPS = 4
# Looks into the numbers that web/xr.js tells: where those of the left eye begin, and of the right hand.
LEFT_EYE = 21
RIGHT_HAND = LEFT_EYE + 2 * 15 + 25 + 25 * 8


# Keeps what the game tells of its status, which the next word of it replaces.
LISTENER = """addEventListener("DOMContentLoaded", () => {
    window.heard = [];
    const status = document.getElementById("status");
    if (status) new MutationObserver(() => heard.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
})"""


# Keeps the milliseconds of the page's thread for each frame, and turns the board by the mouse.
TURNING = """window.framesTook = [];
{
    const request = requestAnimationFrame;
    window.requestAnimationFrame = (call) => request((time) => {
        const begun = performance.now();
        call(time);
        framesTook.push(performance.now() - begun);
    });
}
// Of an event that is made here, browsers know no parts.
PointerEvent.prototype.getCoalescedEvents = function () { return [this]; };
window.turn = (seconds) => new Promise((tell) => {
    const at = (x, y, buttons) => ({ pointerId: 1, pointerType: "mouse", isPrimary: true, bubbles: true, clientX: x, clientY: y, buttons });
    const send = (name, about) => game.dispatchEvent(new PointerEvent(name, about));
    game.setPointerCapture = () => {};
    send("pointermove", { ...at(850, 640, 0), button: -1 });
    send("pointerdown", { ...at(850, 640, 1), button: 0 });
    let steps = 0;
    const mouse = setInterval(() => {
        steps += 1;
        send("pointermove", { ...at(850 + (steps % 100), 640 - (steps % 37), 1), button: -1 });
    }, 8);
    setTimeout(() => {
        clearInterval(mouse);
        send("pointerup", { ...at(850, 640, 0), button: 0 });
        tell();
    }, 1000 * seconds);
});"""


# Counts what is drawn.
DRAWS = """window.draws = 0;
for (const name of ["drawElements", "drawElementsInstanced", "drawArrays", "drawArraysInstanced"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...about) { draws += 1; return draw.apply(this, about); };
}"""


# Lets the browser give no session in the player's own room, though it says that it has some.
REFUSAL = """{
    const { requestSession } = XRSystem.prototype;
    XRSystem.prototype.requestSession = function (mode, features) {
        const isRefused = mode === "immersive-ar";
        return isRefused ? Promise.reject(new DOMException("not here", "NotSupportedError")) : requestSession.call(this, mode, features);
    };
}"""


# As REFUSAL, after so long that the browser wants another press for the game's room.
LATE_REFUSAL = REFUSAL.replace("return isRefused ?", """
        if (!isRefused && !this.isLate) {
            this.isLate = true;
            return Promise.reject(new DOMException("too late", "SecurityError"));
        }
        return isRefused ?""")


# The headset of the browser goes, or has not come yet, and comes.
HEADSET_CHANGES = "; navigator.xr.dispatchEvent(new Event('devicechange'))"
HEADSET_GOES = "globalThis.modesGone = device.supportedSessionModes.splice(1)" + HEADSET_CHANGES
HEADSET_COMES = "device.supportedSessionModes.push(...modesGone)" + HEADSET_CHANGES


# Hides the page, as behind a headset that was put down, so that it gets no frames, or shows it again; counts
# those that it gets.
HIDING_PAGE = """{
    const request = requestAnimationFrame;
    const waiting = [];
    let isHidden = false;
    const ask = (call) => request((time) => { pageFrames += 1; call(time); });
    window.requestAnimationFrame = (call) => (isHidden ? -waiting.push(call) : ask(call));
    window.hidePage = (hides) => {
        window.pageFrames = 0;
        isHidden = hides;
        if (!hides) waiting.splice(0).forEach(ask);
    };
    hidePage(false);
}"""


class Failed(Exception):
    """What was expected and not found."""


def expect(truth, what):
    if not truth:
        raise Failed(what)


def wait(what, find, patience=PATIENCE):
    """The first answer of `find` that says something."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = find()
        if found:
            return found
        time.sleep(0.1)
    raise Failed(f"no {what} within {patience} s")


# --- A server ------------------------------------------------------------------------------------


class Files(http.server.SimpleHTTPRequestHandler):
    """Hands out files as any web server does."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_):
        pass

    def copyfile(self, source, outputfile):
        # Who leaves a page that is loading wants no more of it.
        with contextlib.suppress(ConnectionError):
            super().copyfile(source, outputfile)


class Server:
    def __init__(self, folder):
        handler = functools.partial(Files, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


# --- A browser -----------------------------------------------------------------------------------


class Browser:
    """Chromium, spoken to through two pipes: JSON, each message with a zero after it."""

    def __init__(self, program, ratio, draws=True):
        self.home = tempfile.mkdtemp(prefix="try-web.")
        ours_out, theirs_in = os.pipe(), os.pipe()

        def connect():
            # The numbers that Chromium expects; they may be taken by the pipes themselves.
            asked, told = os.dup(ours_out[0]), os.dup(theirs_in[1])
            os.dup2(asked, 3)
            os.dup2(told, 4)

        self.process = subprocess.Popen(
            [program, *FLAGS, f"--use-angle={'swiftshader' if draws else 'null'}", f"--force-device-scale-factor={ratio}",
             f"--user-data-dir={self.home}", "about:blank"],
            preexec_fn=connect,
            start_new_session=True,
            close_fds=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(ours_out[0])
        os.close(theirs_in[1])
        self.out, self.into = os.fdopen(ours_out[1], "wb"), os.fdopen(theirs_in[0], "rb")
        self.number = 0
        self.answers = {}
        self.sessions = {}
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        text = b""
        while part := self.into.read1(1 << 16):
            *messages, text = (text + part).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    self.answers.pop(message["id"]).put(message)
                elif page := self.sessions.get(message.get("sessionId")):
                    page.hear(message["method"], message["params"])
        for answer in list(self.answers.values()):
            answer.put({"error": {"message": "Chromium has ended"}})

    def call(self, method, session=None, **params):
        self.number += 1
        answer = self.answers[self.number] = queue.Queue()
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        self.out.write(json.dumps(message).encode() + b"\0")
        self.out.flush()
        try:
            told = answer.get(timeout=PATIENCE)
        except queue.Empty:
            raise Failed(f"no answer to {method}") from None
        if "error" in told:
            raise Failed(f"{method}: {told['error']['message']}")
        return told["result"]

    def end(self):
        # Debian's program is a script that begins the browser.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Page:
    """A page, which a player looks at, with a store of its own or that of a context."""

    def __init__(self, browser, server, pictures, size=WIDE, touch=False, context=None):
        self.browser, self.server, self.pictures = browser, server, pictures
        self.context = context or browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=self.context)
        attached = browser.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.target, self.session = target["targetId"], attached["sessionId"]
        self.complaints, self.asked, self.said = [], [], []
        browser.sessions[self.session] = self
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")
        self.first(LISTENER)
        self.resize(size, touch)
        self.touch = touch
        if touch:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def resize(self, size, mobile=False):
        self.size = size
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=0, mobile=mobile)

    def hear(self, method, params):
        if method == "Runtime.consoleAPICalled":
            text = " ".join(str(it.get("value", it.get("description"))) for it in params["args"])
            self.said.append(f"{params['type']}: {text}")
            if params["type"] in ("error", "assert"):
                self.complaints.append(text)
        elif method == "Runtime.exceptionThrown":
            about = params["exceptionDetails"]
            self.complaints.append(about.get("exception", {}).get("description", about["text"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            entry = params["entry"]
            self.complaints.append(f"{entry['text']} {entry.get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])

    def first(self, script):
        """Runs before anything of the next page."""
        self.call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def keep(self, name, text):
        """A file of the game, from the next page on."""
        self.first(f"if (!sessionStorage.{name.split('.')[0]}) {{ sessionStorage.{name.split('.')[0]} = 1; "
                   f"localStorage.setItem('icochess/{name}', {json.dumps(text)}); }}")

    def open(self, asked="", **arguments):
        if arguments:
            asked = "?" + urllib.parse.urlencode(arguments)
        self.call("Page.navigate", url=self.server.address + asked)

    def reload(self):
        with self.replaced():
            self.call("Page.reload")

    @contextlib.contextmanager
    def replaced(self):
        """Waits for the page that comes in the place of this one by what is done meanwhile."""

        def is_another():
            # A page that goes answers nothing.
            with contextlib.suppress(Failed):
                return self.tell("!window.before")

        self.tell("window.before = true")
        yield
        wait("page anew", is_another)

    def tell(self, script):
        """What an expression says."""
        told = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in told:
            raise Failed(f"{script}: {told['exceptionDetails']}")
        return told["result"].get("value")

    def text(self, name):
        """What an element of the page says."""
        return self.tell(f"document.getElementById({json.dumps(name)})?.textContent ?? ''")

    def status(self):
        return self.text("status")

    def heard(self):
        """All that the game has told of its status on this page."""
        return self.tell("window.heard ?? []")

    def wait_to_hear(self, *words, since=0, patience=PATIENCE):
        """The first thing that is told with all of these words."""
        def find():
            self.assert_no_trouble()
            return next((it for it in self.heard()[since:] if all(word in it for word in words)), None)
        try:
            return wait(f"status with {words}", find, patience)
        except Failed as problem:
            raise Failed(f"{problem}; it told {self.heard()[since:]}") from None

    def trouble(self):
        return self.tell("document.getElementById('trouble')?.hidden === false && document.getElementById('what').textContent")

    def assert_no_trouble(self):
        if what := self.trouble():
            raise Failed(f"{what} {self.text('why')} {self.complaints}")

    def begin(self, settings=PLAIN, **arguments):
        """Opens the page with these settings of the game, and waits for it."""
        self.keep("settings.ron", settings)
        self.open(**arguments)
        self.wait_for_game()

    def wait_for_game(self):
        """The seconds until the game is seen."""
        begun = time.monotonic()
        def find():
            self.assert_no_trouble()
            return self.tell("document.getElementById('loading')?.hidden === true")
        wait("game", find)
        return time.monotonic() - begun

    def assert_quiet(self):
        """Nothing was complained of, and nobody else was asked."""
        expect(not self.complaints, f"the console has errors: {self.complaints}")
        ours = (self.server.address, "data:", "blob:", "about:")
        others = [url for url in self.asked if not url.startswith(ours)]
        expect(not others, f"others were asked: {others}")

    def shot(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def picture(self, name):
        path = self.pictures / f"{name}.png"
        path.write_bytes(self.shot())
        print(f"  {path}")

    def rest(self, patience=60):
        """Waits until two pictures, a second apart, are the same."""
        before = None
        end = time.monotonic() + patience
        while time.monotonic() < end:
            now = self.shot()
            if now == before:
                return
            before = now
            time.sleep(1)

    def press_key(self, key, code="", text=None, modifiers=0):
        about = {"key": key, "code": code, "modifiers": modifiers}
        if text:
            about["text"] = text
        self.call("Input.dispatchKeyEvent", type="keyDown", **about)
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def press(self, x, y):
        """Clicks, or taps."""
        if self.touch:
            self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
            time.sleep(0.1)
            self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        else:
            about = {"x": x, "y": y, "button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
            time.sleep(0.1)
            self.call("Input.dispatchMouseEvent", type="mousePressed", **about)
            time.sleep(0.1)
            self.call("Input.dispatchMouseEvent", type="mouseReleased", **about)

    def type_move(self, move):
        """By the field of the page, as who hears the game does."""
        self.tell(f"move.value = {json.dumps(move)}; typed.requestSubmit()")

    def has_focus(self, name):
        """Whether the element of that name has the focus."""
        return self.tell(f"document.activeElement === document.getElementById({json.dumps(name)})")

    def keeps(self, text):
        """Whether the game keeps a file with that text."""
        return self.tell("Object.entries(localStorage).some(([name, kept]) => "
                         f"name.startsWith('icochess/') && kept.includes({json.dumps(text)}))")

    def beside(self):
        """Another page of the same player."""
        return Page(self.browser, self.server, self.pictures, self.size, context=self.context)

    def close(self):
        self.browser.sessions.pop(self.session, None)
        self.browser.call("Target.closeTarget", targetId=self.target)


# --- A board that is seen ------------------------------------------------------------------------


class Picture:
    """A PNG as Chromium writes it: 8 bits a channel."""

    def __init__(self, png):
        at, packed = 8, b""
        while at < len(png):
            (length,) = struct.unpack(">I", png[at:at + 4])
            kind, data = png[at + 4:at + 8], png[at + 8:at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, _, colour = struct.unpack(">IIBB", data[:10])
                self.channels = {2: 3, 6: 4}[colour]
            elif kind == b"IDAT":
                packed += data
            at += 12 + length
        stride = self.width * self.channels
        lines, self.lines, before = zlib.decompress(packed), [], bytearray(stride)
        for y in range(self.height):
            start = y * (stride + 1)
            before = self.unfiltered(lines[start], bytearray(lines[start + 1:start + 1 + stride]), before)
            self.lines.append(before)

    def unfiltered(self, kind, line, above):
        step = self.channels
        for at in range(len(line) if kind else 0):
            left = line[at - step] if at >= step else 0
            up, corner = above[at], above[at - step] if at >= step else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            else:
                far = left + up - corner
                guess = min((abs(far - left), 0, left), (abs(far - up), 1, up), (abs(far - corner), 2, corner))[2]
            line[at] = (line[at] + guess) & 255
        return line

    def part(self, left, top, width, height):
        """A part of it, as a picture."""
        part, step = copy.copy(self), self.channels
        part.width, part.height = width, height
        part.lines = [line[left * step:(left + width) * step] for line in self.lines[top:top + height]]
        return part

    def shift_to(self, other, most):
        """By how many pixels, `most` at most, what is seen in another picture of that size is farther
        left there, and by how much better that fits than no shift."""
        step, reach = self.channels, range(most, self.width)

        def apart(shift):
            rows = zip(self.lines[::4], other.lines[::4])
            return sum(abs(one[x * step] - two[(x - shift) * step]) for one, two in rows for x in reach)

        costs = [apart(shift) for shift in range(most)]
        best = min(range(most), key=costs.__getitem__)
        return best, costs[0] / max(costs[best], 1)

    def shades(self, cell):
        """How much there is of other colours beside red in each cell of so many pixels a side, and how much
        red, as rows: light wood has more of others than dark wood, in any light."""
        step, rows = self.channels, []
        for top in range(0, self.height - cell + 1, cell):
            red, green = [0] * (self.width // cell), [0] * (self.width // cell)
            for line in self.lines[top:top + cell]:
                for x in range(len(red) * cell):
                    red[x // cell] += line[x * step]
                    green[x // cell] += line[x * step + 1]
            rows.append(([g / (r + 8 * cell * cell) for r, g in zip(red, green)], red))
        return rows


def line_through(points):
    """The straight line y = a + b x that fits best."""
    number = len(points)
    mean_x = sum(x for x, _ in points) / number
    mean_y = sum(y for _, y in points) / number
    b = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return mean_y - b * mean_x, b


class Squares:
    """Where the squares of an 8×8 board are on the screen, found by looking at the four ranks that
    are empty when a game begins. White is below."""

    # Pixels of a cell, and least difference between squares of both kinds.
    CELL, APART = 4, 0.06

    def __init__(self, picture):
        rows = []
        for at, shades in enumerate(picture.shades(self.CELL)):
            if row := self.row(*shades):
                rows.append(((at + 0.5) * self.CELL, *row))
        # Where light and dark change places, the next rank begins. From far to near.
        ranks = []
        for row in rows:
            if not ranks or ranks[-1][0][3] != row[3] or row[0] - ranks[-1][-1][0] > 3 * self.CELL:
                ranks.append([])
            ranks[-1].append(row)
        # Of those with pieces a strip may be seen, too. a6 is light.
        four = [ranks[at:at + 4] for at in range(len(ranks) - 3)]
        four = [it for it in four if [rank[0][3] for rank in it] == [False, True, False, True]]
        expect(four, f"no board is seen, in {len(rows)} rows and {len(ranks)} ranks")
        ranks = max(four, key=lambda it: min(map(len, it)))
        rows = [row for rank in ranks for row in rank]
        self.left = line_through([(y, left) for y, left, _, _ in rows])
        self.right = line_through([(y, right) for y, _, right, _ in rows])
        # Edges of ranks from White's side: 5 is the one between the ranks 5 and 6. The width of the board
        # there tells how far away it is: 1/width grows evenly from rank to rank.
        edges = [(far[-1][0] + near[0][0]) / 2 for far, near in zip(ranks, ranks[1:])]
        self.depth = line_through([(5 - at, 1 / self.width(y)) for at, y in enumerate(edges)])

    @classmethod
    def row(cls, shades, reds):
        """Left and right end of eight squares in a row, and whether the first is dark."""
        sums, red_sums = ([0, *itertools.accumulate(it)] for it in (shades, reds))
        best = []
        for half in range(len(shades) // 10, len(shades) // 4):
            pitch = half / 2
            margin = max(1, round(pitch / 4))
            for left in range(len(shades) - 8 * half // 2):
                edges = [left + n * half // 2 for n in range(9)]
                inner = [(a + margin, b - margin) for a, b in zip(edges, edges[1:])]
                means = [(sums[b] - sums[a]) / (b - a) for a, b in inner]
                one, other = means[0::2], means[1::2]
                apart = max(min(one) - max(other), min(other) - max(one))
                if apart > cls.APART:
                    # The frame is darker than any square.
                    lights = [(red_sums[b] - red_sums[a]) / (b - a) for a, b in inner]
                    if min(lights) > 0.55 * max(lights):
                        best.append((apart, left, left + 4 * half, one[0] < other[0]))
        if not best:
            return None
        most = max(best)
        near = [it for it in best if it[0] > 0.6 * most[0] and it[3] == most[3] and abs(it[1] - most[1]) < 10]
        left, right = (sum(it[at] for it in near) / len(near) * cls.CELL for at in (1, 2))
        return left, right, most[3]

    def width(self, y):
        return self.right[0] + self.right[1] * y - self.left[0] - self.left[1] * y

    def at(self, square, across=0.5, along=0.5):
        """The point of the screen in the middle of a square, or elsewhere on it."""
        file, rank = ord(square[0]) - ord("a") + across, int(square[1]) - 1 + along
        width = 1 / (self.depth[0] + self.depth[1] * rank)
        slope = self.right[1] - self.left[1]
        y = (width - self.right[0] + self.left[0]) / slope
        return self.left[0] + self.left[1] * y + file / 8 * width, y


# --- Tries ---------------------------------------------------------------------------------------


class Tries:
    def __init__(self, folder, browser, pictures, iwer=None):
        self.folder, self.program, self.pictures, self.iwer = folder, browser, pictures, iwer

    @contextlib.contextmanager
    def page(self, ratio=1, draws=True, **about):
        """A page on a screen with so many pixels for one of the page, in each direction."""
        server, browser = Server(self.folder), Browser(self.program, ratio, draws)
        try:
            page = Page(browser, server, self.pictures, **about)
            try:
                yield page
            except Failed:
                with contextlib.suppress(Failed):
                    page.picture("failed")
                    print("\n".join(page.said[-20:]))
                raise
        finally:
            browser.end()
            with contextlib.suppress(OSError):
                server.stop()

    def files(self):
        """The folder has what is kept for later, and nothing is left to be filled in."""
        worker = (self.folder / "service-worker.js").read_text()
        kept = worker[worker.index("FILES = ["):worker.index("];")]
        named = [line.strip(' ",') for line in kept.splitlines()[1:] if line.strip()]
        missing = [name for name in named if name != "./" and not (self.folder / name).is_file()]
        expect(not missing, f"not there: {missing}")
        about = {"service-worker.js", "index.html"}
        loaded = {it.name for it in self.folder.iterdir() if it.suffix in (".js", ".wasm", ".css", ".svg")}
        expect(loaded - about <= set(named), f"not kept: {loaded - about - set(named)}")
        for name in ["service-worker.js", "page.js"]:
            expect("@" not in (self.folder / name).read_text(), f"{name} has a place to be filled in")
        manifest = json.loads((self.folder / "manifest.webmanifest").read_text())
        expect(all((self.folder / icon["src"]).is_file() for icon in manifest["icons"]), "an icon is missing")

    def all_boards(self):
        """The identifiers of all boards, as the engine lists them."""
        with self.page() as page:
            # Of the same origin, without the game.
            page.open("manifest.webmanifest")
            boards = page.tell("""new Promise((tell, fail) => {
                const worker = new Worker("engine-worker.js", { type: "module" });
                worker.onerror = (error) => fail(new Error(error.message));
                worker.onmessage = ({ data }) => {
                    if (data.includes("UCI_Variant")) tell(data.split(" var ").slice(1));
                };
                worker.postMessage("uci");
            })""")
            expect(len(boards) >= 5, f"boards: {boards}")
            return boards

    def worker(self):
        """The engine answers on every board beside a page, which goes on meanwhile."""
        boards = self.all_boards()
        with self.page() as page:
            # Of the same origin, without the game.
            page.open("manifest.webmanifest")
            told = page.tell("""(async (boards) => {
                const begin = () => {
                    const worker = new Worker("engine-worker.js", { type: "module" });
                    const ask = (lines, last) => new Promise((tell, fail) => {
                        const said = [];
                        worker.onerror = (error) => fail(new Error(error.message));
                        worker.onmessage = ({ data }) => {
                            said.push(data);
                            if (data.startsWith(last)) tell(said);
                        };
                        for (const line of lines) worker.postMessage(line);
                    });
                    return { worker, ask };
                };
                const now = () => performance.now();
                const start = now();
                let { worker, ask } = begin();
                await ask(["uci"], "uciok");
                const begun = now() - start;
                const moves = {};
                let longest = 0, before = now(), goesOn = true;
                const frame = () => {
                    longest = Math.max(longest, now() - before);
                    before = now();
                    if (goesOn) setTimeout(frame);
                };
                frame();
                for (const board of boards) {
                    const lines = [`setoption name UCI_Variant value ${board}`, "position startpos", "go movetime 1000"];
                    const said = await ask(lines, "bestmove");
                    moves[board] = [said.at(-1), said.at(-2)];
                }
                goesOn = false;
                const asked = now();
                worker.postMessage("go infinite");
                worker.terminate();
                ({ worker, ask } = begin());
                await ask(["isready"], "readyok");
                return { begun, moves, longest, again: now() - asked };
            })(""" + json.dumps(boards) + ")")
            for board, (best, info) in told["moves"].items():
                expect(best.startswith("bestmove ") and "0000" not in best, f"{board}: {best}")
                words = info.split()
                print(f"  {board}: {best}, depth {words[words.index('depth') + 1]}, "
                      f"{words[words.index('nps') + 1]} positions a second")
            print(f"  begins within {told['begun']:.0f} ms, again within {told['again']:.0f} ms; "
                  f"the page waits {told['longest']:.0f} ms at most")
            expect(told["longest"] < 100, "the page waits for the search")
            page.assert_quiet()

    def sentences(self):
        """Without WebGL 2, and where the game ends by a mistake, a sentence says so."""
        for size, touch in [(WIDE, False), (NARROW, True)]:
            with self.page(size=size, touch=touch) as page:
                page.first("HTMLCanvasElement.prototype.getContext = () => null")
                page.open()
                what = wait("sentence", page.trouble)
                expect("WebGL\u00a02" in what, what)
                page.picture(f"no-webgl-{size[0]}")
                page.assert_quiet()
        with self.page() as page:
            page.open()
            # Its script has run, which hears of mistakes, and loads the game.
            wait("page", lambda: page.tell("window.bar?.value > 0"))
            page.tell("setTimeout(() => { throw new WebAssembly.RuntimeError('unreachable') })")
            what = wait("sentence", page.trouble)
            expect("mistake" in what, what)
            page.picture("ended")

    def loading(self):
        """The bar goes by bytes, on slow networks, in both languages."""
        for size, touch, language, of in [(WIDE, False, "en", " of "), (NARROW, True, "de-DE", " von ")]:
            with self.page(size=size, touch=touch) as page:
                page.call("Emulation.setUserAgentOverride", userAgent="", acceptLanguage=language)
                page.call("Network.emulateNetworkConditions", offline=False, latency=20,
                          downloadThroughput=1_000_000, uploadThroughput=1_000_000)
                page.open()
                part = wait("part", lambda: page.tell("window.bar?.value > 0.2 && bar.value"))
                word = page.text("word")
                expect(0.2 < part < 1 and of in word and "MB" in word, f"{part} {word}")
                page.picture(f"loading-{size[0]}")

    def boards(self):
        """Every board is drawn at both sizes, as large as the page."""
        boards = self.all_boards()
        for size, touch, ratio in [(WIDE, False, 1), (NARROW, True, 2)]:
            for board in boards:
                with self.page(size=size, touch=touch, ratio=ratio) as page:
                    page.open(variant=board)
                    seconds = page.wait_for_game()
                    page.rest(20)
                    page.picture(f"{board}-{size[0]}")
                    canvas = page.tell("[game.width, game.height, game.clientWidth, game.clientHeight, "
                                       "document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
                    expect(canvas[:2] == [size[0] * ratio, size[1] * ratio], f"the canvas is {canvas}")
                    expect(canvas[2:4] == list(size) and canvas[4:] == list(size), f"the page is {canvas}")
                    print(f"  {board} {size[0]}×{size[1]}: seen after {seconds:.1f} s; {page.status()!r}")
                    page.assert_quiet()

    def resize(self):
        """The game follows the window, on screens of each kind."""
        for ratio in [1, 2]:
            with self.page(ratio=ratio) as page:
                page.begin(variant="chess")
                for size in [(900, 600), NARROW, WIDE]:
                    page.resize(size)
                    wanted = [side * ratio for side in size]
                    wait(f"canvas of {wanted}", lambda: page.tell("[game.width, game.height]") == wanted, 30)
                page.rest(20)
                page.picture(f"resized-{ratio}")
                page.assert_quiet()

    def start(self, page, **asked):
        """A plain game of 8×8 between two people, and its squares on the screen."""
        page.begin(variant="chess", **asked)
        page.rest(20)
        return Squares(Picture(page.shot()))

    def play(self, page, squares, move, *words, press=None):
        """Picks a piece and where it goes, by `press` of a point or else by the mouse, until the status
        says so: what stands before a square may hide all but its far part."""
        ways = [(0.5, 0.8), (0.5, 0.5), (0.3, 0.6), (0.7, 0.6), (0.5, 0.25)]
        since = len(page.heard())
        ratio = page.tell("devicePixelRatio")
        for across, along in ways:
            for square in (move[:2], move[2:]):
                x, y = squares.at(square, across, along)
                if press:
                    press(x, y)
                else:
                    page.press(x / ratio, y / ratio)
                time.sleep(1)
            with contextlib.suppress(Failed):
                told = page.wait_to_hear(*words, since=since, patience=10)
                print(f"  {move}: {told!r}")
                return
            # Nothing is chosen any more.
            page.press_key("Escape", "Escape")
        raise Failed(f"{move} is not played; it told {page.heard()[since:]}")

    def mate(self):
        """A game to mate by mouse, and one by touch."""
        for size, touch, ratio in [(WIDE, False, 1), (NARROW, True, 2)]:
            with self.page(size=size, touch=touch, ratio=ratio) as page:
                squares = self.start(page)
                for move, word in FOOLS_MATE:
                    self.play(page, squares, move, word)
                page.rest(20)
                page.picture(f"mate-{size[0]}")
                page.assert_quiet()

    def typed(self):
        """A game to mate by typed moves alone, which the live region follows."""
        with self.page() as page:
            page.begin(variant="chess")
            for move, word in FOOLS_MATE:
                since = len(page.heard())
                page.type_move(move)
                print(f"  {move}: {page.wait_to_hear(word, since=since)!r}")
            # Where there is a mouse, what is typed needs nothing else.
            expect(page.has_focus("game"), "the game has not the focus")
            page.picture("typed")
            page.assert_quiet()

    def keyboard(self):
        """On a touch screen the keyboard comes with a field of the game, and what it writes is played."""
        with self.page(size=NARROW, touch=True, ratio=2) as page:
            page.begin(variant="chess")
            page.rest(20)
            # The game has the focus whatever of the page has it.
            page.tell("game.addEventListener('blur', () => (window.isLeft = true))")
            page.press(*TYPE_A_MOVE)
            wait("field for the keyboard", lambda: page.has_focus("keys"), 60)
            page.rest(20)
            page.picture("keyboard")
            since = len(page.heard())
            # As keyboards of screens do: a word that is not yet there, and another in its place.
            page.call("Input.imeSetComposition", text="e2e", selectionStart=3, selectionEnd=3)
            page.call("Input.imeSetComposition", text="e2e3", selectionStart=4, selectionEnd=4)
            page.call("Input.insertText", text="e2e4")
            page.press_key("Enter", text="\r")
            print(f"  {page.wait_to_hear('Black to move', since=since)!r}")
            since = len(page.heard())
            page.call("Input.insertText", text="e7e5")
            page.tell("document.execCommand('delete')")
            page.call("Input.insertText", text="6")
            page.press_key("Enter", text="\r")
            print(f"  {page.wait_to_hear('White to move', since=since)!r}")
            expect(not page.tell("window.isLeft"), "the game was told that nobody looks")
            # Below the buttons, beside the cards.
            page.press(340, 200)
            wait("game with the focus", lambda: page.has_focus("game"), 60)
            page.assert_quiet()

    def given(self):
        """Games of files that are dropped or chosen are kept, and a game is given as a file."""
        with self.page() as page:
            page.begin(variant="chess")
            take = "const it = new DataTransfer(); it.items.add(new File([%s], 'some.pgn')); "
            for text, does, words in [
                (FIRST + SECOND, "dispatchEvent(new DragEvent('drop', { dataTransfer: it }))", ["2", "games", "imported"]),
                (THIRD, "chooser.files = it.files; chooser.dispatchEvent(new Event('change'))", ["1", "game", "imported"]),
            ]:
                since = len(page.heard())
                page.tell("{ " + take % json.dumps(text) + does + " }")
                print(f"  {page.wait_to_hear(*words, since=since)!r}")
            for number in ["one", "two", "three"]:
                wait(f"game {number} that is kept", lambda: page.keeps(f"Try {number}"), 30)
            with tempfile.TemporaryDirectory() as folder:
                page.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder,
                                  browserContextId=page.context)
                # As the game does it.
                page.tell(f"dispatchEvent(new CustomEvent('icochess-offer', {{ detail: ['game.pgn', {json.dumps(FIRST)}] }}))")
                file = pathlib.Path(folder) / "game.pgn"
                wait("file", lambda: file.is_file() and file.read_text() == FIRST, 30)
            page.assert_quiet()

    def two(self):
        """Of two pages the second one saves nothing, and says so, until the first one is closed."""
        with self.page() as first:
            first.begin(variant="chess")
            first.type_move("e2e4")
            wait("game that is kept", lambda: first.keeps("e4"))
            second = first.beside()
            second.open(variant="chess")
            second.wait_for_game()
            second.type_move("d2d3")
            print(f"  {second.wait_to_hear('another Icochess')!r}")
            expect(not first.keeps("d3"), "the second page has saved its game")
            first.close()
            second.reload()
            second.wait_for_game()
            since = len(second.heard())
            second.type_move("e7e5")
            second.wait_to_hear("White", since=since)
            wait("game that is kept", lambda: second.keeps("e5"))
            second.assert_quiet()

    def reload(self):
        """A game comes back when the page is loaded again."""
        with self.page() as page:
            page.begin(variant="chess")
            page.type_move("f2f3")
            page.wait_to_hear("Black to move")
            wait("game that is kept", lambda: page.keeps("f3"))
            page.reload()
            page.wait_for_game()
            page.wait_to_hear("Black to move")
            page.rest(20)
            page.picture("reloaded")
            page.assert_quiet()

    def link(self):
        """A link opens a position, or a game; what cannot be read is told."""
        links = [
            ({"variant": "chess", "position": "7k/5ppp/8/8/8/8/8/K3R3 w - - 0 1"}, "e1e8", ["mate"]),
            ({"pgn": '[Variant "Standard"]\n\n1. f3 e5 2. g4 *'}, "d8h4", ["mate"]),
        ]
        for asked, move, words in links:
            with self.page() as page:
                page.begin(**asked)
                page.type_move(move)
                print(f"  {page.wait_to_hear(*words)!r}")
                page.assert_quiet()
        with self.page() as page:
            page.keep("settings.ron", PLAIN)
            page.open(variant="chess", position="nonsense")
            wait("sentence", page.trouble)
            why = page.text("why")
            expect("position" in why, f"what is wrong is not told: {why!r}")
            print(f"  {why!r}")
            page.picture("link-nonsense")
            page.reload()
            page.wait_for_game()

    def computer(self):
        """The computer answers, and not before it has thought."""
        with self.page() as page:
            # It thinks as long as it may.
            computer = "(computer: (seconds: 12.0, black: (computer: true, level: 10)), "
            page.begin(PLAIN.replace("(", computer, 1), variant="chess")
            since = len(page.heard())
            page.type_move("e2e4")
            page.wait_to_hear("Black", since=since)
            # The move is seen to its end.
            time.sleep(4)
            longest = page.tell("""new Promise((tell) => {
                let [longest, before] = [0, performance.now()];
                const end = before + 5000;
                const frame = (now) => {
                    [longest, before] = [Math.max(longest, now - before), now];
                    if (now < end) requestAnimationFrame(frame); else tell(longest);
                };
                requestAnimationFrame(frame);
            })""")
            expect(len(page.heard()) == since + 1, f"it has moved already: {page.heard()}")
            # As long as the processor draws one: `worker` shows that the page waits for no search.
            print(f"  while it thinks, the longest frame takes {longest:.0f} ms")
            print(f"  {page.wait_to_hear('White to move', since=since + 1)!r}")
            page.picture("computer")
            page.assert_quiet()

    def rest(self):
        """A game that nobody plays is not drawn again and again."""
        with self.page() as page:
            page.first(DRAWS)
            page.open(variant="icochess")
            page.wait_for_game()
            # Some single frames come in the first ten seconds.
            time.sleep(15)
            before = page.tell("draws")
            time.sleep(5)
            drawn = page.tell("draws") - before
            print(f"  {before} draws until it rests, {drawn} after that")
            expect(before and not drawn, "it does not rest")

    def turned(self):
        """A frame takes little of the page's thread while the board is turned, without what it takes to draw."""
        for board in ["icochess", "chess"]:
            with self.page(draws=False) as page:
                page.first(TURNING)
                page.begin(variant=board)
                # Some single frames come in the first seconds.
                time.sleep(5)
                page.tell("framesTook.length = 0; turn(20)")
                took = sorted(page.tell("framesTook"))
                expect(len(took) > 20, f"{len(took)} frames")
                middle, most = took[len(took) // 2], took[len(took) * 9 // 10]
                print(f"  {board}: {len(took)} frames, median {middle:.1f} ms, 90th percentile {most:.1f} ms")
                expect(middle < 50, "it is slow")

    def offline(self):
        """After the first visit the game begins without a connection, by a link, too."""
        with self.page() as page:
            page.begin(variant="chess")
            page.tell("navigator.serviceWorker.ready.then(() => true)")
            missing = page.call("Page.getInstallabilityErrors")["installabilityErrors"]
            expect(not missing, f"it cannot be installed: {missing}")
            page.server.stop()
            page.open(variant="raumschach")
            page.wait_for_game()
            page.rest(20)
            page.picture("offline")
            page.assert_quiet()

    def update(self):
        """A newer version is fetched beside the old one, and begins when no page of that is left."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            shutil.copytree(self.folder, folder, dirs_exist_ok=True)
            with Tries(folder, self.program, self.pictures).page() as page:
                page.begin(variant="chess")
                page.tell("navigator.serviceWorker.ready.then(() => true)")
                before = page.tell("caches.keys()")
                worker = folder / "service-worker.js"
                worker.write_text(worker.read_text().replace('VERSION = "', 'VERSION = "newer ', 1))
                style = folder / "style.css"
                style.write_text(f"{style.read_text()}:root {{ --newer: 1; }}")
                newer = "getComputedStyle(document.documentElement).getPropertyValue('--newer')"
                page.reload()
                page.wait_for_game()
                wait("newer version", lambda: page.tell("navigator.serviceWorker.ready.then((it) => !!it.waiting)"))
                expect(not page.tell(newer), "files of two versions are mixed")
                page.assert_quiet()
                again = page.beside()
                page.close()
                # Browsers take a moment for it.
                time.sleep(3)
                again.open()
                again.wait_for_game()
                expect(again.tell(newer), "the newer version has not begun")
                kept = again.tell("caches.keys()")
                expect(len(kept) == len(before) == 1 and kept != before, f"{before} and then {kept} are kept")
                again.assert_quiet()

    # --- In a headset ---

    @contextlib.contextmanager
    def headset_page(self):
        """A page of a browser that has the emulator's headset."""
        # Its own frames are those of the page, which the page's name for them no longer means.
        emulator = self.iwer.read_text().replace("globalThis.requestAnimationFrame", "globalThis.nativeFrames")
        stand_in = pathlib.Path(__file__).with_name("xr_stand_in.js").read_text()
        with self.page() as page:
            page.first("globalThis.nativeFrames = requestAnimationFrame.bind(window);"
                       f"globalThis.layerSize = {json.dumps(LAYER)};{emulator}")
            page.first(stand_in)
            yield page

    def frames(self, page, number):
        """Waits for so many frames of the headset."""
        end = page.tell("count.frames") + number
        wait(f"{number} frames", lambda: page.tell("count.frames") >= end)

    def do(self, page, number, *scripts):
        """Does one after the other, and waits for so many frames of the headset after each."""
        for script in scripts:
            page.tell(f"void ({script})")
            self.frames(page, number)

    @contextlib.contextmanager
    def in_headset(self, settings=PLAIN_HEADSET, first=""):
        """A plain game of 8×8 in the headset."""
        with self.headset_page() as page:
            page.first(first)
            page.begin(settings, variant="chess", vr="")
            self.put_on(page)
            yield page

    def press_button(self, page, name):
        """Clicks a button of the page."""
        wait(f"button {name}", lambda: page.tell(f"document.getElementById('{name}')?.checkVisibility()"))
        page.press(*page.tell("(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
                              f"(document.getElementById('{name}').getBoundingClientRect())"))

    def put_on(self, page):
        """Enters the headset from its page; the board is before the player then."""
        page.picture("headset-page")
        self.press_button(page, "enter")
        # The head has to hold still for half a second. Then it looks down, at the board.
        self.frames(page, 20)
        self.do(page, 5, "device.quaternion.set(-0.342, 0, 0, 0.94)")

    def look(self, page, name, around=255):
        """What the left eye sees, and the right one: the board, and around it what is so opaque, 0 to 255."""
        width, height = LAYER[0] // 2, LAYER[1]
        corners = [(eye + x, y) for eye in (0, width) for x in (4, width - 5) for y in (4, height - 5)]
        middles = [(eye + width // 2, height // 2) for eye in (0, width)]
        seen = page.tell(f"look({json.dumps(corners + middles)})")
        png = base64.b64decode(seen.pop("picture").split(",")[1])
        path = self.pictures / f"{name}.png"
        path.write_bytes(png)
        print(f"  {path} {seen}")
        expect(seen["canvas"] == list(LAYER), f"the canvas has not the size of the layer: {seen}")
        expect(seen["most"] == 0 and seen["error"] == 0, f"the copy differs from the canvas: {seen}")
        expected = [around] * len(corners) + [255] * len(middles)
        expect(seen["alphas"] == expected, f"corners and boards are not as opaque as {expected}: {seen}")
        both = Picture(png)
        return [both.part(left, 0, width, LAYER[1]) for left in (0, width)]

    def take_off(self, page):
        """Ends the session, after which the page is that of the screen."""
        with page.replaced():
            page.tell("void sessionNow.end()")
        page.wait_for_game()
        expect(page.tell("document.getElementById('headset').hidden"), "it is still the page of a headset")

    def no_headset(self):
        """Where the browser has no headset, the page for one says so and leads back."""
        with self.page() as page:
            page.begin(variant="chess", vr="")
            wait("sentence", lambda: page.tell("document.getElementById('headset').checkVisibility()"))
            word = page.text("headset-word")
            print(f"  {word!r}")
            expect(not page.tell("enter.checkVisibility()"), "a headset is offered")
            page.picture("no-headset")
            with page.replaced():
                self.press_button(page, "stay")
            page.wait_for_game()
            page.rest(20)
            page.assert_quiet()

    def headset(self):
        """From the page into the headset, with the game that is kept, and back; two eyes see the board
        from two places, and all is drawn within the headset's frames."""
        with self.headset_page() as page:
            page.first("addEventListener('icochess-headset-there', ({ detail }) => ([window.isThere] = detail))")
            page.begin(PLAIN_HEADSET, variant="chess")
            wait("headset that the game is told of", lambda: page.tell("window.isThere"))
            page.type_move("e2e4")
            wait("game that is kept", lambda: page.keeps("e4"))
            # As the game does it.
            with page.replaced():
                page.tell("void dispatchEvent(new CustomEvent('icochess-headset'))")
            page.wait_for_game()
            page.wait_to_hear("Black to move")
            self.put_on(page)
            self.do(page, 20, "countAnew()")
            count = page.tell("count")
            print(f"  {count}")
            draws = count["draws"]
            expect(draws["callback"] > 0, "nothing is drawn")
            expect(draws["micro"] == draws["outside"] == count["faults"] == 0, f"it is drawn outside the frames: {count}")
            left, right = self.look(page, "headset")
            # Read from afar, the panel does not glitter.
            mip = page.tell("smallestMip")
            expect(mip == PANEL_MIPS, f"of the panel the smallest mip level is {mip}")
            # In the middle is the board.
            middle = left.width // 4, int(left.height * 0.35), left.width // 2, int(left.height * 0.3)
            shift, better = left.part(*middle).shift_to(right.part(*middle), 80)
            print(f"  both eyes see the board {shift} pixels apart, which fits {better:.1f} times as well as none")
            # By 63 mm, 0.8 m away, where a tangent of 1 is half the height: 35 pixels.
            expect(20 <= shift <= 60 and better > 1.2, "the eyes see no board from two places")
            self.take_off(page)
            page.wait_to_hear("Black to move")
            page.assert_quiet()

    def triangle(self):
        """Where the layer takes no copy by `blitFramebuffer`, a triangle makes it."""
        # An error of WebGL, and no copy.
        refusal = "WebGL2RenderingContext.prototype.blitFramebuffer = function () { this.enable(1); }"
        with self.in_headset(first=refusal) as page:
            self.look(page, "triangle")

    def passthrough(self):
        """Who wants to see their own room does: the board is opaque, and around it nothing is drawn.

        Where the browser does not give them that, they enter the game's room."""
        wanted = OWN_ROOM.replace("none", "terrace")
        for first, mode, around in [("", "alpha-blend", 0), (REFUSAL, "opaque", 255)]:
            with self.in_headset(wanted, first) as page:
                self.look(page, f"passthrough-{mode}", around)
                shown = page.tell("sessionNow.environmentBlendMode")
                expect(shown == mode, f"the session is {shown}, expected {mode}")
                page.assert_quiet()

    def late(self):
        """Who is refused the real room after a while presses again, and enters the game's."""
        with self.headset_page() as page:
            page.first(LATE_REFUSAL)
            page.begin(OWN_ROOM, variant="chess", vr="")
            self.press_button(page, "enter")
            wait("sentence", lambda: "again" in page.text("headset-word"))
            self.put_on(page)
            page.assert_quiet()

    def comes(self):
        """A headset that comes while the page is open is offered, and entered as one that was there."""
        with self.headset_page() as page:
            page.first("addEventListener('icochess-headset-there', ({ detail }) => (window.found = detail))")
            page.first(HEADSET_GOES)
            page.begin(OWN_ROOM, variant="chess")
            found = wait("look for a headset", lambda: page.tell("window.found"))
            expect(found == [False, False], f"there is a headset: {found}")
            page.tell(HEADSET_COMES)
            wait("headset with the real room, of which the game is told", lambda: page.tell("found") == [True, True])
            with page.replaced():
                page.open(vr="")
            page.wait_for_game()
            is_offered = "headset.checkVisibility() && enter.checkVisibility()"
            wait("sentence", lambda: "no headset" in page.text("headset-word"))
            expect(not page.tell(is_offered) and page.has_focus("stay"), "a headset is offered")
            for change, says, button in [(HEADSET_COMES, "ready", "enter"), (HEADSET_GOES, "no headset", "stay"), (HEADSET_COMES, "ready", "enter")]:
                page.tell(change)
                wait(f"button {button} that has the focus", lambda: page.has_focus(button), 30)
                word = page.text("headset-word")
                expect(says in word and page.tell(is_offered) == (button == "enter"), f"it says {word!r}")
            self.put_on(page)
            self.look(page, "comes", 0)
            page.assert_quiet()

    def clock(self):
        """The clock runs while the session is seen, and stands while it is not, or has no input."""
        with self.headset_page() as page:
            page.first(HIDING_PAGE)
            page.begin(PLAIN_HEADSET, vr="", pgn='[Variant "Standard"]\n[TimeControl "600"]\n\n*')
            self.put_on(page)
            self.play_and_keep(page, 0)
            for state, goes_on in [("visible-blurred", "choose a piece"), ("hidden", "Your move starts the clock again")]:
                before = self.wait_for_clock(page, 1, self.turn(page)[1])
                seen, since = time.monotonic(), len(page.heard())
                page.tell(f"hidePage({json.dumps(state == 'hidden')}); device.updateVisibilityState('{state}')")
                page.wait_to_hear("paused until someone is back", since=since, patience=60)
                may_take = time.monotonic() - seen + LATENESS
                # Nothing tells of a clock that stands. One that runs is kept every five seconds.
                time.sleep(8)
                page.tell("hidePage(false)")
                if state == "hidden":
                    wait("frame of the page while the session is hidden", lambda: page.tell("pageFrames"))
                stood, since, back = self.turn(page)[1], len(page.heard()), time.monotonic()
                page.tell("device.updateVisibilityState('visible')")
                page.wait_to_hear(goes_on, since=since, patience=60)
                if state == "hidden":
                    self.play_and_keep(page, 1)
                    after = self.turn(page)[2]
                else:
                    after = self.wait_for_clock(page, 1, stood)
                    may_take += time.monotonic() - back
                print(f"  {state}: the turn has taken {after - before:.1f} s, {may_take:.1f} s at most")
                expect(after - before <= may_take, f"the clock has run while the session was {state}")
            self.wait_for_clock(page, 2)
            page.assert_quiet()

    def play_and_keep(self, page, number):
        """Plays that move of fool's mate by the ray."""
        # The board is put before who comes back.
        self.frames(page, 20)
        squares, press = self.pointing(page, f"clock-{number}", self.pull)
        self.play(page, squares, *FOOLS_MATE[number], press=press)
        wait("move that is kept", lambda: self.turn(page)[0] > number)

    def turn(self, page):
        """How many moves are kept with a clock, and the seconds of the turn after them and of the last one."""
        kept = page.tell("localStorage['icochess/current.pgn'] ?? ''")
        now, before = (
            [functools.reduce(lambda sum, part: 60 * sum + float(part), it.split(":"), 0) for it in re.findall(what, kept)]
            for what in [r'TurnTime "([\d:.]+)"', r"%emt ([\d:.]+)"])
        return len(before), sum(now), sum(before[-1:])

    def wait_for_clock(self, page, number, since=0):
        """Waits until the clock has run for longer in the turn after so many moves, and says for how long."""
        def find():
            moves, now, _ = self.turn(page)
            return moves == number and now > since and now
        return wait("clock that runs", find)

    def mistake(self):
        """A mistake that ends the game ends the session, and the page says so."""
        with self.in_headset() as page:
            page.tell("window.before = true; void sessionNow.addEventListener('end', () => (window.isOver = true))")
            page.tell("void dispatchEvent(new ErrorEvent('error', { error: new WebAssembly.RuntimeError('as if') }))")
            wait("end of the session", lambda: page.tell("window.isOver"))
            # Longer than it takes to leave the page.
            time.sleep(2)
            expect(page.tell("window.before") and page.trouble(), "nothing is said of the mistake")

    def unsaved(self):
        """Who has played what cannot be saved is told so when they leave, and can have it as a file."""
        with self.in_headset(first="addEventListener('icochess-offer', ({ detail }) => (window.offered = detail))") as page:
            page.tell("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; void 0")
            squares, press = self.pointing(page, "unsaved", self.pull)
            self.play(page, squares, *FOOLS_MATE[0], press=press)
            page.tell("void sessionNow.end()")
            self.press_button(page, "export")
            wait("file", lambda: "f3" in page.tell("window.offered?.[1] ?? ''"))
            # Where the headset does not come, that they are not saved is still said.
            page.tell("{ const { requestSession } = XRSystem.prototype; XRSystem.prototype.requestSession = function (...about) { "
                      "XRSystem.prototype.requestSession = requestSession; return Promise.reject(new DOMException('gone')); } }")
            self.press_button(page, "enter")
            wait("why", lambda: "gone" in page.text("headset-why"))
            word = page.text("headset-word")
            expect("could not be saved" in word, word)
            # The game goes on there.
            self.put_on(page)

    def pointing(self, page, name, pull):
        """Where the squares are, and what presses there, by pointing with the right hand."""
        left, _ = self.look(page, name)
        # The board takes a third of what the eye sees.
        corner = left.width // 4, left.height // 4

        def press(x, y):
            self.aim(page, x + corner[0], y + corner[1])
            self.frames(page, 5)
            pull(page)

        return Squares(left.part(*corner, left.width // 2, left.height // 2)), press

    def play_by(self, page, name, pull):
        """A game to mate by pointing with the right hand."""
        squares, press = self.pointing(page, name, pull)
        for move, word in FOOLS_MATE:
            self.play(page, squares, move, word, press=press)
        self.frames(page, 10)
        self.look(page, f"{name}-mate")
        self.take_off(page)
        page.assert_quiet()

    def ray(self):
        """A game to mate by a ray and the trigger of the right controller."""
        with self.in_headset() as page:
            self.play_by(page, "ray", self.pull)

    def pinch(self):
        """The same by pinches that are inputs of their own, as a Vision Pro has them."""
        away, open_, shut = [0, 0], [1, 0], [1, 1]
        # A short one and one that is lost from sight; the hand is away for a frame with each input.
        self.play_by_pinches("pinch", "transient-pointer", [
            ("unpinch()", [open_, away, open_, shut, open_, away, open_]),
            ("unpinch(true)", [open_, away, open_, shut, away, open_])])

    def touch(self):
        """The same by touches of the screen, as on a telephone that shows the player's own room."""
        away, open_, shut = [0, 0], [1, 0], [1, 1]
        self.play_by_pinches("touch", "screen", [
            ("unpinch()", [away, open_, shut, open_, away]),
            ("unpinch(true)", [away, open_, shut, away])])

    def play_by_pinches(self, name, mode, told):
        """A game to mate by inputs of a mode that come and go, and what the game hears of one, by how that ends."""
        with self.in_headset() as page:
            self.do(page, 5, f"comeAndGo({json.dumps(mode)})")
            for end, expected in told:
                page.tell(f"""window.seen = [];
                    window.watch = () => seen.push([0, 4].map((at) => icochessHeadset.frame[{RIGHT_HAND} + at])); void 0""")
                self.frames(page, 2)
                self.do(page, 6, "pinch()", end)
                seen = [told for told, _ in itertools.groupby(page.tell("window.watch = null; seen"))]
                expect(seen == expected, f"after {end} is told {seen}, expected {expected}")
            self.play_by(page, name, lambda page: self.do(page, 8, "pinch()", "unpinch()"))

    def aim(self, page, x, y):
        """Lets the right hand point from the left eye to a point of what that sees."""
        page.tell(f"""{{
            const told = icochessHeadset.frame.slice({LEFT_EYE}, {LEFT_EYE} + 15), hand = device.controllers.right;
            const [left, right, down, up] = told.slice(11);
            const across = left + ((right - left) * {x}) / told[2], above = up + ((down - up) * {y}) / told[3];
            // In the room: turned as the eye is.
            const [x, y, z, w] = told.slice(7, 11), [p, q, r] = [across, above, -1];
            const [s, t, u] = [2 * (y * r - z * q), 2 * (z * p - x * r), 2 * (x * q - y * p)];
            const [e, f, g] = [p + w * s + y * u - z * t, q + w * t + z * s - x * u, r + w * u + x * t - y * s];
            const yaw = Math.atan2(-e, -g) / 2, pitch = Math.atan2(f, Math.hypot(e, g)) / 2;
            const [a, b, c, d] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
            hand.position.set(...told.slice(4, 7));
            hand.quaternion.set(b * c, a * d, -a * c, b * d);
        }}""")

    def pull(self, page):
        """Pulls the trigger of the right hand and lets go."""
        self.do(page, 5, *(f"device.controllers.right.updateButtonValue('trigger', {pulled})" for pulled in [0, 1, 0]))


# Those that need the emulator.
IN_HEADSET = ["headset", "triangle", "passthrough", "late", "comes", "clock", "mistake", "unsaved", "ray", "pinch", "touch"]
TRIES = ["files", "worker", "sentences", "loading", "boards", "rest", "turned", "resize", "typed", "keyboard", "mate", "computer", "reload", "two", "given",
         "link", "offline", "update", "no_headset", *IN_HEADSET]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("tries", nargs="*", metavar="TRY", choices=[[], *TRIES])
    parser.add_argument("--names", action="store_true", help="say how all tries are called")
    parser.add_argument("--browser", default=next(filter(None, map(shutil.which, BROWSERS)), None))
    parser.add_argument("--iwer", type=pathlib.Path, help="the emulator of a headset; without it, no try that needs one is made")
    parser.add_argument("--pictures", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "try-web")
    args = parser.parse_intermixed_args()
    if args.names:
        print(*TRIES)
        return False
    if not args.folder:
        parser.error("which folder is the page in?")
    if not args.browser:
        parser.error(f"there is none of {', '.join(BROWSERS)}")
    if not args.iwer and (wanted := [name for name in args.tries if name in IN_HEADSET]):
        parser.error(f"without --iwer there is no headset for {' '.join(wanted)}")
    args.pictures.mkdir(parents=True, exist_ok=True)
    tries = Tries(args.folder.resolve(), args.browser, args.pictures, args.iwer)
    failed = []
    for name in args.tries or [name for name in TRIES if args.iwer or name not in IN_HEADSET]:
        print(f"{name}: {getattr(Tries, name).__doc__.splitlines()[0]}", flush=True)
        try:
            getattr(tries, name)()
        except Failed as problem:
            print(f"  FAILED: {problem}", flush=True)
            failed.append(name)
    print(f"failed: {' '.join(failed)}" if failed else "all well")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
