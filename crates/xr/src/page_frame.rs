//! A frame of a web page's headset as an array of numbers, written by `web/xr.js`. The offsets have
//! the same names in both files.
//!
//! Positions are in metres from an origin on the floor, and orientations are quaternions (x, y, z,
//! w). Both follow WebXR, whose axes match Bevy's; WebXR calls an eye a view. Booleans are numbers
//! other than 0.

use bevy::prelude::*;
use bevy_mod_xr::camera::{Fov, calculate_projection};
use bevy_mod_xr::hands::HandBone;

use super::config::Hand;
use super::head::{HeadPosition, HeadTracking};
use super::reading::HandReading;
use super::session::{SessionEvent, SessionVisibility};
use super::tips::Tip;
use icochess_base::display::PassthroughAvailable;

/// Number of events since the session began, followed by a ring buffer of the most recent ones.
const NEWS: usize = 0;
const NEWS_KEPT: u32 = 7;
/// Width and height of the canvas, in pixels.
const LAYER: usize = 8;
/// Number of eyes; 0 before the first frame.
const EYES: usize = 10;
/// Quality of the head's position (0 unknown, 1 guessed, 2 tracked), followed by its pose.
const HEAD: usize = 11;
/// Number of controller changes.
const CONTROLLERS: usize = 19;
/// Availability of passthrough: 0 never, 1 from the next session, 2 in this one.
const ROOM: usize = 20;
/// Per eye: viewport (x, y from the bottom, width, height; pixels), pose, and the tangents of its
/// field of view (left, right, down, up).
const EYE: usize = 21;
const EYE_LENGTH: usize = 15;
/// Per hand, left and right: see [`HandFrame`].
const HAND: usize = EYE + 2 * EYE_LENGTH;
const HAND_LENGTH: usize = JOINTS + JOINT_LENGTH * 25;

/// Whether the hand exists, and whether its aim, grip and joints are known.
const IS_THERE: usize = 0;
const KNOWS_AIM: usize = 1;
const KNOWS_GRIP: usize = 2;
const KNOWS_JOINTS: usize = 3;
/// Same meaning as in [`HandReading`]; -1 if absent.
const SELECT: usize = 4;
const GRAB: usize = 5;
const TURN: usize = 6;
const MENU: usize = 8;
const HOME_VIEW: usize = 9;
const LEARN: usize = 10;
const AIM: usize = 11;
const GRIP: usize = 18;
/// Per joint from the wrist on, in OpenXR order: pose and radius.
const JOINTS: usize = 25;
const JOINT_LENGTH: usize = 8;

/// Number of values in a frame.
pub const LENGTH: usize = HAND + 2 * HAND_LENGTH;

/// The numbers of a frame.
#[derive(Debug, Clone)]
pub struct PageFrame(pub [f32; LENGTH]);

impl Default for PageFrame {
    /// Returns a frame in which nothing is known.
    fn default() -> Self {
        Self([0.0; LENGTH])
    }
}

/// View and viewport of an eye.
#[derive(Debug, Clone, Copy)]
pub struct EyeFrame {
    /// Upper left corner of the eye's viewport, in pixels.
    pub corner: UVec2,
    /// Size of the eye's viewport, in pixels.
    pub size: UVec2,
    /// Pose of the eye.
    pub place: Transform,
    fov: Fov,
}

impl EyeFrame {
    /// Returns the projection for a near plane, in metres.
    pub fn projection(&self, near: f32) -> Mat4 {
        calculate_projection(near, self.fov)
    }
}

/// The numbers of a hand.
#[derive(Debug, Clone, Copy)]
pub struct HandFrame<'a>(&'a [f32]);

impl PageFrame {
    /// Returns the number of events so far.
    pub fn news_count(&self) -> u32 {
        self.0[NEWS] as u32
    }

    /// Returns the events after the first `known` ones. If there are too many, the oldest are lost.
    pub fn news_after(&self, known: u32) -> impl Iterator<Item = SessionEvent> {
        let count = self.news_count();
        let news = known.max(count.saturating_sub(NEWS_KEPT))..count;
        let codes = news.map(move |number| self.0[NEWS + 1 + (number % NEWS_KEPT) as usize] as u32);
        codes.flat_map(|code| events(code).iter().copied())
    }

    /// Returns the size of the canvas, in pixels.
    pub fn size(&self) -> UVec2 {
        UVec2::new(self.0[LAYER] as u32, self.0[LAYER + 1] as u32)
    }

