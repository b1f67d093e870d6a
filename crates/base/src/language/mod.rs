//! Texts for players, in the language of their choice.
//!
//! * [`Msg`](icochess_message::Msg), made with [`msg!`](icochess_message::msg): a message
//!   independent of the language.
//! * [`Words`]: formats messages in the chosen language, with English as the fallback.
//! * `translation`: the file of a language.
//!
//! Files are in the format of [Project Fluent](https://projectfluent.org). English is
//! `assets/language/en.ftl`, and the app also ships `de.ftl`. `docs/contribute/translating.md`
//! explains how to add a language. The command line, the log and game files are English in every
//! language.

mod translation;
mod words;

pub use translation::{NotALanguage, is_code};
pub use words::{ENGLISH, SYSTEM, Words};
