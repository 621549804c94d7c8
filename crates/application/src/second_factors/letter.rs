//! The letter about a second factor, to its owner.

use crate::Result;
use crate::mail::{Letter, kept_letter};
use crate::ports::{NewMail, Recipient};
use crate::work::Work;
use domain::id::UserId;

domain::names! {
    /// What has happened to somebody's second factor.
    pub enum SecondFactorNews {
        Set = "set",
        Removed = "removed",
        /// Somebody else took it away.
        Reset = "reset",
    }
}

/// The second factor of the account has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactorLetter {
    pub news: SecondFactorNews,
}

kept_letter!(SecondFactorLetter: "second-factor" { news: "news" });

/// Tells the owner.
pub(crate) async fn tell(work: &Work<'_>, user: UserId, news: SecondFactorNews) -> Result<()> {
    let recipients = work.people().recipients(&[user]).await?;
    let mail = |to: Recipient| {
        let letter = Letter::new(to.name, &SecondFactorLetter { news });
        NewMail::to(work.ports, &to.email, letter, work.moment.now)
    };
    Ok(work.mails().enqueue(&recipients.into_iter().map(mail).collect::<Vec<_>>()).await?)
}
