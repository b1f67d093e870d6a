//! Sound files: one for most cues, and one per piece weight and board material for landing pieces.
//! The files are made by `assets/audio/make_sounds.py`.

use bevy::prelude::*;
use icochess_rules::{AnyPosition, Cell};
use icochess_shape::{Grain, PieceKind, Shape};

use icochess_board::feedback::table::Cue;

/// Acoustic weight of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weight {
    /// A pawn.
    Light,
    /// A knight, bishop, rook or unicorn.
    Medium,
    /// A queen, a king, a compound piece, or a part of the board.
    Heavy,
}

impl Weight {
    /// All weights, lightest first.
    pub const ALL: [Self; 3] = [Self::Light, Self::Medium, Self::Heavy];

    /// Returns the weight of a piece model.
    pub const fn of(kind: PieceKind) -> Self {
        match kind {
            PieceKind::Pawn => Self::Light,
            PieceKind::Knight | PieceKind::Bishop | PieceKind::Rook | PieceKind::Unicorn => {
                Self::Medium
            }
            PieceKind::Queen
            | PieceKind::King
            | PieceKind::MitredTower
            | PieceKind::Duchess
            | PieceKind::Marshal
            | PieceKind::Governor
            | PieceKind::Cardinal
            | PieceKind::Cavalcade => Self::Heavy,
        }
    }
}

/// Acoustic material of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardMaterial {
    /// Wood: opaque cells without stone grain.
    Wood,
    /// Glass: clear cells.
    Glass,
    /// Stone: cells with a stone grain, or translucent but dull cells.
    Stone,
}

/// Roughness, 0 to 1, from which a translucent cell counts as stone instead of glass.
const DULL: f32 = 0.3;

impl BoardMaterial {
    /// All materials.
    pub const ALL: [Self; 3] = [Self::Wood, Self::Glass, Self::Stone];

    /// Returns the material of a shape's board.
    pub fn of(shape: &Shape) -> Self {
        let kinds = &shape.kinds;
        if kinds.iter().any(|kind| kind.grain == Some(Grain::Stone)) {
            Self::Stone
        } else if kinds.iter().any(|kind| kind.shade.alpha() >= 1.0) {
            Self::Wood
        } else if kinds.iter().any(|kind| kind.roughness >= DULL) {
            Self::Stone
        } else {
            Self::Glass
        }
    }
}

/// A sound file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sample {
    /// A cue that sounds the same on every board.
    Plain(Cue),
    /// [`Cue::Move`] of a piece on a board.
    Move(BoardMaterial, Weight),
    /// [`Cue::Capture`] on a board.
    Capture(BoardMaterial),
}

/// Embeds a sound as a FLAC file.
macro_rules! flac {
    ($name:literal) => {
        include_bytes!(concat!("../../assets/audio/", $name, ".flac"))
    };
}

/// All sounds, as FLAC files.
pub(super) const FILES: [(Sample, &[u8]); 20] = {
    use BoardMaterial::{Glass, Stone, Wood};
    use Sample::{Capture, Move, Plain};
    use Weight::{Heavy, Light, Medium};
    [
        (Plain(Cue::Hover), flac!("hover")),
        (Plain(Cue::Select), flac!("select")),
        (Move(Wood, Light), flac!("move_wood_light")),
        (Move(Wood, Medium), flac!("move_wood_medium")),
        (Move(Wood, Heavy), flac!("move_wood_heavy")),
        (Move(Glass, Light), flac!("move_glass_light")),
        (Move(Glass, Medium), flac!("move_glass_medium")),
        (Move(Glass, Heavy), flac!("move_glass_heavy")),
        (Move(Stone, Light), flac!("move_stone_light")),
        (Move(Stone, Medium), flac!("move_stone_medium")),
        (Move(Stone, Heavy), flac!("move_stone_heavy")),
        (Capture(Wood), flac!("capture_wood")),
        (Capture(Glass), flac!("capture_glass")),
        (Capture(Stone), flac!("capture_stone")),
        (Plain(Cue::Check), flac!("check")),
        (Plain(Cue::GameOver), flac!("game_over")),
        (Plain(Cue::Mate), flac!("mate")),
        (Plain(Cue::Refusal), flac!("refusal")),
        (Plain(Cue::Clock), flac!("clock")),
        (Plain(Cue::Pass), flac!("pass")),
    ]
};

