//! Text form of time controls, as in PGN's `TimeControl` tag, with extensions.
//!
//! PGN defines `300`, `300+5`, `40/9000:3600` and `*60`. Other programs write `300+5d` for a delay
//! (python-chess) and `30/move` (cutechess). Extensions of this crate are `300+5b` for a Bronstein
//! delay and `600+3x30` for byo-yomi periods.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::control::{Bonus, ControlError, SideControl, Stage, TimeControl};
use icochess_rules::Side;

/// Seconds with up to three decimals.
pub(super) struct Seconds(pub Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        match self.0.subsec_millis() {
            0 => Ok(()),
            millis => write!(f, ".{}", format!("{millis:03}").trim_end_matches('0')),
        }
    }
}

/// Parses [`Seconds`].
pub(super) fn seconds(text: &str) -> Result<Duration, ControlError> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 3 {
        return Err(ControlError::Text);
    }
    let number = |text: &str| text.parse::<u64>().map_err(|_| ControlError::TooLong);
    let millis = number(&format!("{decimals:0<3}"))?;
    let whole = number(whole)?.checked_mul(1000);
    let millis = whole.and_then(|whole| whole.checked_add(millis));
    millis
        .map(Duration::from_millis)
        .ok_or(ControlError::TooLong)
}

fn count(text: &str) -> Result<u32, ControlError> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    let number = is_number.then(|| text.parse().ok()).flatten();
    number.ok_or(ControlError::Text)
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", Seconds(self.time))?;
        match self.bonus {
            Bonus::None => Ok(()),
            Bonus::Increment(bonus) => write!(f, "+{}", Seconds(bonus)),
            Bonus::Bronstein(bonus) => write!(f, "+{}b", Seconds(bonus)),
            Bonus::Delay(bonus) => write!(f, "+{}d", Seconds(bonus)),
            Bonus::ByoYomi { periods, period } => write!(f, "+{periods}x{}", Seconds(period)),
            Bonus::PerMove => f.write_str("/move"),
        }
    }
}

impl FromStr for Stage {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let (text, per_move) = match text.strip_suffix("/move") {
            Some(text) => (text, true),
            None => (text, false),
        };
        let (moves, text) = match text.split_once('/') {
            Some((moves, text)) => (Some(count(moves)?), text),
            None => (None, text),
        };
        let (time, bonus) = match text.split_once('+') {
            Some((time, bonus)) if !per_move => (time, self::bonus(bonus)?),
            _ if per_move => (text, Bonus::PerMove),
            _ => (text, Bonus::None),
        };
        let time = seconds(time)?;
        Ok(Self { moves, time, bonus })
    }
}

fn bonus(text: &str) -> Result<Bonus, ControlError> {
    if let Some((periods, period)) = text.split_once('x') {
        let (periods, period) = (count(periods)?, seconds(period)?);
        return Ok(Bonus::ByoYomi { periods, period });
    }
    if let Some(delay) = text.strip_suffix('d') {
        return seconds(delay).map(Bonus::Delay);
    }
    if let Some(delay) = text.strip_suffix('b') {
        return seconds(delay).map(Bonus::Bronstein);
    }
    let increment = seconds(text)?;
    Ok(if increment.is_zero() {
        Bonus::None
    } else {
        Bonus::Increment(increment)
    })
}

impl fmt::Display for SideControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, stage) in self.stages().iter().enumerate() {
            let colon = if number > 0 { ":" } else { "" };
            write!(f, "{colon}{stage}")?;
        }
        Ok(())
    }
}

impl FromStr for SideControl {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let stages: Result<_, _> = text.split(':').map(str::parse).collect();
        Self::new(stages?)
    }
}

impl TimeControl {
    /// Formats a side's control as in the `TimeControl` tag.
    pub fn side_text(&self, side: Side) -> String {
        match (self.sand(), self.of(side)) {
            (Some(sand), _) => format!("*{}", Seconds(sand[side.index()])),
            (None, Some(control)) => control.to_string(),
            (None, None) => String::new(),
        }
    }

    /// Parses the control of each side.
    ///
    /// # Errors
    ///
    /// [`ControlError`] if either text is invalid, or only one is an hourglass.
    pub fn from_sides(white: &str, black: &str) -> Result<Self, ControlError> {
        match (white.strip_prefix('*'), black.strip_prefix('*')) {
            (Some(white), Some(black)) => Self::hourglass(seconds(white)?, seconds(black)?),
            (None, None) => Ok(Self::each(white.parse()?, black.parse()?)),
            _ => Err(ControlError::OneHourglass),
        }
    }

    /// Returns whether PGN's standard codes can express both sides in one `TimeControl` tag.
    pub(super) fn is_standard(&self) -> bool {
        let has_code = |stage: &Stage| matches!(stage.bonus, Bonus::None | Bonus::Increment(_));
        let same = self.side_text(Side::White) == self.side_text(Side::Black);
        let control = self.of(Side::White);
        same && control.is_none_or(|control| control.stages().iter().all(has_code))
    }
}

impl fmt::Display for TimeControl {
    /// Writes the tag's notation, or White's and Black's separated by a comma if they differ.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = Side::ALL.map(|side| self.side_text(side));
        f.write_str(&white)?;
        if white == black {
            return Ok(());
        }
        write!(f, ",{black}")
    }
}

impl FromStr for TimeControl {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let (white, black) = text.split_once(',').unwrap_or((text, text));
        Self::from_sides(white, black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_survive_a_round_trip() {
        for text in [
            "300",
            "300+5",
            "0+2",
            "0.5+0.125",
            "60+5d",
            "60+5b",
            "600+3x30",
            "0+3x30",
            "30/move",
            "40/9000:3600",
            "40/9000+30:20/3600+30:900+30",
            "40/900",
            "*60",
            "*60,*30.5",
            "300,60+5",
            "30/move,40/9000:3600",
        ] {
            let control: TimeControl = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(control.to_string(), text);
        }
        assert_eq!("300+0".parse::<TimeControl>().unwrap().to_string(), "300");
    }

    #[test]
    fn invalid_controls_are_rejected() {
        for text in [
            "",
            "-",
            "?",
            "+",
            "+5",
            "300+",
            "300+-5",
            "-300",
            "3e2",
            "300 ",
            "1:30:00x",
            "300+5x",
            "x30",
            "300+x30",
            "300+3x",
            "0",
            "0+0",
            "0/move",
            "/move",
            "300+5/move",
            "40/",
            "/9000",
            "0/9000",
            "300:300",
            "*",
            "*0",
            "*60,60",
            "60,",
            "1.2345",
            ".5",
            "5.",
            "99999999999999999999",
            "99999999999999999",
            "300+999x999999",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
