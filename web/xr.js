// The browser's headset (WebXR): its frames drive the game, which draws both eyes side by side on the
// canvas; this script copies the canvas to the headset. docs/notes/webxr.md explains why.
//
// Load it before the game, which reads each frame's data from `icochessHeadset`.

/** Whether this page is for the headset. The game removes that from the address. */
export const isForHeadset = new URLSearchParams(location.search).has("vr");

const game = document.getElementById("game");

// --- Frames ---------------------------------------------------------------------------------------
// Frame callbacks run in the page's next frame or, in a session, in the headset's.

const native = { request: requestAnimationFrame.bind(window), cancel: cancelAnimationFrame.bind(window) };
const waiting = new Map();
let last = 0;
let asked = 0;
/** The session, while there is one. */
let session = null;

function runFrames(time) {
  const now = [...waiting.values()];
  waiting.clear();
  for (const call of now) {
    try {
      call(time);
    } catch (problem) {
      reportError(problem);
    }
  }
}

/** A hidden session gets no frames, so the page's own let the game notice. */
function isPages() {
  return !session || session.visibilityState === "hidden";
}

function ask() {
  if (asked || !waiting.size || !isPages()) return;
  asked = native.request((time) => {
    asked = 0;
    runFrames(time);
  });
}

function askNoMore() {
  native.cancel(asked);
  asked = 0;
}

if (isForHeadset) {
  window.requestAnimationFrame = (call) => {
    waiting.set(++last, call);
    ask();
    return last;
  };
  window.cancelAnimationFrame = (number) => waiting.delete(number);
}

// --- Frame data -----------------------------------------------------------------------------------
// The offsets are those of crates/xr/src/page_frame.rs.

const [NEWS, NEWS_KEPT, LAYER, EYES, HEAD, CONTROLLERS, ROOM] = [0, 7, 8, 10, 11, 19, 20];
const [EYE, EYE_LENGTH] = [21, 15];
const [KNOWS_AIM, KNOWS_GRIP, KNOWS_JOINTS, SELECT, AIM, GRIP, JOINTS, JOINT_LENGTH] = [1, 2, 3, 4, 11, 18, 25, 8];
const HAND = EYE + 2 * EYE_LENGTH;
const HAND_LENGTH = JOINTS + JOINT_LENGTH * 25;

const told = new Float32Array(HAND + 2 * HAND_LENGTH);
/** Names of the controllers, left and right. */
const controllers = ["", ""];
/**
 * Data shared by the game and its page. The game sets the render scale, whether passthrough is wanted,
 * and whether the browser has saved the moves.
 */
const headset = (globalThis.icochessHeadset = { frame: told, controllers, scale: 1, passthrough: false, isKept: true });

const news = { hidden: 1, "visible-blurred": 2, visible: 3, reset: 4 };

function tell(what) {
  told[NEWS + 1 + (told[NEWS] % NEWS_KEPT)] = news[what] ?? 0;
  told[NEWS] += 1;
}

// Hidden until the player clicks.
if (isForHeadset) tell("hidden");

/** Writes a position and an orientation, and returns whether they are known. */
function put(at, pose) {
  if (!pose) return false;
  const { position: p, orientation: o } = pose.transform;
  told[at] = p.x;
  told[at + 1] = p.y;
  told[at + 2] = p.z;
  told[at + 3] = o.x;
  told[at + 4] = o.y;
  told[at + 5] = o.z;
  told[at + 6] = o.w;
  return true;
}

function tellEyes(layer, pose) {
  told[LAYER] = layer.framebufferWidth;
  told[LAYER + 1] = layer.framebufferHeight;
  // While tracking is lost, the eyes keep their pose.
  told[HEAD] = !pose ? 0 : pose.emulatedPosition ? 1 : 2;
  if (!put(HEAD + 1, pose)) return;
  const views = pose.views.slice(0, 2);
  told[EYES] = views.length;
  views.forEach((view, number) => {
    const at = EYE + number * EYE_LENGTH;
    const { x, y, width, height } = layer.getViewport(view);
    told.set([x, y, width, height], at);
    put(at + 4, view);
    const m = view.projectionMatrix;
    told.set([(m[8] - 1) / m[0], (m[8] + 1) / m[0], (m[9] - 1) / m[5], (m[9] + 1) / m[5]], at + 11);
  });
}

