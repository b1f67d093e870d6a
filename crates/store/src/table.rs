//! Definitions of all settings, one row each. The rows determine file entries, pages, overrides by
//! players, and defaults. A new setting is a field of [`Settings`] and a row here.

use super::by_board;
use super::entries::Entries;
use super::puzzle_scores::PuzzleScores;
use super::setting::Kind::{
    self, KnownBoards, Language, Levels, Puzzles, Rooms, Starts, Switch, Text,
};
use super::setting::Places::{self, At, Cores, Every};
use super::setting::Subject::{self, Board, Computer, Display, Sound, Together};
use super::setting::{AsValue, Capability, Named, Number, Setting, Unit, Value, one_of};
use super::settings::{
    Arrows, Confirmation, MainHand, MoveListStyle, RefreshRate, RemoteSettings, SEATED_EYE_HEIGHT,
    SILENCE, Settings,
};
use crate::choices;
use crate::choices::Antialiasing;
use crate::choices::Palette;
use crate::choices::RoomChoice;
use crate::choices::Shadows;
use icochess_base::language::SYSTEM;
use icochess_boards::Variant;
use icochess_core::handover::Timing;
use icochess_engine::{Algorithm, ComputerPlayer, MAX_HASH};
use icochess_message::{Msg, msg};
use icochess_play::computer;
use icochess_play::game::handover::HidePieces;
use icochess_play::game::seating::Seating;
use icochess_rules::Side;
use icochess_shape::Room;

const fn number(minimum: f32, maximum: f32, places: Places, unit: Unit) -> Kind {
    Kind::Number(Number {
        bounds: (minimum, maximum),
        is_whole: false,
        unit,
        places,
    })
}

const fn whole(minimum: usize, maximum: usize, places: Places, unit: Unit) -> Kind {
    Kind::Number(Number {
        bounds: (minimum as f32, maximum as f32),
        is_whole: true,
        unit,
        places,
    })
}

/// Three decibels make an audible step.
const VOLUME: Kind = number(SILENCE, 12.0, Every(3.0), Unit::Decibels);
const PART: Kind = number(0.0, 1.0, Every(0.1), Unit::Part);
const LEVEL: Kind = whole(
    1,
    ComputerPlayer::MAX_LEVEL as usize,
    Every(1.0),
    Unit::None,
);
/// Level in a file of a version with ten levels, under another name.
const OLD_LEVEL: Kind = whole(1, 10, Every(1.0), Unit::None);

/// Defines the list of all settings, and the defaults of [`Settings`]. A row is `setting(field =
/// default, kind)` followed by options; the field is also the name in the file. Fields of
/// `computer` and `remote` have their defaults from their own types.
macro_rules! settings {
    ($(
        setting($first:ident $(. $rest:ident)* $(= $default:expr)?, $kind:expr $(,)?)
        $(. $more:ident($($with:tt)*))*
    ),* $(,)?) => {
        /// All settings, in the order of the file and of the rows on a page.
        pub static SETTINGS: &[Setting] = &[$(
            Setting::new(
                concat!(stringify!($first) $(, ".", stringify!($rest))*),
                $kind,
                |it| it.$first$(.$rest)*.as_value(),
                |it, to| it.$first$(.$rest)*.take(to),
            )
            $(.$more($($with)*))*,
        )*];

        impl Default for Settings {
            fn default() -> Self {
                Self {
                    $($($first: $default,)?)*
                    computer: computer::Computer::default(),
                    remote: RemoteSettings::default(),
                }
            }
        }
    };
}

