//! People with an account: their role, address, employee ID, salary and password.

mod email;
mod first_day;
pub mod invitation;
mod joining;
mod password;
pub mod reset;
mod role;
mod salaries;
mod salary;
pub mod service;
mod standing;
mod ways_in;

pub use email::{EMAIL_MAX, EmailAddress, EmailError};
pub use first_day::{Beginning, FirstDay, RecordsBeforeJoining, check_first_day};
pub use joining::{Joined, days_changed_by_joining};
pub use password::{NewPassword, PASSWORD_MAX, PasswordError};
pub use role::{Role, UnknownRole};
pub use salaries::{
    Salaries, SalaryShift, SalaryStartError, check_salary_after_joining, check_salary_start, days_decided_by_salary,
    paid_salaries, salaries_after_joining, told_salary,
};
pub use salary::{Salary, SalaryError};
pub use standing::{Consequences, Standing, consequences};
pub use ways_in::WaysIn;

use crate::id::UserId;

/// The longest name, department, position or designation, in code points.
pub const NAME_MAX: usize = 100;
/// The longest telephone number, in code points.
pub const PHONE_MAX: usize = 32;

/// The most code points of an external ID.
pub const EXTERNAL_ID_MAX: usize = 64;

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

    /// Reads one as it is shown, in capitals or small letters. A number alone may be that of another list of people.
    pub fn parse(text: &str) -> Option<Self> {
        let (letters, digits) = text.split_at_checked(3)?;
        let is_shown = letters.eq_ignore_ascii_case("EMP") && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|_| is_shown).map(Self)
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
    pub first_day: Option<FirstDay>,
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
        assert_eq!([EmployeeId::parse("EMP1001"), EmployeeId::parse("emp1001")], [Some(first); 2]);
        for other in ["", "EMP", "1001", "EMP 1001", "EMP+1001", "EMP99999999999", "\u{e9}\u{e9}1001"] {
            assert_eq!(EmployeeId::parse(other), None, "{other:?}");
        }
        assert_eq!(FullName { first: "Ann".into(), last: "Lee".into() }.to_string(), "Ann Lee");
    }
}
