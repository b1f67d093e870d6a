//! Handovers and what is around them: menus, offers, the end of a game and the next one.

use bevy::prelude::*;
use icochess::board::stage::fit::Fit;
use icochess::clock::Pause;
use icochess::computer::Hint;
use icochess::computer::analysis::Analysis;
use icochess::display::Display;
use icochess::game::Match;
use icochess::game::clock::GameClock;
use icochess::game::handover::HandoverRequest;
use icochess::game::messages::{GameRequest, Step};
use icochess::game::seating::Seating;
use icochess::language::Words;
use icochess::save::players::Players;
use icochess::ui::commands::command::{Command, CommandConfirmed, CommandRequested};
use icochess::ui::state::screen::{PanelShown, Question, Screen};
use icochess::ui::state::setup::Setup;
use icochess::ui::text::status;
use icochess::xr::config::Hand;
use icochess_message::Msg;
use icochess_rules::{NodeId, Outcome, Side};

use super::{handover, headset, hold, new_game, phase, seen_pieces, take_over};
use crate::asking::{ask, play, shown_page};
use crate::headless::{self, pass};

/// Carries a command out; pages follow a frame later.
fn command(app: &mut App, command: Command) {
    ask(app, CommandRequested(command));
    app.update();
    app.update();
}

/// In English.
fn said(message: Msg) -> String {
    Words::default().say(&message)
}

/// Everything that can be asked of a game but another one and its clock.
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

/// Checks that the game stays as it is whatever is asked and pressed, and that nothing is told of
/// it.
fn nothing_is_done(app: &mut App) {
    let name = phase(app);
    let before_page = shown_page(app);
    let before = app.world().resource::<Match>().clone();
    for request in requests() {
        ask(app, request.clone());
        let game = app.world().resource::<Match>();
        assert_eq!(game.record().ply(), before.record().ply(), "{request:?}");
        assert_eq!(game.draw_offer(), before.draw_offer(), "{request:?}");
        assert_eq!(game.takeback_offer(), None, "{request:?}");
        assert_eq!(game.outcome(), None, "{request:?}");
        assert!(!game.is_looking_back(), "{request:?}");
        assert_eq!(phase(app), name, "{request:?}");
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
        assert_eq!(
            (phase(app), shown_page(app)),
            (name, before_page),
            "{pressed:?}"
        );
    }
    let world = app.world();
    assert_eq!(world.resource::<Hint>().0, None);
    assert!(!world.resource::<Analysis>().is_running);
    assert_eq!(world.resource::<Match>().outcome(), None);
    let clock = world.resource::<GameClock>().get().expect("a clock");
    assert!(!clock.pauses().contains(Pause::Player), "{name}");
}

#[test]
fn in_no_phase_but_a_turn_anything_is_done_to_the_game_or_looked_up() {
    let mut app = headset();
    // Nothing of it moves by itself: the frames of the test would be its time.
    app.world_mut()
        .resource_mut::<icochess::save::settings::Settings>()
        .landed_seconds = 3.0;
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 0.4);
    assert_eq!(phase(&app), "landed");
    nothing_is_done(&mut app);
    ask(&mut app, HandoverRequest::Ready);
    app.update();
    assert_eq!((phase(&app), shown_page(&app)), ("pass", Screen::Handover));
    nothing_is_done(&mut app);
    ask(&mut app, GameRequest::Undo);
    assert_eq!(app.world().resource::<Match>().record().ply(), 1);
    ask(&mut app, HandoverRequest::Ready);
    app.update();
    assert_eq!(
        (phase(&app), shown_page(&app)),
        ("settle", Screen::Handover)
    );
    nothing_is_done(&mut app);
    assert_eq!(seen_pieces(&mut app), 0);
    ask(&mut app, HandoverRequest::Settled);
    app.update();
    assert_eq!((phase(&app), shown_page(&app)), ("catch-up", Screen::Game));
    nothing_is_done(&mut app);
    pass(&mut app, 1.2);
    assert_eq!(phase(&app), "turn");
    // And then it is all there.
    command(&mut app, Command::Open(Screen::Moves));
    assert_eq!(shown_page(&app), Screen::Moves);
    ask(&mut app, GameRequest::Step(Step::Start));
    assert!(app.world().resource::<Match>().is_looking_back());
    // Who looks back and takes the headset off still has it afterwards.
    ask(&mut app, HandoverRequest::TakenOff);
    app.update();
    assert_eq!((phase(&app), shown_page(&app)), ("pass", Screen::Handover));
    assert_eq!(handover(&app).player(), Some(Side::Black));
    assert_eq!(seen_pieces(&mut app), 0);
}

