#!/usr/bin/env python3
"""Tries the page of scripts/package in headless Chromium, through its DevTools protocol.

    scripts/try_web.py FOLDER [--browser PROGRAM] [--iwer FILE] [--programs FOLDER] [--pictures FOLDER] [TRY...]

FOLDER has the page's files. Without names it makes all tries: see TRIES at the end. Each prints its
measurements; pictures are for people. It needs Python's standard library only. For a headset, it also
needs the emulator iwer (npm): FILE is its build/iwer.min.js. For a game against a friend it needs Xvfb,
xdotool, and a folder with the programs icochess and icochess-server.
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
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zlib

# The processor draws WebGL.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--no-first-run",
    "--hide-scrollbars",
    "--enable-unsafe-swiftshader",
    "--autoplay-policy=user-gesture-required",
    "--remote-debugging-pipe",
    "--host-resolver-rules=MAP icochess.test 127.0.0.1",
]
# Hosts of the server: with the features of HTTPS, and without.
SECURE, PLAIN_HTTP = "127.0.0.1", "icochess.test"
BROWSERS = ["chromium-headless-shell", "chromium", "google-chrome"]
# Timeout in seconds, far longer than any wait that succeeds.
PATIENCE = 240
WIDE, NARROW = (1280, 800), (360, 740)
# Moves, and a word of the status after each.
FOOLS_MATE = [("f2f3", "Black"), ("e7e5", "White"), ("g2g4", "Black"), ("d8h4", "mate")]
# Modifier of a key.
SHIFT = 8
# Milliseconds after which the page reloads by itself when lost graphics are back.
STEADY = 15_000
# Greatest delay of the saved clock, seconds.
LATENESS = 5
# Position of "Type a move" on a narrow page in English, CSS pixels.
TYPE_A_MOVE = (303, 22)
# Games for a file.
FIRST, SECOND, THIRD = (f"""[Event "Try {number}"]
[Variant "Standard"]
[Result "*"]

{moves} *

