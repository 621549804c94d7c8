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
        .change("email", None, Some(person.email.as_str()))
        .change("role", None, Some(person.role))
        .change("isActive", None, Some(person.is_active))
        .change("department", None, person.department.as_deref())
        .change("position", None, person.position.as_deref())
        .change("joiningDate", None, person.joining_date)
        .change("manager", None, person.manager)
        .masked("salary", &None, &salary)
}
