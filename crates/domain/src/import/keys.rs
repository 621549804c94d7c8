//! By what a row names a person.

use super::Column;
use crate::person::{EmailAddress, EmployeeId};

pub(super) const EMPLOYEE_ID: Column = Column::text("Employee ID", &["ID", "Personalnummer"]);
pub(super) const EXTERNAL_ID: Column = Column::text("External ID", &["Externe Nummer"]);
pub(super) const EMAIL: Column = Column::text("Email", &["E-Mail"]);

/// The columns that name a person.
pub(super) const KEYS: [Column; 3] = [EMPLOYEE_ID, EXTERNAL_ID, EMAIL];

pub(super) fn employee_id(text: &str) -> Result<EmployeeId, String> {
    EmployeeId::parse(text).ok_or_else(|| "An employee ID has the form EMP1001".to_owned())
}

pub(super) fn email(text: &str) -> Result<EmailAddress, String> {
    EmailAddress::parse(text).map_err(|why| why.sentence().to_owned())
}
