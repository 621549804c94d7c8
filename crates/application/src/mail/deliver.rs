//! Sending what waits: each mail by itself, outside any transaction, at least once.

use crate::ports::{Clock, MailFault, MailQueue, Mailer, StoreError};
use chrono::Duration;
use domain::Instant;
use domain::mail::next_attempt;

/// How many mails are claimed together.
pub const BATCH: u32 = 10;

/// How long a claim holds: longer than a whole batch may take, so that no mail is sent twice while its sender lives.
pub const CLAIM: Duration = Duration::minutes(10);

/// What became of a batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Delivered {
    pub sent: u32,
    /// Mails that will be tried again.
    pub postponed: u32,
    pub given_up: u32,
}

impl Delivered {
    pub const fn tried(self) -> u32 {
        self.sent + self.postponed + self.given_up
    }
}

/// Sends the mails that are due, at most [`BATCH`] of them. A mail that cannot be sent holds up no other.
pub async fn deliver(queue: &dyn MailQueue, mailer: &dyn Mailer, clock: &dyn Clock) -> Result<Delivered, StoreError> {
    deliver_due(queue, mailer, clock, clock.now()).await
}

/// Sends the mails that were due at `due`, at most [`BATCH`] of them. A mail that fails is due later than that, so a caller who
/// repeats this with the same instant until nothing is left to try tries each mail once, however long it takes.
pub async fn deliver_due(
    queue: &dyn MailQueue,
    mailer: &dyn Mailer,
    clock: &dyn Clock,
    due: Instant,
) -> Result<Delivered, StoreError> {
    let mut delivered = Delivered::default();
    for mail in queue.claim(due, clock.now() + CLAIM, BATCH).await? {
        let useless_from = mail.letter.useless_from();
        if useless_from.is_some_and(|useless| useless <= clock.now()) {
            queue.failed(mail.id, mail.attempt, "it was too late to be of use", None, true).await?;
            delivered.given_up += 1;
            continue;
        }
        let why = match mailer.send(&mail).await {
            Ok(()) => {
                queue.sent(mail.id, mail.attempt, clock.now()).await?;
                delivered.sent += 1;
                continue;
            }
            Err(why) => why,
        };
        let next = match &why {
            MailFault::Later(_) => next_attempt(mail.attempt, mail.created_at, useless_from, clock.now()),
            MailFault::Never(_) => None,
        };
        let wipe = next.is_none() && useless_from.is_some();
        queue.failed(mail.id, mail.attempt, &why.to_string(), next, wipe).await?;
        if next.is_some() {
            delivered.postponed += 1;
        } else {
            delivered.given_up += 1;
        }
    }
    Ok(delivered)
}

#[cfg(test)]
mod tests;
