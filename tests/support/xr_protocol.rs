//! Protocol between a test and the [proxy of the runtime](../tools/xr_proxy/main.rs): one JSON
//! value per line, a [`Request`] followed by its [`Reply`].

use serde::{Deserialize, Serialize};

/// Environment variable that holds the proxy's [`Setup`].
pub const SETUP: &str = "ICOCHESS_XR_PROXY";

/// Initial behaviour of the proxy.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Library of the real runtime.
    pub runtime: String,
    /// Unix socket on which the proxy listens.
    pub socket: String,
    /// Extensions of the runtime to hide from the game.
    pub hidden_extensions: Vec<String>,
    /// Reference spaces to hide from the game, such as `STAGE`.
    pub hidden_spaces: Vec<String>,
    /// Environment blend modes to offer in addition to the runtime's, such as `ALPHA_BLEND`.
    pub blend_modes: Vec<String>,
    /// Refresh rates that `XR_FB_display_refresh_rate` offers, in hertz. If empty, the runtime's
    /// rates.
    pub refresh_rates: Vec<f32>,
    /// Whether to offer `XR_EXT_user_presence`, which the runtime lacks.
    pub user_presence: bool,
    /// Whether to offer `XR_FB_passthrough`, which the runtime lacks.
    pub passthrough_layer: bool,
    /// Triangles hidden from both eyes, corner by corner, in the plane z = -1. If not empty, the
    /// proxy offers `XR_KHR_visibility_mask`.
    pub hidden_area: Vec<[f32; 2]>,
    /// Simulates a runtime with no headset connected.
    pub no_headset: bool,
    /// Simulates a runtime that finds its headset only when it is asked a second time.
    pub late_headset: bool,
    /// What `xrDestroyInstance` does before it destroys anything.
    pub destroy: Destroy,
    /// Whether the library's destructor blocks forever once an instance exists, as `SteamVR`'s may
    /// do. A program that runs exit handlers then never ends.
    pub hangs_at_exit: bool,
}

/// Behaviour of `xrDestroyInstance`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Destroy {
    /// Calls the runtime.
    #[default]
    Runtime,
    /// Blocks forever, as `SteamVR` may do.
    Never,
}

/// Value of a controller's input.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum InputValue {
    /// A button, up or down.
    Bool(bool),
    /// 0 to 1.
    Float(f32),
    /// Each axis from -1 to 1.
    Vector([f32; 2]),
}

/// An event for the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The session enters this state, such as `VISIBLE`. From `STOPPING` until the next session
    /// begins, the proxy hides the game's session calls from the runtime.
    State(String),
    /// The player has recentred this reference space, such as `LOCAL`.
    Recentred(String),
    /// The headset was put on or taken off.
    UserPresence(bool),
    /// The player uses other controllers.
    InteractionProfileChanged,
    /// The runtime is going away.
    InstanceLossPending,
    /// This number of events were lost.
    EventsLost(u32),
}

/// A request of a test.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Delivers these events, in this order, at the game's next poll.
    Inject(Vec<Event>),
    /// Sets whether the head's position is known.
    HeadLocated(bool),
    /// Sets whether STAGE can be located.
    StageLocated(bool),
    /// Delays the next frame wait by this many seconds.
    HoldFrame(f32),
    /// Sets whether the runtime asks the game not to render, although the session continues.
    Blind(bool),
    /// Delivers frames at this rate, in hertz, and asks the game not to render them; `None`
    /// restores the runtime's pacing.
    Pace(Option<f32>),
    /// Makes every later call return instance loss.
    LoseInstance,
    /// Overrides the input at this path, such as `/user/hand/right/input/squeeze/force`, from the
    /// next sync. An action with overridden inputs ignores its other inputs.
    Input(String, InputValue),
    /// Puts controllers of this interaction profile in both hands; `None` restores the runtime's.
    /// Inputs without an override are then at rest, and an action without a binding in that profile
    /// is inactive. The game gets the corresponding event.
    Profile(Option<String>),
    /// Returns the times of located spaces and ended frames since the previous such request.
    /// Recording starts with the first one.
    Times,
    /// Returns the game's requests since it started.
    Records,
}

