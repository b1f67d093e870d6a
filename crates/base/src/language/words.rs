//! Messages in the chosen language.

use std::borrow::Cow;
use std::fmt;

use bevy::prelude::Resource;
use fluent_bundle::{FluentArgs, FluentValue};

use super::translation::Translation;
use icochess_message::{Arg, Content, Msg, msg, printable};

/// Code of the source language.
pub const ENGLISH: &str = "en";

/// Setting for the system's language, if available.
pub const SYSTEM: &str = "auto";

const ENGLISH_TEXT: &str = include_str!("../../../../assets/language/en.ftl");

/// Shipped translations: code and text.
const SHIPPED: [(&str, &str); 1] = [("de", include_str!("../../../../assets/language/de.ftl"))];

/// Formats messages in the chosen language, with English as the fallback.
#[derive(Resource)]
pub struct Words {
    english: Translation,
    /// Translations sorted by code. User files precede shipped ones with equal codes, and may also
    /// replace English.
    others: Vec<Translation>,
    chosen: String,
    /// System's preferred languages, best first.
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
    /// Loads the shipped languages and chooses English.
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
    /// Adds a language file, named after its code with the extension `.ftl`. Returns a message
    /// about invalid parts, if any. The shipped translation, or else English, replaces them.
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

    /// Sets the system's preferred languages, best first, such as `de-AT`. Takes effect at the next
    /// [`Words::choose`] of [`SYSTEM`].
    pub fn prefer(&mut self, languages: impl IntoIterator<Item = String>) {
        self.preferred = languages.into_iter().collect();
    }

    /// Returns the available languages: code and native name.
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

    /// Returns the code of the chosen language.
    pub fn chosen(&self) -> &str {
        &self.chosen
    }

    /// Chooses a language by its code, or the system's language for [`SYSTEM`]. Returns whether
    /// it's available; otherwise chooses English.
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

    /// Returns the first preferred language that is available, with or without its region.
    fn of_system(&self) -> Option<&str> {
        self.preferred.iter().find_map(|wanted| {
            let language = wanted.split(['-', '_', '.']).next();
            self.code(|it| it == wanted)
                .or_else(|| self.code(|it| Some(it) == language))
        })
    }

    /// Returns the code of an available language.
    fn code(&self, is_wanted: impl Fn(&str) -> bool) -> Option<&str> {
        let mut codes = self.languages().map(|(code, _)| code);
        codes.find(|code| is_wanted(code))
    }

    /// Returns the translations in order of priority.
    fn translations(&self) -> impl Iterator<Item = &Translation> {
        let chosen = self.others.iter().filter(|it| it.code == self.chosen);
        chosen.chain([&self.english])
    }

    /// Formats a message in the chosen language.
    pub fn say(&self, message: &Msg) -> String {
        match message.content() {
            Content::Verbatim(text) => printable(text).into_owned(),
            Content::Decimal(number) => number.replace('.', &self.say(&msg!("decimal-sign"))),
            Content::Message { id, args } => {
                let args = arguments(args, |message| self.say(message));
                let mut formatted = self.translations().filter_map(|it| it.say(id, &args));
                let formatted = formatted.next().unwrap_or_else(|| (*id).to_owned());
                without_steering(formatted)
            }
        }
    }

    /// Formats a message in English, for the command line.
    pub fn english(&self, message: &Msg) -> String {
        self.in_english(message, Translation::say)
    }

    /// Returns the name of a control for other programs: the label's attribute `.name`, which stays
    /// the same if the label is reworded, or else the English label.
    pub fn name(&self, label: &Msg) -> String {
        self.in_english(label, |english, id, args| {
            english.name(id, args).or_else(|| english.say(id, args))
        })
    }

    fn in_english(&self, message: &Msg, say: Say) -> String {
        match message.content() {
            Content::Verbatim(text) => printable(text).into_owned(),
            Content::Decimal(number) => number.replace('.', &self.english(&msg!("decimal-sign"))),
            Content::Message { id, args } => {
                let args = arguments(args, |message| self.in_english(message, say));
                let formatted = say(&self.english, id, &args);
                without_steering(formatted.unwrap_or_else(|| (*id).to_owned()))
            }
        }
    }
}

/// Formats a message of a translation.
type Say = fn(&Translation, &str, &FluentArgs) -> Option<String>;

/// Removes control characters, because the text may contain names and file content.
fn without_steering(formatted: String) -> String {
    match printable(&formatted) {
        Cow::Borrowed(_) => formatted,
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

    /// Translation file with every kind of error.
    const DUTCH: &str = "language-name = Nederlands\n\
                         moves-count = { $count ->\n    [one] { $count } zet\n   \
                         *[other] { $count } zetten\n }\n\
                         list = { $first } en { $other }\n\
                         this is no message\n";

    fn moves(count: usize) -> Msg {
        msg!("moves-count", count = count)
    }

    #[test]
    fn missing_or_invalid_messages_fall_back_to_english() {
        let mut words = Words::default();
        assert_eq!(words.say(&moves(1)), "1 move");
        assert_eq!(words.say(&moves(2)), "2 moves");
        let problem = words.add("nl.ftl", DUTCH.to_owned()).unwrap();
        let shown = words.say(&problem);
        assert!(
            shown.contains("nl.ftl") && shown.contains("line 7"),
            "{shown}"
        );
        let all: Vec<_> = words.languages().collect();
        let expected = [("en", "English"), ("de", "Deutsch"), ("nl", "Nederlands")];
        assert_eq!(all, expected);
        assert!(words.choose("nl"));
        assert_eq!(words.say(&moves(1)), "1 zet");
        assert_eq!(words.say(&moves(2)), "2 zetten");
        assert_eq!(words.english(&moves(2)), "2 moves");
        // Its `list` uses an argument that isn't passed.
        let list = Msg::list([moves(1), Msg::verbatim("Ann")]);
        assert_eq!(words.say(&list), "1 zet, Ann");
        assert_eq!(words.english(&list), "1 move, Ann");
        // A missing language falls back to English.
        assert!(!words.choose("fr"));
        assert_eq!(
            (words.chosen(), words.say(&moves(1)).as_str()),
            ("en", "1 move")
        );
    }

    #[test]
    fn numbers_use_the_decimal_separator_of_the_language() {
        let mut words = Words::default();
        let time = msg!("seconds", value = Msg::decimal("0.5".to_owned()));
        assert_eq!(words.say(&time), "0.5\u{a0}s");
        assert!(words.choose("de"));
        assert_eq!(words.say(&time), "0,5\u{a0}s");
        assert_eq!(words.say(&Msg::decimal("-1.3".to_owned())), "-1,3");
        assert_eq!(words.english(&time), "0.5\u{a0}s");
    }

    #[test]
    fn file_may_replace_english_but_not_names() {
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
    fn files_precede_shipped_text_and_english() {
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
    fn messages_contain_no_control_characters() {
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
            (said_of_it, "Only Ad[2Ja can do that, at the other display."),
            (Msg::list([name.clone(), name]), "Ad[2Ja, Ad[2Ja"),
        ] {
            assert_eq!(words.say(&message), expected);
        }
    }

    #[test]
    fn system_language_is_used_if_available() {
        for (preferred, chosen) in [
            (&["de-AT", "en-GB"][..], "de"),
            (&["de"], "de"),
            (&["de_DE.UTF-8"], "de"),
            // The first available language counts, even if it is English.
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
            // Choosing a code ignores the system.
            assert!(words.choose("en"));
            assert_eq!(words.chosen(), "en");
        }
    }
}
