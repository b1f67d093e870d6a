//! Controls of a session with a friend in another place: waiting, playing, watching and the end.

use bevy::prelude::*;
use bevy::text::LineBreak;

use super::button;
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::bind::BoundText;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::friend::{self, DIGITS};
use crate::state::screen::{Screen, Surface};
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::words::player_name;
use icochess_message::{Msg, msg};
use icochess_play::game::remote::{Claim, Phase, Phrase, Request};
use icochess_rules::Side;

pub(super) fn connecting(ui: &mut Ui) {
    ui.announced_text(Size::Body, theme::TEXT, |state| {
        let page = state.remote.page.as_str();
        match state.remote.problem.as_str() {
            "" => msg!("friend-connecting", server = page),
            problem => msg!("friend-no-answer", server = page, problem = problem),
        }
    });
    leave_button(ui, msg!("cancel"));
}

fn leave_button(ui: &mut Ui, label: Msg) {
    ui.row(8.0, |ui| {
        button(ui, label, ControlStyle::Button, friend::leave);
    });
}

pub(super) fn waiting(ui: &mut Ui) {
    let is_window = ui.on == Surface::Window;
    if is_window {
        ui.bound_text(Size::Body, theme::TEXT, |state| {
            let host = state.hosting.host_of(&state.remote.page);
            if host.is_some_and(|host| !host.serves_page) {
                msg!("friend-send-link-to-program")
            } else {
                msg!("friend-send-link")
            }
        });
        link(ui);
        ui.row(8.0, |ui| {
            let copy = Act::new(|world| friend::copy_link(world, |view| view.link.as_ref()));
            ui.button(msg!("copy-link"), ControlStyle::Primary, copy);
            copy_watch_link(ui);
        });
        ui.line();
    }
    ui.shown_if(
        |state| state.remote.code.is_some(),
        |ui| {
            ui.bound_text(Size::Body, theme::TEXT, |state| {
                let host = state.hosting.host_of(&state.remote.page);
                host.map_or(msg!("friend-tell-code"), |host| {
                    msg!("friend-tell-code-here", page = host.page.as_str())
                })
            });
        },
    );
    ui.announced_text(Size::Display, theme::TEXT, |state| {
        let code = state.remote.code.clone();
        let spaced = |code: String| match code.split_at_checked(DIGITS / 2) {
            Some((first, last)) => format!("{first} {last}"),
            None => code,
        };
        code.map_or_else(
            || msg!("friend-code-expired"),
            |code| Msg::verbatim(spaced(code)),
        )
    });
    ui.row(8.0, |ui| {
        button(ui, msg!("friend-new-code"), ControlStyle::Button, |world| {
            friend::ask(world, Request::NewCode);
        });
        button(ui, msg!("friend-withdraw"), ControlStyle::Button, |world| {
            friend::ask(world, Request::Abort);
        });
        let game = Command::Open(Screen::Game);
        ui.button_for(msg!("come-back"), ControlStyle::Button, game);
    });
}

/// Adds the button that copies the link for spectators, if it is known.
fn copy_watch_link(ui: &mut Ui) {
    ui.shown_if(
        |state| state.remote.watch_link.is_some(),
        |ui| {
            let copy = Act::new(|world| friend::copy_link(world, |view| view.watch_link.as_ref()));
            ui.button(msg!("copy-watch-link"), ControlStyle::Button, copy);
        },
    );
}

/// Adds the buttons that copy links of the running game. The panel has no clipboard.
fn links(ui: &mut Ui) {
    if ui.on != Surface::Window {
        return;
    }
    ui.line();
    ui.row(8.0, |ui| {
        copy_watch_link(ui);
        let copy = Act::new(|world| friend::copy_link(world, |view| view.seat_link.as_ref()));
        ui.button(msg!("friend-other-device"), ControlStyle::Button, copy);
    });
    ui.text(Size::Small, theme::FAINT, msg!("friend-other-device-text"));
}

/// Adds the link, which has no spaces to wrap at.
fn link(ui: &mut Ui) {
    let letters = ui.letters(Size::Small, theme::TEXT);
    let says = BoundText::new(|state| {
        let link = state.remote.link.clone();
        link.map_or(Msg::nothing(), Msg::verbatim)
    });
    let wrap = TextLayout::linebreak(LineBreak::AnyCharacter);
    ui.spawn((Text::default(), letters, says, wrap), |_| {});
}

