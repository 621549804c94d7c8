//! The sealer: every event gets its place in the chain of the audit log within a second. Several instances may try; one seals.

use application::audit::seal_next;
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// Sets it to work. A step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(ports: Ports) -> Worker {
    // Nothing wakes it: it looks often enough, and what many write meanwhile it seals together.
    let (_, calls) = watch::channel(0);
    Worker::start(Sealer { ports }, CancellationToken::new(), calls)
}

struct Sealer {
    ports: Ports,
}

impl PeriodicJob for Sealer {
    const WHAT: &'static str = "the sealing of the audit log";
    const JOB: Option<Job> = Some(Job::Seal);
    const PAUSE: Duration = Duration::from_millis(300);

    async fn run(&self) -> Result<bool, Error> {
        seal_next(&self.ports).await
    }

    fn ports(&self) -> &Ports {
        &self.ports
    }
}
