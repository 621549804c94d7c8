//! Something that is fetched from elsewhere when it is needed, and kept for a while.

use chrono::TimeDelta;
use domain::Instant;
use futures_util::lock::Mutex as Turn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How long a value is kept that says nothing of it.
const KEPT_FOR: TimeDelta = TimeDelta::hours(1);
/// The shortest and the longest time that it may ask for.
const AT_LEAST: TimeDelta = TimeDelta::minutes(1);
const AT_MOST: TimeDelta = TimeDelta::days(1);
/// How long what is kept goes on to serve before the next try, once it could not be fetched anew.
const AGAIN_AFTER: TimeDelta = TimeDelta::minutes(1);

/// A value that was fetched.
pub(super) struct Fetched<T> {
    pub(super) value: T,
    pub(super) at: Instant,
    /// How long it may be kept, where it says so.
    pub(super) keep_for: Option<TimeDelta>,
}

/// The value, or what is known of why there is none. However many wait for it, it is fetched once.
pub(super) struct Kept<T, E> {
    state: Mutex<State<T, E>>,
    turn: Turn<()>,
}

struct State<T, E> {
    kept: Option<(Arc<T>, Instant)>,
    /// How often it was fetched, or not.
    tries: u64,
    /// The outcome of the last of them.
    failure: Option<E>,
}

impl<T, E: Clone> Kept<T, E> {
    pub(super) fn new() -> Self {
        Self { state: Mutex::new(State { kept: None, tries: 0, failure: None }), turn: Turn::new(()) }
    }

    /// The value that is kept at `now`, or else what `fetch` brings. While that fails, the old one serves.
    pub(super) async fn get(
        &self,
        now: Instant,
        fetch: impl Future<Output = Result<Fetched<T>, E>>,
    ) -> Result<Arc<T>, E> {
        self.get_unless(|until| now < until, now, fetch).await
    }

    /// What `fetch` brings, whatever is kept. While that fails, the old one serves.
    pub(super) async fn renew(
        &self,
        now: Instant,
        fetch: impl Future<Output = Result<Fetched<T>, E>>,
    ) -> Result<Arc<T>, E> {
        self.get_unless(|_| false, now, fetch).await
    }

    async fn get_unless(
        &self,
        is_fresh: impl Fn(Instant) -> bool,
        now: Instant,
        fetch: impl Future<Output = Result<Fetched<T>, E>>,
    ) -> Result<Arc<T>, E> {
        let tries = {
            let state = self.state();
            if let Some((value, _)) = state.kept.as_ref().filter(|(_, until)| is_fresh(*until)) {
                return Ok(Arc::clone(value));
            }
            state.tries
        };
        let _turn = self.turn.lock().await;
        // Somebody else has tried meanwhile. Their outcome is that of everybody who waited.
        if let Some(outcome) = self.outcome_after(tries) {
            return outcome;
        }
        let fetched = fetch.await;
        let mut state = self.state();
        state.tries += 1;
        match fetched {
            Ok(Fetched { value, at, keep_for }) => {
                let value = Arc::new(value);
                let keep_for = keep_for.map_or(KEPT_FOR, |keep_for| keep_for.clamp(AT_LEAST, AT_MOST));
                state.kept = Some((Arc::clone(&value), at + keep_for));
                state.failure = None;
                Ok(value)
            }
            Err(failure) => {
                state.failure = Some(failure.clone());
                let Some((value, until)) = state.kept.as_mut() else { return Err(failure) };
                *until = (*until).max(now + AGAIN_AFTER);
                Ok(Arc::clone(value))
            }
        }
    }

    /// What came of the newest try, where there was one after so many.
    fn outcome_after(&self, tries: u64) -> Option<Result<Arc<T>, E>> {
        let state = self.state();
        if state.tries == tries {
            return None;
        }
        match (&state.kept, &state.failure) {
            (Some((value, _)), _) => Some(Ok(Arc::clone(value))),
            (None, Some(failure)) => Some(Err(failure.clone())),
            (None, None) => None,
        }
    }

    fn state(&self) -> MutexGuard<'_, State<T, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::at;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tokio::sync::Semaphore;

    type Outcome = Result<u32, &'static str>;

    /// A value that counts how often it was fetched, and what the next fetch brings.
    struct Source {
        kept: Kept<u32, &'static str>,
        fetched: AtomicU32,
        next: Mutex<(Outcome, Option<TimeDelta>)>,
        /// A fetch needs one.
        permits: Semaphore,
    }

    impl Source {
        fn new() -> Self {
            let next = Mutex::new((Ok(1), None));
            Self { kept: Kept::new(), fetched: AtomicU32::new(0), next, permits: Semaphore::new(1_000) }
        }

