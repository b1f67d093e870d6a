//! Counts of rare cases that have occurred.

use std::collections::BTreeMap;

/// The cases that random positions and games should reach, with the number of occurrences. Tests
/// would prove little if one of these cases became rare.
#[derive(Debug, Default)]
pub struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    /// Counts a case if it occurred. Registers the case even if it didn't occur.
    pub fn record(&mut self, case: &'static str, happened: bool) {
        *self.0.entry(case).or_default() += usize::from(happened);
    }

    /// Returns the number of registered cases.
    pub fn kinds(&self) -> usize {
        self.0.len()
    }

    /// Asserts a minimum number of occurrences for every case.
    pub fn each_at_least(&self, minimum: usize) {
        self.each_at_least_by(|_| minimum);
    }

    /// Asserts the minimum number of occurrences that `minimum` returns for each case.
    pub fn each_at_least_by(&self, minimum: impl Fn(&str) -> usize) {
        for (case, times) in &self.0 {
            assert!(*times >= minimum(case), "{case} is rare: {self:#?}");
        }
    }
}
