//! The courier's mailer: it takes a panic for a failure, sends nothing more after a stop, and logs an outage when it begins and
//! when it ends.

use application::ports::{ClaimedMail, MailFault, Mailer};
use async_trait::async_trait;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio_util::sync::CancellationToken;

pub(super) struct GuardedMailer {
    post: Arc<dyn Mailer>,
    stopping: CancellationToken,
    is_in_trouble: AtomicBool,
}

impl GuardedMailer {
    pub(super) fn new(post: Arc<dyn Mailer>, stopping: CancellationToken) -> Self {
        Self { post, stopping, is_in_trouble: AtomicBool::new(false) }
    }

    fn log(&self, mail: &ClaimedMail, outcome: &Result<(), MailFault>) {
        let (id, kind, attempt) = (mail.id, mail.letter.kind(), mail.attempt);
        match outcome {
            Ok(()) => {
                tracing::debug!(mail = %id, kind, attempt, "a mail was sent");
                if self.is_in_trouble.swap(false, Ordering::Relaxed) {
                    tracing::info!("mails can be sent again");
                }
            }
            Err(MailFault::Never(why)) => {
                tracing::debug!(mail = %id, kind, attempt, why, "a mail was refused for good");
            }
            Err(MailFault::Later(why)) if self.is_in_trouble.swap(true, Ordering::Relaxed) => {
                tracing::debug!(mail = %id, kind, attempt, why, "a mail could not be sent and waits");
            }
            Err(MailFault::Later(why)) => {
                tracing::warn!(mail = %id, kind, attempt, why, "a mail could not be sent; it waits and is tried again, and so are others");
            }
        }
    }
}

#[async_trait]
impl Mailer for GuardedMailer {
    async fn send(&self, mail: &ClaimedMail) -> Result<(), MailFault> {
        if self.stopping.is_cancelled() {
            // The rest of the batch goes back into the outbox, and does not wait until its claim is over.
            return Err(MailFault::Later("the portal was stopped before its turn".to_owned()));
        }
        let sending = tokio::spawn({
            let (post, mail) = (Arc::clone(&self.post), mail.clone());
            async move { post.send(&mail).await }
        });
        let outcome =
            sending.await.unwrap_or_else(|_| Err(MailFault::Later("the sending ended unexpectedly".to_owned())));
        self.log(mail, &outcome);
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use application::mail::Letter;
    use application::people::BlockedLetter;
    use domain::Instant;
    use domain::id::MailId;
    use domain::person::FullName;

    struct Panicking;

    #[async_trait]
    impl Mailer for Panicking {
        async fn send(&self, _: &ClaimedMail) -> Result<(), MailFault> {
            panic!("as a library may")
        }
    }

    fn mail() -> ClaimedMail {
        let name = FullName { first: "Ann".to_owned(), last: "Lee".to_owned() };
        ClaimedMail {
            id: MailId::new(uuid::Uuid::nil()),
            to: "ann@example.org".to_owned(),
            letter: Letter::new(name, &BlockedLetter),
            attempt: 1,
            created_at: Instant::default(),
        }
    }

    #[tokio::test]
    async fn a_panic_is_a_failure_that_may_pass() {
        let guarded = GuardedMailer::new(Arc::new(Panicking), CancellationToken::new());
        assert!(matches!(guarded.send(&mail()).await, Err(MailFault::Later(_))));
    }

    #[tokio::test]
    async fn after_a_stop_nothing_is_begun() {
        let stopping = CancellationToken::new();
        stopping.cancel();
        let refused = GuardedMailer::new(Arc::new(Panicking), stopping).send(&mail()).await;
        assert_eq!(refused, Err(MailFault::Later("the portal was stopped before its turn".to_owned())));
    }
}