settings!(
    setting(tile_names = false, Switch).on(Board, || msg!("names-of-cells")),
    setting(show_moves = true, Switch)
        .on(Board, || msg!("show-moves"))
        .explained(|| msg!("show-moves-text")),
    setting(turn_back = true, Switch)
        .on(Board, || msg!("turn-back"))
        .explained(|| msg!("turn-back-text")),
    setting(
        confirm_moves = Confirmation::ByBoard,
        one_of::<Confirmation>()
    )
    .on(Board, || msg!("confirm-moves"))
    .explained(|| msg!("confirm-moves-text")),
    setting(clock_stops_in_menus = true, Switch).on(Board, || msg!("clocks-stand")),
    setting(reduced_motion = false, Switch)
        .on(Board, || msg!("reduced-motion"))
        .explained(|| msg!("reduced-motion-text"))
        .per_player(),
    setting(compass = true, Switch)
        .on(Board, || msg!("compass"))
        .explained(|| msg!("compass-text"))
        .requiring(Capability::Window),
    setting(map = false, Switch)
        .on(Board, || msg!("map-shown"))
        .explained(|| msg!("map-text")),
    setting(arrows = Arrows::ByBoard, one_of::<Arrows>())
        .on(Board, || msg!("arrows"))
        .explained(|| msg!("arrows-text"))
        .requiring(Capability::Window),
    setting(move_list = true, Switch),
    setting(
        move_list_style = MoveListStyle::ByBoard,
        one_of::<MoveListStyle>()
    )
    .on(Board, || msg!("move-list-style"))
    .explained(|| msg!("move-list-style-text")),
    setting(variant = Variant::default(), one_of::<Variant>()),
    setting(start = by_board::Starts::default(), Starts),
    setting(known_boards = by_board::KnownBoards::default(), KnownBoards),
    setting(puzzles = PuzzleScores::default(), Puzzles),
    setting(seating = Seating::default(), one_of::<Seating>()),
    setting(auto_turn_flat = true, Switch)
        .on(Together, || msg!("auto-turn-window"))
        .requiring(Capability::Window),
    setting(auto_turn_headset = true, Switch).on(Together, || msg!("auto-turn-headset")),
    setting(free_takebacks = false, Switch)
        .on(Together, || msg!("free-takebacks"))
        .explained(|| msg!("free-takebacks-text")),
    setting(
        landed_seconds = Timing::HEADSET.landed.as_secs_f32(),
        number(0.0, 3.0, Every(0.2), Unit::Seconds)
    )
    .on(Together, || msg!("landed-time"))
    .explained(|| msg!("landed-time-text")),
    setting(
        hide_while_passing = HidePieces::default(),
        one_of::<HidePieces>()
    )
    .on(Together, || msg!("hide-while-passing"))
    .explained(|| msg!("hide-while-passing-text")),
    setting(show_friend = true, Switch)
        .on(Together, || msg!("show-friend"))
        .explained(|| msg!("show-friend-text")),
    setting(share_presence = true, Switch)
        .on(Together, || msg!("share-presence"))
        .explained(|| msg!("share-presence-text")),
    setting(volume = 0.0, VOLUME)
        .on(Sound, || msg!("volume"))
        .per_player(),
    setting(volume_pieces = 0.0, VOLUME)
        .on(Sound, || msg!("volume-pieces"))
        .per_player(),
    setting(volume_signals = 0.0, VOLUME)
        .on(Sound, || msg!("volume-signals"))
        .per_player(),
    setting(volume_pointing = 0.0, VOLUME)
        .on(Sound, || msg!("volume-pointing"))
        .per_player(),
    setting(volume_room = -36.0, VOLUME)
        .on(Sound, || msg!("volume-room"))
        .explained(|| msg!("volume-text")),
    setting(mono = false, Switch).on(Sound, || msg!("mono")),
    setting(stereo_width = 4.0, number(1.0, 6.0, Every(0.5), Unit::Part))
        .on(Sound, || msg!("stereo-width"))
        .explained(|| msg!("stereo-width-text")),
    setting(captions = false, Switch).on(Sound, || msg!("captions")),
    setting(haptics = 1.0, PART).on(Sound, || msg!("vibration")),
    // The headset's panel shows the rows of this page in two columns: the second one begins with the
    // settings of the hands.
    setting(language = SYSTEM.to_owned(), Language).on(Display, || msg!("language")),
    setting(text_size = 1.0, number(0.75, 1.75, Every(0.05), Unit::Part))
        .on(Display, || msg!("size-of-text"))
        .per_player(),
    setting(palette = Palette::default(), one_of::<Palette>()).on(Display, || msg!("colours")),
    setting(bands = false, Switch).on(Display, || msg!("bands")),
    setting(room = RoomChoice::default(), one_of::<RoomChoice>())
        .on(Display, || msg!("room-around"))
        .explained(|| msg!("room-around-text")),
    setting(rooms = by_board::Rooms::default(), Rooms)
        .on(Display, || msg!("room-of-this-board"))
        .explained(|| msg!("room-of-this-board-text")),
    setting(
        board_size = 1.0,
        number(0.7, choices::SIZES[1], Every(0.05), Unit::Part)
    )
    .on(Display, || msg!("size-of-board"))
    .per_player(),
    setting(
        board_distance = 0.0,
        number(
            choices::DISTANCE_LIMITS[0],
            choices::DISTANCE_LIMITS[1],
            Every(0.05),
            Unit::MetresMore
        )
    )
    .on(Display, || msg!("farther-away"))
    .per_player(),
    setting(
        board_height = 0.0,
        number(
            choices::HEIGHT_LIMITS[0],
            choices::HEIGHT_LIMITS[1],
            Every(0.05),
            Unit::MetresMore
        )
    )
    .on(Display, || msg!("higher"))
    .explained(|| msg!("board-place-text"))
    .per_player(),
    setting(
        seated_eye_height = SEATED_EYE_HEIGHT,
        number(0.5, 2.5, Every(0.05), Unit::Metres)
    )
    .on(Display, || msg!("eye-height"))
    .explained(|| msg!("eye-height-text")),
    setting(frame_rate = false, Switch).on(Display, || msg!("frame-rate")),
    setting(hand = MainHand::Right, one_of::<MainHand>())
        .on(Display, || msg!("main-hand"))
        .explained(|| msg!("main-hand-text"))
        .per_player(),
    setting(toggle_grab = false, Switch)
        .on(Display, || msg!("toggle-grab"))
        .explained(|| msg!("toggle-grab-text"))
        .per_player(),
    setting(inertia = true, Switch)
        .on(Display, || msg!("inertia"))
        .explained(|| msg!("inertia-text"))
        .per_player(),
    setting(steadiness = 0.5, PART).on(Display, || msg!("steady-rays")),
    setting(
        antialiasing = Antialiasing::default(),
        one_of::<Antialiasing>()
    )
    .on(Display, || msg!("smooth-edges")),
    setting(shadows = Shadows::default(), one_of::<Shadows>()).on(Display, || msg!("shadows")),
    setting(
        render_scale = 1.0,
        number(0.5, 1.5, Every(0.05), Unit::Part)
    )
    .on(Display, || msg!("render-scale"))
    .explained(|| msg!("render-scale-text")),
    setting(refresh_rate = RefreshRate::Runtime, one_of::<RefreshRate>())
        .on(Display, || msg!("refresh-rate"))
        .explained(|| msg!("refresh-rate-text"))
        .requiring(Capability::Runtimes),
    setting(passthrough = false, Switch)
        .on(Display, || msg!("passthrough"))
        .explained(|| msg!("passthrough-text"))
        .requiring(Capability::Passthrough),
    setting(mirror = true, Switch)
        .on(Display, || msg!("mirror"))
        .requiring(Capability::WindowBeside),
    setting(return_to_headset = false, Switch)
        .on(Display, || msg!("return-to-headset"))
        .explained(|| msg!("return-to-headset-text"))
        .requiring(Capability::Runtimes),
    setting(
        table_x = 0.0,
        number(-100.0, 100.0, Every(0.1), Unit::Metres)
    ),
    setting(
        table_z = 0.0,
        number(-100.0, 100.0, Every(0.1), Unit::Metres)
    ),
    setting(
        table_height = 0.0,
        number(0.0, choices::TABLE_HEIGHTS[1], Every(0.1), Unit::Metres)
    ),
    setting(
        table_turn = 0.0,
        number(-180.0, 180.0, Every(1.0), Unit::None)
    ),
    setting(
        panel_right = 0.0,
        number(-180.0, 180.0, Every(1.0), Unit::None)
    )
    .per_player(),
    setting(
        panel_up = 0.0,
        number(
            -choices::PANEL_PITCH,
            choices::PANEL_PITCH,
            Every(1.0),
            Unit::None
        )
    )
    .per_player(),
    setting(
        panel_distance = 0.0,
        number(0.0, choices::PANEL_DISTANCES[1], Every(0.1), Unit::Metres)
    )
    .per_player(),
    setting(remote.server, Text),
    setting(remote.name, Text),
    setting(remote.hide_names, Switch).on(Together, || msg!("hide-names")),
    setting(remote.hide_phrases, Switch).on(Together, || msg!("hide-phrases")),
    setting(remote.visible, Switch),
    setting(match_strength = false, Switch),
    setting(matched_levels = by_board::Levels::default(), Levels),
    setting(computer.white.computer, Switch),
    setting(computer.white.algorithm, one_of::<Algorithm>()),
    setting(computer.white.level, LEVEL).named("computer.white.strength"),
    setting(computer.white.external, Switch),
    setting(computer.black.computer, Switch),
    setting(computer.black.algorithm, one_of::<Algorithm>()),
    setting(computer.black.level, LEVEL).named("computer.black.strength"),
    setting(computer.black.external, Switch),
    setting(
        computer.seconds,
        number(
            0.05,
            3600.0,
            At(&[0.5, 1.0, 3.0, 5.0, 10.0, 30.0, 60.0, 300.0]),
            Unit::Seconds
        )
    )
    .on(Computer, || msg!("most-time")),
    setting(
        computer.delay,
        number(
            0.0,
            60.0,
            At(&[0.0, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0]),
            Unit::Seconds
        )
    )
    .on(Computer, || msg!("between-computers")),
    // May exceed the machine's number of cores, which limits it.
    setting(computer.cores, whole(1, 1024, Cores, Unit::None)).on(Computer, || msg!("cores")),
    setting(
        computer.table,
        whole(
            1,
            MAX_HASH,
            At(&[16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0]),
            Unit::Mebibytes
        )
    )
    .on(Computer, || msg!("memory"))
    .explained(|| { msg!("cores-and-memory-text", level = ComputerPlayer::MAX_LEVEL) }),
    setting(computer.gives_up, Switch).on(Computer, || msg!("gives-up")),
    setting(computer.engine, Text)
        .on(Computer, || msg!("engine"))
        .explained(|| msg!("engine-text")),
    setting(computer.analysis_engine, Text)
        .on(Computer, || msg!("analysis-engine"))
        .explained(|| msg!("analysis-engine-text")),
    setting(computer.evaluation_bar, Switch).on(Board, || msg!("evaluation-bar")),
    setting(
        computer.best_lines,
        whole(0, computer::settings::MAX_LINES, Every(1.0), Unit::None)
    )
    .on(Computer, || msg!("best-lines"))
    .explained(|| msg!("best-lines-text")),
    setting(computer.hints, Switch).on(Board, || msg!("hints")),
);

