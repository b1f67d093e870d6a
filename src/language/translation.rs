//! The file of a language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use icochess_message::{Msg, msg};

/// A code that names no language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no code of a language: expected such as \"de\" or \"pt-BR\"")]
pub struct NotALanguage(String);

/// Is it a code of a language, as files and the setting have it: `de`, `pt-BR`?
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
    /// What its speakers call it.
    pub name: String,
    bundle: FluentBundle<FluentResource>,
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
        let (resource, errors) = match FluentResource::try_new(text) {
            Ok(resource) => (resource, Vec::new()),
            Err((resource, errors)) => (resource, errors),
        };
        let problem = errors.first().map(|first| {
            let before = &resource.source().as_bytes()[..first.pos.start];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            msg!("language-broken", file = file, line = line)
        });
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

    /// Says a message, if it is there and all is there that it asks for.
    pub(super) fn say(&self, id: &str, args: &FluentArgs) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut errors = Vec::new();
        let said = self
            .bundle
            .format_pattern(pattern, Some(args), &mut errors)
            .into_owned();
        errors.is_empty().then_some(said)
    }
}
