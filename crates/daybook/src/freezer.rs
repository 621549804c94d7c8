//! The freezer: while the portal serves, it looks at each day that is over, marks the people who recorded nothing on it as
//! absent, and mails them. After a standstill it catches up on every day that it has missed. Several instances take turns.

use application::absences::{Frozen, announce, freeze};
use application::{Error, Ports};
use chrono::NaiveDate;
use domain::oversight::jobs::Job;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// Sets it to work. It stops where it is: a step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(ports: Ports) -> Worker {
    // Nothing wakes it: a day ends by itself.
    let (_, calls) = watch::channel(0);
    let stopping = CancellationToken::new();
    Worker::start(Freezer { ports, stopping: stopping.clone(), announced: Mutex::default() }, stopping, calls)
}

struct Freezer {
    ports: Ports,
    stopping: CancellationToken,
    /// The day of the last mails. Who is due a mail changes with the day, and with the days that are marked.
    announced: Mutex<Option<NaiveDate>>,
}

impl Freezer {
    fn announced(&self) -> MutexGuard<'_, Option<NaiveDate>> {
        self.announced.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PeriodicJob for Freezer {
    const WHAT: &'static str = "the days that are over";
    const JOB: Option<Job> = Some(Job::Freeze);
    const PAUSE: Duration = Duration::from_secs(5);

    async fn run(&self) -> Result<bool, Error> {
        let mut marked = 0;
        while let Frozen::Marked(people) = freeze(&self.ports).await? {
            marked += people;
            if self.stopping.is_cancelled() {
                return Ok(false);
            }
        }
        if marked > 0 {
            tracing::info!(days = marked, "days without a timesheet were frozen");
        }
        let today = self.ports.moment().today;
        if marked == 0 && *self.announced() == Some(today) {
            return Ok(false);
        }
        // Only now, so that all days that were caught up with are in one mail.
        while announce(&self.ports).await? > 0 {
            if self.stopping.is_cancelled() {
                return Ok(false);
            }
        }
        *self.announced() = Some(today);
        Ok(false)
    }

    fn ports(&self) -> &Ports {
        &self.ports
    }
}
