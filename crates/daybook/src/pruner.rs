//! The pruner: at half past three each night it removes what is too old from the audit log. After a standstill it does so at once. Several
//! instances take turns, a step each.

use crate::periodic_job::{FIVE_SECONDS, JobContext, JobSpec, Worker};
use application::audit::prune_next;
use domain::oversight::jobs::Job;

/// Sets it to work. A step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(context: &JobContext) -> Worker {
    let spec = JobSpec { what: "the removal of old audit entries", job: Some(Job::Prune), pause: FIVE_SECONDS };
    Worker::start(spec, context, |context| async move { prune_next(&context.ports).await })
}
