//! The panel in the world, inspected through the remote protocol and used with rays.

use bevy::math::{Vec2, Vec3};

use crate::driver::{Driver, LEFT, RIGHT, Room, numbers, places};
use crate::support::inspect::Row;
use crate::support::plays::{Plays, VISIBLE};
use crate::support::remote::{Pose, Side};
use crate::support::scene::NAME;

pub const SHOWN: &str = "icochess::ui::state::screen::PanelShown";
const SCREEN: &str = "icochess::ui::panel::screen::PanelScreen";
const PLACE: &str = "bevy_ui::ui_transform::UiGlobalTransform";
const NODE: &str = "bevy_ui::ui_node::ComputedNode";
const CAMERA: &str = "bevy_ui::ui_node::ComputedUiTargetCamera";
const PARENT: &str = "bevy_ecs::hierarchy::ChildOf";
const CHECKED: &str = "bevy_ui::interaction_states::Checked";
const PRESSED: &str = "bevy_ui::interaction_states::Pressed";

/// A control on the panel, in physical pixels of its picture.
struct Control {
    entity: u64,
    centre: Vec2,
    size: Vec2,
    /// Visible part of a scrolled control, as minimum and maximum.
    clip: Option<(Vec2, Vec2)>,
}

impl Control {
    /// Returns the distance that remains to scroll down until the control is visible, in pixels.
    /// Negative means up.
    fn below(&self) -> f32 {
        let half = self.size.y / 2.0;
        self.clip.map_or(0.0, |(min, max)| {
            if self.centre.y + half > max.y {
                self.centre.y + half - max.y
            } else {
                (self.centre.y - half - min.y).min(0.0)
            }
        })
    }
}

/// Returns whether an entity is a descendant of `page`.
fn is_in(parents: &[Row], mut entity: u64, page: u64) -> bool {
    let parent = |of: u64| {
        let row = parents.iter().find(|row| row.entity == of)?;
        row.components[PARENT].as_u64()
    };
    while let Some(above) = parent(entity) {
        if above == page {
            return true;
        }
        entity = above;
    }
    false
}

impl Driver {
    fn control(&self, name: &str) -> Option<Control> {
        let parts = [NAME, PLACE, NODE, CAMERA, VISIBLE];
        let ((screen, parents), rows) = self.inspector.both(
            |it| it.both(|it| it.resource(SCREEN), |it| it.query(&[PARENT], &[])),
            |it| it.query(&parts, &[]),
        );
        let (screen, rows) = (screen.ok()?, rows.ok()?);
        let find = |name: &str| {
            let row = rows.iter().find(|row| {
                let node = &row.components;
                let size = numbers(&node[NODE]["size"]);
                node[NAME] == format!("panel {name}")
                    && node[CAMERA]["camera"] == screen["camera"]
                    && node[VISIBLE] == true
                    && size.iter().all(|length| *length > 0.0)
            })?;
            // The last two numbers of an affine transform are its translation.
            let place = numbers(&row.components[PLACE]);
            Some(Control {
                entity: row.entity,
                centre: Vec2::from_slice(place.last_chunk::<2>()?),
                size: Vec2::from_slice(&numbers(&row.components[NODE]["size"])),
                clip: None,
            })
        };
        let mut control = find(name)?;
        if let Some(page) = find("page")
            && is_in(&parents.unwrap_or_default(), control.entity, page.entity)
        {
            let half = page.size / 2.0;
            control.clip = Some((page.centre - half, page.centre + half));
        }
        Some(control)
    }

    /// Returns the position of one of the panel's physical pixels in the game's world.
    fn pixel(&self, pixel: Vec2) -> Option<Vec3> {
        let (screen, places) = self
            .inspector
            .both(|it| it.resource(SCREEN), |it| places(it, ["panel"]));
        let (screen, [panel]) = (screen.ok()?, places?);
        let number = |key: &str| screen[key].as_f64().map(|number| number as f32);
        let size = Vec2::from_slice(&numbers(&screen["pixels"]));
        let from_middle = (pixel / number("scale")? - size / 2.0) * number("pixel")?;
        Some(panel.w_axis + panel.x_axis * from_middle.x - panel.y_axis * from_middle.y)
    }

