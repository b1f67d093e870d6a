//! Whether the headset is worn, as devices tell it: by how they show the game and, where they can
//! (`XR_EXT_user_presence`), by who is there, in whatever order.

use super::session::{SessionEvent, SessionVisibility};

/// Fact: the headset has come off a head, or is on one again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WearingChange {
    /// It was taken off.
    TakenOff,
    /// It was put on again.
    PutOn,
}

/// The news of whether somebody wears the headset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Wearing {
    visibility: SessionVisibility,
    /// Whether the device says that nobody is there.
    is_alone: bool,
    /// Whether the headset was worn when that was last known.
    was_worn: Option<bool>,
}

impl Wearing {
    /// Takes the latest news. Returns what has changed by it, if anything has. A menu of the device
    /// means nothing: the player who opens it still wears the headset. Before the headset was worn
    /// for the first time nobody can take it off.
    pub(super) fn hear(&mut self, news: SessionEvent) -> Option<WearingChange> {
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
            (Some(true), false) => Some(WearingChange::TakenOff),
            (Some(false), true) => Some(WearingChange::PutOn),
            _ => None,
        }
    }

    /// Whether the device says that nobody is there.
    pub(super) const fn is_alone(&self) -> bool {
        self.is_alone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The changes that follow from a row of news.
    fn told(news: &[SessionEvent]) -> Vec<WearingChange> {
        let mut wearing = Wearing::default();
        news.iter().filter_map(|it| wearing.hear(*it)).collect()
    }

    const FOCUSED: SessionEvent = SessionEvent::Shown(SessionVisibility::Focused);
    const VISIBLE: SessionEvent = SessionEvent::Shown(SessionVisibility::Visible);
    const HIDDEN: SessionEvent = SessionEvent::Shown(SessionVisibility::Hidden);
    const GONE: SessionEvent = SessionEvent::Present(false);
    const THERE: SessionEvent = SessionEvent::Present(true);

    #[test]
    fn a_headset_is_taken_off_and_put_on_once_in_whatever_order_that_is_told() {
        use WearingChange::{PutOn, TakenOff};
        let start = [HIDDEN, VISIBLE, FOCUSED];
        let ways: [&[_]; 6] = [
            &[GONE, THERE],
            &[GONE, VISIBLE, HIDDEN, VISIBLE, FOCUSED, THERE],
            &[VISIBLE, HIDDEN, GONE, THERE, VISIBLE, FOCUSED],
            &[VISIBLE, HIDDEN, VISIBLE, FOCUSED],
            &[GONE, HIDDEN, THERE, VISIBLE, FOCUSED],
            &[HIDDEN, GONE, THERE, VISIBLE, THERE, FOCUSED],
        ];
        for way in ways {
            let events = [&start, way].concat();
            assert_eq!(told(&events), [TakenOff, PutOn], "{way:?}");
        }
    }

    #[test]
    fn neither_the_start_nor_a_menu_of_the_device_changes_who_wears_it() {
        assert_eq!(told(&[GONE, HIDDEN, VISIBLE, THERE, FOCUSED]), []);
        assert_eq!(told(&[FOCUSED, VISIBLE, FOCUSED]), []);
    }
}
