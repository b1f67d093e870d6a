//! Annotations of moves: glyphs, comments, and commands in comments.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::nag::subject;
use crate::quote::beginning;

/// Maximum length of a parsed command argument, in bytes.
const MAX_COMMAND: usize = 64;

/// The annotation of a move; at the root, of the game.
///
/// Comments are kept verbatim, including commands such as `[%clk 0:04:58]`. Clock and evaluation
/// commands can be read and set as values:
///
/// ```
/// use icochess_rules::{Annotation, Eval, Score};
/// use std::time::Duration;
///
/// let mut note = Annotation::default();
/// note.comments.push("Best by test [%eval 0.35,20] [%csl Ge4]".into());
/// let score = Score::Centipawns(35);
/// assert_eq!(note.eval(), Some(Eval { score, depth: Some(20) }));
///
/// note.set_clock(Some(Duration::from_millis(298_500)));
/// assert!(note.comments[0].ends_with("[%csl Ge4] [%clk 0:04:58.5]"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// Comments before the move. PGN can't distinguish them from comments after the previous move,
    /// except at the start of a variation.
    pub before: Vec<String>,
    /// Numeric annotation glyphs as in the PGN standard of 1994, section 10: 1 is `!`, 2 is `?`.
    pub nags: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
}

/// An evaluation of the position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eval {
    /// Score, from White's point of view.
    pub score: Score,
    /// Search depth, in plies.
    pub depth: Option<u32>,
}

/// A score, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Number of moves to mate; negative if Black mates, 0 if the move itself mates.
    Mate(i32),
}

impl Annotation {
    /// Returns whether there are no comments and glyphs.
    pub const fn is_empty(&self) -> bool {
        self.before.is_empty() && self.nags.is_empty() && self.comments.is_empty()
    }

    /// Adds a glyph, unless it is already present.
    pub fn add_nag(&mut self, nag: u8) {
        if !self.nags.contains(&nag) {
            self.nags.push(nag);
        }
    }

    /// Adds a glyph, or removes it if present. A new glyph replaces others with the same subject,
    /// which is the move or the position.
    ///
    /// ```
    /// use icochess_rules::Annotation;
    ///
    /// let mut note = Annotation::default();
    /// [1, 146, 4].map(|nag| note.toggle_nag(nag));
    /// assert_eq!(note.nags, [146, 4]);
    /// note.toggle_nag(4);
    /// assert_eq!(note.nags, [146]);
    /// ```
    pub fn toggle_nag(&mut self, nag: u8) {
        let is_noted = self.nags.contains(&nag);
        let same = |other: u8| subject(nag).is_some_and(|known| subject(other) == Some(known));
        self.nags.retain(|other| *other != nag && !same(*other));
        if !is_noted {
            self.nags.push(nag);
        }
    }

    /// Returns the text of the comments after the move, without commands.
    ///
    /// ```
    /// use icochess_rules::Annotation;
    ///
    /// let mut note = Annotation::default();
    /// note.comments.push("[%clk 0:01:00] Too soon. [%csl Ge4]".into());
    /// assert_eq!(note.text(), "Too soon.");
    /// note.set_text("Late");
    /// assert_eq!(note.comments, ["Late [%clk 0:01:00] [%csl Ge4]"]);
    /// ```
    pub fn text(&self) -> String {
        Self::words(&self.comments, usize::MAX)
    }

    /// Returns the first `limit` characters of the [text](Self::text), followed by `…` if there are
    /// more.
    pub fn beginning(&self, limit: usize) -> String {
        Self::words(&self.comments, limit)
    }

    /// Replaces the text of the comments after the move and keeps their commands. A space splits
    /// each `[%` in `text`, so that typed text can't set a clock.
    pub fn set_text(&mut self, text: &str) {
        let text = text.replace("[%", "[ %");
        let all = self.comments.join(" ");
        let commands = commands(&all).map(|(_, command)| command);
        let parts: Vec<&str> = [text.trim()]
            .into_iter()
            .chain(commands)
            .filter(|part| !part.is_empty())
            .collect();
        self.comments = if parts.is_empty() {
            Vec::new()
        } else {
            vec![parts.join(" ")]
        };
    }

