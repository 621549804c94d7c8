//! Figures about people: head count, who came and left, and who has recorded which days.

use application::ports::{HeadCount, PeopleFigures, PeopleReads, RoleCount};
use chrono::{Duration, NaiveDate};
use domain::Instant;
use domain::id::UserId;
use domain::person::{EmployeeId, Role};
use testkit::database::TestDatabase;
use testkit::on_both_engines;
use uuid::Uuid;

use crate::support::{begin, day, entry, named, new_person, now, person, set};

/// Adds an Employee without a manager who joined on that day, where it is known.
async fn joined(database: &TestDatabase, joining_date: Option<&str>, created_at: Instant) -> UserId {
    let unit = begin(database.database()).await;
    let number = unit.people().next_employee_id().await.unwrap();
    let mut new = new_person(UserId::new(Uuid::now_v7()), number, Role::Employee);
    new.joining_date = joining_date.map(day);
    new.created_at = created_at;
    unit.people().insert(&new).await.unwrap();
    unit.commit().await.unwrap();
    new.id
}

async fn leave(database: &TestDatabase, user: UserId, at: Instant) {
    let unit = begin(database.database()).await;
    let mut changed = unit.people().for_change(user).await.unwrap().unwrap();
    changed.standing.is_active = false;
    changed.deactivated_at = Some(at);
    unit.people().save(&changed, at).await.unwrap();
    unit.commit().await.unwrap();
}

