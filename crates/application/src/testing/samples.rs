//! Things as tests need them: whole, plausible, and told apart by a number.

use super::{at, number, person, user};
use crate::people::AccountUpdate;
use crate::ports::{EntryView, HolidayView, PersonRecord};
use chrono::NaiveDate;
use domain::holiday::Holiday;
use domain::id::{HolidayId, LeaveTypeId, TimesheetId};
use domain::person::{EmailAddress, Employment, FirstDay, FullName, Role, Standing};
use domain::timesheet::{Entry, Hours, Status, Stored};
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
        Status::Approved => change(fresh, |stored| {
            (stored.status, stored.version) = (status, 2);
            (stored.decided_by, stored.decided_at) = (Some(user(7)), Some(made));
        }),
        Status::Rejected => rejected(fresh, date),
    }
}

/// The entry, rejected by person 7 on `on` because it was too short.
pub(crate) fn rejected(entry: Entry, on: NaiveDate) -> Entry {
    change(entry, |stored| {
        stored.status = Status::Rejected;
        (stored.comment, stored.rejected_on) = (Some("Too short".into()), Some(on));
        (stored.decided_by, stored.decided_at) = (Some(user(7)), Some(at("2026-06-02T08:00:00Z")));
        stored.version += 1;
    })
}

/// The entry as the store would have it with a change.
pub(crate) fn change(entry: Entry, change: impl FnOnce(&mut Stored)) -> Entry {
    let mut stored = entry.into_stored();
    change(&mut stored);
    Entry::restore(stored).unwrap()
}

/// Annual, sick and unpaid leave, as every portal begins with them.
pub(crate) fn seed(number: u128) -> LeaveTypeId {
    LeaveTypeId::new(Uuid::from_u128(0x019a_b000_0000_7000_8000_0000_0000_0000 + number))
}

pub(crate) fn view(entry: Entry) -> EntryView {
    let owner = person(number(entry.user()));
    EntryView { entry: entry.into(), person: owner }
}

/// Person `n`, who joined on 1 June 2025, under a manager who can act.
pub(crate) fn employment(n: u128, manager: Option<u128>) -> Employment {
    Employment {
        user: user(n),
        first_day: Some(FirstDay::Joining(day("2025-06-01"))),
        is_in_service: true,
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
            end_year: None,
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
        external_id: Some(format!("X-{n}")),
        name: person.name,
        email: EmailAddress::parse(&format!("p{n}@x.org")).unwrap(),
        standing: Standing { role, is_active: true, is_blocked: false },
        department: Some("Engineering".into()),
        position: Some("Developer".into()),
        designation: Some("Senior".into()),
        phone_number: Some("+44 20 7946 0000".into()),
        joining_date: Some(day("2025-06-01")),
        records_from: None,
        manager: None,
        deactivated_at: None,
        updated_at: at("2026-06-01T08:00:00Z"),
    }
}

/// A person as the form of an account sends them back unchanged.
pub(crate) fn form(record: &PersonRecord) -> AccountUpdate {
    AccountUpdate::of(&record.name, record.email.as_str(), record.standing.role)
}
