//! System fonts for characters that the built-in fonts lack, for example in Chinese names.
//!
//! Fonts are only read when a text contains such a character. Nothing blocks: the text shows boxes
//! until a thread has found a font.

use std::collections::HashSet;
use std::time::Duration;

use bevy::prelude::*;
use bevy::text::{EditableText, FontCx};
use fontique::{Blob, FallbackKey, Script, ScriptExt};
use swash::FontRef;

use super::fonts::{REGULAR, SYMBOLS};
use super::system_fonts::{FontFolders, FoundFont, Search};
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;

/// Interval for polling the search thread.
const POLL_EVERY: Duration = Duration::from_millis(100);

/// Already requested characters, and the search thread.
#[derive(Resource, Default)]
struct FontFallback {
    known: HashSet<char>,
    search: Option<Search>,
    /// The number of pending answers.
    waiting: usize,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FontFolders>()
        .init_resource::<FontFallback>()
        .add_systems(PreStartup, add_built_in)
        .add_systems(
            Update,
            (
                request_fonts,
                apply_found_fonts.run_if(|fallback: Res<FontFallback>| fallback.waiting > 0),
            )
                .chain()
                .run_if(resource_exists::<FontCx>)
                .in_set(AppSystems::Feedback),
        );
}

/// Makes symbols available in every text, and Inter's scripts in titles, which may contain names.
fn add_built_in(fonts: Option<ResMut<FontCx>>) {
    if let Some(mut fonts) = fonts {
        for font in [REGULAR, SYMBOLS] {
            add(&mut fonts, Blob::from(font.to_vec()), None);
        }
    }
}

/// Returns whether one of the built-in fonts has a character.
fn is_ours(character: char) -> bool {
    let fonts = [REGULAR, SYMBOLS].into_iter();
    fonts
        .filter_map(|bytes| FontRef::from_index(bytes, 0))
        .any(|font| font.charmap().map(character) != 0)
}

/// Requests a font search for new characters in texts and fields.
fn request_fonts(
    written: Query<&Text, Changed<Text>>,
    typed: Query<&EditableText, Changed<EditableText>>,
    folders: Res<FontFolders>,
    mut fallback: ResMut<FontFallback>,
) {
    let written = written.iter().flat_map(|text| text.chars());
    let typed = typed.iter().flat_map(|text| text.value().into_iter());
    let typed = typed.flat_map(str::chars);
    let mut missing = Vec::new();
    for character in written
        .chain(typed)
        .filter(|character| !character.is_ascii())
    {
        if fallback.known.contains(&character) {
            continue;
        }
        fallback.known.insert(character);
        if !character.is_whitespace() && !character.is_control() && !is_ours(character) {
            missing.push(character);
        }
    }
    if missing.is_empty() {
        return;
    }
    let start = || Search::start(folders.clone());
    let search = match fallback.search.take().map_or_else(start, Ok) {
        Ok(search) => search,
        Err(problem) => {
            warn!("Fonts of the system are not looked for: {problem}");
            return;
        }
    };
    fallback.waiting += usize::from(search.request(missing));
    fallback.search = Some(search);
}

/// Redraws texts with the fonts that were found.
fn apply_found_fonts(
    mut next: ResMut<NextFrame>,
    mut fallback: ResMut<FontFallback>,
    mut fonts: ResMut<FontCx>,
    mut texts: Query<(Option<&Text>, Option<&EditableText>, &mut TextFont)>,
) {
    next.within(POLL_EVERY);
    let fallback = fallback.bypass_change_detection();
    while let Some(found) = fallback.search.as_mut().and_then(Search::poll) {
        fallback.waiting -= 1;
        for FoundFont {
            family,
            data,
            characters,
        } in found
        {
            add(&mut fonts, data, Some(&family));
            for (written, typed, mut font) in &mut texts {
                let has_any = |text: &str| text.contains(&*characters);
                if written.is_some_and(|text| has_any(text))
                    || typed.is_some_and(|text| text.value().into_iter().any(has_any))
                {
                    font.set_changed();
                }
            }
        }
    }
}

/// Adds a font as a fallback for all scripts, or only one family in the font's file.
fn add(fonts: &mut FontCx, data: Blob<u8>, family: Option<&str>) {
    let all = fonts.collection.register_fonts(data, None);
    let family = family.and_then(|name| fonts.collection.family_id(name));
    let added = all.into_iter().map(|(id, _)| id);
    let added: Vec<_> = added
        .filter(|id| family.is_none_or(|only| only == *id))
        .collect();
    for (script, _) in <Script as ScriptExt>::all_samples() {
        let key = FallbackKey::new(*script, None);
        fonts
            .collection
            .append_fallbacks(key, added.iter().copied());
    }
}
