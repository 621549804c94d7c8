//! The leave keeper: while the portal serves, it enters on each day what is missing in the ledger of leave: allocations, lapses, and what
//! goes into the next year. After a standstill it enters all of it at once. Several instances take turns.

use crate::periodic_job::{FIVE_SECONDS, JobContext, JobSpec, Worker};
use application::leave_ledger::settle;
use domain::oversight::jobs::Job;

/// Sets it to work. It stops where it is: a step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(context: &JobContext) -> Worker {
    let spec = JobSpec { what: "the ledger of leave", job: Some(Job::Settle), pause: FIVE_SECONDS };
    Worker::start(spec, context, |context| async move { context.until_done(settle).await })
}
