//! The chain of hashes: each covers the one before it and an event.

use super::SealedEvent;
use crate::Instant;
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// A hash of the chain, written as 64 small hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct ChainHash([u8; 32]);

impl ChainHash {
    /// What stands before the first position.
    pub const ZERO: Self = Self([0; 32]);
}

impl fmt::Display for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The refusal of a text that is not a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAHash;

impl FromStr for ChainHash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, NotAHash> {
        let digit = |byte: &u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(NotAHash),
        };
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let mut hash = Self::ZERO;
        if pairs.len() != hash.0.len() || !rest.is_empty() {
            return Err(NotAHash);
        }
        for (byte, [high, low]) in hash.0.iter_mut().zip(pairs) {
            *byte = digit(high)? << 4 | digit(low)?;
        }
        Ok(hash)
    }
}

/// A position of the chain with its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainPoint {
    /// The position, from 1; 0 before the first.
    pub position: i64,
    pub hash: ChainHash,
}

/// What the chain has at a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainEntry {
    pub position: i64,
    pub seq: i64,
    /// The hash that is kept, as it is written.
    pub hash: String,
    /// The event; `None` where there is none with that number, or where nobody can read it.
    pub event: Option<SealedEvent>,
    /// The event with the next lower number, where that has no seal.
    pub stray: Option<Stray>,
}

/// An event that has no seal and is not looked for, although later ones are sealed: somebody has put it there past the portal, or nobody
/// could read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    pub seq: i64,
    /// When it happened; `None` where nobody can read that.
    pub at: Option<Instant>,
    /// Its kind; `None` where nobody can read that.
    pub kind: Option<String>,
}

/// The first position at which event or hash does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Break {
    pub position: i64,
    /// The number of its event; `None` where the position itself is gone.
    pub seq: Option<i64>,
    /// When the event happened; `None` where it is gone or cannot be read.
    pub at: Option<Instant>,
    /// Its kind; `None` where it is gone or cannot be read.
    pub kind: Option<String>,
}

impl ChainPoint {
    /// Before the first position.
    pub const START: Self = Self { position: 0, hash: ChainHash::ZERO };

    /// The next point, at which this event stands.
    #[must_use]
    pub fn then(self, event: &SealedEvent) -> Self {
        let digest = Sha256::new().chain_update(self.hash.0).chain_update(event.canonical());
        Self { position: self.position + 1, hash: ChainHash(digest.finalize().into()) }
    }

    /// The point after these entries, which are to come right behind it; or the first break. An event without a seal breaks the chain at
    /// the position of the next one that has one.
    pub fn follow(self, entries: &[ChainEntry]) -> Result<Self, Break> {
        entries.iter().try_fold(self, |before, entry| {
            if entry.position != before.position + 1 {
                return Err(before.break_behind());
            }
            if let Some(Stray { seq, at, kind }) = &entry.stray {
                return Err(Break { position: entry.position, seq: Some(*seq), at: *at, kind: kind.clone() });
            }
            match entry.event.as_ref().map(|event| before.then(event)) {
                Some(after) if entry.hash.parse() == Ok(after.hash) => Ok(after),
                _ => Err(Break::at(entry)),
            }
        })
    }

    /// The break where the next position is gone.
    pub const fn break_behind(self) -> Break {
        Break { position: self.position + 1, seq: None, at: None, kind: None }
    }
}

