//! The computer as a player in these tests, and suitable games.

use std::time::Instant;

use icochess::computer::HintMove;

use super::*;

/// A computer that answers at once.
pub const QUICK: SidePlayer = SidePlayer {
    computer: true,
    algorithm: Algorithm::Strong,
    level: 1,
    external: false,
};

/// A computer that thinks until it is stopped; use it with [`long`].
pub const SLOW: SidePlayer = SidePlayer { level: 18, ..QUICK };

/// A human player.
pub const A_HUMAN: SidePlayer = SidePlayer {
    computer: false,
    ..SLOW
};

/// Kings and pawns too far apart for a mate within a few dozen plies.
const QUIET: &str = "1KPP/4/1P2/1P2/4/4/4/4/4/4/1p2/1p2/4/1kpp/4/4/4/4/4/4 \
                     w a3a4c2d2k2l2n3n4 - 0 1";

/// Timeout for background threads.
const PATIENCE: Duration = Duration::from_secs(30);

/// Returns settings with these players, a small hash table and long thinking time.
pub fn long(white: Option<SidePlayer>, black: Option<SidePlayer>) -> Settings {
    Settings {
        computer: Computer {
            white: white.unwrap_or_default(),
            black: black.unwrap_or_default(),
            seconds: 3000.0,
            delay: 0.0,
            cores: 1,
            table: 1,
            ..Computer::default()
        },
        ..Settings::default()
    }
}

impl Table {
    pub fn playing(white: Option<SidePlayer>, black: Option<SidePlayer>) -> Self {
        Self::with(long(white, black), |_| {})
    }

    /// Creates a long game from [`QUIET`] in which the computer never resigns.
    pub fn quiet(white: SidePlayer, black: SidePlayer, delay: f32) -> Self {
        let mut settings = long(Some(white), Some(black));
        settings.computer.gives_up = false;
        settings.computer.delay = delay;
        let position: Position<Game> = QUIET.parse().unwrap();
        Self::with(settings, |app| {
            app.insert_resource(Match::new(position));
        })
    }

    /// Creates a game in which Black has a lone king against queen and rooks, out of check.
    pub fn hopeless(black: SidePlayer) -> Self {
        let text = |row: usize, column: usize| {
            let mut rows = vec!["4"; 20];
            rows[0] = "QKRR";
            rows[row] = ["k3", "1k2", "2k1", "3k"][column];
            format!("{} w - - 0 1", rows.join("/"))
        };
        let position: Position<Game> = (5..20)
            .flat_map(|row| (0..4).map(move |column| (row, column)))
            .find_map(|(row, column)| text(row, column).parse().ok())
            .unwrap();
        Self::with(long(None, Some(black)), |app| {
            app.insert_resource(Match::new(position));
        })
    }

    /// Plays a move that neither mates nor loses material.
    pub fn give_nothing(&mut self) {
        let position = position(self);
        let mv = position.legal_moves().into_iter().find(|mv| {
            let next = position.play_unchecked(*mv);
            let answers = next.legal_moves();
            let is_gift = |mv: &Move| next.piece_at(mv.to).is_some();
            !answers.is_empty() && !answers.iter().any(is_gift)
        });
        self.send(MoveRequested(mv.unwrap()));
    }

    /// Plays a move after which neither that move nor any reply ends the game.
    pub fn play_on(&mut self) {
        let goes_on = |mv: &Move, position: &Position<Game>| {
            let next = position.play_unchecked(*mv);
            (next.count_moves() > 0).then_some(next)
        };
        let position = position(self);
        let is_answered = |mv: &Move| {
            goes_on(mv, &position).is_some_and(|next| {
                let answers = next.legal_moves();
                answers.iter().all(|mv| goes_on(mv, &next).is_some())
            })
        };
        let moves = position.legal_moves();
        // If every move allows a mating reply, plays one that doesn't end the game itself.
        let mv = moves.iter().find(|mv| is_answered(mv));
        let mv = mv.or_else(|| moves.iter().find(|mv| goes_on(mv, &position).is_some()));
        self.send(MoveRequested(*mv.expect("every move ends the game")));
    }

    /// Runs frames until `is_so` returns true.
    pub fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
            self.frames(1);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    pub fn until_played(&mut self, plies: usize) {
        self.until(&format!("{plies} plies"), |table| {
            table.played().len() >= plies
        });
    }

    pub fn asks_for_a_hint(&mut self) {
        self.tell_computer(ComputerRequest::Hint);
    }

    /// Waits for the piece of the hint, and asks for the move.
    pub fn until_hint(&mut self) -> HintMove {
        self.until("the hint", |table| table.get::<Hint>().0.is_some());
        assert!(self.get::<Hint>().0.as_ref().unwrap().is_of_piece());
        self.asks_for_a_hint();
        self.get::<Hint>().0.clone().unwrap()
    }

    /// Runs frames long enough for a quick computer to move.
    pub fn idle(&mut self) {
        for _ in 0..50 {
            self.frames(1);
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub fn is_thinking(&self) -> bool {
        self.get::<Thinking>().0.is_some()
    }

    pub fn until_depth(&mut self, depth: u8) {
        self.until("some depth", |table| {
            let thought = table.get::<Thinking>().0;
            thought.is_some_and(|thought| thought.depth >= depth)
        });
    }

    pub fn tell_computer(&mut self, request: ComputerRequest) {
        self.send(request);
        self.frames(1);
    }
}
