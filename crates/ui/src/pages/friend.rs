//! Play a friend in another place: invite, join and return. `session` has the controls of a game.

mod session;

use bevy::prelude::*;

use super::{clock, new_game, page};
use crate::kit::act::Act;
use crate::kit::bind::CheckedIf;
use crate::kit::build::Ui;
use crate::kit::choice::Alternative;
use crate::kit::control_style::ControlStyle;
use crate::kit::field::OnTextChange;
use crate::state::friend::{self, DIGITS, FriendSetup};
use crate::state::screen::Surface;
use crate::state::setup::Setup;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_message::{Msg, msg};
use icochess_play::game::remote::{Ended, HostRequest, Hosting, Phase};
use icochess_rules::Side;
use icochess_store::seats::SavedSeat;
use icochess_store::settings::Settings;

pub(super) fn build(ui: &mut Ui) {
    page::page(ui, msg!("play-friend"), |ui| {
        let key = |state: &UiState| page::key(Stage::of(state));
        ui.filled(column(ui), key, |state, ui| match Stage::of(state) {
            Stage::None => choices(state, ui),
            Stage::Connecting => session::connecting(ui),
            Stage::Waiting => session::waiting(ui),
            Stage::Playing => session::playing(ui),
            Stage::Over => session::over(ui),
            Stage::Watching => session::watching(ui),
            Stage::Ended(ended) => session::ended_page(ui, ended),
        });
    });
}

/// Days per move to choose from.
const DAYS: [u32; 5] = [1, 2, 3, 7, 14];

/// State of the session that decides about the controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Stage {
    None,
    Connecting,
    Waiting,
    Playing,
    Over,
    Watching,
    Ended(bool),
}

impl Stage {
    fn of(state: &UiState) -> Self {
        match state.remote.phase {
            None | Some(Phase::Ended(Ended::Left)) => Self::None,
            Some(Phase::Connecting) => Self::Connecting,
            Some(Phase::Ended(ended)) => Self::Ended(ended == Ended::Elsewhere),
            _ if state.remote.is_watching => Self::Watching,
            Some(Phase::Waiting) => Self::Waiting,
            Some(Phase::Playing | Phase::Watching | Phase::Lost) => Self::Playing,
            Some(Phase::Over) => Self::Over,
        }
    }
}

fn column(ui: &Ui) -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(10.0),
        ..default()
    }
}

fn button(ui: &mut Ui, label: Msg, style: ControlStyle, act: fn(&mut World)) {
    ui.button(label, style, Act::new(act));
}

/// Adds the ways into a game: the short one first, so that both are in sight.
fn choices(state: &UiState, ui: &mut Ui) {
    let lacks_server = friend::server(&state.settings, state.web_page.as_deref()).is_none();
    if lacks_server {
        server(ui, &state.settings.remote.server);
        network(ui);
        ui.line();
    }
    code(state, ui);
    ui.line();
    invite(state, ui);
    games(ui);
    if !lacks_server {
        network(ui);
    }
}

fn server(ui: &mut Ui, typed: &str) {
    let set = |world: &mut World, text: String| {
        world.resource_mut::<Settings>().remote.server = text;
    };
    ui.field(msg!("friend-server"), OnTextChange::new(typed, set));
    ui.text(Size::Small, theme::FAINT, msg!("friend-server-text"));
}

/// Adds the server inside the game, if the program has one.
fn network(ui: &mut Ui) {
    let key = |state: &UiState| match &*state.hosting {
        Hosting::Unavailable => 0,
        Hosting::Off => 1,
        Hosting::Changing => 2,
        Hosting::Running(_) => 3,
        Hosting::Failed(_) => 4,
    };
    ui.filled(column(ui), key, |state, ui| {
        let request = |request: HostRequest| {
            Act::new(move |world| {
                world.write_message(request);
            })
        };
        let start = |ui: &mut Ui| {
            ui.row(8.0, |ui| {
                let start = request(HostRequest::Start);
                ui.button(msg!("host-here"), ControlStyle::Button, start);
            });
            ui.text(Size::Small, theme::FAINT, msg!("host-here-text"));
        };
        if *state.hosting == Hosting::Unavailable {
            return;
        }
        ui.line();
        ui.text(Size::Heading, theme::TEXT, msg!("friend-network"));
        match &*state.hosting {
            Hosting::Unavailable => {}
            Hosting::Off => start(ui),
            Hosting::Changing => ui.text(Size::Body, theme::FAINT, msg!("host-changes")),
            Hosting::Running(host) => {
                let words = msg!("host-runs", page = host.page.as_str());
                ui.text(Size::Body, theme::TEXT, words);
                visible(ui);
                ui.row(8.0, |ui| {
                    let stop = request(HostRequest::Stop);
                    ui.button(msg!("host-stop"), ControlStyle::Button, stop);
                });
            }
            Hosting::Failed(problem) => {
                let words = msg!("host-failed", problem = problem.as_str());
                ui.text(Size::Body, theme::WARNING, words);
                start(ui);
            }
        }
    });
}

