//! The protocol of a test and the [proxy of the runtime](../tools/xr_proxy/main.rs): one JSON value
//! a line, a [`Request`] and then its [`Reply`].

use serde::{Deserialize, Serialize};

/// The environment variable with the proxy's [`Setup`].
pub const SETUP: &str = "ICOCHESS_XR_PROXY";

/// The behaviour of the proxy from the start on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The library of the runtime itself.
    pub runtime: String,
    /// The Unix socket on which the proxy listens.
    pub socket: String,
    /// Extensions that the runtime has and the game shall not see.
    pub hidden_extensions: Vec<String>,
    /// Reference spaces that the game shall not be offered, such as `STAGE`.
    pub hidden_spaces: Vec<String>,
    /// Environment blend modes offered beside those of the runtime, such as `ALPHA_BLEND`.
    pub blend_modes: Vec<String>,
    /// Refresh rates that `XR_FB_display_refresh_rate` offers, hertz; empty: as the runtime has it.
    pub refresh_rates: Vec<f32>,
    /// Offer `XR_EXT_user_presence`, although the runtime has none.
    pub user_presence: bool,
    /// Offer `XR_FB_passthrough`, although the runtime has none.
    pub passthrough_layer: bool,
    /// Triangles, corner by corner, in the plane at z = -1 before each eye: offer
    /// `XR_KHR_visibility_mask`, by which no eye sees these; empty: as the runtime has it.
    pub hidden_area: Vec<[f32; 2]>,
    /// There is a runtime, and no headset is connected to it.
    pub no_headset: bool,
    /// The action of `xrDestroyInstance` before it destroys anything.
    pub destroy: Destroy,
    /// Once an instance was made, the destructor of the library never comes back, as those of
    /// `SteamVR` may do: a program that has exit handlers run never ends.
    pub hangs_at_exit: bool,
}

/// The behaviour of `xrDestroyInstance`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Destroy {
    /// As the runtime does.
    #[default]
    Runtime,
    /// It never comes back, as that of `SteamVR` may do.
    Never,
}

/// The value of a controller's input.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum InputValue {
    /// Up or down.
    Bool(bool),
    /// 0 to 1.
    Float(f32),
    /// Each axis from -1 to 1.
    Vector([f32; 2]),
}

/// An event for the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The session enters this state, such as `VISIBLE`. From `STOPPING` on until the next session
    /// begins, the runtime itself is not told what the game does with its session.
    State(String),
    /// The player has recentred this reference space, such as `LOCAL`.
    Recentred(String),
    /// The headset was put on, or taken off.
    UserPresence(bool),
    /// Other controllers are in use.
    InteractionProfileChanged,
    /// The runtime is going away.
    InstanceLossPending,
    /// So many events were lost.
    EventsLost(u32),
}

/// A request of a test.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// The game gets these events, in this order, at its next poll.
    Inject(Vec<Event>),
    /// Whether the position of the head is known.
    HeadLocated(bool),
    /// Whether STAGE can be located.
    StageLocated(bool),
    /// The next wait for a frame takes so many seconds longer.
    HoldFrame(f32),
    /// Whether the runtime wants nothing drawn, although the session goes on.
    Blind(bool),
    /// From now on frames come at this rate, hertz, and nothing is drawn in them; or again as the
    /// runtime has it.
    Pace(Option<f32>),
    /// From now on every call answers that the instance is lost.
    LoseInstance,
    /// From its next sync on the game sees the input of this path, such as
    /// `/user/hand/right/input/squeeze/force`, so. An action with inputs that come from the test
    /// has nothing but these.
    Input(String, InputValue),
    /// Both hands hold controllers of this interaction profile, or again what the runtime says. An
    /// input of which the test has said nothing is then at rest, and an action without a binding in
    /// that profile is not active. The game gets the event.
    Profile(Option<String>),
    /// The times of what was located and shown, since it was asked last; from the first such
    /// request on.
    Times,
    /// The requests of the game so far.
    Records,
}

/// The answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// It is done.
    Done,
    /// It cannot be done, and why.
    Refused(String),
    /// The requests of the game so far.
    Records(Records),
    /// The times of what was located and shown.
    Times(Times),
}

/// The times of what was located and shown, all of them the runtime's, nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Every space that was located, and eyes and hands, in this order.
    pub located: Vec<Located>,
    /// Every frame that was ended.
    pub ended: Vec<Ended>,
}

/// A call of `xrLocateSpace`, `xrLocateViews` or `xrLocateHandJointsEXT`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Located {
    /// The type of reference space, such as `VIEW`; the hand and the action, such as
    /// `/user/hand/left aim_pose`; `views` for the eyes; `joints` for those of a hand, or `no joints`
    /// where it was not seen.
    pub space: String,
    /// The time for which it was located.
    pub time: i64,
    /// The display time of the frame that was waited for last.
    pub waited: i64,
    /// The display time of the frame that was begun last.
    pub begun: i64,
}

/// A call of `xrEndFrame`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The display time that the game gave.
    pub display_time: i64,
    /// That of the frame which was begun.
    pub begun: i64,
    /// The time for which the eyes were located whose pose the projection has; `None` without a
    /// projection, or if that is no place at which they were.
    pub eyes: Option<i64>,
}

/// The requests of the game since it started.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Records {
    /// Number of instances that were made.
    pub instances: u32,
    /// Number of instances that were destroyed, or begun to be.
    pub destroyed: u32,
    /// The extensions that the game enabled.
    pub extensions: Vec<String>,
    /// Every pulse, the first one first.
    pub pulses: Vec<Pulse>,
    /// Every kind of frame that differs from the one before it.
    pub frames: Vec<Frame>,
    /// The reference spaces made.
    pub spaces: Vec<Space>,
    /// The suggested bindings: a profile and the paths of its bindings.
    pub bindings: Vec<(String, Vec<String>)>,
    /// Numbers of passthroughs and layers of them that were made and are still there, while the
    /// proxy stands in for `XR_FB_passthrough`.
    pub passthroughs: [u32; 2],
    /// Refresh rates asked for, hertz.
    pub refresh_rates: Vec<f32>,
    /// The eyes whose hidden area was asked for, while the proxy tells it.
    pub masked_eyes: Vec<u32>,
}

/// A haptic pulse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pulse {
    /// The path of the hand, such as `/user/hand/left`.
    pub hand: String,
    /// Strength, 0 to 1.
    pub amplitude: f32,
    /// Length, milliseconds.
    pub milliseconds: f64,
    /// Frequency, hertz; 0: the runtime chooses.
    pub frequency: f32,
    /// The time, seconds since the instance was made.
    pub at: f64,
}

/// The parts of a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The types of its layers, such as `COMPOSITION_LAYER_PROJECTION`.
    pub layers: Vec<String>,
    /// The flags of each of them, such as `BLEND_TEXTURE_SOURCE_ALPHA`.
    pub flags: Vec<Vec<String>>,
    /// The environment blend mode, such as `OPAQUE`.
    pub blend_mode: String,
    /// The sizes of the pictures for the eyes, points.
    pub eyes: Vec<[i32; 2]>,
    /// Whether the layers of `XR_FB_passthrough` show anything: they run, and so do the passthroughs
    /// that they belong to, by the flags with which these were made and by what came then. `None`
    /// without such a layer, or if the proxy does not stand in for the extension.
    pub passthrough_shown: Option<bool>,
}

/// A reference space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Space {
    /// Its type, such as `LOCAL`.
    pub kind: String,
    /// The place of its origin in the type's own space, metres.
    pub position: [f32; 3],
}
