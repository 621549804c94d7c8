//! The teller of closed months: after a close it tells the employees that their statement is ready, or has changed. It begins at once,
//! also where another instance closed the month. Several instances take turns, and everybody is told once.

use application::months::tell_next;
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// Sets it to work; `closes` changes when something was done about a month. It stops where it is: a step that is cut off is rolled
/// back, and taken again after the next start.
pub(crate) fn start(ports: Ports, closes: watch::Receiver<u64>) -> Worker {
    let stopping = CancellationToken::new();
    Worker::start(MonthTeller { ports, stopping: stopping.clone() }, stopping, closes)
}

struct MonthTeller {
    ports: Ports,
    stopping: CancellationToken,
}

impl PeriodicJob for MonthTeller {
    const WHAT: &'static str = "the notices of closed months";
    const JOB: Option<Job> = None;
    const PAUSE: Duration = Duration::from_secs(5);

    async fn run(&self) -> Result<bool, Error> {
        while tell_next(&self.ports).await? && !self.stopping.is_cancelled() {}
        Ok(false)
    }

    fn ports(&self) -> &Ports {
        &self.ports
    }
}