    /// Returns the first `limit` characters of the text of comments, without commands.
    pub(crate) fn words(comments: &[String], limit: usize) -> String {
        let all = comments.join(" ");
        let places = commands(&all).map(|(at, command)| (at, at + command.len()));
        let mut from = 0;
        let mut words = String::new();
        'all: for (at, end) in places.chain([(all.len(), all.len())]) {
            for word in all[from..at].split_whitespace() {
                // A character has at most four bytes.
                if words.len() / 4 > limit {
                    break 'all;
                }
                if !words.is_empty() {
                    words.push(' ');
                }
                words.push_str(word);
            }
            from = end;
        }
        beginning(&words, limit).into_owned()
    }

    /// Returns the player's remaining time after the move: the first valid `[%clk h:mm:ss]`.
    pub fn clock(&self) -> Option<Duration> {
        self.find("clk", read_clock).map(|found| found.value)
    }

    /// Sets or removes the remaining time.
    pub fn set_clock(&mut self, left: Option<Duration>) {
        self.set(
            "clk",
            read_clock,
            left.map(|left| ClockTime(left).to_string()),
        );
    }

    /// Returns the time that the move took: the first valid `[%emt h:mm:ss]`.
    pub fn elapsed(&self) -> Option<Duration> {
        self.find("emt", read_clock).map(|found| found.value)
    }

    /// Sets or removes the time that the move took.
    pub fn set_elapsed(&mut self, took: Option<Duration>) {
        self.set(
            "emt",
            read_clock,
            took.map(|took| ClockTime(took).to_string()),
        );
    }

    /// Returns the first valid `[%eval …]`.
    pub fn eval(&self) -> Option<Eval> {
        self.find("eval", read_eval).map(|found| found.value)
    }

    /// Sets or removes the evaluation.
    pub fn set_eval(&mut self, eval: Option<Eval>) {
        self.set("eval", read_eval, eval.map(|eval| eval.to_string()));
    }

    /// Returns the evaluation after the second best move from the position: the first valid
    /// `[%second …]`.
    pub fn second(&self) -> Option<Eval> {
        self.find("second", read_eval).map(|found| found.value)
    }

    /// Sets or removes the evaluation after the second best move.
    pub fn set_second(&mut self, eval: Option<Eval>) {
        self.set("second", read_eval, eval.map(|eval| eval.to_string()));
    }

    /// Returns the best line from the position: the first `[%pv …]`.
    pub fn best_line(&self) -> Option<String> {
        self.find("pv", read_line).map(|found| found.value)
    }

    /// Sets the best line, as moves in SAN. Leaves out moves at its end that make a command too
    /// long.
    pub fn set_best_line(&mut self, line: &str) {
        let ends = line.match_indices(' ').map(|(at, _)| at);
        // A space and a bracket surround the argument.
        let fitting = ends
            .chain([line.len()])
            .take_while(|end| end + 2 <= MAX_COMMAND);
        let line = fitting.last().map(|end| line[..end].to_owned());
        self.set("pv", read_line, line.filter(|line| !line.is_empty()));
    }

    /// Returns the first command of this name with a valid argument.
    fn find<T>(&self, name: &str, read: impl Fn(&str) -> Option<T>) -> Option<FoundCommand<T>> {
        let open = format!("[%{name}");
        let of_comment = |(comment, text): (usize, &String)| {
            text.match_indices(&open).find_map(|(start, _)| {
                let rest = &text[start + open.len()..];
                let end = rest.bytes().take(MAX_COMMAND).position(|b| b == b']')?;
                let argument = rest[..end].strip_prefix(char::is_whitespace)?;
                Some(FoundCommand {
                    comment,
                    start,
                    end: start + open.len() + end + 1,
                    value: read(argument.trim())?,
                })
            })
        };
        self.comments.iter().enumerate().find_map(of_comment)
    }

    /// Replaces the first valid command, or appends the command if there is none. Removes it if
    /// `argument` is `None`.
    fn set<T>(&mut self, name: &str, read: impl Fn(&str) -> Option<T>, argument: Option<String>) {
        let found = self.find(name, read);
        let command = argument.map(|argument| format!("[%{name} {argument}]"));
        match (found, command) {
            (Some(found), Some(command)) => {
                self.comments[found.comment].replace_range(found.start..found.end, &command);
            }
            (Some(found), None) => {
                let text = &mut self.comments[found.comment];
                let (before, after) = (text[..found.start].trim_end(), text[found.end..].trim());
                *text = [before, after].join(" ").trim().to_owned();
                if text.is_empty() {
                    self.comments.remove(found.comment);
                }
            }
            (None, Some(command)) => match self.comments.last_mut() {
                Some(last) => *last = format!("{} {command}", last.trim_end()),
                None => self.comments.push(command),
            },
            (None, None) => {}
        }
    }
}

