//! The file of a language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use icochess_message::{Msg, msg};

/// A code that names no language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no code of a language: expected such as \"de\" or \"pt-BR\"")]
pub struct NotALanguage(String);

/// Checks that a text is a code of a language, as files and the setting have it: `de`, `pt-BR`.
///
/// # Errors
///
/// [`NotALanguage`] if it is none.
pub fn is_code(code: &str) -> Result<(), NotALanguage> {
    identifier(code).map(|_| ())
}

fn identifier(code: &str) -> Result<LanguageIdentifier, NotALanguage> {
    code.parse().map_err(|_| NotALanguage(code.to_owned()))
}

/// The messages of a language.
pub(super) struct Translation {
    pub code: String,
    /// The name of the language in the language itself.
    pub name: String,
    bundle: FluentBundle<FluentResource>,
}

/// Most braces and parentheses within one another in an entry. Messages with selectors and
/// functions need four or five.
const MOST_DEPTH: usize = 32;

/// The kind of text in a brace that is still open.
#[derive(Clone, Copy)]
enum Inside {
    /// An expression, in so many parentheses.
    Expression(usize),
    /// A string literal of an expression.
    Literal(usize),
    /// The variants of a selector, which are text.
    Variants,
}

/// The open braces of an entry.
#[derive(Default)]
struct Braces(Vec<Inside>);

impl Braces {
    /// Reads on to the end of a line. Returns whether it is nested deeper than [`MOST_DEPTH`].
    fn is_too_deep(&mut self, line: &str) -> bool {
        let mut bytes = line.bytes().peekable();
        while let Some(byte) = bytes.next() {
            match (self.0.last_mut(), byte) {
                (Some(Inside::Literal(_)), b'\\') => {
                    bytes.next();
                }
                (Some(inside @ &mut Inside::Literal(within)), b'"') => {
                    *inside = Inside::Expression(within);
                }
                (Some(Inside::Literal(_)), _) => {}
                (_, b'{') => self.0.push(Inside::Expression(0)),
                (_, b'}') => {
                    self.0.pop();
                }
                (Some(inside @ &mut Inside::Expression(within)), b'"') => {
                    *inside = Inside::Literal(within);
                }
                (Some(Inside::Expression(within)), b'(') => *within += 1,
                (Some(Inside::Expression(within)), b')') => *within = within.saturating_sub(1),
                (Some(inside), b'-') if bytes.peek() == Some(&b'>') => *inside = Inside::Variants,
                _ => {}
            }
            let within = |inside: &Inside| match inside {
                Inside::Expression(within) | Inside::Literal(within) => 1 + within,
                Inside::Variants => 1,
            };
            if self.0.iter().map(within).sum::<usize>() > MOST_DEPTH {
                return true;
            }
        }
        false
    }
}

/// The text of a file without the entries that are nested deeper than [`MOST_DEPTH`], and the
/// line, from 1, on which the first of these is too deep. The parser follows each brace and each
/// parenthesis by a call of its own, and would use up the stack. Empty lines take the place of
/// what is left out.
fn without_deep_entries(text: &str) -> (String, Option<usize>) {
    let mut kept = String::with_capacity(text.len());
    let (mut begin, mut braces, mut is_deep, mut first) = (0, Braces::default(), false, None);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if begins_entry(line) {
            (begin, braces, is_deep) = (kept.len(), Braces::default(), false);
        }
        if !is_deep && braces.is_too_deep(line) {
            is_deep = true;
            first.get_or_insert(number);
            let lines = kept[begin..].matches('\n').count();
            kept.truncate(begin);
            kept.extend(std::iter::repeat_n('\n', lines));
        }
        kept.push_str(if is_deep { "\n" } else { line });
    }
    (kept, first)
}

/// Whether the parser is out of all braces when it has come to this line: no identifier with
/// `=` and no comment can stand within them.
fn begins_entry(line: &str) -> bool {
    let name = line.strip_prefix('-').unwrap_or(line);
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "_-".contains(c));
    line.starts_with('#')
        || name.starts_with(|c: char| c.is_ascii_alphabetic())
            && rest.trim_start_matches(' ').starts_with('=')
}

