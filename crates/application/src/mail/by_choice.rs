//! Mails by choice: those that people can have at once, in a digest, or not at all (settings.md 1.5).

use super::{About, Letter};
use crate::ports::{Addressees, NewMail, Recipient, UnitOfWork};
use crate::work::Work;
use crate::{Ports, Result};
use domain::Instant;
use domain::mail_choices::{MailKind, MailTiming};

/// Puts a letter into the outbox for each of the addressees who want mails of this kind at once. `about` says what to write to each,
/// or that there is nothing to write.
pub(crate) async fn send_at_once<A: About>(
    work: &Work<'_>,
    kind: MailKind,
    to: &Addressees,
    about: impl Fn(&Recipient) -> Option<A>,
) -> Result<()> {
    let recipients = work.mail_choices().wanting(kind, MailTiming::Instant, to).await?;
    let mail = |recipient: Recipient| Some(by_choice(work, &about(&recipient)?, recipient));
    let mails: Vec<NewMail> = recipients.into_iter().filter_map(mail).collect();
    Ok(work.mails().enqueue(&mails).await?)
}

/// A letter that its reader has chosen to get, and that says where the choice is made.
pub(crate) fn by_choice<A: About>(work: &Work<'_>, about: &A, to: Recipient) -> NewMail {
    let letter = Letter::new(to.name, about).by_choice_of(to.role);
    NewMail::to(work.ports, &to.email, letter, work.moment.now)
}

/// Puts a letter into the outbox for each active administrator, who have no choice about it.
pub(crate) async fn send_to_admins<A: About>(
    ports: &Ports,
    work: &dyn UnitOfWork,
    about: &A,
    at: Instant,
) -> Result<()> {
    let admins = work.people().acting_admins().await?;
    let mail = |to: Recipient| NewMail::to(ports, &to.email, Letter::new(to.name, about), at);
    let mails: Vec<NewMail> = work.people().recipients(&admins).await?.into_iter().map(mail).collect();
    Ok(work.mails().enqueue(&mails).await?)
}