/// Returns the setting of this name, if any.
pub fn setting(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

/// Returns the settings on a page that this system can have, in order.
pub fn on_page(page: Subject) -> impl Iterator<Item = &'static Setting> {
    let is_there = move |it: &&Setting| {
        it.requires.is_none_or(Capability::is_available)
            && it.row.is_some_and(|row| row.page == page)
    };
    SETTINGS.iter().filter(is_there)
}

/// Returns the settings that players may override.
pub fn per_player() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(|setting| setting.is_per_player)
}

/// Returns the rooms that a board can have, with their labels.
pub fn room_labels() -> [(Msg, Room); Room::ALL.len()] {
    Room::ALL.map(|room| (RoomChoice::Always(room).label(), room))
}

impl Entries for Settings {
    fn entries(&self) -> Vec<(&'static str, String)> {
        let entry = |it: &Setting| (it.name, it.text(&it.value(self)));
        SETTINGS.iter().map(entry).collect()
    }

    fn present_name(name: &str) -> &str {
        match name {
            "computer.white.level" => "computer.white.strength",
            "computer.black.level" => "computer.black.strength",
            _ => name,
        }
    }

    fn read_entry(&mut self, name: &str, text: &str) -> Result<Option<String>, String> {
        let Some(mut setting) = setting(Self::present_name(name)).copied() else {
            return Ok(None);
        };
        let is_old = setting.name != name;
        if is_old {
            setting.kind = OLD_LEVEL;
        }
        let mut value = setting.read(text)?;
        let side = if name.starts_with("computer.white") {
            Side::White
        } else {
            Side::Black
        };
        // About as strong as before. The tenth level was full strength.
        if let Value::Number(level) = &mut value
            && is_old
            && self.computer.of(side).algorithm == Algorithm::Strong
        {
            *level = (2.0 * (*level - 1.0)).max(1.0);
        }
        let wrong_part = value.wrong_part();
        setting.set(self, value);
        Ok(wrong_part)
    }
}

