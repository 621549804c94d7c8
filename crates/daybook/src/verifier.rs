//! The verifier: it verifies the audit log when somebody asked for it, and at three each night. After a standstill it does so at once. One
//! instance has a verification at a time.

use application::audit::{Holder, verify_next};
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// Sets it to work. It stops after the step that it is at, and whoever comes first goes on with the next one.
pub(crate) fn start(ports: Ports) -> Worker {
    // Nothing wakes it: whoever asks looks on anyway, and an hour comes by itself.
    let (_, calls) = watch::channel(0);
    let holder = Holder::new(&ports);
    Worker::start(Verifier { ports, holder }, CancellationToken::new(), calls)
}

struct Verifier {
    ports: Ports,
    holder: Holder,
}

impl PeriodicJob for Verifier {
    const WHAT: &'static str = "the verification of the audit log";
    const JOB: Option<Job> = Some(Job::Verify);
    const PAUSE: Duration = Duration::from_secs(1);

    async fn run(&self) -> Result<bool, Error> {
        verify_next(&self.ports, self.holder).await
    }

    fn ports(&self) -> &Ports {
        &self.ports
    }
}