on_both_engines! {
    async fn heads_are_counted_by_role(database: &TestDatabase) {
        let store = database.database();
        assert_eq!(store.head_count().await, Ok(HeadCount::default()));
        let mut people = Vec::new();
        for role in [Role::Employee, Role::Employee, Role::Employee, Role::Manager, Role::Admin] {
            people.push(person(store, role, None).await);
        }
        set(database, people[0], "is_active = false").await;
        set(database, people[1], "is_blocked = true").await;
        set(database, people[3], "is_blocked = true, is_active = false").await;
        let expected = HeadCount::default()
            .with(Role::Employee, RoleCount { all: 3, active: 2, acting: 1 })
            .with(Role::Manager, RoleCount { all: 1, active: 0, acting: 0 })
            .with(Role::Admin, RoleCount { all: 1, active: 1, acting: 1 });
        assert_eq!(store.head_count().await, Ok(expected));
    }

    async fn a_new_hire_joined_after_the_day_and_not_after_today(database: &TestDatabase) {
        for date in [Some("2026-05-11"), Some("2026-05-12"), Some("2026-06-10"), Some("2026-06-11"), None] {
            joined(database, date, now()).await;
        }
        let gone = joined(database, Some("2026-06-01"), now()).await;
        leave(database, gone, now()).await;
        named(database.database(), Role::Manager, None, "Bo", "Lead").await;
        let figures = database.database().figures(day("2026-06-10"), day("2026-05-11"), now() - Duration::days(365)).await.unwrap();
        assert_eq!((figures.active, figures.new_hires), (5, 2));
    }

    async fn turnover_counts_who_left_since_and_who_was_there_then(database: &TestDatabase) {
        let then = now() - Duration::days(365);
        let moment = Duration::microseconds(1);
        // There then: who had joined by that day, or had an account where nobody knows.
        for (date, created_at) in [
            (Some("2025-06-10"), now()),
            (Some("2025-06-11"), then - moment),
            (None, then),
            (None, then + moment),
        ] {
            joined(database, date, created_at).await;
        }
        // Who has left since was there; who had left before was not; who came and left counts as having left alone.
        for (date, left_at) in [("2024-01-01", then), ("2024-01-01", then - moment), ("2026-01-01", now())] {
            let gone = joined(database, Some(date), now()).await;
            leave(database, gone, left_at).await;
        }
        // An account that was never active has nobody who left.
        let never = joined(database, Some("2024-01-01"), now()).await;
        set(database, never, "is_active = false").await;
        let figures = database.database().figures(day("2026-06-10"), day("2026-05-11"), then).await.unwrap();
        let expected = PeopleFigures { active: 4, new_hires: 0, left: 2, active_then: 3, without_manager: 4 };
        assert_eq!(figures, expected);
    }

    async fn a_manager_who_cannot_act_is_none(database: &TestDatabase) {
        let store = database.database();
        let mut leads = Vec::new();
        for role in [Role::Manager, Role::Manager, Role::Manager, Role::Hr] {
            let lead = person(store, role, None).await;
            person(store, Role::Employee, Some(lead)).await;
            leads.push(lead);
        }
        let blocked = person(store, Role::Employee, None).await;
        set(database, blocked, "is_blocked = true").await;
        set(database, leads[1], "is_blocked = true").await;
        set(database, leads[2], "is_active = false").await;
        let figures = store.figures(day("2026-06-10"), day("2026-05-11"), now()).await.unwrap();
        assert_eq!((figures.active, figures.without_manager), (5, 3), "a blocked Employee needs no manager now");
    }

    async fn who_lacks_one_of_the_days_is_told_with_those_that_have_an_entry(database: &TestDatabase) {
        let store = database.database();
        let asked_for: Vec<NaiveDate> = ["2026-06-08", "2026-06-05", "2026-06-09"].map(day).to_vec();
        let add = async |first: &str, days: &[&str]| {
            let id = named(store, Role::Employee, None, first, "Example").await;
            set(database, id, "created_at = '2026-06-01 10:00:00+00:00'").await;
            for day in days {
                entry(store, id, day).await;
            }
            id
        };
        add("Whole", &["2026-06-05", "2026-06-08", "2026-06-09"]).await;
        let half = add("half", &["2026-06-09", "2026-06-05"]).await;
        // The 6th lies between the days and is none of them; the 4th and the 10th lie outside.
        let other = add("Émile", &["2026-06-04", "2026-06-06", "2026-06-10"]).await;
        let none = add("Ann", &[]).await;
        for (first, change) in [("Blocked", "is_blocked = true"), ("Gone", "is_active = false"), ("Boss", "role = 'Manager'")] {
            let id = add(first, &[]).await;
            set(database, id, change).await;
        }
        set(database, half, "joining_date = NULL").await;
        let found = store.days_with_entries(&asked_for, 50).await.unwrap();
        let told: Vec<_> = found.iter().map(|one| (one.person.id, one.joining_date, one.days.clone())).collect();
        let first_day = Some(day("2026-01-05"));
        assert_eq!(
            told,
            [
                (none, first_day, vec![]),
                (half, None, vec![day("2026-06-05"), day("2026-06-09")]),
                (other, first_day, vec![]),
            ],
            "by name, the days oldest first"
        );
        assert_eq!((found[1].created_at, found[1].person.employee_id), ("2026-06-01T10:00:00Z".parse().unwrap(), EmployeeId::new(1002)));
        assert_eq!(store.days_with_entries(&asked_for, 2).await.unwrap(), found[..2]);
        assert_eq!(store.days_with_entries(&[], 50).await, Ok(vec![]), "nobody lacks one of no days");
        let twice = [day("2026-06-09"), day("2026-06-09"), day("2026-06-05")];
        let found = store.days_with_entries(&twice, 50).await.unwrap();
        assert_eq!(found.iter().map(|one| one.person.id).collect::<Vec<_>>(), [none, other], "a day counts once");
    }

    async fn who_came_after_the_days_takes_no_place(database: &TestDatabase) {
        let store = database.database();
        let asked_for: Vec<NaiveDate> = ["2026-06-05", "2026-06-08", "2026-06-09"].map(day).to_vec();
        let at = |text: &str| text.parse::<Instant>().unwrap();
        let long_ago = at("2026-01-05T09:00:00Z");
        let mut lacking = Vec::new();
        for (joining_date, created_at, days, lacks) in [
            (Some("2026-06-10"), long_ago, &[][..], false),
            (Some("2026-06-09"), long_ago, &[], true),
            (Some("2026-06-09"), long_ago, &["2026-06-09"], false),
            (Some("2026-06-08"), long_ago, &["2026-06-09"], true),
            // What was recorded before makes up for nothing.
            (Some("2026-06-08"), long_ago, &["2026-06-05", "2026-06-08"], true),
            // The day of the creation may be the one before, in the zone of the portal.
            (None, at("2026-06-10T00:00:00Z"), &[], true),
            (None, at("2026-06-10T23:59:59.999999Z"), &["2026-06-09"], false),
            (None, at("2026-06-11T00:00:00Z"), &[], false),
            (Some("2026-01-05"), at("2026-06-11T00:00:00Z"), &[], false),
            (Some("2026-06-10"), at("2026-06-09T00:00:00Z"), &[], false),
            (None, long_ago, &["2026-06-05", "2026-06-08", "2026-06-09"], false),
            (None, long_ago, &["2026-06-05", "2026-06-09"], true),
        ] {
            let id = joined(database, joining_date, created_at).await;
            for day in days {
                entry(store, id, day).await;
            }
            if lacks {
                lacking.push(id);
            }
        }
        // All have one name, so the numbers tell the order.
        let all = store.days_with_entries(&asked_for, 50).await.unwrap();
        assert_eq!(all.iter().map(|one| one.person.id).collect::<Vec<_>>(), lacking);
        let limited = store.days_with_entries(&asked_for, 2).await.unwrap();
        assert_eq!(limited, all[..2], "newcomers in front of them take none of the places");
    }
}
