// Runs before the page and after the emulator iwer, for scripts/try_web.py: a Quest 3, a layer with a
// framebuffer, counts of draws within and outside the headset's frames, and the drawn mip levels.
//
// The emulator's layer has no framebuffer (`framebuffer` is null), and it clears, moves and sizes the
// canvas. So it gets an invisible canvas.
(() => {
  const size = globalThis.layerSize;
  const device = (globalThis.device = new IWER.XRDevice(IWER.metaQuest3));
  device.installRuntime({ forceInstall: true });
  device.stereoEnabled = true;

  const none = () => ({ callback: 0, micro: 0, outside: 0 });
  /** Frames; draws within their callbacks, in the microtasks after these, and outside; faults. */
  const count = (globalThis.count = { frames: 0, draws: none(), faults: 0 });
  globalThis.countAnew = () => Object.assign(count, { frames: 0, draws: none(), faults: 0 });

  const proto = WebGL2RenderingContext.prototype;
  const { bindFramebuffer, framebufferTexture2D } = proto;
  let phase = "outside";
  let level = 0;
  /** Smallest mip level drawn so far. */
  globalThis.smallestMip = 0;
  for (const name of ["drawArrays", "drawElements", "drawArraysInstanced", "drawElementsInstanced"]) {
    const draw = proto[name];
    proto[name] = function (...about) {
      count.draws[phase] += 1;
      globalThis.smallestMip = Math.max(globalThis.smallestMip, level);
      return draw.apply(this, about);
    };
  }
  proto.framebufferTexture2D = function (...about) {
    level = about[4];
    return framebufferTexture2D.apply(this, about);
  };
  const layers = new WeakSet();
  proto.bindFramebuffer = function (target, framebuffer) {
    // A real layer accepts draws only within a frame.
    if (layers.has(framebuffer) && phase !== "callback") count.faults += 1;
    return bindFramebuffer.call(this, target, framebuffer);
  };

  const later = new MessageChannel();
  later.port1.onmessage = () => (phase = "outside");
  let wanted = null;
  const request = XRSession.prototype.requestAnimationFrame;
  XRSession.prototype.requestAnimationFrame = function (call) {
    globalThis.sessionNow = this;
    const onFrame = (time, frame) => {
      // The emulator gives a hidden session frames; browsers don't.
      if (this.visibilityState === "hidden") return request.call(this, onFrame);
      phase = "callback";
      count.frames += 1;
      later.port2.postMessage(0);
      try {
        call(time, frame);
        globalThis.watch?.();
        wanted?.();
      } finally {
        wanted = null;
        phase = "micro";
      }
    };
    return request.call(this, onFrame);
  };

  /**
   * From now on, adds an input of a mode while it selects: a pinch beside a bare right hand without
   * buttons, as on a Vision Pro, or a touch of the screen. All point along the controller's ray.
   */
  globalThis.comeAndGo = (mode) => {
    const given = [...sessionNow.inputSources].find((it) => it.handedness === "right");
    const { targetRaySpace, gripSpace } = given;
    const like = (targetRayMode) => ({ handedness: "right", targetRayMode, profiles: ["generic-hand"], targetRaySpace, gripSpace });
    const touch = { handedness: "none", targetRayMode: "screen", profiles: ["generic-touchscreen"], targetRaySpace };
    const hands = mode === "screen" ? [] : [like("tracked-pointer")];
    let pinching = null;
    Object.defineProperty(XRSession.prototype, "inputSources", { get: () => (pinching ? [...hands, pinching] : hands) });
    const tell = (name) => sessionNow.dispatchEvent(Object.assign(new Event(name), { inputSource: pinching }));
    globalThis.pinch = () => {
      pinching = mode === "screen" ? { ...touch } : like(mode);
      tell("selectstart");
    };
    /** Releases the input, or loses it from sight. */
    globalThis.unpinch = (isLost = false) => {
      if (!isLost) tell("select");
      tell("selectend");
      pinching = null;
    };
  };

  function bytesOf(gl, framebuffer, width, height) {
    const bytes = new Uint8Array(4 * width * height);
    bindFramebuffer.call(gl, gl.READ_FRAMEBUFFER, framebuffer);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    bindFramebuffer.call(gl, gl.READ_FRAMEBUFFER, null);
    return bytes;
  }

  /** A framebuffer's bytes as a picture, upright and opaque. */
  function picture(bytes, width, height) {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const shown = new ImageData(width, height);
    for (let y = 0; y < height; y++) {
      shown.data.set(bytes.subarray(4 * width * y, 4 * width * (y + 1)), 4 * width * (height - 1 - y));
    }
    for (let at = 3; at < shown.data.length; at += 4) shown.data[at] = 255;
    canvas.getContext("2d").putImageData(shown, 0, 0);
    return canvas.toDataURL("image/png");
  }

  let newest = null;
  /**
   * Returns the layer's picture at the end of the next frame, its alpha at some points (x, and y from
   * above), and the greatest difference from the canvas.
   */
  globalThis.look = (points) =>
    new Promise((tell) => {
      wanted = () => {
        const { gl, framebuffer } = newest;
        const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
        const layer = bytesOf(gl, framebuffer, ...size);
        const canvas = bytesOf(gl, null, width, height);
        const isAsLarge = layer.length === canvas.length;
        const most = isAsLarge ? layer.reduce((most, byte, at) => Math.max(most, Math.abs(byte - canvas[at])), 0) : 255;
        const alphas = points.map(([x, y]) => layer[4 * (x + size[0] * (size[1] - 1 - y)) + 3]);
        tell({ picture: picture(layer, ...size), alphas, most, error: gl.getError(), canvas: [width, height] });
      };
    });

  globalThis.XRWebGLLayer = class extends XRWebGLLayer {
    #context;
    #framebuffer;
    constructor(session, gl, options) {
      super(session, gl, options);
      const before = gl.getParameter(gl.FRAMEBUFFER_BINDING);
      const colours = gl.createRenderbuffer();
      this.#framebuffer = gl.createFramebuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, colours);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, ...size);
      bindFramebuffer.call(gl, gl.FRAMEBUFFER, this.#framebuffer);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, colours);
      bindFramebuffer.call(gl, gl.FRAMEBUFFER, before);
      layers.add(this.#framebuffer);
      newest = { gl, framebuffer: this.#framebuffer };
      const canvas = document.createElement("canvas");
      for (const [at, name] of ["width", "height"].entries()) {
        Object.defineProperty(canvas, name, { get: () => size[at], set() {} });
      }
      canvas.style.display = "none";
      const nothing = () => {};
      const getParameter = () => [0, 0, 0, 0];
      this.#context = { canvas, getParameter, clearColor: nothing, clearDepth: nothing, clearStencil: nothing, clear: nothing };
    }
    get context() {
      return this.#context;
    }
    get framebuffer() {
      return this.#framebuffer;
    }
    get framebufferWidth() {
      return size[0];
    }
    get framebufferHeight() {
      return size[1];
    }
  };
})();
