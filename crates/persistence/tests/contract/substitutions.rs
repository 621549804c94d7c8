//! Who stands in for whom.

use application::ports::{PartOf, PeopleFilter, Result, StoodInFor, StoreError, Substitution};
use domain::access::Scope;
use domain::id::{SubstitutionId, UserId};
use domain::person::{FullName, Role};
use domain::substitution::{Days, SubstitutionStatus};
use uuid::Uuid;

use crate::engines::Engine;
use crate::people_lists::EVERYONE;
use crate::support::{altered, begin, committed, day, later, named, people, person, session};

pub(crate) fn substitution(manager: UserId, substitute: UserId, from: &str, to: &str) -> Substitution {
    Substitution {
        id: SubstitutionId::new(Uuid::now_v7()),
        manager,
        substitute,
        days: Days { from: day(from), to: day(to) },
        reason: "On holiday".into(),
        created_by: manager,
        created_at: later(1),
        ended_at: None,
    }
}

pub(crate) async fn keep(
    store: &dyn Engine,
    manager: UserId,
    substitute: UserId,
    from: &str,
    to: &str,
) -> Substitution {
    let new = substitution(manager, substitute, from, to);
    committed(store, async |unit| unit.substitutions().insert(&new).await).await;
    new
}

async fn end(store: &dyn Engine, id: SubstitutionId, by: UserId) -> Result<()> {
    let unit = begin(store).await;
    unit.substitutions().end(id, by, later(60)).await?;
    unit.commit().await
}

async fn block(store: &dyn Engine, user: UserId, is_blocked: bool) {
    altered(store, user, |account| account.standing.is_blocked = is_blocked).await;
}

