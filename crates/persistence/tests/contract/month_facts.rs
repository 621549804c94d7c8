//! What is known of people's months: the same that the domain makes of the entries, days and leave, one by one.

use std::time::Duration;

use application::ports::{EmployeeIds, NewLeave, NewSalary, PersonOfMonth};
use chrono::NaiveDate;
use domain::attendance::{Days, OnLeave};
use domain::id::{LeaveRequestId, LeaveTypeId, TimesheetId, UserId};
use domain::leave::{DayPart, Half, LeaveStatus};
use domain::month::MonthFacts;
use domain::person::service::{ServiceHistory, ServicePeriod, Tenure};
use domain::person::{Beginning, Role, Salaries, Salary};
use domain::time::Month;
use domain::timesheet::{Entry, Hours, Status};
use std::collections::HashMap;
use tokio::time::timeout;
use uuid::Uuid;

use crate::engines::Engine;
use crate::leave_ledger::seed;
use crate::leave_requests::{annual_leave, leave_of, saved};
use crate::months::{done, june};
use crate::support::{approved, change, day, hours, later, managed, now, person, rejected, unlock_of};

/// The lengths of half a day that are asked for: two patterns hold in the month.
pub(crate) const HALF_DAYS: [Hours; 2] = [Hours::whole(4), Hours::whole(5)];

/// The day of which deciders hold.
pub(crate) const TODAY: &str = "2026-07-02";

pub(crate) async fn people_of(store: &dyn Engine, month: Month) -> Vec<PersonOfMonth> {
    store.people_of(month, day(TODAY), &HALF_DAYS, EmployeeIds::All, None, 100).await.unwrap()
}

/// What is known of a person, asked in both ways.
async fn facts(store: &dyn Engine, user: UserId, month: Month) -> MonthFacts {
    let found = people_of(store, month).await.into_iter().find(|found| found.person.id == user).unwrap().facts;
    let alone = done(store, async |unit| unit.months().facts_of(month, &[user], &HALF_DAYS).await).await;
    assert_eq!(alone, Ok(vec![(user, found.clone())]));
    found
}

/// Records a day in this state.
async fn add(store: &dyn Engine, user: UserId, date: NaiveDate, hours: Hours, status: Status, boss: UserId) {
    let new = Entry::record(TimesheetId::new(Uuid::now_v7()), user, date, hours, "Built the house".into(), now());
    done(store, async |unit| unit.timesheets().insert(std::slice::from_ref(&new)).await).await.unwrap();
    let decided = match status {
        Status::Pending => return,
        Status::Approved => approved(&new, boss),
        Status::Rejected => rejected(&new, boss),
    };
    change(store, &[decided], boss).await.unwrap();
}

/// Replaces the days in service.
pub(crate) async fn serves(store: &dyn Engine, user: UserId, periods: &[(&str, Option<&str>)]) {
    done(store, async |unit| {
        let period = |(first, last): &(&str, Option<&str>)| ServicePeriod::new(day(first), last.map(day)).unwrap();
        let tenures = periods.iter().map(period).map(Tenure::original).collect();
        unit.people().save_service(&[(user, ServiceHistory::new(tenures, Beginning::default()))]).await?;
        Ok(())
    })
    .await
    .unwrap();
}

/// Leave of these days, that counts on each of them but those in `free`.
async fn leave(
    store: &dyn Engine,
    (user, leave_type): (UserId, LeaveTypeId),
    (start, end): (&str, &str),
    part: DayPart,
    status: LeaveStatus,
    free: &[&str],
) -> LeaveRequestId {
    let counts = |half: Half| !free.iter().any(|free| day(free) == half.date);
    let leave = NewLeave { leave_type, ..leave_of(user, (start, part), (end, part), status, counts) };
    saved(store, &leave).await.unwrap();
    leave.id
}

fn days(dates: &[&str]) -> Days {
    dates.iter().fold(Days::default(), |days, date| days.with(day(date)))
}