#[test]
fn either_may_resign_in_both_turns_and_while_the_headset_is_passed_on() {
    for side in Side::ALL {
        for in_pass in [false, true] {
            let mut app = headset();
            take_over(&mut app);
            play(&mut app, "e2e4");
            pass(&mut app, 1.2);
            if !in_pass {
                take_over(&mut app);
            }
            command(&mut app, Command::Resign);
            assert_eq!(shown_page(&app), Screen::Confirm(Question::WhoResigns));
            command(&mut app, Command::ResignAs(side));
            let resigned = Outcome::Resignation { winner: !side };
            let outcome = app.world().resource::<Match>().outcome();
            assert_eq!(outcome, Some(resigned), "in pass: {in_pass}");
            assert_eq!(phase(&app), "open");
        }
    }
}

#[test]
fn either_may_resign_in_every_phase_at_one_display() {
    // Before a window nothing is passed on, and nothing has to be caught up with.
    let phases: [(Seating, &[&str]); 2] = [
        (
            Seating::Passing,
            &["turn", "landed", "pass", "settle", "catch-up"],
        ),
        (Seating::HotSeat, &["turn", "landed", "settle"]),
    ];
    for (seating, phases) in phases {
        for &wanted in phases {
            for side in Side::ALL {
                let mut app = if seating == Seating::Passing {
                    headset()
                } else {
                    let mut app = headless::window(Display::Flat, default());
                    ask(&mut app, GameRequest::Load(new_game(seating)));
                    app
                };
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
                assert_eq!(phase(&app), wanted, "{seating:?}");
                ask(&mut app, CommandConfirmed(Command::ResignAs(side)));
                let resigned = Outcome::Resignation { winner: !side };
                let outcome = app.world().resource::<Match>().outcome();
                assert_eq!(outcome, Some(resigned), "{seating:?}: {wanted}");
                app.update();
                assert_eq!(phase(&app), "open", "{seating:?}: {wanted}");
            }
        }
    }
}

#[test]
fn a_question_that_was_asked_in_a_turn_is_gone_with_it() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 1.2);
    take_over(&mut app);
    command(&mut app, Command::Resign);
    let question = Screen::Confirm(Question::WhoResigns);
    assert_eq!(shown_page(&app), question);
    ask(&mut app, HandoverRequest::TakenOff);
    app.update();
    assert_eq!(shown_page(&app), Screen::Handover);
    command(&mut app, Command::Confirm);
    assert_eq!(app.world().resource::<Match>().outcome(), None);
}

#[test]
fn who_closes_the_menu_is_back_at_who_gets_the_headset() {
    let mut app = headset();
    app.update();
    for phase_now in ["pass", "settle"] {
        assert_eq!(
            (phase(&app), shown_page(&app)),
            (phase_now, Screen::Handover)
        );
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
fn a_trigger_that_is_held_in_the_menu_takes_nothing_over() {
    let mut app = headset();
    app.update();
    command(&mut app, Command::Menu);
    let held = |app: &mut App| {
        hold(app, Hand::Left, false);
        pass(app, 0.1);
        hold(app, Hand::Left, true);
        pass(app, 0.8);
        let name = phase(app);
        hold(app, Hand::Left, false);
        pass(app, 0.1);
        name
    };
    assert_eq!(held(&mut app), "pass");
    // Where the panel was put away, there is always this way on.
    app.insert_resource(PanelShown(false));
    assert_eq!(held(&mut app), "settle");
}

#[test]
fn an_offer_is_told_to_the_other_one_at_their_turn_even_where_the_panel_was_put_away() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    app.insert_resource(PanelShown(false));
    pass(&mut app, 1.2);
    assert!(app.world().resource::<PanelShown>().0);
    // Nothing is asked: the panel is away again.
    take_over(&mut app);
    app.update();
    assert!(!app.world().resource::<PanelShown>().0);
    command(&mut app, Command::Draw);
    // What the other one did is shown to its end, although nobody waited for it.
    play(&mut app, "e7e5");
    pass(&mut app, 2.0);
    assert_eq!(phase(&app), "pass");
    take_over(&mut app);
    app.update();
    assert!(app.world().resource::<PanelShown>().0);
    assert_eq!(shown_page(&app), Screen::Game);
    let game = app.world().resource::<Match>();
    assert_eq!(
        said(status::draw_offer(game)),
        "Bo offers a draw. Ada can agree, or play on."
    );
    command(&mut app, Command::Draw);
    let game = app.world().resource::<Match>();
    assert!(matches!(game.outcome(), Some(Outcome::Draw(_))));
    assert_eq!(phase(&app), "open");
    pass(&mut app, 1.5);
    assert_eq!(shown_page(&app), Screen::Result);
}

#[test]
fn a_takeback_that_is_asked_for_is_told_by_name() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 1.2);
    take_over(&mut app);
    command(&mut app, Command::Undo);
    let told = said(status::takeback_offer(app.world().resource::<Match>()));
    assert_eq!(told, "Ada asks to take back the last move. Bo decides.");
    command(&mut app, Command::Decline);
    assert_eq!(app.world().resource::<Match>().takeback_offer(), None);
    assert_eq!(phase(&app), "turn");
    assert_eq!(app.world().resource::<Match>().record().ply(), 1);
}

