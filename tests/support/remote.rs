//! The player's head and hands, sent over TCP to Monado's remote driver.
//!
//! Every message is a complete state of [`MESSAGE_SIZE`] bytes, little endian, without padding. The
//! runtime keeps the last message, even after the client disconnects. Positions are metres in the
//! stage space: the floor is y = 0, the player looks along −z.
//!
//! The hands are Valve Index controllers. **Grip and aim pose are the same** here: the driver
//! answers both with the pose it received and adds no offset. [`Pose::aimed`] therefore gives the
//! origin and direction of the controller's ray. (A real controller's ray is tilted.) An inactive
//! hand is a controller that is switched off: no pose, all buttons released.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::Duration;

use bevy::math::{EulerRot, Quat, Vec3};

use super::wait_for;

/// Size of a message, in bytes.
pub const MESSAGE_SIZE: usize = 376;

/// Offset of the right hand in a message, in bytes. The hand begins with its pose.
const RIGHT: usize = 256;

const POSE_SIZE: usize = 28;

/// Header of every message; the digit is the protocol version.
const HEADER: &[u8; 8] = b"mndrmt3\0";

/// Time between two messages of a movement.
const STEP: Duration = Duration::from_millis(15);

/// A position and orientation in the stage space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub orientation: Quat,
    /// Metres: x to the right, y up, z towards the player.
    pub position: Vec3,
}

impl Pose {
    /// Creates an upright pose at `position` that looks along −z.
    pub const fn at(position: Vec3) -> Self {
        Self {
            orientation: Quat::IDENTITY,
            position,
        }
    }

    /// Creates a pose at `position` with −z pointing at `target`, without roll.
    pub fn aimed(position: Vec3, target: Vec3) -> Self {
        let direction = target - position;
        let yaw = (-direction.x).atan2(-direction.z);
        let pitch = direction.y.atan2(direction.x.hypot(direction.z));
        Self {
            orientation: Quat::from_euler(EulerRot::YXZ, yaw, pitch, 0.0),
            position,
        }
    }

    /// Interpolates between this pose (`t` = 0) and `end` (`t` = 1).
    fn towards(&self, end: &Self, t: f32) -> Self {
        Self {
            orientation: self.orientation.slerp(end.orientation, t),
            position: self.position.lerp(end.position, t),
        }
    }
}

/// A controller: its pose and its inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    pub pose: Pose,
    /// Metres per second, in the stage space.
    pub linear_velocity: [f32; 3],
    /// Angular velocity in radians per second, about the controller's own axes.
    pub angular_velocity: [f32; 3],
    /// Curl of little, ring, middle, index finger and thumb, 0 to 1.
    pub curl: [f32; 5],
    pub trigger: f32,
    pub squeeze: f32,
    pub squeeze_force: f32,
    /// Thumbstick: x to the right, y away from the player, both −1 to 1.
    pub thumbstick: [f32; 2],
    pub trackpad_force: f32,
    pub trackpad: [f32; 2],
    /// Whether the runtime also tracks the bare hand, as with a camera.
    pub hand_tracking: bool,
    /// Whether the controller is switched on.
    pub active: bool,
    pub system_click: bool,
    pub system_touch: bool,
    pub a_click: bool,
    pub a_touch: bool,
    pub b_click: bool,
    pub b_touch: bool,
    pub trigger_click: bool,
    pub trigger_touch: bool,
    pub thumbstick_click: bool,
    pub thumbstick_touch: bool,
    pub trackpad_touch: bool,
}

impl Hand {
    /// Creates a controller that is switched on and at rest, with no inputs touched.
    pub const fn at(position: Vec3) -> Self {
        Self {
            pose: Pose::at(position),
            linear_velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
            curl: [0.0; 5],
            trigger: 0.0,
            squeeze: 0.0,
            squeeze_force: 0.0,
            thumbstick: [0.0; 2],
            trackpad_force: 0.0,
            trackpad: [0.0; 2],
            hand_tracking: false,
            active: true,
            system_click: false,
            system_touch: false,
            a_click: false,
            a_touch: false,
            b_click: false,
            b_touch: false,
            trigger_click: false,
            trigger_touch: false,
            thumbstick_click: false,
            thumbstick_touch: false,
            trackpad_touch: false,
        }
    }

    /// Pulls the trigger fully, or releases it.
    pub fn pull(&mut self, pulled: bool) {
        self.trigger = f32::from(pulled);
        self.trigger_click = pulled;
        self.trigger_touch = pulled;
    }

    fn encode(&self, message: &mut Vec<u8>) {
        encode_pose(&self.pose, message);
        encode_floats(&self.linear_velocity, message);
        encode_floats(&self.angular_velocity, message);
        encode_floats(&self.curl, message);
        encode_floats(&[self.trigger, self.squeeze, self.squeeze_force], message);
        encode_floats(&self.thumbstick, message);
        encode_floats(&[self.trackpad_force], message);
        encode_floats(&self.trackpad, message);
        message.extend(
            [
                self.hand_tracking,
                self.active,
                self.system_click,
                self.system_touch,
                self.a_click,
                self.a_touch,
                self.b_click,
                self.b_touch,
                self.trigger_click,
                self.trigger_touch,
                self.thumbstick_click,
                self.thumbstick_touch,
                self.trackpad_touch,
            ]
            .map(u8::from),
        );
        message.extend([0; 3]);
    }
}

/// Left or right hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];
}

/// The complete state of the player, as sent to the runtime.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RemoteState {
    pub head: Pose,
    pub left: Hand,
    pub right: Hand,
}

