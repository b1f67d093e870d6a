//! Which sound belongs to what happens, and where.

use bevy::prelude::*;

use crate::board::BoardRoot;
use crate::board::cell_frame;
use crate::board::pieces::GLIDE_SECONDS;
use crate::game::Match;
use crate::game::messages::{GameOver, MoveMade, MoveRejected, MoveUndone};
use crate::interaction::{HoverChanged, SelectionChanged};
use crate::rules::{Cell, CellSet};
use crate::schedule::AppSystems;

/// The sounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Reflect)]
pub enum Cue {
    /// A controller's ray comes over another tile.
    Hover,
    /// A tile is selected.
    Select,
    /// A piece arrives.
    Move,
    /// A piece arrives and takes another.
    Capture,
    /// A king is in check.
    Check,
    /// The game is over.
    GameOver,
    /// A move is refused.
    Refusal,
}

impl Cue {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::Hover,
        Self::Select,
        Self::Move,
        Self::Capture,
        Self::Check,
        Self::GameOver,
        Self::Refusal,
    ];

    /// The sound as a WAV file (`assets/audio/make_sounds.py` makes them).
    #[must_use]
    pub const fn file(self) -> &'static [u8] {
        match self {
            Self::Hover => include_bytes!("../../assets/audio/hover.wav"),
            Self::Select => include_bytes!("../../assets/audio/select.wav"),
            Self::Move => include_bytes!("../../assets/audio/move.wav"),
            Self::Capture => include_bytes!("../../assets/audio/capture.wav"),
            Self::Check => include_bytes!("../../assets/audio/check.wav"),
            Self::GameOver => include_bytes!("../../assets/audio/game_over.wav"),
            Self::Refusal => include_bytes!("../../assets/audio/refusal.wav"),
        }
    }
}

/// Fact: this sound is heard now, there.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct Heard {
    /// The sound.
    pub cue: Cue,
    /// Where, metres, in the world.
    pub at: Vec3,
}

/// A sound that waits for a piece to arrive.
#[derive(Debug, Clone, Copy)]
struct Due {
    cue: Cue,
    cell: Cell,
    seconds: f32,
}

/// Sounds that are waiting.
#[derive(Resource, Debug, Default)]
struct Score(Vec<Due>);

/// Everything that decides on sounds.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CueSystems;

/// Decides which sounds are heard; the parent module plays them.
pub fn plugin(app: &mut App) {
    app.init_resource::<Score>()
        .add_message::<Heard>()
        .add_systems(
            Update,
            (
                compose,
                perform.run_if(|score: Res<Score>| !score.0.is_empty()),
            )
                .chain()
                .in_set(CueSystems)
                .in_set(AppSystems::Feedback),
        );
}

fn compose(
    game: Res<Match>,
    mut moves: MessageReader<MoveMade>,
    mut undone: MessageReader<MoveUndone>,
    mut rejected: MessageReader<MoveRejected>,
    mut over: MessageReader<GameOver>,
    mut selected: MessageReader<SelectionChanged>,
    mut hovered: MessageReader<HoverChanged>,
    mut score: ResMut<Score>,
) {
    // Waiting sounds are nobody's change.
    let due = &mut score.bypass_change_detection().0;
    let mut add = |cue, cell, seconds| due.push(Due { cue, cell, seconds });
    for made in moves.read() {
        let cue = if made.captured.is_some() {
            Cue::Capture
        } else {
            Cue::Move
        };
        add(cue, made.mv.to, GLIDE_SECONDS);
        if made.check {
            let position = game.position();
            let king = position.royal(position.turn()).unwrap_or(made.mv.to);
            add(Cue::Check, king, GLIDE_SECONDS + 0.05);
        }
    }
    for undo in undone.read() {
        add(Cue::Move, undo.mv.from, GLIDE_SECONDS);
    }
    for rejection in rejected.read() {
        add(Cue::Refusal, rejection.mv.to, 0.0);
    }
    for GameOver(_) in over.read() {
        let position = game.position();
        let king = position.royal(position.turn());
        let cell = king.or_else(|| position.occupied().first());
        if let Some(cell) = cell {
            add(Cue::GameOver, cell, GLIDE_SECONDS + 0.45);
        }
    }
    for change in selected.read() {
        if let Some(cell) = change.cell {
            add(Cue::Select, cell, 0.0);
        }
    }
    // A mouse sweeps over dozens of tiles; only hands hear what they touch.
    for hover in hovered.read().filter(|hover| hover.by.is_custom()) {
        add(Cue::Hover, hover.cell, 0.0);
    }
}

fn perform(
    time: Res<Time>,
    mut score: ResMut<Score>,
    board: Single<&GlobalTransform, With<BoardRoot>>,
    mut heard: MessageWriter<Heard>,
) {
    score.0.retain_mut(|due| {
        if due.seconds <= 0.0 {
            heard.write(Heard {
                cue: due.cue,
                at: board.transform_point(cell_frame(due.cell).translation),
            });
            return false;
        }
        due.seconds -= time.delta_secs();
        true
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cue_is_a_sound_that_can_be_played() {
        for (number, cue) in Cue::ALL.into_iter().enumerate() {
            assert_eq!(cue as usize, number);
            let data = kira::sound::static_sound::StaticSoundData::from_cursor(
                std::io::Cursor::new(cue.file()),
            )
            .unwrap();
            assert_eq!(data.sample_rate, 48_000);
            let loudest = data
                .frames
                .iter()
                .map(|frame| frame.left.abs().max(frame.right.abs()))
                .fold(0.0, f32::max);
            assert!((0.05..1.0).contains(&loudest), "{cue:?} peaks at {loudest}");
        }
    }
}
