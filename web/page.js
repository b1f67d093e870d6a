// The page around the game: loads it, says how far that is and what is wrong, and has what a
// browser can do and the game cannot. The game itself is drawn into the canvas.

import { enter, hasHeadset, isForHeadset, leave, stop } from "./xr.js";

/** Bytes of the game, which scripts/package writes here: a server may send fewer, packed. */
const GAME_BYTES = Number("@GAME_BYTES@");

/** Milliseconds after which the game is on the screen at the latest, once it runs. */
const LATEST = 8000;

/** What the page says, before there is a game that knows languages. */
const WORDS = {
  en: {
    loading: "Loading",
    loaded: (now, all) => `Loading: ${now} of ${all} MB`,
    begins: "The game begins",
    move: "Type a move",
    field: "Text field",
    play: "Play",
    again: "Load it again",
    headset: "The game is ready for your headset.",
    enter: "Play in the headset",
    noHeadset: "This browser has no headset, or may not use it.",
    notEntered: "The headset does not show the game.",
    pressAgain: "The headset does not show the game. Press again: the browser wants that each time.",
    unsaved:
      "The last moves could not be saved in this browser. They are lost when you play on this page: save the game as a file before, or go on in the headset.",
    export: "Save the game as a file",
    stay: "Play on this page",
    noGraphics:
      "Icochess is drawn with WebGL\u00a02, which this browser does not have or may not use. A newer browser, or one whose settings allow the graphics card, shows the game.",
    notLoaded: "The game could not be loaded. Is there a connection?",
    ended: "There is a mistake in Icochess, which has ended the game. Loaded again, it goes on with the last move that was saved.",
    notBegun: "The game could not begin.",
  },
  de: {
    loading: "Wird geladen",
    loaded: (now, all) => `Wird geladen: ${now} von ${all} MB`,
    begins: "Das Spiel beginnt",
    move: "Zug eintippen",
    field: "Textfeld",
    play: "Ziehen",
    again: "Neu laden",
    headset: "Das Spiel ist bereit für das Headset.",
    enter: "Im Headset spielen",
    noHeadset: "Dieser Browser hat kein Headset oder darf es nicht benutzen.",
    notEntered: "Das Headset zeigt das Spiel nicht.",
    pressAgain: "Das Headset zeigt das Spiel nicht. Bitte noch einmal drücken: Der Browser verlangt das jedes Mal.",
    unsaved:
      "Die letzten Züge konnten in diesem Browser nicht gespeichert werden. Sie sind verloren, wenn auf dieser Seite gespielt wird: Vorher die Partie als Datei speichern oder im Headset weiterspielen.",
    export: "Partie als Datei speichern",
    stay: "Auf dieser Seite spielen",
    noGraphics:
      "Icochess wird mit WebGL\u00a02 gezeichnet, das dieser Browser nicht hat oder nicht benutzen darf. Ein neuerer Browser, oder einer, dessen Einstellungen die Grafikkarte erlauben, zeigt das Spiel.",
    notLoaded: "Das Spiel konnte nicht geladen werden. Besteht eine Verbindung?",
    ended: "In Icochess ist ein Fehler, der das Spiel beendet hat. Neu geladen geht es mit dem letzten gespeicherten Zug weiter.",
    notBegun: "Das Spiel konnte nicht beginnen.",
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

/** Says what is wrong, in place of the game. The first that is told counts. Nobody reads it in a headset. */
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
  // Browsers give only so many.
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

/** A response whose bytes are counted while they come. */
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

/**
 * Takes the lock of what is kept with the browser: one page writes there at a time, and the game asks
 * by the mark whether it is another one.
 */
async function takeStore() {
  if (!navigator.locks) return;
  const marks = document.documentElement.dataset;
  marks.elsewhere = "";
  const taken = new Promise((take) => {
    const hold = () => {
      delete marks.elsewhere;
      take();
      return new Promise(() => {});
    };
    navigator.locks.request("icochess", hold).catch(hold);
  });
  // A page that is loaded again may still be there.
  await Promise.race([taken, new Promise((late) => setTimeout(late, 500))]);
}

/** The game is on the screen. */
function show() {
  if (isInTrouble || loading.classList.contains("over")) return;
  loading.classList.add("over");
  loading.addEventListener("transitionend", () => (loading.hidden = true), { once: true });
  setTimeout(() => (loading.hidden = true), 1000);
  if (isForHeadset) offerHeadset();
  // Who waits in the field for typed moves goes on there.
  else if (document.activeElement === document.body) game.focus();
}

async function begin() {
  translate();
  if (!hasWebGl2()) return tellTrouble(words.noGraphics);
  let loaded;
  try {
    [loaded] = await Promise.all([load(), takeStore()]);
  } catch (problem) {
    return tellTrouble(words.notLoaded, String(problem));
  }
  bar.removeAttribute("value");
  word.textContent = words.begins;
  // The bar is drawn once more: what follows takes a while.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  try {
    await loaded.init({ module_or_path: loaded.program });
  } catch (problem) {
    return tellTrouble(words.notBegun, last ?? String(problem));
  }
  // On a page without words that are read aloud there are none.
  setTimeout(show, LATEST);
  keepForLater();
}

// The game's first words are those of its first frame, unless they say why there will be none.
const firstWords = new MutationObserver(() => {
  firstWords.disconnect();
  const text = status.textContent;
  if (text === last) return tellTrouble(words.notBegun, text);
  requestAnimationFrame(() => requestAnimationFrame(show));
});
firstWords.observe(status, { childList: true, characterData: true, subtree: true });

// --- A game that ends -----------------------------------------------------------------------------

/** What the game has complained of last: a panic says there why it ends the program. */
let last = null;
const complain = console.error;
console.error = (...about) => {
  last = about.map(String).join(" ");
  complain.apply(console, about);
};

function onFailure(problem) {
  // Of the game itself, not of something that a browser adds to pages.
  if (problem instanceof WebAssembly.RuntimeError) tellTrouble(words.ended, last ?? String(problem));
}

addEventListener("error", (event) => onFailure(event.error));
addEventListener("unhandledrejection", (event) => onFailure(event.reason));

// --- The headset ----------------------------------------------------------------------------------

/** What is said on the page of the headset. */
function tellOfHeadset(what, why = "") {
  element("headset-word").textContent = what;
  element("headset-why").textContent = why;
  element("headset").hidden = false;
}

/** Browsers let a page into the headset only when somebody has pressed something on it. */
async function offerHeadset() {
  const isThere = await hasHeadset();
  if (isInTrouble) return;
  tellOfHeadset(isThere ? words.headset : words.noHeadset);
  element("enter").hidden = !isThere;
  element(isThere ? "enter" : "stay").focus({ preventScroll: true });
}

// One that comes or goes while the page waits for it.
navigator.xr?.addEventListener("devicechange", () => {
  const waits = !element("headset").hidden && !element("enter").disabled && element("export").hidden;
  if (waits) offerHeadset();
});

/** The player has left the headset, and their moves are nowhere but in the game that still runs. */
function tellUnsaved() {
  tellOfHeadset(words.unsaved);
  element("export").hidden = false;
  element("export").focus({ preventScroll: true });
}

element("enter").addEventListener("click", async () => {
  // The game sounds once something is pressed, and nothing of it will be.
  press("Shift", "ShiftLeft");
  // One session at a time.
  element("enter").disabled = true;
  try {
    await enter(tellUnsaved);
    element("headset").hidden = element("export").hidden = true;
  } catch (problem) {
    const what = problem.name === "SecurityError" ? words.pressAgain : words.notEntered;
    // That moves would be lost is still so.
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
    console.info(`The screen is not filled: ${problem}`);
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
  // As who sees the game types it: the first sign opens the game's own field.
  for (const sign of `/${move.value.trim()}`) press(sign);
  press("Enter", "Enter");
  move.value = "";
});

element("move").addEventListener("keydown", (event) => {
  if (event.key === "Escape") game.focus();
});

// --- The focus, and keys ---------------------------------------------------------------------------

// The game has the focus as long as the page: what else on the page has it may type for the game.
game.addEventListener("blur", (event) => event.isTrusted && event.stopImmediatePropagation());
addEventListener("blur", () => game.dispatchEvent(new FocusEvent("blur")));
addEventListener("focus", () => game.dispatchEvent(new FocusEvent("focus")));

/** Whether a key is for the browser: loads the page again, fills the screen, looks into the page, zooms. */
function isBrowsers({ key, ctrlKey, metaKey }) {
  const isCommand = ctrlKey || metaKey;
  return ["F5", "F11", "F12"].includes(key) || (isCommand && ["r", "R", "+", "=", "-", "0"].includes(key));
}

// The game would keep all keys.
game.addEventListener("keydown", (event) => isBrowsers(event) && event.stopImmediatePropagation());

// --- The keyboard of a touch screen ---------------------------------------------------------------

/** What phones and tablets type into while a field of the game, which is drawn, has the keyboard. */
const keys = element("keys");

/** What stands in `keys`, so that there is something to delete. */
const FILLER = " ".repeat(16);

/** What `keys` had in it when the game was last told. */
let known = FILLER;

/** Whether the keyboard of the screen is wanted. */
let isWanted = false;

/** Gives the focus to the game, or to what types for it: whatever touches the canvas gives it that. */
function focusGame() {
  if (isWanted) keys.focus({ preventScroll: true });
  else HTMLElement.prototype.focus.call(game, { preventScroll: true });
}
game.focus = focusGame;

addEventListener("icochess-keyboard", ({ detail: isTyping }) => {
  // Who has a mouse has keys.
  isWanted = isTyping && matchMedia("(pointer: coarse)").matches;
  // Who types into the page's own field goes on there.
  if ([game, keys, document.body].includes(document.activeElement)) focusGame();
});

function refill() {
  keys.value = known = FILLER;
}
keys.addEventListener("focus", refill);

// Keyboards of screens name no keys, but replace a part of the text by another one.
keys.addEventListener("input", (event) => {
  const [before, now] = [known, keys.value].map((text) => [...text]);
  const changed = before.findIndex((sign, at) => sign !== now[at]);
  const same = changed < 0 ? before.length : changed;
  for (let left = before.length; left > same; left--) press("Backspace", "Backspace");
  for (const sign of now.slice(same)) press(sign);
  known = keys.value;
  // What is not yet written to its end would be broken off.
  if (!event.isComposing) refill();
});
keys.addEventListener("compositionend", refill);

keys.addEventListener("beforeinput", (event) => {
  if (event.inputType !== "insertLineBreak") return;
  event.preventDefault();
  press("Enter", "Enter");
});

// Keys that write nothing, and commands, are the game's.
for (const what of ["keydown", "keyup"]) {
  keys.addEventListener(what, (event) => {
    const { key = "", code, location, repeat, ctrlKey, shiftKey, altKey, metaKey } = event;
    const isNamed = key.length > 1 && !["Unidentified", "Process", "Dead"].includes(key);
    const isCommand = (ctrlKey || metaKey) && !altKey;
    if (event.isComposing || isBrowsers(event) || !(isNamed || isCommand)) return;
    event.preventDefault();
    // Keyboards of screens do not tell where a key lies. That of a named one is called by it.
    const about = { key, code: code || key, location, repeat, ctrlKey, shiftKey, altKey, metaKey };
    game.dispatchEvent(new KeyboardEvent(what, about));
  });
}

/** Whether the keyboard is on the screen: it takes more of the page than the bars of a browser do. */
function isKeyboardShown() {
  const { height, scale } = visualViewport;
  return document.documentElement.clientHeight - height * scale > 100;
}

// Some browsers show the keyboard only from within a touch. When a field is pressed, the game knows of
// it before the finger is lifted.
game.addEventListener("touchend", () => {
  if (!isWanted || isKeyboardShown()) return;
  keys.blur();
  focusGame();
});

// The game has what the keyboard leaves.
visualViewport?.addEventListener("resize", () => {
  const room = isWanted && isKeyboardShown() ? `${visualViewport.height}px` : "";
  document.documentElement.style.setProperty("--room", room);
});

// --- Sound ----------------------------------------------------------------------------------------

/** What the game plays by, made after the first touch. Some browsers let it sound only from within one. */
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

/** Gives the text of a file to the game, which adds the games in it to the saved ones. */
function give(text) {
  dispatchEvent(new CustomEvent("icochess-file", { detail: text }));
}

// Otherwise the browser would leave the game and show the file.
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
  // So that the same one may be chosen again.
  chooser.value = "";
  for (const file of files) give(await file.text());
});
addEventListener("icochess-ask", () => chooser.click());

addEventListener("icochess-offer", ({ detail: [name, text] }) => {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type: name.endsWith(".pgn") ? "application/x-chess-pgn" : "text/plain" }));
  link.click();
  // Not at once: the browser may read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});

// --- Without a connection -------------------------------------------------------------------------

/** Keeps all files with the browser, once the game has what it needs of the connection. */
function keepForLater() {
  navigator.serviceWorker?.register("service-worker.js").catch((problem) => console.info(`Not kept for later: ${problem}`));
}

begin();
