//! The letter to the owner of a new account.

use crate::facts::{Confidential, Facts};
use crate::mail::{About, Letter};
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

impl About for CredentialsLetter {
    const KIND: &'static str = "credentials";

    fn facts(&self) -> Facts {
        Facts::default()
            .with("employeeId", self.employee_id.as_str())
            .with("email", self.email.as_str())
            .with("password", self.password.clone())
    }

    fn read(facts: &Facts) -> Option<Self> {
        Some(Self {
            employee_id: facts.text("employeeId")?,
            email: facts.text("email")?,
            password: facts.secret("password")?,
        })
    }
}
