//! The first field: pieces on cells and in reserve.

use std::fmt::{self, Write};

use super::error::{PlacementPart, PositionTextError, PositionTextProblem as Problem};
use crate::cell::{Cell, CellSet};
use crate::piece::{Piece, Role, Side};
use crate::position::setup::Setup;
use crate::position::state::Position;
use crate::quote::quoted;
use crate::tables::equipment::Equipment;
use crate::tables::storage::Reserve;

/// The last section if no part is attached.
const NO_PARTS: &str = "-";

const fn error(offset: usize, problem: Problem) -> PositionTextError {
    PositionTextError { offset, problem }
}

fn piece_of<B: Equipment>(letter: char) -> Option<Piece> {
    let role = B::ROLES
        .iter()
        .position(|role| role.letter == letter.to_ascii_uppercase())?;
    let side = if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    let role = Role::new(role as u8);
    Some(Piece { side, role })
}

fn letter_of<B: Equipment>(piece: Piece) -> char {
    let letter = B::ROLES[piece.role.index()].letter;
    match piece.side {
        Side::White => letter,
        Side::Black => letter.to_ascii_lowercase(),
    }
}

/// Splits text that begins at offset `at`, and returns the parts with their offsets.
fn split(text: &str, at: usize, separator: char) -> impl Iterator<Item = (usize, &str)> {
    text.split(separator).scan(at, move |next, part| {
        let begins = *next;
        *next += part.len() + separator.len_utf8();
        Some((begins, part))
    })
}

/// Reads pieces, missing cells and reserve into a set-up.
pub(super) fn read<B: Equipment>(
    field: &str,
    at: usize,
    setup: &mut Setup,
) -> Result<(), PositionTextError> {
    let tables = B::tables();
    let field = match field.find('[').filter(|_| B::Reserve::IS_USED) {
        Some(end) => {
            setup.reserve = read_reserve::<B>(&field[end..], at + end)?;
            &field[..end]
        }
        None => field,
    };
    let has_docks = !tables.docks.is_empty();
    let expected = tables.sections.len() + usize::from(has_docks);
    let found = field.split('|').count();
    if found != expected {
        return Err(error(at, Problem::SectionCount { found, expected }));
    }
    let mut texts = split(field, at, '|');
    for (number, (groups, (at, text))) in tables.sections.iter().zip(&mut texts).enumerate() {
        let part = if expected == 1 {
            PlacementPart::Whole
        } else {
            PlacementPart::Section(number + 1)
        };
        read_groups::<B>((text, at), groups.iter().map(Vec::as_slice), &part, setup)?;
    }
    match texts.next() {
        Some((at, parts)) => read_docks::<B>(parts, at, setup),
        None => Ok(()),
    }
}

/// Reads the pieces in reserve, in brackets at the end.
fn read_reserve<B: Equipment>(field: &str, at: usize) -> Result<Vec<Piece>, PositionTextError> {
    let letters = field
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    letters
        .and_then(|letters| letters.chars().map(piece_of::<B>).collect())
        .ok_or_else(|| error(at, Problem::UnknownReserve(quoted(field))))
}

/// Reads the attached parts, in any order. The cells of the other docks are missing.
fn read_docks<B: Equipment>(
    text: &str,
    at: usize,
    setup: &mut Setup,
) -> Result<(), PositionTextError> {
    let tables = B::tables();
    let mut free = vec![true; tables.docks.len()];
    let parts = Some(text).filter(|text| *text != NO_PARTS);
    for (at, part) in parts.into_iter().flat_map(|text| split(text, at, ',')) {
        let unknown = || error(at, Problem::UnknownPart(quoted(part)));
        let (pin, groups) = part.split_once(':').ok_or_else(unknown)?;
        let pin = tables.cell(pin).ok_or_else(unknown)?;
        let dock = tables.dock_at(pin).ok_or_else(unknown)?;
        let name = tables.name(pin);
        if !std::mem::take(&mut free[dock]) {
            return Err(error(at, Problem::PartTwice(name.into())));
        }
        let whole = PlacementPart::Dock(name.into());
        let at = at + part.len() - groups.len();
        read_groups::<B>((groups, at), tables.docks[dock].groups(), &whole, setup)?;
    }
    let docks = tables.docks.iter().zip(free);
    let missing = docks.filter(|(_, free)| *free);
    setup.absent = missing.flat_map(|(dock, _)| dock.cells.clone()).collect();
    Ok(())
}

