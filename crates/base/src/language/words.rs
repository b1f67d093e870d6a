//! Messages in the language that is chosen.

use std::borrow::Cow;
use std::fmt;

use bevy::prelude::Resource;
use fluent_bundle::{FluentArgs, FluentValue};

use super::translation::Translation;
use icochess_message::{Arg, Content, Msg, msg, printable};

/// The code of the language that everything is written in first.
pub const ENGLISH: &str = "en";

/// The value of the setting for the language of the system, if there is one of ours.
pub const SYSTEM: &str = "auto";

const ENGLISH_TEXT: &str = include_str!("../../../../assets/language/en.ftl");

/// The languages that come with the program beside English: code and text.
const SHIPPED: [(&str, &str); 1] = [("de", include_str!("../../../../assets/language/de.ftl"))];

/// Says messages in the language that is chosen, and in English what that lacks.
#[derive(Resource)]
pub struct Words {
    english: Translation,
    /// Those beside English, by their codes; of one code, files that were found come before what
    /// is shipped. There may be files for English, too.
    others: Vec<Translation>,
    /// The code that is chosen.
    chosen: String,
    /// The languages that the user of the system reads, as it names them, best first.
    preferred: Vec<String>,
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words")
            .field("chosen", &self.chosen())
            .finish_non_exhaustive()
    }
}

impl Default for Words {
    /// The languages that come with the program; English is chosen.
    fn default() -> Self {
        let shipped = |code: &str, text: &str| {
            let read = Translation::read(code, &format!("{code}.ftl"), text.to_owned());
            read.expect("the code of a language").0
        };
        Self {
            english: shipped(ENGLISH, ENGLISH_TEXT),
            others: SHIPPED.map(|(code, text)| shipped(code, text)).into(),
            chosen: ENGLISH.to_owned(),
            preferred: Vec::new(),
        }
    }
}

impl Words {
    /// Adds the text of a language's file, which is called as its language's code with
    /// `.ftl` at the end. What of it cannot be used is told: what is shipped, or else English,
    /// stands in for that.
    pub fn add(&mut self, file: &str, text: String) -> Option<Msg> {
        let code = file.trim_end_matches(".ftl");
        match Translation::read(code, file, text) {
            Ok((translation, problem)) => {
                let place = self.others.partition_point(|it| it.code < translation.code);
                self.others.insert(place, translation);
                problem
            }
            Err(problem) => Some(msg!(
                "language-unknown",
                file = file,
                problem = problem.to_string()
            )),
        }
    }

    /// Takes note of the languages that the user of the system reads, best first, such as `de-AT`.
    /// The next [`Words::choose`] of [`SYSTEM`] goes by them.
    pub fn prefer(&mut self, languages: impl IntoIterator<Item = String>) {
        self.preferred = languages.into_iter().collect();
    }

    /// The languages there are: the code of each and what its speakers call it.
    pub fn languages(&self) -> impl Iterator<Item = (&str, &str)> {
        let has_own = self.others.iter().any(|other| other.code == ENGLISH);
        let english = (!has_own).then_some(&self.english);
        let mut last = None;
        let others = self.others.iter().filter(move |it| {
            let is_new = last != Some(&it.code);
            last = Some(&it.code);
            is_new
        });
        let all = english.into_iter().chain(others);
        all.map(|it| (it.code.as_str(), it.name.as_str()))
    }

    /// The code of the language that is chosen.
    pub fn chosen(&self) -> &str {
        &self.chosen
    }

    /// Chooses a language by its code, or that of the system by [`SYSTEM`]. Returns whether it is
    /// there; if not, English is chosen.
    pub fn choose(&mut self, code: &str) -> bool {
        let found = if code == SYSTEM {
            Some(self.of_system().unwrap_or(ENGLISH))
        } else {
            self.code(|it| it == code)
        };
        let is_there = found.is_some();
        self.chosen = found.unwrap_or(ENGLISH).to_owned();
        is_there
    }

