//! What a change of an account comes to, as a function of what is known of it: for one change as for one of many.

use super::author::Author;
use super::joining;
use super::known::KnownAccount;
use super::salaries::SalaryChange;
use super::update::Details;
use crate::ports::PersonRecord;
use crate::{Conflict, Invalid, Result};
use chrono::NaiveDate;
use domain::access::accounts::{may_deactivate, may_hand_out, may_manage};
use domain::access::{Actor, MayManage};
use domain::month::{ChangedDays, Concerned};
use domain::person::{Consequences, Role, SalaryShift, consequences};
use domain::time::MOST_CHANGES;

/// A change that the rules allow as far as they do not ask for the months: those of `days` have to be open.
#[derive(Debug, Clone)]
pub(crate) struct Intended {
    pub(super) proof: MayManage,
    pub(crate) after: PersonRecord,
    pub(crate) follows: Consequences,
    /// What becomes of the salaries with the joining date.
    pub(super) shift: SalaryShift,
    pub(crate) salary: Option<SalaryChange>,
    /// The days that change, and for whom a closed month has to be asked.
    pub(crate) days: Vec<(ChangedDays, Concerned)>,
}

/// What `details` make of an account.
pub(crate) fn intend(actor: &Actor, known: &KnownAccount, details: Details, today: NaiveDate) -> Result<Intended> {
    let before = &known.account;
    let proof = may_manage(actor, before.id, before.standing.role)?;
    may_hand_out(actor, before.id, before.standing.role, details.role)?;
    let wanted = details.salary;
    let after = details.apply(before);
    joining::check_records(before, &after)?;
    wanted.map(|wanted| wanted.begins(&after, today)).transpose()?;
    let shift = joining::salary_shift(known, &after);
    let mut days = Vec::new();
    if after.beginning() != before.beginning() {
        days.extend(joining::admit(known, &after, &shift, today)?);
    }
    let mut salary = None;
    if let Some(wanted) = wanted
        && let Some((change, decided)) = wanted.change(known, &after, &shift, today)?
    {
        salary = Some(change);
        days.push((decided, Concerned::Person(before.id)));
    }
    let follows = consequences(before.standing, after.standing);
    Ok(Intended { proof, after, follows, shift, salary, days })
}

impl Intended {
    /// Whether it changes anything.
    pub(crate) fn has_effect(&self, known: &KnownAccount) -> bool {
        self.after != known.account || self.salary.is_some()
    }

    /// Refuses what is refused once the months are open. `has_other_admin`: whether another administrator can act afterwards.
    pub(crate) fn admit(&self, author: &Author, known: &KnownAccount, has_other_admin: bool) -> Result<()> {
        let (before, after) = (&known.account, &self.after);
        if self.salary.is_some_and(|salary| salary.rows > MOST_CHANGES) {
            return Err(Conflict::TooManyChanges.into());
        }
        if self.follows.takes_admin && !has_other_admin {
            return Err(Conflict::LastAdmin.into());
        }
        if self.follows.leaves {
            may_deactivate(&author.actor, before.id)?;
        }
        if before.standing.role == after.standing.role {
            return Ok(());
        }
        // Only the manager of an Employee decides entries, so a person who stops being an Employee would leave theirs undecided.
        if before.standing.role == Role::Employee && known.pending > 0 {
            return Err(Conflict::PendingEntries { name: before.name.clone(), count: known.pending }.into());
        }
        // Groups at a provider would decide it again at the next sign-in. They may do so themselves.
        match &known.role_set_by {
            Some(label) if author.note.is_none() => Err(Invalid::field("role", format!("Set by {label}")).into()),
            _ => Ok(()),
        }
    }
}
