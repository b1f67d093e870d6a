//! Messages in the language that is chosen.

use std::borrow::Cow;
use std::fmt;

use bevy::prelude::Resource;
use fluent_bundle::{FluentArgs, FluentValue};

use super::translation::Translation;
use icochess_message::{Arg, Content, Msg, msg, printable};

/// The code of the language that everything is written in first.
pub const ENGLISH: &str = "en";

const ENGLISH_TEXT: &str = include_str!("../../assets/language/en.ftl");

/// Says messages in the language that is chosen, and in English what that lacks.
#[derive(Resource)]
pub struct Words {
    english: Translation,
    /// The files that were found, by their codes. There may be one for English, too.
    others: Vec<Translation>,
    /// Which of those is chosen; `None` is English as it comes with the program.
    chosen: Option<usize>,
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words")
            .field("chosen", &self.chosen())
            .finish_non_exhaustive()
    }
}

impl Default for Words {
    /// English alone.
    fn default() -> Self {
        let english = Translation::read(ENGLISH, "en.ftl", ENGLISH_TEXT.to_owned());
        let (english, _) = english.expect("en is the code of a language");
        Self {
            english,
            others: Vec::new(),
            chosen: None,
        }
    }
}

impl Words {
    /// Adds the text of a language's file, which is called as its language's code with
    /// `.ftl` at the end. What of it cannot be used is told: English stands in for that.
    pub fn add(&mut self, file: &str, text: String) -> Option<Msg> {
        let code = file.trim_end_matches(".ftl");
        match Translation::read(code, file, text) {
            Ok((translation, problem)) => {
                self.others.push(translation);
                self.others.sort_by(|a, b| a.code.cmp(&b.code));
                self.chosen = None;
                problem
            }
            Err(problem) => Some(msg!(
                "language-unknown",
                file = file,
                problem = problem.to_string()
            )),
        }
    }

    /// The languages there are: the code of each and what its speakers call it.
    pub fn languages(&self) -> impl Iterator<Item = (&str, &str)> {
        let has_own = self.others.iter().any(|other| other.code == ENGLISH);
        let english = (!has_own).then_some(&self.english);
        let all = english.into_iter().chain(&self.others);
        all.map(|it| (it.code.as_str(), it.name.as_str()))
    }

    /// The code of the language that is chosen.
    pub fn chosen(&self) -> &str {
        &self.translations().next().unwrap_or(&self.english).code
    }

    /// Chooses a language by its code. Is it there? If not, English is chosen.
    pub fn choose(&mut self, code: &str) -> bool {
        self.chosen = self.others.iter().position(|other| other.code == code);
        self.chosen.is_some() || code == ENGLISH
    }

    /// In the order in which they are asked.
    fn translations(&self) -> impl Iterator<Item = &Translation> {
        let chosen = self.chosen.and_then(|at| self.others.get(at));
        chosen.into_iter().chain([&self.english])
    }

    /// A message in the language that is chosen.
    pub fn say(&self, message: &Msg) -> String {
        match message.content() {
            Content::Verbatim(text) => printable(text).into_owned(),
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
            Content::Message { id, args } => {
                let args = arguments(args, |message| self.english(message));
                let said = self.english.say(id, &args);
                without_steering(said.unwrap_or_else(|| (*id).to_owned()))
            }
        }
    }
}

/// What is said, which may hold names and files' own words.
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
    const GERMAN: &str = "language-name = Deutsch\n\
                          moves-count = { $count ->\n    [one] { $count } Zug\n   \
                          *[other] { $count } Züge\n }\n\
                          list = { $first } und { $other }\n\
                          this is no message\n";

    #[test]
    fn what_a_language_lacks_or_gets_wrong_is_said_in_english() {
        let mut words = Words::default();
        let moves = |count: usize| msg!("moves-count", count = count);
        assert_eq!(words.say(&moves(1)), "1 move");
        assert_eq!(words.say(&moves(2)), "2 moves");
        let problem = words.add("de.ftl", GERMAN.to_owned()).unwrap();
        let told = words.say(&problem);
        assert!(told.contains("de.ftl") && told.contains("line 7"), "{told}");
        let all: Vec<_> = words.languages().collect();
        assert_eq!(all, [("en", "English"), ("de", "Deutsch")]);
        assert!(words.choose("de"));
        assert_eq!(words.say(&moves(1)), "1 Zug");
        assert_eq!(words.say(&moves(2)), "2 Züge");
        assert_eq!(words.english(&moves(2)), "2 moves");
        // It asks for what it is not given.
        let list = Msg::list([moves(1), Msg::verbatim("Ann")]);
        assert_eq!(words.say(&list), "1 Zug, Ann");
        assert_eq!(words.english(&list), "1 move, Ann");
        // Nothing is lost where nothing is there.
        assert!(!words.choose("fr"));
        assert_eq!(
            (words.chosen(), words.say(&moves(1)).as_str()),
            ("en", "1 move")
        );
    }

    #[test]
    fn a_file_may_take_the_place_of_english_and_names_stay() {
        let mut words = Words::default();
        let text = "language-name = Plain English\nlist = { $first } and { $next }";
        assert_eq!(words.add("en.ftl", text.to_owned()), None);
        assert!(words.choose("en"));
        let all: Vec<_> = words.languages().collect();
        assert_eq!(all, [("en", "Plain English")]);
        let list = Msg::list(["a", "b", "c"].map(Msg::verbatim));
        assert_eq!(words.say(&list), "a and b and c");
        assert_eq!(words.english(&list), "a, b, c");
        let problem = words.add("no language.ftl", String::new()).unwrap();
        assert!(words.say(&problem).contains("no language.ftl"));
        assert_eq!(words.languages().count(), 1);
    }
}
