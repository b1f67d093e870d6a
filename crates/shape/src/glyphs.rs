//! The letters, digits and punctuation of Inter-SemiBold.ttf, as triangles.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::LazyLock;

/// All glyphs, made by `assets/fonts/make_glyphs.py`.
static GLYPHS: LazyLock<HashMap<char, Glyph>> = LazyLock::new(|| {
    let text = include_str!("../../../assets/fonts/glyphs.txt");
    text.lines().filter_map(Glyph::read).collect()
});

/// The shape of a character. A capital is 1000 high, and stands on y = 0.
pub(super) struct Glyph {
    /// Distance from the character's left edge to the left edge of the next one.
    pub(super) advance: u16,
    /// The corners of the triangles, x to the right and y up.
    pub(super) corners: Vec<[i16; 2]>,
    /// Three corners for each triangle, counter-clockwise.
    pub(super) triangles: Vec<[u8; 3]>,
}

impl Glyph {
    /// Reads a line of the file: the character, and the numbers of its fields, after tabs.
    fn read(line: &str) -> Option<(char, Self)> {
        let mut fields = line.split('\t');
        let character = fields.next()?.chars().next()?;
        let glyph = Self {
            advance: fields.next()?.parse().ok()?,
            corners: groups(fields.next()?)?,
            triangles: groups(fields.next()?)?,
        };
        Some((character, glyph))
    }
}

/// Reads numbers in groups of `N`.
fn groups<T: Copy + FromStr, const N: usize>(text: &str) -> Option<Vec<[T; N]>> {
    let numbers: Option<Vec<T>> = text.split(' ').map(|it| it.parse().ok()).collect();
    Some(numbers?.as_chunks::<N>().0.to_vec())
}

/// Returns the glyph of a character, if there is one.
pub(super) fn glyph(character: char) -> Option<&'static Glyph> {
    GLYPHS.get(&character)
}
