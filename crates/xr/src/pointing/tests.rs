//! Tests of pointers without a hand.

use proptest::prelude::*;

use super::*;

/// An action of a pointer without its details.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Did {
    Move(Spot),
    Press(Spot),
    Release(Spot),
    Cancel,
}

fn step(pointer: &mut RayPointer, aim: Aim) -> Vec<Did> {
    let mut did = Vec::new();
    pointer.step(aim, |spot, action| {
        did.push(match action {
            PointerAction::Move { delta } => {
                assert_ne!(delta, Vec2::ZERO, "a move that begins no drag");
                Did::Move(spot)
            }
            PointerAction::Press(_) => Did::Press(spot),
            PointerAction::Release(_) => Did::Release(spot),
            PointerAction::Cancel => Did::Cancel,
            PointerAction::Scroll { .. } => unreachable!("the stick is not asked here"),
        });
    });
    did
}

/// Frame time at 90 Hz, in seconds.
const FRAME: f32 = 1.0 / 90.0;

/// Returns the input of a ray that hits the panel's plane at a pixel.
fn on(pixel: Vec2, is_pulled: bool) -> Aim {
    Aim {
        is_active: true,
        is_pulled,
        ends: is_inside(pixel).then_some(pixel),
        plane: Some(pixel),
        intended: None,
        passed: FRAME,
    }
}

/// Returns the input of a ray that misses the panel.
fn elsewhere(is_pulled: bool) -> Aim {
    Aim {
        is_active: true,
        is_pulled,
        ends: None,
        plane: None,
        intended: None,
        passed: FRAME,
    }
}

const HERE: Vec2 = Vec2::new(200.0, 100.0);

#[test]
fn trembling_hand_drags_nothing() {
    let mut pointer = RayPointer::default();
    step(&mut pointer, on(HERE, true));
    for wander in [Vec2::X * 9.0, Vec2::Y * -9.0, Vec2::splat(5.0)] {
        assert_eq!(step(&mut pointer, on(HERE + wander, true)), []);
    }
    let far = HERE + Vec2::X * 30.0;
    let far_spot = Spot::on_panel(far);
    assert_eq!(step(&mut pointer, on(far, true)), [Did::Move(far_spot)]);
    // Afterwards it follows the hand, even back to the start.
    let near = HERE + Vec2::X;
    let near_spot = Spot::on_panel(near);
    assert_eq!(step(&mut pointer, on(near, true)), [Did::Move(near_spot)]);
}

#[test]
fn thrown_ray_presses_and_releases_its_intended_target() {
    let thrown = |is_pulled| Aim {
        intended: Some(Some(HERE)),
        ..on(HERE + Vec2::X * 80.0, is_pulled)
    };
    let here = Spot::on_panel(HERE);
    let mut pointer = RayPointer::default();
    step(&mut pointer, on(HERE, false));
    assert_eq!(step(&mut pointer, thrown(true)), [Did::Press(here)]);
    // The pointer keeps the target there, farther on, and on its return.
    assert_eq!(step(&mut pointer, thrown(true)), []);
    assert_eq!(step(&mut pointer, on(HERE + Vec2::X * 120.0, true)), []);
    for _ in 0..8 {
        assert_eq!(step(&mut pointer, on(HERE + Vec2::X * 110.0, true)), []);
    }
    let back = HERE + Vec2::new(30.0, 5.0);
    assert_eq!(step(&mut pointer, on(back, true)), []);
    assert_eq!(step(&mut pointer, on(HERE, false)), [Did::Release(here)]);
    // Further movement drags the target.
    let mut pointer = RayPointer::default();
    step(&mut pointer, on(HERE, false));
    step(&mut pointer, thrown(true));
    for _ in 0..8 {
        step(&mut pointer, thrown(true));
    }
    let far = HERE + Vec2::X * 150.0;
    let dragged = Did::Move(Spot::on_panel(far));
    assert_eq!(step(&mut pointer, on(far, true)), [dragged]);
    // From the panel to the board, and from the board to the panel.
    let off = Aim {
        intended: Some(Some(HERE)),
        ..elsewhere(true)
    };
    let mut pointer = RayPointer::default();
    step(&mut pointer, on(HERE, false));
    assert_eq!(step(&mut pointer, off), [Did::Press(here)]);
    let board = Aim {
        intended: Some(None),
        ..on(HERE, true)
    };
    let mut pointer = RayPointer::default();
    let nowhere = Spot::off_panel(Vec2::ZERO);
    assert_eq!(step(&mut pointer, board), [Did::Press(nowhere)]);
    assert!(pointer.has_begun && pointer.is_in_world());
}

#[test]
fn hand_lost_over_the_board_cancels_the_press() {
    let mut pointer = RayPointer::default();
    let did = step(&mut pointer, elsewhere(true));
    assert!(matches!(did[..], [Did::Press(_)]) && pointer.has_begun);
    let did = step(&mut pointer, Aim::default());
    assert!(matches!(did[..], [Did::Cancel, Did::Release(_)]), "{did:?}");
}

fn any_aim() -> impl Strategy<Value = Aim> {
    let pixel = (-100.0..900.0_f32, -100.0..700.0_f32).prop_map(|(x, y)| Vec2::new(x, y));
    (
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        proptest::option::of(pixel),
    )
        .prop_map(|(is_active, is_pulled, is_hidden, plane)| Aim {
            is_active,
            is_pulled,
            ends: plane.filter(|pixel| is_inside(*pixel) && !is_hidden),
            plane,
            intended: None,
            passed: FRAME,
        })
}

proptest! {
    #[test]
    fn press_ends_once_and_stays_where_it_began(
        aims in proptest::collection::vec(any_aim(), 1..60)
    ) {
        let mut pointer = RayPointer::default();
        // Start of the current press.
        let mut begun: Option<Spot> = None;
        let mut last = Spot::default();
        let mut was_on_panel = false;
        for aim in aims.into_iter().chain([Aim::default(); 3]) {
            let world = begun.is_some_and(|spot| !spot.on_panel);
            for did in step(&mut pointer, aim) {
                match did {
                    Did::Move(spot) => {
                        prop_assert!(!(world && spot.on_panel), "from the board to the panel");
                        last = spot;
                    }
                    Did::Press(spot) => {
                        prop_assert!(begun.is_none() && aim.is_pulled && aim.is_active);
                        prop_assert_eq!(spot, last);
                        begun = Some(spot);
                    }
                    Did::Release(spot) => {
                        let from = begun.take();
                        prop_assert!(from.is_some(), "a release without a press");
                        // The pointer must have left the panel a frame earlier, or a widget would
                        // be clicked.
                        let is_panels = from.is_some_and(|from| from.on_panel);
                        prop_assert!(!is_panels || spot.on_panel || !was_on_panel);
                    }
                    Did::Cancel => prop_assert!(world && !aim.is_active),
                }
            }
            was_on_panel = last.on_panel;
            prop_assert!(!(pointer.is_in_world() && last.on_panel));
        }
        prop_assert!(begun.is_none(), "it is still held");
    }
}
