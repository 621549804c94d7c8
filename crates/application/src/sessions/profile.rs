//! The caller's own details.

use super::Caller;
use crate::ports::PersonView;
use crate::{Error, Ports};
use domain::person::Salary;
use domain::time::WorkPattern;

/// A person, as far as the caller may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub person: PersonView,
    /// Whether the caller may see the person's telephone number.
    pub sees_phone_number: bool,
    /// What the person earns, if anything, where the caller may see salaries.
    pub salary: Option<Option<Salary>>,
    /// The work pattern of today, of an Employee; not asked for in lists.
    pub work_pattern: Option<Option<WorkPattern>>,
}

/// Everything that callers may see of their own account.
pub async fn profile(ports: &Ports, caller: &Caller) -> Result<Profile, Error> {
    crate::people::person(ports, caller, caller.actor.id).await
}
