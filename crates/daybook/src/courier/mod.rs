//! The courier: while the portal serves, it answers requests for reset links and sends the waiting mails. It runs when
//! something was put into the outbox here, and looks by itself for what other instances left there and for what is due again.

mod queue;
mod sender;

use application::mail::{BATCH, deliver};
use application::passwords::answer_resets;
use application::ports::{MailQueue, Mailer};
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{PeriodicJob, Worker};
use queue::RetryingQueue;
use sender::GuardedMailer;

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
        let job = CourierJob {
            ports,
            queue: RetryingQueue::new(queue),
            sender: GuardedMailer::new(post, stopping.clone()),
            stopping: stopping.clone(),
        };
        Self(Worker::start(job, stopping, waiting))
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

struct CourierJob {
    ports: Ports,
    queue: RetryingQueue,
    sender: GuardedMailer,
    stopping: CancellationToken,
}

impl PeriodicJob for CourierJob {
    const WHAT: &'static str = "the outbox";
    const JOB: Option<Job> = Some(Job::Mail);
    const PAUSE: Duration = Duration::from_secs(2);

    async fn run(&self) -> Result<bool, Error> {
        // A request that cannot be answered does not hold up the waiting mails.
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

    fn ports(&self) -> &Ports {
        &self.ports
    }
}

impl CourierJob {
    /// Answers requests for reset links until a stop. One that is cut off is rolled back, and answered after the next start.
    async fn answer(&self) -> Result<bool, Error> {
        let answered = tokio::select! {
            biased;
            () = self.stopping.cancelled() => return Ok(false),
            answered = answer_resets(&self.ports) => answered?,
        };
        if let Some(why) = answered.removed {
            tracing::warn!(%why, "a request for a reset link could not be answered and was removed");
        }
        Ok(answered.has_more)
    }
}