/// Finds the commands in a comment in one pass, with their offsets.
fn commands(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        // A command within another command is part of it.
        let at = end + text[end..].find("[%")?;
        end = at + text[at..].find(']')? + 1;
        Some((at, &text[at..end]))
    })
}

/// A command and its range within a comment.
struct FoundCommand<T> {
    comment: usize,
    start: usize,
    end: usize,
    value: T,
}

/// A time in the format of `[%clk]` and `[%emt]`: hours, minutes, and seconds with decimals.
///
/// ```
/// use icochess_rules::ClockTime;
/// use std::time::Duration;
///
/// let time = ClockTime(Duration::from_millis(298_500));
/// assert_eq!(time.to_string(), "0:04:58.5");
/// assert_eq!("0:04:58.5".parse(), Ok(time));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime(pub Duration);

/// The error for text that isn't a [`ClockTime`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a time as 0:04:58 or 0:04:58.5")]
pub struct ParseClockTimeError;

impl FromStr for ClockTime {
    type Err = ParseClockTimeError;

    fn from_str(text: &str) -> Result<Self, ParseClockTimeError> {
        read_clock(text).map(Self).ok_or(ParseClockTimeError)
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        write!(f, "{hours}:{minutes:02}:{:02}", seconds % 60)?;
        let fraction = format!("{:09}", self.0.subsec_nanos());
        match fraction.trim_end_matches('0') {
            "" => Ok(()),
            digits => write!(f, ".{digits}"),
        }
    }
}

/// Parses digits only: `str::parse` would accept a sign.
fn digits(text: &str) -> Option<u32> {
    let all = text.bytes().all(|b| b.is_ascii_digit());
    all.then(|| text.parse().ok()).flatten()
}

fn read_clock(text: &str) -> Option<Duration> {
    let mut parts = text.splitn(3, ':');
    let (hours, minutes) = (digits(parts.next()?)?, digits(parts.next()?)?);
    let (seconds, fraction) = parts.next().map(|s| s.split_once('.').unwrap_or((s, "")))?;
    if !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let nanos = digits(&format!("{fraction:0<9.9}"))?;
    let seconds = u64::from(hours) * 3600 + u64::from(minutes) * 60 + u64::from(digits(seconds)?);
    Some(Duration::new(seconds, nanos))
}

fn read_eval(text: &str) -> Option<Eval> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score, Some(digits(depth)?)),
        None => (text, None),
    };
    let score = match score.strip_prefix('#') {
        Some(mate) => Score::Mate(mate.parse().ok()?),
        None => Score::Centipawns(read_pawns(score)?),
    };
    Some(Eval { score, depth })
}