    /// The first of the preferred languages that is there, as it is named or without its region.
    fn of_system(&self) -> Option<&str> {
        self.preferred.iter().find_map(|wanted| {
            let language = wanted.split(['-', '_', '.']).next();
            self.code(|it| it == wanted)
                .or_else(|| self.code(|it| Some(it) == language))
        })
    }

    /// The code of a language there is.
    fn code(&self, is_wanted: impl Fn(&str) -> bool) -> Option<&str> {
        let mut codes = self.languages().map(|(code, _)| code);
        codes.find(|code| is_wanted(code))
    }

    /// The translations in the order in which they are asked.
    fn translations(&self) -> impl Iterator<Item = &Translation> {
        let chosen = self.others.iter().filter(|it| it.code == self.chosen);
        chosen.chain([&self.english])
    }

    /// A message in the language that is chosen.
    pub fn say(&self, message: &Msg) -> String {
        match message.content() {
            Content::Verbatim(text) => printable(text).into_owned(),
            Content::Decimal(number) => number.replace('.', &self.say(&msg!("decimal-sign"))),
            Content::Message { id, args } => {
                let args = arguments(args, |message| self.say(message));
                let mut said = self.translations().filter_map(|it| it.say(id, &args));
                let said = said.next().unwrap_or_else(|| (*id).to_owned());
                without_steering(said)
            }
        }
    }

    /// A message in English, whatever is chosen: for names that must not change, and for
    /// the command line.
    pub fn english(&self, message: &Msg) -> String {
        match message.content() {
            Content::Verbatim(text) => printable(text).into_owned(),
            Content::Decimal(number) => number.replace('.', &self.english(&msg!("decimal-sign"))),
            Content::Message { id, args } => {
                let args = arguments(args, |message| self.english(message));
                let said = self.english.say(id, &args);
                without_steering(said.unwrap_or_else(|| (*id).to_owned()))
            }
        }
    }
}

/// A text without steering characters: it may hold names and the words of files.
fn without_steering(said: String) -> String {
    match printable(&said) {
        Cow::Borrowed(_) => said,
        Cow::Owned(printable) => printable,
    }
}

