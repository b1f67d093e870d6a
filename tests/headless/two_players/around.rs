//! Handovers with menus, offers, the end of a game and the next game.

use icochess::board::stage::fit::Fit;
use icochess::computer::Hint;
use icochess::computer::analysis::Analysis;
use icochess::save::players::Players;
use icochess::ui::commands::command::CommandConfirmed;
use icochess::ui::state::screen::{PanelShown, Question};
use icochess::ui::state::setup::Setup;
use icochess_rules::NodeId;

use super::*;

/// Returns every request, except for another game and the clock.
fn requests() -> Vec<GameRequest> {
    let both = |request: fn(Side) -> GameRequest| Side::ALL.map(request);
    let mut all = vec![
        GameRequest::Redo,
        GameRequest::DeclineDraw,
        GameRequest::AcceptTakeback,
        GameRequest::DeclineTakeback,
        GameRequest::GoTo(NodeId::ROOT),
        GameRequest::ComeBack,
        GameRequest::PlayOn,
    ];
    all.extend(both(GameRequest::Draw));
    all.extend(both(GameRequest::OfferTakeback));
    all.extend([Step::Back, Step::Start, Step::Forward, Step::End].map(GameRequest::Step));
    all
}

/// Asserts that no request or command changes the game or writes a fact.
fn nothing_is_done(app: &mut App) {
    let before_at = at(app);
    let before = the_match(app).clone();
    for request in requests() {
        ask(app, request.clone());
        let game = the_match(app);
        assert_eq!(game.record().ply(), before.record().ply(), "{request:?}");
        assert_eq!(game.draw_offer(), before.draw_offer(), "{request:?}");
        assert_eq!(game.takeback_offer(), None, "{request:?}");
        assert_eq!(game.outcome(), None, "{request:?}");
        assert!(!game.is_looking_back(), "{request:?}");
        assert_eq!(phase(app), before_at.0, "{request:?}");
    }
    for pressed in [
        Command::Redo,
        Command::Hint,
        Command::Pause,
        Command::Draw,
        Command::Evaluate,
        Command::MoveNow,
        Command::LastMove,
        Command::Step(Step::Back),
        Command::Open(Screen::Moves),
    ] {
        ask(app, CommandRequested(pressed));
        assert_eq!(at(app), before_at, "{pressed:?}");
    }
    assert_eq!(get::<Hint>(app).0, None);
    assert!(!get::<Analysis>(app).is_running);
    assert_eq!(the_match(app).outcome(), None);
    let pauses = clock(app).pauses();
    assert!(!pauses.contains(Pause::Player), "{before_at:?}");
}

#[test]
fn game_is_inaccessible_in_all_phases_except_turns() {
    let mut app = headset();
    // The phases are long, so that the test's frames don't end them.
    get_mut::<Settings>(&mut app).landed_seconds = 3.0;
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 0.4);
    assert_eq!(phase(&app), "landed");
    nothing_is_done(&mut app);
    for (request, name, page) in [
        (HandoverRequest::Ready, "pass", Screen::Handover),
        (HandoverRequest::Ready, "settle", Screen::Handover),
        (HandoverRequest::Settled, "catch-up", Screen::Game),
    ] {
        ask(&mut app, request);
        app.update();
        assert_eq!(at(&app), (name, page));
        nothing_is_done(&mut app);
        if page == Screen::Handover {
            ask(&mut app, GameRequest::Undo);
            assert_eq!((plies(&app), seen_pieces(&mut app)), (1, 0));
        }
    }
    pass(&mut app, 1.2);
    assert_eq!(phase(&app), "turn");
    // During a turn, everything works.
    command(&mut app, Command::Open(Screen::Moves));
    assert_eq!(shown_page(&app), Screen::Moves);
    ask(&mut app, GameRequest::Step(Step::Start));
    assert!(the_match(&app).is_looking_back());
    // Taking the headset off while looking back doesn't change the next player.
    ask(&mut app, HandoverRequest::TakenOff);
    app.update();
    assert_eq!(shown_page(&app), Screen::Handover);
    assert_eq!(phase_and_player(&app), ("pass", Some(Side::Black)));
    assert_eq!(seen_pieces(&mut app), 0);
}

