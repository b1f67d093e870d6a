//! Limits of rates and numbers, by address and altogether.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);

/// Limits of a server.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Connections at once.
    pub sockets: usize,
    /// Connections at once from an address.
    pub sockets_per_address: u32,
    /// Games that an address may create in an hour.
    pub games_per_address: u32,
    /// Games in the database.
    pub games: u64,
    /// Spectators of a game.
    pub spectators: usize,
    /// Codes at once.
    pub codes: usize,
    /// Wrong codes from an address in ten minutes.
    pub tries_per_address: u32,
    /// Wrong codes from all addresses in ten minutes.
    pub tries: u32,
    /// Messages that a connection may send in a second.
    pub messages_per_second: f32,
    /// Messages that a connection may send at once, such as head and hands after a stall of 15 s.
    pub message_burst: f32,
    /// Messages that wait for a slow reader.
    pub outbox: usize,
    /// Time without any frame until a connection counts as lost.
    pub silence: Duration,
    /// Interval of the pings that measure transmission times.
    pub ping: Duration,
    /// Time for the first message.
    pub hello: Duration,
    /// Longest transmission time that a mover isn't charged for.
    pub lag: Duration,
    /// Absence after which the opponent may claim a game with a clock.
    pub away_with_clock: Duration,
    /// Absence after which the opponent may claim a game without a limit.
    pub away_without_limit: Duration,
    /// Time until a game without connections leaves the memory.
    pub linger: Duration,
    /// Time until a game without a second player is deleted.
    pub unjoined: Duration,
    /// Time until a finished game is deleted.
    pub finished: Duration,
    /// Time until a game without moves is deleted.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sockets: 20_000,
            sockets_per_address: 64,
            games_per_address: 60,
            games: 1_000_000,
            spectators: 100,
            codes: 5_000,
            tries_per_address: 5,
            tries: 500,
            messages_per_second: 40.0,
            message_burst: 320.0,
            outbox: 256,
            silence: MINUTE / 2,
            ping: MINUTE / 6,
            hello: MINUTE / 6,
            lag: Duration::from_millis(300),
            away_with_clock: MINUTE,
            away_without_limit: MINUTE * 10,
            linger: MINUTE,
            unjoined: DAY * 14,
            finished: DAY * 30,
            idle: DAY * 90,
        }
    }
}

/// Address of a person: IPv4, or the /64 network that an IPv6 customer gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(ip: IpAddr) -> Self {
        Self(match ip.to_canonical() {
            IpAddr::V6(ip) => {
                let [a, b, c, d, ..] = ip.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            v4 => v4,
        })
    }
}

/// Counts events of each address in windows of a fixed length.
#[derive(Debug)]
pub struct Windows {
    length: Duration,
    counts: Mutex<HashMap<Address, (Instant, u32)>>,
}

impl Windows {
    /// Creates windows of this length.
    pub fn new(length: Duration) -> Self {
        let counts = Mutex::default();
        Self { length, counts }
    }

    /// Returns the number of events in the current window of an address.
    pub fn count(&self, address: Address, now: Instant) -> u32 {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let window = counts.get(&address);
        let current = window.filter(|(since, _)| self.is_current(*since, now));
        current.map_or(0, |(_, count)| *count)
    }

    /// Counts an event.
    pub fn add(&self, address: Address, now: Instant) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let window = counts.entry(address).or_insert((now, 0));
        if !self.is_current(window.0, now) {
            *window = (now, 0);
        }
        window.1 = window.1.saturating_add(1);
    }

    /// Forgets addresses whose window is over.
    pub fn sweep(&self, now: Instant) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.retain(|_, (since, _)| self.is_current(*since, now));
    }

    fn is_current(&self, since: Instant, now: Instant) -> bool {
        now.saturating_duration_since(since) < self.length
    }
}

/// Open connections.
#[derive(Debug, Default)]
pub struct Sockets(Mutex<(usize, HashMap<Address, u32>)>);

impl Sockets {
    /// Admits a connection. Returns `false` if there are too many.
    pub fn enter(&self, address: Address, limits: &Limits) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *state;
        let here = by_address.get(&address).copied().unwrap_or(0);
        if *all >= limits.sockets || here >= limits.sockets_per_address {
            return false;
        }
        *all += 1;
        by_address.insert(address, here + 1);
        true
    }

    /// Ends a connection that was admitted.
    pub fn leave(&self, address: Address) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *state;
        *all = all.saturating_sub(1);
        if let Some(here) = by_address.get_mut(&address) {
            *here = here.saturating_sub(1);
            if *here == 0 {
                by_address.remove(&address);
            }
        }
    }

    /// Returns the number of connections.
    pub fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Allowance of messages, refilled with time.
#[derive(Debug)]
pub struct Allowance {
    left: f32,
    at: Instant,
}

impl Allowance {
    /// Creates a full allowance.
    pub fn new(limits: &Limits, now: Instant) -> Self {
        Self {
            left: limits.message_burst,
            at: now,
        }
    }

    /// Takes one message. Returns `false` if the allowance is used up.
    pub fn take(&mut self, limits: &Limits, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.at).as_secs_f32();
        let refilled = self.left + since * limits.messages_per_second;
        self.at = now;
        self.left = refilled.min(limits.message_burst) - 1.0;
        let is_left = self.left >= 0.0;
        self.left = self.left.max(0.0);
        is_left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        Address::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn ipv6_customers_count_as_one_address() {
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
        assert_ne!(address("10.0.0.1"), address("10.0.0.2"));
    }

    #[test]
    fn windows_forget_with_time() {
        let (windows, now) = (Windows::new(MINUTE), Instant::now());
        let (one, other) = (address("10.0.0.1"), address("10.0.0.2"));
        windows.add(one, now);
        windows.add(one, now);
        assert_eq!((windows.count(one, now), windows.count(other, now)), (2, 0));
        assert_eq!(windows.count(one, now + MINUTE), 0);
        windows.sweep(now + MINUTE);
        windows.add(one, now + MINUTE);
        assert_eq!(windows.count(one, now + MINUTE), 1);
    }

    #[test]
    fn sockets_have_limits() {
        let limits = Limits {
            sockets: 3,
            sockets_per_address: 2,
            ..Limits::default()
        };
        let (sockets, one, other) = (Sockets::default(), address("::1"), address("10.0.0.1"));
        assert!(sockets.enter(one, &limits) && sockets.enter(one, &limits));
        assert!(!sockets.enter(one, &limits));
        assert!(sockets.enter(other, &limits) && !sockets.enter(other, &limits));
        sockets.leave(one);
        assert!(sockets.enter(one, &limits));
        assert_eq!(sockets.count(), 3);
    }

    #[test]
    fn allowance_refills() {
        let limits = Limits {
            messages_per_second: 10.0,
            message_burst: 2.0,
            ..Limits::default()
        };
        let now = Instant::now();
        let mut allowance = Allowance::new(&limits, now);
        assert!(allowance.take(&limits, now) && allowance.take(&limits, now));
        assert!(!allowance.take(&limits, now));
        assert!(allowance.take(&limits, now + Duration::from_millis(101)));
    }
}
