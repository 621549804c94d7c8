//! The letters about substitutions.

use crate::Result;
use crate::mail::{kept_letter, send_at_once};
use crate::ports::{Addressees, Recipient, Substitution};
use crate::work::Work;
use chrono::NaiveDate;
use domain::id::UserId;
use domain::mail_choices::MailKind;
use domain::person::Role;

/// Somebody stands in for a manager from a day on, or does so no longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubstitutionLetter {
    pub manager: String,
    pub substitute: String,
    pub from: NaiveDate,
    /// The last day, as it was named.
    pub to: NaiveDate,
    /// Why somebody stands in; `None` where that has ended early.
    pub reason: Option<String>,
    /// The reader's role, which says where they see it.
    pub reader: Role,
}

kept_letter!(SubstitutionLetter: "substitution" {
    manager: "manager",
    substitute: "substitute",
    from: "from",
    to: "to",
    reason: "reason",
    reader: "reader",
});

/// Tells the two people, but not the one who did it, that somebody stands in, or, where it `has_ended`, does so no longer.
pub(super) async fn tell_both(work: &Work<'_>, substitution: &Substitution, has_ended: bool) -> Result<()> {
    let Substitution { manager, substitute, days, reason, .. } = substitution;
    let named = work.people().recipients(&[*manager, *substitute]).await?;
    let name = |user: &UserId| named.iter().find(|found| found.user == *user).map(|found| found.name.to_string());
    let about = |to: &Recipient| {
        Some(SubstitutionLetter {
            manager: name(manager)?,
            substitute: name(substitute)?,
            from: days.from,
            to: days.to,
            reason: (!has_ended).then(|| reason.clone()),
            reader: to.role,
        })
    };
    let others = [*manager, *substitute].into_iter().filter(|user| Some(*user) != work.actor()).collect();
    send_at_once(work, MailKind::Substitution, &Addressees::People(others), about).await
}
