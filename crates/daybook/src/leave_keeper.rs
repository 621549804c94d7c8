//! The leave keeper: while the portal serves, it enters on each day what is missing in the ledger of leave: allocations, lapses, and what
//! goes into the next year. After a standstill it enters all of it at once. Several instances take turns.

use application::leave_ledger::settle;
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// Sets it to work. It stops where it is: a step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(ports: Ports) -> Worker {
    // Nothing wakes it: a day begins by itself.
    let (_, calls) = watch::channel(0);
    let stopping = CancellationToken::new();
    Worker::start(LeaveKeeper { ports, stopping: stopping.clone() }, stopping, calls)
}

struct LeaveKeeper {
    ports: Ports,
    stopping: CancellationToken,
}

impl PeriodicJob for LeaveKeeper {
    const WHAT: &'static str = "the ledger of leave";
    const JOB: Option<Job> = Some(Job::Settle);
    const PAUSE: Duration = Duration::from_secs(5);

    async fn run(&self) -> Result<bool, Error> {
        while settle(&self.ports).await? && !self.stopping.is_cancelled() {}
        Ok(false)
    }

    fn ports(&self) -> &Ports {
        &self.ports
    }
}
