//! System fonts, and the characters that they cover.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{env, io};

use bevy::prelude::Resource;
use directories::{BaseDirs, UserDirs};
use fontique::{Blob, Collection, CollectionOptions};
use swash::FontRef;
use swash::scale::{Render, ScaleContext, Source, StrikeWith};

use icochess_base::platform::{self, BackgroundTask};

/// The folders searched for fonts, recursively; the system's font folders by default.
#[derive(Resource, Debug, Clone)]
pub struct FontFolders(pub Vec<PathBuf>);

impl Default for FontFolders {
    fn default() -> Self {
        let (base, user) = (BaseDirs::new(), UserDirs::new());
        let fixed: &[&str] = if cfg!(target_os = "macos") {
            &["/System/Library/Fonts", "/Library/Fonts"]
        } else if cfg!(windows) {
            &[]
        } else {
            &[
                "/usr/share/fonts",
                "/usr/local/share/fonts",
                // NixOS.
                "/run/current-system/sw/share/X11/fonts",
            ]
        };
        let mut all: Vec<PathBuf> = fixed.iter().map(PathBuf::from).collect();
        if cfg!(windows) {
            let windows = env::var_os("WINDIR").map(PathBuf::from);
            all.extend(windows.map(|dir| dir.join("Fonts")));
            let local = base.map(|base| base.data_local_dir().to_owned());
            all.extend(local.map(|dir| dir.join("Microsoft/Windows/Fonts")));
        } else {
            all.extend(user.and_then(|user| Some(user.font_dir()?.to_owned())));
            all.extend(base.map(|base| base.home_dir().join(".fonts")));
        }
        Self(all)
    }
}

/// A font found by the search.
#[derive(Clone)]
pub(super) struct FoundFont {
    /// Family of the font.
    pub family: String,
    /// Bytes of the font's file, which may contain other families.
    pub data: Blob<u8>,
    /// Requested characters that the font can draw.
    pub characters: Vec<char>,
}

/// The font search thread, which ends on drop.
pub(super) struct Search {
    background: BackgroundTask,
    wanted: Sender<Vec<char>>,
    /// `Mutex` only because `Receiver` isn't `Sync`; never contended.
    found: Mutex<Receiver<Vec<FoundFont>>>,
}