    /// Returns the views of the eyes.
    pub fn eyes(&self) -> impl Iterator<Item = EyeFrame> {
        let height = self.size().y;
        let eyes = self.0[EYE..HAND].chunks(EYE_LENGTH);
        eyes.take(self.0[EYES] as usize).map(move |values| {
            let [x, below, width, own_height] = [0, 1, 2, 3].map(|at| values[at] as u32);
            let [left, right, down, up] = [11, 12, 13, 14].map(|at| values[at].atan());
            EyeFrame {
                corner: UVec2::new(x, height.saturating_sub(below + own_height)),
                size: UVec2::new(width, own_height),
                place: pose(&values[4..]),
                fov: Fov {
                    angle_left: left,
                    angle_right: right,
                    angle_down: down,
                    angle_up: up,
                },
            }
        })
    }

    /// Returns the tracking state of the head.
    pub fn tracking(&self) -> HeadTracking {
        let position = match self.0[HEAD] as u32 {
            0 => HeadPosition::Unknown,
            1 => HeadPosition::Guessed,
            _ => HeadPosition::Tracked,
        };
        HeadTracking {
            knows_rotation: position != HeadPosition::Unknown,
            position,
        }
    }

    /// Returns the pose of the head.
    pub fn head(&self) -> Transform {
        pose(&self.0[HEAD + 1..])
    }

    /// Returns the number of controller changes so far.
    pub fn controllers(&self) -> u32 {
        self.0[CONTROLLERS] as u32
    }

    /// Returns the availability of passthrough.
    pub fn passthrough(&self) -> PassthroughAvailable {
        match self.0[ROOM] as u32 {
            0 => PassthroughAvailable::Never,
            1 => PassthroughAvailable::NextTime,
            _ => PassthroughAvailable::Now,
        }
    }

    /// Returns the numbers of a hand.
    pub fn hand(&self, hand: Hand) -> HandFrame<'_> {
        HandFrame(&self.0[HAND + hand as usize * HAND_LENGTH..][..HAND_LENGTH])
    }
}

/// Returns the events for a page's event code.
const fn events(code: u32) -> &'static [SessionEvent] {
    match code {
        // WebXR doesn't report user presence.
        1 => &[SessionEvent::Shown(SessionVisibility::Hidden)],
        2 => &[SessionEvent::Shown(SessionVisibility::Visible)],
        3 => &[SessionEvent::Shown(SessionVisibility::Focused)],
        // WebXR reports a recentring only after it has happened.
        4 => &[SessionEvent::Recentring, SessionEvent::Recentred],
        _ => &[],
    }
}

fn pose(values: &[f32]) -> Transform {
    let turn = Vec4::from_slice(&values[3..]).try_normalize();
    Transform {
        translation: Vec3::new(values[0], values[1], values[2]),
        // Before the first frame, the quaternion is zero.
        rotation: turn.map_or(Quat::IDENTITY, Quat::from_vec4),
        scale: Vec3::ONE,
    }
}

