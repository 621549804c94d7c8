//! The expirer: while the portal serves, it notes after each day which requests to unlock a date nobody has decided on in time. With
//! several instances each request is noted, and its employee told, once.

use application::unlocks::expire;
use application::{Error, Ports};
use chrono::NaiveDate;
use domain::oversight::jobs::Job;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// Sets it to work. It stops where it is: a step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(ports: Ports) -> Worker {
    // Nothing wakes it: a day ends by itself.
    let (_, calls) = watch::channel(0);
    let stopping = CancellationToken::new();
    Worker::start(Expirer { ports, stopping: stopping.clone(), done_on: Mutex::default() }, stopping, calls)
}

struct Expirer {
    ports: Ports,
    stopping: CancellationToken,
    /// The day on which it last found nothing left to do. More requests expire only when a day ends.
    done_on: Mutex<Option<NaiveDate>>,
}

impl PeriodicJob for Expirer {
    const WHAT: &'static str = "the requests on which nobody decided";
    const JOB: Option<Job> = Some(Job::Expire);
    const PAUSE: Duration = Duration::from_secs(5);

    async fn run(&self) -> Result<bool, Error> {
        let today = self.ports.moment().today;
        if *self.done_on.lock().unwrap_or_else(PoisonError::into_inner) == Some(today) {
            return Ok(false);
        }
        let mut expired = 0;
        loop {
            let step = expire(&self.ports).await?;
            expired += step;
            if step == 0 {
                break;
            }
            if self.stopping.is_cancelled() {
                return Ok(false);
            }
        }
        if expired > 0 {
            tracing::info!(requests = expired, "requests to unlock a day expired");
        }
        *self.done_on.lock().unwrap_or_else(PoisonError::into_inner) = Some(today);
        Ok(false)
    }

    fn ports(&self) -> &Ports {
        &self.ports
    }
}
