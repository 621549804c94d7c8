//! What is recorded of new accounts.

use crate::events::Record;
use crate::ports::NewPerson;
use domain::person::Salary;

/// An account was created.
pub fn account_created(person: &NewPerson, salary: Option<Salary>) -> Record {
    Record::of("account-created")
        .about([person.id])
        .change("firstName", None, Some(person.name.first.as_str()))
        .change("lastName", None, Some(person.name.last.as_str()))
        .change("externalId", None, person.external_id.as_deref())
        .change("email", None, Some(person.email.as_str()))
        .change("role", None, Some(person.role))
        .change("isActive", None, Some(person.is_active))
        .change("department", None, person.department.as_deref())
        .change("position", None, person.position.as_deref())
        .change("designation", None, person.designation.as_deref())
        .change("joiningDate", None, person.joining_date)
        .change("recordsFrom", None, person.records_from)
        .change("manager", None, person.manager)
        .masked("phoneNumber", &None, &person.phone_number)
        .masked("salary", &None, &salary)
}
