//! The checker of closed months: at three each night it holds them against what they were made of, and has administrators told of what
//! no longer agrees. After a standstill it does so at once. Several instances take turns, one at a time.

use application::months::check_next;
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// Sets it to work. It stops after the month that it is at, and goes on with the next one after the next start.
pub(crate) fn start(ports: Ports) -> Worker {
    // Nothing wakes it: an hour comes by itself.
    let (_, calls) = watch::channel(0);
    let stopping = CancellationToken::new();
    Worker::start(MonthChecker { ports, stopping: stopping.clone() }, stopping, calls)
}

struct MonthChecker {
    ports: Ports,
    stopping: CancellationToken,
}

impl PeriodicJob for MonthChecker {
    const WHAT: &'static str = "the check of closed months";
    const JOB: Option<Job> = Some(Job::Months);
    const PAUSE: Duration = Duration::from_secs(5);

    async fn run(&self) -> Result<bool, Error> {
        while check_next(&self.ports).await? && !self.stopping.is_cancelled() {}
        Ok(false)
    }

    fn ports(&self) -> &Ports {
        &self.ports
    }
}
