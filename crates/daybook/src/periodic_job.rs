//! Periodic jobs: work that the portal does by itself while it serves. What starts a run, what a failed run costs, what is kept of it,
//! and how a job ends.

use application::Ports;
use application::system_reports::{Recorder, UNEXPECTED_END, sentence};
use domain::oversight::jobs::Job;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A job that runs again and again while the portal serves.
pub(crate) trait PeriodicJob: Send + Sync + 'static {
    /// What the work is about, for the log.
    const WHAT: &'static str;
    /// As which job administrators see its runs; `None` where they see none (oversight.md 1.6).
    const JOB: Option<Job>;
    /// The pause between two runs, unless a call comes in between.
    const PAUSE: Duration;
    /// Runs once, and says whether there is more to do at once.
    fn run(&self) -> impl Future<Output = Result<bool, application::Error>> + Send;
    /// The ports that it works with.
    fn ports(&self) -> &Ports;
}

/// The task in which a periodic job runs.
pub(crate) struct Worker {
    stopping: CancellationToken,
    task: JoinHandle<()>,
}

impl Worker {
    /// Starts the job. It runs at once, after each pause, and whenever `calls` changes.
    pub(crate) fn start<J: PeriodicJob>(job: J, stopping: CancellationToken, calls: watch::Receiver<u64>) -> Self {
        let task = tokio::spawn(run_loop(Arc::new(job), stopping.clone(), calls));
        Self { stopping, task }
    }

    /// Lets the present run finish, and starts no other.
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

async fn run_loop<J: PeriodicJob>(job: Arc<J>, stopping: CancellationToken, mut calls: watch::Receiver<u64>) {
    let mut was_in_trouble = false;
    let mut recorder = J::JOB.map(Recorder::of);
    while !stopping.is_cancelled() {
        // A call during a run asks for another run.
        calls.borrow_and_update();
        if let Some(recorder) = &mut recorder {
            recorder.begins(job.ports()).await;
        }
        let began = Instant::now();
        // In a task of its own, so that a panic does not end the loop.
        let run = tokio::spawn({
            let job = Arc::clone(&job);
            async move { job.run().await }
        });
        let outcome = match run.await {
            Ok(Ok(has_more)) => Ok(has_more),
            Ok(Err(error)) => Err((error.to_string(), sentence(&error))),
            Err(_) => Err(("the run ended unexpectedly".to_owned(), UNEXPECTED_END.to_owned())),
        };
        let what = J::WHAT;
        // An outage of the database is logged when it begins and when it ends, and not on every run.
        match &outcome {
            Err((why, _)) if was_in_trouble => tracing::debug!(what, why, "still fails"),
            Err((why, _)) => tracing::warn!(what, why, "failed; it will be tried again"),
            Ok(_) if was_in_trouble => tracing::info!(what, "works again"),
            Ok(_) => {}
        }
        was_in_trouble = outcome.is_err();
        let has_more = outcome == Ok(true);
        // A run that was cut off by a stop has not ended.
        if let Some(recorder) = recorder.as_mut().filter(|_| !stopping.is_cancelled()) {
            let error = outcome.err().map(|(_, sentence)| sentence);
            if let Err(why) = recorder.ends(job.ports(), began.elapsed(), has_more, error).await {
                tracing::debug!(what, %why, "a run could not be noted");
            }
        }
        let pause = if has_more { Duration::ZERO } else { J::PAUSE };
        tokio::select! {
            biased;
            () = stopping.cancelled() => return,
            Ok(()) = calls.changed() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}
