// The page around the game: loads it, shows progress and errors, and provides the browser's
// features. The game draws into the canvas.

import { openFiles } from "./files.js";
import { enter, hasHeadset, isForHeadset, leave, stop } from "./xr.js";

/** Size of the game in bytes, filled in by scripts/package: a packed download has fewer. */
const GAME_BYTES = Number("@GAME_BYTES@");

/** Milliseconds until the page shows a running game at the latest. */
const LATEST = 8000;

/** Milliseconds after which lost graphics are an accident, and no reason to fail again after a reload. */
const STEADY = 15_000;

/** The page's own texts, as the game's languages aren't loaded yet. */
const WORDS = {
  en: {
    loading: "Loading",
    loaded: (now, all) => `Loading: ${now} of ${all} MB`,
    begins: "Starting the game",
    move: "Type a move",
    field: "Text field",
    play: "Play",
    again: "Reload",
    headset: "The game is ready for your headset.",
    enter: "Play in the headset",
    noHeadset: "No headset found, or this browser may not use it.",
    notEntered: "The headset couldn't show the game. Press to try again.",
    pressAgain: "The headset couldn't show the game. Press again: the browser asks for a press each time.",
    unsaved:
      "The last moves couldn't be saved in this browser. Playing on this page loses them. Save the game as a file first, or continue in the headset.",
    export: "Save the game as a file",
    stay: "Play on this page",
    noGraphics:
      "Icochess needs WebGL\u00a02, which this browser lacks or blocks. Try a newer browser, or allow the graphics card in its settings.",
    notLoaded: "Couldn't load the game. Check your connection, then reload.",
    ended: "Icochess crashed. Reload to continue from the last saved move.",
    lost: "The graphics card stopped. The game continues as soon as it works again, or when you reload.",
    notBegun: "The game couldn't start.",
  },
  de: {
    loading: "Wird geladen",
    loaded: (now, all) => `Wird geladen: ${now} von ${all} MB`,
    begins: "Das Spiel startet",
    move: "Zug eintippen",
    field: "Textfeld",
    play: "Ziehen",
    again: "Neu laden",
    headset: "Das Spiel ist bereit für dein Headset.",
    enter: "Im Headset spielen",
    noHeadset: "Kein Headset gefunden, oder dieser Browser darf es nicht benutzen.",
    notEntered: "Das Headset konnte das Spiel nicht zeigen. Drück für einen neuen Versuch.",
    pressAgain: "Das Headset konnte das Spiel nicht zeigen. Drück noch einmal: Der Browser verlangt das jedes Mal.",
    unsaved:
      "Die letzten Züge konnten in diesem Browser nicht gespeichert werden. Spielst du auf dieser Seite, sind sie verloren. Speichere die Partie vorher als Datei, oder spiel im Headset weiter.",
    export: "Partie als Datei speichern",
    stay: "Auf dieser Seite spielen",
    noGraphics:
      "Icochess braucht WebGL\u00a02, das dieser Browser nicht hat oder sperrt. Versuch es mit einem neueren Browser, oder erlaube die Grafikkarte in den Einstellungen.",
    notLoaded: "Das Spiel konnte nicht geladen werden. Prüf deine Verbindung und lade neu.",
    ended: "Icochess ist abgestürzt. Lade neu, um ab dem letzten gespeicherten Zug weiterzuspielen.",
    lost: "Die Grafikkarte arbeitet nicht mehr. Das Spiel geht weiter, sobald sie es wieder tut oder du neu lädst.",
    notBegun: "Das Spiel konnte nicht starten.",
  },
};

const language = navigator.languages.map((it) => it.slice(0, 2)).find((it) => it in WORDS) ?? "en";
const words = WORDS[language];
const element = (id) => document.getElementById(id);
const [game, status, loading, bar, word] = ["game", "status", "loading", "bar", "word"].map(element);

// --- Words ----------------------------------------------------------------------------------------

function translate() {
  document.documentElement.lang = language;
  for (const it of document.querySelectorAll("[data-word]")) {
    const text = words[it.dataset.word];
    if ("label" in it.dataset) {
      it.setAttribute("aria-label", text);
    } else {
      it.textContent = text;
    }
  }
}

let isInTrouble = false;

/** Shows an error in place of the game. Only the first counts. Ends the session, as nobody reads it in a headset. */
function tellTrouble(what, why = "") {
  if (isInTrouble) return;
  isInTrouble = true;
  stop();
  loading.hidden = element("headset").hidden = true;
  element("what").textContent = what;
  element("why").textContent = why;
  element("trouble").hidden = false;
  element("again").focus({ preventScroll: true });
}

