//! The jobs that the portal does by itself while it serves, but for the [courier](crate::courier). Several instances take turns. A step that
//! is cut off by a stop is rolled back, and taken again after the next start; after a standstill a job catches up on all that it has missed.

use crate::periodic_job::{DoneOn, JobContext, JobSpec, Worker};
use application::absences::{Frozen, announce, freeze};
use application::audit::{Holder, prune_next, seal_next, verify_next};
use application::imports::resume_next;
use application::leave_ledger::settle;
use application::mail_rounds::{RoundStep, digest, remind};
use application::months::{check_next, tell_next};
use application::unlocks::expire;
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The pause of a job that waits for a day or an hour.
const FIVE_SECONDS: Duration = Duration::from_secs(5);
/// So often events are sealed. What many write meanwhile is sealed together.
const SEALING: Duration = Duration::from_millis(300);
/// The verifier rests no longer than this between two steps.
const REST: Duration = Duration::from_secs(1);

/// A job that waits for a day or an hour.
const fn waiting(what: &'static str, job: Job) -> JobSpec {
    JobSpec { what, job: Some(job), pause: FIVE_SECONDS }
}

/// Sets all of them to work; `closes` changes when something was done about a month.
pub(crate) fn start(context: &JobContext, closes: watch::Receiver<u64>) -> [Worker; 11] {
    let (announced, expired, holder) = (DoneOn::default(), DoneOn::default(), Holder::new(&context.ports));
    let (sealing, verification) = ("the sealing of the audit log", "the verification of the audit log");
    [
        Worker::start(waiting("the days that are over", Job::Freeze), context, move |context| {
            freeze_days(context, announced.clone())
        }),
        Worker::start(waiting("the requests on which nobody decided", Job::Expire), context, move |context| {
            expire_requests(context, expired.clone())
        }),
        // Allocations, lapses, and what goes into the next year.
        Worker::start(waiting("the ledger of leave", Job::Settle), context, |context| async move {
            context.until_done(settle).await
        }),
        // A round that was missed is made when the portal is back, on the same day.
        Worker::start(waiting("the digests", Job::Digest), context, |context| async move {
            make_round(&context, "digests", digest).await
        }),
        Worker::start(waiting("the evening reminders", Job::Reminder), context, |context| async move {
            make_round(&context, "evening reminders", remind).await
        }),
        // Employees learn after a close that their statement is ready, or has changed: at once, also where another instance closed the month.
        Worker::woken_by(
            closes,
            JobSpec { what: "the notices of closed months", job: None, pause: FIVE_SECONDS },
            context,
            |context| async move { context.until_done(tell_next).await },
        ),
        // An import whose instance has died.
        Worker::start(
            JobSpec { what: "the imports left behind", job: None, pause: FIVE_SECONDS },
            context,
            |context| async move { context.until_done(resume_next).await },
        ),
        // At three each night they are compared with their sources, and administrators are notified of differences.
        Worker::start(waiting("the check of closed months", Job::Months), context, |context| async move {
            context.until_done(check_next).await
        }),
        Worker::start(JobSpec { what: sealing, job: Some(Job::Seal), pause: SEALING }, context, |context| async move {
            seal_next(&context.ports).await
        }),
        Worker::start(JobSpec { what: verification, job: Some(Job::Verify), pause: REST }, context, move |context| {
            verify(context, holder)
        }),
        // At half past three each night, a step each.
        Worker::start(waiting("the removal of old audit entries", Job::Prune), context, |context| async move {
            prune_next(&context.ports).await
        }),
    ]
}

/// Marks the people who recorded nothing on a day that is over as absent, and mails them: once a day, and after each day that is marked,
/// because that changes who is due a mail.
async fn freeze_days(JobContext { ports, stopping }: JobContext, announced: DoneOn) -> Result<bool, Error> {
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

/// Notes which requests to unlock a date nobody has decided on in time. Leaves out a day on which it found nothing left to do: more
/// requests expire only when a day ends.
async fn expire_requests(JobContext { ports, stopping }: JobContext, done: DoneOn) -> Result<bool, Error> {
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

/// Takes steps of one kind of round until there is none to take, and says of how many mails.
async fn make_round(
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

/// Verifies the audit log when somebody asked for it, and at three each night. One instance has a verification at a time; it stops after
/// the step that it is at, and the first one free goes on with the next one.
async fn verify(JobContext { ports, .. }: JobContext, holder: Holder) -> Result<bool, Error> {
    let began = Instant::now();
    let has_more = verify_next(&ports, holder).await?;
    if has_more {
        // It gives way: after each step it rests half as long as that took.
        tokio::time::sleep((began.elapsed() / 2).min(REST)).await;
    }
    Ok(has_more)
}