/// Parses a line of moves, which a file may break at any space.
fn read_line(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Parses pawns with at most two decimals into hundredths.
fn read_pawns(text: &str) -> Option<i32> {
    let bare = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, decimals) = bare.split_once('.').unwrap_or((bare, ""));
    if decimals.len() > 2 || bare.len() <= usize::from(bare.contains('.')) {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { digits(whole)? };
    let hundredths = digits(&format!("{decimals:0<2}"))?;
    let size = i32::try_from(u64::from(whole) * 100 + u64::from(hundredths)).ok()?;
    Some(if text.starts_with('-') { -size } else { size })
}

impl fmt::Display for Eval {
    /// Writes the argument of `[%eval]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Mate(moves) => write!(f, "#{moves}")?,
            Score::Centipawns(score) => {
                let sign = if score < 0 { "-" } else { "" };
                let size = score.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
        }
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(comment: &str) -> Annotation {
        Annotation {
            comments: vec![comment.into()],
            ..Annotation::default()
        }
    }

    #[test]
    fn typed_text_neither_sets_nor_removes_a_clock() {
        let mut kept = note("so [%clk 0:04:58]");
        for typed in [
            "[%clk 9:00:00] ha",
            "[%",
            "an open [%clk",
            "[[%%clk 1:00:00]",
        ] {
            kept.set_text(typed);
            assert_eq!(
                kept.clock().map(|left| left.as_secs()),
                Some(298),
                "{typed}"
            );
            assert_eq!(kept.text(), typed.replace("[%", "[ %"));
            let mut none = Annotation::default();
            none.set_text(typed);
            assert_eq!(none.clock(), None, "{typed}");
        }
    }

    #[test]
    fn clocks_are_read_as_python_chess_reads_them() {
        let clock = |text| note(text).clock().map(|left| left.as_secs_f64());
        assert_eq!(clock("[%clk 0:04:58]"), Some(298.0));
        assert_eq!(clock("x [%clk 10:00:00.25] y"), Some(36_000.25));
        assert_eq!(clock("[%clk 1:2:3.]"), Some(3_723.0));
        assert_eq!(clock("[%clk bad] [%clk 0:00:01]"), Some(1.0));
        for text in [
            "",
            "[%clk]",
            "[%clk0:00:01]",
            "[%clk 0:01]",
            "[%clk 0:00:01",
            "[%clk 0:-1:01]",
            "[%clk 0:00:1e3]",
            "[%clk 0:00:+1]",
            "[%clk 99999999999:00:00]",
        ] {
            assert_eq!(clock(text), None, "{text}");
        }
    }

    #[test]
    fn evaluations_are_read_as_python_chess_reads_them() {
        let eval = |text| note(text).eval().map(|eval| eval.score);
        for (text, score) in [
            ("[%eval 0.17]", 17),
            ("[%eval -1.5,20]", -150),
            ("[%eval +2]", 200),
            ("[%eval 2.]", 200),
            ("[%eval .5]", 50),
            ("[%eval -.05]", -5),
        ] {
            assert_eq!(eval(text), Some(Score::Centipawns(score)), "{text}");
        }
        assert_eq!(eval("[%eval #-3]"), Some(Score::Mate(-3)));
        assert_eq!(eval("[%eval #+0]"), Some(Score::Mate(0)));
        for text in [
            "[%eval]",
            "[%eval .]",
            "[%eval ]",
            "[%eval 0.123]",
            "[%eval 1,]",
            "[%eval 1,-2]",
            "[%eval #]",
            "[%eval 99999999999.00]",
        ] {
            assert_eq!(note(text).eval(), None, "{text}");
        }
    }

    #[test]
    fn values_set_are_read_back_and_the_rest_of_the_comment_stays() {
        let mut one = note("a [%clk 0:00:01] b");
        for millis in [0, 1, 61_001, 3_600_000, 359_999_990] {
            let left = Duration::from_millis(millis);
            one.set_clock(Some(left));
            assert_eq!(one.clock(), Some(left), "{one:?}");
        }
        for score in [0, 5, -5, 123, -9_999].map(Score::Centipawns) {
            for (score, depth) in [(score, None), (Score::Mate(-4), Some(30))] {
                let eval = Eval { score, depth };
                one.set_eval(Some(eval));
                assert_eq!(one.eval(), Some(eval), "{one:?}");
            }
        }
        let line = ["Nf3", "Rxa1=Q+", "Kf2"].repeat(6).join(" ");
        one.set_best_line(&line);
        let kept = one.best_line().unwrap_or_default();
        assert!(
            line.starts_with(&format!("{kept} ")) && kept.len() > 40,
            "{kept}"
        );
        one.set_best_line("");
        let took = Duration::from_millis(1_250);
        one.set_elapsed(Some(took));
        assert_eq!(one.elapsed(), Some(took));
        one.set_elapsed(None);
        one.set_clock(None);
        one.set_eval(None);
        assert_eq!(one, note("a b"));
        let mut empty = Annotation::default();
        empty.set_clock(Some(Duration::from_secs(1)));
        assert_eq!(empty, note("[%clk 0:00:01]"));
        empty.set_clock(None);
        assert!(empty.is_empty());
    }
}
