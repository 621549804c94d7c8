//! How rows of people are shown: what they change, and why they are refused.

use crate::imports::{FieldChange, Problem};
use crate::ports::PersonRecord;
use crate::{Error, Result};
use chrono::NaiveDate;
use domain::import::Given;
use domain::import::people::{ManagerKey, PeopleRow};
use domain::person::Salary;
use domain::time::WorkPattern;
use std::borrow::Cow;

/// The column of a file that has what a use case calls by this name.
fn column_of(field: &str) -> &'static str {
    match field {
        "firstName" => "First Name",
        "lastName" => "Last Name",
        "email" => "Email",
        "externalId" => "External ID",
        "role" => "Role",
        "department" => "Department",
        "position" => "Position",
        "designation" => "Designation",
        "phoneNumber" => "Phone",
        "joiningDate" => "Joining Date",
        "recordsFrom" => "Records From",
        "salary" => "Salary",
        "salaryFrom" => "Salary From",
        "workingDays" | "pattern" => "Working Days",
        "fullDayHours" => "Full Day Hours",
        "halfDayHours" => "Half Day Hours",
        "from" => "Pattern From",
        "managerId" | "employeeId" => "Manager",
        _ => "",
    }
}

/// Why a rule refuses a row. `column`: the one in question where the rule names no field. What is no refusal stays an error.
pub(super) fn problem(row: &PeopleRow, column: &'static str, error: Error) -> Result<Problem> {
    let (field, sentence) = match &error {
        Error::Invalid(why) => (why.fields.first().map(|(field, _)| *field), why.sentence().to_owned()),
        Error::Conflict(why) => (why.field(), why.sentence().into_owned()),
        Error::Forbidden(why) => (None, why.sentence().to_owned()),
        Error::Refused(why) => (why.field, why.sentence.clone()),
        Error::NotFound(what) => (None, format!("{what} not found")),
        _ => return Err(error),
    };
    Ok(refusal(row, field.map_or(column, column_of), sentence))
}

pub(super) fn refusal(row: &PeopleRow, column: &'static str, sentence: impl Into<String>) -> Problem {
    Problem { column: column.into(), value: cell(row, column).unwrap_or_default(), sentence: sentence.into() }
}

/// What a row says in a column.
fn cell(row: &PeopleRow, column: &str) -> Option<String> {
    fn given<T: ToString>(cell: &Given<T>) -> Option<String> {
        match cell {
            Given::Absent => None,
            Given::Cleared => Some("-".to_owned()),
            Given::Value(value) => Some(value.to_string()),
        }
    }
    match column {
        "Employee ID" => row.employee_id.map(|id| id.to_string()),
        "External ID" => given(&row.external_id),
        "First Name" => row.first_name.clone(),
        "Last Name" => row.last_name.clone(),
        "Email" => row.email.as_ref().map(ToString::to_string),
        "Role" => row.role.map(|role| role.name().to_owned()),
        "Department" => given(&row.department),
        "Position" => given(&row.position),
        "Designation" => given(&row.designation),
        "Phone" => given(&row.phone),
        "Joining Date" => given(&row.joining_date),
        "Records From" => row.records_from.map(|day| day.to_string()),
        "Salary" => match row.salary {
            Given::Value(salary) => Some(format!("{:.2}", salary.as_f64())),
            Given::Cleared => Some("-".to_owned()),
            Given::Absent => None,
        },
        "Salary From" => row.salary_from.map(|day| day.to_string()),
        "Working Days" => match &row.working_days {
            Given::Value(days) => Some(days.in_words()),
            Given::Cleared => Some("-".to_owned()),
            Given::Absent => None,
        },
        "Full Day Hours" => row.full_day_hours.map(|hours| hours.as_f64().to_string()),
        "Half Day Hours" => row.half_day_hours.map(|hours| hours.as_f64().to_string()),
        "Pattern From" => row.pattern_from.map(|day| day.to_string()),
        "Manager" => match &row.manager {
            Given::Value(ManagerKey::EmployeeId(id)) => Some(id.to_string()),
            Given::Value(ManagerKey::Email(email)) => Some(email.to_string()),
            Given::Cleared => Some("-".to_owned()),
            Given::Absent => None,
        },
        "Status" => row.is_active.map(|is_active| status(is_active).to_owned()),
        _ => None,
    }
}

pub(super) const fn status(is_active: bool) -> &'static str {
    if is_active { "active" } else { "inactive" }
}

/// What changes of a person, column by column. Telephone numbers and salaries are not shown, as in the audit log.
#[derive(Default)]
pub(super) struct Changes(pub(super) Vec<FieldChange>);

impl Changes {
    fn add(&mut self, field: &'static str, before: Option<String>, after: Option<String>) {
        if before != after {
            self.0.push(FieldChange { field: Cow::Borrowed(field), before, after, is_masked: false });
        }
    }

    fn masked<T: PartialEq>(&mut self, field: &'static str, before: &T, after: &T) {
        if before != after {
            self.0.push(FieldChange { field: Cow::Borrowed(field), before: None, after: None, is_masked: true });
        }
    }

    /// What differs of the account. `None` before: it is new.
    pub(super) fn account(&mut self, before: Option<&PersonRecord>, after: &PersonRecord) {
        let mut add = |field, of: fn(&PersonRecord) -> Option<String>| self.add(field, before.and_then(of), of(after));
        add("External ID", |of| of.external_id.clone());
        add("First Name", |of| Some(of.name.first.clone()));
        add("Last Name", |of| Some(of.name.last.clone()));
        add("Email", |of| Some(of.email.to_string()));
        add("Role", |of| Some(of.standing.role.name().to_owned()));
        add("Department", |of| of.department.clone());
        add("Position", |of| of.position.clone());
        add("Designation", |of| of.designation.clone());
        self.masked("Phone", &before.and_then(|of| of.phone_number.as_deref()), &after.phone_number.as_deref());
        let mut add = |field, of: fn(&PersonRecord) -> Option<String>| self.add(field, before.and_then(of), of(after));
        add("Joining Date", |of| of.joining_date.map(|day| day.to_string()));
        add("Records From", |of| of.records_from.map(|day| day.to_string()));
    }

    pub(super) fn salary(&mut self, before: Option<Salary>, after: Option<Salary>, from: NaiveDate) {
        self.masked("Salary", &before, &after);
        self.add("Salary From", None, Some(from.to_string()));
    }

    pub(super) fn pattern(&mut self, before: Option<WorkPattern>, after: Option<WorkPattern>, from: NaiveDate) {
        let days = |pattern: Option<WorkPattern>| pattern.map(|pattern| pattern.weekdays().in_words());
        self.add("Working Days", days(before), days(after));
        let hours = |pattern: Option<WorkPattern>, of: fn(WorkPattern) -> f64| pattern.map(|own| of(own).to_string());
        let [full, half]: [fn(WorkPattern) -> f64; 2] = [|own| own.full_day().as_f64(), |own| own.half_day().as_f64()];
        self.add("Full Day Hours", hours(before, full), hours(after, full));
        self.add("Half Day Hours", hours(before, half), hours(after, half));
        self.add("Pattern From", None, Some(from.to_string()));
    }

    pub(super) fn manager(&mut self, before: Option<String>, after: Option<String>) {
        self.add("Manager", before, after);
    }

    pub(super) fn status(&mut self, before: Option<bool>, after: bool) {
        self.add("Status", before.map(|is_active| status(is_active).to_owned()), Some(status(after).to_owned()));
    }
}
