//! What everybody recorded in a month: the same that the domain makes of the entries, one by one.

use std::collections::BTreeMap;

use application::ports::{MonthRecord, Result};
use chrono::{Datelike, NaiveDate};
use domain::access::{Leads, Scope};
use domain::attendance::{Days, Recorded};
use domain::id::UserId;
use domain::person::service::{ServiceHistory, ServicePeriod, Tenure};
use domain::person::{Beginning, Role};
use domain::time::Month;
use domain::timesheet::{Hours, Status};

use crate::engines::{Engine, set};
use crate::support::{add_day, added, begin, day, hours, named, person};

/// The lengths of half a day that are asked for: two patterns hold in the month.
const HALF_DAYS: [Hours; 2] = [Hours::whole(4), Hours::whole(5)];

fn june() -> Month {
    Month::new(2026, 6).unwrap()
}

async fn records(store: &dyn Engine, scope: Scope, month: Month) -> Vec<MonthRecord> {
    store.month_records(scope, month, &HALF_DAYS).await.unwrap()
}

/// Ends the open days in service.
async fn ended(store: &dyn Engine, user: UserId, last: NaiveDate) {
    let unit = begin(store).await;
    let mut tenures = unit.accounts().tenures_of(&[user]).await.unwrap().remove(&user).unwrap();
    tenures.last_mut().unwrap().ended = Some(last);
    unit.people().save_service(&[(user, ServiceHistory::new(tenures, Beginning::default()))]).await.unwrap();
    unit.commit().await.unwrap();
}

async fn adds(store: &dyn Engine, user: UserId, period: ServicePeriod) -> Result<()> {
    let unit = begin(store).await;
    let mut tenures = unit.accounts().tenures_of(&[user]).await?.remove(&user).unwrap_or_default();
    tenures.push(Tenure { is_original: false, ..Tenure::original(period) });
    tenures.sort_by_key(|tenure| tenure.began);
    unit.people().save_service(&[(user, ServiceHistory::new(tenures, Beginning::default()))]).await?;
    unit.commit().await
}

async fn of(store: &dyn Engine, user: UserId, month: Month) -> Recorded {
    let mut found = records(store, Scope::Own(user), month).await;
    assert_eq!(found.len(), 1);
    found.remove(0).recorded
}

