//! Counts of rare things that have come up.

use std::collections::BTreeMap;

/// The things that random positions and games are for, with the number of times that each has come
/// up. If one of these became rare, the tests that go through them would say little.
#[derive(Debug, Default)]
pub struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    /// Counts a thing if it happened; otherwise it is one more to come up.
    pub fn note(&mut self, what: &'static str, happened: bool) {
        *self.0.entry(what).or_default() += usize::from(happened);
    }

    /// The number of things to come up.
    pub fn kinds(&self) -> usize {
        self.0.len()
    }

    /// Holds that everything has come up so often.
    pub fn each_at_least(&self, least: usize) {
        self.each_at_least_by(|_| least);
    }

    /// Holds that everything has come up as often as `least` says of it.
    pub fn each_at_least_by(&self, least: impl Fn(&str) -> usize) {
        for (what, times) in &self.0 {
            assert!(*times >= least(what), "{what} is rare: {self:#?}");
        }
    }
}
