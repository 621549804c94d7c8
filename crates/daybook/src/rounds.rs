//! Work that the portal does by itself while it serves, round after round: what calls for a round, what a round that fails costs,
//! and how it ends.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// What is done in rounds.
pub(crate) trait Rounds: Send + Sync + 'static {
    /// What the work is about, for the log.
    const WHAT: &'static str;
    /// How long it waits between two rounds without being called.
    const PAUSE: Duration;
    /// Makes one round, and says whether there is more to do at once.
    fn make(&self) -> impl Future<Output = Result<bool, application::Error>> + Send;
}

/// Somebody who makes rounds.
pub(crate) struct Worker {
    stopping: CancellationToken,
    task: JoinHandle<()>,
}

impl Worker {
    /// Sets out. A round begins at once, after each pause, and whenever `calls` changes.
    pub(crate) fn start<R: Rounds>(rounds: R, stopping: CancellationToken, calls: watch::Receiver<u64>) -> Self {
        let task = tokio::spawn(walk(Arc::new(rounds), stopping.clone(), calls));
        Self { stopping, task }
    }

    /// Lets it finish the round in hand, and begin no other.
    pub(crate) fn stop(&self) {
        self.stopping.cancel();
    }

    /// Waits for its end, and says whether it came in time; it is ended otherwise.
    pub(crate) async fn has_ended_within(mut self, patience: Duration) -> bool {
        self.stop();
        let is_in_time = tokio::time::timeout(patience, &mut self.task).await.is_ok();
        if !is_in_time {
            self.task.abort();
        }
        is_in_time
    }
}

async fn walk<R: Rounds>(rounds: Arc<R>, stopping: CancellationToken, mut calls: watch::Receiver<u64>) {
    let mut was_in_trouble = false;
    while !stopping.is_cancelled() {
        // What comes during a round calls for another one.
        calls.borrow_and_update();
        // In a task of its own: a round that panics is not the last one.
        let round = tokio::spawn({
            let rounds = Arc::clone(&rounds);
            async move { rounds.make().await }
        });
        let outcome = match round.await {
            Ok(Ok(has_more)) => Ok(has_more),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the round ended unexpectedly".to_owned()),
        };
        let what = R::WHAT;
        // A database that is away is logged when it goes and when it is back, and not at every round.
        match &outcome {
            Err(why) if was_in_trouble => tracing::debug!(what, why, "still fails"),
            Err(why) => tracing::warn!(what, why, "failed; it will be tried again"),
            Ok(_) if was_in_trouble => tracing::info!(what, "works again"),
            Ok(_) => {}
        }
        was_in_trouble = outcome.is_err();
        let pause = if outcome == Ok(true) { Duration::ZERO } else { R::PAUSE };
        tokio::select! {
            biased;
            () = stopping.cancelled() => return,
            Ok(()) = calls.changed() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}
