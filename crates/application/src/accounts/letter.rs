//! The letter to the owner of a new account.

use crate::facts::Confidential;
use crate::mail::{Letter, kept_letter};
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

kept_letter!(CredentialsLetter: "credentials" { employee_id: "employeeId", email: "email", password: "password" });