element("again").addEventListener("click", () => location.reload());

// --- Loading --------------------------------------------------------------------------------------

function hasWebGl2() {
  const context = document.createElement("canvas").getContext("webgl2");
  // Browsers limit the number of contexts.
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

/** Returns a response that updates the progress bar while it loads. */
function counted(response) {
  const isPacked = response.headers.has("Content-Encoding");
  const all = GAME_BYTES || (isPacked ? 0 : Number(response.headers.get("Content-Length")));
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  let now = 0;
  const count = new TransformStream({
    transform(chunk, to) {
      now += chunk.byteLength;
      if (all) {
        bar.value = Math.min(now / all, 1);
        word.textContent = words.loaded(megabytes(now), megabytes(all));
      }
      to.enqueue(chunk);
    },
  });
  if (!all) bar.removeAttribute("value");
  return new Response(response.body.pipeThrough(count), { headers: { "Content-Type": "application/wasm" } });
}

async function load() {
  const [{ default: init }, response] = await Promise.all([import("./icochess.js"), fetch("icochess_bg.wasm")]);
  if (!response.ok) throw new Error(`icochess_bg.wasm: ${response.status} ${response.statusText}`);
  const program = await WebAssembly.compileStreaming(counted(response));
  return { init, program };
}

/** Shows the game. */
function show() {
  if (isInTrouble || loading.classList.contains("over")) return;
  loading.classList.add("over");
  loading.addEventListener("transitionend", () => (loading.hidden = true), { once: true });
  setTimeout(() => (loading.hidden = true), 1000);
  if (isForHeadset) offerHeadset();
  // A focused field for typed moves keeps the focus.
  else if (document.activeElement === document.body) game.focus();
}

async function begin() {
  translate();
  if (!hasWebGl2()) return tellTrouble(words.noGraphics);
  let loaded;
  try {
    [loaded] = await Promise.all([load(), openFiles()]);
  } catch (problem) {
    return tellTrouble(words.notLoaded, String(problem));
  }
  bar.removeAttribute("value");
  word.textContent = words.begins;
  // Draws the bar once more, as the next step takes a while.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  try {
    await loaded.init({ module_or_path: loaded.program });
  } catch (problem) {
    return tellTrouble(words.notBegun, last ?? String(problem));
  }
  // For a game that never reports a status.
  setTimeout(show, LATEST);
  keepForLater();
}

// The first status comes with the first frame, unless it explains why there is none.
const firstWords = new MutationObserver(() => {
  firstWords.disconnect();
  const text = status.textContent;
  if (text === last) return tellTrouble(words.notBegun, text);
  requestAnimationFrame(() => requestAnimationFrame(show));
});
firstWords.observe(status, { childList: true, characterData: true, subtree: true });

// --- Crashes --------------------------------------------------------------------------------------

/** The game's last error message: a panic writes its reason there. */
let last = null;
const complain = console.error;
console.error = (...about) => {
  last = about.map(String).join(" ");
  complain.apply(console, about);
};

function onFailure(problem) {
  // Only the game's own errors, not those of browser extensions.
  if (!(problem instanceof WebAssembly.RuntimeError)) return;
  // Without graphics, the game may crash before the browser reports them lost.
  const isLost = game.getContext("webgl2")?.isContextLost();
  tellTrouble(isLost ? lostText() : words.ended, last ?? String(problem));
}

/** Whether the game has run long enough to reload by itself. */
const isSteady = () => performance.now() > STEADY;

/** Returns the text about lost graphics, which promises no more than the page does. */
const lostText = () => (isSteady() ? words.lost : words.ended);

addEventListener("error", (event) => onFailure(event.error));
addEventListener("unhandledrejection", (event) => onFailure(event.reason));

// The game can't go on with restored graphics, but a reload continues from the last saved move.
game.addEventListener("webglcontextlost", (event) => {
  // Otherwise the browser restores nothing.
  event.preventDefault();
  tellTrouble(lostText());
});
game.addEventListener("webglcontextrestored", () => isSteady() && location.reload());

// --- The headset ----------------------------------------------------------------------------------

/** Shows a text on the headset's page. */
function tellOfHeadset(what, why = "") {
  element("headset-word").textContent = what;
  element("headset-why").textContent = why;
  element("headset").hidden = false;
}

