//! Clock display as players see it.

use std::fmt::Write;
use std::time::Duration;

/// Below this, the display shows tenths.
const TENTHS: Duration = Duration::from_secs(20);
/// At or below this, the time is critical, unless the low-time threshold is even lower.
const HASTE: Duration = Duration::from_secs(10);

/// Time pressure of a side, for shape and colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// More time left than the low-time threshold.
    #[default]
    Calm,
    /// Low on time, relative to the initial time.
    Low,
    /// Ten seconds left, or half of the low-time threshold.
    Critical,
    /// Flag has fallen.
    Fallen,
}

/// Display of one side of a clock. Changes only when the visible text or style does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Face {
    /// Time left, in whole seconds, or in tenths below 20 seconds.
    pub left: Duration,
    /// Byo-yomi periods left; 0 for other clocks.
    pub periods: u32,
    /// Time pressure of the side.
    pub urgency: Urgency,
    /// Whether this side's time is running.
    pub runs: bool,
}

/// Rounds a time down to the displayed unit.
pub(super) fn shown(left: Duration) -> Duration {
    if left < TENTHS {
        let tenth = 100;
        Duration::from_millis(left.as_millis() as u64 / tenth * tenth)
    } else {
        Duration::from_secs(left.as_secs())
    }
}

/// Returns for how long the display of a falling time stays the same, at most about a second.
pub(super) fn shown_for(left: Duration) -> Duration {
    left.saturating_sub(shown(left)) + Duration::from_millis(1)
}

/// Returns for how long the display of a rising time stays the same, at most a second.
pub(super) fn shown_for_rising(left: Duration) -> Duration {
    let unit = if left < TENTHS { 100 } else { 1000 };
    Duration::from_millis(unit) - left.saturating_sub(shown(left))
}

/// Returns the urgency of `left`, given the low-time threshold `little`.
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

/// Formats a time for a clock: `5:03`, `1:05:03`, and `0:09.4` below 20 seconds. Rounds down, so
/// `0:00.0` means less than a tenth of a second.
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
        // Writing to a `String` can't fail.
        let _ = write!(text, ".{}", left.subsec_millis() / 100);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_tenths_for_short_and_hours_for_long_times() {
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
    fn display_changes_exactly_when_predicted() {
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
    fn urgency_rises_as_time_runs_out() {
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
