//! The display of a clock, as a player reads it.

use std::fmt::Write;
use std::time::Duration;

/// Below this, tenths are shown.
const TENTHS: Duration = Duration::from_secs(20);
/// Below this, haste is needed whatever the game began with.
const HASTE: Duration = Duration::from_secs(10);

/// The haste of a side, for shape and colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// More time is left than what is little.
    #[default]
    Calm,
    /// Little is left, compared with what the game began with.
    Low,
    /// Ten seconds, or less than half of what is little.
    Critical,
    /// The flag has fallen.
    Fallen,
}

/// The display of one side of a clock. It changes only when a player would read something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Face {
    /// Time left, in whole seconds, or tenths if there is little.
    pub left: Duration,
    /// Periods of byo-yomi left, 0 for other clocks.
    pub periods: u32,
    /// The haste of the side.
    pub urgency: Urgency,
    /// Whether this side's time is running.
    pub runs: bool,
}

/// The time as it is shown.
pub(super) fn shown(left: Duration) -> Duration {
    if left < TENTHS {
        let tenth = 100;
        Duration::from_millis(left.as_millis() as u64 / tenth * tenth)
    } else {
        Duration::from_secs(left.as_secs())
    }
}

/// The time for which a time that runs down is shown as it is: a second at most.
pub(super) fn shown_for(left: Duration) -> Duration {
    left.saturating_sub(shown(left)) + Duration::from_millis(1)
}

/// The same for a time that grows.
pub(super) fn shown_for_rising(left: Duration) -> Duration {
    let unit = if left < TENTHS { 100 } else { 1000 };
    Duration::from_millis(unit) - left.saturating_sub(shown(left))
}

/// The urgency of the time `left`, where `little` counts as little.
pub(super) fn urgency(left: Duration, little: Duration) -> Urgency {
    if left.is_zero() {
        Urgency::Fallen
    } else if left <= HASTE.min(little) || left <= little / 2 {
        Urgency::Critical
    } else if left <= little {
        Urgency::Low
    } else {
        Urgency::Calm
    }
}

/// A time as it stands on a clock: `5:03`, `1:05:03`, and `0:09.4` below 20 seconds. The rest is
/// cut off, so that nothing is left where `0:00.0` stands, or less than a tenth of a second.
///
/// ```
/// use std::time::Duration;
///
/// let text = |millis| icochess_core::clock::text(Duration::from_millis(millis));
/// assert_eq!((text(303_900), text(9_499)), ("5:03".into(), "0:09.4".into()));
/// ```
pub fn text(left: Duration) -> String {
    let all = left.as_secs();
    let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, all % 60);
    let mut text = match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    };
    if left < TENTHS {
        // A string takes whatever is written.
        let _ = write!(text, ".{}", left.subsec_millis() / 100);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_come_when_there_is_little_and_hours_when_there_is_much() {
        for (millis, expected) in [
            (0, "0:00.0"),
            (99, "0:00.0"),
            (100, "0:00.1"),
            (19_999, "0:19.9"),
            (20_000, "0:20"),
            (60_000, "1:00"),
            (3_599_999, "59:59"),
            (3_903_000, "1:05:03"),
            (360_000_000, "100:00:00"),
        ] {
            let left = Duration::from_millis(millis);
            assert_eq!(text(left), expected);
            assert_eq!(text(shown(left)), expected);
        }
    }

    #[test]
    fn what_is_shown_is_another_time_when_its_time_is_over_and_not_before() {
        for millis in [20_000, 20_001, 19_999, 5_050, 61_234, 3_600_999] {
            let left = Duration::from_millis(millis);
            let wait = shown_for(left);
            assert!(wait <= Duration::from_millis(1001));
            assert_ne!(shown(left - wait), shown(left), "{millis}");
            let before = wait - Duration::from_millis(1);
            assert_eq!(shown(left - before), shown(left), "{millis}");
            let wait = shown_for_rising(left);
            assert_ne!(shown(left + wait), shown(left), "{millis}");
            let before = wait - Duration::from_millis(1);
            assert_eq!(shown(left + before), shown(left), "{millis}");
        }
    }

    #[test]
    fn the_less_is_left_the_more_it_urges() {
        let little = Duration::from_secs(30);
        let levels = (0..=40).map(|left| urgency(Duration::from_secs(left), little));
        let levels: Vec<Urgency> = levels.collect();
        assert!(levels.is_sorted_by(|less, more| less >= more));
        assert_eq!(levels[0], Urgency::Fallen);
        assert_eq!(levels[15], Urgency::Critical);
        assert_eq!(levels[30], Urgency::Low);
        assert_eq!(levels[31], Urgency::Calm);
        let short = Duration::from_secs(2);
        assert_eq!(urgency(Duration::from_secs(3), short), Urgency::Calm);
    }
}
