//! Rounds of mails: the digests of a working day and the evening reminder, by a periodic job (settings.md 1.5).
//!
//! A round is made in steps. Each puts the mails of some people into the outbox and notes how far the round has come, in one
//! transaction under one lock: of several instances one takes the step, and nobody gets two mails of one round.

mod compose;
mod digest;
mod letter;
mod remind;
#[cfg(test)]
mod tests;

pub use digest::digest;
pub use letter::{NewsDigestLetter, ReminderLetter, WaitingDigestLetter};
pub use remind::remind;

use crate::ports::{KeptValue, Recipient};
use crate::{Moment, Ports, Result};
use chrono::NaiveTime;
use domain::id::UserId;
use domain::round::Round;

/// How many people are looked at in one transaction, so that none of them lasts long.
const TOGETHER: u32 = 200;

/// The result of one step of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundStep {
    Idle,
    /// So many mails were made, perhaps none. More people may be left to look at.
    Made(u32),
}

/// The round to make now, by what was kept of the last one.
fn round_due(kept: Option<&str>, moment: &Moment, time: NaiveTime, is_meant: bool) -> Option<Round> {
    let last = kept.and_then(Round::parse);
    Round::due(last, moment.now, &moment.rules.zones, time, is_meant)
}

impl Ports {
    /// Whether there may be a round to make now: most of the time there is none, and nobody is locked out to find that.
    async fn may_be_due(&self, kept: KeptValue, moment: &Moment, time: NaiveTime) -> Result<bool> {
        let last = self.reads.kept_values().get(kept).await?;
        Ok(round_due(last.as_deref(), moment, time, true).is_some())
    }
}

/// The last of these people, where there may be more after them.
fn last_of_many(people: &[Recipient]) -> Option<UserId> {
    people.last().filter(|_| people.len() >= TOGETHER as usize).map(|person| person.user)
}
