//! People with an account: their role, address, employee ID, salary and password.

mod email;
mod joining;
mod password;
pub mod reset;
mod role;
mod salaries;
mod salary;
pub mod service;
mod standing;

pub use email::{EMAIL_MAX, EmailAddress, EmailError};
pub use joining::{Joined, days_changed_by_joining};
pub use password::{NewPassword, PASSWORD_MAX, PasswordError};
pub use role::{Role, UnknownRole};
pub use salaries::{
    Salaries, SalaryShift, SalaryStartError, check_salary_after_joining, check_salary_start, days_decided_by_salary,
    paid_salaries, salaries_after_joining, told_salary,
};
pub use salary::{Salary, SalaryError};
pub use standing::{Consequences, Standing, consequences};

use crate::id::UserId;
use chrono::NaiveDate;

/// The longest name, department, position or designation, in code points.
pub const NAME_MAX: usize = 100;
/// The longest telephone number, in code points.
pub const PHONE_MAX: usize = 32;

/// The number that names a person to other people: `EMP` and a number that counts up from 1001, never used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmployeeId(u32);

impl EmployeeId {
    /// The first number that is handed out.
    pub const FIRST: u32 = 1001;

    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    pub const fn number(self) -> u32 {
        self.0
    }
}

impl std::fmt::Display for EmployeeId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EMP{}", self.0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullName {
    pub first: String,
    pub last: String,
}

impl std::fmt::Display for FullName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.first, self.last)
    }
}

/// What the rules need to know of the person whose days are asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Employment {
    pub user: UserId,
    /// The first day that can have an entry, where it is known.
    pub joining_date: Option<NaiveDate>,
    /// Whether this person is in service: an Employee with an active account.
    pub is_in_service: bool,
    pub manager: Option<UserId>,
    /// Whether that manager can act: has the role, is active and not blocked.
    pub manager_can_act: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_called_by_number_and_by_name() {
        let first = EmployeeId::new(EmployeeId::FIRST);
        assert_eq!((first.to_string().as_str(), first.number()), ("EMP1001", 1001));
        assert_eq!(FullName { first: "Ann".into(), last: "Lee".into() }.to_string(), "Ann Lee");
    }
}