fn read_groups<'a, B: Equipment>(
    (text, at): (&str, usize),
    groups: impl ExactSizeIterator<Item = &'a [Cell]>,
    part: &PlacementPart,
    setup: &mut Setup,
) -> Result<(), PositionTextError> {
    let (found, expected) = (text.split('/').count(), groups.len());
    if found != expected {
        let part = part.clone();
        return Err(error(
            at,
            Problem::GroupCount {
                part,
                found,
                expected,
            },
        ));
    }
    for (number, ((at, text), cells)) in split(text, at, '/').zip(groups).enumerate() {
        let found = read_group::<B>(text, at, cells, setup)?;
        if found != cells.len() {
            return Err(error(
                at,
                Problem::GroupLength {
                    part: part.clone(),
                    group: number + 1,
                    found,
                    expected: cells.len(),
                },
            ));
        }
    }
    Ok(())
}

/// Reads the pieces of a group. Returns the number of cells in the text.
fn read_group<B: Equipment>(
    text: &str,
    at: usize,
    cells: &[Cell],
    setup: &mut Setup,
) -> Result<usize, PositionTextError> {
    let mut place = 0_usize;
    for (i, letter) in text.char_indices() {
        if let Some(run) = letter.to_digit(10).filter(|run| *run > 0) {
            place = place.saturating_add(run as usize);
            continue;
        }
        let piece = piece_of::<B>(letter).ok_or_else(|| {
            let expected = B::ROLES.iter().map(|role| role.letter).collect();
            let found = letter;
            error(at + i, Problem::UnknownPiece { found, expected })
        })?;
        let cell = cells.get(place);
        setup.pieces.extend(cell.map(|&cell| (cell, piece)));
        place += 1;
    }
    Ok(place)
}

pub(super) fn write<B: Equipment>(
    position: &Position<B>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let tables = B::tables();
    for (number, section) in tables.sections.iter().enumerate() {
        if number > 0 {
            f.write_char('|')?;
        }
        write_groups(position, section.iter().map(Vec::as_slice), f)?;
    }
    if !tables.docks.is_empty() {
        f.write_char('|')?;
        let docks = tables.docks.iter();
        let attached = docks.filter(|dock| !position.absent().contains(dock.pin));
        let mut before = "";
        for dock in attached {
            write!(f, "{before}{}:", tables.name(dock.pin))?;
            write_groups(position, dock.groups(), f)?;
            before = ",";
        }
        if before.is_empty() {
            f.write_str(NO_PARTS)?;
        }
    }
    if B::Reserve::IS_USED {
        f.write_char('[')?;
        for (piece, count) in Side::ALL
            .into_iter()
            .flat_map(|side| position.in_reserve(side))
        {
            for _ in 0..count {
                f.write_char(letter_of::<B>(piece))?;
            }
        }
        f.write_char(']')?;
    }
    Ok(())
}

fn write_groups<'a, B: Equipment>(
    position: &Position<B>,
    groups: impl Iterator<Item = &'a [Cell]>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (number, group) in groups.enumerate() {
        if number > 0 {
            f.write_char('/')?;
        }
        let mut empty = 0;
        for &cell in group {
            let Some(piece) = position.piece_at(cell) else {
                empty += 1;
                continue;
            };
            write_run(f, &mut empty)?;
            f.write_char(letter_of::<B>(piece))?;
        }
        write_run(f, &mut empty)?;
    }
    Ok(())
}

/// Writes the pending empty cells, at most nine per digit.
fn write_run(f: &mut fmt::Formatter<'_>, empty: &mut u32) -> fmt::Result {
    while *empty > 0 {
        let run = (*empty).min(9);
        write!(f, "{run}")?;
        *empty -= run;
    }
    Ok(())
}
