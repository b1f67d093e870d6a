//! Detects whether the headset is worn, from the game's visibility and, if supported
//! (`XR_EXT_user_presence`), from user presence. Events may come in any order.

use icochess_play::game::handover::HandoverRequest;

use super::session::{SessionEvent, SessionVisibility};

/// State for detecting whether the headset is worn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Wearing {
    visibility: SessionVisibility,
    /// Whether the device reports that the user is absent.
    is_alone: bool,
    /// Last known state; `None` before the headset was first worn.
    was_worn: Option<bool>,
}

impl Wearing {
    /// Handles an event, and returns the request if the headset was taken off or put on again. A
    /// system menu changes nothing, because its user still wears the headset. The headset can't be
    /// taken off before it was first worn.
    pub(super) fn update(&mut self, news: SessionEvent) -> Option<HandoverRequest> {
        match news {
            SessionEvent::Shown(visibility) => self.visibility = visibility,
            SessionEvent::Present(is_present) => self.is_alone = !is_present,
            SessionEvent::Recentring | SessionEvent::Recentred => return None,
        }
        let is_worn = match (self.is_alone, self.visibility) {
            (true, _) | (_, SessionVisibility::Hidden) => false,
            (false, SessionVisibility::Visible) => return None,
            (false, SessionVisibility::Focused) => true,
        };
        let before = self.was_worn;
        if is_worn || before.is_some() {
            self.was_worn = Some(is_worn);
        }
        match (before, is_worn) {
            (Some(true), false) => Some(HandoverRequest::TakenOff),
            (Some(false), true) => Some(HandoverRequest::PutOn),
            _ => None,
        }
    }

    /// Returns whether the device reports that the user is absent.
    pub(super) const fn is_alone(&self) -> bool {
        self.is_alone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the changes caused by a series of events.
    fn changes_after(news: &[SessionEvent]) -> Vec<HandoverRequest> {
        let mut wearing = Wearing::default();
        news.iter().filter_map(|it| wearing.update(*it)).collect()
    }

    const FOCUSED: SessionEvent = SessionEvent::Shown(SessionVisibility::Focused);
    const VISIBLE: SessionEvent = SessionEvent::Shown(SessionVisibility::Visible);
    const HIDDEN: SessionEvent = SessionEvent::Shown(SessionVisibility::Hidden);
    const GONE: SessionEvent = SessionEvent::Present(false);
    const THERE: SessionEvent = SessionEvent::Present(true);

    #[test]
    fn headset_is_taken_off_and_put_on_once_in_any_event_order() {
        use HandoverRequest::{PutOn, TakenOff};
        let start = [HIDDEN, VISIBLE, FOCUSED];
        let cases: [&[_]; 6] = [
            &[GONE, THERE],
            &[GONE, VISIBLE, HIDDEN, VISIBLE, FOCUSED, THERE],
            &[VISIBLE, HIDDEN, GONE, THERE, VISIBLE, FOCUSED],
            &[VISIBLE, HIDDEN, VISIBLE, FOCUSED],
            &[GONE, HIDDEN, THERE, VISIBLE, FOCUSED],
            &[HIDDEN, GONE, THERE, VISIBLE, THERE, FOCUSED],
        ];
        for case in cases {
            let events = [&start, case].concat();
            assert_eq!(changes_after(&events), [TakenOff, PutOn], "{case:?}");
        }
    }

    #[test]
    fn neither_start_nor_system_menu_changes_the_wearer() {
        assert_eq!(changes_after(&[GONE, HIDDEN, VISIBLE, THERE, FOCUSED]), []);
        assert_eq!(changes_after(&[FOCUSED, VISIBLE, FOCUSED]), []);
    }
}
