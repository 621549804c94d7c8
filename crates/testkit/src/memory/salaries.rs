//! Salaries.

use super::state::State;
use super::{Memory, Unit};
use application::ports::{NewSalary, Result, SalaryReads, SalaryRepository, StoredSalary, salaries};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::person::{Salary, SalaryShift, told_salary};
use std::collections::HashMap;

impl State {
    /// What is told of somebody's salary on that day.
    pub fn salary_of(&self, user: UserId, today: NaiveDate) -> Option<Salary> {
        told_salary(&salaries(&self.salaries_of(user)), today)
    }

    pub(super) fn salaries_of(&self, user: UserId) -> Vec<StoredSalary> {
        let own = self.salaries.range((user, NaiveDate::MIN)..=(user, NaiveDate::MAX));
        own.map(|((_, from), (salary, set_at, by))| StoredSalary {
            from: *from,
            salary: *salary,
            set_at: *set_at,
            set_by: by.and_then(|by| self.named(by)),
        })
        .collect()
    }
}

#[async_trait]
impl SalaryRepository for Unit {
    async fn set(&self, salaries: &[NewSalary], by: Option<UserId>, at: Instant) -> Result<()> {
        self.ask("SalaryRepository::set", |state| {
            let row = |new: &NewSalary| ((new.user, new.from), (new.salary, at, by));
            state.salaries.extend(salaries.iter().map(row));
        })
    }

    async fn shift(&self, shifts: &[(UserId, SalaryShift)]) -> Result<()> {
        self.ask("SalaryRepository::shift", |state| {
            for (user, shift) in shifts {
                for day in &shift.dropped {
                    state.salaries.remove(&(*user, *day));
                }
                if let Some((from, to)) = shift.moved
                    && let Some(row) = state.salaries.remove(&(*user, from))
                {
                    state.salaries.insert((*user, to), row);
                }
            }
        })
    }
}

#[async_trait]
impl SalaryReads for Memory {
    async fn told(&self, users: &[UserId], today: NaiveDate) -> Result<HashMap<UserId, Salary>> {
        self.read("SalaryReads::told", |state| {
            let told = |user: &UserId| Some((*user, state.salary_of(*user, today)?));
            users.iter().filter_map(told).collect()
        })
    }

    async fn salaries_of(&self, user: UserId) -> Result<Vec<StoredSalary>> {
        self.read("SalaryReads::salaries_of", |state| state.salaries_of(user))
    }
}
