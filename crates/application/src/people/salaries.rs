//! What people earn: the history for those who may see it, and the change that an update of an account makes.

use crate::gate::Gate;
use crate::ports::{PersonRecord, StoredSalary, salaries};
use crate::sessions::Caller;
use crate::work::Work;
use crate::{Error, Invalid, Ports, Result, gate};
use chrono::NaiveDate;
use domain::access::accounts::may_manage;
use domain::access::{Capability, MayManage};
use domain::id::UserId;
use domain::month::Concerned;
use domain::person::{Salary, SalaryShift, check_salary_after_joining, days_decided_by_salary};

/// The salaries of a person, newest first.
pub async fn salary_history(ports: &Ports, caller: &Caller, user: UserId) -> Result<Vec<StoredSalary>> {
    caller.actor.require(Capability::SeeSalaries)?;
    let person = ports.reads.people().person(user).await?.ok_or(Error::NotFound("User"))?;
    let _: MayManage = may_manage(&caller.actor, user, person.role)?;
    let mut found = ports.reads.salaries().salaries_of(user).await?;
    found.reverse();
    Ok(found)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WantedSalary {
    pub(super) salary: Option<Salary>,
    /// The day on which it shall begin, where one is named.
    pub(super) from: Option<NaiveDate>,
}

impl WantedSalary {
    /// The day from which it holds for an account that is locked. Where none is named, that is today, or the joining date where that is
    /// still to come.
    pub(super) fn begins(self, account: &PersonRecord, today: NaiveDate) -> Result<NaiveDate> {
        let joining = account.joining_date;
        let from = self.from.unwrap_or_else(|| joining.map_or(today, |joined| joined.max(today)));
        check_salary_after_joining(from, joining).map_err(|why| Invalid::field("salaryFrom", why.sentence()))?;
        Ok(from)
    }

    /// What it changes of the salaries of an account that is locked, after `shift`, and the gate of the days that it changes; `None`
    /// where it holds already.
    pub(super) async fn change(
        self,
        work: &Work<'_>,
        account: &PersonRecord,
        shift: &SalaryShift,
    ) -> Result<Option<(SalaryChange, Gate)>> {
        let from = self.begins(account, work.moment.today)?;
        let known = shift.apply(&salaries(&work.salaries().of(account.id).await?));
        let before = *known.on(from);
        if before == self.salary {
            return Ok(None);
        }
        let days = days_decided_by_salary(&known, account.joining_date, from, self.salary);
        let gate = gate::hold(work, &days, Concerned::Person(account.id)).await?;
        let rows = known.with(from, self.salary).changes().count();
        Ok(Some((SalaryChange { from, before, after: self.salary, rows }, gate)))
    }
}

/// A change of the salaries of an account.
#[derive(Debug, Clone, Copy)]
pub(super) struct SalaryChange {
    pub(super) from: NaiveDate,
    /// What held on that day.
    pub(super) before: Option<Salary>,
    /// What holds from it on.
    pub(super) after: Option<Salary>,
    /// How many salaries there are then.
    pub(super) rows: usize,
}
