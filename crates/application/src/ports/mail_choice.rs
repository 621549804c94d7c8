//! Which mails people have chosen, and who gets one.

use super::{Recipient, Result};
use chrono::NaiveDate;
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};
use domain::person::Role;

/// To whom a mail by choice is addressed, before it is known who wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Addressees {
    People(Vec<UserId>),
    Role(Role),
    /// Those who lead the team of this manager on this day.
    TeamOf(UserId, NaiveDate),
}

port! { UnitOfWork::mail_choices =>
    /// Choices of mails, for writing, and for sending a mail in a unit of work. What nobody has chosen is not stored: then the
    /// default of the role holds.
    pub trait MailChoiceRepository: Send + Sync {
        /// Those among the addressees who want mails of this kind like this. MUST leave out people who are inactive or blocked, and
        /// those whose role does not choose this kind. One statement.
        [Looks] async fn wanting(&self, kind: MailKind, timing: MailTiming, to: &Addressees) -> Result<Vec<Recipient>>;
        /// What a person has chosen. A caller who changes it MUST have locked the account.
        [Looks] async fn of(&self, user: UserId) -> Result<Vec<(MailKind, MailTiming)>>;
        /// Keeps what a person has chosen, or forgets it where nothing is to be kept.
        [Writes] async fn choose(&self, user: UserId, kind: MailKind, timing: Option<MailTiming>) -> Result<()>;
    }
}

port! { Reads::mail_choices =>
    /// Reads choices of mails.
    pub trait MailChoiceReads: Send + Sync {
        /// What a person has chosen; what they have not is left out.
        async fn chosen(&self, user: UserId) -> Result<Vec<(MailKind, MailTiming)>>;
    }
}