impl Default for RemoteState {
    /// Returns a player in the middle of the room with hands half a metre ahead. This is the
    /// runtime's own initial state, with hand tracking added.
    fn default() -> Self {
        Self {
            head: Pose::at(Vec3::new(0.0, 1.6, 0.0)),
            left: Hand::at(Vec3::new(-0.2, 1.3, -0.5)),
            right: Hand::at(Vec3::new(0.2, 1.3, -0.5)),
        }
    }
}

impl RemoteState {
    /// Returns one of the player's hands.
    pub fn hand(&mut self, side: Side) -> &mut Hand {
        match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }

    /// Encodes this state as a message for the runtime.
    pub fn encode(&self) -> Vec<u8> {
        let mut message = Vec::with_capacity(MESSAGE_SIZE);
        message.extend(HEADER);
        // Two views, each with field of view, pose and padding. They are flagged invalid below, so
        // the runtime derives its own views from the head pose.
        message.extend([0; 2 * 48]);
        encode_pose(&self.head, &mut message);
        message.extend([0; 4]);
        self.left.encode(&mut message);
        self.right.encode(&mut message);
        message
    }
}

fn encode_floats(values: &[f32], message: &mut Vec<u8>) {
    message.extend(values.iter().flat_map(|value| value.to_le_bytes()));
}

fn encode_pose(pose: &Pose, message: &mut Vec<u8>) {
    encode_floats(&pose.orientation.to_array(), message);
    encode_floats(&pose.position.to_array(), message);
}

/// A connection to a runtime's remote driver, which accepts one client at a time.
#[derive(Debug)]
pub struct RemoteDriver {
    stream: TcpStream,
    state: RemoteState,
}

impl RemoteDriver {
    /// Connects to the driver on this machine and puts the player in the [default
    /// place](RemoteState::default).
    ///
    /// # Panics
    ///
    /// If there is no answer within ten seconds, or one in another protocol.
    pub fn connect(port: u16) -> Self {
        let mut stream = wait_for(Duration::from_secs(10), || {
            TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()
        })
        .unwrap_or_else(|| panic!("no remote driver on port {port}"));
        stream
            .set_nodelay(true)
            .and_then(|()| stream.set_read_timeout(Some(Duration::from_secs(10))))
            .expect("a fresh socket takes its options");
        // The driver greets with its initial state (without a header) and its latest state.
        // Comparing the initial state with the default of this module checks the message layout.
        let mut greeting = [0; 2 * MESSAGE_SIZE];
        stream
            .read_exact(&mut greeting)
            .unwrap_or_else(|error| panic!("the remote driver does not greet: {error}"));
        let state = RemoteState::default();
        assert_eq!(
            greeting[RIGHT..RIGHT + POSE_SIZE],
            state.encode()[RIGHT..RIGHT + POSE_SIZE],
            "this Monado's remote driver speaks another protocol"
        );
        let mut driver = Self { stream, state };
        driver.send(&state);
        driver
    }

    /// Returns the last state sent.
    pub fn state(&self) -> &RemoteState {
        &self.state
    }

    /// Sends a complete state to the runtime.
    ///
    /// # Panics
    ///
    /// If the runtime has gone.
    pub fn send(&mut self, state: &RemoteState) {
        self.state = *state;
        self.stream
            .write_all(&state.encode())
            .expect("the runtime has gone");
    }

    /// Changes the state and sends it to the runtime.
    pub fn update(&mut self, change: impl FnOnce(&mut RemoteState)) {
        let mut state = self.state;
        change(&mut state);
        self.send(&state);
    }

    /// Moves the head to `position`, looking at `target`.
    pub fn look(&mut self, position: Vec3, target: Vec3) {
        self.update(|state| state.head = Pose::aimed(position, target));
    }

    /// Turns a hand in place, without a glide, so that its ray points at `target`.
    pub fn aim(&mut self, side: Side, target: Vec3) {
        self.update(|state| {
            let pose = &mut state.hand(side).pose;
            *pose = Pose::aimed(pose.position, target);
        });
    }

    /// Moves a hand to `position`, without a glide, so that its ray points at `target`.
    pub fn place_and_aim(&mut self, side: Side, position: Vec3, target: Vec3) {
        self.update(|state| state.hand(side).pose = Pose::aimed(position, target));
    }

    /// Moves a hand to `end` in a straight line and in real time, with matching velocity.
    pub fn glide(&mut self, side: Side, end: Pose, duration: Duration) {
        let start = self.state.hand(side).pose;
        let velocity = (end.position - start.position) / duration.as_secs_f32();
        let steps = duration.div_duration_f32(STEP).ceil().max(1.0) as u16;
        for step in 1..=steps {
            thread::sleep(STEP);
            self.update(|state| {
                let hand = state.hand(side);
                hand.pose = start.towards(&end, f32::from(step) / f32::from(steps));
                hand.linear_velocity = velocity.to_array();
            });
        }
        self.update(|state| state.hand(side).linear_velocity = [0.0; 3]);
    }

    /// Pulls the trigger fully, or releases it.
    pub fn trigger(&mut self, side: Side, pulled: bool) {
        self.update(|state| state.hand(side).pull(pulled));
    }

    /// Closes the hand round the grip, or opens it.
    pub fn squeeze(&mut self, side: Side, closed: bool) {
        self.update(|state| {
            let hand = state.hand(side);
            hand.squeeze = f32::from(closed);
            hand.squeeze_force = f32::from(closed);
        });
    }

    /// Tilts the thumbstick: x to the right, y away from the player, −1 to 1.
    pub fn thumbstick(&mut self, side: Side, tilt: [f32; 2]) {
        self.update(|state| {
            let hand = state.hand(side);
            hand.thumbstick = tilt;
            hand.thumbstick_touch = tilt != [0.0; 2];
        });
    }

    /// Switches a controller on or off.
    pub fn switch(&mut self, side: Side, on: bool) {
        self.update(|state| state.hand(side).active = on);
    }
}
