//! Things as tests need them: whole, plausible, and told apart by a number.

use super::{at, person, user};
use crate::ports::{EntryView, HolidayView, OwnEntry, PersonRecord};
use chrono::NaiveDate;
use domain::holiday::Holiday;
use domain::id::{HolidayId, TimesheetId};
use domain::person::{EmailAddress, Employment, FullName, Role, Salary, Standing};
use domain::timesheet::{Entry, Hours, Status};
use uuid::Uuid;

pub(crate) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Wednesday, 10 June 2026: the day of the fakes' clock.
pub(crate) fn today() -> NaiveDate {
    day("2026-06-10")
}

pub(crate) fn hours(number: f64) -> Hours {
    Hours::parse(number).unwrap()
}

/// The entry number `n`, of person `owner`: eight hours, decided by person 7 where it is decided.
pub(crate) fn entry(n: u128, owner: u128, date: NaiveDate, status: Status) -> Entry {
    let made = at("2026-06-01T08:00:00Z");
    let fresh =
        Entry::record(TimesheetId::new(Uuid::from_u128(n)), user(owner), date, hours(8.0), format!("Work {n}"), made);
    match status {
        Status::Pending => fresh,
        Status::Approved => Entry { status, version: 2, decided_by: Some(user(7)), decided_at: Some(made), ..fresh },
        Status::Rejected => rejected(fresh, date),
    }
}

/// The entry, rejected by person 7 on `on` because it was too short.
pub(crate) fn rejected(entry: Entry, on: NaiveDate) -> Entry {
    Entry {
        status: Status::Rejected,
        comment: Some("Too short".into()),
        rejected_on: Some(on),
        version: entry.version + 1,
        decided_by: Some(user(7)),
        decided_at: Some(at("2026-06-02T08:00:00Z")),
        ..entry
    }
}

pub(crate) fn own(entry: Entry) -> OwnEntry {
    OwnEntry {
        id: entry.id,
        date: entry.date,
        hours: entry.hours,
        description: entry.description,
        status: entry.status,
        comment: entry.comment,
        rejected_on: entry.rejected_on,
        is_resubmission: entry.is_resubmission,
        created_at: entry.created_at,
        updated_at: entry.updated_at,
    }
}

pub(crate) fn view(entry: Entry) -> EntryView {
    let owner = person(entry.user.uuid().as_u128());
    EntryView { entry: own(entry), person: owner }
}

/// Person `n`, who joined on 1 June 2025, under a manager who can act.
pub(crate) fn employment(n: u128, manager: Option<u128>) -> Employment {
    Employment {
        user: user(n),
        joining_date: Some(day("2025-06-01")),
        manager: manager.map(user),
        manager_can_act: manager.is_some(),
    }
}

pub(crate) fn holiday(date: &str, is_recurring: bool) -> HolidayView {
    let date = day(date);
    HolidayView {
        holiday: Holiday {
            id: HolidayId::new(Uuid::from_u128(u128::from(
                date.to_string().bytes().fold(0u64, |sum, b| sum * 31 + u64::from(b)),
            ))),
            date,
            name: format!("Holiday of {date}"),
            description: None,
            is_recurring,
            created_by: Some(user(9)),
        },
        creator: Some(FullName { first: "Hanna".into(), last: "Rose".into() }),
    }
}

/// Person `n` with an account in which every field is filled, except that there is no manager.
pub(crate) fn record(n: u128, role: Role) -> PersonRecord {
    let person = person(n);
    PersonRecord {
        id: person.id,
        employee_id: person.employee_id,
        name: person.name,
        email: EmailAddress::parse(&format!("p{n}@x.org")).unwrap(),
        standing: Standing { role, is_active: true, is_blocked: false },
        department: Some("Engineering".into()),
        position: Some("Developer".into()),
        designation: Some("Senior".into()),
        phone_number: Some("+44 20 7946 0000".into()),
        salary: Salary::from_cents(5_240_050),
        manager: None,
        deactivated_at: None,
        updated_at: at("2026-06-01T08:00:00Z"),
    }
}
