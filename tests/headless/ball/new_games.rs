//! New games: confirmation, start positions and rematches.

use icochess::game::messages::Step;
use icochess_boards::icochess::BALANCED_START;

use super::opponent::{A_HUMAN, QUICK};
use super::*;

#[test]
fn new_game_needs_confirmation_during_a_game() {
    let mut table = Table::new();
    let question = Screen::Confirm(Question::Begin);
    let presses = |table: &mut Table, command: Command| {
        table.press(command);
        let facts = table.match_facts();
        let games = facts.iter().filter(|fact| fact.is_begun()).count();
        (games, table.page())
    };
    // Before the first move no confirmation is needed.
    assert_eq!(presses(&mut table, Command::Begin), (1, Screen::Game));
    table.play(&["a4g1"]);
    for (command, expected) in [
        (Command::Begin, (0, question)),
        (Command::Back, (0, Screen::Game)),
        // Confirm has no effect without a question.
        (Command::Confirm, (0, Screen::Game)),
        (Command::Begin, (0, question)),
    ] {
        assert_eq!(presses(&mut table, command), expected, "{command:?}");
        assert_eq!(table.played(), ["a4g1"]);
    }
    assert_eq!(presses(&mut table, Command::Confirm), (1, Screen::Game));
    assert_eq!(table.played(), [""; 0]);

    // A game taken back to its start needs none, but one that is only seen from its start does.
    table.play(&["a4g1"]);
    table.ask(GameRequest::Undo);
    assert_eq!(presses(&mut table, Command::Begin), (1, Screen::Game));
    table.play(&["a4g1"]);
    table.ask(GameRequest::Step(Step::Start));
    assert_eq!(presses(&mut table, Command::Begin), (0, question));
    // Back returns to the page that asked.
    table.press(Command::Back);
    table.press(Command::Menu);
    table.press(Command::Open(Screen::NewGame));
    table.press(Command::Begin);
    table.press(Command::Back);
    assert_eq!(table.page(), Screen::NewGame);
}

#[test]
fn new_game_uses_the_chosen_start() {
    let mut table = Table::new();
    let original = table.state().position.clone();
    let choose = |table: &mut Table, number: usize| {
        table.press(Command::Open(Screen::NewGame));
        let mut setup = table.get_mut::<Setup>();
        setup.start = Some(&setup.board.starts()[number]);
    };
    choose(&mut table, 1);
    table.press(Command::Begin);
    assert_eq!(table.state().position, BALANCED_START);
    let start = &table.get::<Settings>().start;
    let chosen = start.of(Variant::Icochess.board()).unwrap().name;
    assert_eq!(chosen, "balanced");
    // The saved game can be parsed, and has the same position.
    table.play(&["c2c1"]);
    let written = table.game().record().to_pgn();
    let read = pgn::parse::<Game>(&written).unwrap().tree;
    assert_eq!(read.position(), on_ball(table.game()).position());
    assert_eq!(read.position_at(0).unwrap().to_string(), BALANCED_START);
    // The next game keeps the start position until another is chosen, and asks for confirmation.
    table.press(Command::Open(Screen::NewGame));
    let start = table.get::<Setup>().start.unwrap();
    assert_eq!(start.name, "balanced");
    choose(&mut table, 0);
    table.press(Command::Begin);
    assert_ne!(table.state().position, original);
    table.press(Command::Confirm);
    assert_eq!(table.state().position, original);
}

#[test]
fn colours_are_random_only_if_set() {
    let mut setup = Setup {
        white: QUICK,
        black: A_HUMAN,
        drawn: true,
        ..Setup::default()
    };
    let whites: Vec<bool> = (0..64)
        .map(|_| {
            setup.draw_colours();
            setup.white.computer
        })
        .collect();
    // All draws are equal with probability 2^-63.
    assert!(whites.contains(&true) && whites.contains(&false));
    setup.drawn = false;
    let before = setup.clone();
    setup.draw_colours();
    assert_eq!(setup, before);
}

#[test]
fn rematch_keeps_the_setup_and_changes_sides() {
    let mut table = Table::playing(None, Some(QUICK));
    table.press(Command::Open(Screen::NewGame));
    table.get_mut::<Setup>().names[0] = "Ada".to_owned();
    table.press(Command::Begin);
    let name = |table: &Table, side: &str| table.game().record().tags()[side].clone();
    assert_eq!(name(&table, "White"), "Ada");
    assert_eq!(name(&table, "Black"), "Icochess, Strong 1");
    table.play(&["a4g1"]);
    table.ask(GameRequest::Resign(Side::White));
    table.pass(2.0);
    assert_eq!(table.page(), Screen::Result);
    table.press(Command::Rematch);
    assert_eq!(table.page(), Screen::Game);
    assert_eq!(table.state().outcome, "ongoing");
    let computer = table.get::<Computer>();
    assert_eq!(computer.white, QUICK);
    assert!(!computer.plays(Side::Black));
    assert_eq!(name(&table, "Black"), "Ada");
    assert_eq!(name(&table, "White"), "Icochess, Strong 1");
    // The computer has the first move.
    table.until_played(1);
}
