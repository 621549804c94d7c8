//! The verifier: it verifies the audit log when somebody asked for it, and at three each night. After a standstill it does so at once. One
//! instance has a verification at a time.

use application::audit::{Holder, verify_next};
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// It rests no longer than this between two steps.
const REST: Duration = Duration::from_secs(1);

/// Sets it to work. It stops after the step that it is at, and the first one free goes on with the next one.
pub(crate) fn start(ports: Ports) -> Worker {
    // Nothing wakes it: a caller who asks looks on anyway, and the hour comes by itself.
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
        let began = Instant::now();
        let has_more = verify_next(&self.ports, self.holder).await?;
        if has_more {
            // It gives way: after each step it rests half as long as that took.
            tokio::time::sleep((began.elapsed() / 2).min(REST)).await;
        }
        Ok(has_more)
    }

    fn ports(&self) -> &Ports {
        &self.ports
    }
}