impl Sample {
    /// Returns the sound of a cue without a board, with medium weight.
    pub const fn of(cue: Cue) -> Self {
        Self::landing(cue, BoardMaterial::Wood, Weight::Medium)
    }

    /// Returns the sound of a cue on a cell, chosen by the piece there.
    pub fn on_board(cue: Cue, cell: Cell, position: &dyn AnyPosition, shape: &Shape) -> Self {
        let piece = position.piece_at(cell);
        let weight = piece.map_or(Weight::Heavy, |piece| {
            Weight::of(shape.model(position, piece.role))
        });
        Self::landing(cue, BoardMaterial::of(shape), weight)
    }

    const fn landing(cue: Cue, board: BoardMaterial, weight: Weight) -> Self {
        match cue {
            Cue::Move => Self::Move(board, weight),
            Cue::Capture => Self::Capture(board),
            _ => Self::Plain(cue),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::io::Cursor;

    use icochess_boards::Variant;
    use kira::sound::static_sound::StaticSoundData;

    use icochess_board::feedback::table::FeedbackKind;

    use super::*;
    use crate::audio::recording::response;
    use crate::audio::room::Air;

    /// Maximum amplitude of a sound's first and last sample, and of its first and last five
    /// samples, as fractions of full scale.
    const SILENT: (f32, f32) = (1e-4, 0.03);

    /// Returns the samples of a file and its sample rate.
    fn decoded(file: &'static [u8]) -> (Vec<f32>, u32) {
        let data = StaticSoundData::from_cursor(Cursor::new(file)).expect("a FLAC file");
        let samples = data.frames.iter().map(|frame| frame.left);
        (samples.collect(), data.sample_rate)
    }

    fn file(sample: Sample) -> &'static [u8] {
        let found = FILES.into_iter().find(|(other, _)| *other == sample);
        found.expect("a file").1
    }

    /// Returns the spectral centroid of a sound between 100 Hz and 8 kHz, in hertz.
    fn brightness(sample: Sample) -> f32 {
        let (samples, rate) = decoded(file(sample));
        let frequencies = (1..80).map(|step| step as f32 * 100.0);
        let powers = frequencies.map(|frequency| {
            let power = 10_f32.powf(response(&samples, frequency, rate) / 10.0);
            (frequency, power)
        });
        let (sum, all) = powers.fold((0.0, 0.0), |(sum, all), (frequency, power)| {
            (sum + frequency * power, all + power)
        });
        sum / all
    }

    #[test]
    fn every_cue_has_a_sound_on_every_board() {
        let cues = FeedbackKind::ALL.into_iter();
        for cue in cues.filter_map(|kind| kind.response().sound) {
            for board in BoardMaterial::ALL {
                for weight in Weight::ALL {
                    assert!(!file(Sample::landing(cue, board, weight)).is_empty());
                }
            }
        }
        for (sample, file) in FILES {
            let (samples, rate) = decoded(file);
            assert_eq!(rate, 48_000);
            let peak = samples.iter().fold(0.0, |most: f32, it| most.max(it.abs()));
            assert!((0.05..0.9).contains(&peak), "{sample:?} peaks at {peak}");
        }
    }

    #[test]
    fn sounds_begin_and_end_without_a_click() {
        for (sample, file) in FILES {
            let (samples, _) = decoded(file);
            let ends = [samples.first(), samples.last()];
            for end in ends.into_iter().flatten() {
                assert!(end.abs() < SILENT.0, "{sample:?}: {end}");
            }
            let near = samples.iter().take(5).chain(samples.iter().rev().take(5));
            let near = near.fold(0.0, |most: f32, it| most.max(it.abs()));
            assert!(near < SILENT.1, "{sample:?}: {near}");
        }
        // An ambience loops without a seam, and no sample is missing or added.
        for (air, seconds) in Air::ALL.into_iter().zip([30, 24, 20]) {
            let (samples, rate) = decoded(air.file());
            assert_eq!(samples.len(), seconds * rate as usize, "{air:?}");
            let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            let widest = steps.fold(0.0, f32::max);
            let seam = (samples[0] - samples[samples.len() - 1]).abs();
            assert!(seam <= widest, "{air:?}: {seam} of {widest}");
        }
    }

    #[test]
    fn all_sounds_together_are_half_a_megabyte() {
        let sounds = FILES.into_iter().map(|(_, file)| file);
        let files = sounds.chain(Air::ALL.into_iter().map(Air::file));
        let bytes: usize = files.map(<[u8]>::len).sum();
        println!("{bytes} bytes");
        assert!(bytes < 500_000, "{bytes} bytes");
    }

    #[test]
    fn heavy_pieces_sound_darker_and_boards_differ() {
        for board in BoardMaterial::ALL {
            let [light, medium, heavy] = Weight::ALL.map(|it| brightness(Sample::Move(board, it)));
            assert!(light > 1.05 * medium && medium > 1.05 * heavy, "{board:?}");
        }
        for weight in Weight::ALL {
            let sounds = |board| brightness(Sample::Move(board, weight));
            let [wood, glass, stone] = BoardMaterial::ALL.map(sounds);
            assert!(wood * 1.2 < stone && stone * 1.2 < glass, "{weight:?}");
        }
    }

    #[test]
    fn sounds_match_the_boards_material_and_the_pieces_weight() {
        let mut materials = HashSet::new();
        for variant in Variant::ALL {
            let shape = variant.shape();
            // Boards with an inside or movable parts are translucent.
            let is_deep = shape.inside.is_some() || !shape.handles.at.is_empty();
            let is_stone = shape.kinds.iter().any(|it| it.grain == Some(Grain::Stone));
            let material = BoardMaterial::of(&shape);
            let is_wood = material == BoardMaterial::Wood;
            assert_eq!(is_wood, !is_deep && !is_stone, "{variant}");
            // Cells are clear or dull; none is in between.
            let mut kinds = shape.kinds.iter();
            let is_plain = match material {
                BoardMaterial::Wood => true,
                BoardMaterial::Glass => kinds.all(|kind| kind.roughness < 0.5 * DULL),
                BoardMaterial::Stone => kinds.all(|kind| kind.roughness > 1.5 * DULL),
            };
            assert!(is_plain, "{variant} is no {material:?}");
            materials.insert(material);
        }
        assert_eq!(materials.len(), BoardMaterial::ALL.len(), "{materials:?}");
        let (shape, game) = (Variant::Chess.shape(), Variant::Chess.board().new_game());
        let position = game.position();
        let on = |name: &str, cue| {
            let cell = position.cell_named(name).expect("a square");
            Sample::on_board(cue, cell, position, &shape)
        };
        let wood = |weight| Sample::Move(BoardMaterial::Wood, weight);
        assert_eq!(on("e2", Cue::Move), wood(Weight::Light));
        assert_eq!(on("g1", Cue::Move), wood(Weight::Medium));
        assert_eq!(on("e1", Cue::Move), wood(Weight::Heavy));
        // An empty cell means that a part of the board was put down.
        assert_eq!(on("e4", Cue::Move), wood(Weight::Heavy));
        let capture = Sample::Capture(BoardMaterial::Wood);
        assert_eq!(on("e2", Cue::Capture), capture);
        assert_eq!(on("e1", Cue::Check), Sample::Plain(Cue::Check));
    }
}
