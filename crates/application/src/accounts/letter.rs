//! The letters to the owner of a new account.

use crate::facts::Confidential;
use crate::mail::{Letter, kept_letter};
use crate::ports::NewPerson;
use domain::person::{EmailAddress, EmployeeId, FullName, NewPassword};

/// An account was created: what its owner signs in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialsLetter {
    pub employee_id: String,
    pub email: String,
    /// The generated password, to be changed at the first sign-in.
    pub password: Confidential,
}

impl CredentialsLetter {
    /// What a person of this name signs in with.
    pub(crate) fn to(name: &FullName, employee_id: EmployeeId, email: &EmailAddress, password: &NewPassword) -> Letter {
        let about = Self {
            employee_id: employee_id.to_string(),
            email: email.to_string(),
            password: Confidential(password.reveal().to_owned()),
        };
        Letter::new(name.clone(), &about)
    }
}

/// An account without a password was created: with what its owner signs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountCreatedLetter {
    pub employee_id: String,
    pub email: String,
    /// What people call the providers.
    pub providers: Vec<String>,
}

impl AccountCreatedLetter {
    /// To the owner of a new account, who signs in with one of these providers.
    pub(super) fn to(person: &NewPerson, providers: Vec<&str>) -> Letter {
        let about = Self {
            employee_id: person.employee_id.to_string(),
            email: person.email.to_string(),
            providers: providers.into_iter().map(str::to_owned).collect(),
        };
        Letter::new(person.name.clone(), &about)
    }
}

/// A provider of sign-in has vouched for an Employee whom nobody had entered: HR has to add what it cannot know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmployeeArrivedLetter {
    pub employee: String,
    pub employee_id: String,
    pub email: String,
    /// What people call the provider.
    pub provider: String,
}

kept_letter!(EmployeeArrivedLetter: "employee-arrived" {
    employee: "employee", employee_id: "employeeId", email: "email", provider: "provider",
});
kept_letter!(AccountCreatedLetter: "account-created" { employee_id: "employeeId", email: "email", providers: "providers" });
kept_letter!(CredentialsLetter: "credentials" { employee_id: "employeeId", email: "email", password: "password" });
