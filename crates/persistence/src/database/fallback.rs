//! The fallback of reads to the primary once the standby fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use application::ports::Result;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until};

use super::Database;

/// The primary behind a group of reads from a standby. Once one of them has failed, or their time on the standby is over, all later
/// ones go to the primary, so that they never go back in time.
pub(crate) struct Fallback {
    primary: Database,
    /// How far the standby has come; `None` while it must not be used.
    replayed: watch::Receiver<Option<i64>>,
    /// Has the standby checked again.
    doubt: Arc<Notify>,
    /// When the primary has to take over, to be done in time.
    until: Instant,
    has_failed: AtomicBool,
}

impl Fallback {
    pub(crate) fn new(
        primary: Database,
        replayed: watch::Receiver<Option<i64>>,
        doubt: Arc<Notify>,
        until: Instant,
    ) -> Self {
        Self { primary, replayed, doubt, until, has_failed: AtomicBool::new(false) }
    }

    pub(super) fn primary(&self) -> &Database {
        &self.primary
    }

    /// The answer of the standby; `None` if it fails, takes too long, or turns out to be away during the wait. The time is that of all
    /// reads together, with the wait for a connection, which a limit for each statement would not end.
    pub(super) async fn unless_it_fails<T>(&self, read: impl Future<Output = Result<T>>) -> Option<T> {
        if self.has_failed.load(Ordering::Relaxed) {
            return None;
        }
        let mut replayed = self.replayed.clone();
        let lost = async move { replayed.wait_for(Option::is_none).await.is_ok() };
        let answer = tokio::select! {
            biased;
            () = sleep_until(self.until) => return self.gives_up("it took too long"),
            _ = lost => return self.gives_up("it was lost"),
            answer = read => answer,
        };
        answer.map_or_else(|error| self.gives_up(error), Some)
    }

    fn gives_up<T>(&self, why: impl std::fmt::Display) -> Option<T> {
        tracing::debug!(%why, "the standby did not answer; the primary does");
        self.has_failed.store(true, Ordering::Relaxed);
        self.doubt.notify_one();
        None
    }
}

impl Database {
    /// The same handle, for a group of reads.
    pub(crate) fn with_fallback(&self, fallback: Fallback) -> Self {
        Self { inner: Arc::clone(&self.inner), fallback: Some(Arc::new(fallback)) }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn reads_that_take_too_long_together_leave_the_standby() {
        let primary = Database::scratch("unread".into());
        // While it can be used, there is a sender.
        let (_follows, replayed) = watch::channel(Some(1));
        let until = Instant::now() + Duration::from_millis(200);
        let fallback = Fallback::new(primary, replayed, Arc::default(), until);
        assert_eq!(fallback.unless_it_fails(ready(Ok(1))).await, Some(1));
        assert_eq!(fallback.unless_it_fails(pending::<Result<u8>>()).await, None);
        assert!(Instant::now() >= until);
        assert_eq!(fallback.unless_it_fails(ready(Ok(2))).await, None, "they do not go back");
    }
}
