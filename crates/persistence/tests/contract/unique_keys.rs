//! Every uniqueness is told by its name on both engines.

use application::ports::{NewResubmission, NewUnlock, StoreError, UniqueKey};
use domain::holiday::Holiday;
use domain::id::{HolidayId, ResubmissionId, UserId};
use domain::person::{EmailAddress, Role};
use persistence::Database;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::support::{begin, day, hours, new_entry, new_person, new_session, now, person, unlock_of};

/// The next one to walk through; a key that is missing here does not compile.
fn next(key: UniqueKey) -> Option<UniqueKey> {
    match key {
        UniqueKey::EntryOfDay => Some(UniqueKey::OpenUnlock),
        UniqueKey::OpenUnlock => Some(UniqueKey::LiveSession),
        UniqueKey::LiveSession => Some(UniqueKey::Email),
        UniqueKey::Email => Some(UniqueKey::EmployeeId),
        UniqueKey::EmployeeId => Some(UniqueKey::HolidayDate),
        UniqueKey::HolidayDate => Some(UniqueKey::Resubmission),
        UniqueKey::Resubmission => Some(UniqueKey::Other),
        UniqueKey::Other => None,
    }
}

/// Saves the same twice in one unit of work, as far as the key goes; the second time is refused.
async fn twice(store: &Database, key: UniqueKey, ann: UserId) -> Result<(), StoreError> {
    let unit = begin(store).await;
    let people = unit.people();
    let (one, other) = (people.next_employee_id().await?, people.next_employee_id().await?);
    let first = new_person(UserId::new(Uuid::now_v7()), one, Role::Employee);
    let mut second = new_person(UserId::new(Uuid::now_v7()), other, Role::Employee);
    let entry = new_entry(ann, "2026-06-10");
    for n in 0..2 {
        match key {
            UniqueKey::EntryOfDay => unit.timesheets().insert(&new_entry(ann, "2026-06-10"), ann).await?,
            UniqueKey::OpenUnlock => unit.unlocks().insert(&unlock(ann)).await?,
            UniqueKey::LiveSession => unit.sessions().start(&new_session(ann)).await?,
            UniqueKey::Email => {
                second.email = EmailAddress::parse(first.email.as_str()).unwrap();
                people.insert(if n == 0 { &first } else { &second }).await?;
            }
            UniqueKey::EmployeeId => {
                second.employee_id = one;
                people.insert(if n == 0 { &first } else { &second }).await?;
            }
            UniqueKey::HolidayDate => unit.holidays().insert(&holiday(), now()).await?,
            UniqueKey::Resubmission => {
                if n == 0 {
                    unit.timesheets().insert(&entry, ann).await?;
                }
                let back = NewResubmission {
                    id: ResubmissionId::new(Uuid::now_v7()),
                    timesheet: entry.id(),
                    version: 3,
                    user: ann,
                    previous_hours: hours(16),
                    previous_description: "Built the house".into(),
                    original_comment: "Which house?".into(),
                    created_at: now(),
                };
                unit.inbox().notify_resubmission(&back).await?;
            }
            UniqueKey::Other => {
                second.id = first.id;
                people.insert(if n == 0 { &first } else { &second }).await?;
            }
        }
    }
    Ok(())
}

fn unlock(user: UserId) -> NewUnlock {
    unlock_of(user, user, "2026-06-10", "It was forgotten", now())
}

fn holiday() -> Holiday {
    Holiday {
        id: HolidayId::new(Uuid::now_v7()),
        date: day("2026-06-10"),
        name: "Bridge day".into(),
        description: None,
        is_recurring: false,
        created_by: None,
    }
}

on_both_engines! {
    async fn each_uniqueness_is_told_by_its_name(database: &TestDatabase) {
        let ann = person(database.database(), Role::Employee, None).await;
        let mut walked = Some(UniqueKey::EntryOfDay);
        while let Some(key) = walked {
            assert_eq!(twice(database.database(), key, ann).await, Err(StoreError::Conflict(key)));
            walked = next(key);
        }
    }
}
