//! Reading entries and the days that can be filled.

use application::ports::{ApprovalCount, OwnEntry};
use domain::access::{Leads, Scope};
use domain::id::UserId;
use domain::person::Role;
use domain::person::service::ServicePeriod;
use domain::timesheet::Status;
use uuid::Uuid;

use crate::holidays::holiday;
use crate::month_facts::serves;
use crate::support::{
    approved, begin, change, committed, day, entry, hours, later, named, now, people, person, rejected, unlock_of,
};

on_every_engine! {
    async fn own_entries_come_newest_first_from_the_days_asked_for(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        let [ann, bob] = people(store, Role::Employee, Some(boss)).await;
        for date in ["2026-05-31", "2026-06-01", "2026-06-15", "2026-06-30", "2026-07-01"] {
            entry(store, ann, date).await;
        }
        let other = entry(store, bob, "2026-06-15").await;
        let back = rejected(&other, boss);
        change(store, std::slice::from_ref(&back), boss).await.unwrap();
        let month = store.of_user(ann, day("2026-06-01"), day("2026-06-30")).await.unwrap();
        let dates: Vec<String> = month.iter().map(|entry| entry.date.to_string()).collect();
        assert_eq!(dates, ["2026-06-30", "2026-06-15", "2026-06-01"], "both ends included");
        let own = store.of_user(bob, day("2026-06-15"), day("2026-06-15")).await.unwrap().remove(0);
        assert_eq!((own.status, own.is_resubmission), (Status::Rejected, false));
        assert_eq!(own, OwnEntry::from(back));
        assert_eq!(store.of_user(boss, day("2026-01-01"), day("2026-12-31")).await, Ok(vec![]));
    }

    async fn a_scope_covers_its_people_and_nobody_else(store: &AnyEngine) {
        let boss = named(store, Role::Manager, None, "Bo", "Lead").await;
        let zoe = named(store, Role::Employee, Some(boss), "Zoe", "Young").await;
        let ann = named(store, Role::Employee, Some(boss), "Ann", "Young").await;
        let adam = named(store, Role::Employee, Some(boss), "Ann", "Abel").await;
        let far = named(store, Role::Employee, None, "Far", "Away").await;
        for user in [zoe, ann, adam, far] {
            entry(store, user, "2026-06-09").await;
            entry(store, user, "2026-06-10").await;
        }
        let of = async |scope: Scope, employee: Option<UserId>| {
            let views = store.of_scope(scope, employee, day("2026-06-09"), day("2026-06-10")).await.unwrap();
            views.iter().map(|view| (view.entry.date.to_string(), view.person.id)).collect::<Vec<_>>()
        };
        let (ninth, tenth) = ("2026-06-09".to_owned(), "2026-06-10".to_owned());
        let both = |users: &[UserId]| {
            let on = |date: &String| users.iter().map(|user| (date.clone(), *user)).collect::<Vec<_>>();
            [on(&tenth), on(&ninth)].concat()
        };
        assert_eq!(of(Scope::Team(Leads::own(boss)), None).await, both(&[adam, ann, zoe]), "newest first, then by name");
        assert_eq!(of(Scope::Team(Leads::own(boss)), Some(zoe)).await, both(&[zoe]));
        assert_eq!(of(Scope::Team(Leads::own(boss)), Some(far)).await, []);
        assert_eq!(of(Scope::Team(Leads::own(ann)), None).await, []);
        assert_eq!(of(Scope::Own(ann), None).await, both(&[ann]));
        assert_eq!(of(Scope::Own(ann), Some(zoe)).await, []);
        assert_eq!(of(Scope::Everyone, None).await, both(&[adam, ann, far, zoe]));
        assert_eq!(of(Scope::Everyone, Some(far)).await, both(&[far]));
        let one_day = store.of_scope(Scope::Everyone, None, day("2026-06-10"), day("2026-06-10")).await.unwrap();
        assert_eq!(one_day.len(), 4);
        assert_eq!(one_day[0].person.name.to_string(), "Ann Abel");
        assert_eq!(one_day[0].entry.hours.half_hours(), 16);
    }

    async fn a_waiting_week_comes_whole(store: &AnyEngine) {
        let boss = named(store, Role::Manager, None, "Bo", "Lead").await;
        let ann = named(store, Role::Employee, Some(boss), "Ann", "Young").await;
        let bob = named(store, Role::Employee, Some(boss), "Bob", "Young").await;
        let far = named(store, Role::Employee, None, "Far", "Away").await;
        // Ann's week of Monday 4 May: a decided Monday, a pending Sunday. The week before and after: decided.
        for date in ["2026-05-03", "2026-05-04", "2026-05-11"] {
            let made = entry(store, ann, date).await;
            change(store, &[rejected(&made, boss)], boss).await.unwrap();
        }
        entry(store, ann, "2026-05-10").await;
        // Bob's week of 25 May lies on both sides of the first of June.
        entry(store, bob, "2026-05-29").await;
        entry(store, bob, "2026-05-31").await;
        entry(store, bob, "2026-06-01").await;
        entry(store, far, "2026-05-05").await;
        let weeks = async |scope, employee, before: &str| {
            let views = store.waiting_weeks(scope, employee, day(before)).await.unwrap();
            views.iter().map(|view| format!("{} {}", view.person.name.first, view.entry.date)).collect::<Vec<_>>()
        };
        let anns = ["Ann 2026-05-10", "Ann 2026-05-04"];
        assert_eq!(weeks(Scope::Team(Leads::own(boss)), None, "2026-06-01").await, ["Bob 2026-05-31", "Bob 2026-05-29", anns[0], anns[1]]);
        assert_eq!(weeks(Scope::Team(Leads::own(boss)), None, "2026-05-30").await, ["Bob 2026-05-31", "Bob 2026-05-29", anns[0], anns[1]],
            "a week that waits comes whole, with what lies after the day");
        assert_eq!(weeks(Scope::Team(Leads::own(boss)), None, "2026-05-29").await, anns);
        assert_eq!(weeks(Scope::Team(Leads::own(boss)), None, "2026-05-10").await, Vec::<String>::new());
        assert_eq!(weeks(Scope::Team(Leads::own(boss)), Some(ann), "2026-06-01").await, anns);
        assert_eq!(weeks(Scope::Own(far), None, "2026-06-01").await, ["Far 2026-05-05"]);
        assert_eq!(weeks(Scope::Everyone, None, "2026-05-29").await, ["Ann 2026-05-10", "Far 2026-05-05", "Ann 2026-05-04"]);
        let totals = async |scope, before: &str, month: &str| {
            let mut found = store.waiting_totals(scope, day(before), day(month)).await.unwrap();
            found.sort_by_key(|week| (week.monday, week.name.first.clone()));
            let shown = found.iter().map(|week| {
                let counts = [week.half_hours, week.pending, week.older, week.approved, week.rejected];
                (week.user, week.name.first.clone(), week.monday.to_string(), counts)
            });
            shown.collect::<Vec<_>>()
        };
        let of = |user, name: &str, monday: &str, counts| (user, name.to_owned(), monday.to_owned(), counts);
        let anns = |older| of(ann, "Ann", "2026-05-04", [32, 1, older, 0, 1]);
        let team = [anns(1), of(bob, "Bob", "2026-05-25", [32, 2, 1, 0, 0])];
        assert_eq!(totals(Scope::Team(Leads::own(boss)), "2026-06-01", "2026-05-31").await, team);
        assert_eq!(totals(Scope::Team(Leads::own(boss)), "2026-05-30", "2026-05-31").await, team);
        let everyone = [anns(0), of(far, "Far", "2026-05-04", [16, 1, 0, 0, 0])];
        assert_eq!(totals(Scope::Everyone, "2026-05-29", "2026-05-05").await, everyone);
    }

    async fn unlocks_that_filled_a_day_are_facts_of_its_week(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        let (ann, bob) = (person(store, Role::Employee, Some(boss)).await, person(store, Role::Employee, Some(boss)).await);
        let far = person(store, Role::Employee, None).await;
        // Used on the 1st by Ann, Bob and somebody of no team; open on the 2nd; without an entry on the 3rd; ended by a decision on the 4th.
        let made = [(ann, "2026-06-01"), (bob, "2026-06-01"), (far, "2026-06-01"), (ann, "2026-06-02"), (ann, "2026-06-03"), (ann, "2026-06-04")];
        let unlocks = made.map(|(user, date)| unlock_of(user, boss, date, "Forgot", now()));
        let mut decided = None;
        for (user, date) in made {
            if date != "2026-06-03" {
                decided = Some(entry(store, user, date).await);
            }
        }
        let decided = rejected(&decided.unwrap(), boss);
        change(store, std::slice::from_ref(&decided), boss).await.unwrap();
        let unit = begin(store).await;
        for unlock in &unlocks {
            unit.unlocks().insert(unlock).await.unwrap();
        }
        for used in [0, 1, 2, 4] {
            unit.unlocks().use_up(unlocks[used].id, later(1)).await.unwrap();
        }
        unit.unlocks().use_up(unlocks[5].id, decided.decided().unwrap().at).await.unwrap();
        unit.commit().await.unwrap();
        let used = async |people: &[UserId], from: &str, to: &str| {
            store.week_facts(people, day(from), day(to)).await.unwrap().used_unlocks
        };
        let first = day("2026-06-01");
        assert_eq!(used(&[ann, bob], "2026-06-01", "2026-06-30").await, [(ann, first), (bob, first)].into());
        assert_eq!(used(&[ann], "2026-05-31", "2026-06-01").await, [(ann, first)].into());
        assert_eq!(used(&[ann, bob, far], "2026-06-02", "2026-06-30").await, [].into());
        assert_eq!(used(&[], "2026-06-01", "2026-06-30").await, [].into());
    }

    async fn service_that_shares_a_day_with_a_week_is_a_fact_of_it(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        let ann = person(store, Role::Employee, Some(boss)).await;
        let far = person(store, Role::Employee, None).await;
        let period = |first: &str, last: Option<&str>| ServicePeriod::new(day(first), last.map(day)).unwrap();
        let (past, present) = (period("2025-01-01", Some("2025-12-31")), period("2026-03-01", None));
        serves(store, ann, &[("2025-01-01", Some("2025-12-31")), ("2026-03-01", None)]).await;
        serves(store, far, &[("2026-03-01", None)]).await;
        let service = async |people: &[UserId], from: &str, to: &str| {
            let mut found = store.week_facts(people, day(from), day(to)).await.unwrap().service;
            for periods in found.values_mut() {
                periods.sort_by_key(|period| period.first());
            }
            found
        };
        assert_eq!(service(&[ann], "2025-12-31", "2026-03-01").await, [(ann, vec![past, present])].into());
        assert_eq!(service(&[ann, far], "2026-01-01", "2026-02-28").await, [].into());
        assert_eq!(service(&[ann, far], "2026-03-02", "2026-03-02").await, [(ann, vec![present]), (far, vec![present])].into());
    }

    async fn the_holidays_of_weeks_are_as_they_were_changed_last(store: &AnyEngine) {
        let monday = day("2026-06-08");
        let is_holiday = async || store.week_facts(&[], monday, monday).await.unwrap().holidays.contains(monday);
        assert!(!is_holiday().await);
        let holiday = holiday("2026-06-08", "Whit Monday", false);
        committed(store, async |unit| unit.holidays().insert(std::slice::from_ref(&holiday), now()).await).await;
        assert!(is_holiday().await);
        assert!(committed(store, async |unit| unit.holidays().delete(holiday.id).await).await);
        assert!(!is_holiday().await);
    }

    async fn unlocked_days_and_the_oldest_that_can_be_filled(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        let ann = person(store, Role::Employee, Some(boss)).await;
        assert_eq!(store.oldest_fillable(ann).await, Ok(None));
        let dates = ["2026-06-08", "2026-06-05", "2026-03-02", "2026-01-05"];
        let unlocks = dates.map(|date| unlock_of(ann, boss, date, "Forgot", now()));
        let unit = begin(store).await;
        for unlock in &unlocks {
            unit.unlocks().insert(unlock).await.unwrap();
        }
        unit.unlocks().use_up(unlocks[3].id, later(1)).await.unwrap();
        unit.commit().await.unwrap();
        let days = store.unlocked_days(ann, day("2026-01-01"), day("2026-06-08")).await.unwrap();
        assert_eq!(days, [day("2026-03-02"), day("2026-06-05"), day("2026-06-08")], "the used one is no more");
        assert_eq!(store.unlocked_days(ann, day("2026-06-05"), day("2026-06-07")).await, Ok(vec![day("2026-06-05")]));
        assert_eq!(store.unlocked_days(boss, day("2026-01-01"), day("2026-12-31")).await, Ok(vec![]));
        assert_eq!(store.oldest_fillable(ann).await, Ok(Some(day("2026-03-02"))));
        let old = entry(store, ann, "2026-02-02").await;
        entry(store, ann, "2026-01-12").await;
        assert_eq!(store.oldest_fillable(ann).await, Ok(Some(day("2026-03-02"))), "a pending entry is no reason");
        change(store, &[rejected(&old, boss)], boss).await.unwrap();
        assert_eq!(store.oldest_fillable(ann).await, Ok(Some(day("2026-02-02"))));
    }

    async fn holidays_that_may_fall_into_a_period_come_with_their_authors(store: &AnyEngine) {
        let hr = named(store, Role::Hr, None, "Hana", "Roe").await;
        let mut all = [
            holiday("2020-12-25", "Christmas", true),
            holiday("2026-06-19", "Bridge day", false),
            holiday("2026-07-01", "Later", false),
            holiday("2026-08-01", "Later, each year", true),
            holiday("2026-05-01", "Before", false),
        ];
        (all[0].description, all[0].created_by) = (Some("Every year".into()), Some(hr));
        let unit = begin(store).await;
        unit.holidays().insert(&all, now()).await.unwrap();
        unit.commit().await.unwrap();
        let found = store.between(day("2026-06-01"), day("2026-06-30")).await.unwrap();
        let names: Vec<_> = found.iter().map(|view| view.holiday.name.as_str()).collect();
        assert_eq!(names, ["Christmas", "Bridge day"], "recurring ones from their first year on");
        assert_eq!(found[0].holiday, all[0]);
        assert_eq!(found[0].creator.as_ref().map(ToString::to_string).as_deref(), Some("Hana Roe"));
        assert_eq!((found[1].holiday.clone(), found[1].creator.clone()), (all[1].clone(), None));
        let unit = begin(store).await;
        let second = holiday("2026-06-19", "Another", false);
        let conflict = unit.holidays().insert(&[second], now()).await;
        assert_eq!(conflict, Err(application::ports::StoreError::Conflict(application::ports::UniqueKey::HolidayDate)));
    }

    async fn approvals_are_counted_for_each_of_those_asked_for(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        let [ann, bob, idle] = people(store, Role::Employee, Some(boss)).await;
        let mut entries = Vec::new();
        for date in ["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-04", "2026-06-05", "2026-06-08"] {
            entries.push(entry(store, ann, date).await);
        }
        entry(store, bob, "2026-06-01").await;
        let decided = [approved(&entries[0], boss), approved(&entries[1], boss), rejected(&entries[2], boss)];
        change(store, &decided, boss).await.unwrap();
        let of_ann = ApprovalCount { user: ann, pending: 3, approved: 2, rejected: 1 };
        let of_bob = ApprovalCount { user: bob, pending: 1, approved: 0, rejected: 0 };
        assert_eq!(store.approval_counts(Some(&[ann, idle, UserId::new(Uuid::now_v7())])).await, Ok(vec![of_ann]));
        assert_eq!(store.approval_counts(Some(&[])).await, Ok(vec![]));
        let mut everyone = store.approval_counts(None).await.unwrap();
        everyone.sort_by_key(|count| count.pending);
        assert_eq!(everyone, [of_bob, of_ann]);
        let again = decided[0].clone().rewrite(hours(18), "Built more".into(), later(120));
        change(store, &[again], ann).await.unwrap();
        let of_ann = ApprovalCount { pending: 4, approved: 1, ..of_ann };
        assert_eq!(store.approval_counts(Some(&[ann])).await, Ok(vec![of_ann]), "an approved day may come back");
    }

    async fn the_newest_entries_are_those_made_last(store: &AnyEngine) {
        let ann = named(store, Role::Employee, None, "Ann", "Abel").await;
        let bob = named(store, Role::Employee, None, "Bob", "Berg").await;
        let mut made = Vec::new();
        for (user, date) in [(ann, "2026-06-10"), (bob, "2026-06-01"), (ann, "2026-06-05")] {
            made.push(entry(store, user, date).await.id());
        }
        made.reverse();
        let newest = store.newest(10).await.unwrap();
        assert_eq!(newest.iter().map(|view| view.entry.id).collect::<Vec<_>>(), made, "whatever day they are of");
        assert_eq!(newest[1].person.name.to_string(), "Bob Berg");
        assert_eq!(store.newest(2).await.unwrap(), newest[..2]);
    }
}
