//! What everybody recorded in a month: the same that the domain makes of the entries, one by one.

use std::collections::BTreeMap;

use application::ports::{MonthRecord, PeopleReads};
use chrono::NaiveDate;
use domain::access::Scope;
use domain::attendance::Recorded;
use domain::id::{TimesheetId, UserId};
use domain::person::Role;
use domain::time::Month;
use domain::timesheet::{Entry, Hours, Status};
use persistence::Database;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::support::{approved, begin, change, day, hours, named, now, person, rejected, set};

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

/// Records a day in this state.
async fn add(store: &Database, user: UserId, date: NaiveDate, hours: Hours, status: Status, boss: UserId) {
    let new = Entry::record(TimesheetId::new(Uuid::now_v7()), user, date, hours, "Built the house".into(), now());
    let unit = begin(store).await;
    unit.timesheets().insert(&new, user).await.unwrap();
    unit.commit().await.unwrap();
    let decided = match status {
        Status::Pending => return,
        Status::Approved => approved(&new, boss),
        Status::Rejected => rejected(&new, boss),
    };
    change(store, &[decided], boss).await.unwrap();
}

async fn records(store: &Database, scope: Scope, month: Month) -> Vec<MonthRecord> {
    store.month_records(scope, month).await.unwrap()
}

async fn of(store: &Database, user: UserId, month: Month) -> Recorded {
    let mut found = records(store, Scope::Own(user), month).await;
    assert_eq!(found.len(), 1);
    found.remove(0).recorded
}

on_both_engines! {
    async fn every_number_of_hours_and_every_status_earns_what_the_domain_says(database: &TestDatabase) {
        let store = database.database();
        let boss = person(store, Role::Manager, None).await;
        // Months with 31, 30, 29 and 28 days: 118 days of one person hold all but the last of 147 pairs; another holds the rest.
        let months = [(2026, 7), (2026, 6), (2028, 2), (2027, 2)].map(|(year, month)| Month::new(year, month).unwrap());
        let mut days = months.into_iter().flat_map(Month::days).collect::<Vec<_>>().into_iter();
        let mut user = person(store, Role::Employee, None).await;
        let mut expected: BTreeMap<(UserId, Month), Recorded> = BTreeMap::new();
        for half_hours in 0..=48u8 {
            for status in Status::ALL {
                if days.len() == 0 {
                    user = person(store, Role::Employee, None).await;
                    days = months[0].days().collect::<Vec<_>>().into_iter();
                }
                let date = days.next().unwrap();
                add(store, user, date, hours(half_hours), status, boss).await;
                let recorded = expected.entry((user, Month::of(date))).or_default();
                *recorded = recorded.with(date, hours(half_hours), status);
            }
        }
        assert_eq!(expected.len(), 5);
        for ((user, month), recorded) in expected {
            assert_eq!(of(store, user, month).await, recorded, "{month}");
        }
    }

    async fn a_month_ends_where_the_next_one_begins(database: &TestDatabase) {
        let store = database.database();
        let boss = person(store, Role::Manager, None).await;
        let ann = person(store, Role::Employee, None).await;
        // A Sunday and a Saturday among them: which days count is asked of the calendar later.
        let dates = ["2026-05-31", "2026-06-01", "2026-06-06", "2026-06-30", "2026-07-01", "2025-06-15"].map(day);
        for date in dates {
            add(store, ann, date, Hours::FULL_DAY, Status::Pending, boss).await;
        }
        let expected = dates[1..4].iter().fold(Recorded::default(), |all, date| all.with(*date, Hours::FULL_DAY, Status::Pending));
        assert_eq!(of(store, ann, june()).await, expected);
        assert_eq!(of(store, ann, Month::new(2026, 8).unwrap()).await, Recorded::default());
    }

    async fn the_lines_are_the_active_employees_and_those_with_an_entry_by_name(database: &TestDatabase) {
        let store = database.database();
        let boss = named(store, Role::Manager, None, "Bo", "Lead").await;
        let zoe = named(store, Role::Employee, Some(boss), "zoe", "Young").await;
        let blocked = named(store, Role::Employee, Some(boss), "Émile", "Zola").await;
        let gone = named(store, Role::Employee, Some(boss), "Carl", "Gone").await;
        let left = named(store, Role::Employee, Some(boss), "Dora", "Left").await;
        let far = named(store, Role::Employee, None, "Ann", "Away").await;
        for user in [gone, left, blocked] {
            add(store, user, day("2026-06-03"), Hours::HALF_DAY, Status::Pending, boss).await;
        }
        add(store, gone, day("2026-07-01"), Hours::FULL_DAY, Status::Rejected, boss).await;
        add(store, boss, day("2026-06-03"), Hours::FULL_DAY, Status::Pending, zoe).await;
        for (user, change) in [
            (blocked, "is_blocked = true"),
            (gone, "is_active = false"),
            (left, "is_active = false"),
            (far, "joining_date = NULL"),
        ] {
            set(database, user, change).await;
        }
        let ids = async |scope, month| records(store, scope, month).await.iter().map(|record| record.person.id).collect::<Vec<_>>();
        let july = Month::new(2026, 7).unwrap();
        assert_eq!(ids(Scope::Everyone, june()).await, [far, gone, left, zoe, blocked], "a manager has no line");
        assert_eq!(ids(Scope::Everyone, july).await, [far, gone, zoe, blocked], "a rejected entry is one");
        assert_eq!(ids(Scope::Team(boss), june()).await, [gone, left, zoe, blocked]);
        assert_eq!(ids(Scope::Team(zoe), june()).await, []);
        assert_eq!(ids(Scope::Own(zoe), june()).await, [zoe]);
        assert_eq!(ids(Scope::Own(boss), june()).await, []);
        let all = records(store, Scope::Everyone, june()).await;
        assert_eq!((all[0].joining_date, all[1].joining_date), (None, Some(day("2026-01-05"))));
        assert_eq!(all[1].person.name.to_string(), "Carl Gone");
        let half = Recorded::default().with(day("2026-06-03"), Hours::HALF_DAY, Status::Pending);
        assert_eq!((all[0].recorded, all[1].recorded, all[3].recorded), (Recorded::default(), half, Recorded::default()));
    }
}
