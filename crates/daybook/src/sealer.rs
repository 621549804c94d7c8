//! The sealer: every event gets its place in the chain of the audit log within a second. Several instances may try; one seals.

use crate::periodic_job::{JobContext, JobSpec, Worker};
use application::audit::seal_next;
use domain::oversight::jobs::Job;
use std::time::Duration;

/// Sets it to work. A step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(context: &JobContext) -> Worker {
    let spec =
        JobSpec { what: "the sealing of the audit log", job: Some(Job::Seal), pause: Duration::from_millis(300) };
    // It looks often enough, and what many write meanwhile it seals together.
    Worker::start(spec, context, |context| async move { seal_next(&context.ports).await })
}
