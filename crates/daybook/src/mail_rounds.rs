//! The rounds of mails: while the portal serves, it makes the digests of each working day and the evening reminders. Several
//! instances take turns, and a round that was missed is made when the portal is back, on the same day.

use application::mail_rounds::{RoundStep, digest, remind};
use application::{Error, Ports};
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};

/// Sets them going. They stop where they are: a step that is cut off is rolled back, and taken again after the next start.
pub(crate) fn start(ports: Ports) -> Worker {
    // Nothing wakes them: an hour comes by itself.
    let (_, calls) = watch::channel(0);
    let stopping = CancellationToken::new();
    Worker::start(Rounds { ports, stopping: stopping.clone() }, stopping, calls)
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
    ) -> Result<(), Error> {
        let mut mails = 0;
        let mut outcome = Ok(());
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

impl PeriodicJob for Rounds {
    const WHAT: &'static str = "the rounds of mails";
    const PAUSE: Duration = Duration::from_secs(5);

    async fn run(&self) -> Result<bool, Error> {
        self.make("digests", || digest(&self.ports)).await?;
        self.make("evening reminders", || remind(&self.ports)).await?;
        Ok(false)
    }
}
