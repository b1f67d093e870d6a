//! The network: sums updated by moves, symmetries of the ball, and damaged files.

use icochess_boards::{Chess, Icochess, OctHex146, Raumschach, StarTrek3d};
use icochess_engine::Evaluated;
use icochess_engine::eval::network::{
    HIDDEN, Inputs, MAX_OUTPUT_WEIGHT, MAX_WEIGHT, Network, NetworkError, STEP, SumsByPly, Weights,
};
use icochess_rules::{Cell, CellSet, GameTree, Side};
use oorandom::Rand64;

/// Returns a network with random weights.
fn random<B: Evaluated>(seed: u64) -> Network<B> {
    let mut rng = Rand64::new(seed.into());
    let mut row =
        |most: u64| [(); HIDDEN].map(|()| rng.rand_range(0..2 * most + 1) as i16 - most as i16);
    let inputs = Inputs::<B>::new().expect("a board with views").count();
    let weights = Weights {
        hidden: (0..inputs).map(|_| row(50).map(|it| it * STEP)).collect(),
        bias: row(100),
        output: [row(126), row(126)],
        output_bias: 10,
        scale: 100,
    };
    Network::new(&weights.to_bytes()).expect("its own bytes")
}

/// Plays random moves, evaluates some of the positions, and takes moves back.
fn incremental_equals_fresh<B: Evaluated>(games: u64) {
    let network = random::<B>(7);
    let mut rng = Rand64::new(3);
    for _ in 0..games {
        let mut line = vec![*GameTree::<B>::default().position()];
        let mut sums = SumsByPly::new(&network);
        for _ in 0..300 {
            let position = line[line.len() - 1];
            let moves = position.legal_moves();
            if moves.is_empty() || line.len() == 60 || rng.rand_range(0..6) == 0 && line.len() > 1 {
                line.pop();
                if line.is_empty() {
                    break;
                }
                continue;
            }
            let mv = moves[rng.rand_range(0..moves.len() as u64) as usize];
            let next = position.play_unchecked(mv);
            sums.push(line.len() - 1, Some((&position, mv, &next)));
            line.push(next);
            if rng.rand_range(0..3) > 0 {
                let score = sums.score(line.len() - 1, &next);
                assert_eq!(score, network.score(&next), "{next}");
            }
        }
    }
}

#[test]
fn sums_updated_by_moves_equal_fresh_ones() {
    incremental_equals_fresh::<Icochess>(20);
    incremental_equals_fresh::<Chess>(20);
    incremental_equals_fresh::<Raumschach>(20);
    incremental_equals_fresh::<StarTrek3d>(40);
    incremental_equals_fresh::<OctHex146>(20);
}

/// In each view of a side, its men leap and slide as White's do.
fn views_keep_moves<B: Evaluated>() {
    let tables = B::tables();
    let sorted = |mut cells: Vec<u8>| {
        cells.sort_unstable();
        cells
    };
    for side in Side::ALL {
        for view in B::views(side) {
            let image = |cell: Cell| view[cell.index()];
            for (from, rules) in tables
                .cells()
                .flat_map(|it| B::ROLES.iter().map(move |r| (it, r)))
            {
                let from_image = Cell::new(image(from));
                for [white, black] in [rules.leaps, rules.steps].into_iter().flatten() {
                    let table = if side == Side::White { white } else { black };
                    let seen = tables.leaps(table, from).cells().map(image).collect();
                    let expected = tables.leaps(white, from_image).cells();
                    let expected: Vec<u8> = expected.map(|cell| cell.index() as u8).collect();
                    assert_eq!(sorted(seen), sorted(expected), "{side:?} {}", rules.name);
                }
                let reached = |cell| {
                    let crossings = tables.crossings(cell, rules.slides);
                    crossings.flat_map(|at| tables.lines[usize::from(at.line)].cells.clone())
                };
                let seen = reached(from).map(image).collect();
                let expected = reached(from_image).map(|cell| cell.index() as u8);
                assert_eq!(
                    sorted(seen),
                    sorted(expected.collect()),
                    "{side:?} {}",
                    rules.name
                );
            }
        }
    }
}

#[test]
fn men_move_alike_in_all_views() {
    views_keep_moves::<Chess>();
    views_keep_moves::<Icochess>();
    views_keep_moves::<Raumschach>();
    views_keep_moves::<StarTrek3d>();
    views_keep_moves::<OctHex146>();
}

#[test]
fn damaged_networks_are_refused() {
    let weights = Weights {
        hidden: vec![[STEP; HIDDEN]; Inputs::<Chess>::new().expect("kings").count()],
        bias: [MAX_WEIGHT; HIDDEN],
        output: [[MAX_OUTPUT_WEIGHT; HIDDEN]; 2],
        output_bias: 0,
        scale: 100,
    };
    let bytes = weights.to_bytes();
    let error = |bytes: &[u8]| Network::<Chess>::new(bytes).map(|_| ()).unwrap_err();
    assert!(Network::<Chess>::new(&bytes).is_ok());
    assert_eq!(error(&bytes[1..]), NetworkError::NoNetwork);
    assert!(matches!(
        error(&bytes[..bytes.len() - 1]),
        NetworkError::Length { .. }
    ));
    let network = Network::<Icochess>::new(&bytes).map(|_| ());
    assert!(matches!(network, Err(NetworkError::Length { .. })));
    let mut heavy = weights;
    heavy.output[1][5] += 1;
    assert_eq!(
        error(&heavy.to_bytes()),
        NetworkError::Weight(MAX_OUTPUT_WEIGHT + 1)
    );
}

#[test]
fn squares_have_mirrored_views_with_both_kings() {
    let inputs = Inputs::<Chess>::new().expect("squares");
    assert_eq!(inputs.count(), 12 * 64);
    let network = random::<Chess>(5);
    let score = |text: &str| network.score(&text.parse().expect("a position"));
    let position = "r3k3/pp4b1/2n5/8/3P4/5N2/1B4PP/5RK1 w - - 0 1";
    // Left and right are exchanged; then the sides.
    assert_eq!(
        score("3k3r/1b4pp/5n2/8/4P3/2N5/PP4B1/1KR5 w - - 0 1"),
        score(position)
    );
    assert_eq!(
        score("5rk1/1b4pp/5n2/3p4/8/2N5/PP4B1/R3K3 b - - 0 1"),
        score(position)
    );
    assert_ne!(
        score("r3k3/pp4b1/2n5/8/3P4/5N2/1B4PP/5RK1 b - - 0 1"),
        score(position)
    );
}

/// A king's view depends on its kind of tile only.
#[test]
fn ball_has_two_kinds_of_views() {
    let inputs = Inputs::<Icochess>::new().expect("kings");
    // Own pawns, unmoved ones, knights, bishops, rooks and queens; the other's, and its king.
    assert_eq!(inputs.count(), 2 * 13 * 80);
    let images = inputs.images();
    assert_eq!(
        images.len(),
        6,
        "the middle tile of a face has six symmetries, corners two"
    );
    assert!(
        images[0]
            .iter()
            .enumerate()
            .all(|(input, image)| input == usize::from(*image))
    );
    for image in &images {
        let mut sorted = image.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), image.len(), "a symmetry permutes the inputs");
    }
}
