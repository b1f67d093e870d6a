//! The line of notices, which shows one at a time and loses none.
//!
//! An answer to a player's action appears at once. The answer disappears with the next answer, a
//! move or a new game. Reports queue, and each is shown for its full time. Without answers and
//! reports, the line explains why the computer doesn't play or why the game isn't saved, for as
//! long as that applies.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

use super::{TextSystems, words};
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_message::{Msg, msg};
use icochess_play::computer::Paused;
use icochess_play::computer::messages::ComputerFact;
use icochess_play::game::Match;
use icochess_play::game::facts::MatchFact;
use icochess_play::interaction::{PickRefused, REFUSAL_SECONDS, SelectionChanged};
use icochess_store::{Notice, Report, SaveReplySystems, Unsaved};

/// Time for which a notice stays visible, in seconds. It equals the display time of a refusal on
/// the board.
const NOTICE_SECONDS: f32 = REFUSAL_SECONDS;

/// A text and its remaining time, in seconds.
#[derive(Debug, Clone, PartialEq)]
struct TimedNotice {
    text: Msg,
    seconds: f32,
}

impl TimedNotice {
    const fn new(text: Msg) -> Self {
        Self {
            text,
            seconds: NOTICE_SECONDS,
        }
    }
}

/// The current and queued notices.
#[derive(Resource, Debug, Default)]
pub struct Notices {
    /// The answer to the last action of a player.
    answer: Option<TimedNotice>,
    /// Whether the answer explains a refusal, which ends with the next selection.
    is_refusal: bool,
    /// The queue of reports; the first one is shown.
    reports: VecDeque<TimedNotice>,
    /// Reason why the computer is paused; `None` if it isn't.
    why_paused: Option<Msg>,
    /// Reason why something can't be saved, while the problem persists.
    standing: Option<Msg>,
}

impl Notices {
    /// Returns the current text of the line; `None` if it is empty.
    pub(crate) fn text(&self) -> Option<&Msg> {
        let lasting = self.why_paused.as_ref().or(self.standing.as_ref());
        self.passing().or(lasting)
    }

    /// Returns the text that soon disappears by itself, if any.
    pub(crate) fn passing(&self) -> Option<&Msg> {
        let passing = self.answer.as_ref().or(self.reports.front());
        passing.map(|shown| &shown.text)
    }

    /// Returns whether the current text is a refusal or a problem, rather than an answer such as
    /// "Copied".
    pub(crate) const fn is_warning(&self) -> bool {
        self.answer.is_none() || self.is_refusal
    }

    /// Queues a report, unless the queue already contains it.
    fn report(&mut self, text: Msg) {
        if !self.reports.iter().any(|shown| shown.text == text) {
            self.reports.push_back(TimedNotice::new(text));
        }
    }

    fn is_passing(&self) -> bool {
        self.answer.is_some() || !self.reports.is_empty()
    }

    /// Returns the remaining time of the current notice.
    fn left(&self) -> Option<Duration> {
        let shown = self.answer.as_ref().or(self.reports.front())?;
        Some(Duration::from_secs_f32(shown.seconds.max(0.0)))
    }

