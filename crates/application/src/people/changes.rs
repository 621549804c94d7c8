//! What a change of an account changed, for whoever asks later who did what.

use crate::events::Change;
use crate::ports::PersonRecord;

/// The fields that differ, with what they were and are. Of a salary only that it changed.
pub(crate) fn changes(before: &PersonRecord, after: &PersonRecord) -> Vec<Change> {
    let mut changes = Change::between(text_of(before), text_of(after));
    if before.salary != after.salary {
        changes.push(Change { field: "salary", before: None, after: None });
    }
    changes
}

fn text_of(person: &PersonRecord) -> [(&'static str, Option<String>); 10] {
    [
        ("firstName", Some(person.name.first.clone())),
        ("lastName", Some(person.name.last.clone())),
        ("email", Some(person.email.to_string())),
        ("role", Some(person.standing.role.to_string())),
        ("isActive", Some(person.standing.is_active.to_string())),
        ("department", person.department.clone()),
        ("position", person.position.clone()),
        ("designation", person.designation.clone()),
        ("phoneNumber", person.phone_number.clone()),
        ("managerId", person.manager.map(|manager| manager.to_string())),
    ]
}