fn visible(ui: &mut Ui) {
    ui.switch(
        msg!("host-visible"),
        |state| state.settings.remote.visible,
        |world| world.resource_mut::<Settings>().remote.visible ^= true,
    );
}

fn invite(state: &UiState, ui: &mut Ui) {
    ui.text(Size::Heading, theme::TEXT, msg!("friend-invite"));
    let boards = state.boards.all().map(new_game::board_choice);
    ui.choice(msg!("setup-board"), boards.collect());
    new_game::starts(ui, state);
    time(ui);
    own_side(ui);
    let set = |world: &mut World, text: String| {
        world.resource_mut::<Settings>().remote.name = text;
    };
    let typed = OnTextChange::new(&state.settings.remote.name, set);
    ui.field(msg!("friend-own-name"), typed);
    ui.row(8.0, |ui| {
        button(
            ui,
            msg!("friend-invite-button"),
            ControlStyle::Primary,
            friend::invite,
        );
    });
}

/// Kind of time for the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeKind {
    Unlimited,
    Clock,
    Days,
}

impl TimeKind {
    fn of(state: &UiState) -> Self {
        match state.friend.days {
            Some(_) => Self::Days,
            None if state.setup.time.is_on => Self::Clock,
            None => Self::Unlimited,
        }
    }

    fn choose(self, world: &mut World) {
        let mut setup = world.resource_mut::<Setup>();
        setup.time.is_on = self == Self::Clock;
        let days = (self == Self::Days).then_some(DAYS[2]);
        world.resource_mut::<FriendSetup>().days = days;
    }
}

/// Adds the time for the moves: none, a clock, or days for each move.
fn time(ui: &mut Ui) {
    let kind = |label: Msg, kind: TimeKind| Alternative {
        label,
        chosen: CheckedIf::new(move |state| TimeKind::of(state) == kind),
        choose: Act::new(move |world| kind.choose(world)),
    };
    let kinds = [
        kind(msg!("friend-unlimited"), TimeKind::Unlimited),
        kind(msg!("clock"), TimeKind::Clock),
        kind(msg!("friend-days"), TimeKind::Days),
    ];
    ui.choice(msg!("friend-time"), kinds.into());
    ui.shown_if(
        |state| TimeKind::of(state) == TimeKind::Clock,
        |ui| {
            clock::clocks(ui);
            clock::details(ui);
        },
    );
    ui.shown_if(
        |state| TimeKind::of(state) == TimeKind::Days,
        |ui| {
            let days = DAYS.map(|days| Alternative {
                label: Msg::verbatim(days.to_string()),
                chosen: CheckedIf::new(move |state| state.friend.days == Some(days)),
                choose: Act::new(move |world| {
                    world.resource_mut::<FriendSetup>().days = Some(days);
                }),
            });
            ui.choice(msg!("friend-days"), days.into());
            ui.text(Size::Small, theme::FAINT, msg!("friend-days-text"));
        },
    );
}

fn own_side(ui: &mut Ui) {
    let side = |label: Msg, side: Option<Side>| Alternative {
        label,
        chosen: CheckedIf::new(move |state| state.friend.side == side),
        choose: Act::new(move |world| world.resource_mut::<FriendSetup>().side = side),
    };
    let sides = Side::ALL.map(|it| side(terms::side(it), Some(it)));
    let chance = side(msg!("side-by-chance"), None);
    ui.choice(
        msg!("you-play"),
        sides.into_iter().chain([chance]).collect(),
    );
}

/// Adds the entry of a code: a field in the window, digits on the panel.
fn code(state: &UiState, ui: &mut Ui) {
    ui.text(Size::Heading, theme::TEXT, msg!("friend-enter-code"));
    nearby(ui);
    if ui.on == Surface::Panel {
        ui.text(Size::Small, theme::FAINT, msg!("friend-code-text"));
        digits(ui);
    } else {
        let set = |world: &mut World, text: String| {
            world.resource_mut::<FriendSetup>().typed = text;
        };
        let typed = OnTextChange::new(&state.friend.typed, set);
        ui.field(msg!("friend-code-or-link"), typed);
    }
    ui.row(8.0, |ui| {
        button(
            ui,
            msg!("friend-join"),
            ControlStyle::Button,
            friend::join_typed,
        );
    });
}