impl Translation {
    /// Reads the text of a language's file. What of it cannot be read is left out; it is
    /// told where the first of that is.
    pub(super) fn read(
        code: &str,
        file: &str,
        text: String,
    ) -> Result<(Self, Option<Msg>), NotALanguage> {
        let mut bundle = FluentBundle::new_concurrent(vec![identifier(code)?]);
        // The marks round what is filled in are for mixed directions of writing, which
        // our fonts do not have.
        bundle.set_use_isolating(false);
        let (text, too_deep) = without_deep_entries(&text);
        let (resource, errors) = match FluentResource::try_new(text) {
            Ok(resource) => (resource, Vec::new()),
            Err((resource, errors)) => (resource, errors),
        };
        let unread = errors.first().map(|first| {
            let before = &resource.source().as_bytes()[..first.pos.start];
            1 + before.iter().filter(|byte| **byte == b'\n').count()
        });
        let first = [unread, too_deep].into_iter().flatten().min();
        let problem = first.map(|line| msg!("language-broken", file = file, line = line));
        // A message that is there twice counts as it stands first.
        let _ = bundle.add_resource(resource);
        let mut translation = Self {
            code: code.to_owned(),
            name: code.to_owned(),
            bundle,
        };
        if let Some(name) = translation.say("language-name", &FluentArgs::new()) {
            translation.name = name;
        }
        Ok((translation, problem))
    }

    /// Says a message, if it is there and all is there that it asks for. Where a line of the file
    /// ends, the text goes on; an empty line begins a new one.
    pub(super) fn say(&self, id: &str, args: &FluentArgs) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut errors = Vec::new();
        let said = self
            .bundle
            .format_pattern(pattern, Some(args), &mut errors)
            .into_owned();
        errors.is_empty().then(|| unwrapped(said))
    }
}

/// A text without the ends of the lines that it was written in; an empty line is the end of one.
fn unwrapped(text: String) -> String {
    if !text.contains('\n') {
        return text;
    }
    let paragraphs: Vec<String> = text
        .split("\n\n")
        .map(|paragraph| paragraph.replace('\n', " "))
        .collect();
    paragraphs.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Translation, Option<String>) {
        let (translation, problem) =
            Translation::read("de", "de.ftl", text.to_owned()).expect("a code");
        (translation, problem.map(|problem| format!("{problem:?}")))
    }

    fn says(translation: &Translation, id: &str) -> Option<String> {
        translation.say(id, &FluentArgs::new())
    }

    #[test]
    fn what_is_nested_without_end_is_left_out_and_its_line_told() {
        let many = 1_000_000;
        for deep in [
            "{".repeat(many),
            "{\n".repeat(many),
            "{\n    ".repeat(many),
            format!("{{ {}", "A(".repeat(many)),
            format!("{{ {}", "A(\n".repeat(many)),
            format!("{{ {}", "A(\"}\", ".repeat(many)),
            format!("{{ {}", "A(\")\", ".repeat(many)),
            "{ A() ->\n *[a] ".repeat(many),
            "{ A() ->\n *[a] )))".repeat(many),
            "{ A(\"}}}\") ->\n *[a] \"".repeat(many),
            "{ A(\"\\\"}}}\") ->\n *[a] \" ".repeat(many),
            format!("{}{}", "{".repeat(many), "}".repeat(many)),
        ] {
            let (translation, problem) = read(&format!("one = Eins\ntwo = {deep}\nten = Zehn\n"));
            assert_eq!(says(&translation, "one").as_deref(), Some("Eins"));
            let begun: String = deep.chars().take(20).collect();
            assert_eq!(says(&translation, "two"), None, "{begun:?}");
            assert_eq!(
                says(&translation, "ten").as_deref(),
                Some("Zehn"),
                "{begun:?}"
            );
            assert!(
                problem.is_some_and(|it| it.contains("language-broken")),
                "{begun:?}"
            );
        }
    }

    #[test]
    fn a_sentence_goes_on_where_a_line_of_the_file_ends() {
        let text = "a =\n    One and\n    two.\n\n    Three.\nb = { $x }\n";
        let (translation, _) = read(text);
        let said = says(&translation, "a");
        assert_eq!(said.as_deref(), Some("One and two.\nThree."));
        // Nor where lines end as some systems have them.
        let (translation, _) = read(&text.replace('\n', "\r\n"));
        assert_eq!(says(&translation, "a"), said);
    }

    #[test]
    fn braces_that_close_do_not_add_up() {
        let all = "# {{{{{{{{\n".to_owned() + &"a = { \"{\" } { \"}\" } (\n".repeat(99);
        let (translation, problem) = read(&all);
        assert_eq!(says(&translation, "a").as_deref(), Some("{ } ("));
        assert_eq!(problem, None);
    }
}
