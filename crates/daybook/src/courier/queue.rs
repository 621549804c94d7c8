//! The outbox, with notes that are retried: what became of a mail must not be forgotten.

use application::ports::{ClaimedMail, MailOverview, MailQueue, Result, StoreError};
use async_trait::async_trait;
use domain::Instant;
use domain::id::MailId;
use std::sync::Arc;
use std::time::Duration;

/// How often a note is tried, and how long the wait between two attempts is: a minute in all, far less than a claim lasts.
const ATTEMPTS: u32 = 30;
const WAIT: Duration = Duration::from_secs(2);

/// Tries for a while to note what became of a mail while the database is away. A lost note is a mail that is sent twice, and
/// the rest of its batch waiting until the claim is over.
pub(super) struct RetryingQueue {
    queue: Arc<dyn MailQueue>,
    wait: Duration,
}

impl RetryingQueue {
    pub(super) fn new(queue: Arc<dyn MailQueue>) -> Self {
        Self { queue, wait: WAIT }
    }

    async fn retry(&self, note: Note<'_>) -> Result<()> {
        for _ in 1..ATTEMPTS {
            match self.make(note).await {
                Err(StoreError::Unavailable(_) | StoreError::Clash(_)) => tokio::time::sleep(self.wait).await,
                noted => return noted,
            }
        }
        self.make(note).await
    }

    async fn make(&self, note: Note<'_>) -> Result<()> {
        match note {
            Note::Sent { id, attempt, at } => self.queue.sent(id, attempt, at).await,
            Note::Failed { id, attempt, why, next, wipe } => self.queue.failed(id, attempt, why, next, wipe).await,
        }
    }
}

/// What became of a mail.
#[derive(Clone, Copy)]
enum Note<'a> {
    Sent { id: MailId, attempt: u32, at: Instant },
    Failed { id: MailId, attempt: u32, why: &'a str, next: Option<Instant>, wipe: bool },
}

#[async_trait]
impl MailQueue for RetryingQueue {
    async fn claim(&self, now: Instant, until: Instant, limit: u32) -> Result<Vec<ClaimedMail>> {
        self.queue.claim(now, until, limit).await
    }

    async fn sent(&self, id: MailId, attempt: u32, at: Instant) -> Result<()> {
        self.retry(Note::Sent { id, attempt, at }).await
    }

    async fn failed(&self, id: MailId, attempt: u32, why: &str, next: Option<Instant>, wipe: bool) -> Result<()> {
        self.retry(Note::Failed { id, attempt, why, next, wipe }).await
    }

    async fn hurry(&self, now: Instant) -> Result<u32> {
        self.queue.hurry(now).await
    }

    async fn overview(&self, limit: u32) -> Result<MailOverview> {
        self.queue.overview(limit).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// An outbox whose database comes back after a number of notes.
    #[derive(Default)]
    struct Forgetful {
        away_for: u32,
        fault: Option<StoreError>,
        notes: AtomicU32,
    }

    impl Forgetful {
        fn note(&self) -> Result<()> {
            let made = self.notes.fetch_add(1, Ordering::Relaxed);
            match &self.fault {
                Some(fault) if made < self.away_for => Err(fault.clone()),
                _ => Ok(()),
            }
        }
    }

    #[async_trait]
    impl MailQueue for Forgetful {
        async fn claim(&self, _: Instant, _: Instant, _: u32) -> Result<Vec<ClaimedMail>> {
            unreachable!("nobody claims")
        }
        async fn sent(&self, _: MailId, _: u32, _: Instant) -> Result<()> {
            self.note()
        }
        async fn failed(&self, _: MailId, _: u32, _: &str, _: Option<Instant>, _: bool) -> Result<()> {
            self.note()
        }
        async fn hurry(&self, _: Instant) -> Result<u32> {
            unreachable!("nobody hurries")
        }
        async fn overview(&self, _: u32) -> Result<MailOverview> {
            unreachable!("nobody looks")
        }
    }

    async fn notes_made(away_for: u32, fault: StoreError) -> (bool, u32) {
        let queue = Arc::new(Forgetful { away_for, fault: Some(fault), ..Forgetful::default() });
        let retrying = RetryingQueue { queue: queue.clone(), wait: Duration::from_millis(1) };
        let (id, at) = (MailId::new(uuid()), Instant::default());
        let sent = retrying.sent(id, 1, at).await.is_ok();
        (sent, queue.notes.load(Ordering::Relaxed))
    }

    fn uuid() -> uuid::Uuid {
        uuid::Uuid::nil()
    }

    #[tokio::test]
    async fn a_note_is_made_when_the_database_is_back() {
        let away = || StoreError::Unavailable("away".into());
        assert_eq!(notes_made(0, away()).await, (true, 1));
        assert_eq!(notes_made(5, away()).await, (true, 6));
        assert_eq!(notes_made(u32::MAX, away()).await, (false, ATTEMPTS));
    }

    #[tokio::test]
    async fn what_will_not_get_better_is_not_tried_again() {
        assert_eq!(notes_made(1, StoreError::Backend("broken".into())).await, (false, 1));
    }
}
