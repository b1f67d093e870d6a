//! Short games on the boards in space in which what only they have happens.

#![allow(
    dead_code,
    reason = "every test program includes this module and uses only a part of it"
)]

/// How a game is played by picking things.
pub enum Pick {
    /// A piece, where it goes, and what it becomes if that is asked.
    Piece(&'static str, &'static str, Option<&'static str>),
    /// A small board, by an empty square of it, and the pin where it goes.
    Board {
        from: &'static str,
        square: &'static str,
        to: &'static str,
    },
}

/// A game from some position to its end.
pub struct SpaceGame {
    pub variant: &'static str,
    pub start: &'static str,
    /// What is picked, and the move that comes of it, in UCI text.
    pub moves: &'static [(Pick, &'static str)],
    /// How it ends.
    pub outcome: &'static str,
    /// A part of what is said then.
    pub told: &'static str,
}

/// The bishop in reserve enters, a pawn promotes, and Black loses the last unicorn.
pub const OCTHEX: SpaceGame = SpaceGame {
    variant: "octhex146",
    start: "1|bn/2|3/3/3|4/4/4/4|5/5/5/5/5|6/6/5r/2N3/4P1/B4u|5/D4/5/5/5|4/4/4/4|3/3/3|2/2|1[B] \
            w e14 - 0 1",
    moves: &[
        (Pick::Piece("e14", "e13", None), "e14e13b"),
        (Pick::Piece("f64", "f63", None), "f64f63"),
        (Pick::Piece("f52", "f62", Some("queen")), "f52f62q"),
        (Pick::Piece("f63", "f64", None), "f63f64"),
        (Pick::Piece("f62", "f61", None), "f62f61"),
    ],
    outcome: "extinction",
    told: "no unicorn",
};

/// A small board carries a pawn, a pawn captures two levels below, and another mates by
/// becoming a queen.
pub const STAR_TREK: SpaceGame = SpaceGame {
    variant: "startrek3d",
    start: "4/4/4/4|4/4/1P2/4|4/p2P/2N1/2b1|\
            b17:2/2,e17:2/K1,b35:F1/2,b63:2/2,b81:2/2,e81:1k/2 w - - 0 1",
    moves: &[
        (
            Pick::Board {
                from: "b35",
                square: "a25",
                to: "e35",
            },
            "A@b35e35",
        ),
        (Pick::Piece("b72", "b62", None), "b72b62"),
        (Pick::Piece("c44", "d52", None), "c44d52"),
        (Pick::Piece("b62", "b52", None), "b62b52"),
        (Pick::Piece("e72", "e82", None), "e72e82q"),
    ],
    outcome: "checkmate",
    told: "Checkmate",
};