    /// Returns the centre of a panel control in the game's world, and the panel's normal.
    pub fn face(&mut self, name: &str) -> (Vec3, Vec3) {
        self.frames(3);
        self.wait(&format!("{name} to be on the panel"), |p| {
            let at = p.pixel(p.control(name)?.centre)?;
            let panel = p.try_place("panel")?;
            Some((at, panel.rotation() * Vec3::Z))
        })
    }

    fn aim_at_pixel(&mut self, side: Side, pixel: Vec2) {
        let target = self.wait("the panel", |p| p.pixel(pixel)) + self.to_stage;
        self.driver.aim(side, target);
        self.frames(4);
    }

    /// Points a hand at a panel control, at the fraction `across` of its width; scrolls if
    /// necessary.
    pub fn point_at_control(&mut self, side: Side, name: &str, across: f32) {
        let what = format!("{name} to be on the panel");
        // A scrolled page keeps moving for some frames after the stick is released.
        let control = loop {
            self.frames(3);
            let control = self.wait(&what, |p| p.control(name));
            let below = control.below();
            let Some((min, max)) = control.clip.filter(|_| below != 0.0) else {
                break control;
            };
            self.aim_at_pixel(side, (min + max) / 2.0);
            // Scrolls slowly, because frames may be slow.
            let tilt = -0.6 * below.signum();
            self.driver.thumbstick(side, [0.0, tilt]);
            self.wait(&format!("{name} to be scrolled to"), |p| {
                (p.control(name)?.below() * below <= 0.0).then_some(())
            });
            self.driver.thumbstick(side, [0.0, 0.0]);
        };
        let from_middle = Vec2::X * control.size.x * (across - 0.5);
        self.aim_at_pixel(side, control.centre + from_middle);
    }

    /// Points a hand at the fraction `across` of a panel control's width, then pulls and releases
    /// the trigger, at any frame rate.
    pub fn press_part_with(&mut self, side: Side, name: &str, across: f32) {
        self.point_at_control(side, name, across);
        self.pull(side);
    }

    /// Returns whether a control has this component.
    fn has(&self, name: &str, component: &str) -> Option<bool> {
        let (having, control) = self
            .inspector
            .both(|it| it.query(&[NAME], &[component]), |_| self.control(name));
        let (having, entity) = (having.ok()?, control?.entity);
        Some(having.iter().any(|row| row.entity == entity))
    }

    /// Waits until a control is checked, or unchecked.
    pub fn wait_for_checked(&mut self, name: &str, is_so: bool) {
        self.wait(&format!("{name} to be checked: {is_so}"), |p| {
            (p.has(name, CHECKED)? == is_so).then_some(())
        });
    }

    /// Returns whether a control is pressed. Before the first press, the component isn't
    /// registered.
    pub fn is_pressed(&self, name: &str) -> bool {
        self.has(name, PRESSED) == Some(true)
    }

    /// Waits until a control is on the panel, or gone.
    pub fn wait_for_control(&mut self, name: &str, is_there: bool) {
        self.wait(&format!("{name} on the panel: {is_there}"), |p| {
            (p.control(name).is_some() == is_there).then_some(())
        });
    }

    /// Presses and releases the right hand's menu button.
    pub fn press_menu(&mut self) {
        for pressed in [true, false] {
            self.driver.update(|state| state.right.b_click = pressed);
            self.wait_for_hand("Right", "menu", pressed);
        }
    }

    /// Waits until the panel is shown, or hidden.
    pub fn wait_for_panel(&mut self, is_there: bool) {
        self.wait(&format!("the panel to be there: {is_there}"), |p| {
            (p.inspector.resource(SHOWN).ok()? == is_there).then_some(())
        });
    }
}

