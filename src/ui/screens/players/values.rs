//! What somebody likes otherwise than the settings say.

use bevy::prelude::*;

use super::super::rows::{
    DECIBELS, decibels, explain, metres, nearest_volume, percent_of, rounded,
};
use crate::language::Msg;
use crate::msg;
use crate::save::player::Player;
use crate::save::players::Players;
use crate::save::settings::{
    BOARD_DISTANCES, BOARD_HEIGHTS, BOARD_SIZES, LOUDEST, MainHand, SILENCE, Settings, TEXT_SIZES,
};
use crate::ui::act::{Act, Slide};
use crate::ui::bind::{CheckedIf, Facts, Says, Value};
use crate::ui::build::Ui;
use crate::ui::controls::{Alternative, Scale};
use crate::ui::look::Look;
use crate::ui::people::PeopleView;

/// A value with a slider.
#[derive(Clone, Copy)]
struct Own {
    label: fn() -> Msg,
    range: (f32, f32),
    step: f32,
    words: fn(f32) -> Msg,
    of: fn(&Settings) -> f32,
    own: fn(&mut Player) -> &mut Option<f32>,
}

fn shifted(value: f32) -> Msg {
    metres(format!("{value:+.2}"))
}

const VALUES: [Own; 8] = [
    Own {
        label: || msg!("higher"),
        range: BOARD_HEIGHTS,
        step: 0.05,
        words: shifted,
        of: |it| it.board_height,
        own: |it| &mut it.board_height,
    },
    Own {
        label: || msg!("farther-away"),
        range: BOARD_DISTANCES,
        step: 0.05,
        words: shifted,
        of: |it| it.board_distance,
        own: |it| &mut it.board_distance,
    },
    Own {
        label: || msg!("size-of-board"),
        range: BOARD_SIZES,
        step: 0.05,
        words: percent_of,
        of: |it| it.board_size,
        own: |it| &mut it.board_size,
    },
    Own {
        label: || msg!("size-of-text"),
        range: TEXT_SIZES,
        step: 0.05,
        words: percent_of,
        of: |it| it.text_size,
        own: |it| &mut it.text_size,
    },
    Own {
        label: || msg!("volume"),
        range: (SILENCE, LOUDEST),
        step: DECIBELS,
        words: decibels,
        of: |it| it.volume,
        own: |it| &mut it.volume,
    },
    Own {
        label: || msg!("volume-pieces"),
        range: (SILENCE, LOUDEST),
        step: DECIBELS,
        words: decibels,
        of: |it| it.volume_pieces,
        own: |it| &mut it.volume_pieces,
    },
    Own {
        label: || msg!("volume-signals"),
        range: (SILENCE, LOUDEST),
        step: DECIBELS,
        words: decibels,
        of: |it| it.volume_signals,
        own: |it| &mut it.volume_signals,
    },
    Own {
        label: || msg!("volume-pointing"),
        range: (SILENCE, LOUDEST),
        step: DECIBELS,
        words: decibels,
        of: |it| it.volume_pointing,
        own: |it| &mut it.volume_pointing,
    },
];

impl Own {
    /// The value as it is for somebody.
    fn value(self, facts: &Facts) -> f32 {
        let own = chosen(facts).map(|player| facts.settings.for_player(player));
        own.map_or_else(|| (self.of)(&facts.settings), |own| (self.of)(&own))
    }

    fn is_own(self, facts: &Facts) -> bool {
        // The value is reached to be changed, which nobody does here.
        let player = chosen(facts).cloned();
        player.is_some_and(|mut player| (self.own)(&mut player).is_some())
    }

    /// The value in words, and where it comes from.
    fn told(self, facts: &Facts) -> Msg {
        let words = (self.words)(self.value(facts));
        if self.is_own(facts) {
            words
        } else {
            msg!("value-of-settings", value = words)
        }
    }

    /// The value at a place of the slider.
    fn at(self, place: f32) -> f32 {
        if self.step == DECIBELS {
            nearest_volume(place)
        } else {
            rounded(place, self.range)
        }
    }

    fn slider(self, ui: &mut Ui) {
        let scale = Scale {
            range: self.range,
            step: self.step,
            value: Value::new(move |facts| self.value(facts)),
            words: Says::new(move |facts| self.told(facts)),
            set: Slide::new(move |world, place| {
                change(world, |player| *(self.own)(player) = Some(self.at(place)));
            }),
        };
        ui.slider((self.label)(), scale);
    }
}

/// Who is chosen on the page.
fn chosen<'a>(facts: &'a Facts) -> Option<&'a Player> {
    let name = facts.people.chosen.as_ref()?;
    facts.players.get(name)
}

/// Changes what who is chosen likes.
fn change(world: &mut World, change: impl FnOnce(&mut Player)) {
    if let Some(name) = world.resource::<PeopleView>().chosen.clone() {
        world.resource_mut::<Players>().change(&name, change);
    }
}

/// What can be chosen for a value that may be as in the settings.
fn alternatives<T: Copy + PartialEq + Send + Sync + 'static>(
    all: [(Msg, Option<T>); 3],
    of: fn(&Player) -> Option<T>,
    set: fn(&mut Player, Option<T>),
) -> Vec<Alternative> {
    let alternative = |(label, value): (Msg, Option<T>)| Alternative {
        label,
        chosen: CheckedIf::new(move |facts| chosen(facts).is_some_and(|it| of(it) == value)),
        choose: Act::new(move |world| change(world, |it| set(it, value))),
    };
    all.into_iter().map(alternative).collect()
}

pub(super) fn build(ui: &mut Ui) {
    let as_usual = || msg!("as-in-settings");
    let hands = [
        (as_usual(), None),
        (msg!("right"), Some(MainHand::Right)),
        (msg!("left"), Some(MainHand::Left)),
    ];
    let hands = alternatives(hands, |it| it.hand, |it, hand| it.hand = hand);
    ui.choice(msg!("main-hand"), hands);
    for value in VALUES {
        value.slider(ui);
    }
    let motion = [
        (as_usual(), None),
        (msg!("on"), Some(true)),
        (msg!("switched-off"), Some(false)),
    ];
    let motion = alternatives(
        motion,
        |it| it.reduced_motion,
        |it, is| it.reduced_motion = is,
    );
    ui.choice(msg!("reduced-motion"), motion);
    explain(ui, msg!("own-values-text"));
    let all = Act::new(|world| {
        change(world, |it| *it = Player::named(&it.name));
    });
    ui.row(8.0, |ui| {
        ui.button(msg!("all-as-in-settings"), Look::Button, all);
    });
}
