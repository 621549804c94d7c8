//! Mails by choice: those that people can have at once, in a digest, or not at all (settings.md 1.5).

use super::{About, Letter};
use crate::ports::{Addressees, NewMail, Recipient, UnitOfWork};
use crate::{Moment, Ports, Result};
use domain::mail_choices::{MailKind, MailTiming};

/// Puts a letter into the outbox for each of the addressees who want mails of this kind at once. `about` says what to write to each,
/// or that there is nothing to write.
pub(crate) async fn send_at_once<A: About>(
    ports: &Ports,
    work: &dyn UnitOfWork,
    moment: &Moment,
    kind: MailKind,
    to: &Addressees,
    about: impl Fn(&Recipient) -> Option<A>,
) -> Result<()> {
    let recipients = work.mail_choices().wanting(kind, MailTiming::Instant, to).await?;
    let mails: Vec<NewMail> = recipients
        .into_iter()
        .filter_map(|recipient| Some(by_choice(ports, moment, &about(&recipient)?, recipient)))
        .collect();
    Ok(work.mails().enqueue(&mails).await?)
}

/// A letter that its reader has chosen to get, and that says where the choice is made.
pub(crate) fn by_choice<A: About>(ports: &Ports, moment: &Moment, about: &A, to: Recipient) -> NewMail {
    let letter = Letter::new(to.name, about).by_choice_of(to.role);
    NewMail::to(ports, &to.email, letter, moment.now)
}