/// Completes the first step of the tutorial offered to beginners, with the left hand, and then
/// leaves the tutorial.
fn take_first_step(player: &mut Driver) {
    player.wait_for_text("New here?");
    player.press_part_with(Side::Left, "button first steps", 0.5);
    player.wait_for_text("Step 1 of");
    // Over the panel, the stick would scroll.
    player.driver.aim(Side::Left, Vec3::new(-0.1, 3.0, -0.1));
    player.frames(6);
    player.driver.thumbstick(Side::Left, [1.0, 0.0]);
    player.wait_for_text("Step 2 of");
    player.driver.thumbstick(Side::Left, [0.0, 0.0]);
    player.press_part_with(Side::Left, "button stop here", 0.5);
    player.wait_for_control("button undo", true);
    player.wait_for_control("button first steps", false);
}

#[test]
fn every_page_works_with_one_ray_of_either_hand() {
    let Some(room) = Room::new("the pages of the panel", "pages") else {
        return;
    };
    // Each hand starts at its rest, with the panel on its side. At first, the left hand is the main
    // hand.
    let room = room.set("(render_scale: 0.5, room: \"none\", hand: Left)");
    let mut player = Driver::start_unseen(&room, "pages-game", &[]);
    take_first_step(&mut player);
    for side in [Side::Left, Side::Right] {
        player.driver.update(|state| {
            for (hand, rest) in [(Side::Left, LEFT), (Side::Right, RIGHT)] {
                state.hand(hand).pose = Pose::at(rest);
            }
        });
        let press = |player: &mut Driver, name: &str| player.press_part_with(side, name, 0.5);
        press(&mut player, "button menu");
        press(&mut player, "button help");
        press(&mut player, "button controls");
        press(&mut player, "button back");
        press(&mut player, "button about");
        press(&mut player, "button back");
        press(&mut player, "button settings");
        for tab in ["computer", "sound", "display", "board"] {
            press(&mut player, &format!("button {tab}"));
        }
        // The other hand switches it back.
        press(&mut player, "switch hints");
        player.wait_for_checked("switch hints", side == Side::Right);
        press(&mut player, "button back");
        press(&mut player, "button new game");
        press(&mut player, "choice who plays against the computer");
        player.wait_for_checked("choice who plays against the computer", true);
        for (across, level) in [(0.98, "18"), (0.02, "1")] {
            player.press_part_with(side, "slider strength", across);
            player.wait_for_text(level);
        }
        press(&mut player, "button back");
        press(&mut player, "button back");
        player.wait_for_control("button undo", true);
        player.wait_for_control("button back", false);
        if side == Side::Left {
            press(&mut player, "button menu");
            press(&mut player, "button settings");
            press(&mut player, "button display");
            press(&mut player, "choice main hand right");
            player.wait_for_checked("choice main hand right", true);
            player.press_button("back");
            player.press_button("back");
            player.wait_for_control("button undo", true);
        }
    }
    // Releasing outside the button cancels the press.
    player.point_at_control(Side::Right, "button menu", 0.5);
    player.driver.trigger(Side::Right, true);
    player.wait_for_hand("Right", "select", true);
    player.aim_at_pixel(Side::Right, Vec2::new(4.0, 560.0));
    player.driver.trigger(Side::Right, false);
    player.wait_for_hand("Right", "select", false);
    player.frames(6);
    player.wait_for_control("button undo", true);
    // A hidden panel ignores presses.
    player.press_menu();
    player.wait_for_panel(false);
    player.press_button("menu");
    player.frames(6);
    player.wait_for_control("button undo", true);
    player.press_menu();
    player.wait_for_panel(true);
    player.press_button("menu");
    player.press_button("put away");
    player.wait_for_panel(false);
    assert!(player.moves().is_empty());
}
