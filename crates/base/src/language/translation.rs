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

/// Most opening braces and parentheses of an entry. The largest messages have about ten.
const MAX_OPENED: usize = 100;

/// Removes entries with more than [`MAX_OPENED`] opening braces and parentheses. The parser is
/// recursive, and deep nesting would overflow the stack. Empty lines replace the removed ones.
/// Returns the text and the first line, from 1, that is too much.
fn without_deep_entries(text: &str) -> (String, Option<usize>) {
    let mut kept = String::with_capacity(text.len());
    let (mut begin, mut opened, mut first) = (0, 0, None);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if begins_entry(line) {
            (begin, opened) = (kept.len(), 0);
        }
        opened += line.matches(['{', '(']).count();
        if opened <= MAX_OPENED {
            kept.push_str(line);
            continue;
        }
        first.get_or_insert(number);
        let lines = kept[begin..].matches('\n').count() + 1;
        kept.truncate(begin);
        kept.extend(std::iter::repeat_n('\n', lines));
        begin = kept.len();
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