pub(super) fn playing(ui: &mut Ui) {
    ui.announced_text(Size::Heading, theme::TEXT, |state| {
        let name = friend::friend(&state.remote);
        friend::line(state).unwrap_or_else(|| msg!("friend-playing", name = name))
    });
    ui.bound_text(Size::Body, theme::TEXT, |state| {
        friend::turn_now(state).map_or(Msg::nothing(), friend::turn)
    });
    ui.text(Size::Small, theme::FAINT, msg!("remote-no-help"));
    phrases(ui);
    ui.shown_if(
        |state| state.remote.may_claim,
        |ui| {
            ui.text(Size::Body, theme::TEXT, msg!("friend-may-claim"));
            ui.row(8.0, |ui| {
                button(
                    ui,
                    msg!("friend-claim-win"),
                    ControlStyle::Button,
                    |world| {
                        friend::ask(world, Request::Claim(Claim::Win));
                    },
                );
                button(
                    ui,
                    msg!("friend-claim-draw"),
                    ControlStyle::Button,
                    |world| {
                        friend::ask(world, Request::Claim(Claim::Draw));
                    },
                );
            });
        },
    );
    ui.row(8.0, |ui| {
        let game = Command::Open(Screen::Game);
        ui.button_for(msg!("come-back"), ControlStyle::Primary, game);
        button(
            ui,
            msg!("friend-leave"),
            ControlStyle::Button,
            friend::leave,
        );
    });
    ui.shown_if(
        |state| state.game.as_played().ply() < 2,
        |ui| {
            ui.row(8.0, |ui| {
                button(ui, msg!("friend-abort"), ControlStyle::Button, |world| {
                    friend::ask(world, Request::Abort);
                });
            });
        },
    );
    links(ui);
}

/// Adds the state of a watched game.
pub(super) fn watching(ui: &mut Ui) {
    ui.announced_text(Size::Heading, theme::TEXT, |state| {
        let [white, black] = Side::ALL.map(|side| player_name(&state.game, side));
        match state.remote.phase {
            Some(Phase::Over) => msg!("friend-over"),
            Some(Phase::Lost) => msg!("remote-lost"),
            _ => msg!("friend-watching", white = white, black = black),
        }
    });
    ui.row(8.0, |ui| {
        let game = Command::Open(Screen::Game);
        ui.button_for(msg!("come-back"), ControlStyle::Primary, game);
        if ui.on == Surface::Window {
            copy_watch_link(ui);
        }
        button(
            ui,
            msg!("friend-stop-watching"),
            ControlStyle::Button,
            friend::leave,
        );
    });
}

/// Adds what players can say to each other.
fn phrases(ui: &mut Ui) {
    ui.text(Size::Body, theme::TEXT, msg!("friend-say"));
    ui.narrow(|ui| {
        ui.row(6.0, |ui| {
            for phrase in Phrase::ALL {
                let say = Act::new(move |world| friend::ask(world, Request::Say(phrase)));
                ui.button(friend::phrase(phrase), ControlStyle::Button, say);
            }
        });
    });
}

pub(super) fn over(ui: &mut Ui) {
    ui.announced_text(Size::Heading, theme::TEXT, |state| {
        if state.remote.is_rematch_offered {
            msg!(
                "friend-offers-rematch",
                name = friend::friend(&state.remote)
            )
        } else {
            msg!("friend-over")
        }
    });
    phrases(ui);
    ui.row(8.0, |ui| {
        button(ui, msg!("rematch"), ControlStyle::Primary, |world| {
            friend::ask(world, Request::Rematch);
        });
        button(ui, msg!("close"), ControlStyle::Button, friend::leave);
    });
}

pub(super) fn ended_page(ui: &mut Ui, is_elsewhere: bool) {
    ui.announced_text(Size::Body, theme::TEXT, |state| match state.remote.phase {
        Some(Phase::Ended(ended)) => friend::ended_words(ended),
        _ => Msg::nothing(),
    });
    ui.row(8.0, |ui| {
        if is_elsewhere {
            button(
                ui,
                msg!("friend-play-here"),
                ControlStyle::Primary,
                friend::resume_here,
            );
        }
        button(ui, msg!("close"), ControlStyle::Button, friend::leave);
    });
}
