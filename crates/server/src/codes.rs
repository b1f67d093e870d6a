//! Codes of six digits for joining a game.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use icochess_wire::{Code, RefusalReason};

use crate::Server;
use crate::limits::{Address, Limits, Windows};
use crate::store::{GameId, Store, StoreError};

/// Validity of a code, and the window of wrong tries.
pub const VALIDITY: Duration = Duration::from_secs(600);

/// Codes in use, and wrong tries. All of it is forgotten when the server stops. In a cluster, the
/// codes and the number of all tries are in the database.
#[derive(Debug)]
pub struct Codes {
    codes: Mutex<HashMap<Code, (GameId, Instant)>>,
    tries: Windows,
    all_tries: Windows,
}

impl Default for Codes {
    fn default() -> Self {
        Self {
            codes: Mutex::default(),
            tries: Windows::new(VALIDITY),
            all_tries: Windows::new(VALIDITY),
        }
    }
}

/// Stands for all addresses.
fn everybody() -> Address {
    IpAddr::V4(Ipv4Addr::UNSPECIFIED).into()
}

impl Codes {
    /// Issues a code for a game, which replaces its earlier one. Returns `None` if there are too
    /// many codes.
    pub fn issue(&self, game: GameId, limits: &Limits, now: Instant) -> Option<Code> {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (other, since)| *other != game && is_valid(*since, now));
        if codes.len() >= limits.codes {
            return None;
        }
        // Few of a million codes are in use, so a free one is found soon.
        let free = (0..100).find_map(|_| {
            let code = Code::new(crate::random_u32()? % Code::COUNT)?;
            (!codes.contains_key(&code)).then_some(code)
        })?;
        codes.insert(free, (game, now));
        Some(free)
    }

    /// Returns the game with this code.
    ///
    /// # Errors
    ///
    /// [`RefusalReason::UnknownCode`], or [`RefusalReason::TooManyTries`] after too many wrong
    /// codes.
    pub fn find(
        &self,
        code: Code,
        address: Address,
        limits: &Limits,
        now: Instant,
    ) -> Result<GameId, RefusalReason> {
        if self.tries.count(address, now) >= limits.tries_per_address
            || self.all_tries.count(everybody(), now) >= limits.tries
        {
            return Err(RefusalReason::TooManyTries);
        }
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        let found = codes
            .get(&code)
            .filter(|(_, since)| is_valid(*since, now))
            .map(|(game, _)| *game);
        found.ok_or_else(|| {
            self.tries.add(address, now);
            self.all_tries.add(everybody(), now);
            RefusalReason::UnknownCode
        })
    }

    /// Withdraws a game's code once the seat is taken.
    pub fn withdraw(&self, game: GameId) {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (other, _)| *other != game);
    }

    /// Forgets old codes and tries.
    pub fn sweep(&self, now: Instant) {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (_, since)| is_valid(*since, now));
        drop(codes);
        self.tries.sweep(now);
        self.all_tries.sweep(now);
    }
}

impl Server {
    /// Issues a code for a game, which replaces its earlier one. Returns `None` if there are too
    /// many codes.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn issue_code(&self, game: GameId, now: Instant) -> Result<Option<Code>, StoreError> {
        match &self.store {
            #[cfg(feature = "cluster")]
            Store::Postgres(store) => store.issue_code(game, self.limits().codes, VALIDITY).await,
            Store::File(_) => Ok(self.codes.issue(game, self.limits(), now)),
        }
    }

    /// Returns the game with this code.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails. The inner error is a refusal, as of [`Codes::find`].
    pub async fn find_code(
        &self,
        code: Code,
        address: Address,
        now: Instant,
    ) -> Result<Result<GameId, RefusalReason>, StoreError> {
        match &self.store {
            #[cfg(feature = "cluster")]
            Store::Postgres(store) => {
                let (limits, tries) = (self.limits(), &self.codes.tries);
                if tries.count(address, now) >= limits.tries_per_address
                    || store.wrong_codes().await? >= limits.tries.into()
                {
                    return Ok(Err(RefusalReason::TooManyTries));
                }
                let found = store.find_code(code).await?;
                if found.is_none() {
                    tries.add(address, now);
                    store.count_wrong_code().await?;
                }
                Ok(found.ok_or(RefusalReason::UnknownCode))
            }
            Store::File(_) => Ok(self.codes.find(code, address, self.limits(), now)),
        }
    }

    /// Withdraws a game's code once the seat is taken.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the database fails.
    pub async fn withdraw_code(&self, game: GameId) -> Result<(), StoreError> {
        match &self.store {
            #[cfg(feature = "cluster")]
            Store::Postgres(store) => store.withdraw_code(game).await,
            Store::File(_) => {
                self.codes.withdraw(game);
                Ok(())
            }
        }
    }
}

fn is_valid(since: Instant, now: Instant) -> bool {
    now.saturating_duration_since(since) < VALIDITY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_expire_and_are_replaced() {
        let (codes, limits, now) = (Codes::default(), Limits::default(), Instant::now());
        let address = everybody();
        let first = codes.issue(GameId(1), &limits, now).unwrap();
        assert_eq!(codes.find(first, address, &limits, now), Ok(GameId(1)));
        let second = codes.issue(GameId(1), &limits, now).unwrap();
        let find = |code, at| codes.find(code, address, &limits, at);
        assert_eq!(find(first, now), Err(RefusalReason::UnknownCode));
        assert_eq!(find(second, now), Ok(GameId(1)));
        let late = now + VALIDITY;
        assert_eq!(find(second, late), Err(RefusalReason::UnknownCode));
        let third = codes.issue(GameId(1), &limits, late).unwrap();
        codes.withdraw(GameId(1));
        assert_eq!(find(third, late), Err(RefusalReason::UnknownCode));
    }

    #[test]
    fn wrong_tries_are_limited_by_address_and_altogether() {
        let (codes, now) = (Codes::default(), Instant::now());
        let limits = Limits {
            tries: 7,
            ..Limits::default()
        };
        let address = |last| Address::from(IpAddr::from([10, 0, 0, last]));
        let right = codes.issue(GameId(1), &limits, now).unwrap();
        let wrong = Code::new(u32::from(right == Code::new(0).unwrap())).unwrap();
        let find = |code, last| codes.find(code, address(last), &limits, now);
        for _ in 0..5 {
            assert_eq!(find(wrong, 1), Err(RefusalReason::UnknownCode));
        }
        assert_eq!(find(right, 1), Err(RefusalReason::TooManyTries));
        assert_eq!(find(right, 2), Ok(GameId(1)));
        for _ in 0..2 {
            assert_eq!(find(wrong, 2), Err(RefusalReason::UnknownCode));
        }
        assert_eq!(find(right, 3), Err(RefusalReason::TooManyTries));
    }
}