fn arguments<'a>(args: &'a [(&'static str, Arg)], say: impl Fn(&Msg) -> String) -> FluentArgs<'a> {
    let mut all = FluentArgs::with_capacity(args.len());
    for (name, value) in args {
        let value = match value {
            Arg::Text(text) => FluentValue::from(text.as_str()),
            Arg::Number(number) => FluentValue::from(*number),
            Arg::Said(message) => FluentValue::from(say(message)),
        };
        all.set(*name, value);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A language with all that can be wrong in a file.
    const DUTCH: &str = "language-name = Nederlands\n\
                         moves-count = { $count ->\n    [one] { $count } zet\n   \
                         *[other] { $count } zetten\n }\n\
                         list = { $first } en { $other }\n\
                         this is no message\n";

    fn moves(count: usize) -> Msg {
        msg!("moves-count", count = count)
    }

    #[test]
    fn what_a_language_lacks_or_gets_wrong_is_said_in_english() {
        let mut words = Words::default();
        assert_eq!(words.say(&moves(1)), "1 move");
        assert_eq!(words.say(&moves(2)), "2 moves");
        let problem = words.add("nl.ftl", DUTCH.to_owned()).unwrap();
        let told = words.say(&problem);
        assert!(told.contains("nl.ftl") && told.contains("line 7"), "{told}");
        let all: Vec<_> = words.languages().collect();
        let expected = [("en", "English"), ("de", "Deutsch"), ("nl", "Nederlands")];
        assert_eq!(all, expected);
        assert!(words.choose("nl"));
        assert_eq!(words.say(&moves(1)), "1 zet");
        assert_eq!(words.say(&moves(2)), "2 zetten");
        assert_eq!(words.english(&moves(2)), "2 moves");
        // It asks for what it is not given.
        let list = Msg::list([moves(1), Msg::verbatim("Ann")]);
        assert_eq!(words.say(&list), "1 zet, Ann");
        assert_eq!(words.english(&list), "1 move, Ann");
        // Nothing is lost where nothing is there.
        assert!(!words.choose("fr"));
        assert_eq!(
            (words.chosen(), words.say(&moves(1)).as_str()),
            ("en", "1 move")
        );
    }

    #[test]
    fn numbers_have_the_decimal_sign_of_the_language() {
        let mut words = Words::default();
        let time = msg!("seconds", value = Msg::decimal("0.5".to_owned()));
        assert_eq!(words.say(&time), "0.5\u{a0}s");
        assert!(words.choose("de"));
        assert_eq!(words.say(&time), "0,5\u{a0}s");
        assert_eq!(words.say(&Msg::decimal("-1.3".to_owned())), "-1,3");
        assert_eq!(words.english(&time), "0.5\u{a0}s");
    }

    #[test]
    fn a_file_may_take_the_place_of_english_and_names_stay() {
        let mut words = Words::default();
        let text = "language-name = Plain English\nlist = { $first } and { $next }";
        assert_eq!(words.add("en.ftl", text.to_owned()), None);
        assert!(words.choose("en"));
        assert!(words.languages().any(|it| it == ("en", "Plain English")));
        let list = Msg::list(["a", "b", "c"].map(Msg::verbatim));
        assert_eq!(words.say(&list), "a and b and c");
        assert_eq!(words.english(&list), "a, b, c");
        let count = words.languages().count();
        let problem = words.add("no language.ftl", String::new()).unwrap();
        assert!(words.say(&problem).contains("no language.ftl"));
        assert_eq!(words.languages().count(), count);
    }

    #[test]
    fn a_file_comes_before_what_is_shipped_and_that_before_english() {
        let mut words = Words::default();
        let text = "language-name = Platt\nundo = Trügg".to_owned();
        assert_eq!(words.add("de.ftl", text), None);
        let all: Vec<_> = words.languages().collect();
        assert_eq!(all, [("en", "English"), ("de", "Platt")]);
        assert!(words.choose("de"));
        assert_eq!(words.say(&msg!("undo")), "Trügg");
        assert_eq!(words.say(&moves(2)), "2 Züge");
    }

    #[test]
    fn nothing_that_is_said_steers_the_screen_or_turns_text_round() {
        let steering = "A\u{202e}d\u{1b}[2Ja";
        let mut words = Words::default();
        let file = format!("language-name = {steering}\nundo = {steering}");
        assert_eq!(words.add("nl.ftl", file), None);
        assert!(words.choose("nl"));
        let name = Msg::verbatim(steering);
        let said_of_it = msg!("for-other-display", name = steering);
        for (message, expected) in [
            (msg!("undo"), "Ad[2Ja"),
            (name.clone(), "Ad[2Ja"),
            (said_of_it, "That is for Ad[2Ja, at the other display."),
            (Msg::list([name.clone(), name]), "Ad[2Ja, Ad[2Ja"),
        ] {
            assert_eq!(words.say(&message), expected);
        }
    }

    #[test]
    fn the_language_of_the_system_is_taken_where_it_is_there() {
        for (preferred, chosen) in [
            (&["de-AT", "en-GB"][..], "de"),
            (&["de"], "de"),
            (&["de_DE.UTF-8"], "de"),
            // The first that is there counts, also if that is English.
            (&["en-US", "de-DE"], "en"),
            (&["fr-FR", "de-DE"], "de"),
            (&["nl"], "en"),
            (&["C"], "en"),
            (&[], "en"),
        ] {
            let mut words = Words::default();
            words.prefer(preferred.iter().map(ToString::to_string));
            assert!(words.choose(SYSTEM), "{preferred:?}");
            assert_eq!(words.chosen(), chosen, "{preferred:?}");
            // A language that is chosen by its code does not ask the system.
            assert!(words.choose("en"));
            assert_eq!(words.chosen(), "en");
        }
    }
}
