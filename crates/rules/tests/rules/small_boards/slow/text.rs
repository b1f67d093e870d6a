//! Text of positions in the slow model.

use std::collections::{BTreeMap, BTreeSet};

use super::{Kind, Rules, Square, State, is_white, name, turned};

fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as i8, (bytes[1] - b'1') as i8)
}

impl Rules {
    /// Returns the squares by rank, highest rank first.
    fn rows(&self) -> Vec<Vec<Square>> {
        let rank = |rank: i8| -> Vec<Square> { (0..self.files).map(|file| (file, rank)).collect() };
        (0..self.ranks).rev().map(rank).collect()
    }
}

impl State {
    pub fn read(rules: &Rules, text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let (placement, reserve) = match fields[0].split_once('[') {
            Some((placement, reserve)) => (placement, reserve.trim_end_matches(']')),
            None => (fields[0], ""),
        };
        let mut state = Self {
            board: BTreeMap::new(),
            white: fields[1] == "w",
            unmoved: BTreeSet::new(),
            en_passant: (fields[3] != "-").then(|| square(fields[3])),
            reserve: reserve.into(),
            clock: fields[4].parse().unwrap(),
            number: fields[5].parse().unwrap(),
        };
        state.read_rows(placement, rules.rows());
        let rights = if fields[2] == "-" { "" } else { fields[2] };
        for at in (0..rights.len()).step_by(2) {
            state.unmoved.insert(turned(square(&rights[at..at + 2])));
        }
        state
    }

    fn read_rows(&mut self, text: &str, rows: Vec<Vec<Square>>) {
        for (line, row) in text.split('/').zip(rows) {
            let mut place = 0;
            for letter in line.chars() {
                match letter.to_digit(10) {
                    Some(run) => place += run as usize,
                    None => {
                        self.board.insert(row[place], letter);
                        place += 1;
                    }
                }
            }
        }
    }

    fn rows(&self, rows: &[Vec<Square>]) -> String {
        let mut texts = vec![];
        for row in rows {
            let mut text = String::new();
            for at in row {
                match self.board.get(at) {
                    Some(letter) => text.push(*letter),
                    None => match text.pop() {
                        Some(last) if last.is_ascii_digit() => {
                            text.push(char::from(last as u8 + 1));
                        }
                        last => {
                            text.extend(last);
                            text.push('1');
                        }
                    },
                }
            }
            texts.push(text);
        }
        texts.join("/")
    }

    pub fn text(&self, rules: &Rules) -> String {
        let mut text = self.rows(&rules.rows());
        if rules.kinds.iter().any(|kind| kind.gates.is_some()) {
            let mut reserve: Vec<char> = self.reserve.chars().collect();
            let place = |letter: &char| {
                let kind = |kind: &Kind| kind.letter == letter.to_ascii_uppercase();
                (!is_white(*letter), rules.kinds.iter().position(kind))
            };
            reserve.sort_by_key(place);
            text.push_str(&format!("[{}]", reserve.iter().collect::<String>()));
        }
        text.push_str(if self.white { " w " } else { " b " });
        for &(rank, file) in &self.unmoved {
            text.push_str(&name((file, rank)));
        }
        if self.unmoved.is_empty() {
            text.push('-');
        }
        let passed = self.en_passant.map_or("-".into(), name);
        format!("{text} {passed} {} {}", self.clock, self.number)
    }
}
