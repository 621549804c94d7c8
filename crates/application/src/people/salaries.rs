//! What people earn: the history for those who may see it, and the change that an update of an account makes.

use super::events::SalarySet;
use crate::ports::{PersonRecord, StoredSalary, UnitOfWork, salaries};
use crate::sessions::Caller;
use crate::{Error, Invalid, Moment, Ports, gate};
use chrono::NaiveDate;
use domain::access::accounts::may_manage;
use domain::access::{Capability, MayManage};
use domain::id::UserId;
use domain::month::{ChangedDays, Concerned};
use domain::person::{Salary, check_salary_after_joining};
use domain::time::days_before;

/// The salaries of a person, newest first.
pub async fn salary_history(ports: &Ports, caller: &Caller, user: UserId) -> Result<Vec<StoredSalary>, Error> {
    caller.actor.require(Capability::SeeSalaries)?;
    let person = ports.reads.people().person(user).await?.ok_or(Error::NotFound("User"))?;
    let _: MayManage = may_manage(&caller.actor, user, person.role)?;
    let mut found = ports.reads.salaries().salaries_of(user).await?;
    found.reverse();
    Ok(found)
}

/// A salary as somebody wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WantedSalary {
    /// The salary, or none.
    pub(super) salary: Option<Salary>,
    /// The day on which it shall begin, where one is named.
    pub(super) from: Option<NaiveDate>,
}

impl WantedSalary {
    /// What it changes of the salaries of an account that is locked: nothing, where it holds already. Where no day is named it begins
    /// today, or with the joining date where that is still to come.
    pub(super) async fn change(
        self,
        work: &dyn UnitOfWork,
        account: &PersonRecord,
        moment: &Moment,
    ) -> Result<Option<SalarySet>, Error> {
        let joining = account.joining_date;
        let today = joining.map_or(moment.today, |joined| joined.max(moment.today));
        let from = self.from.unwrap_or(today);
        check_salary_after_joining(from, joining).map_err(|why| Invalid::field("salaryFrom", why.sentence()))?;
        let known = salaries(&work.salaries().of(account.id).await?);
        let before = *known.on(from);
        if before == self.salary {
            return Ok(None);
        }
        let to = known.next_change(from).map(|next| days_before(next, 1));
        let days = ChangedDays::Span { from, to };
        gate::pass(work, &days, Concerned::Person(account.id), moment.today).await?;
        Ok(Some(SalarySet { user: account.id, from, before, after: self.salary }))
    }
}