on_every_engine! {
    async fn every_number_of_hours_and_every_status_earns_what_the_domain_says(store: &AnyEngine) {
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
                add_day(store, user, date, hours(half_hours), status, boss).await;
                let recorded = expected.entry((user, Month::of(date))).or_default();
                *recorded = recorded.clone().with(date, hours(half_hours), status, &HALF_DAYS);
            }
        }
        assert_eq!(expected.len(), 5);
        for ((user, month), recorded) in expected {
            assert_eq!(of(store, user, month).await, recorded, "{month}");
        }
    }

    async fn the_lines_are_the_active_employees_and_those_with_an_entry_by_name(store: &AnyEngine, subject: &Subject) {
        let boss = named(store, Role::Manager, None, "Bo", "Lead").await;
        let zoe = named(store, Role::Employee, Some(boss), "zoe", "Young").await;
        let blocked = named(store, Role::Employee, Some(boss), "Émile", "Zola").await;
        let gone = named(store, Role::Employee, Some(boss), "Carl", "Gone").await;
        let left = named(store, Role::Employee, Some(boss), "Dora", "Left").await;
        let far = named(store, Role::Employee, None, "Ann", "Away").await;
        for user in [gone, left, blocked] {
            add_day(store, user, day("2026-06-03"), Hours::whole(5), Status::Pending, boss).await;
        }
        add_day(store, gone, day("2026-07-01"), Hours::whole(9), Status::Rejected, boss).await;
        add_day(store, boss, day("2026-06-03"), Hours::whole(9), Status::Pending, zoe).await;
        for user in [gone, left] {
            ended(store, user, day("2026-06-05")).await;
        }
        for (user, change) in [
            (blocked, "is_blocked = true"),
            (gone, "is_active = false"),
            (left, "is_active = false"),
            (far, "joining_date = NULL"),
        ] {
            set(subject, user, change).await;
        }
        let ids = async |scope, month| records(store, scope, month).await.iter().map(|record| record.person.id).collect::<Vec<_>>();
        let july = Month::new(2026, 7).unwrap();
        assert_eq!(ids(Scope::Everyone, june()).await, [far, gone, left, zoe, blocked], "a manager has no line");
        assert_eq!(ids(Scope::Everyone, july).await, [far, gone, zoe, blocked], "a rejected entry is one");
        assert_eq!(ids(Scope::Team(Leads::own(boss)), june()).await, [gone, left, zoe, blocked]);
        assert_eq!(ids(Scope::Team(Leads::own(zoe)), june()).await, []);
        assert_eq!(ids(Scope::Own(zoe), june()).await, [zoe]);
        assert_eq!(ids(Scope::Own(boss), june()).await, []);
        let all = records(store, Scope::Everyone, june()).await;
        assert_eq!((all[0].in_service.count(), all[1].in_service), (30, Days::of(june(), |date| date <= day("2026-06-05"))));
        assert_eq!(all[1].person.name.to_string(), "Carl Gone");
        let half = Recorded::default().with(day("2026-06-03"), Hours::whole(5), Status::Pending, &HALF_DAYS);
        assert_eq!([&all[0].recorded, &all[1].recorded, &all[3].recorded], [&Recorded::default(), &half, &Recorded::default()]);
    }

    async fn an_account_is_in_service_from_the_day_on_that_its_records_begin_with(store: &AnyEngine) {
        let ann = added(store, Role::Employee, |new| new.records_from = Some(day("2026-06-10"))).await;
        let found = records(store, Scope::Own(ann), june()).await;
        assert_eq!(found[0].in_service, Days::of(june(), |date| day("2026-06-10") <= date));
        let tenures = begin(store).await.accounts().tenures_of(&[ann]).await.unwrap().remove(&ann).unwrap();
        assert_eq!(tenures, [Tenure::original(ServicePeriod::since(day("2026-01-05")))], "as if they had begun with joining");
    }

    /// Whatever somebody is now: the days in service are those of the month, to the day.
    async fn days_in_service_are_a_history(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        set(subject, ann, "role = 'Manager'").await;
        ended(store, ann, day("2026-03-31")).await;
        for (first, last) in [("2026-05-31", Some("2026-06-01")), ("2026-06-03", Some("2026-06-03")), ("2026-06-30", Some("2026-07-31")), ("2026-09-02", None)] {
            adds(store, ann, ServicePeriod::new(day(first), last.map(day)).unwrap()).await.unwrap();
        }
        let served = async |number: u32| {
            let month = Month::new(2026, number).unwrap();
            let found = records(store, Scope::Everyone, month).await;
            let days = found.first().map(|record| record.in_service)?;
            Some(month.days().filter(|day| days.contains(*day)).map(|day| day.day()).collect::<Vec<_>>())
        };
        for (month, expected) in [
            (2, Some((1..=28).collect())),
            (3, Some((1..=31).collect())),
            (4, None),
            (5, Some(vec![31])),
            (6, Some(vec![1, 3, 30])),
            (7, Some((1..=31).collect())),
            (8, None),
            (9, Some((2..=30).collect::<Vec<_>>())),
            (12, Some((1..=31).collect())),
        ] {
            assert_eq!(served(month).await, expected, "{month}");
        }
        let unit = begin(store).await;
        let [first, .., last] = unit.accounts().tenures_of(&[ann]).await.unwrap()[&ann][..] else { panic!("five tenures") };
        assert_eq!(first, Tenure { ended: Some(day("2026-03-31")), ..Tenure::original(ServicePeriod::since(day("2026-01-05"))) });
        assert_eq!(last, Tenure { is_original: false, ..Tenure::original(ServicePeriod::since(day("2026-09-02"))) });
        drop(unit);
        // The database keeps the days of two periods apart.
        for (first, last) in [("2026-05-30", Some("2026-05-31")), ("2026-06-03", None), ("2026-07-10", Some("2026-07-11")), ("2026-12-24", None), ("2026-06-02", Some("2026-06-04"))] {
            let period = ServicePeriod::new(day(first), last.map(day)).unwrap();
            assert!(adds(store, ann, period).await.is_err(), "{period:?}");
        }
        adds(store, ann, ServicePeriod::new(day("2026-06-02"), Some(day("2026-06-02"))).unwrap()).await.unwrap();
    }
}