/** Shows the headset's button, as browsers begin a session only on a click. */
async function offerHeadset() {
  const isThere = await hasHeadset();
  if (isInTrouble) return;
  tellOfHeadset(isThere ? words.headset : words.noHeadset);
  element("enter").hidden = !isThere;
  element(isThere ? "enter" : "stay").focus({ preventScroll: true });
}

// Follows a headset that appears or disappears.
navigator.xr?.addEventListener("devicechange", () => {
  const waits = !element("headset").hidden && !element("enter").disabled && element("export").hidden;
  if (waits) offerHeadset();
});

/** Warns after a session whose moves exist only in the running game. */
function tellUnsaved() {
  tellOfHeadset(words.unsaved);
  element("export").hidden = false;
  element("export").focus({ preventScroll: true });
}

element("enter").addEventListener("click", async () => {
  // Sound starts with a press in the game, which players in a headset never make.
  press("Shift", "ShiftLeft");
  // One session at a time.
  element("enter").disabled = true;
  try {
    await enter(tellUnsaved);
    element("headset").hidden = element("export").hidden = true;
  } catch (problem) {
    const what = problem.name === "SecurityError" ? words.pressAgain : words.notEntered;
    // The moves are still unsaved.
    if (!element("export").hidden) tellOfHeadset(words.unsaved, `${what} ${problem}`);
    else if (!isInTrouble) tellOfHeadset(what, String(problem));
  }
  element("enter").disabled = false;
});

element("export").addEventListener("click", () => dispatchEvent(new CustomEvent("icochess-export")));
element("stay").addEventListener("click", () => leave(false));

// --- The whole screen -----------------------------------------------------------------------------

addEventListener("icochess-fullscreen", async () => {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen({ navigationUI: "hide" });
  } catch (problem) {
    console.info(`Full screen failed: ${problem}`);
  }
});

// --- Typed moves ----------------------------------------------------------------------------------

/** Presses a key of the game. */
function press(key, code = "") {
  for (const what of ["keydown", "keyup"]) {
    game.dispatchEvent(new KeyboardEvent(what, { key, code, bubbles: true, cancelable: true }));
  }
}

element("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const move = element("move");
  const text = move.value.trim();
  if (text) dispatchEvent(new CustomEvent("icochess-move", { detail: text }));
  move.value = "";
});

element("typed").addEventListener("keydown", (event) => {
  if (!["Escape", "F6"].includes(event.key)) return;
  event.preventDefault();
  game.focus();
});

// --- The focus, and keys ---------------------------------------------------------------------------

// The game keeps the focus while the page has it: other elements may type for the game.
game.addEventListener("blur", (event) => event.isTrusted && event.stopImmediatePropagation());
addEventListener("blur", () => game.dispatchEvent(new FocusEvent("blur")));
addEventListener("focus", () => game.dispatchEvent(new FocusEvent("focus")));

/** Whether Tab moves between the game's controls; else it leaves the game. */
let usesTab = false;
addEventListener("icochess-tab", ({ detail }) => (usesTab = detail));

// F6 goes from the board to the game's buttons, to the field for moves, and back.
addEventListener("icochess-leave", () => element("move").focus());

/** Whether a key belongs to the browser: reload, full screen, developer tools, zoom, the way out. */
function isBrowsers({ key, ctrlKey, metaKey }) {
  const isCommand = ctrlKey || metaKey;
  if (key === "Tab") return !usesTab;
  return ["F5", "F11", "F12"].includes(key) || (isCommand && ["r", "R", "+", "=", "-", "0"].includes(key));
}

// Otherwise the game would consume every key.
game.addEventListener("keydown", (event) => isBrowsers(event) && event.stopImmediatePropagation());

// --- The keyboard of a touch screen ---------------------------------------------------------------

/** Receives the on-screen keyboard's input for the game's fields, which are drawn. */
const keys = element("keys");

/** Content of `keys`, so that there is something to delete. */
const FILLER = " ".repeat(16);

/** Content of `keys` that the game knows. */
let known = FILLER;

/** Whether the game wants the on-screen keyboard. */
let isWanted = false;

/** Focuses the game, or the field that types for it. Touching the canvas calls this. */
function focusGame() {
  if (isWanted) keys.focus({ preventScroll: true });
  else HTMLElement.prototype.focus.call(game, { preventScroll: true });
}
game.focus = focusGame;

