//! The rounds of mails: while the portal serves, it makes the digests of each working day and the evening reminders. Several
//! instances take turns, and a round that was missed is made when the portal is back, on the same day.

use crate::periodic_job::{FIVE_SECONDS, JobContext, JobSpec, Worker};
use application::mail_rounds::{RoundStep, digest, remind};
use application::{Error, Ports};
use domain::oversight::jobs::Job;

/// Sets the digests going. They stop where they are: a step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start_digests(context: &JobContext) -> Worker {
    let spec = JobSpec { what: "the digests", job: Some(Job::Digest), pause: FIVE_SECONDS };
    Worker::start(spec, context, |context| async move { make(&context, "digests", digest).await })
}

/// The same with the evening reminders.
pub(crate) fn start_reminders(context: &JobContext) -> Worker {
    let spec = JobSpec { what: "the evening reminders", job: Some(Job::Reminder), pause: FIVE_SECONDS };
    Worker::start(spec, context, |context| async move { make(&context, "evening reminders", remind).await })
}

/// Takes steps of one kind of round until there is none to take, and says of how many mails.
async fn make(
    JobContext { ports, stopping }: &JobContext,
    what: &'static str,
    step: impl AsyncFn(&Ports) -> Result<RoundStep, Error>,
) -> Result<bool, Error> {
    let mut mails = 0;
    let mut outcome = Ok(false);
    while !stopping.is_cancelled() {
        match step(ports).await {
            Ok(RoundStep::Made(made)) => mails += made,
            Ok(RoundStep::Idle) => break,
            Err(error) => {
                outcome = Err(error);
                break;
            }
        }
    }
    // With nothing to say there is no mail, and nothing to say of that.
    if mails > 0 {
        tracing::info!(what, mails, "mails of a round wait to be sent");
    }
    outcome
}