impl Search {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// Returns the system's error if no thread can be started.
    pub(super) fn start(folders: FontFolders) -> io::Result<Self> {
        let (wanted, requests) = channel::<Vec<char>>();
        let (results, found) = channel();
        let mut fonts = Finder::new(folders);
        let background = BackgroundTask::start("fonts", move || async move {
            while let Some(characters) = platform::next(&requests).await {
                if results.send(fonts.find(characters)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self {
            background,
            wanted,
            found: Mutex::new(found),
        })
    }

    /// Requests fonts for these characters. Returns whether an answer will follow.
    pub(super) fn request(&self, characters: Vec<char>) -> bool {
        self.wanted.send(characters).is_ok()
    }

    /// Returns the next answer, if any: the fewest fonts that cover all drawable characters.
    pub(super) fn poll(&mut self) -> Option<Vec<FoundFont>> {
        self.background.run_pending();
        self.found.get_mut().ok()?.try_recv().ok()
    }
}

/// Glyph sources in Bevy's order of preference.
const SOURCES: [Source; 3] = [
    Source::ColorOutline(0),
    Source::ColorBitmap(StrikeWith::BestFit),
    Source::Outline,
];

/// Font size for trial rendering, in pixels.
const TRIED: f32 = 16.0;

/// The system fonts, read on the first search.
struct Finder {
    folders: FontFolders,
    fonts: Option<Collection>,
    scaling: ScaleContext,
}

impl Finder {
    fn new(folders: FontFolders) -> Self {
        Self {
            folders,
            fonts: None,
            scaling: ScaleContext::new(),
        }
    }

    /// Finds a small set of fonts that covers all drawable characters.
    fn find(&mut self, mut left: Vec<char>) -> Vec<FoundFont> {
        let mut families = self.families(&left);
        let mut found = Vec::new();
        loop {
            for family in &mut families {
                family
                    .characters
                    .retain(|character| left.contains(character));
            }
            let best = families.iter().min_by_key(|it| {
                // Among equals, prefers fonts that resemble the built-in ones.
                let is_unlike = ["Serif", "Mono"]
                    .iter()
                    .any(|kind| it.family.contains(kind));
                (Reverse(it.characters.len()), is_unlike, &it.family)
            });
            let Some(best) = best.filter(|best| !best.characters.is_empty()).cloned() else {
                return found;
            };
            left.retain(|character| !best.characters.contains(character));
            found.push(best);
        }
    }

    /// Returns the families that draw any of these characters, each with the characters it draws.
    fn families(&mut self, wanted: &[char]) -> Vec<FoundFont> {
        let fonts = self.fonts.get_or_insert_with(|| {
            let mut fonts = Collection::new(CollectionOptions {
                shared: false,
                system_fonts: false,
            });
            fonts.load_fonts_from_paths(&self.folders.0);
            fonts
        });
        let names: Vec<String> = fonts.family_names().map(str::to_owned).collect();
        let mut all = Vec::new();
        for family in names {
            let info = fonts.family_by_name(&family);
            let Some(font) = info.as_ref().and_then(|info| info.default_font()) else {
                continue;
            };
            let Some(data) = font.load(None) else {
                continue;
            };
            let Some(font) = FontRef::from_index(data.as_ref(), font.index() as usize) else {
                continue;
            };
            let scaling = &mut self.scaling;
            let characters = wanted.iter().copied();
            let characters: Vec<char> = characters
                .filter(|character| draws(scaling, font, *character))
                .collect();
            if !characters.is_empty() {
                let data = data.clone();
                all.push(FoundFont {
                    family,
                    data,
                    characters,
                });
            }
        }
        all
    }
}

/// Returns whether a font has a visible glyph for a character. Bevy drops a whole text if one of
/// its glyphs can't be drawn.
fn draws(scaling: &mut ScaleContext, font: FontRef, character: char) -> bool {
    let glyph = font.charmap().map(character);
    if glyph == 0 {
        return false;
    }
    let mut scaler = scaling.builder(font).size(TRIED).build();
    let drawn = Render::new(&SOURCES).render(&mut scaler, glyph);
    drawn.is_some_and(|image| image.placement.width > 0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn search_finds_the_fewest_fonts() {
        let dir = tempfile::tempdir().unwrap();
        let squares = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/data/fonts/squares.ttf"
        );
        let within = dir.path().join("some/where");
        fs::create_dir_all(&within).unwrap();
        fs::copy(squares, within.join("squares.ttf")).unwrap();
        fs::write(dir.path().join("broken.ttf"), "no font").unwrap();
        let bytes = fs::read(squares).unwrap();
        fs::write(dir.path().join("cut.ttf"), &bytes[..bytes.len() / 2]).unwrap();
        let mut fonts = Finder::new(FontFolders(vec![dir.path().to_owned(), "/no/such".into()]));
        // In the test font, the third character is blank and the fourth is missing.
        let found = fonts.find(vec!['名', 'א', '\u{3164}', '的']);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].family, "Icochess Squares");
        assert_eq!(found[0].characters, ['名', 'א']);
        assert!(fonts.find(vec!['的']).is_empty());
        assert_eq!(fonts.find(vec!['가'])[0].characters, ['가']);
    }

    #[test]
    fn search_thread_answers_and_ends_on_drop() {
        let mut search = Search::start(FontFolders(Vec::new())).unwrap();
        assert!(search.request(vec!['名']));
        let end = std::time::Instant::now() + std::time::Duration::from_secs(20);
        let found = loop {
            if let Some(found) = search.poll() {
                break found;
            }
            assert!(std::time::Instant::now() < end, "no answer");
        };
        assert!(found.is_empty());
    }
}
