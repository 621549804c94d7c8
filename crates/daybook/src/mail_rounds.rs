//! The rounds of mails: while the portal serves, it makes the digests of each working day and the evening reminders. Several
//! instances take turns, and a round that was missed is made when the portal is back, on the same day.

use application::mail_rounds::{RoundStep, digest, remind};
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// Sets the digests going. They stop where they are: a step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start_digests(ports: Ports) -> Worker {
    start(|stopping| Digests(Rounds { ports, stopping }))
}

/// The same with the evening reminders.
pub(crate) fn start_reminders(ports: Ports) -> Worker {
    start(|stopping| Reminders(Rounds { ports, stopping }))
}

fn start<J: PeriodicJob>(job: impl FnOnce(CancellationToken) -> J) -> Worker {
    // Nothing wakes them: an hour comes by itself.
    let (_, calls) = watch::channel(0);
    let stopping = CancellationToken::new();
    Worker::start(job(stopping.clone()), stopping, calls)
}

struct Rounds {
    ports: Ports,
    stopping: CancellationToken,
}

impl Rounds {
    /// Takes steps of one kind of round until there is none to take, and says of how many mails.
    async fn make<F: Future<Output = Result<RoundStep, Error>> + Send>(
        &self,
        what: &'static str,
        step: impl Fn() -> F + Send,
    ) -> Result<bool, Error> {
        let mut mails = 0;
        let mut outcome = Ok(false);
        while !self.stopping.is_cancelled() {
            match step().await {
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
}

struct Digests(Rounds);

impl PeriodicJob for Digests {
    const WHAT: &'static str = "the digests";
    const JOB: Option<Job> = Some(Job::Digest);
    const PAUSE: Duration = Duration::from_secs(5);

    async fn run(&self) -> Result<bool, Error> {
        self.0.make("digests", || digest(&self.0.ports)).await
    }

    fn ports(&self) -> &Ports {
        &self.0.ports
    }
}

struct Reminders(Rounds);

impl PeriodicJob for Reminders {
    const WHAT: &'static str = "the evening reminders";
    const JOB: Option<Job> = Some(Job::Reminder);
    const PAUSE: Duration = Duration::from_secs(5);

    async fn run(&self) -> Result<bool, Error> {
        self.0.make("evening reminders", || remind(&self.0.ports)).await
    }

    fn ports(&self) -> &Ports {
        &self.0.ports
    }
}
