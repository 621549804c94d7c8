//! Running use cases so that a client who leaves, or a database that hangs, cuts none of them in half.
//!
//! A use case runs in a task of its own. The request only waits for it, and not for long: when the time is over the
//! answer is 503, and the task goes on to its own end, which the database's deadlines set. Shutdown waits for the tasks.

use std::future::Future;
use std::time::Duration;

use application::Error;
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout_at};
use tokio_util::task::TaskTracker;

use crate::error::Failure;

/// How long a request waits for its use case.
const PATIENCE: Duration = Duration::from_millis(2_500);
/// The same where passwords are checked, which queue for a processor.
const PASSWORD_PATIENCE: Duration = Duration::from_millis(4_500);

/// The moment at which a request stops waiting.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// For most use cases.
    pub fn usual() -> Self {
        Self(Instant::now() + PATIENCE)
    }

    /// The same wait, begun later by the time that the client took to send its body.
    pub(crate) fn moved_by(self, time: Duration) -> Self {
        Self(self.0 + time)
    }

    /// For use cases that check or hash passwords.
    pub fn password() -> Self {
        Self(Instant::now() + PASSWORD_PATIENCE)
    }
}

/// Starts use cases and keeps count of them.
#[derive(Clone, Debug)]
pub struct Runner {
    tasks: TaskTracker,
    writers: Handle,
}

impl Runner {
    /// `writers` is a runtime that outlives the server's workers: a write that began before a shutdown ends on it.
    pub fn new(tasks: TaskTracker, writers: Handle) -> Self {
        Self { tasks, writers }
    }

    /// Runs a use case that reads, on the worker that asks.
    pub async fn read<T, F>(&self, deadline: Deadline, work: F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
        T: Send + 'static,
    {
        wait(deadline, self.tasks.spawn(work)).await
    }

    /// Runs a use case that writes, where nothing but the end of the process stops it.
    pub async fn write<T, F>(&self, deadline: Deadline, work: F) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, Error>> + Send + 'static,
        T: Send + 'static,
    {
        wait(deadline, self.tasks.spawn_on(work, &self.writers)).await
    }
}

async fn wait<T>(deadline: Deadline, task: tokio::task::JoinHandle<Result<T, Error>>) -> Result<T, Failure> {
    match timeout_at(deadline.0, task).await {
        Ok(Ok(done)) => done.map_err(Failure::from),
        Ok(Err(broken)) => Err(Failure::internal(format!("a use case broke: {broken}"))),
        Err(_) => Err(Failure::unavailable("a use case took too long")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use crate::error::Code;

    fn runner() -> Runner {
        Runner::new(TaskTracker::new(), Handle::current())
    }

    #[tokio::test]
    async fn a_slow_use_case_is_answered_with_503_and_runs_to_its_end() {
        let runner = runner();
        let (done, ended) = tokio::sync::oneshot::channel();
        let slow = async move {
            tokio::time::sleep(Duration::from_millis(200)).await;
            done.send(()).unwrap();
            Ok(())
        };
        let soon = Deadline(Instant::now() + Duration::from_millis(20));
        let failure = runner.write(soon, slow).await.unwrap_err();
        assert_eq!(failure.code(), Code::Unavailable);
        ended.await.unwrap();
    }

    #[tokio::test]
    async fn a_caller_that_leaves_does_not_stop_it() {
        let runner = runner();
        let (done, ended) = tokio::sync::oneshot::channel();
        let work = async move {
            tokio::time::sleep(Duration::from_millis(30)).await;
            done.send(()).unwrap();
            Ok(())
        };
        let _ = tokio::time::timeout(Duration::from_millis(1), runner.write(Deadline::usual(), work)).await;
        ended.await.unwrap();
    }

    #[tokio::test]
    async fn a_panic_is_an_internal_error() {
        let broken = async { panic!("out of paper") };
        let failure = runner().read::<(), _>(Deadline::usual(), broken).await.unwrap_err();
        assert_eq!(failure.code(), Code::InternalError);
    }
}