impl Named for Variant {
    const ALL: &'static [Self] = &Self::ALL;

    fn id(self) -> &'static str {
        self.id()
    }
}

impl Named for Seating {
    const ALL: &'static [Self] = &Self::ALL;

    fn id(self) -> &'static str {
        self.id()
    }
}

impl Named for Algorithm {
    const ALL: &'static [Self] = &Self::ALL;
    const IS_BARE: bool = true;

    fn id(self) -> &'static str {
        self.name()
    }
}

/// Implements [`Named`] for an enum. A row is `Value = "name in the file" => label`.
macro_rules! named {
    ($type:ident $(, IS_BARE = $is_bare:literal)? {
        $($value:ident $(($($of:tt)*))? = $id:literal => $label:expr),* $(,)?
    }) => {
        impl Named for $type {
            const ALL: &'static [Self] = &[$(Self::$value $(($($of)*))?),*];
            $(const IS_BARE: bool = $is_bare;)?

            fn id(self) -> &'static str {
                match self {
                    $(Self::$value $(($($of)*))? => $id,)*
                }
            }

            fn label(self) -> Msg {
                match self {
                    $(Self::$value $(($($of)*))? => $label,)*
                }
            }
        }
    };
}

named!(HidePieces {
    Always = "always" => msg!("always"),
    WithClock = "with-clock" => msg!("hide-with-clock"),
    Never = "never" => msg!("never"),
});