on_every_engine! {
    async fn entries_are_known_by_status_and_as_far_as_patterns_ask(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        // Months with 31, 30, 29 and 28 days: 118 days of one person hold all but the last of 147 pairs; another holds the rest.
        let months = [(2026, 7), (2026, 6), (2028, 2), (2027, 2)].map(|(year, month)| Month::new(year, month).unwrap());
        let mut left = months.into_iter().flat_map(Month::days).collect::<Vec<_>>().into_iter();
        let mut user = person(store, Role::Employee, None).await;
        let mut expected: HashMap<(UserId, Month), MonthFacts> = HashMap::new();
        for half_hours in 0..=48u8 {
            for status in Status::ALL {
                if left.len() == 0 {
                    user = person(store, Role::Employee, None).await;
                    left = months[0].days().collect::<Vec<_>>().into_iter();
                }
                let date = left.next().unwrap();
                add(store, user, date, hours(half_hours), status, boss).await;
                let month = Month::of(date);
                let in_service = Days::of(month, |_| true);
                let of = expected.entry((user, month)).or_insert(MonthFacts { in_service, ..MonthFacts::default() });
                *of = of.clone().with_entry(date, hours(half_hours), status, &HALF_DAYS);
            }
        }
        assert_eq!(expected.len(), 5);
        for ((user, month), expected) in expected {
            assert_eq!(facts(store, user, month).await, expected, "{month}");
        }
    }

    async fn service_is_known_day_by_day(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        let boss = person(store, Role::Manager, None).await;
        // An entry, so that the person is of the month whatever the service is.
        add(store, ann, day("2026-06-10"), Hours::whole(8), Status::Pending, boss).await;
        for (periods, expected) in [
            (&[("2025-01-01", None)][..], Days::of(june(), |_| true)),
            (&[("2026-06-30", None)], days(&["2026-06-30"])),
            (&[("2025-01-01", Some("2026-06-01"))], days(&["2026-06-01"])),
            (&[("2025-01-01", Some("2026-05-31")), ("2026-07-01", None)], Days::default()),
            (&[("2026-05-01", Some("2026-06-02")), ("2026-06-29", Some("2026-07-15"))], days(&["2026-06-01", "2026-06-02", "2026-06-29", "2026-06-30"])),
            (&[("2026-06-03", Some("2026-06-03")), ("2026-06-05", Some("2026-06-05"))], days(&["2026-06-03", "2026-06-05"])),
        ] {
            serves(store, ann, periods).await;
            assert_eq!(facts(store, ann, june()).await.in_service, expected, "{periods:?}");
        }
    }

    async fn marks_unlocks_and_acceptances_are_known_day_by_day(store: &AnyEngine) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let hal = person(store, Role::Hr, None).await;
        done(store, async |unit| {
            for date in ["2026-05-31", "2026-06-01", "2026-06-15", "2026-06-30", "2026-07-01"] {
                unit.absences().mark(day(date), &crate::support::everybody(), later(1), now(), 10).await?;
            }
            let unlocks = ["2026-05-31", "2026-06-01", "2026-06-15", "2026-07-01"];
            let unlocks = unlocks.map(|date| unlock_of(ann, hal, date, "Forgot", now()));
            for unlock in &unlocks {
                unit.unlocks().insert(unlock).await?;
            }
            unit.unlocks().use_up(unlocks[2].id, later(1)).await?;
            let accepted = [(ann, "2026-05-31"), (ann, "2026-06-30"), (bob, "2026-06-01"), (ann, "2026-07-01")];
            let accepted = accepted.map(|(user, date)| (user, day(date)));
            unit.months().accept(&accepted, "Was ill", hal, now()).await?;
            Ok(())
        })
        .await
        .unwrap();
        let of_ann = facts(store, ann, june()).await;
        assert_eq!(of_ann.marked, days(&["2026-06-01", "2026-06-15", "2026-06-30"]), "whatever came of them since");
        assert_eq!(of_ann.unlocked, days(&["2026-06-01"]), "one that is used up opens nothing");
        assert_eq!(of_ann.accepted, days(&["2026-06-30"]));
        let of_bob = facts(store, bob, june()).await;
        assert_eq!((of_bob.marked, of_bob.unlocked, of_bob.accepted), (of_ann.marked, Days::default(), days(&["2026-06-01"])));
    }

    async fn leave_is_known_by_half_days_and_by_what_is_paid(store: &AnyEngine) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let (annual, unpaid) = ((ann, annual_leave()), (ann, seed(3)));
        let (full, morning, afternoon) = (DayPart::Full, DayPart::Morning, DayPart::Afternoon);
        let approved = LeaveStatus::Approved;
        leave(store, annual, ("2026-05-28", "2026-06-02"), full, approved, &["2026-06-01"]).await;
        leave(store, annual, ("2026-06-10", "2026-06-10"), morning, approved, &[]).await;
        leave(store, unpaid, ("2026-06-10", "2026-06-10"), afternoon, approved, &[]).await;
        leave(store, unpaid, ("2026-06-30", "2026-07-02"), full, LeaveStatus::CancellationAsked, &[]).await;
        leave(store, annual, ("2026-06-16", "2026-06-17"), full, LeaveStatus::Pending, &[]).await;
        leave(store, annual, ("2026-06-18", "2026-06-18"), full, LeaveStatus::Rejected, &[]).await;
        leave(store, annual, ("2026-07-06", "2026-07-07"), full, LeaveStatus::Pending, &[]).await;
        leave(store, (bob, annual_leave()), ("2026-05-29", "2026-07-01"), full, LeaveStatus::Pending, &[]).await;
        leave(store, (bob, annual_leave()), ("2026-07-02", "2026-07-02"), full, approved, &[]).await;
        let found = facts(store, ann, june()).await;
        assert_eq!((found.paid_leave.mornings, found.paid_leave.afternoons), (days(&["2026-06-02", "2026-06-10"]), days(&["2026-06-02"])));
        assert_eq!((found.unpaid_leave.mornings, found.unpaid_leave.afternoons), (days(&["2026-06-30"]), days(&["2026-06-10", "2026-06-30"])));
        assert_eq!(found.pending_leave, 2, "one waits for leave, one for its end");
        let found = facts(store, bob, june()).await;
        assert_eq!((found.paid_leave, found.unpaid_leave, found.pending_leave), (OnLeave::default(), OnLeave::default(), 1));
    }

    async fn facts_of_people_come_for_those_there_are(store: &AnyEngine) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        serves(store, bob, &[]).await;
        let unknown = UserId::new(Uuid::now_v7());
        let mut found = done(store, async |unit| unit.months().facts_of(june(), &[bob, unknown, ann], &[]).await).await.unwrap();
        found.sort_by_key(|(user, _)| *user);
        let of_ann = MonthFacts { in_service: Days::of(june(), |_| true), ..MonthFacts::default() };
        let mut expected = [(ann, of_ann), (bob, MonthFacts::default())];
        expected.sort_by_key(|(user, _)| *user);
        assert_eq!(found, expected, "of the month or not");
        assert_eq!(done(store, async |unit| unit.months().facts_of(june(), &[], &[]).await).await, Ok(vec![]));
    }

    async fn the_accounts_whose_facts_were_read_stay_until_the_unit_of_work_ends(store: &AnyEngine, subject: &Subject) {
        let other = subject.another_instance().await;
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let first = store.begin().await.unwrap();
        first.months().facts_of(june(), &[ann, bob], &HALF_DAYS).await.unwrap();
        let changing = done(&*other, async |unit| {
            let mut record = unit.people().for_change(bob).await?.unwrap();
            record.standing.is_blocked = true;
            unit.people().save(&managed(record), later(1)).await
        });
        tokio::pin!(changing);
        assert!(timeout(Duration::from_millis(200), &mut changing).await.is_err(), "a change of one waits");
        first.commit().await.unwrap();
        changing.await.unwrap();
    }

    async fn all_salaries_of_people_come_in_the_order_of_their_days(store: &AnyEngine) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let cyd = person(store, Role::Employee, None).await;
        let of = |cents| Salary::from_cents(cents);
        done(store, async |unit| {
            for (user, from, salary) in [
                (ann, "2026-07-01", of(54)),
                (ann, "2026-01-05", of(48)),
                (ann, "2026-09-01", None),
                (bob, "2026-06-15", of(0)),
                (cyd, "2026-06-15", of(60)),
            ] {
                unit.salaries().set(&[NewSalary { user, from: day(from), salary }], None, now()).await?;
            }
            Ok(())
        })
        .await
        .unwrap();
        let begun = Salaries::always(None);
        let of_ann = begun.clone().with(day("2026-01-05"), of(48)).with(day("2026-07-01"), of(54)).with(day("2026-09-01"), None);
        let of_bob = begun.with(day("2026-06-15"), of(0));
        let unknown = UserId::new(Uuid::now_v7());
        let found = store.salaries_of_all(&[bob, unknown, ann]).await.unwrap();
        assert_eq!(found, HashMap::from([(ann, of_ann), (bob, of_bob)]));
        assert_eq!(store.salaries_of_all(&[]).await, Ok(HashMap::new()));
    }
}
