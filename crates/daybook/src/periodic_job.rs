//! Periodic jobs: work that the portal does by itself while it serves. What starts a run, what a failed run costs, what is kept of it,
//! and how a job ends.

use application::system_reports::{Recorder, UNEXPECTED_END, sentence};
use application::{Error, Ports};
use chrono::NaiveDate;
use domain::oversight::jobs::Job;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// How a job is known, and how often it runs.
pub(crate) struct JobSpec {
    /// What the work is about, for the log.
    pub(crate) what: &'static str,
    /// As which job administrators see its runs; `None` where they see none (oversight.md 1.6).
    pub(crate) job: Option<Job>,
    /// The pause between two runs, unless a call comes in between.
    pub(crate) pause: Duration,
}

/// What the runs of all jobs work with.
#[derive(Clone)]
pub(crate) struct JobContext {
    pub(crate) ports: Ports,
    /// Lets the present runs finish, and starts no other.
    pub(crate) stopping: CancellationToken,
}

impl JobContext {
    /// Takes steps until one says that nothing is left to do, or until a stop. The rest is done after the next start.
    pub(crate) async fn until_done(&self, step: impl AsyncFn(&Ports) -> Result<bool, Error>) -> Result<bool, Error> {
        while step(&self.ports).await? && !self.stopping.is_cancelled() {}
        Ok(false)
    }
}

/// The day on which a job last did what is to be done once a day.
#[derive(Clone, Default)]
pub(crate) struct DoneOn(Arc<Mutex<Option<NaiveDate>>>);

impl DoneOn {
    pub(crate) fn is(&self, day: NaiveDate) -> bool {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) == Some(day)
    }

    pub(crate) fn set(&self, day: NaiveDate) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(day);
    }
}

/// The task in which a periodic job runs.
pub(crate) struct Worker(JoinHandle<()>);

impl Worker {
    /// Starts a job that nothing wakes: it runs at once and after each pause. A run says whether there is more to do at once.
    pub(crate) fn start<F>(spec: JobSpec, context: &JobContext, run: impl Fn(JobContext) -> F + Send + 'static) -> Self
    where
        F: Future<Output = Result<bool, Error>> + Send + 'static,
    {
        Self::woken_by(watch::channel(0).1, spec, context, run)
    }

    /// Starts a job that also runs whenever `calls` changes.
    pub(crate) fn woken_by<F>(
        calls: watch::Receiver<u64>,
        spec: JobSpec,
        context: &JobContext,
        run: impl Fn(JobContext) -> F + Send + 'static,
    ) -> Self
    where
        F: Future<Output = Result<bool, Error>> + Send + 'static,
    {
        Self(tokio::spawn(run_loop(calls, spec, context.clone(), run)))
    }

    /// Waits for its end after a stop, and says whether it came in time; it is ended otherwise.
    pub(crate) async fn has_ended_within(mut self, patience: Duration) -> bool {
        let is_in_time = tokio::time::timeout(patience, &mut self.0).await.is_ok();
        if !is_in_time {
            self.0.abort();
        }
        is_in_time
    }
}

async fn run_loop<F>(
    mut calls: watch::Receiver<u64>,
    spec: JobSpec,
    context: JobContext,
    run: impl Fn(JobContext) -> F + Send,
) where
    F: Future<Output = Result<bool, Error>> + Send + 'static,
{
    let JobSpec { what, job, pause } = spec;
    let JobContext { ports, stopping } = &context;
    let mut was_in_trouble = false;
    let mut recorder = job.map(Recorder::of);
    while !stopping.is_cancelled() {
        // A call during a run asks for another run.
        calls.borrow_and_update();
        if let Some(recorder) = &mut recorder {
            recorder.begins(ports).await;
        }
        let began = Instant::now();
        // In a task of its own, so that a panic does not end the loop.
        let outcome = match tokio::spawn(run(context.clone())).await {
            Ok(Ok(has_more)) => Ok(has_more),
            Ok(Err(error)) => Err((error.to_string(), sentence(&error))),
            Err(_) => Err(("the run ended unexpectedly".to_owned(), UNEXPECTED_END.to_owned())),
        };
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
            if let Err(why) = recorder.ends(ports, began.elapsed(), has_more, error).await {
                tracing::debug!(what, %why, "a run could not be noted");
            }
        }
        let pause = if has_more { Duration::ZERO } else { pause };
        tokio::select! {
            biased;
            () = stopping.cancelled() => return,
            Ok(()) = calls.changed() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}