impl Break {
    /// The break at this entry.
    pub fn at(entry: &ChainEntry) -> Self {
        Self {
            position: entry.position,
            seq: Some(entry.seq),
            at: entry.event.as_ref().map(|event| event.at),
            kind: entry.event.as_ref().map(|event| event.kind.clone()),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::id::{EventId, UserId};
    use uuid::Uuid;

    pub(in super::super) fn full() -> SealedEvent {
        let user = |n| UserId::new(Uuid::from_u128(n));
        SealedEvent {
            seq: 12,
            id: EventId::new(Uuid::from_u128(7)),
            at: "2026-06-10T09:30:00.12Z".parse().unwrap(),
            kind: "days-decided".into(),
            source: Some("portal".into()),
            actor: Some(user(9)),
            actor_role: Some("HR".into()),
            on_behalf_of: None,
            ip: Some("2001:db8:0:1::/64".into()),
            request_id: Some("00000000000000ff".into()),
            payload: "{\"reason\":\"Zu \\\"kurz\\\"\\nä\u{1f}\\/\"}".into(),
            subjects: vec![user(2), user(1)],
        }
    }

    pub(in super::super) fn sparse() -> SealedEvent {
        SealedEvent {
            seq: 13,
            id: EventId::new(Uuid::from_u128(8)),
            at: Instant::default(),
            kind: "day-frozen".into(),
            source: None,
            actor: None,
            actor_role: None,
            on_behalf_of: None,
            ip: None,
            request_id: None,
            payload: "{}".into(),
            subjects: Vec::new(),
        }
    }

    fn chain() -> Vec<ChainEntry> {
        let mut point = ChainPoint::START;
        [full(), sparse(), full()]
            .into_iter()
            .map(|event| {
                point = point.then(&event);
                ChainEntry {
                    position: point.position,
                    seq: event.seq,
                    hash: point.hash.to_string(),
                    event: Some(event),
                    stray: None,
                }
            })
            .collect()
    }

    /// The hashes come from `hashlib` of Python.
    #[test]
    fn a_hash_covers_the_one_before_and_the_canonical_json() {
        let first = ChainPoint::START.then(&full());
        assert_eq!(first.hash.to_string(), "b9c8dc3563555fe415d23e2acda2da118f9802c34295b76cdb7b6f0245090039");
        let second = first.then(&sparse());
        assert_eq!(second.hash.to_string(), "e1523d7876bbe681ddcb9234b9cebd74d21629bfb5c21385a13bd1d029b33c53");
        assert_eq!(second.position, 2);
    }

    #[test]
    fn a_hash_reads_back_in_its_one_spelling() {
        let hash = ChainPoint::START.then(&full()).hash;
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for other in ["", "b9", &hash.to_string().to_uppercase(), &format!("{hash}0"), &"é".repeat(32)] {
            assert_eq!(other.parse::<ChainHash>(), Err(NotAHash), "{other}");
        }
    }

    #[test]
    fn a_chain_that_fits_is_followed_to_its_end() {
        let chain = chain();
        let end = ChainPoint::START.follow(&chain).unwrap();
        assert_eq!((end.position, end.hash.to_string()), (3, chain[2].hash.clone()));
        let middle = ChainPoint::START.follow(&chain[..2]).unwrap();
        assert_eq!(middle.follow(&chain[2..]), Ok(end));
    }

    #[test]
    fn the_first_position_that_does_not_fit_is_named() {
        let broken = |change: fn(&mut Vec<ChainEntry>)| {
            let mut chain = chain();
            change(&mut chain);
            ChainPoint::START.follow(&chain).unwrap_err()
        };
        let changed = broken(|chain| chain[1].event.as_mut().unwrap().payload = "{ }".into());
        let expected =
            Break { position: 2, seq: Some(13), at: Some(Instant::default()), kind: Some("day-frozen".into()) };
        assert_eq!(changed, expected);
        assert_eq!(broken(|chain| chain[1].hash = "0".repeat(64)), expected);
        let gone = broken(|chain| chain[1].event = None);
        assert_eq!(gone, Break { at: None, kind: None, ..expected.clone() });
        let without = broken(|chain| drop(chain.remove(1)));
        assert_eq!(without, Break { seq: None, ..gone });
        let swapped = broken(|chain| {
            let event = chain[0].event.take();
            chain[0].event = chain[1].event.take();
            chain[1].event = event;
        });
        assert_eq!(swapped.position, 1);
        let moved = broken(|chain| chain[2].event.as_mut().unwrap().at = Instant::default());
        assert_eq!(moved.position, 3);
    }

    #[test]
    fn an_event_without_a_seal_is_a_break_at_the_next_one_that_has_one() {
        let mut chain = chain();
        let stray = Stray { seq: 11, at: Some(Instant::default()), kind: Some("salary-set".into()) };
        chain[2].stray = Some(stray);
        let expected =
            Break { position: 3, seq: Some(11), at: Some(Instant::default()), kind: Some("salary-set".into()) };
        assert_eq!(ChainPoint::START.follow(&chain), Err(expected));
        assert!(ChainPoint::START.follow(&chain[..2]).is_ok());
    }
}