named!(Palette {
    Standard = "standard" => msg!("palette-standard"),
    HighContrast = "high-contrast" => msg!("palette-high-contrast"),
});

named!(RoomChoice {
    Board = "board" => msg!("by-board"),
    Always(Room::Table) = "table" => msg!("room-table"),
    Always(Room::Terrace) = "terrace" => msg!("room-terrace"),
    Always(Room::Stars) = "stars" => msg!("room-stars"),
    Always(Room::Plain) = "none" => msg!("room-none"),
});

named!(Antialiasing {
    Auto = "auto" => msg!("antialiasing-auto"),
    Off = "off" => msg!("antialiasing-off"),
    Two = "2x" => msg!("antialiasing-2x"),
    Four = "4x" => msg!("antialiasing-4x"),
});

named!(Shadows {
    Auto = "auto" => msg!("antialiasing-auto"),
    Off = "off" => msg!("antialiasing-off"),
    On = "on" => msg!("on"),
});

named!(RefreshRate {
    Runtime = "runtime" => msg!("refresh-rate-runtime"),
    Hz72 = "72" => msg!("refresh-rate-hertz", rate = "72"),
    Hz80 = "80" => msg!("refresh-rate-hertz", rate = "80"),
    Hz90 = "90" => msg!("refresh-rate-hertz", rate = "90"),
    Hz120 = "120" => msg!("refresh-rate-hertz", rate = "120"),
});

named!(Arrows {
    ByBoard = "by-board" => msg!("by-board"),
    Board = "board" => msg!("arrows-board"),
    Around = "around" => msg!("arrows-around"),
});

// Compatible with files in which this setting is a boolean.
named!(Confirmation, IS_BARE = true {
    ByBoard = "ByBoard" => msg!("by-board"),
    Always = "true" => msg!("always"),
    Never = "false" => msg!("never"),
});

named!(MainHand, IS_BARE = true {
    Right = "Right" => msg!("right"),
    Left = "Left" => msg!("left"),
});

named!(MoveListStyle {
    ByBoard = "by-board" => msg!("by-board"),
    Notation = "notation" => msg!("move-list-notation"),
    Columns = "columns" => msg!("move-list-columns"),
});

#[cfg(test)]
mod tests;
