//! Figures that may be a minute old. A call in that minute gets the kept ones, and of those who ask at the same moment one has them
//! counted and the others wait for it.

use crate::Result;
use chrono::TimeDelta;
use domain::Instant;
use futures_util::lock::Mutex as Turn;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// How old they may become (oversight.md 1.5).
const MINUTE: TimeDelta = TimeDelta::minutes(1);

/// How many are kept at most, beside those that are being counted. More months are not looked at within a minute by people.
const MOST: usize = 24;

/// What was counted, and of when it is.
pub struct Counted<T> {
    pub as_of: Instant,
    pub found: Arc<T>,
}

impl<T> Clone for Counted<T> {
    fn clone(&self) -> Self {
        Self { as_of: self.as_of, found: Arc::clone(&self.found) }
    }
}

type Place<T> = Arc<Turn<Option<Counted<T>>>>;

/// What was counted in the last minute, by what was asked.
pub(super) struct Lately<K, T>(Mutex<HashMap<K, Place<T>>>);

impl<K, T> Default for Lately<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, T> Lately<K, T> {
    /// What was counted lately, or what `count` finds now. A count that fails is nobody's but the one's who asked for it.
    pub(super) async fn get(&self, key: K, now: Instant, count: impl Future<Output = Result<T>>) -> Result<Counted<T>> {
        let place = self.place(key, now);
        let mut kept = place.lock().await;
        if let Some(counted) = kept.as_ref().filter(|counted| is_fresh(counted.as_of, now)) {
            return Ok(counted.clone());
        }
        let counted = Counted { as_of: now, found: Arc::new(count.await?) };
        *kept = Some(counted.clone());
        Ok(counted)
    }

    fn place(&self, key: K, now: Instant) -> Place<T> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() >= MOST {
            // One that is being counted or waited for stays, so that nobody counts it beside: its counter has a handle on it.
            let is_in_use = |place: &Place<T>| Arc::strong_count(place) > 1;
            let is_needed = |place: &Place<T>| {
                place.try_lock().is_some_and(|kept| kept.as_ref().is_some_and(|counted| is_fresh(counted.as_of, now)))
            };
            places.retain(|_, place| is_in_use(place) || is_needed(place));
            if places.len() >= MOST {
                places.retain(|_, place| is_in_use(place));
            }
        }
        Arc::clone(places.entry(key).or_default())
    }
}

/// A clock that was set back makes nothing last longer.
fn is_fresh(as_of: Instant, now: Instant) -> bool {
    (now - as_of).abs() < MINUTE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::StoreError;
    use crate::testing::at;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn seconds(count: i64) -> Instant {
        at("2026-06-10T10:00:00Z") + TimeDelta::seconds(count)
    }

    async fn ask(lately: &Lately<u32, u32>, key: u32, now: Instant, value: u32) -> (Instant, u32) {
        let counted = lately.get(key, now, async { Ok(value) }).await.unwrap();
        (counted.as_of, *counted.found)
    }

    #[tokio::test]
    async fn what_was_counted_holds_for_a_minute_and_says_of_when_it_is() {
        let lately = Lately::default();
        assert_eq!(ask(&lately, 6, seconds(0), 1).await, (seconds(0), 1));
        assert_eq!(ask(&lately, 6, seconds(59), 2).await, (seconds(0), 1));
        assert_eq!(ask(&lately, 7, seconds(59), 3).await, (seconds(59), 3), "another month");
        assert_eq!(ask(&lately, 6, seconds(60), 4).await, (seconds(60), 4));
        assert_eq!(ask(&lately, 6, seconds(-3600), 5).await, (seconds(-3600), 5), "a clock that was set back");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_herd_counts_once() {
        let (lately, counts) = (Arc::new(Lately::default()), Arc::new(AtomicU32::new(0)));
        let asked: Vec<_> = (0..50)
            .map(|_| {
                let (lately, counts) = (Arc::clone(&lately), Arc::clone(&counts));
                tokio::spawn(async move {
                    let count = async {
                        tokio::task::yield_now().await;
                        Ok(counts.fetch_add(1, Ordering::SeqCst))
                    };
                    *lately.get(6, seconds(0), count).await.unwrap().found
                })
            })
            .collect();
        for one in asked {
            assert_eq!(one.await.unwrap(), 0);
        }
        assert_eq!(counts.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_count_that_fails_is_not_kept() {
        let lately: Lately<u32, u32> = Lately::default();
        let failed = lately.get(6, seconds(0), async { Err(StoreError::Stale.into()) }).await;
        assert!(failed.is_err());
        assert_eq!(ask(&lately, 6, seconds(1), 2).await, (seconds(1), 2));
    }

    #[tokio::test]
    async fn only_so_many_are_kept() {
        let lately = Lately::default();
        for month in 0..100 {
            ask(&lately, month, seconds(0), month).await;
            assert!(lately.0.lock().unwrap().len() <= MOST);
        }
        assert_eq!(ask(&lately, 99, seconds(1), 0).await, (seconds(0), 99));
    }

    #[tokio::test]
    async fn what_is_being_counted_stays_however_many_others_are_asked_for() {
        let lately = Lately::default();
        let count = async {
            for month in 1..100 {
                ask(&lately, month, seconds(0), month).await;
            }
            assert!(lately.0.lock().unwrap().contains_key(&0));
            Ok(0)
        };
        assert_eq!(*lately.get(0, seconds(0), count).await.unwrap().found, 0);
        assert_eq!(ask(&lately, 0, seconds(1), 7).await, (seconds(0), 0), "nobody counts it beside");
    }
}
