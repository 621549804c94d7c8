//! The expirer: while the portal serves, it notes after each day which requests to unlock a date nobody has decided on in time. With
//! several instances each request is noted, and its employee told, once.

use crate::periodic_job::{DoneOn, FIVE_SECONDS, JobContext, JobSpec, Worker};
use application::Error;
use application::unlocks::expire;
use domain::oversight::jobs::Job;

/// Sets it to work. It stops where it is: a step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(context: &JobContext) -> Worker {
    let spec = JobSpec { what: "the requests on which nobody decided", job: Some(Job::Expire), pause: FIVE_SECONDS };
    let done = DoneOn::default();
    Worker::start(spec, context, move |context| run(context, done.clone()))
}

/// Leaves out a day on which it found nothing left to do: more requests expire only when a day ends.
async fn run(JobContext { ports, stopping }: JobContext, done: DoneOn) -> Result<bool, Error> {
    let today = ports.moment().today;
    if done.is(today) {
        return Ok(false);
    }
    let mut expired = 0;
    loop {
        let step = expire(&ports).await?;
        expired += step;
        if step == 0 {
            break;
        }
        if stopping.is_cancelled() {
            return Ok(false);
        }
    }
    if expired > 0 {
        tracing::info!(requests = expired, "requests to unlock a day expired");
    }
    done.set(today);
    Ok(false)
}
