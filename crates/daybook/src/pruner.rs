//! The pruner: at half past three each night it removes what is too old from the audit log. After a standstill it does so at once. Several
//! instances take turns, a step each.

use application::audit::prune_next;
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// Sets it to work. A step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(ports: Ports) -> Worker {
    // Nothing wakes it: an hour comes by itself.
    let (_, calls) = watch::channel(0);
    Worker::start(Pruner { ports }, CancellationToken::new(), calls)
}

struct Pruner {
    ports: Ports,
}

impl PeriodicJob for Pruner {
    const WHAT: &'static str = "the removal of old audit entries";
    const JOB: Option<Job> = Some(Job::Prune);
    const PAUSE: Duration = Duration::from_secs(5);

    async fn run(&self) -> Result<bool, Error> {
        prune_next(&self.ports).await
    }

    fn ports(&self) -> &Ports {
        &self.ports
    }
}
