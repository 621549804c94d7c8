//! The letter about a new link, to its owner.

use crate::Result;
use crate::mail::{Letter, kept_letter};
use crate::ports::{NewMail, Recipient};
use crate::work::Work;
use domain::id::UserId;
use domain::sign_in::Provider;

/// The account was linked to one at a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountLinkedLetter {
    /// What people call the provider.
    pub provider: String,
}

kept_letter!(AccountLinkedLetter: "account-linked" { provider: "provider" });

pub(super) async fn tell_owner(work: &Work<'_>, user: UserId, provider: &Provider) -> Result<()> {
    let recipients = work.people().recipients(&[user]).await?;
    let mail = |to: Recipient| {
        let letter = Letter::new(to.name, &AccountLinkedLetter { provider: provider.label.clone() });
        NewMail::to(work.ports, &to.email, letter, work.moment.now)
    };
    Ok(work.mails().enqueue(&recipients.into_iter().map(mail).collect::<Vec<_>>()).await?)
}