/// Adds the choice of a server nearby, if there is one.
fn nearby(ui: &mut Ui) {
    let key = |state: &UiState| page::key((&state.nearby.0, usual_server(state)));
    ui.filled(column(ui), key, |state, ui| {
        let server = |label: String, page: Option<String>| {
            let (shown, chosen) = (page.clone(), page);
            Alternative {
                label: Msg::verbatim(label),
                chosen: CheckedIf::new(move |state| {
                    let usual = usual_server(state);
                    let page =
                        friend::server_to_join(&state.friend, usual.as_deref(), &state.nearby);
                    page == shown.as_deref().or(usual.as_deref())
                }),
                choose: Act::new(move |world| {
                    world
                        .resource_mut::<FriendSetup>()
                        .nearby
                        .clone_from(&chosen);
                }),
            }
        };
        let hosts = state.nearby.0.iter();
        let hosts = hosts.map(|host| server(host.name.clone(), Some(host.page.clone())));
        let usual = usual_server(state).map(|page| server(page, None));
        if !state.nearby.0.is_empty() {
            ui.choice(msg!("friend-server"), hosts.chain(usual).collect());
        }
    });
}

fn usual_server(state: &UiState) -> Option<String> {
    friend::server(&state.settings, state.web_page.as_deref())
}

fn digits(ui: &mut Ui) {
    ui.announced_text(Size::Title, theme::TEXT, |state| {
        let typed = state.friend.typed.chars();
        let dots = std::iter::repeat('·');
        let shown: Vec<String> = typed.chain(dots).take(DIGITS).map(String::from).collect();
        Msg::verbatim(shown.join(" "))
    });
    ui.narrow(|ui| {
        ui.row(4.0, |ui| {
            for digit in '0'..='9' {
                let add = Act::new(move |world| {
                    world.resource_mut::<FriendSetup>().add_digit(digit);
                });
                let label = Msg::verbatim(digit.to_string());
                ui.button(label, ControlStyle::Button, add);
            }
            button(ui, msg!("key-delete"), ControlStyle::Button, |world| {
                world.resource_mut::<FriendSetup>().typed.pop();
            });
        });
    });
}

/// Adds the running games of the player.
fn games(ui: &mut Ui) {
    let key = |state: &UiState| page::key((state.seats.all(), state.friend.asks_about));
    ui.filled(column(ui), key, |state, ui| {
        let seats = state.seats.all();
        if seats.is_empty() {
            return;
        }
        ui.line();
        ui.text(Size::Heading, theme::TEXT, msg!("friend-games"));
        for seat in seats {
            game(state, ui, seat);
        }
    });
}

fn game(state: &UiState, ui: &mut Ui, saved: &SavedSeat) {
    let seat = &saved.seat;
    let board = state.boards.get(&seat.board);
    let board = board.map_or_else(|| Msg::verbatim(seat.board.clone()), terms::board);
    let name = match &*seat.friend {
        name if name.is_empty() || state.settings.remote.hide_names => msg!("your-friend"),
        name => Msg::verbatim(name.to_owned()),
    };
    let words = msg!(
        "friend-game",
        board = board,
        side = seat.side(),
        name = name,
        date = saved.date.as_str()
    );
    let is_asked = state.friend.asks_about == Some(seat.secret);
    ui.wrapped_ends(|ui| {
        ui.column(2.0, |ui| {
            ui.text(Size::Body, theme::TEXT, words.clone());
            if let Some(turn) = saved.turn {
                ui.text(Size::Small, theme::FAINT, friend::turn(turn));
            }
        });
        let (to_resume, to_give_up) = (seat.clone(), seat.clone());
        ui.row(8.0, |ui| {
            let resume = Act::new(move |world| friend::resume(world, &to_resume));
            let label = msg!("friend-continue");
            let named =
                |label: &Msg| msg!("choice-of", what = words.clone(), option = label.clone());
            ui.button_named(&named(&label), label.clone(), ControlStyle::Button, resume);
            let give_up = Act::new(move |world| friend::give_up(world, &to_give_up));
            let label = if is_asked {
                msg!("friend-really-give-up")
            } else {
                msg!("friend-give-up")
            };
            ui.button_named(&named(&label), label.clone(), ControlStyle::Button, give_up);
        });
    });
}