/**
 * Inputs that exist only while they select: pinching fingers, which point where the player looked at the
 * start of the pinch, and touches of a phone's screen.
 */
const TRANSIENT = ["transient-pointer", "screen"];
const isTransient = ({ targetRayMode }) => TRANSIENT.includes(targetRayMode);

/** The input's select button, if it reports how far it is pressed. */
function trigger(source) {
  return isTransient(source) ? undefined : source.gamepad?.buttons[0];
}

/** Presses known from events alone: whether they are held, and whether the game has seen them. */
const presses = new WeakMap();

function beginPress({ inputSource }) {
  if (!trigger(inputSource)) presses.set(inputSource, { isOn: true, isTold: false });
}

/** Completes a press. A `selectend` without it cancels the press. */
function completePress({ inputSource }) {
  const press = presses.get(inputSource);
  if (press) press.isOn = false;
}

function endPress({ inputSource }) {
  if (!presses.get(inputSource)?.isOn) return;
  presses.delete(inputSource);
  for (const shown of hands) if (shown.source === inputSource) shown.source = undefined;
}

/** Whether an input is gone with a completed press that the game hasn't seen to the end. */
const owes = (source) => presses.get(source)?.isOn === false;

/** Whether an input is pressed, after the game has seen it for `frames` frames. */
function isPressed(source, frames) {
  const press = presses.get(source);
  // An input that appears pressed is first shown released, where it points.
  if (!press || frames < 3) return false;
  const isOn = press.isOn || !press.isTold;
  press.isTold = true;
  if (!isOn) presses.delete(source);
  return isOn;
}

/** An input's values: select, grab, turn (right, up), menu, home, learn; -1 if it lacks one. */
function does(source, frames) {
  const { hand, gamepad } = source;
  const select = trigger(source)?.value ?? (isPressed(source, frames) ? 1 : 0);
  // A bare hand's "buttons" are gestures with other meanings.
  if (!gamepad || hand || isTransient(source)) return [select, -1, 0, 0, -1, 0, 0];
  const { buttons, axes } = gamepad;
  const is = (number) => (buttons[number]?.pressed ? 1 : 0);
  const from = axes.length >= 4 ? 2 : 0;
  return [
    select,
    buttons[1]?.value ?? -1,
    axes[from] ?? 0,
    -(axes[from + 1] ?? 0),
    buttons.length > 5 ? Math.max(is(5), is(7)) : -1,
    is(4),
    is(3),
  ];
}

function tellJoints(frame, hand, space, at) {
  let number = 0;
  for (const joint of hand?.values() ?? []) {
    const pose = frame.getJointPose?.(joint, space);
    if (!put(at + number * JOINT_LENGTH, pose)) return false;
    told[at + number * JOINT_LENGTH + 7] = pose.radius ?? 0;
    number += 1;
  }
  return number === 25;
}

/**
 * Each hand's input, and its number of frames. When the input changes, the hand is away for a frame, so
 * that it doesn't drop its piece where the new input points.
 */
const hands = [
  { source: undefined, frames: 0 },
  { source: undefined, frames: 0 },
];

function tellHands(frame, space) {
  const names = ["", ""];
  for (const [number, shown] of hands.entries()) {
    const at = HAND + number * HAND_LENGTH;
    const sources = [...session.inputSources].filter((it) => (it.handedness === "left") === (number === 0));
    const find = (mode) => sources.find((it) => it.targetRayMode === mode);
    // Without a hand, players look and tap.
    const held = find("tracked-pointer") ?? find("gaze");
    let source = sources.find(isTransient) ?? held;
    // A pinch's input disappears with it, so its end is reported first.
    const isGone = shown.source !== source && owes(shown.source);
    if (isGone) source = shown.source;
    shown.frames = shown.source === source ? shown.frames + 1 : 0;
    shown.source = source;
    told[at] = source && shown.frames > 0 ? 1 : 0;
    // A pinching player still has a hand.
    const body = held?.hand ? held : source;
    names[number] = body?.profiles.join(" ") ?? "";
    // A gone input keeps its pose.
    if (!isGone) told.fill(0, at + KNOWS_AIM, at + SELECT);
    if (!source) {
      told.fill(0, at + SELECT, at + AIM);
      continue;
    }
    if (!isGone) {
      told[at + KNOWS_AIM] = put(at + AIM, frame.getPose(source.targetRaySpace, space));
      told[at + KNOWS_GRIP] = body.gripSpace ? put(at + GRIP, frame.getPose(body.gripSpace, space)) : 0;
      told[at + KNOWS_JOINTS] = tellJoints(frame, body.hand, space, at + JOINTS);
    }
    told.set(does(source, shown.frames), at + SELECT);
  }
  if (names.some((name, number) => name !== controllers[number])) {
    controllers.splice(0, 2, ...names);
    told[CONTROLLERS] += 1;
  }
}