#[test]
fn who_wins_is_told_by_name_and_a_rematch_changes_colours_and_is_passed_on_with_its_clock() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 1.2);
    take_over(&mut app);
    command(&mut app, Command::Resign);
    command(&mut app, Command::ResignAs(Side::Black));
    let game = app.world().resource::<Match>();
    let told = [status::headline(game), status::detail(game)].map(said);
    assert_eq!(told, ["Ada wins", "Bo resigned"]);
    pass(&mut app, 1.5);
    assert_eq!((phase(&app), shown_page(&app)), ("open", Screen::Result));
    // Colours that are drawn are drawn for new games alone.
    app.world_mut().resource_mut::<Setup>().drawn = true;
    let mut names = ["Ada", "Bo"];
    for _ in 0..6 {
        command(&mut app, Command::Rematch);
        names.reverse();
        let tag = |name: &str| {
            let game = app.world().resource::<Match>();
            game.record().tags().get(name).cloned().unwrap_or_default()
        };
        assert_eq!(["White", "Black"].map(tag), names);
        assert_eq!(
            (tag(Seating::TAG), tag("TimeControl")),
            ("passing".into(), "300".into())
        );
        assert_eq!((phase(&app), shown_page(&app)), ("pass", Screen::Handover));
        assert_eq!(handover(&app).player(), Some(Side::White));
    }
    take_over(&mut app);
    let clock = app.world().resource::<GameClock>().get();
    assert!(clock.is_some_and(|clock| !clock.pauses().contains(Pause::Passing)));
}

#[test]
fn before_a_window_a_rematch_goes_on_at_once() {
    let mut app = headless::window(Display::Flat, default());
    ask(&mut app, GameRequest::Load(new_game(Seating::HotSeat)));
    ask(&mut app, GameRequest::Resign(Side::White));
    pass(&mut app, 1.5);
    assert_eq!(shown_page(&app), Screen::Result);
    command(&mut app, Command::Rematch);
    assert_eq!((phase(&app), shown_page(&app)), ("turn", Screen::Game));
    let game = app.world().resource::<Match>();
    assert_eq!(
        game.record().tags().get("White").map(String::as_str),
        Some("Bo")
    );
}

#[test]
fn the_board_is_as_who_gets_the_headset_likes_it_before_it_is_put() {
    let mut app = headset();
    let mut players = app.world_mut().resource_mut::<Players>();
    for (name, height, size) in [("Ada", 0.1, 1.0), ("Bo", -0.2, 1.2)] {
        players.add(name).expect("a name");
        players.change(name, |it| {
            it.set_own("board_height", Some(f32::into(height)));
            it.set_own("board_size", Some(f32::into(size)));
        });
    }
    let fit = |app: &App| {
        let fit = *app.world().resource::<Fit>();
        (fit.higher, fit.size)
    };
    let (ada, bo) = ((0.1, 1.0), (-0.2, 1.2));
    take_over(&mut app);
    assert_eq!(fit(&app), ada);
    play(&mut app, "e2e4");
    pass(&mut app, 0.5);
    // Who may still take it back still looks at it.
    assert_eq!((phase(&app), fit(&app)), ("landed", ada));
    pass(&mut app, 0.7);
    assert_eq!((phase(&app), fit(&app)), ("pass", bo));
    ask(&mut app, HandoverRequest::Ready);
    assert_eq!((phase(&app), fit(&app)), ("settle", bo));
    take_over(&mut app);
    // Bo is asked, and still wears it; Ada gets it when it was granted.
    ask(&mut app, GameRequest::OfferTakeback(Side::White));
    app.update();
    assert_eq!((phase(&app), fit(&app)), ("turn", bo));
    ask(&mut app, GameRequest::AcceptTakeback);
    assert_eq!((phase(&app), fit(&app)), ("landed", bo));
    pass(&mut app, 1.2);
    assert_eq!((phase(&app), fit(&app)), ("pass", ada));
}