addEventListener("icochess-keyboard", ({ detail: isTyping }) => {
  // Players with a mouse have a keyboard.
  isWanted = isTyping && matchMedia("(pointer: coarse)").matches;
  // The page's own field keeps the focus.
  if ([game, keys, document.body].includes(document.activeElement)) focusGame();
});

function refill() {
  keys.value = known = FILLER;
}
keys.addEventListener("focus", refill);

// On-screen keyboards report no keys; they replace a part of the text.
keys.addEventListener("input", (event) => {
  const [before, now] = [known, keys.value].map((text) => [...text]);
  const changed = before.findIndex((sign, at) => sign !== now[at]);
  const same = changed < 0 ? before.length : changed;
  for (let left = before.length; left > same; left--) press("Backspace", "Backspace");
  for (const sign of now.slice(same)) press(sign);
  known = keys.value;
  // A refill would interrupt a composition.
  if (!event.isComposing) refill();
});
keys.addEventListener("compositionend", refill);

keys.addEventListener("beforeinput", (event) => {
  if (event.inputType !== "insertLineBreak") return;
  event.preventDefault();
  press("Enter", "Enter");
});

// Named keys and shortcuts go to the game.
for (const what of ["keydown", "keyup"]) {
  keys.addEventListener(what, (event) => {
    const { key = "", code, location, repeat, ctrlKey, shiftKey, altKey, metaKey } = event;
    const isNamed = key.length > 1 && !["Unidentified", "Process", "Dead"].includes(key);
    const isCommand = (ctrlKey || metaKey) && !altKey;
    if (event.isComposing || isBrowsers(event) || !(isNamed || isCommand)) return;
    event.preventDefault();
    // On-screen keyboards report no key code. A named key's code is its name.
    const about = { key, code: code || key, location, repeat, ctrlKey, shiftKey, altKey, metaKey };
    game.dispatchEvent(new KeyboardEvent(what, about));
  });
}

/** Whether the on-screen keyboard is open: it takes more height than a browser's bars. */
function isKeyboardShown() {
  const { height, scale } = visualViewport;
  return document.documentElement.clientHeight - height * scale > 100;
}

// Some browsers open the keyboard only during a touch. The game asks for it before the finger that
// presses a field is lifted.
game.addEventListener("touchend", () => {
  if (!isWanted || isKeyboardShown()) return;
  keys.blur();
  focusGame();
});

// The game gets the height above the keyboard.
visualViewport?.addEventListener("resize", () => {
  const room = isWanted && isKeyboardShown() ? `${visualViewport.height}px` : "";
  document.documentElement.style.setProperty("--room", room);
});

// --- Sound ----------------------------------------------------------------------------------------

/** The game's audio contexts. Some browsers let them start only during a touch or a key press. */
const sounds = [];
window.AudioContext = class extends AudioContext {
  constructor(...about) {
    super(...about);
    sounds.push(this);
  }
};
for (const gesture of ["pointerup", "keydown"]) {
  addEventListener(gesture, () => sounds.filter((it) => it.state === "suspended").forEach((it) => it.resume()), true);
}

// --- Files ----------------------------------------------------------------------------------------

/** Passes a file's text to the game, which imports its games. */
function give(text) {
  dispatchEvent(new CustomEvent("icochess-file", { detail: text }));
}

// Otherwise the browser would open the file in place of the game.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const files = [...event.dataTransfer.files];
  const text = event.dataTransfer.getData("text/plain");
  for (const file of files) give(await file.text());
  if (!files.length && text.trim()) give(text);
});

const chooser = element("chooser");
chooser.addEventListener("change", async () => {
  const files = [...chooser.files];
  // Allows choosing the same file again.
  chooser.value = "";
  for (const file of files) give(await file.text());
});
addEventListener("icochess-ask", () => chooser.click());

addEventListener("icochess-offer", ({ detail: [name, content] }) => {
  const link = document.createElement("a");
  link.download = name;
  const types = { pgn: "application/x-chess-pgn", png: "image/png", gif: "image/gif" };
  link.href = URL.createObjectURL(new Blob([content], { type: types[name.split(".").pop()] ?? "text/plain" }));
  link.click();
  // With a delay, as the browser may read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});

// --- Without a connection -------------------------------------------------------------------------

/** Stores all files in the browser, once the game is loaded. */
function keepForLater() {
  navigator.serviceWorker?.register("service-worker.js").catch((problem) => console.info(`Offline play is unavailable: ${problem}`));
}

begin();