// --- The copy -------------------------------------------------------------------------------------

/** Copies the canvas to the layer unchanged: both have premultiplied alpha. */
function blit(gl, { framebuffer, framebufferWidth: width, framebufferHeight: height }) {
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, framebuffer);
  gl.disable(gl.SCISSOR_TEST);
  gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
}

/** Copies with a texture and a triangle, for browsers whose layer refuses a blit. */
function makeTriangle(gl, { framebuffer, framebufferWidth: width, framebufferHeight: height }) {
  const program = gl.createProgram();
  const add = (kind, text) => {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  };
  add(gl.VERTEX_SHADER, `#version 300 es
    void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }`);
  add(gl.FRAGMENT_SHADER, `#version 300 es
    precision mediump float;
    uniform sampler2D canvas;
    out vec4 colour;
    void main() { colour = texelFetch(canvas, ivec2(gl_FragCoord.xy), 0); }`);
  gl.linkProgram(program);
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
  gl.bindTexture(gl.TEXTURE_2D, null);
  return () => {
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.bindSampler(0, null);
    gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 0, 0, width, height);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, framebuffer);
    gl.viewport(0, 0, width, height);
    for (const what of [gl.SCISSOR_TEST, gl.DEPTH_TEST, gl.STENCIL_TEST, gl.BLEND, gl.CULL_FACE]) gl.disable(what);
    gl.colorMask(true, true, true, true);
    gl.useProgram(program);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  };
}

/** Returns the first copy function that causes no error. */
function copyTo(gl, layer) {
  let copy = () => {
    const isError = () => gl.getError() !== gl.NO_ERROR;
    // Clears earlier errors.
    while (!gl.isContextLost() && isError());
    blit(gl, layer);
    const isWrong = isError();
    copy = isWrong ? makeTriangle(gl, layer) : () => blit(gl, layer);
    if (isWrong) copy();
  };
  return () => copy();
}

// --- The session ----------------------------------------------------------------------------------

/** Session modes: the game's room, and passthrough. */
const [VR, AR] = ["immersive-vr", "immersive-ar"];

/** Whether the browser supports a session mode. */
async function has(mode) {
  try {
    return (await navigator.xr?.isSessionSupported(mode)) ?? false;
  } catch {
    return false;
  }
}

/** Whether a headset can show the game. */
export const hasHeadset = () => has(VR);

/** Availability of passthrough: never, from the next session on, or in this one. */
const [NEVER, NEXT_TIME, NOW] = [0, 1, 2];

async function lookForRoom() {
  const isThere = await has(AR);
  if (told[ROOM] !== NOW) told[ROOM] = isThere ? NEXT_TIME : NEVER;
}
if (isForHeadset) {
  navigator.xr?.addEventListener("devicechange", lookForRoom);
  lookForRoom();
}

/** Reloads the page, for the headset or for the screen. */
export function leave(isToHeadset) {
  // Drops the address's options, which have been handled.
  const page = location.pathname;
  if (isToHeadset) location.assign(`${page}?vr`);
  else location.replace(page);
}

/**
 * Requests a session as in the settings, or one without passthrough if that is refused. After a late
 * refusal, browsers want another press (`SecurityError`).
 */
async function request() {
  const features = { requiredFeatures: ["local-floor"], optionalFeatures: ["hand-tracking"] };
  if (headset.passthrough && told[ROOM] !== NEVER) {
    try {
      return await navigator.xr.requestSession(AR, features);
    } catch (problem) {
      if (!["NotSupportedError", "NotAllowedError"].includes(problem.name)) throw problem;
      console.warn(`The headset refuses passthrough: ${problem}`);
      told[ROOM] = NEVER;
    }
  }
  return navigator.xr.requestSession(VR, features);
}

