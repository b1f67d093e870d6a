//! File of a language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use icochess_message::{Msg, msg};

/// Error of an invalid language code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no code of a language: expected such as \"de\" or \"pt-BR\"")]
pub struct NotALanguage(String);

/// Checks a language code, such as `de` or `pt-BR`.
///
/// # Errors
///
/// [`NotALanguage`] if it's invalid.
pub fn is_code(code: &str) -> Result<(), NotALanguage> {
    identifier(code).map(|_| ())
}

fn identifier(code: &str) -> Result<LanguageIdentifier, NotALanguage> {
    code.parse().map_err(|_| NotALanguage(code.to_owned()))
}

pub(super) struct Translation {
    pub code: String,
    /// Native name of the language.
    pub name: String,
    bundle: FluentBundle<FluentResource>,
}

/// Deepest nesting of braces and parentheses in an entry. Messages with selectors and functions
/// need four or five levels.
const MAX_DEPTH: usize = 32;

/// Content of an open brace.
#[derive(Clone, Copy)]
enum Inside {
    /// Parses an expression at this depth of parentheses.
    Expression(usize),
    /// String literal in an expression.
    Literal(usize),
    /// Variants of a selector, which are text.
    Variants,
}

/// Open braces of an entry.
#[derive(Default)]
struct Braces(Vec<Inside>);

impl Braces {
    /// Processes a line. Returns whether it is nested deeper than [`MAX_DEPTH`].
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
            if self.0.iter().map(within).sum::<usize>() > MAX_DEPTH {
                return true;
            }
        }
        false
    }
}

/// Removes entries nested deeper than [`MAX_DEPTH`]. The parser is recursive and would overflow
/// the stack. Empty lines replace the removed ones. Returns the text and the first line, from 1,
/// that is too deep.
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

/// Returns whether the parser has left all braces at this line. An identifier with `=` or a comment
/// can't occur inside them.
fn begins_entry(line: &str) -> bool {
    let name = line.strip_prefix('-').unwrap_or(line);
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "_-".contains(c));
    line.starts_with('#')
        || name.starts_with(|c: char| c.is_ascii_alphabetic())
            && rest.trim_start_matches(' ').starts_with('=')
}

impl Translation {
    /// Parses a language file and skips invalid parts. Returns a message with the first invalid
    /// line, if any.
    pub(super) fn read(
        code: &str,
        file: &str,
        text: String,
    ) -> Result<(Self, Option<Msg>), NotALanguage> {
        let mut bundle = FluentBundle::new_concurrent(vec![identifier(code)?]);
        // Isolation marks are for mixed writing directions, which the built-in fonts don't support.
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
        // Of duplicate messages, the first counts.
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

    /// Formats a message, if it exists and all its arguments are given. Joins lines into
    /// paragraphs, which empty lines separate.
    pub(super) fn say(&self, id: &str, args: &FluentArgs) -> Option<String> {
        self.format(id, None, args)
    }

    /// Formats the attribute `.name` of a message, if it has one.
    pub(super) fn name(&self, id: &str, args: &FluentArgs) -> Option<String> {
        self.format(id, Some("name"), args)
    }

    fn format(&self, id: &str, attribute: Option<&str>, args: &FluentArgs) -> Option<String> {
        let message = self.bundle.get_message(id)?;
        let pattern = match attribute {
            Some(attribute) => message.get_attribute(attribute)?.value(),
            None => message.value()?,
        };
        let mut errors = Vec::new();
        let formatted = self
            .bundle
            .format_pattern(pattern, Some(args), &mut errors)
            .into_owned();
        errors.is_empty().then(|| unwrapped(formatted))
    }
}

/// Joins the lines of each paragraph; an empty line separates paragraphs.
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
    fn deeply_nested_entries_are_skipped_and_reported() {
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
    fn lines_are_joined_into_paragraphs() {
        let text = "a =\n    One and\n    two.\n\n    Three.\nb = { $x }\n";
        let (translation, _) = read(text);
        let formatted = says(&translation, "a");
        assert_eq!(formatted.as_deref(), Some("One and two.\nThree."));
        // Treats Windows line endings in the same way.
        let (translation, _) = read(&text.replace('\n', "\r\n"));
        assert_eq!(says(&translation, "a"), formatted);
    }

    #[test]
    fn closed_braces_do_not_add_up() {
        let all = "# {{{{{{{{\n".to_owned() + &"a = { \"{\" } { \"}\" } (\n".repeat(99);
        let (translation, problem) = read(&all);
        assert_eq!(says(&translation, "a").as_deref(), Some("{ } ("));
        assert_eq!(problem, None);
    }
}