""" for number, moves in [("one", "1. f3 e5 2. g4"), ("two", "1. e4 e5"), ("three", "1. d4 d5")])
# Settings for tries that ignore the room. The board stays in place.
PLAIN = '(auto_turn_flat: false, render_scale: 0.5, room: "none")\n'


# As PLAIN, for a headset.
PLAIN_HEADSET = '(auto_turn_headset: false, room: "none", map: false)\n'
OWN_ROOM = PLAIN_HEADSET.replace("(", "(passthrough: true, ", 1)
# Size of the headset's layer, both eyes side by side.
LAYER = (1600, 880)
# Smallest mip level of the panel's picture.
PANEL_MIPS = 4
# Offsets of the left eye and the right hand in the array of web/xr.js.
LEFT_EYE = 21
RIGHT_HAND = LEFT_EYE + 2 * 15 + 25 + 25 * 8


# Collects the status texts, as each replaces the one before.
LISTENER = """addEventListener("DOMContentLoaded", () => {
    window.heard = [];
    const status = document.getElementById("status");
    if (status) new MutationObserver(() => heard.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
})"""


# Records the page thread's milliseconds for each frame, and turns the board with the mouse.
TURNING = """window.framesTook = [];
{
    const request = requestAnimationFrame;
    window.requestAnimationFrame = (call) => request((time) => {
        const begun = performance.now();
        call(time);
        framesTook.push(performance.now() - begun);
    });
}
// Synthetic events have no coalesced events.
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


# Texts of the game's files in the browser, by path. Those in localStorage aren't in the database yet.
STORED = """new Promise((tell, fail) => {
    const request = indexedDB.open("icochess");
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
        const database = request.result;
        const all = database.transaction("files").objectStore("files").getAll();
        all.onsuccess = () => {
            database.close();
            tell(Object.fromEntries(all.result.map(({ path, text }) => [path, text])));
        };
    };
})"""
LOCAL = "Object.fromEntries(Object.entries(localStorage).filter(([path]) => path.startsWith('icochess/')))"


# A browser that stores nothing more while `isFull`.
FULL = """{
    const { setItem } = Storage.prototype, { put } = IDBObjectStore.prototype;
    const refuse = () => { throw new DOMException("full", "QuotaExceededError"); };
    Storage.prototype.setItem = function (...about) { return window.isFull ? refuse() : setItem.apply(this, about); };
    IDBObjectStore.prototype.put = function (...about) { return window.isFull ? refuse() : put.apply(this, about); };
}"""


# A database that never finishes to store a file.
ENDLESS = """{
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...about) {
        const goOn = () => { this.get("").onsuccess = goOn; };
        goOn();
        return put.apply(this, about);
    };
}"""


# Counts draw calls.
DRAWS = """window.draws = 0;
for (const name of ["drawElements", "drawElementsInstanced", "drawArrays", "drawArraysInstanced"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...about) { draws += 1; return draw.apply(this, about); };
}"""


# The browser claims to support passthrough sessions and refuses them.
REFUSAL = """{
    const { requestSession } = XRSystem.prototype;
    XRSystem.prototype.requestSession = function (mode, features) {
        const isRefused = mode === "immersive-ar";
        return isRefused ? Promise.reject(new DOMException("not here", "NotSupportedError")) : requestSession.call(this, mode, features);
    };
}"""


# As REFUSAL, so late that the browser wants another press for the game's room.
LATE_REFUSAL = REFUSAL.replace("return isRefused ?", """
        if (!isRefused && !this.isLate) {
            this.isLate = true;
            return Promise.reject(new DOMException("too late", "SecurityError"));
        }
        return isRefused ?""")


# The browser's headset disappears, or appears.
HEADSET_CHANGES = "; navigator.xr.dispatchEvent(new Event('devicechange'))"
HEADSET_GOES = "globalThis.modesGone = device.supportedSessionModes.splice(1)" + HEADSET_CHANGES
HEADSET_COMES = "device.supportedSessionModes.push(...modesGone)" + HEADSET_CHANGES


# Hides the page, so that it gets no frames, as behind a headset that was put down, or shows it again.
# Counts its frames.
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


# Creates a game of chess for White without a clock, and returns the secrets of White's seat and of the invitation.
CREATION = """new Promise((tell, fail) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    const say = (message) => socket.send(JSON.stringify(message));
    socket.onopen = () => {
        say({ type: "hello", protocol: 1, rules: 1 });
        say({ type: "create", board: "chess", side: "white", name: "Ada" });
    };
    socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "created") tell([message.secret, message.invitation]);
        if (message.type === "refused") fail(data);
    };
    socket.onclose = ({ reason }) => fail(`closed: ${reason}`);
})"""


class Failed(Exception):
    """A failed expectation."""


def expect(truth, what):
    if not truth:
        raise Failed(what)


def wait(what, find, patience=PATIENCE):
    """Returns the first truthy result of `find`."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = find()
        if found:
            return found
        time.sleep(0.1)
    raise Failed(f"no {what} within {patience} s")


# --- A server ------------------------------------------------------------------------------------


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves files like any web server."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_):
        pass

    def copyfile(self, source, outputfile):
        # A page that is left while it loads closes the connection.
        with contextlib.suppress(ConnectionError):
            super().copyfile(source, outputfile)


class Server:
    def __init__(self, folder, host=SECURE):
        handler = functools.partial(Files, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://{host}:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


# --- A friend's program --------------------------------------------------------------------------


class GameServer:
    """The server of games over a network, which serves the page, too."""

    def __init__(self, program, folder, data):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/"
        self.process = subprocess.Popen(
            [program, "--listen", f"127.0.0.1:{port}", "--page", folder, "--database", data / "games.sqlite"],
            stdout=subprocess.DEVNULL)

        def answers():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                return True

        wait("server", answers, 30)

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Window:
    """The native game in a window on a screen of its own."""

    def __init__(self, program, link, data):
        into, out = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(out), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
            pass_fds=[out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(out)
        with os.fdopen(into) as told:
            self.environment = {**os.environ, "DISPLAY": f":{told.readline().strip()}"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.data = data
        data.mkdir()
        (data / "settings.ron").write_text(PLAIN)
        self.process = subprocess.Popen(
            [program, link, "--flat", "--mute", "--data-dir", data], env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait("window", self.window)

    def window(self):
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Icochess"], env=self.environment, capture_output=True, text=True)
        return found.stdout.split()

    def type_move(self, move):
        # The slash opens the field for moves.
        for keys in [["type", "--delay", "200", f"/{move}"], ["key", "Return"]]:
            subprocess.run(["xdotool", "windowfocus", self.window()[0], *keys], env=self.environment, check=True)
            time.sleep(1)

    def picture(self, path):
        subprocess.run(["import", "-window", "root", path], env=self.environment, check=True)
        print(f"  {path}")

    def stop(self):
        for process in [self.process, self.screen]:
            process.kill()
            process.wait()


# --- A browser -----------------------------------------------------------------------------------


class Browser:
    """Chromium, controlled through two pipes: JSON messages, each with a zero byte after it."""

    def __init__(self, program, ratio, draws=True):
        self.home = tempfile.mkdtemp(prefix="try-web.")
        ours_out, theirs_in = os.pipe(), os.pipe()

        def connect():
            # Chromium expects descriptors 3 and 4, which the pipes themselves may occupy.
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
        # The whole group, as Debian's program is a script that starts the browser.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


class Page:
    """A player's page, with a browser store of its own or a context's."""

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
        """Runs a script before the next page's own."""
        self.call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def keep(self, name, text):
        """Stores a file of the game as earlier versions did, from the next page on."""
        once = f"sessionStorage[{json.dumps(name)}]"
        self.first(f"if (!{once}) {{ {once} = 1; localStorage.setItem('icochess/{name}', {json.dumps(text)}); }}")

    def open(self, asked="", **arguments):
        if arguments:
            asked = "?" + urllib.parse.urlencode(arguments)
        self.call("Page.navigate", url=self.server.address + asked)

    def reload(self):
        with self.replaced():
            self.call("Page.reload")

    @contextlib.contextmanager
    def replaced(self):
        """Waits until the actions in this context have replaced the page."""

        def is_another():
            # A page that is being replaced doesn't answer.
            with contextlib.suppress(Failed):
                return self.tell("!window.before")

        self.tell("window.before = true")
        yield
        wait("page anew", is_another)

    def tell(self, script):
        """Evaluates an expression."""
        told = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in told:
            raise Failed(f"{script}: {told['exceptionDetails']}")
        return told["result"].get("value")

    def text(self, name):
        """Text of an element of the page."""
        return self.tell(f"document.getElementById({json.dumps(name)})?.textContent ?? ''")

    def status(self):
        return self.text("status")

    def heard(self):
        """All status texts of this page so far."""
        return self.tell("window.heard ?? []")

    def wait_to_hear(self, *words, since=0, patience=PATIENCE):
        """Waits for the first status text with all of these words."""
        def find():
            self.assert_no_trouble()
            return next((it for it in self.heard()[since:] if all(word in it for word in words)), None)
        try:
            return wait(f"status with {words}", find, patience)
        except Failed as problem:
            raise Failed(f"{problem}; the status was {self.heard()[since:]}") from None

    def trouble(self):
        return self.tell("document.getElementById('trouble')?.hidden === false && document.getElementById('what').textContent")

    def assert_no_trouble(self):
        if what := self.trouble():
            raise Failed(f"{what} {self.text('why')} {self.complaints}")

    def begin(self, settings=PLAIN, **arguments):
        """Opens the page with these settings, and waits for the game."""
        self.keep("settings.ron", settings)
        self.open(**arguments)
        self.wait_for_game()

    def wait_for_game(self):
        """Waits until the game is visible, and returns the seconds."""
        begun = time.monotonic()
        def find():
            self.assert_no_trouble()
            return self.tell("document.getElementById('loading')?.hidden === true")
        wait("game", find)
        return time.monotonic() - begun

    def assert_quiet(self):
        """Checks for an empty console, and for requests to other servers."""
        expect(not self.complaints, f"the console has errors: {self.complaints}")
        ours = (self.server.address, "data:", "blob:", "about:")
        others = [url for url in self.asked if not url.startswith(ours)]
        expect(not others, f"the page asked other servers: {others}")

    def shot(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def picture(self, name):
        path = self.pictures / f"{name}.png"
        path.write_bytes(self.shot())
        print(f"  {path}")

    def rest(self, patience=60):
        """Waits until two pictures, a second apart, are identical."""
        before = None
        end = time.monotonic() + patience
        while time.monotonic() < end:
            now = self.shot()
            if now == before:
                return
            before = now
            time.sleep(1)

    def press_key(self, key, code="", text=None, modifiers=0, key_code=0):
        """Presses a key. Chromium's own reaction needs the key code of Windows."""
        about = {"key": key, "code": code, "modifiers": modifiers, "windowsVirtualKeyCode": key_code}
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
        """Types a move into the page's field, as a screen reader's user does."""
        self.tell(f"move.value = {json.dumps(move)}; typed.requestSubmit()")

    def has_focus(self, name):
        """Whether the element with that id has the focus."""
        return self.tell(f"document.activeElement === document.getElementById({json.dumps(name)})")

    def keeps(self, text):
        """Whether the browser stores a file with that text."""
        return any(text in kept for kept in self.kept().values())

    def kept(self):
        """Texts of the stored files, by path."""
        return self.tell(STORED) | self.tell(LOCAL)

    def beside(self):
        """Another page of this player."""
        return Page(self.browser, self.server, self.pictures, self.size, context=self.context)

    def close(self):
        self.browser.sessions.pop(self.session, None)
        self.browser.call("Target.closeTarget", targetId=self.target)


# --- Find a board in a picture -------------------------------------------------------------------


class Picture:
    """A PNG from Chromium: 8 bits a channel."""

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
        """Crops the picture."""
        part, step = copy.copy(self), self.channels
        part.width, part.height = width, height
        part.lines = [line[left * step:(left + width) * step] for line in self.lines[top:top + height]]
        return part

    def shift_to(self, other, most):
        """Returns the shift to the left in another picture of that size, in pixels and less than
        `most`, and how many times better it fits than no shift."""
        step, reach = self.channels, range(most, self.width)

        def apart(shift):
            rows = zip(self.lines[::4], other.lines[::4])
            return sum(abs(one[x * step] - two[(x - shift) * step]) for one, two in rows for x in reach)

        costs = [apart(shift) for shift in range(most)]
        best = min(range(most), key=costs.__getitem__)
        return best, costs[0] / max(costs[best], 1)

    def shades(self, cell):
        """Returns the ratio of green to red in each cell of `cell` pixels a side, and the red, as rows: in
        any light, light wood has a higher ratio than dark wood."""
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
    """Fits the straight line y = a + b x."""
    number = len(points)
    mean_x = sum(x for x, _ in points) / number
    mean_y = sum(y for _, y in points) / number
    b = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return mean_y - b * mean_x, b


class Squares:
    """Screen positions of an 8×8 board's squares, found from the four ranks that are empty when a
    game begins. White is below."""

    # Pixels of a cell, and least difference between light and dark squares.
    CELL, APART = 4, 0.06

    def __init__(self, picture):
        rows = []
        for at, shades in enumerate(picture.shades(self.CELL)):
            if row := self.row(*shades):
                rows.append(((at + 0.5) * self.CELL, *row))
        # A new rank begins where light and dark swap. From far to near.
        ranks = []
        for row in rows:
            if not ranks or ranks[-1][0][3] != row[3] or row[0] - ranks[-1][-1][0] > 3 * self.CELL:
                ranks.append([])
            ranks[-1].append(row)
        # A strip of a rank with pieces may be visible, too. a6 is light.
        four = [ranks[at:at + 4] for at in range(len(ranks) - 3)]
        four = [it for it in four if [rank[0][3] for rank in it] == [False, True, False, True]]
        expect(four, f"no board found in {len(rows)} rows and {len(ranks)} ranks")
        ranks = max(four, key=lambda it: min(map(len, it)))
        rows = [row for rank in ranks for row in rank]
        self.left = line_through([(y, left) for y, left, _, _ in rows])
        self.right = line_through([(y, right) for y, _, right, _ in rows])
        # Edges of ranks from White's side: 5 is the one between the ranks 5 and 6. The board's width there
        # gives the distance: 1/width grows linearly from rank to rank.
        edges = [(far[-1][0] + near[0][0]) / 2 for far, near in zip(ranks, ranks[1:])]
        self.depth = line_through([(5 - at, 1 / self.width(y)) for at, y in enumerate(edges)])

    @classmethod
    def row(cls, shades, reds):
        """Left and right end of eight squares in a row, and whether the first square is dark."""
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
        """Screen position of a square's middle, or of another point on it."""
        file, rank = ord(square[0]) - ord("a") + across, int(square[1]) - 1 + along
        width = 1 / (self.depth[0] + self.depth[1] * rank)
        slope = self.right[1] - self.left[1]
        y = (width - self.right[0] + self.left[0]) / slope
        return self.left[0] + self.left[1] * y + file / 8 * width, y


# --- Tries ---------------------------------------------------------------------------------------


class Tries:
    def __init__(self, folder, browser, pictures, iwer=None, programs=None):
        self.folder, self.program, self.pictures, self.iwer, self.programs = folder, browser, pictures, iwer, programs

    @contextlib.contextmanager
    def page(self, ratio=1, draws=True, host=SECURE, server=None, **about):
        """Opens a page on a screen with `ratio` pixels for one CSS pixel, in each direction."""
        server, browser = server or Server(self.folder, host), Browser(self.program, ratio, draws)
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
        """The folder has all files for offline use, and no placeholders."""
        worker = (self.folder / "service-worker.js").read_text()
        kept = worker[worker.index("FILES = ["):worker.index("];")]
        named = [line.strip(' ",') for line in kept.splitlines()[1:] if line.strip()]
        missing = [name for name in named if name != "./" and not (self.folder / name).is_file()]
        expect(not missing, f"missing files: {missing}")
        about = {"service-worker.js", "index.html"}
        loaded = {it.name for it in self.folder.iterdir() if it.suffix in (".js", ".wasm", ".css", ".svg")}
        expect(loaded - about <= set(named), f"not stored for offline use: {loaded - about - set(named)}")
        for name in ["service-worker.js", "page.js"]:
            expect("@" not in (self.folder / name).read_text(), f"{name} has a placeholder")
        manifest = json.loads((self.folder / "manifest.webmanifest").read_text())
        expect(all((self.folder / icon["src"]).is_file() for icon in manifest["icons"]), "an icon is missing")

    def all_boards(self):
        """Identifiers of all boards, as the engine lists them."""
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
        """The engine answers on every board while the page keeps running."""
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
                    moves[board] = [said.at(-1), said.findLast((line) => line.startsWith("info depth"))];
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
            print(f"  starts within {told['begun']:.0f} ms, restarts within {told['again']:.0f} ms; "
                  f"the page waits {told['longest']:.0f} ms at most")
            expect(told["longest"] < 100, "the page waits for the search")
            page.assert_quiet()

    def sentences(self):
        """Without WebGL 2, and after a crash, the page explains the problem."""
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
            # Its script is running, which catches crashes and loads the game.
            wait("page", lambda: page.tell("window.bar?.value > 0"))
            page.tell("setTimeout(() => { throw new WebAssembly.RuntimeError('unreachable') })")
            what = wait("sentence", page.trouble)
            expect("crashed" in what, what)
            page.picture("ended")

    def lost(self):
        """Lost graphics are explained. Restored, the page goes on with the game by itself."""
        with self.page() as page:
            page.begin(variant="chess")
            page.type_move("e2e4")
            wait("game that is kept", lambda: page.keeps("e4"))
            wait("steady game", lambda: page.tell("performance.now()") > STEADY)
            page.tell("window.card = game.getContext('webgl2').getExtension('WEBGL_lose_context'); card.loseContext()")
            what = wait("sentence", page.trouble)
            expect("graphics card" in what, what)
            page.picture("lost")
            with page.replaced():
                page.tell("card.restoreContext()")
            page.wait_for_game()
            print(f"  {page.wait_to_hear('Black to move')!r}")

    def loading(self):
        """The progress bar follows the bytes on slow networks, in both languages."""
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
        """Every board fills the page, at both sizes."""
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
                    print(f"  {board} {size[0]}×{size[1]}: visible after {seconds:.1f} s; {page.status()!r}")
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
        """Starts a plain game of 8×8 between two people, and finds its squares on the screen."""
        page.begin(variant="chess", **asked)
        page.rest(20)
        return Squares(Picture(page.shot()))

    def play(self, page, squares, move, *words, press=None):
        """Plays a move with `press`, or with the mouse, until the status confirms it. Tries several points, as
        pieces in front may hide all but a square's far part."""
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
            # Clears the selection.
            page.press_key("Escape", "Escape")
        raise Failed(f"{move} isn't played; the status was {page.heard()[since:]}")

    def mate(self):
        """A game to mate with the mouse, and one by touch."""
        for size, touch, ratio in [(WIDE, False, 1), (NARROW, True, 2)]:
            with self.page(size=size, touch=touch, ratio=ratio) as page:
                squares = self.start(page)
                for move, word in FOOLS_MATE:
                    self.play(page, squares, move, word)
                page.rest(20)
                page.picture(f"mate-{size[0]}")
                page.assert_quiet()

    def typed(self):
        """A game to mate by typed moves alone, announced in the live region, whatever page is open."""
        with self.page() as page:
            page.begin(variant="chess")
            for move, word in FOOLS_MATE:
                page.press_key("Escape", "Escape")
                time.sleep(1)
                since = len(page.heard())
                page.type_move(move)
                print(f"  {move}: {page.wait_to_hear(word, since=since)!r}")
            # With a mouse, typing needs no field of the page.
            expect(page.has_focus("game"), "the game lacks the focus")
            page.picture("typed")
            page.assert_quiet()

    def left(self):
        """Tab, Shift+Tab and F6 leave the game, and lead back."""
        with self.page() as page:
            page.begin(variant="chess")
            page.tell("addEventListener('icochess-tab', ({ detail }) => (window.usesTab = detail))")
            wait("game with the focus", lambda: page.has_focus("game"))
            page.press_key("Tab", "Tab", key_code=9)
            wait("field with the focus", lambda: page.has_focus("move"), 10)
            since = len(page.heard())
            for letter in "e2e4":
                page.press_key(letter, text=letter)
            page.press_key("Enter", "Enter", text="\r", key_code=13)
            print(f"  {page.wait_to_hear('Black to move', since=since)!r}")
            page.press_key("Tab", "Tab", modifiers=SHIFT, key_code=9)
            wait("game with the focus", lambda: page.has_focus("game"), 10)
            page.press_key("Tab", "Tab", modifiers=SHIFT, key_code=9)
            expect(not page.has_focus("game"), "Shift+Tab doesn't leave the game")
            page.tell("game.focus()")
            # To the buttons, and Tab among them.
            page.press_key("F6", "F6", key_code=117)
            wait("button with the focus", lambda: page.tell("window.usesTab"), 30)
            page.press_key("Tab", "Tab", key_code=9)
            expect(page.has_focus("game"), "Tab leaves the buttons")
            page.press_key("F6", "F6", key_code=117)
            wait("field with the focus", lambda: page.has_focus("move"), 30)
            page.press_key("F6", "F6", key_code=117)
            wait("game with the focus", lambda: page.has_focus("game"), 10)
            page.assert_quiet()

    def keyboard(self):
        """On a touch screen a field of the game opens the keyboard, and typed moves are played."""
        with self.page(size=NARROW, touch=True, ratio=2) as page:
            page.begin(variant="chess")
            page.rest(20)
            # The game keeps the focus, whichever element of the page has it.
            page.tell("game.addEventListener('blur', () => (window.isLeft = true))")
            page.press(*TYPE_A_MOVE)
            wait("field for the keyboard", lambda: page.has_focus("keys"), 60)
            page.rest(20)
            page.picture("keyboard")
            since = len(page.heard())
            # Like on-screen keyboards: a composition, which another text replaces.
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
            expect(not page.tell("window.isLeft"), "the game lost the focus")
            # A point below the buttons, beside the cards.
            page.press(340, 200)
            wait("game with the focus", lambda: page.has_focus("game"), 60)
            page.assert_quiet()

    def given(self):
        """Dropped and chosen files are imported, and a game is exported as a file."""
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
                # Like the game.
                page.tell(f"dispatchEvent(new CustomEvent('icochess-offer', {{ detail: ['game.pgn', {json.dumps(FIRST)}] }}))")
                file = pathlib.Path(folder) / "game.pgn"
                wait("file", lambda: file.is_file() and file.read_text() == FIRST, 30)
            page.assert_quiet()

    def two(self):
        """A second page saves nothing, and says so, until the first one is closed."""
        for host in [SECURE, PLAIN_HTTP]:
            with self.page(host=host) as first:
                first.begin(variant="chess")
                expect(first.tell("isSecureContext") == (host == SECURE), f"{host} is the wrong kind of host")
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

    def friend(self):
        """The page and the native game play a game to mate against each other, by links."""
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder)
            server = GameServer(self.programs / "icochess-server", self.folder, data)
            with self.page(server=server) as page:
                page.open("health")
                wait("server's own page", lambda: page.tell("location.pathname") == "/health")
                seat, invitation = page.tell(CREATION)
                page.keep("settings.ron", PLAIN)
                window = Window(self.programs / "icochess", f"{server.address}#play={seat}", data / "native")
                try:
                    page.open(f"#play={invitation}")
                    page.wait_for_game()
                    page.wait_to_hear("Ada")
                    for number, (move, word) in enumerate(FOOLS_MATE):
                        since, begun = len(page.heard()), time.monotonic()
                        [window, page][number % 2].type_move(move)
                        print(f"  {move}: {page.wait_to_hear(word, since=since)!r} after {time.monotonic() - begun:.1f} s")
                    wait("mate in the window's game", lambda: any("Qh4#" in it.read_text() for it in window.data.rglob("*.pgn")))
                    window.picture(self.pictures / "friend-window.png")
                    page.picture("friend")
                finally:
                    window.stop()
                page.assert_quiet()

    def moved(self):
        """Files of earlier versions move to the database once, and stay where they are until then."""
        with self.page() as page:
            page.keep("settings.ron", PLAIN)
            page.keep("games/game-7.pgn", FIRST)
            page.first(FULL)
            page.first("window.isFull = !sessionStorage.isLater")
            page.open(variant="chess")
            page.wait_for_game()
            expect(page.tell(STORED) == {} and "icochess/games/game-7.pgn" in page.tell(LOCAL), "a file has moved")
            page.tell("sessionStorage.isLater = true")
            page.reload()
            page.wait_for_game()
            wait("end of the move", lambda: page.tell(LOCAL) == {})
            stored = page.tell(STORED)
            expect(stored["icochess/games/game-7.pgn"] == FIRST, f"stored: {stored}")
            expect("auto_turn_flat: false" in stored["icochess/settings.ron"], f"stored: {stored}")
            page.assert_quiet()

    def full(self):
        """A game that can't be saved says so, and is saved once there is room."""
        with self.page() as page:
            page.first(FULL)
            page.begin(variant="chess")
            page.type_move("e2e4")
            wait("game that is kept", lambda: page.keeps("e4"))
            since = len(page.heard())
            page.tell("window.isFull = true")
            page.type_move("e7e5")
            print(f"  {page.wait_to_hear('no more room', since=since)!r}")
            expect(not page.keeps("e5"), "the browser isn't full")
            since = len(page.heard())
            page.tell("window.isFull = false")
            page.type_move("g1f3")
            print(f"  {page.wait_to_hear('saved again', since=since)!r}")
            wait("game that is kept", lambda: page.keeps("e5") and page.keeps("Nf3"))
            page.assert_quiet()

    def closed(self):
        """A page that is closed while it saves loses nothing."""
        with self.page() as page:
            page.begin(variant="chess")
            wait("settings that are kept", lambda: page.tell(LOCAL) == {})
            page.tell(ENDLESS)
            page.type_move("e2e4")
            page.wait_to_hear("Black to move")
            wait("save that doesn't end", lambda: page.tell("icochessFiles.isStoring()"))
            again = page.beside()
            page.close()
            again.open()
            again.wait_for_game()
            print(f"  {again.wait_to_hear('Black to move')!r}")
            wait("game in the database", lambda: again.tell(LOCAL) == {} and again.keeps("e4"))
            again.assert_quiet()

    def reload(self):
        """A game continues after a reload."""
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
        """A link opens a position or a game; a broken one is explained."""
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
            expect("position" in why, f"the page doesn't name the problem: {why!r}")
            print(f"  {why!r}")
            page.picture("link-nonsense")
            page.reload()
            page.wait_for_game()

    def computer(self):
        """The computer answers after its thinking time."""
        with self.page() as page:
            # Lets it think for its whole time.
            computer = "(computer: (seconds: 12.0, black: (computer: true, strength: 18)), "
            page.begin(PLAIN.replace("(", computer, 1), variant="chess")
            since = len(page.heard())
            page.type_move("e2e4")
            page.wait_to_hear("Black", since=since)
            # Waits for the end of the move's animation.
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
            # As long as the processor takes to draw; `worker` shows that the page never waits for the search.
            print(f"  while it thinks, the longest frame takes {longest:.0f} ms")
            print(f"  {page.wait_to_hear('White to move', since=since + 1)!r}")
            page.picture("computer")
            page.assert_quiet()

    def rest(self):
        """A game at rest draws nothing."""
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
            expect(before and not drawn, "the game keeps drawing")

    def turned(self):
        """A frame takes little time of the page's thread while the board turns, drawing left out."""
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
                expect(middle < 50, "frames take too long")

    def offline(self):
        """After the first visit the game starts without a connection, also from a link."""
        with self.page() as page:
            page.begin(variant="chess")
            page.tell("navigator.serviceWorker.ready.then(() => true)")
            missing = page.call("Page.getInstallabilityErrors")["installabilityErrors"]
            expect(not missing, f"the page can't be installed: {missing}")
            page.server.stop()
            page.open(variant="raumschach")
            page.wait_for_game()
            page.rest(20)
            page.picture("offline")
            page.assert_quiet()

    def update(self):
        """A newer version is loaded beside the old one, and starts when the old one's pages are closed."""
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
                # Browsers take a moment for the change.
                time.sleep(3)
                again.open()
                again.wait_for_game()
                expect(again.tell(newer), "the newer version doesn't start")
                kept = again.tell("caches.keys()")
                expect(len(kept) == len(before) == 1 and kept != before, f"caches before and after: {before}, {kept}")
                again.assert_quiet()

    # --- In a headset ---

    @contextlib.contextmanager
    def headset_page(self):
        """Opens a page in a browser with the emulator's headset."""
        # The emulator needs the page's own frames, but the page replaces requestAnimationFrame.
        emulator = self.iwer.read_text().replace("globalThis.requestAnimationFrame", "globalThis.nativeFrames")
        stand_in = pathlib.Path(__file__).with_name("xr_stand_in.js").read_text()
        with self.page() as page:
            page.first("globalThis.nativeFrames = requestAnimationFrame.bind(window);"
                       f"globalThis.layerSize = {json.dumps(LAYER)};{emulator}")
            page.first(stand_in)
            yield page

    def frames(self, page, number):
        """Waits for a number of headset frames."""
        end = page.tell("count.frames") + number
        wait(f"{number} frames", lambda: page.tell("count.frames") >= end)

    def do(self, page, number, *scripts):
        """Runs scripts in order, and waits for a number of headset frames after each."""
        for script in scripts:
            page.tell(f"void ({script})")
            self.frames(page, number)

    @contextlib.contextmanager
    def in_headset(self, settings=PLAIN_HEADSET, first=""):
        """Starts a plain game of 8×8 in the headset."""
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
        """Enters the headset from its page, and looks at the board."""
        page.picture("headset-page")
        self.press_button(page, "enter")
        # The head has to hold still for half a second. Then it looks down, at the board.
        self.frames(page, 20)
        self.do(page, 5, "device.quaternion.set(-0.342, 0, 0, 0.94)")

    def look(self, page, name, around=255):
        """Returns both eyes' pictures: an opaque board, and the alpha `around` it, 0 to 255."""
        width, height = LAYER[0] // 2, LAYER[1]
        corners = [(eye + x, y) for eye in (0, width) for x in (4, width - 5) for y in (4, height - 5)]
        middles = [(eye + width // 2, height // 2) for eye in (0, width)]
        seen = page.tell(f"look({json.dumps(corners + middles)})")
        png = base64.b64decode(seen.pop("picture").split(",")[1])
        path = self.pictures / f"{name}.png"
        path.write_bytes(png)
        print(f"  {path} {seen}")
        expect(seen["canvas"] == list(LAYER), f"canvas and layer differ in size: {seen}")
        expect(seen["most"] == 0 and seen["error"] == 0, f"the copy differs from the canvas: {seen}")
        expected = [around] * len(corners) + [255] * len(middles)
        expect(seen["alphas"] == expected, f"alpha of corners and boards: expected {expected}: {seen}")
        both = Picture(png)
        return [both.part(left, 0, width, LAYER[1]) for left in (0, width)]

    def take_off(self, page):
        """Ends the session and waits for the ordinary page."""
        with page.replaced():
            page.tell("void sessionNow.end()")
        page.wait_for_game()
        expect(page.tell("document.getElementById('headset').hidden"), "the headset's page is still open")

    def no_headset(self):
        """In a browser without a headset, the headset's page says so and leads back."""
        with self.page() as page:
            page.begin(variant="chess", vr="")
            wait("sentence", lambda: page.tell("document.getElementById('headset').checkVisibility()"))
            word = page.text("headset-word")
            print(f"  {word!r}")
            expect(not page.tell("enter.checkVisibility()"), "the page offers a headset")
            page.picture("no-headset")
            with page.replaced():
                self.press_button(page, "stay")
            page.wait_for_game()
            page.rest(20)
            page.assert_quiet()

    def headset(self):
        """From the page into the headset, with the saved game, and back.

        Two eyes see the board from two places, and everything is drawn within the headset's frames."""
        with self.headset_page() as page:
            page.first("addEventListener('icochess-headset-there', ({ detail }) => ([window.isThere] = detail))")
            page.begin(PLAIN_HEADSET, variant="chess")
            wait("headset that the page reports", lambda: page.tell("window.isThere"))
            page.type_move("e2e4")
            wait("game that is kept", lambda: page.keeps("e4"))
            # Like the game.
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
            expect(draws["micro"] == draws["outside"] == count["faults"] == 0, f"draws outside the frames: {count}")
            left, right = self.look(page, "headset")
            # With mip levels, a distant panel doesn't shimmer.
            mip = page.tell("smallestMip")
            expect(mip == PANEL_MIPS, f"the panel's smallest mip level is {mip}, expected {PANEL_MIPS}")
            # The board is in the middle.
            middle = left.width // 4, int(left.height * 0.35), left.width // 2, int(left.height * 0.3)
            shift, better = left.part(*middle).shift_to(right.part(*middle), 80)
            print(f"  the eyes see the board {shift} pixels apart, which fits {better:.1f} times better than no shift")
            # Eyes 63 mm apart, 0.8 m away, where a tangent of 1 is half the height: 35 pixels.
            expect(20 <= shift <= 60 and better > 1.2, "the eyes don't see the board from two places")
            self.take_off(page)
            page.wait_to_hear("Black to move")
            page.assert_quiet()

    def triangle(self):
        """Where `blitFramebuffer` fails on the layer, a triangle makes the copy."""
        # Causes a WebGL error and makes no copy.
        refusal = "WebGL2RenderingContext.prototype.blitFramebuffer = function () { this.enable(1); }"
        with self.in_headset(first=refusal) as page:
            self.look(page, "triangle")

    def passthrough(self):
        """With passthrough the board is opaque and its surroundings are transparent.

        Where the browser refuses passthrough, players enter the game's room."""
        wanted = OWN_ROOM.replace("none", "terrace")
        for first, mode, around in [("", "alpha-blend", 0), (REFUSAL, "opaque", 255)]:
            with self.in_headset(wanted, first) as page:
                self.look(page, f"passthrough-{mode}", around)
                shown = page.tell("sessionNow.environmentBlendMode")
                expect(shown == mode, f"the session is {shown}, expected {mode}")
                page.assert_quiet()

    def late(self):
        """After a late refusal of passthrough, a second press enters the game's room."""
        with self.headset_page() as page:
            page.first(LATE_REFUSAL)
            page.begin(OWN_ROOM, variant="chess", vr="")
            self.press_button(page, "enter")
            wait("sentence", lambda: "each time" in page.text("headset-word"))
            self.put_on(page)
            page.assert_quiet()

    def comes(self):
        """The page offers and enters a headset that appears while it is open."""
        with self.headset_page() as page:
            page.first("addEventListener('icochess-headset-there', ({ detail }) => (window.found = detail))")
            page.first(HEADSET_GOES)
            page.begin(OWN_ROOM, variant="chess")
            found = wait("look for a headset", lambda: page.tell("window.found"))
            expect(found == [False, False], f"expected no headset: {found}")
            page.tell(HEADSET_COMES)
            wait("headset with passthrough that the page reports", lambda: page.tell("found") == [True, True])
            with page.replaced():
                page.open(vr="")
            page.wait_for_game()
            is_offered = "headset.checkVisibility() && enter.checkVisibility()"
            wait("sentence", lambda: "No headset" in page.text("headset-word"))
            expect(not page.tell(is_offered) and page.has_focus("stay"), "the page offers a headset")
            for change, says, button in [(HEADSET_COMES, "ready", "enter"), (HEADSET_GOES, "No headset", "stay"), (HEADSET_COMES, "ready", "enter")]:
                page.tell(change)
                wait(f"button {button} that has the focus", lambda: page.has_focus(button), 30)
                word = page.text("headset-word")
                expect(says in word and page.tell(is_offered) == (button == "enter"), f"it says {word!r}")
            self.put_on(page)
            self.look(page, "comes", 0)
            page.assert_quiet()

    def clock(self):
        """The clock runs in a visible session, and stands in a blurred or hidden one."""
        with self.headset_page() as page:
            page.first(HIDING_PAGE)
            page.begin(PLAIN_HEADSET, vr="", pgn='[Variant "Standard"]\n[TimeControl "600"]\n\n*')
            self.put_on(page)
            self.play_and_keep(page, 0)
            for state, goes_on in [("visible-blurred", "select a piece"), ("hidden", "Your move starts the clock again")]:
                before = self.wait_for_clock(page, 1, self.turn(page)[1])
                seen, since = time.monotonic(), len(page.heard())
                page.tell(f"hidePage({json.dumps(state == 'hidden')}); device.updateVisibilityState('{state}')")
                page.wait_to_hear("paused until somebody returns", since=since, patience=60)
                may_take = time.monotonic() - seen + LATENESS
                # A running clock is saved every five seconds; a stopped one leaves no trace.
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
                print(f"  {state}: the turn took {after - before:.1f} s, limit {may_take:.1f} s")
                expect(after - before <= may_take, f"the clock ran while the session was {state}")
            self.wait_for_clock(page, 2)
            page.assert_quiet()

    def play_and_keep(self, page, number):
        """Plays a move of fool's mate by ray."""
        # Waits until the board is before the returning player.
        self.frames(page, 20)
        squares, press = self.pointing(page, f"clock-{number}", self.pull)
        self.play(page, squares, *FOOLS_MATE[number], press=press)
        wait("move that is kept", lambda: self.turn(page)[0] > number)

    def turn(self, page):
        """Number of saved moves with a clock, and the seconds of the present turn and of the last one."""
        kept = page.kept().get("icochess/current.pgn", "")
        now, before = (
            [functools.reduce(lambda sum, part: 60 * sum + float(part), it.split(":"), 0) for it in re.findall(what, kept)]
            for what in [r'TurnTime "([\d:.]+)"', r"%emt ([\d:.]+)"])
        return len(before), sum(now), sum(before[-1:])

    def wait_for_clock(self, page, number, since=0):
        """Waits until the clock of the turn after `number` moves passes `since`, and returns its seconds."""
        def find():
            moves, now, _ = self.turn(page)
            return moves == number and now > since and now
        return wait("clock that runs", find)

    def mistake(self):
        """A crash ends the session, and the page says so."""
        with self.in_headset() as page:
            page.tell("window.before = true; void sessionNow.addEventListener('end', () => (window.isOver = true))")
            page.tell("void dispatchEvent(new ErrorEvent('error', { error: new WebAssembly.RuntimeError('as if') }))")
            wait("end of the session", lambda: page.tell("window.isOver"))
            # Longer than it takes to leave the page.
            time.sleep(2)
            expect(page.tell("window.before") and page.trouble(), "the page doesn't explain the crash")

    def unsaved(self):
        """After a failed save, the page says so when the session ends, and offers the game as a file."""
        with self.in_headset(first="addEventListener('icochess-offer', ({ detail }) => (window.offered = detail))") as page:
            page.tell(f"{FULL}; window.isFull = true")
            squares, press = self.pointing(page, "unsaved", self.pull)
            self.play(page, squares, *FOOLS_MATE[0], press=press)
            page.tell("void sessionNow.end()")
            self.press_button(page, "export")
            wait("file", lambda: "f3" in page.tell("window.offered?.[1] ?? ''"))
            # After a failed entry, the page still says that the moves aren't saved.
            page.tell("{ const { requestSession } = XRSystem.prototype; XRSystem.prototype.requestSession = function (...about) { "
                      "XRSystem.prototype.requestSession = requestSession; return Promise.reject(new DOMException('gone')); } }")
            self.press_button(page, "enter")
            wait("why", lambda: "gone" in page.text("headset-why"))
            word = page.text("headset-word")
            expect("couldn't be saved" in word, word)
            # The game continues in the headset.
            self.put_on(page)

    def pointing(self, page, name, pull):
        """Finds the squares, and returns them with a function that presses by the right hand's ray."""
        left, _ = self.look(page, name)
        # The board takes a third of the eye's view.
        corner = left.width // 4, left.height // 4

        def press(x, y):
            self.aim(page, x + corner[0], y + corner[1])
            self.frames(page, 5)
            pull(page)

        return Squares(left.part(*corner, left.width // 2, left.height // 2)), press

    def play_by(self, page, name, pull):
        """Plays a game to mate by pointing with the right hand."""
        squares, press = self.pointing(page, name, pull)
        for move, word in FOOLS_MATE:
            self.play(page, squares, move, word, press=press)
        self.frames(page, 10)
        self.look(page, f"{name}-mate")
        self.take_off(page)
        page.assert_quiet()

    def ray(self):
        """A game to mate by the right controller's ray and trigger."""
        with self.in_headset() as page:
            self.play_by(page, "ray", self.pull)

    def pinch(self):
        """A game to mate by pinches that are inputs of their own, as on a Vision Pro."""
        away, open_, shut = [0, 0], [1, 0], [1, 1]
        # A short pinch, and one lost from sight. The hand is away for a frame with each input.
        self.play_by_pinches("pinch", "transient-pointer", [
            ("unpinch()", [open_, away, open_, shut, open_, away, open_]),
            ("unpinch(true)", [open_, away, open_, shut, away, open_])])

    def touch(self):
        """A game to mate by touches of the screen, as on a phone with passthrough."""
        away, open_, shut = [0, 0], [1, 0], [1, 1]
        self.play_by_pinches("touch", "screen", [
            ("unpinch()", [away, open_, shut, open_, away]),
            ("unpinch(true)", [away, open_, shut, away])])

    def play_by_pinches(self, name, mode, told):
        """Plays a game to mate by transient inputs of a mode, and checks the reported states of one input, by its end."""
        with self.in_headset() as page:
            self.do(page, 5, f"comeAndGo({json.dumps(mode)})")
            for end, expected in told:
                page.tell(f"""window.seen = [];
                    window.watch = () => seen.push([0, 4].map((at) => icochessHeadset.frame[{RIGHT_HAND} + at])); void 0""")
                self.frames(page, 2)
                self.do(page, 6, "pinch()", end)
                seen = [told for told, _ in itertools.groupby(page.tell("window.watch = null; seen"))]
                expect(seen == expected, f"after {end} the page reports {seen}, expected {expected}")
            self.play_by(page, name, lambda page: self.do(page, 8, "pinch()", "unpinch()"))

    def aim(self, page, x, y):
        """Lets the right hand point from the left eye at a point in its picture."""
        page.tell(f"""{{
            const told = icochessHeadset.frame.slice({LEFT_EYE}, {LEFT_EYE} + 15), hand = device.controllers.right;
            const [left, right, down, up] = told.slice(11);
            const across = left + ((right - left) * {x}) / told[2], above = up + ((down - up) * {y}) / told[3];
            // From the eye's rotation to the room's.
            const [x, y, z, w] = told.slice(7, 11), [p, q, r] = [across, above, -1];
            const [s, t, u] = [2 * (y * r - z * q), 2 * (z * p - x * r), 2 * (x * q - y * p)];
            const [e, f, g] = [p + w * s + y * u - z * t, q + w * t + z * s - x * u, r + w * u + x * t - y * s];
            const yaw = Math.atan2(-e, -g) / 2, pitch = Math.atan2(f, Math.hypot(e, g)) / 2;
            const [a, b, c, d] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
            hand.position.set(...told.slice(4, 7));
            hand.quaternion.set(b * c, a * d, -a * c, b * d);
        }}""")

    def pull(self, page):
        """Pulls and releases the right hand's trigger."""
        self.do(page, 5, *(f"device.controllers.right.updateButtonValue('trigger', {pulled})" for pulled in [0, 1, 0]))


# Tries that need the native programs.
WITH_PROGRAMS = ["friend"]
# Tries that need the emulator.
IN_HEADSET = ["headset", "triangle", "passthrough", "late", "comes", "clock", "mistake", "unsaved", "ray", "pinch", "touch"]
TRIES = ["files", "worker", "sentences", "lost", "loading", "boards", "rest", "turned", "resize", "typed", "left", "keyboard", "mate", "computer", "reload", "moved", "full", "closed", "two", "given",
         "link", "offline", "update", "no_headset", *WITH_PROGRAMS, *IN_HEADSET]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("tries", nargs="*", metavar="TRY", choices=[[], *TRIES])
    parser.add_argument("--names", action="store_true", help="print the names of all tries")
    parser.add_argument("--browser", default=next(filter(None, map(shutil.which, BROWSERS)), None))
    parser.add_argument("--iwer", type=pathlib.Path, help="the headset emulator; without it, tries in a headset are left out")
    parser.add_argument("--programs", type=pathlib.Path, help="the folder of icochess and icochess-server; without it, the try against them is left out")
    parser.add_argument("--pictures", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "try-web")
    args = parser.parse_intermixed_args()
    if args.names:
        print(*TRIES)
        return False
    if not args.folder:
        parser.error("the page's folder is missing")
    if not args.browser:
        parser.error(f"no browser found: install one of {', '.join(BROWSERS)}, or name one with --browser")
    missing = ([] if args.iwer else IN_HEADSET) + ([] if args.programs else WITH_PROGRAMS)
    if wanted := [name for name in args.tries if name in missing]:
        parser.error(f"these tries need --iwer or --programs: {' '.join(wanted)}")
    args.pictures.mkdir(parents=True, exist_ok=True)
    tries = Tries(args.folder.resolve(), args.browser, args.pictures, args.iwer, args.programs)
    failed = []
    for name in args.tries or [name for name in TRIES if name not in missing]:
        print(f"{name}: {getattr(Tries, name).__doc__.splitlines()[0]}", flush=True)
        try:
            getattr(tries, name)()
        except Failed as problem:
            print(f"  FAILED: {problem}", flush=True)
            failed.append(name)
    print(f"failed: {' '.join(failed)}" if failed else "all passed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