    /// Counts down the current notice. Returns whether the notice has ended.
    fn pass(&mut self, seconds: f32) -> bool {
        let shown = self.answer.as_mut().or(self.reports.front_mut());
        let ends = shown.is_some_and(|shown| {
            shown.seconds -= seconds;
            shown.seconds <= 0.0
        });
        if ends && self.answer.take().is_none() {
            self.reports.pop_front();
        }
        ends
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notices>().add_systems(
        Update,
        (
            count_down.run_if(|notices: Res<Notices>| notices.is_passing()),
            collect_notices,
            remove_pause_notice.run_if(resource_changed::<Paused>),
            update_save_notice.run_if(resource_changed::<Unsaved>),
            wait_for_end,
        )
            .chain()
            .after(SaveReplySystems)
            .in_set(TextSystems)
            .in_set(AppSystems::Feedback),
    );
}

fn collect_notices(
    (game, paused): (Res<Match>, Res<Paused>),
    mut answers: MessageReader<Notice>,
    mut reports: MessageReader<Report>,
    mut computer: MessageReader<ComputerFact>,
    mut facts: MessageReader<MatchFact>,
    mut unmovable: MessageReader<PickRefused>,
    mut selected: MessageReader<SelectionChanged>,
    mut notices: ResMut<Notices>,
) {
    let mut moved = false;
    let mut refused: Vec<Msg> = Vec::new();
    for fact in facts.read() {
        moved |= fact.is_begun() || fact.motion().is_some() || fact.ended().is_some();
        let illegal = fact.rejected();
        refused.extend(illegal.map(|illegal| words::refusal(&game, illegal)));
    }
    let unmovable = unmovable.read();
    refused.extend(unmovable.map(|refused| words::pick_refusal(&game, refused)));
    let selected = selected.read().count() > 0;
    let is_refusal = !refused.is_empty();
    let received = answers.read().map(|notice| notice.0.clone());
    let (replies, facts): (Vec<_>, Vec<_>) = computer.read().partition(|fact| {
        matches!(
            fact,
            ComputerFact::DrawDeclined(_) | ComputerFact::NoThreat(_)
        )
    });
    let replies = replies.into_iter().map(words::computer_notice);
    let answer: Vec<Msg> = refused.into_iter().chain(received).chain(replies).collect();
    let answer = answer
        .into_iter()
        .reduce(|first, next| msg!("notices-two", first = first, next = next));
    if let Some(answer) = answer {
        notices.answer = Some(TimedNotice::new(answer));
        notices.is_refusal = is_refusal;
    } else if (moved || selected && notices.is_refusal) && notices.answer.is_some() {
        notices.answer = None;
    }
    let pauses = |fact: &&ComputerFact| {
        let fails = matches!(
            fact,
            ComputerFact::CannotThink(_) | ComputerFact::EngineFailed { .. }
        );
        fails && paused.0
    };
    if let Some(why) = facts.iter().copied().rfind(pauses) {
        notices.why_paused = Some(words::computer_notice(why));
    }
    let facts = facts.into_iter().map(words::computer_notice);
    for text in reports.read().map(|report| report.0.clone()).chain(facts) {
        notices.report(text);
    }
}

fn count_down(time: Res<Time<Real>>, mut notices: ResMut<Notices>) {
    if notices.bypass_change_detection().pass(time.delta_secs()) {
        notices.set_changed();
    }
}

fn wait_for_end(notices: Res<Notices>, mut next: ResMut<NextFrame>) {
    if let Some(left) = notices.left() {
        next.within(left);
    }
}

/// Removes the pause notice once the computer continues.
fn remove_pause_notice(paused: Res<Paused>, mut notices: ResMut<Notices>) {
    if !paused.0 && notices.why_paused.is_some() {
        notices.why_paused = None;
    }
}

fn update_save_notice(unsaved: Res<Unsaved>, mut notices: ResMut<Notices>) {
    let why = unsaved.why();
    if notices.standing.as_ref() != why {
        notices.standing = why.cloned();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pause_notice_stays_until_the_computer_continues() {
        let mut app = App::new();
        app.insert_resource(Paused(true))
            .init_resource::<Notices>()
            .add_systems(
                Update,
                remove_pause_notice.run_if(resource_changed::<Paused>),
            );
        let mut notices = app.world_mut().resource_mut::<Notices>();
        let why = Msg::verbatim("why");
        notices.why_paused = Some(why.clone());
        notices.report(why.clone());
        assert!(notices.pass(NOTICE_SECONDS));
        app.update();
        let text = |app: &App| app.world().resource::<Notices>().text().cloned();
        assert_eq!(text(&app), Some(why));
        app.insert_resource(Paused(false));
        app.update();
        assert_eq!(text(&app), None);
    }
}