        fn brings(&self, next: Outcome, keep_for: Option<TimeDelta>) {
            *self.next.lock().unwrap() = (next, keep_for);
        }

        async fn fetch(&self, now: Instant) -> Result<Fetched<u32>, &'static str> {
            self.permits.acquire().await.unwrap().forget();
            self.fetched.fetch_add(1, Ordering::SeqCst);
            let (next, keep_for) = *self.next.lock().unwrap();
            next.map(|value| Fetched { value, at: now, keep_for })
        }

        async fn get(&self, now: Instant) -> Outcome {
            self.kept.get(now, self.fetch(now)).await.map(|value| *value)
        }

        fn fetched(&self) -> u32 {
            self.fetched.load(Ordering::SeqCst)
        }
    }

    const START: &str = "2026-06-10T09:00:00Z";

    #[tokio::test]
    async fn a_value_is_kept_for_an_hour_or_as_long_as_it_says_up_to_a_day() {
        for (keep_for, kept) in [
            (None, TimeDelta::hours(1)),
            (Some(TimeDelta::minutes(10)), TimeDelta::minutes(10)),
            (Some(TimeDelta::hours(6)), TimeDelta::hours(6)),
            (Some(TimeDelta::days(30)), TimeDelta::days(1)),
            (Some(TimeDelta::zero()), TimeDelta::minutes(1)),
        ] {
            let source = Source::new();
            source.brings(Ok(1), keep_for);
            assert_eq!(source.get(at(START)).await, Ok(1));
            source.brings(Ok(2), None);
            let end = at(START) + kept;
            assert_eq!(source.get(end - TimeDelta::seconds(1)).await, Ok(1), "{keep_for:?}");
            assert_eq!((source.get(end).await, source.fetched()), (Ok(2), 2), "{keep_for:?}");
        }
    }

    #[tokio::test]
    async fn what_is_kept_serves_while_no_other_can_be_fetched() {
        let source = Source::new();
        source.brings(Err("away"), None);
        assert_eq!(source.get(at(START)).await, Err("away"));
        assert_eq!(
            (source.get(at(START)).await, source.fetched()),
            (Err("away"), 2),
            "nothing is kept, so it is tried"
        );
        source.brings(Ok(1), None);
        assert_eq!(source.get(at(START)).await, Ok(1));
        source.brings(Err("away"), None);
        let late = at(START) + TimeDelta::days(7);
        assert_eq!((source.get(late).await, source.fetched()), (Ok(1), 4));
        assert_eq!((source.get(late + TimeDelta::seconds(59)).await, source.fetched()), (Ok(1), 4));
        source.brings(Ok(2), None);
        assert_eq!((source.get(late + TimeDelta::minutes(1)).await, source.fetched()), (Ok(2), 5));
    }

    #[tokio::test]
    async fn many_who_wait_share_one_fetch_and_its_outcome() {
        for outcome in [Ok(1), Err("away")] {
            let source = Arc::new(Source { permits: Semaphore::new(0), ..Source::new() });
            source.brings(outcome, None);
            let waiting: Vec<_> = (0..50)
                .map(|_| {
                    let source = Arc::clone(&source);
                    tokio::spawn(async move { source.get(at(START)).await })
                })
                .collect();
            // Each of them has run as far as it can.
            tokio::task::yield_now().await;
            source.permits.add_permits(50);
            for one in waiting {
                assert_eq!(one.await.unwrap(), outcome);
            }
            assert_eq!(source.fetched(), 1, "{outcome:?}");
        }
    }

    #[tokio::test]
    async fn one_who_leaves_does_not_take_the_fetch_along() {
        let source = Arc::new(Source { permits: Semaphore::new(0), ..Source::new() });
        let first = tokio::spawn({
            let source = Arc::clone(&source);
            async move { source.get(at(START)).await }
        });
        tokio::task::yield_now().await;
        let second = tokio::spawn({
            let source = Arc::clone(&source);
            async move { source.get(at(START)).await }
        });
        tokio::task::yield_now().await;
        first.abort();
        source.permits.add_permits(1);
        assert_eq!((second.await.unwrap(), source.fetched()), (Ok(1), 1));
    }

    #[tokio::test]
    async fn a_value_is_renewed_before_its_time() {
        let source = Source::new();
        let now = at(START);
        assert_eq!(source.get(now).await, Ok(1));
        source.brings(Ok(2), None);
        assert_eq!(source.kept.renew(now, source.fetch(now)).await.as_deref(), Ok(&2));
        source.brings(Err("away"), None);
        assert_eq!(source.kept.renew(now, source.fetch(now)).await.as_deref(), Ok(&2));
    }
}
