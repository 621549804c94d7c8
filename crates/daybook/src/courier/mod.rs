//! The courier: while the portal serves, it answers wishes for reset links and sends the mails that wait. It runs when
//! something was put into the outbox here, and looks by itself for what other instances left there and for what is due again.

mod queue;
mod sender;

use application::mail::{BATCH, deliver};
use application::passwords::answer_resets;
use application::ports::{MailQueue, Mailer};
use application::{Error, Ports};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::rounds::{Rounds, Worker};
use queue::Insistent;
use sender::Attended;

/// The courier at work.
pub(crate) struct Courier(Worker);

impl Courier {
    /// Sends it out. `waiting` changes whenever there is something for it to do.
    pub(crate) fn start(
        ports: Ports,
        queue: Arc<dyn MailQueue>,
        post: Arc<dyn Mailer>,
        waiting: watch::Receiver<u64>,
    ) -> Self {
        let stopping = CancellationToken::new();
        let round = Round {
            ports,
            queue: Insistent::new(queue),
            sender: Attended::new(post, stopping.clone()),
            stopping: stopping.clone(),
        };
        Self(Worker::start(round, stopping, waiting))
    }

    /// Lets it finish the mail in hand, and begin no other.
    pub(crate) fn stop(&self) {
        self.0.stop();
    }

    /// Waits for its end. A mail that is still in hand then is sent again after the next start.
    pub(crate) async fn ended_within(self, patience: Duration) {
        if !self.0.has_ended_within(patience).await {
            tracing::warn!("a mail was still being sent at the stop; it may be sent a second time");
        }
    }
}

struct Round {
    ports: Ports,
    queue: Insistent,
    sender: Attended,
    stopping: CancellationToken,
}

impl Rounds for Round {
    const WHAT: &'static str = "the outbox";
    const PAUSE: Duration = Duration::from_secs(2);

    async fn make(&self) -> Result<bool, Error> {
        // Mails that wait are not kept from going by a wish that cannot be answered.
        let answered = self.answer().await;
        while !self.stopping.is_cancelled() {
            let delivered = deliver(&self.queue, &self.sender, self.ports.clock.as_ref()).await?;
            if delivered.given_up > 0 {
                tracing::warn!(mails = delivered.given_up, "mails were given up: daybook mail status names them");
            }
            if delivered.tried() < BATCH {
                break;
            }
        }
        answered
    }
}

impl Round {
    /// Answers wishes until a stop: one that is dropped in the middle is rolled back, and answered after the next start.
    async fn answer(&self) -> Result<bool, Error> {
        let answered = tokio::select! {
            biased;
            () = self.stopping.cancelled() => return Ok(false),
            answered = answer_resets(&self.ports) => answered?,
        };
        if let Some(why) = answered.removed {
            tracing::warn!(%why, "a wish for a reset link could not be answered and was removed");
        }
        Ok(answered.has_more)
    }
}
