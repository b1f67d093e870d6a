//! Refused moves: the board shows the attack that would capture the king.

use icochess::board::tiles::cover::Covered;
use icochess::board::tiles::threats::Threats;

use super::*;

impl Table {
    /// Returns the names of the tiles whose appearance satisfies `is_so`.
    fn looking(&mut self, is_so: impl Fn(&TileLook) -> bool) -> String {
        let looks = self.on_cells::<TileLook>();
        let found = looks.iter().filter(|(_, look)| is_so(look));
        let names: Vec<&str> = found.map(|(cell, _)| tables().name(*cell)).collect();
        names.join(" ")
    }

    /// Returns the names of the tiles with a cross.
    fn crossed(&mut self) -> String {
        self.looking(|look| look.mark == Some(Mark::Threat))
    }

    /// Returns the names of the tiles marked as attacker and as attacked king.
    fn signed(&mut self) -> (String, String) {
        let mut with = |sign| self.looking(|look| look.sign == Some(sign));
        (with(Sign::Checker), with(Sign::Checked))
    }

    fn shows_nothing(&mut self) -> bool {
        let signed = self.signed();
        self.crossed().is_empty() && signed.0.is_empty() && signed.1.is_empty()
    }
}

/// Returns whether the pinned knight's markers are shown: the pinning bishop, the king, and the
/// path across the knight's tile.
fn pinned(table: &mut Table) -> bool {
    let signed = table.signed();
    table.crossed() == "b3 f3 k3 p3" && signed == ("o2".to_owned(), "a2".to_owned())
}

#[test]
fn pinned_knight_shows_attacker_path_and_king() {
    let mut table = Table::new();
    assert!(table.shows_nothing());
    table.click(PointerButton::Primary, "b3");
    assert!(pinned(&mut table), "{:?}", table.signed());
    // The markers disappear with the notice.
    table.pass(NOTICE - 1.5);
    assert!(pinned(&mut table));
    table.pass(2.0);
    assert!(table.shows_nothing());
    // Picking the knight again shows the markers again.
    table.click(PointerButton::Primary, "b3");
    assert!(pinned(&mut table));
    // Selecting another piece removes the markers.
    table.click(PointerButton::Primary, "a4");
    assert!(table.shows_nothing());
    // Picked by hand.
    table.trigger(Hand::Right, "b3");
    assert!(pinned(&mut table));
    table.play(&["a4g1"]);
    assert!(table.shows_nothing());
}

#[test]
fn only_refusals_that_expose_the_king_show_the_attack() {
    let mut table = Table::new();
    // A legal knight step, except for the pin.
    let position = position(&table);
    let knight = position.piece_at(cell("b3")).unwrap();
    let to = position.attacks_from(cell("b3"), knight);
    let to = to.without(position.by_side(Side::White)).first().unwrap();
    let to = tables().name(to);
    table.request(&format!("b3{to}"));
    assert!(pinned(&mut table));
    table.request("a4n1");
    assert!(table.shows_nothing(), "a pawn does not go there at all");
    // A move that doesn't end the check.
    let mut table = Table::on_ball(DOUBLE_CHECK);
    let (none, king) = table.signed();
    // Without the learner's help, only the king is marked.
    assert!(none.is_empty() && !king.is_empty());
    table.press(Command::Learn);
    let (checkers, king) = table.signed();
    assert!(!checkers.is_empty() && table.crossed().is_empty());
    table.trigger(Hand::Right, "t1");
    let threats = table.get::<Threats>().all().to_vec();
    let (attackers, still) = table.signed();
    assert_eq!(still, king, "one king, one sign");
    let all = |names: &str| names.split(' ').map(cell).collect::<Vec<_>>();
    let by: BTreeSet<_> = threats.iter().map(|threat| threat.attacker).collect();
    assert!(by.iter().eq(&all(&attackers)), "{attackers}");
    assert!(by.iter().all(|at| all(&checkers).contains(at)), "no other");
    assert!(!table.crossed().is_empty(), "the way is shown");
    table.pass(NOTICE + 1.0);
    // The markers of the check itself remain.
    assert_eq!(table.signed(), (checkers, king));
    assert!(table.crossed().is_empty());
}

#[test]
fn attack_is_not_shown_while_the_game_is_hidden() {
    let mut table = Table::new();
    table.click(PointerButton::Primary, "b3");
    assert!(pinned(&mut table));
    table.app.insert_resource(Covered(true));
    table.frames(1);
    assert!(table.get::<Threats>().all().is_empty() && table.shows_nothing());
    table.app.insert_resource(Covered(false));
    table.frames(2);
    assert!(table.shows_nothing(), "what was told is over");
}
