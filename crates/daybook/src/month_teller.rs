//! The teller of closed months: after a close it tells the employees that their statement is ready, or has changed. It begins at once,
//! also where another instance closed the month. Several instances take turns, and everybody is told once.

use crate::periodic_job::{FIVE_SECONDS, JobContext, JobSpec, Worker};
use application::months::tell_next;
use tokio::sync::watch;

/// Sets it to work; `closes` changes when something was done about a month. It stops where it is: a step that is cut off is rolled
/// back, and taken again after the next start.
pub(crate) fn start(context: &JobContext, closes: watch::Receiver<u64>) -> Worker {
    let spec = JobSpec { what: "the notices of closed months", job: None, pause: FIVE_SECONDS };
    Worker::woken_by(closes, spec, context, |context| async move { context.until_done(tell_next).await })
}
