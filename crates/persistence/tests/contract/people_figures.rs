//! Figures about people: head count, who came and left.

use application::ports::{HeadCount, NewPerson, PeopleFigures, PersonRecord, RoleCount};
use chrono::Duration;
use domain::Instant;
use domain::id::UserId;
use domain::person::Role;

use crate::engines::{AnyEngine, set};
use crate::support::{added, altered, day, named, now, person};

/// Adds an Employee without a manager who joined on that day, where it is known.
async fn joined(store: &AnyEngine, joining_date: Option<&str>, created_at: Instant) -> UserId {
    let joining_date = joining_date.map(day);
    let describe = |new: &mut NewPerson| (new.joining_date, new.created_at) = (joining_date, created_at);
    added(store, Role::Employee, describe).await
}

async fn leave(store: &AnyEngine, user: UserId, at: Instant) {
    let leaves = |account: &mut PersonRecord| (account.standing.is_active, account.deactivated_at) = (false, Some(at));
    altered(store, user, leaves).await;
}

on_every_engine! {
    async fn heads_are_counted_by_role(store: &AnyEngine, subject: &Subject) {
        assert_eq!(store.head_count().await, Ok(HeadCount::default()));
        let mut people = Vec::new();
        for role in [Role::Employee, Role::Employee, Role::Employee, Role::Manager, Role::Admin, Role::Boss] {
            people.push(person(store, role, None).await);
        }
        set(subject, people[0], "is_active = false").await;
        set(subject, people[1], "is_blocked = true").await;
        set(subject, people[3], "is_blocked = true, is_active = false").await;
        let expected = HeadCount::default()
            .with(Role::Employee, RoleCount { all: 3, active: 2, acting: 1 })
            .with(Role::Manager, RoleCount { all: 1, active: 0, acting: 0 })
            .with(Role::Admin, RoleCount { all: 1, active: 1, acting: 1 })
            .with(Role::Boss, RoleCount { all: 1, active: 1, acting: 1 });
        assert_eq!(store.head_count().await, Ok(expected));
    }

    async fn a_new_hire_joined_after_the_day_and_not_after_today(store: &AnyEngine) {
        for date in [Some("2026-05-11"), Some("2026-05-12"), Some("2026-06-10"), Some("2026-06-11"), None] {
            joined(store, date, now()).await;
        }
        let gone = joined(store, Some("2026-06-01"), now()).await;
        leave(store, gone, now()).await;
        named(store, Role::Manager, None, "Bo", "Lead").await;
        let figures = store.figures(day("2026-06-10"), day("2026-05-11"), now() - Duration::days(365)).await.unwrap();
        assert_eq!((figures.active, figures.new_hires), (5, 2));
    }

    async fn turnover_counts_leavers_since_and_the_people_of_then(store: &AnyEngine, subject: &Subject) {
        let then = now() - Duration::days(365);
        let moment = Duration::microseconds(1);
        // There then: those who had joined by that day, or had an account if nobody knows the day.
        for (date, created_at) in [
            (Some("2025-06-10"), now()),
            (Some("2025-06-11"), then - moment),
            (None, then),
            (None, then + moment),
        ] {
            joined(store, date, created_at).await;
        }
        // Those who have left since were there. Those who had left before were not. A person who came and left counts only as
        // having left.
        for (date, left_at) in [("2024-01-01", then), ("2024-01-01", then - moment), ("2026-01-01", now())] {
            let gone = joined(store, Some(date), now()).await;
            leave(store, gone, left_at).await;
        }
        // An account that was never active has nobody who left.
        let never = joined(store, Some("2024-01-01"), now()).await;
        set(subject, never, "is_active = false").await;
        let figures = store.figures(day("2026-06-10"), day("2026-05-11"), then).await.unwrap();
        let expected = PeopleFigures { active: 4, new_hires: 0, left: 2, active_then: 3, without_manager: 4, on_leave: 0 };
        assert_eq!(figures, expected);
    }

    async fn a_manager_who_cannot_act_does_not_count(store: &AnyEngine, subject: &Subject) {
        let mut leads = Vec::new();
        for role in [Role::Manager, Role::Manager, Role::Manager, Role::Hr] {
            let lead = person(store, role, None).await;
            person(store, Role::Employee, Some(lead)).await;
            leads.push(lead);
        }
        let blocked = person(store, Role::Employee, None).await;
        set(subject, blocked, "is_blocked = true").await;
        set(subject, leads[1], "is_blocked = true").await;
        set(subject, leads[2], "is_active = false").await;
        let figures = store.figures(day("2026-06-10"), day("2026-05-11"), now()).await.unwrap();
        assert_eq!((figures.active, figures.without_manager), (5, 3), "a blocked Employee needs no manager now");
    }
}
