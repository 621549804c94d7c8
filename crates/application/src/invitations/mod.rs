//! Invitations to accounts that nobody has signed in to: each mails a link for the first password, now or on a day (moving-in.md 1.4).
//!
//! An invitation is a row that waits for its time, like a mail in the outbox. The link is made when the time has come, and only for
//! an account that can still be invited, so its two weeks begin with the mail, which goes to the present address.

mod ask;
pub mod events;
mod letter;
mod send;

pub use ask::{invitable, invite_everybody, invite_person};
pub use letter::InvitationLetter;
pub(crate) use send::send;
pub use send::{SENT_TOGETHER, send_due};

use crate::ports::UnitOfWork;
use crate::{Invalid, Moment, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::person::invitation::{BAD_DAY, may_be_sent_on};

/// When invitations are to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sending {
    Now,
    /// On this day, at the time of the daily digests.
    On(NaiveDate),
}

impl Sending {
    /// The instant from which on they are sent. Refused for a day that is over, or too far ahead.
    pub fn due(self, moment: &Moment) -> Result<Instant> {
        match self {
            Self::Now => Ok(moment.now),
            Self::On(day) if may_be_sent_on(day, moment.today) => {
                Ok(moment.rules.zones.instant_of(day, moment.rules.digest_time))
            }
            Self::On(_) => Err(Invalid::field("invite", BAD_DAY).into()),
        }
    }
}

/// Plans invitations for those of these people who can be invited, to be sent from `due` on, and says how many they are.
pub async fn invite(work: &dyn UnitOfWork, people: &[UserId], due: Instant) -> Result<u32> {
    Ok(work.invitations().plan(people, due).await?)
}

#[cfg(test)]
mod tests;
