//! The courier: while the portal serves, it answers requests for reset links, makes the mails of invitations that are due, and sends
//! the waiting mails. It runs when
//! something was put into the outbox here, and looks by itself for what other instances left there and for what is due again.

mod queue;
mod sender;

use application::invitations;
use application::mail::{BATCH, deliver};
use application::passwords::answer_resets;
use application::ports::{MailQueue, Mailer};
use application::{Error, Ports};
use domain::oversight::jobs::Job;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::periodic_job::{JobContext, JobSpec, Worker};
use queue::RetryingQueue;
use sender::GuardedMailer;

/// Sends it out. `waiting` changes whenever there is something for it to do. After a stop it finishes the mail in hand, and begins no
/// other; a mail that is still in hand when the wait for its end is over is sent again after the next start.
pub(crate) fn start(
    context: &JobContext,
    queue: Arc<dyn MailQueue>,
    post: Arc<dyn Mailer>,
    waiting: watch::Receiver<u64>,
) -> Worker {
    let spec = JobSpec { what: "the outbox", job: Some(Job::Mail), pause: Duration::from_secs(2) };
    let job = Arc::new(CourierJob {
        ports: context.ports.clone(),
        queue: RetryingQueue::new(queue),
        sender: GuardedMailer::new(post, context.stopping.clone()),
        stopping: context.stopping.clone(),
    });
    Worker::woken_by(waiting, spec, context, move |_| {
        let job = Arc::clone(&job);
        async move { job.run().await }
    })
}

struct CourierJob {
    ports: Ports,
    queue: RetryingQueue,
    sender: GuardedMailer,
    stopping: CancellationToken,
}

impl CourierJob {
    /// Sends one batch, so that a run is over soon and is kept, however many mails wait.
    async fn run(&self) -> Result<bool, Error> {
        // A request that cannot be answered, or an invitation that cannot be made, does not hold up the waiting mails.
        let answered = self.answer().await;
        if self.stopping.is_cancelled() {
            return answered;
        }
        let invited = invitations::send_due(&self.ports).await;
        let delivered = deliver(&self.queue, &self.sender, self.ports.clock.as_ref()).await?;
        if delivered.given_up > 0 {
            tracing::warn!(mails = delivered.given_up, "mails were given up: daybook mail status names them");
        }
        Ok(answered? || invited? || delivered.tried() == BATCH)
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use application::mail::Letter;
    use application::people::BlockedLetter;
    use application::ports::{ClaimedMail, MailFault, NewMail};
    use async_trait::async_trait;
    use domain::id::MailId;
    use domain::person::{FullName, Role};
    use testkit::{TestApp, TestDatabase};

    struct Willing;

    /// A mail server that is down.
    struct Down;

    #[async_trait]
    impl Mailer for Down {
        async fn send(&self, _: &ClaimedMail) -> Result<(), MailFault> {
            Err(MailFault::Later("connection refused".to_owned()))
        }
    }

    #[async_trait]
    impl Mailer for Willing {
        async fn send(&self, _: &ClaimedMail) -> Result<(), MailFault> {
            Ok(())
        }
    }

    fn courier(
        app: &TestApp,
        database: &TestDatabase,
        post: Arc<dyn Mailer>,
        stopping: &CancellationToken,
    ) -> CourierJob {
        CourierJob {
            ports: app.ports.clone(),
            queue: RetryingQueue::new(Arc::new(database.database().clone())),
            sender: GuardedMailer::new(post, stopping.clone()),
            stopping: stopping.clone(),
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_invitation_waits_for_a_mail_server_that_is_down() {
        let database = TestDatabase::sqlite().await;
        let app = TestApp::start(&database).await;
        let ivy = app.imported("Ivy", Role::Employee).await;
        let work = app.ports.store.begin().await.unwrap();
        invitations::invite(work.as_ref(), &[ivy.id], app.ports.clock.now()).await.unwrap();
        work.commit().await.unwrap();
        let stopping = CancellationToken::new();
        let [down, up]: [Arc<dyn Mailer>; 2] = [Arc::new(Down), Arc::new(Willing)];
        for (post, sent, waiting) in [(down, 0, 1), (up, 1, 0)] {
            assert_eq!(courier(&app, &database, post, &stopping).run().await, Ok(false));
            let overview = database.database().overview(1).await.unwrap();
            assert_eq!((overview.sent, overview.waiting), (sent, waiting));
            app.clock.pass(3_600);
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_run_sends_a_batch_and_says_whether_more_may_wait() {
        let database = TestDatabase::sqlite().await;
        let app = TestApp::start(&database).await;
        let mails: Vec<_> = (0..25)
            .map(|n| NewMail {
                id: MailId::new(uuid::Uuid::from_u128(n)),
                to: format!("p{n}@example.org"),
                letter: Letter::new(FullName { first: "Ann".to_owned(), last: "Lee".to_owned() }, &BlockedLetter),
                created_at: app.ports.clock.now(),
            })
            .collect();
        let work = app.ports.store.begin().await.unwrap();
        work.mails().enqueue(&mails).await.unwrap();
        work.commit().await.unwrap();
        let (queue, stopping) = (database.database(), CancellationToken::new());
        let job = courier(&app, &database, Arc::new(Willing), &stopping);
        for (has_more, sent) in [(true, 10), (true, 20), (false, 25)] {
            assert_eq!(job.run().await, Ok(has_more));
            assert_eq!(queue.overview(0).await.unwrap().sent, sent);
        }
        stopping.cancel();
        assert_eq!(job.run().await, Ok(false), "nothing is begun after a stop");
    }
}
