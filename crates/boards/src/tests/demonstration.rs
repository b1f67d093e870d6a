//! Tests of demonstrations of a piece's moves on an otherwise empty board.

use icochess_boards::{Chess, Demonstration, Icochess, Scene, Variant};
use icochess_rules::{Board, Cell, CellSet, Effect, Equipment, Move, MoveKind, Piece, Role, Side};

/// Returns the cell and the moves in UCI text of each scene of a role's demonstration.
fn shown<B: Board>(side: Side, role: Role, prefer: &[&str]) -> Vec<(String, String)> {
    let prefer: Vec<Cell> = prefer
        .iter()
        .map(|name| B::tables().cell(name).unwrap())
        .collect();
    let shown = Demonstration::of::<B>(Piece { side, role }, &prefer, &|_, _| true);
    let text = |scene: &Scene| {
        let moves = scene.moves.iter().map(|mv| scene.position().uci(*mv));
        let mut moves: Vec<String> = moves.collect();
        moves.sort();
        let cell = scene.position().cell_name(scene.cell);
        (cell.to_owned(), moves.join(" "))
    };
    shown.scenes.iter().map(text).collect()
}

fn scenes<const N: usize>(scenes: [(&str, &str); N]) -> Vec<(String, String)> {
    scenes
        .map(|(cell, moves)| (cell.to_owned(), moves.to_owned()))
        .into()
}

#[test]
fn chess_demonstrations_show_all_moves_of_a_piece() {
    let chess = |side, role, prefer| shown::<Chess>(side, role, &[prefer]);
    assert_eq!(
        chess(Side::White, Role::ROOK, "d4"),
        scenes([("d4", "d4a4 d4d1 d4d8 d4h4")])
    );
    assert_eq!(
        chess(Side::White, Role::KNIGHT, "b1"),
        scenes([("b1", "b1a3 b1c3 b1d2")])
    );
    let queen = chess(Side::Black, Role::QUEEN, "e4");
    assert_eq!(queen[0].1.split(' ').count(), 8);
    assert_eq!(
        chess(Side::White, Role::KING, "e4"),
        scenes([
            ("e4", "e4d3 e4d4 e4d5 e4e3 e4e5 e4f3 e4f4 e4f5"),
            ("e1", "e1c1 e1g1"),
        ])
    );
    let pawn = chess(Side::White, Role::PAWN, "d2");
    assert_eq!(pawn[0], ("d2".into(), "d2c3 d2d3 d2d4".into()));
    assert_eq!(pawn[1].1, "a7a8b a7a8n a7a8q a7a8r");
    assert_eq!(pawn[2].1, "b5a6");
    let pawn = chess(Side::Black, Role::PAWN, "e4");
    assert!(pawn[0].1.contains("7") && pawn.len() == 3, "{pawn:?}");
}

#[test]
fn ball_demonstrations_use_the_preferred_cell_alone() {
    for (index, rules) in Icochess::ROLES.iter().enumerate() {
        let role = Role::new(index as u8);
        for cell in Icochess::tables().cells() {
            let piece = Piece {
                side: Side::White,
                role,
            };
            let shown = Demonstration::of::<Icochess>(piece, &[cell], &|_, _| true);
            let [scene] = &shown.scenes[..] else {
                panic!("{} scenes of the {}", shown.scenes.len(), rules.name);
            };
            let position = scene.position();
            assert_eq!(position.occupied().len(), 1);
            assert!(position.piece_at(scene.cell) == Some(piece));
            // A pawn has the most moves at its start.
            assert!(rules.is_pawn || scene.cell == cell, "{}", rules.name);
            let legal = position.legal_moves();
            assert!(scene.moves.iter().all(|mv| legal.contains(mv)));
            // Paths aren't longer than necessary.
            let far = |mv: &Move| match &position.effects(*mv)[0] {
                Effect::Moved { path, .. } => path.len() - 1,
                other => panic!("{other:?}"),
            };
            assert!(scene.moves.iter().all(|mv| far(mv) <= 4));
        }
    }
}

#[test]
fn demonstrations_of_every_role_use_few_other_pieces() {
    for registered in Variant::ALL.map(Variant::registration) {
        let board = registered.board;
        for (index, rules) in board.roles().iter().enumerate() {
            let role = Role::new(index as u8);
            for side in Side::ALL {
                let piece = Piece { side, role };
                let shown = (registered.demonstration)(piece, &[], &|_, _| true).scenes;
                for scene in &shown {
                    let position = scene.position();
                    let limit = if rules.royal { 3 } else { 2 };
                    assert!(position.occupied().len() <= limit, "{}", rules.name);
                    assert_eq!(position.piece_at(scene.cell), Some(piece));
                    let legal = position.legal_moves();
                    assert!(scene.moves.iter().all(|mv| legal.contains(mv)));
                }
                assert!(shown[0].moves.len() > 1, "{}", rules.name);
                let is_entry = |mv: &Move| matches!(mv.kind, MoveKind::Gating(_));
                let enters = shown.iter().any(|it| it.moves.iter().any(is_entry));
                assert_eq!(enters, rules.gating.is_some(), "{}", rules.name);
            }
        }
    }
}
