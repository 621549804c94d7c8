//! Salaries, each from a day on.

use super::Result;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::person::{FullName, Salaries, Salary, SalaryShift};
use domain::time::History;
use std::collections::HashMap;

/// A salary, or none, from a day on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSalary {
    pub from: NaiveDate,
    pub salary: Option<Salary>,
    pub set_at: Instant,
    pub set_by: Option<(UserId, FullName)>,
}

/// What a person earns from a day on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewSalary {
    pub user: UserId,
    pub from: NaiveDate,
    pub salary: Option<Salary>,
}

pub fn salaries(rows: &[StoredSalary]) -> Salaries {
    rows.iter().fold(History::always(None), |all, row| all.with(row.from, row.salary))
}

port! { UnitOfWork::salaries =>
    /// Salaries, for writing. Who changes those of somebody MUST have locked the account.
    pub trait SalaryRepository: Send + Sync {
        /// Sets what people earn from a day on, in the place of what was set for that day: of each person one salary at most. One
        /// statement.
        [ChangesDays] async fn set(&self, salaries: &[NewSalary], by: Option<UserId>, at: Instant) -> Result<()>;
        /// Has the salaries of these people follow a corrected joining date. Who set them, and when, stays. As many statements for
        /// 500 as for one.
        [ChangesDays] async fn shift(&self, shifts: &[(UserId, SalaryShift)]) -> Result<()>;
    }
}

port! { Reads::salaries =>
    /// Reads salaries.
    pub trait SalaryReads: Send + Sync {
        /// What is told of these people's salaries on a day, in one statement: see [`domain::person::told_salary`]. Who has none is
        /// left out.
        async fn told(&self, users: &[UserId], today: NaiveDate) -> Result<HashMap<UserId, Salary>>;
        /// The salaries of a person, in the order of their days.
        async fn salaries_of(&self, user: UserId) -> Result<Vec<StoredSalary>>;
    }
}