impl HandFrame<'_> {
    fn is(self, at: usize) -> bool {
        self.0[at] > 0.0
    }

    /// Returns a number, or `None` if it is negative.
    fn any(self, at: usize) -> Option<f32> {
        Some(self.0[at]).filter(|value| *value >= 0.0)
    }

    /// Returns the reading of the hand; `None` if it doesn't exist.
    pub fn reading(self) -> Option<HandReading> {
        self.is(IS_THERE).then(|| HandReading {
            is_tracked: self.is(KNOWS_AIM),
            is_bare: false,
            select: self.0[SELECT],
            select_ready: None,
            grab: self.any(GRAB),
            grab_ready: None,
            turn: Vec2::new(self.0[TURN], self.0[TURN + 1]),
            menu: self.any(MENU).map(|value| value > 0.0),
            home_view: self.is(HOME_VIEW),
            learn: self.is(LEARN),
        })
    }

    /// Returns the aim pose. The hand points along its -z.
    pub fn aim(self) -> Option<Transform> {
        self.is(KNOWS_AIM).then(|| pose(&self.0[AIM..]))
    }

    /// Returns the grip pose.
    pub fn grip(self) -> Option<Transform> {
        self.is(KNOWS_GRIP).then(|| pose(&self.0[GRIP..]))
    }

    /// Returns whether the hand's joints are known, which requires a bare hand.
    pub fn knows_joints(self) -> bool {
        self.is(KNOWS_JOINTS)
    }

    /// Returns a joint's pose and its radius, in metres. WebXR has no palm joint, so this places it
    /// in the middle of the middle finger's metacarpal, as in OpenXR.
    pub fn joint(self, bone: HandBone) -> Option<(Transform, f32)> {
        if let HandBone::Palm = bone {
            let (from, radius) = self.joint(HandBone::MiddleMetacarpal)?;
            let (to, _) = self.joint(HandBone::MiddleProximal)?;
            let middle = from.translation.midpoint(to.translation);
            return Some((from.with_translation(middle), radius));
        }
        self.knows_joints().then(|| {
            let number = bone as usize - HandBone::Wrist as usize;
            let values = &self.0[JOINTS + number * JOINT_LENGTH..][..JOINT_LENGTH];
            (pose(values), values[JOINT_LENGTH - 1])
        })
    }

    /// Returns the pose of a bare hand's tip. The pinch tip is between thumb and index finger.
    pub fn tip(self, tip: Tip) -> Option<Transform> {
        let (index, _) = self.joint(HandBone::IndexTip)?;
        let (thumb, _) = self.joint(HandBone::ThumbTip)?;
        Some(match tip {
            Tip::Poke => index,
            Tip::Pinch => index.with_translation(index.translation.midpoint(thumb.translation)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a frame of two eyes with tangents of 1, next to each other in 640×300 pixels.
    fn frame() -> PageFrame {
        let mut frame = PageFrame::default();
        frame.0[LAYER..LAYER + 2].copy_from_slice(&[640.0, 300.0]);
        frame.0[EYES] = 2.0;
        for (number, x) in [(0, 0.0), (1, 320.0)] {
            let at = EYE + number * EYE_LENGTH;
            let numbers = [
                x, 0.0, 320.0, 290.0, x, 1.6, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0, 1.0, -1.0, 1.0,
            ];
            frame.0[at..at + EYE_LENGTH].copy_from_slice(&numbers);
        }
        frame
    }

    #[test]
    fn page_and_game_use_the_same_offsets() {
        let page = include_str!("../../../web/xr.js");
        let kept = NEWS_KEPT as usize;
        let rows: [&[(&str, usize)]; 3] = [
            &[
                ("NEWS", NEWS),
                ("NEWS_KEPT", kept),
                ("LAYER", LAYER),
                ("EYES", EYES),
                ("HEAD", HEAD),
                ("CONTROLLERS", CONTROLLERS),
                ("ROOM", ROOM),
            ],
            &[("EYE", EYE), ("EYE_LENGTH", EYE_LENGTH)],
            &[
                ("KNOWS_AIM", KNOWS_AIM),
                ("KNOWS_GRIP", KNOWS_GRIP),
                ("KNOWS_JOINTS", KNOWS_JOINTS),
                ("SELECT", SELECT),
                ("AIM", AIM),
                ("GRIP", GRIP),
                ("JOINTS", JOINTS),
                ("JOINT_LENGTH", JOINT_LENGTH),
            ],
        ];
        for row in rows {
            let names: Vec<_> = row.iter().map(|(name, _)| *name).collect();
            let places: Vec<_> = row.iter().map(|(_, place)| place.to_string()).collect();
            let line = format!("const [{}] = [{}];", names.join(", "), places.join(", "));
            assert!(page.contains(&line), "expected in web/xr.js: {line}");
        }
    }

    #[test]
    fn eye_viewports_are_counted_from_the_top() {
        let frame = frame();
        let eyes: Vec<_> = frame.eyes().collect();
        assert_eq!(eyes.len(), 2);
        assert_eq!(eyes[1].corner, UVec2::new(320, 10));
        assert_eq!(eyes[1].size, UVec2::new(320, 290));
        assert_eq!(eyes[1].place.translation, Vec3::new(320.0, 1.6, 0.0));
        assert_eq!(PageFrame::default().eyes().count(), 0);
    }

    #[test]
    fn projection_matches_field_of_view_and_near_plane() {
        let frame = frame();
        let projection = frame.eyes().next().expect("an eye").projection(0.03);
        let seen = |x: f32, y: f32, z: f32| projection.project_point3(Vec3::new(x, y, z));
        let corner = seen(-2.0, 2.0, -2.0);
        assert!((corner.x + 1.0).abs() < 1e-5 && (corner.y - 1.0).abs() < 1e-5);
        assert!(seen(0.0, 0.0, -0.031).z < 1.0 && seen(0.0, 0.0, -0.029).z > 1.0);
    }

    #[test]
    fn events_are_returned_once_and_in_order() {
        let shown = SessionEvent::Shown;
        let mut frame = PageFrame::default();
        let mut send = |code: f32| {
            let count = frame.0[NEWS] as usize;
            frame.0[NEWS + 1 + count % NEWS_KEPT as usize] = code;
            frame.0[NEWS] += 1.0;
            frame.clone()
        };
        send(3.0);
        let frame = send(4.0);
        let hidden = shown(SessionVisibility::Hidden);
        let focused = shown(SessionVisibility::Focused);
        let moved = [SessionEvent::Recentring, SessionEvent::Recentred];
        let all: Vec<_> = frame.news_after(0).collect();
        assert_eq!(all, [&[focused][..], &moved].concat());
        assert_eq!(frame.news_after(1).collect::<Vec<_>>(), moved);
        assert_eq!(frame.news_after(2).count(), 0);
        // The buffer contains only the most recent events.
        for code in [1.0, 3.0, 1.0, 3.0, 1.0, 2.0] {
            send(code);
        }
        let frame = send(3.0);
        let last: Vec<_> = frame.news_after(2).collect();
        assert_eq!(last.len(), 7);
        let visible = shown(SessionVisibility::Visible);
        assert_eq!(last[..2], [hidden, focused]);
        assert_eq!(last[5..], [visible, focused]);
    }

    #[test]
    fn head_tracking_is_read() {
        let mut frame = PageFrame::default();
        assert_eq!(frame.tracking(), HeadTracking::default());
        assert_eq!(frame.head(), Transform::IDENTITY);
        frame.0[HEAD] = 1.0;
        assert!(frame.tracking().knows_rotation && !frame.tracking().is_position_tracked());
        frame.0[HEAD] = 2.0;
        assert!(frame.tracking().is_position_tracked());
    }

    #[test]
    fn session_reports_whether_passthrough_is_available() {
        use PassthroughAvailable::{Never, NextTime, Now};

        let mut frame = frame();
        for (code, expected) in [(0.0, Never), (1.0, NextTime), (2.0, Now)] {
            frame.0[ROOM] = code;
            assert_eq!(frame.passthrough(), expected);
            // The buffer doesn't overlap the eyes' data.
            assert_eq!(frame.eyes().count(), 2);
        }
    }

    #[test]
    fn each_hand_has_its_own_reading() {
        let mut frame = PageFrame::default();
        assert_eq!(frame.hand(Hand::Left).reading(), None);
        let right = HAND + HAND_LENGTH;
        frame.0[right + IS_THERE] = 1.0;
        frame.0[right + SELECT] = 0.75;
        frame.0[right + GRAB] = -1.0;
        frame.0[right + TURN + 1] = -0.5;
        frame.0[right + MENU] = 1.0;
        let reading = frame.hand(Hand::Right).reading().expect("a hand");
        let expected = HandReading {
            select: 0.75,
            turn: Vec2::new(0.0, -0.5),
            menu: Some(true),
            ..default()
        };
        assert_eq!(reading, expected);
        assert_eq!(frame.hand(Hand::Left).reading(), None);
        // The hand exists, but its position is unknown.
        assert_eq!(frame.hand(Hand::Right).aim(), None);
        frame.0[right + KNOWS_AIM] = 1.0;
        frame.0[right + AIM + 2] = -0.4;
        let aim = frame.hand(Hand::Right).aim().expect("an aim");
        assert_eq!(aim.translation, Vec3::new(0.0, 0.0, -0.4));
        assert!(
            frame
                .hand(Hand::Right)
                .reading()
                .expect("a hand")
                .is_tracked
        );
    }

    #[test]
    fn bare_hand_has_a_palm_and_tips() {
        let mut frame = PageFrame::default();
        let pinch = |frame: &PageFrame| frame.hand(Hand::Left).tip(Tip::Pinch);
        assert_eq!(pinch(&frame), None);
        frame.0[HAND + KNOWS_JOINTS] = 1.0;
        for number in 0..25 {
            frame.0[HAND + JOINTS + number * JOINT_LENGTH] = number as f32;
            frame.0[HAND + JOINTS + number * JOINT_LENGTH + 7] = 0.01;
        }
        let x = |bone| {
            let joint = frame.hand(Hand::Left).joint(bone);
            joint.map(|(place, radius)| (place.translation.x, radius))
        };
        // By WebXR joint number: wrist, middle finger, tip of the little finger.
        assert_eq!(x(HandBone::Wrist), Some((0.0, 0.01)));
        assert_eq!(x(HandBone::Palm), Some((10.5, 0.01)));
        assert_eq!(x(HandBone::LittleTip), Some((24.0, 0.01)));
        // Between the tips of thumb and index finger.
        assert_eq!(pinch(&frame).expect("a tip").translation.x, 6.5);
    }
}