/// A reply of the proxy.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// Success.
    Done,
    /// Failure, with the reason.
    Refused(String),
    /// The game's requests since it started.
    Records(Records),
    /// Times of located spaces and ended frames.
    Times(Times),
}

/// Times of located spaces and ended frames, by the runtime's clock, in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Spaces, eyes and hands located, in order.
    pub located: Vec<Located>,
    /// Frames ended, in order.
    pub ended: Vec<Ended>,
}

/// A call of `xrLocateSpace`, `xrLocateViews` or `xrLocateHandJointsEXT`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Located {
    /// Type of reference space, such as `VIEW`; hand and action, such as
    /// `/user/hand/left aim_pose`; `views` for the eyes; `joints` for the joints of a hand, or
    /// `no joints` for an untracked hand.
    pub space: String,
    /// Time for which the space was located.
    pub time: i64,
    /// Display time of the most recently awaited frame.
    pub waited: i64,
    /// Display time of the frame begun most recently.
    pub begun: i64,
}

/// A call of `xrEndFrame`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Display time given by the game.
    pub display_time: i64,
    /// Display time of the frame that was begun.
    pub begun: i64,
    /// Time for which the eyes were located with the projection's pose. `None` without a
    /// projection, or if the eyes were never located at that pose.
    pub eyes: Option<i64>,
}

/// The game's requests since it started.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Records {
    /// Number of instances created.
    pub instances: u32,
    /// Number of instances destroyed, including unfinished destructions.
    pub destroyed: u32,
    /// Extensions that the game enabled.
    pub extensions: Vec<String>,
    /// Haptic pulses, in order.
    pub pulses: Vec<Pulse>,
    /// Frames that differ in kind from the previous one.
    pub frames: Vec<Frame>,
    /// Reference spaces created.
    pub spaces: Vec<Space>,
    /// Suggested bindings: a profile and the paths of its bindings.
    pub bindings: Vec<(String, Vec<String>)>,
    /// Numbers of existing passthroughs and passthrough layers, while the proxy emulates
    /// `XR_FB_passthrough`.
    pub passthroughs: [u32; 2],
    /// Refresh rates requested, in hertz.
    pub refresh_rates: Vec<f32>,
    /// Eyes whose hidden area was requested, while the proxy provides it.
    pub masked_eyes: Vec<u32>,
}

/// A haptic pulse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pulse {
    /// Path of the hand, such as `/user/hand/left`.
    pub hand: String,
    /// Strength, 0 to 1.
    pub amplitude: f32,
    /// Duration, in milliseconds.
    pub milliseconds: f64,
    /// Frequency, in hertz. With 0, the runtime chooses.
    pub frequency: f32,
    /// Seconds since the instance was created.
    pub at: f64,
}

/// The composition of a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Types of the frame's layers, such as `COMPOSITION_LAYER_PROJECTION`.
    pub layers: Vec<String>,
    /// Flags of each layer, such as `BLEND_TEXTURE_SOURCE_ALPHA`.
    pub flags: Vec<Vec<String>>,
    /// Environment blend mode, such as `OPAQUE`.
    pub blend_mode: String,
    /// Sizes of the eyes' pictures, in pixels.
    pub eyes: Vec<[i32; 2]>,
    /// Whether the `XR_FB_passthrough` layers show the real room: both the layers and their
    /// passthroughs are running, by their creation flags and later calls. `None` without such a
    /// layer, or if the proxy doesn't emulate the extension.
    pub passthrough_shown: Option<bool>,
}

/// A reference space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Space {
    /// Type of the space, such as `LOCAL`.
    pub kind: String,
    /// Position of the space's origin in the type's own space, in metres.
    pub position: [f32; 3],
}
