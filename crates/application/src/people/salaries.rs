//! What people earn: the history for those who may see it, and the change that an update of an account makes.

use super::known::KnownAccount;
use crate::ports::{PersonRecord, StoredSalary};
use crate::sessions::Caller;
use crate::{Error, Invalid, Ports, Result};
use chrono::NaiveDate;
use domain::access::accounts::may_manage;
use domain::access::{Capability, MayManage};
use domain::id::UserId;
use domain::month::ChangedDays;
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
pub(crate) struct WantedSalary {
    pub(super) salary: Option<Salary>,
    /// The day on which it shall begin, where one is named.
    pub(super) from: Option<NaiveDate>,
}

impl WantedSalary {
    /// The day from which it holds for an account. Where none is named, that is today, or the joining date where that is
    /// still to come.
    pub(super) fn begins(self, account: &PersonRecord, today: NaiveDate) -> Result<NaiveDate> {
        let joining = account.joining_date;
        let from = self.from.unwrap_or_else(|| joining.map_or(today, |joined| joined.max(today)));
        check_salary_after_joining(from, joining).map_err(|why| Invalid::field("salaryFrom", why.sentence()))?;
        Ok(from)
    }

    /// What it changes of the salaries of an account that becomes `after`, after `shift`, and the days that it decides; `None` where it
    /// holds already.
    pub(super) fn change(
        self,
        known: &KnownAccount,
        after: &PersonRecord,
        shift: &SalaryShift,
        today: NaiveDate,
    ) -> Result<Option<(SalaryChange, ChangedDays)>> {
        let from = self.begins(after, today)?;
        let salaries = shift.apply(&known.salaries);
        let before = *salaries.on(from);
        if before == self.salary {
            return Ok(None);
        }
        let days = days_decided_by_salary(&salaries, after.joining_date, from, self.salary);
        let rows = salaries.with(from, self.salary).changes().count();
        Ok(Some((SalaryChange { from, before, after: self.salary, rows }, days)))
    }
}

/// A change of the salaries of an account.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SalaryChange {
    pub(crate) from: NaiveDate,
    /// What held on that day.
    pub(crate) before: Option<Salary>,
    /// What holds from it on.
    pub(crate) after: Option<Salary>,
    /// How many salaries there are then.
    pub(super) rows: usize,
}
