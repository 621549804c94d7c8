//! The courier: while the portal serves, it answers wishes for reset links and sends the mails that wait. It sets out when
//! something was put into the outbox here, and looks by itself for what other instances left there and what is due again.

mod queue;
mod sender;

use application::mail::{BATCH, deliver};
use application::passwords::answer_resets;
use application::ports::{MailQueue, Mailer};
use application::{Error, Ports};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use queue::Insistent;
use sender::Attended;

/// How often it looks without being called.
const LOOK: Duration = Duration::from_secs(2);

/// The courier at work.
pub(crate) struct Courier {
    stopping: CancellationToken,
    task: JoinHandle<()>,
}

impl Courier {
    /// Sends it out. `waiting` changes whenever there is something for it to do.
    pub(crate) fn start(
        ports: Ports,
        queue: Arc<dyn MailQueue>,
        post: Arc<dyn Mailer>,
        waiting: watch::Receiver<u64>,
    ) -> Self {
        let stopping = CancellationToken::new();
        let rounds = Rounds {
            ports,
            queue: Insistent::new(queue),
            sender: Attended::new(post, stopping.clone()),
            stopping: stopping.clone(),
        };
        Self { task: tokio::spawn(walk(Arc::new(rounds), waiting)), stopping }
    }

    /// Lets it finish the mail in hand, and begin no other.
    pub(crate) fn stop(&self) {
        self.stopping.cancel();
    }

    /// Waits for its end. A mail that is still in hand then is sent again after the next start.
    pub(crate) async fn ended_within(mut self, patience: Duration) {
        self.stop();
        if tokio::time::timeout(patience, &mut self.task).await.is_err() {
            tracing::warn!("a mail was still being sent at the stop; it may be sent a second time");
            self.task.abort();
        }
    }
}

async fn walk(rounds: Arc<Rounds>, mut waiting: watch::Receiver<u64>) {
    let mut was_in_trouble = false;
    loop {
        // What comes during a round calls for another one.
        waiting.borrow_and_update();
        // In a task of its own: a round that panics is not the last one.
        let round = tokio::spawn({
            let rounds = Arc::clone(&rounds);
            async move { rounds.make().await }
        });
        let outcome = match round.await {
            Ok(Ok(has_more)) => Ok(has_more),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the round ended unexpectedly".to_owned()),
        };
        // A database that is away is told of when it goes and when it is back, and not every two seconds.
        match &outcome {
            Err(why) if was_in_trouble => tracing::debug!(why, "the outbox still cannot be worked through"),
            Err(why) => tracing::warn!(why, "the outbox cannot be worked through; it is tried again"),
            Ok(_) if was_in_trouble => tracing::info!("the outbox is worked through again"),
            Ok(_) => {}
        }
        was_in_trouble = outcome.is_err();
        let pause = if outcome == Ok(true) { Duration::ZERO } else { LOOK };
        tokio::select! {
            biased;
            () = rounds.stopping.cancelled() => return,
            Ok(()) = waiting.changed() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

struct Rounds {
    ports: Ports,
    queue: Insistent,
    sender: Attended,
    stopping: CancellationToken,
}

impl Rounds {
    /// Whether there is more to do at once.
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
