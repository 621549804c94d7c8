//! The mail outbox, from both sides.

use super::state::{Mail, State, count};
use super::{Memory, Unit};
use application::ports::{ClaimedMail, MailOverview, MailQueue, MailRepository, MailState, MailView, NewMail, Result};
use async_trait::async_trait;
use domain::Instant;
use domain::id::MailId;

/// How much of what a mail server says is kept.
const LONGEST_ERROR: usize = 500;

#[async_trait]
impl MailRepository for Unit {
    async fn enqueue(&self, mails: &[NewMail]) -> Result<()> {
        let waiting = |mail: &NewMail| Mail {
            mail: ClaimedMail {
                id: mail.id,
                to: mail.to.clone(),
                letter: mail.letter.clone(),
                attempt: 0,
                created_at: mail.created_at,
            },
            has_words: true,
            state: MailState::Waiting,
            next_at: Some(mail.created_at),
            claimed_until: None,
            sent_at: None,
            last_error: None,
        };
        self.ask("MailRepository::enqueue", |state| {
            state.mails.extend(mails.iter().map(|mail| (mail.id, waiting(mail))));
        })
    }
}

impl State {
    /// The mail, where this attempt is still the one that counts.
    fn in_attempt(&mut self, id: MailId, attempt: u32) -> Option<&mut Mail> {
        self.mails.get_mut(&id).filter(|mail| mail.mail.attempt == attempt && mail.state == MailState::Waiting)
    }
}

impl Memory {
    /// Changes the outbox in a unit of work of its own.
    async fn outbox<T>(&self, call: &'static str, change: impl FnOnce(&mut State) -> T + Send) -> Result<T> {
        let _turn = self.0.turn.clone().lock_owned().await;
        let mut state = super::lock(&self.0.committed);
        self.call(call, &mut state)?;
        Ok(change(&mut state))
    }
}

#[async_trait]
impl MailQueue for Memory {
    async fn claim(&self, now: Instant, until: Instant, limit: u32) -> Result<Vec<ClaimedMail>> {
        self.outbox("MailQueue::claim", |state| {
            let mut due: Vec<&mut Mail> = state
                .mails
                .values_mut()
                .filter(|mail| mail.next_at.is_some_and(|next| next <= now))
                .filter(|mail| mail.claimed_until.is_none_or(|until| until <= now))
                .collect();
            due.sort_by_key(|mail| (mail.next_at, mail.mail.id));
            due.truncate(limit as usize);
            let claim = |mail: &mut Mail| {
                mail.mail.attempt += 1;
                mail.claimed_until = Some(until);
                mail.mail.clone()
            };
            due.into_iter().map(claim).collect()
        })
        .await
    }

    async fn sent(&self, id: MailId, attempt: u32, at: Instant) -> Result<()> {
        self.outbox("MailQueue::sent", |state| {
            if let Some(mail) = state.in_attempt(id, attempt) {
                mail.state = MailState::Sent;
                mail.sent_at = Some(at);
                mail.has_words = false;
                (mail.next_at, mail.claimed_until, mail.last_error) = (None, None, None);
            }
        })
        .await
    }

    async fn failed(&self, id: MailId, attempt: u32, why: &str, next: Option<Instant>, wipe: bool) -> Result<()> {
        self.outbox("MailQueue::failed", |state| {
            if let Some(mail) = state.in_attempt(id, attempt) {
                mail.last_error = Some(why.chars().filter(|c| *c != '\0').take(LONGEST_ERROR).collect());
                (mail.next_at, mail.claimed_until) = (next, None);
                if next.is_none() {
                    mail.state = MailState::GivenUp;
                    mail.has_words &= !wipe;
                }
            }
        })
        .await
    }

    async fn hurry(&self, now: Instant) -> Result<u32> {
        self.outbox("MailQueue::hurry", |state| {
            let unsent = state.mails.values_mut().filter(|mail| mail.state != MailState::Sent && mail.has_words);
            let hurried = unsent.map(|mail| (mail.state, mail.next_at) = (MailState::Waiting, Some(now)));
            count(hurried.count())
        })
        .await
    }

    async fn overview(&self, limit: u32) -> Result<MailOverview> {
        let view = |mail: &Mail| MailView {
            id: mail.mail.id,
            to: mail.mail.to.clone(),
            kind: mail.mail.letter.kind().to_owned(),
            state: mail.state,
            attempts: mail.mail.attempt,
            created_at: mail.mail.created_at,
            next_at: mail.next_at,
            last_error: mail.last_error.clone(),
        };
        self.read("MailQueue::overview", |state| {
            let number = |of| count(state.mails.values().filter(|mail| mail.state == of).count());
            let unsent = state.mails.values().rev().filter(|mail| mail.state != MailState::Sent);
            MailOverview {
                sent: number(MailState::Sent),
                waiting: number(MailState::Waiting),
                given_up: number(MailState::GivenUp),
                unsent: unsent.take(limit as usize).map(view).collect(),
            }
        })
    }
}