#[test]
fn either_player_can_resign_in_every_phase() {
    // At a window, there is no handover and no catch-up.
    let at_headset = ["turn", "landed", "pass", "settle", "catch-up"].map(|it| (true, it));
    let before_window = ["turn", "landed", "settle"].map(|it| (false, it));
    for (is_passed, wanted) in at_headset.into_iter().chain(before_window) {
        for side in Side::ALL {
            let mut app = if is_passed { headset() } else { at_window() };
            take_over(&mut app);
            if wanted != "turn" {
                play(&mut app, "e2e4");
            }
            for request in [
                HandoverRequest::Ready,
                HandoverRequest::Ready,
                HandoverRequest::Settled,
            ] {
                if phase(&app) != wanted {
                    ask(&mut app, request);
                }
            }
            let why = format!("passed on: {is_passed}, {wanted}");
            assert_eq!(phase(&app), wanted, "{why}");
            if is_passed && ["turn", "pass"].contains(&wanted) {
                command(&mut app, Command::Resign);
                let question = Screen::Confirm(Question::WhoResigns);
                assert_eq!(shown_page(&app), question, "{why}");
                command(&mut app, Command::ResignAs(side));
            } else {
                ask(&mut app, CommandConfirmed(Command::ResignAs(side)));
            }
            let resigned = Outcome::Resignation { winner: !side };
            assert_eq!(the_match(&app).outcome(), Some(resigned), "{why}");
            app.update();
            assert_eq!(phase(&app), "open", "{why}");
        }
    }
}

#[test]
fn question_of_a_turn_closes_with_the_turn() {
    let mut app = blacks_turn();
    command(&mut app, Command::Resign);
    ask(&mut app, HandoverRequest::TakenOff);
    app.update();
    assert_eq!(shown_page(&app), Screen::Handover);
    command(&mut app, Command::Confirm);
    assert_eq!(the_match(&app).outcome(), None);
}

#[test]
fn closing_the_menu_returns_to_the_handover() {
    let mut app = headset();
    app.update();
    for phase_now in ["pass", "settle"] {
        assert_eq!(at(&app), (phase_now, Screen::Handover));
        for close in [Command::Back, Command::Menu, Command::Open(Screen::Game)] {
            command(&mut app, Command::Menu);
            assert_eq!(shown_page(&app), Screen::Home);
            command(&mut app, close);
            assert_eq!(shown_page(&app), Screen::Handover, "{close:?}");
        }
        if phase_now == "pass" {
            ask(&mut app, HandoverRequest::Ready);
            app.update();
        }
    }
    take_over(&mut app);
    app.update();
    assert_eq!(shown_page(&app), Screen::Game);
}

#[test]
fn trigger_held_in_the_menu_does_not_signal_ready() {
    let mut app = headset();
    app.update();
    command(&mut app, Command::Menu);
    // With the panel hidden, the trigger is always available.
    for (is_panel_shown, expected) in [(true, "pass"), (false, "settle")] {
        app.insert_resource(PanelShown(is_panel_shown));
        hold(&mut app, Hand::Left, false);
        pass(&mut app, 0.1);
        hold(&mut app, Hand::Left, true);
        pass(&mut app, 0.8);
        assert_eq!(phase(&app), expected);
    }
}

