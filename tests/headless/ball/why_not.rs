//! Refused moves: the board shows what would take the king after a move that is refused for that.

use icochess::board::tiles::threats::Threats;
use icochess::board::tiles::veil::Veiled;

use super::*;

impl Table {
    /// The names of the tiles that look so.
    fn looking(&mut self, is_so: impl Fn(&TileLook) -> bool) -> String {
        let looks = self.on_cells::<TileLook>();
        let found = looks.iter().filter(|(_, look)| is_so(look));
        let names: Vec<&str> = found.map(|(cell, _)| tables().name(*cell)).collect();
        names.join(" ")
    }

    /// The names of the tiles with a cross.
    fn crossed(&mut self) -> String {
        self.looking(|look| look.mark == Some(Mark::Threat))
    }

    /// The names of the tiles with the signs of an attacker and of a king that is attacked.
    fn signed(&mut self) -> (String, String) {
        let mut with = |sign| self.looking(|look| look.sign == Some(sign));
        (with(Sign::Checker), with(Sign::Checked))
    }

    fn shows_nothing(&mut self) -> bool {
        let signed = self.signed();
        self.crossed().is_empty() && signed.0.is_empty() && signed.1.is_empty()
    }
}

/// The pinned knight: the bishop that would take, the king, and the way over the knight's tile.
fn pinned(table: &mut Table) -> bool {
    let signed = table.signed();
    table.crossed() == "b3 f3 k3 p3" && signed == ("o2".to_owned(), "a2".to_owned())
}

#[test]
fn a_pinned_knight_shows_the_attacker_its_way_and_the_king() {
    let mut table = Table::new();
    assert!(table.shows_nothing());
    table.click(PointerButton::Primary, "b3");
    assert!(pinned(&mut table), "{:?}", table.signed());
    // It ends with the notice.
    table.pass(NOTICE - 1.5);
    assert!(pinned(&mut table));
    table.pass(2.0);
    assert!(table.shows_nothing());
    // Once more, and it begins anew.
    table.click(PointerButton::Primary, "b3");
    assert!(pinned(&mut table));
    // What is selected next has nothing to do with it.
    table.click(PointerButton::Primary, "a4");
    assert!(table.shows_nothing());
    // By a hand.
    table.trigger(Hand::Right, "b3");
    assert!(pinned(&mut table));
    table.play(&["a4g1"]);
    assert!(table.shows_nothing());
}

#[test]
fn a_move_that_is_refused_shows_it_and_one_that_is_refused_otherwise_does_not() {
    let mut table = Table::new();
    // The knight's side corners.
    let position = position(&table);
    let knight = position.piece_at(cell("b3")).unwrap();
    let to = position.attacks_from(cell("b3"), knight);
    let to = to.without(position.by_side(Side::White)).first().unwrap();
    let to = tables().name(to);
    table.request(&format!("b3{to}"));
    assert!(pinned(&mut table));
    table.request("a4n1");
    assert!(table.shows_nothing(), "a pawn does not go there at all");
    // In check, what does not end it.
    let mut table = Table::on_ball(DOUBLE_CHECK);
    let (none, king) = table.signed();
    // In play the king's sign says enough.
    assert!(none.is_empty() && !king.is_empty());
    table.press(Command::Learn);
    let (checkers, king) = table.signed();
    assert!(!checkers.is_empty() && table.crossed().is_empty());
    table.trigger(Hand::Right, "t1");
    let told = table.get::<Threats>().all().to_vec();
    let (attackers, still) = table.signed();
    assert_eq!(still, king, "one king, one sign");
    let all = |names: &str| names.split(' ').map(cell).collect::<Vec<_>>();
    let by: BTreeSet<_> = told.iter().map(|threat| threat.attacker).collect();
    assert!(by.iter().eq(&all(&attackers)), "{attackers}");
    assert!(by.iter().all(|at| all(&checkers).contains(at)), "no other");
    assert!(!table.crossed().is_empty(), "the way is shown");
    table.pass(NOTICE + 1.0);
    // The check itself stays.
    assert_eq!(table.signed(), (checkers, king));
    assert!(table.crossed().is_empty());
}

#[test]
fn nothing_is_shown_while_the_game_is_hidden() {
    let mut table = Table::new();
    table.click(PointerButton::Primary, "b3");
    assert!(pinned(&mut table));
    table.app.insert_resource(Veiled(true));
    table.frames(1);
    assert!(table.get::<Threats>().all().is_empty() && table.shows_nothing());
    table.app.insert_resource(Veiled(false));
    table.frames(2);
    assert!(table.shows_nothing(), "what was told is over");
}
