//! A person, as callers see them.

use crate::ports::PersonView;
use domain::person::Salary;
use domain::time::WorkPattern;

/// What providers of sign-in say of a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProviderWords {
    /// Addresses that are not the portal's, each with what people call its provider.
    pub emails: Vec<(String, String)>,
    /// What people call the provider whose groups decide the role.
    pub role_set_by: Option<String>,
}

/// A person, as far as the caller may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub person: PersonView,
    /// Whether the caller may see the person's external ID.
    pub sees_external_id: bool,
    /// Whether the caller may see the person's telephone number.
    pub sees_phone_number: bool,
    /// What the person earns, if anything, where the caller may see salaries.
    pub salary: Option<Option<Salary>>,
    /// The work pattern of today, of an Employee; not asked for in lists.
    pub work_pattern: Option<Option<WorkPattern>>,
    /// What providers of sign-in say of the person, where the caller looks after accounts; not asked for in lists.
    pub providers: ProviderWords,
    /// Whether an invitation can be sent to the person; likewise.
    pub can_be_invited: bool,
}