#[test]
fn offer_shows_the_hidden_panel_on_the_recipients_turn() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    app.insert_resource(PanelShown(false));
    pass(&mut app, 1.2);
    assert!(get::<PanelShown>(&app).0);
    // Without an offer, the panel stays hidden.
    take_over(&mut app);
    app.update();
    assert!(!get::<PanelShown>(&app).0);
    command(&mut app, Command::Draw);
    // The catch-up finishes first, although the players didn't wait for it.
    play(&mut app, "e7e5");
    pass(&mut app, 2.0);
    assert_eq!(phase(&app), "pass");
    take_over(&mut app);
    app.update();
    assert!(get::<PanelShown>(&app).0);
    assert_eq!(shown_page(&app), Screen::Game);
    let shown = said(status::draw_offer(the_match(&app)));
    assert_eq!(shown, "Bo offers a draw. Ada can agree, or play on.");
    command(&mut app, Command::Draw);
    let outcome = the_match(&app).outcome();
    assert!(matches!(outcome, Some(Outcome::Draw(_))));
    assert_eq!(phase(&app), "open");
    pass(&mut app, 1.5);
    assert_eq!(shown_page(&app), Screen::Result);
}

#[test]
fn result_names_the_winner_and_rematch_swaps_colours() {
    let mut app = blacks_turn();
    command(&mut app, Command::Resign);
    command(&mut app, Command::ResignAs(Side::Black));
    let game = the_match(&app);
    let shown = [status::headline(game), status::detail(game)].map(said);
    assert_eq!(shown, ["Ada wins", "Bo resigned"]);
    pass(&mut app, 1.5);
    assert_eq!(at(&app), ("open", Screen::Result));
    // Random colours apply only to new games.
    get_mut::<Setup>(&mut app).drawn = true;
    let mut names = ["Ada", "Bo"];
    for _ in 0..6 {
        command(&mut app, Command::Rematch);
        names.reverse();
        let tags = ["White", "Black", Seating::TAG, "TimeControl"];
        let tags = tags.map(|name| &*the_match(&app).record().tags()[name]);
        assert_eq!(tags, [names[0], names[1], "passing", "300"]);
        assert_eq!(at(&app), ("pass", Screen::Handover));
        assert_eq!(phase_and_player(&app), ("pass", Some(Side::White)));
    }
    take_over(&mut app);
    let clock = get::<GameClock>(&app).get();
    assert!(clock.is_some_and(|clock| !clock.pauses().contains(Pause::Passing)));
}

#[test]
fn rematch_at_a_window_starts_at_once() {
    let mut app = at_window();
    ask(&mut app, GameRequest::Resign(Side::White));
    pass(&mut app, 1.5);
    assert_eq!(shown_page(&app), Screen::Result);
    command(&mut app, Command::Rematch);
    assert_eq!(at(&app), ("turn", Screen::Game));
    assert_eq!(the_match(&app).record().tags()["White"], "Bo");
}

#[test]
fn board_adopts_the_next_players_settings_before_placement() {
    let mut app = headset();
    let mut players = get_mut::<Players>(&mut app);
    for (name, height, size) in [("Ada", 0.1, 1.0), ("Bo", -0.2, 1.2)] {
        players.add(name).expect("a name");
        players.change(name, |it| {
            it.set_own("board_height", Some(f32::into(height)));
            it.set_own("board_size", Some(f32::into(size)));
        });
    }
    let fit = |app: &App| {
        let fit = *get::<Fit>(app);
        (phase(app), (fit.higher, fit.size))
    };
    let (ada, bo) = ((0.1, 1.0), (-0.2, 1.2));
    take_over(&mut app);
    assert_eq!(fit(&app), ("turn", ada));
    play(&mut app, "e2e4");
    pass(&mut app, 0.5);
    // The mover still looks at the board while they can take the move back.
    assert_eq!(fit(&app), ("landed", ada));
    pass(&mut app, 0.7);
    assert_eq!(fit(&app), ("pass", bo));
    ask(&mut app, HandoverRequest::Ready);
    assert_eq!(fit(&app), ("settle", bo));
    take_over(&mut app);
    // Bo gets the question while still wearing the headset; Ada gets the headset after Bo agrees.
    ask(&mut app, GameRequest::OfferTakeback(Side::White));
    app.update();
    assert_eq!(fit(&app), ("turn", bo));
    ask(&mut app, GameRequest::AcceptTakeback);
    assert_eq!(fit(&app), ("landed", bo));
    pass(&mut app, 1.2);
    assert_eq!(fit(&app), ("pass", ada));
}
