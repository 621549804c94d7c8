//! The freezer: while the portal serves, it looks at each day that is over, marks the people who recorded nothing on it as
//! absent, and mails them. After a standstill it catches up on every day that it has missed. Several instances take turns.

use crate::periodic_job::{DoneOn, FIVE_SECONDS, JobContext, JobSpec, Worker};
use application::Error;
use application::absences::{Frozen, announce, freeze};
use domain::oversight::jobs::Job;

/// Sets it to work. It stops where it is: a step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(context: &JobContext) -> Worker {
    let spec = JobSpec { what: "the days that are over", job: Some(Job::Freeze), pause: FIVE_SECONDS };
    let announced = DoneOn::default();
    Worker::start(spec, context, move |context| run(context, announced.clone()))
}

/// Mails once a day and after each day that is marked: these change who is due a mail.
async fn run(JobContext { ports, stopping }: JobContext, announced: DoneOn) -> Result<bool, Error> {
    let mut marked = 0;
    while let Frozen::Marked(people) = freeze(&ports).await? {
        marked += people;
        if stopping.is_cancelled() {
            return Ok(false);
        }
    }
    if marked > 0 {
        tracing::info!(days = marked, "days without a timesheet were frozen");
    }
    let today = ports.moment().today;
    if marked == 0 && announced.is(today) {
        return Ok(false);
    }
    // Only now, so that all days that were caught up with are in one mail.
    while announce(&ports).await? > 0 {
        if stopping.is_cancelled() {
            return Ok(false);
        }
    }
    announced.set(today);
    Ok(false)
}
