//! An idle game requests no frames, and timed messages request the frame in which they end.

use std::time::Duration;

use bevy::prelude::*;
use icochess::board::turning::opening::OpenRequested;
use icochess::frame::NextFrame;
use icochess::game::messages::{GameRequest, MoveRequested};
use icochess::save::settings::Settings;
use icochess::save::{Notice, Report};
use icochess::ui::commands::command::Command;
use icochess_boards::Variant;
use icochess_message::Msg;

use crate::table::{NOTICE, Table};

/// Seconds after which every animation and delay has ended.
const LONG: f32 = 4.0;

/// Number of entities that moved in the last frame.
#[derive(Resource, Default)]
struct Moved(usize);

fn count(places: Query<(), Changed<GlobalTransform>>, mut moved: ResMut<Moved>) {
    moved.0 = places.iter().count();
}

fn table() -> Table {
    Table::with(Settings::default(), |app| {
        app.init_resource::<Moved>().add_systems(Last, count);
    })
}

fn wait(table: &Table) -> Option<Duration> {
    table.get::<NextFrame>().wait()
}

fn moved(table: &Table) -> usize {
    table.get::<Moved>().0
}

#[track_caller]
fn rests(table: &mut Table, what: &str) {
    table.pass(LONG);
    assert_eq!(wait(table), None, "{what}");
    assert_eq!(moved(table), 0, "{what}");
}

#[test]
fn every_board_becomes_idle_after_any_animation() {
    let mut table = table();
    for variant in Variant::ALL {
        let board = variant.board();
        let name = board.id();
        table.ask(GameRequest::Load(board.new_game()));
        rests(&mut table, name);
        let mv = table.game().position().legal_moves()[0];
        table.send(MoveRequested(mv));
        table.frames(5);
        assert!(moved(&table) > 0, "{name}: nothing glides");
        rests(&mut table, name);
        for command in [Command::Undo, Command::Flip, Command::LastMove] {
            table.press(command);
            rests(&mut table, name);
        }
        for request in [OpenRequested::Apart, OpenRequested::Cut, OpenRequested::Cut] {
            table.send(request);
            rests(&mut table, name);
        }
    }
}

#[test]
fn timed_message_requests_the_frame_in_which_it_ends() {
    let mut table = table();
    rests(&mut table, "a new game");
    table.send(Notice(Msg::verbatim("so it is")));
    table.send(Report(Msg::verbatim("and so it stays")));
    table.pass(1.0);
    let left = wait(&table).expect("a notice waits").as_secs_f32();
    assert!((NOTICE - 1.5..NOTICE).contains(&left), "{left}");
    // The report is shown after the notice, for its full time.
    table.pass(NOTICE);
    let left = wait(&table).expect("a report waits").as_secs_f32();
    assert!(left > 0.0 && left <= NOTICE, "{left}");
    table.pass(NOTICE);
    rests(&mut table, "no notice");
}