/**
 * Requests the lowest refresh rate that doesn't flicker. A late frame disturbs more than a low rate, and
 * the page draws on one thread.
 */
function calmRate(begun) {
  const rates = [...(begun.supportedFrameRates ?? [])].filter((rate) => rate >= 72);
  if (rates.length > 0) {
    const refused = (problem) => console.warn(`The headset keeps its refresh rate: ${problem}`);
    begun.updateTargetFrameRate(Math.min(...rates)).catch(refused);
  }
}

/**
 * Begins the session. Call it on a click, else browsers refuse. After the session the ordinary page loads.
 * If the moves aren't saved, this page stays and `tellUnsaved` says so.
 */
export async function enter(tellUnsaved) {
  const begun = await request();
  try {
    // Returns the game's own context.
    const gl = game.getContext("webgl2");
    await gl.makeXRCompatible();
    // An antialiased layer refuses the copy.
    const layer = new XRWebGLLayer(begun, gl, {
      antialias: false,
      depth: false,
      stencil: false,
      framebufferScaleFactor: headset.scale,
    });
    begun.updateRenderState({ baseLayer: layer });
    const space = await begun.requestReferenceSpace("local-floor");
    if (isOver) throw new Error("The game has ended.");
    calmRate(begun);
    run(begun, layer, space, copyTo(gl, layer), tellUnsaved);
  } catch (problem) {
    // The session may have ended by itself.
    await begun.end().catch(() => {});
    throw problem;
  }
}

/** Whether the game has ended. */
let isOver = false;

/** Ends the session after a crash, which the page explains. */
export function stop() {
  isOver = true;
  session?.end().catch(() => {});
}

/** Updates for stopping the clock and saving, and milliseconds to retry a failed save. */
const [SAVES, FAILS] = [5, 2000];

/** Handles the session's end. A hidden page gets no frames, so this calls the game directly. */
async function end(tellUnsaved) {
  tell("hidden");
  if (told[ROOM] === NOW) told[ROOM] = NEXT_TIME;
  const since = performance.now();
  const mayFail = () => performance.now() - since < FAILS;
  for (let times = 0; !isOver && (times < SAVES || (!headset.isKept && mayFail())); times++) {
    runFrames(performance.now());
    await new Promise((later) => setTimeout(later, 20));
  }
  if (isOver) return;
  if (headset.isKept) return leave(false);
  session = null;
  ask();
  tellUnsaved();
}

function run(begun, layer, space, copy, tellUnsaved) {
  session = begun;
  if (["alpha-blend", "additive"].includes(begun.environmentBlendMode)) told[ROOM] = NOW;
  askNoMore();
  begun.addEventListener("end", () => end(tellUnsaved));
  begun.addEventListener("visibilitychange", () => {
    tell(begun.visibilityState);
    if (!isPages()) return askNoMore();
    // A hidden page gets no frames, so this lets the game stop its clock at once.
    runFrames(performance.now());
    ask();
  });
  begun.addEventListener("selectstart", beginPress);
  begun.addEventListener("select", completePress);
  begun.addEventListener("selectend", endPress);
  space.addEventListener("reset", () => tell("reset"));
  tell(begun.visibilityState);
  const onFrame = (time, frame) => {
    begun.requestAnimationFrame(onFrame);
    tellEyes(layer, frame.getViewerPose(space));
    tellHands(frame, space);
    runFrames(time);
    copy();
  };
  begun.requestAnimationFrame(onFrame);
}

// --- Requests of the game -------------------------------------------------------------------------

addEventListener("icochess-pulse", ({ detail: [number, amplitude, milliseconds] }) => {
  hands[number].source?.gamepad?.hapticActuators?.[0]?.pulse(amplitude, milliseconds);
});

addEventListener("icochess-headset", () => leave(true));

async function tellWhetherThere() {
  const detail = await Promise.all([hasHeadset(), has(AR)]);
  dispatchEvent(new CustomEvent("icochess-headset-there", { detail }));
}
addEventListener("icochess-look-for-headset", () => {
  navigator.xr?.addEventListener("devicechange", tellWhetherThere);
  tellWhetherThere();
});