on_every_engine! {
    async fn a_session_says_for_whom_its_owner_stands_in_on_the_day(store: &AnyEngine) {
        let marco = named(store, Role::Manager, None, "Marco", "Rossi").await;
        let zoe = named(store, Role::Manager, None, "Zoe", "Abel").await;
        let anna = named(store, Role::Hr, None, "Anna", "Berg").await;
        let id = session(store, anna).await;
        let first = keep(store, marco, anna, "2026-06-10", "2026-06-12").await;
        keep(store, zoe, anna, "2026-06-12", "2026-06-12").await;
        let of = async |on: &str| {
            let mut found = store.session(id, day(on)).await.unwrap().unwrap().stands_in_for;
            found.sort_unstable();
            let named = store.stood_in_for(anna, day(on)).await.unwrap();
            let mut managers: Vec<UserId> = named.iter().map(|of| of.manager).collect();
            managers.sort_unstable();
            assert_eq!(managers, found, "both ways of asking agree");
            found
        };
        let mut both = vec![marco, zoe];
        both.sort_unstable();
        for (on, expected) in [("2026-06-09", vec![]), ("2026-06-10", vec![marco]), ("2026-06-12", both), ("2026-06-13", vec![])] {
            assert_eq!(of(on).await, expected, "{on}");
        }
        let name = |first: &str, last: &str| FullName { first: first.into(), last: last.into() };
        let expected = [
            StoodInFor { manager: marco, name: name("Marco", "Rossi"), to: day("2026-06-12") },
            StoodInFor { manager: zoe, name: name("Zoe", "Abel"), to: day("2026-06-12") },
        ];
        assert_eq!(store.stood_in_for(anna, day("2026-06-12")).await.unwrap(), expected, "by name");
        end(store, first.id, marco).await.unwrap();
        assert_eq!(of("2026-06-11").await, vec![], "at the next look-up");
    }

    async fn one_is_ended_once_and_says_by_whom(store: &AnyEngine) {
        let [marco, anna] = people(store, Role::Manager, None).await;
        let hal = person(store, Role::Hr, None).await;
        let made = keep(store, marco, anna, "2026-06-10", "2026-06-12").await;
        assert_eq!(begin(store).await.substitutions().for_change(made.id).await, Ok(Some(made.clone())));
        let seen = store.substitution(made.id).await.unwrap().unwrap();
        assert_eq!((seen.manager.id, seen.substitute.id, seen.created_by.id), (marco, anna, marco));
        assert_eq!((seen.substitute.role, seen.days, seen.reason.as_str()), (Role::Manager, made.days, "On holiday"));
        assert_eq!((seen.created_at, seen.ended_at, seen.ended_by), (later(1), None, None));
        assert_eq!(end(store, made.id, hal).await, Ok(()));
        assert_eq!(end(store, made.id, marco).await, Err(StoreError::Stale));
        let seen = store.substitution(made.id).await.unwrap().unwrap();
        assert_eq!((seen.ended_at, seen.ended_by.map(|by| (by.id, by.role))), (Some(later(60)), Some((hal, Role::Hr))));
        let nobody = SubstitutionId::new(Uuid::now_v7());
        assert_eq!((store.substitution(nobody).await, begin(store).await.substitutions().for_change(nobody).await), (Ok(None), Ok(None)));
    }

    async fn the_days_that_are_taken_are_those_to_come_and_not_ended(store: &AnyEngine) {
        let [marco, anna] = people(store, Role::Manager, None).await;
        keep(store, marco, anna, "2026-06-01", "2026-06-09").await;
        let now = keep(store, marco, anna, "2026-06-08", "2026-06-10").await;
        let later_on = keep(store, marco, anna, "2026-07-01", "2026-07-03").await;
        let ended = keep(store, marco, anna, "2026-08-01", "2026-08-03").await;
        keep(store, anna, marco, "2026-06-10", "2026-06-10").await;
        end(store, ended.id, marco).await.unwrap();
        let mut taken = begin(store).await.substitutions().days_of(marco, day("2026-06-10")).await.unwrap();
        taken.sort_by_key(|days| days.from);
        assert_eq!(taken, [now.days, later_on.days]);
    }

    async fn a_leaver_ends_those_that_they_are_part_of(store: &AnyEngine) {
        for (part, expected) in [(PartOf::Any, [true, true]), (PartOf::Manager, [true, false]), (PartOf::Substitute, [false, true])] {
            let [marco, anna, zoe] = people(store, Role::Manager, None).await;
            let over = keep(store, marco, anna, "2026-06-01", "2026-06-09").await;
            let led = keep(store, marco, anna, "2026-06-10", "2026-06-12").await;
            let stood_in = keep(store, zoe, marco, "2026-07-10", "2026-07-12").await;
            let others = keep(store, anna, zoe, "2026-06-10", "2026-06-12").await;
            let ended = committed(store, async |unit| unit.substitutions().end_those_of(marco, part, day("2026-06-10"), later(5)).await).await;
            let mut ids: Vec<_> = ended.iter().map(|ended| (ended.id, ended.ended_at)).collect();
            ids.sort_unstable();
            let theirs = [&led, &stood_in].into_iter().zip(expected).filter(|(_, is_ended)| *is_ended);
            assert_eq!(ids, theirs.map(|(made, _)| (made.id, None)).collect::<Vec<_>>(), "as they were: {part:?}");
            for (made, is_ended) in [(&led, expected[0]), (&stood_in, expected[1]), (&over, false), (&others, false)] {
                let seen = store.substitution(made.id).await.unwrap().unwrap();
                assert_eq!((seen.ended_at, seen.ended_by), (is_ended.then_some(later(5)), None), "{part:?}");
            }
        }
    }

    async fn lists_have_the_running_ones_first(store: &AnyEngine) {
        use SubstitutionStatus::{Ended, Over, Planned, Running};
        let [marco, anna, zoe] = people(store, Role::Manager, None).await;
        let over = keep(store, marco, anna, "2026-06-01", "2026-06-09").await.id;
        let long = keep(store, anna, zoe, "2026-06-02", "2026-06-30").await.id;
        let short = keep(store, marco, anna, "2026-06-10", "2026-06-10").await.id;
        let ended = keep(store, zoe, marco, "2026-06-15", "2026-06-16").await.id;
        let soon = keep(store, zoe, anna, "2026-06-11", "2026-06-12").await.id;
        let late = keep(store, marco, zoe, "2026-09-01", "2026-09-02").await.id;
        end(store, ended, zoe).await.unwrap();
        let today = day("2026-06-10");
        let list = async |scope: Scope, status, page, limit| {
            let (found, total) = store.substitutions(&scope, status, today, page, limit).await.unwrap();
            (found.into_iter().map(|view| view.id).collect::<Vec<_>>(), total)
        };
        let everyones = [short, long, late, soon, ended, over];
        assert_eq!(list(Scope::Everyone, None, 1, 20).await, (everyones.to_vec(), 6));
        assert_eq!(list(Scope::Everyone, None, 2, 4).await, (everyones[4..].to_vec(), 6));
        assert_eq!(list(Scope::Everyone, None, 9, 4).await, (vec![], 6), "past the end");
        for (status, expected) in [(Running, &everyones[..2]), (Planned, &everyones[2..4]), (Ended, &everyones[4..5]), (Over, &everyones[5..])] {
            let count = u32::try_from(expected.len()).unwrap();
            assert_eq!(list(Scope::Everyone, Some(status), 1, 20).await, (expected.to_vec(), count), "{status:?}");
        }
        assert_eq!(list(Scope::Own(marco), None, 1, 20).await, (vec![short, late, ended, over], 4), "in either part");
        assert_eq!(list(Scope::Own(zoe), Some(Running), 1, 20).await, (vec![long], 1));
    }

    async fn a_blocked_manager_acts_through_a_substitute(store: &AnyEngine) {
        let marco = person(store, Role::Manager, None).await;
        let anna = person(store, Role::Admin, None).await;
        let ann = person(store, Role::Employee, Some(marco)).await;
        block(store, marco, true).await;
        let acts = async |on: &str| {
            let acts = store.employment(ann, day(on)).await.unwrap().unwrap().manager_can_act;
            let unit = begin(store).await;
            assert_eq!(unit.people().employment(ann, day(on)).await.unwrap().unwrap().manager_can_act, acts);
            let stored = unit.timesheets().for_submission(ann, day("2026-06-10"), day(on)).await.unwrap().unwrap();
            assert_eq!(stored.person.manager_can_act, acts, "all ways of asking agree on {on}");
            drop(unit);
            let unled = PeopleFilter { roles: vec![Role::Employee], without_manager: Some(day(on)), ..EVERYONE };
            assert_eq!(store.list(&unled, 1, 5).await.unwrap().1, u32::from(!acts), "{on}");
            let figures = store.figures(day(on), day("2026-05-01"), later(0)).await.unwrap();
            assert_eq!(figures.without_manager, u32::from(!acts), "{on}");
            acts
        };
        assert!(!acts("2026-06-10").await);
        let made = keep(store, marco, anna, "2026-06-10", "2026-06-11").await;
        for (on, expected) in [("2026-06-09", false), ("2026-06-10", true), ("2026-06-11", true), ("2026-06-12", false)] {
            assert_eq!(acts(on).await, expected, "{on}");
        }
        block(store, anna, true).await;
        assert!(!acts("2026-06-10").await, "somebody who is blocked stands in for nobody");
        block(store, anna, false).await;
        assert!(acts("2026-06-10").await);
        end(store, made.id, marco).await.unwrap();
        assert!(!acts("2026-06-10").await);
    }

    async fn the_people_of_several_teams_are_named_with_their_managers(store: &AnyEngine) {
        let marco = named(store, Role::Manager, None, "Marco", "Rossi").await;
        let [anna, zoe] = people(store, Role::Manager, None).await;
        let ann = person(store, Role::Employee, Some(marco)).await;
        person(store, Role::Employee, Some(zoe)).await;
        person(store, Role::Employee, None).await;
        let name = FullName { first: "Marco".into(), last: "Rossi".into() };
        assert_eq!(store.managed_by(&[marco, anna]).await, Ok(vec![(ann, (marco, name))]));
        assert_eq!(store.managed_by(&[]).await, Ok(vec![]));
    }
}
