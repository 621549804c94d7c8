//! The checker of closed months: at three each night it holds them against what they were made of, and has administrators told of what
//! no longer agrees. After a standstill it does so at once. Several instances take turns, one at a time.

use crate::periodic_job::{FIVE_SECONDS, JobContext, JobSpec, Worker};
use application::months::check_next;
use domain::oversight::jobs::Job;

/// Sets it to work. It stops after the month that it is at, and goes on with the next one after the next start.
pub(crate) fn start(context: &JobContext) -> Worker {
    let spec = JobSpec { what: "the check of closed months", job: Some(Job::Months), pause: FIVE_SECONDS };
    Worker::start(spec, context, |context| async move { context.until_done(check_next).await })
}
