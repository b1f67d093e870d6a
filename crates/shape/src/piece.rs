//! Models of the pieces.

/// A model of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceKind {
    /// A small piece with a ball for a head.
    Pawn,
    /// A horse's head.
    Knight,
    /// A cleft mitre with a small finial.
    Bishop,
    /// A crenellated tower.
    Rook,
    /// A tall piece with a pointed coronet round a small ball.
    Queen,
    /// The tallest piece, with a cross.
    King,
    /// A horse's head with a long horn.
    Unicorn,
    /// A tower topped by a mitre. It is the queen on boards with other combined pieces.
    MitredTower,
    /// A tower topped by a horn: rook and unicorn.
    Duchess,
    /// A tower with a horse looking out: rook and knight.
    Marshal,
    /// A mitre with a horn: bishop and unicorn.
    Governor,
    /// A horse wearing a mitre: bishop and knight.
    Cardinal,
    /// A horse and a unicorn, back to back.
    Cavalcade,
}

impl PieceKind {
    /// All models, in the order of the file.
    pub const ALL: [Self; 13] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
        Self::Unicorn,
        Self::MitredTower,
        Self::Duchess,
        Self::Marshal,
        Self::Governor,
        Self::Cardinal,
        Self::Cavalcade,
    ];

    /// Returns the model with the name of a role; a king for unknown names.
    pub fn named(role: &str) -> Self {
        match role {
            "pawn" => Self::Pawn,
            "knight" => Self::Knight,
            "bishop" => Self::Bishop,
            "rook" => Self::Rook,
            "queen" => Self::Queen,
            "unicorn" => Self::Unicorn,
            "duchess" => Self::Duchess,
            "marshal" => Self::Marshal,
            "governor" => Self::Governor,
            "cardinal" => Self::Cardinal,
            "cavalcade" => Self::Cavalcade,
            _ => Self::King,
        }
    }

    /// Returns the filled Unicode chess symbol; a letter if there is none.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Pawn => "♟",
            Self::Knight => "♞",
            Self::Bishop => "♝",
            Self::Rook => "♜",
            Self::Queen | Self::MitredTower => "♛",
            Self::King => "♚",
            Self::Unicorn => "U",
            Self::Duchess => "D",
            Self::Marshal => "M",
            Self::Governor => "G",
            Self::Cardinal => "C",
            Self::Cavalcade => "V",
        }
    }
}

/// Returns the height of a piece above its tile, in radii of the ball.
pub const fn height(kind: PieceKind) -> f32 {
    match kind {
        PieceKind::Pawn => 0.22,
        PieceKind::Knight => 0.30,
        PieceKind::Bishop => 0.31,
        PieceKind::Rook => 0.26,
        PieceKind::Queen => 0.36,
        PieceKind::King => 0.40,
        PieceKind::Unicorn => 0.385,
        PieceKind::MitredTower => 0.398,
        PieceKind::Duchess => 0.39,
        PieceKind::Marshal => 0.3715,
        PieceKind::Governor => 0.398,
        PieceKind::Cardinal => 0.3875,
        PieceKind::Cavalcade => 0.3295,
    }
}
