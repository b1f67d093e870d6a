//! The fonts of the system, and which of them draw signs that ours lack.

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

/// The folders in which fonts are looked for, with all that is below them; those of the system
/// by default.
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

/// A font that was found.
#[derive(Clone)]
pub(super) struct FoundFont {
    /// Its family.
    pub family: String,
    /// The bytes of its file, which may hold other families, too.
    pub data: Blob<u8>,
    /// The signs that it draws, of those that were looked for.
    pub signs: Vec<char>,
}

/// The thread that looks for fonts. It ends when this is dropped.
pub(super) struct Search {
    background: BackgroundTask,
    wanted: Sender<Vec<char>>,
    /// Locked by nobody; a receiver alone could not be part of a resource.
    found: Mutex<Receiver<Vec<FoundFont>>>,
}

impl Search {
    /// Begins the thread.
    ///
    /// # Errors
    ///
    /// An error of the system if it has no more threads.
    pub(super) fn begin(folders: FontFolders) -> io::Result<Self> {
        let (wanted, asked) = channel::<Vec<char>>();
        let (tell, found) = channel();
        let mut fonts = Finder::new(folders);
        let background = BackgroundTask::begin("fonts", move || {
            while let Some(signs) = platform::next(&asked) {
                if tell.send(fonts.find(signs)).is_err() {
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

    /// Looks for fonts with these signs. Returns whether there will be an answer.
    pub(super) fn ask(&self, signs: Vec<char>) -> bool {
        self.wanted.send(signs).is_ok()
    }

    /// The next answer, if there is one: as few fonts as draw what can be drawn.
    pub(super) fn hear(&mut self) -> Option<Vec<FoundFont>> {
        self.background.run_pending();
        self.found.get_mut().ok()?.try_recv().ok()
    }
}

/// The sources of signs, in the order in which Bevy draws them.
const SOURCES: [Source; 3] = [
    Source::ColorOutline(0),
    Source::ColorBitmap(StrikeWith::BestFit),
    Source::Outline,
];

/// A size in which signs are tried out, pixels.
const TRIED: f32 = 16.0;

/// The fonts of the system, read when the first sign is looked for.
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

    /// Finds as few fonts as draw these signs, as far as any does.
    fn find(&mut self, mut left: Vec<char>) -> Vec<FoundFont> {
        let mut families = self.families(&left);
        let mut found = Vec::new();
        loop {
            for family in &mut families {
                family.signs.retain(|sign| left.contains(sign));
            }
            let best = families.iter().min_by_key(|it| {
                // The one that is like our own font, where several have as much.
                let is_unlike = ["Serif", "Mono"]
                    .iter()
                    .any(|kind| it.family.contains(kind));
                (Reverse(it.signs.len()), is_unlike, &it.family)
            });
            let Some(best) = best.filter(|best| !best.signs.is_empty()).cloned() else {
                return found;
            };
            left.retain(|sign| !best.signs.contains(sign));
            found.push(best);
        }
    }

    /// The families that draw any of these signs, with which.
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
            let signs = wanted.iter().copied();
            let signs: Vec<char> = signs.filter(|sign| draws(scaling, font, *sign)).collect();
            if !signs.is_empty() {
                let data = data.clone();
                all.push(FoundFont {
                    family,
                    data,
                    signs,
                });
            }
        }
        all
    }
}

/// Whether a font has a sign and something is seen of it: Bevy leaves a text out as a whole if one
/// of its signs cannot be drawn.
fn draws(scaling: &mut ScaleContext, font: FontRef, sign: char) -> bool {
    let glyph = font.charmap().map(sign);
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
    fn as_few_fonts_as_needed_are_found_for_what_they_draw() {
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
        // The last but one is empty in it, the last is not there.
        let found = fonts.find(vec!['名', 'א', '\u{3164}', '的']);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].family, "Icochess Squares");
        assert_eq!(found[0].signs, ['名', 'א']);
        assert!(fonts.find(vec!['的']).is_empty());
        assert_eq!(fonts.find(vec!['가'])[0].signs, ['가']);
    }

    #[test]
    fn a_thread_looks_and_ends_with_whoever_asked() {
        let mut search = Search::begin(FontFolders(Vec::new())).unwrap();
        assert!(search.ask(vec!['名']));
        let end = std::time::Instant::now() + std::time::Duration::from_secs(20);
        let found = loop {
            if let Some(found) = search.hear() {
                break found;
            }
            assert!(std::time::Instant::now() < end, "no answer");
        };
        assert!(found.is_empty());
    }
}
