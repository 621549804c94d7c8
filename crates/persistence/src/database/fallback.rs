//! The fallback of reads to the primary once the standby fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use application::ports::Result;
use tokio::sync::{Notify, watch};

use super::Database;

/// The primary behind a group of reads from a standby. Once one of them has failed, all later ones go to the primary, so that they
/// never go back in time.
pub(crate) struct Fallback {
    primary: Database,
    /// How far the standby has come; `None` while it must not be used.
    replayed: watch::Receiver<Option<i64>>,
    /// Has the standby checked again.
    doubt: Arc<Notify>,
    has_failed: AtomicBool,
}

impl Fallback {
    pub(crate) fn new(primary: Database, replayed: watch::Receiver<Option<i64>>, doubt: Arc<Notify>) -> Self {
        Self { primary, replayed, doubt, has_failed: AtomicBool::new(false) }
    }

    pub(super) fn primary(&self) -> &Database {
        &self.primary
    }

    /// The answer of the standby; `None` if it fails, or turns out to be away during the wait.
    pub(super) async fn unless_it_fails<T>(&self, read: impl Future<Output = Result<T>>) -> Option<T> {
        if self.has_failed.load(Ordering::Relaxed) {
            return None;
        }
        let mut replayed = self.replayed.clone();
        let lost = async move { replayed.wait_for(Option::is_none).await.is_ok() };
        let answer = tokio::select! {
            answer = read => answer,
            _ = lost => return self.gives_up("it was lost"),
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
