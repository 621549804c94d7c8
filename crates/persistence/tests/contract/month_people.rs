//! Who is in a month, who can decide for them, and who can act.

use application::ports::{AccountReads, EmployeeIds, MonthReads, PersonOfMonth, ReminderKind};
use domain::access::Scope;
use domain::attendance::Days;
use domain::id::{LeaveRequestId, UserId};
use domain::person::Role;
use uuid::Uuid;

use crate::engines::{Engine, set};
use crate::month_facts::{HALF_DAYS, TODAY, people_of, serves};
use crate::months::{closed, done, june, may, rows};
use crate::substitutions::substitution;
use crate::support::{begin, day, entry, named, now, people, person};

async fn of(store: &dyn Engine, user: UserId) -> PersonOfMonth {
    people_of(store, june()).await.into_iter().find(|found| found.person.id == user).unwrap()
}

async fn stands_in(store: &dyn Engine, substitute: UserId, manager: UserId, from: &str, to: &str) {
    let substitution = substitution(manager, substitute, from, to);
    done(store, async |unit| unit.substitutions().insert(&substitution).await).await.unwrap();
}

on_every_engine! {
    async fn the_people_of_a_month_are_those_with_a_day_of_service_or_an_entry(store: &AnyEngine, subject: &Subject) {
        let all = people::<6>(store, Role::Employee, None).await;
        for role in [Role::Manager, Role::Hr, Role::Admin] {
            person(store, role, None).await;
        }
        serves(store, all[1], &[("2025-01-01", Some("2026-06-01"))]).await;
        serves(store, all[2], &[("2025-01-01", Some("2026-05-31")), ("2026-07-01", None)]).await;
        serves(store, all[3], &[]).await;
        entry(store, all[3], "2026-06-30").await;
        serves(store, all[4], &[]).await;
        entry(store, all[4], "2026-07-01").await;
        serves(store, all[5], &[("2026-06-30", None)]).await;
        // A person with another role now was in service all the same.
        for (user, change) in [(all[0], "role = 'Manager'"), (all[1], "is_active = false"), (all[5], "is_blocked = true")] {
            set(subject, user, change).await;
        }
        let ids = |found: Vec<PersonOfMonth>| found.into_iter().map(|found| found.person.id).collect::<Vec<_>>();
        assert_eq!(ids(people_of(store, june()).await), [all[0], all[1], all[3], all[5]], "by employee ID");
        assert_eq!(ids(people_of(store, may()).await), [all[0], all[1], all[2]]);
        let numbers: Vec<_> = people_of(store, june()).await.iter().map(|found| found.person.employee_id).collect();
        let with = async |of, after, limit| {
            ids(store.people_of(june(), day(TODAY), &HALF_DAYS, of, after, limit).await.unwrap())
        };
        let page = async |after, limit| with(EmployeeIds::All, after, limit).await;
        assert_eq!(page(None, 2).await, all[..2]);
        assert_eq!(page(Some(numbers[1]), 2).await, [all[3], all[5]]);
        assert_eq!(page(Some(numbers[2]), 2).await, all[5..]);
        assert_eq!(page(Some(numbers[3]), 2).await, []);
        for (of, rest) in [(EmployeeIds::Even, 0), (EmployeeIds::Odd, 1)] {
            let wanted = numbers.iter().zip([all[0], all[1], all[3], all[5]]);
            let wanted = wanted.filter(|(id, _)| id.number() % 2 == rest).map(|(_, user)| user).collect::<Vec<_>>();
            assert_eq!(with(of, None, 100).await, wanted, "{of:?}");
            assert_eq!(with(of, None, 1).await, wanted[..1], "{of:?}");
        }
    }

    async fn a_person_of_a_month_comes_with_name_department_manager_and_joining_date(store: &AnyEngine, subject: &Subject) {
        let boss = named(store, Role::Manager, None, "Marco", "Rossi").await;
        let ann = named(store, Role::Employee, Some(boss), "Ann", "Berg").await;
        let bob = person(store, Role::Employee, None).await;
        set(subject, bob, "joining_date = NULL").await;
        let found = of(store, ann).await;
        assert_eq!(found.person, store.person(ann).await.unwrap().unwrap().person);
        let manager = found.manager.map(|(id, name)| (id, name.to_string()));
        assert_eq!((found.department.as_deref(), manager), (Some("Works"), Some((boss, "Marco Rossi".to_owned()))));
        assert_eq!(found.joining_date, Some(day("2026-01-05")));
        let found = of(store, bob).await;
        assert_eq!((found.manager, found.joining_date), (None, None));
    }

    async fn days_before_the_records_lie_before_the_first_day(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let before = async |change: &str| {
            set(subject, ann, change).await;
            of(store, ann).await.facts.before_joining
        };
        let until = |last: &str| Days::of(june(), |date| date <= day(last));
        assert_eq!(before("joining_date = '2019-03-01', records_from = '2026-06-10'").await, until("2026-06-09"));
        assert_eq!(before("joining_date = NULL").await, until("2026-06-09"));
        assert_eq!(before("joining_date = '2026-06-15'").await, until("2026-06-14"));
        assert_eq!(before("joining_date = NULL, records_from = NULL").await, Days::default());
    }

    async fn active_unblocked_employees_can_act(store: &AnyEngine, subject: &Subject) {
        for (change, expected) in [
            ("is_active = true", true),
            ("is_active = false", false),
            ("is_blocked = true", false),
            ("role = 'Manager'", false),
        ] {
            let user = person(store, Role::Employee, None).await;
            set(subject, user, change).await;
            assert_eq!(of(store, user).await.can_act, expected, "{change}");
        }
    }

    async fn managers_and_their_running_substitutes_can_decide_if_active_and_unblocked(store: &AnyEngine, subject: &Subject) {
        let [boss, other, third] = people(store, Role::Manager, None).await;
        let hal = person(store, Role::Hr, None).await;
        let ann = person(store, Role::Employee, Some(boss)).await;
        let alone = person(store, Role::Employee, None).await;
        let deciders = async |today: &str| {
            let found = store.people_of(june(), day(today), &HALF_DAYS, EmployeeIds::All, None, 100).await.unwrap();
            let of = |user| found.iter().find(|found| found.person.id == user).unwrap().deciders.clone();
            assert_eq!(of(alone), [], "nobody leads them");
            of(ann)
        };
        assert_eq!(deciders(TODAY).await, [boss]);
        stands_in(store, hal, boss, "2026-07-02", "2026-07-03").await;
        stands_in(store, third, other, "2026-07-01", "2026-07-31").await;
        stands_in(store, third, boss, "2026-07-06", "2026-07-06").await;
        for (today, expected) in [
            ("2026-07-01", vec![boss]),
            ("2026-07-02", vec![boss, hal]),
            ("2026-07-03", vec![boss, hal]),
            ("2026-07-04", vec![boss]),
            ("2026-07-06", vec![boss, third]),
        ] {
            assert_eq!(deciders(today).await, expected, "{today}");
        }
        set(subject, boss, "is_blocked = true").await;
        assert_eq!(deciders(TODAY).await, [hal]);
        assert_eq!(deciders("2026-07-01").await, []);
        set(subject, hal, "is_active = false").await;
        assert_eq!(deciders(TODAY).await, []);
        set(subject, boss, "is_blocked = false").await;
        assert_eq!(deciders(TODAY).await, [boss]);
        set(subject, hal, "is_active = true, is_blocked = true").await;
        assert_eq!(deciders(TODAY).await, [boss]);
        set(subject, boss, "is_active = false").await;
        assert_eq!(deciders(TODAY).await, []);
    }
}

on_databases! {
    async fn months_cost_as_many_statements_for_many_people_as_for_few(database: &TestDatabase, store: &Database) {
        let statements = database.statements();
        let hal = person(store, Role::Hr, None).await;
        let (mut people, mut costs) = (Vec::new(), Vec::new());
        for (more, month) in [(3, may()), (40, june())] {
            for _ in 0..more {
                let ann = person(store, Role::Employee, None).await;
                entry(store, ann, "2026-06-10").await;
                entry(store, ann, "2026-05-11").await;
                people.push(ann);
            }
            let rows = rows(store, &people).await;
            closed(store, month, hal, &rows).await;
            let mut kept = Vec::new();
            let mut note = |call: &'static str, found: usize| kept.push((call, statements.take().len(), found));
            statements.take();
            note("people_of", store.people_of(june(), day(TODAY), &HALF_DAYS, EmployeeIds::All, None, 100).await.unwrap().len());
            note("salaries_of_all", store.salaries_of_all(&people).await.map(|_| people.len()).unwrap());
            note("rows_after", store.rows_after(month, 1, None, 100).await.unwrap().len());
            note("rows_page", store.rows_page(month, 1, Some("example"), 1, 100).await.unwrap().0.len());
            note("totals", store.totals(month, 1).await.unwrap().employees as usize);
            note("rows_in", MonthReads::rows_in(store, month, 1, &Scope::Everyone).await.unwrap().len());
            let unit = begin(store).await;
            note("facts_of", unit.months().facts_of(june(), &people, &HALF_DAYS).await.unwrap().len());
            let days: Vec<_> = people.iter().map(|user| (*user, day("2026-06-11"))).collect();
            note("accept", unit.months().accept(&days, "Was ill", hal, now()).await.map(|_| people.len()).unwrap());
            let requests: Vec<_> = people.iter().map(|_| LeaveRequestId::new(Uuid::now_v7())).collect();
            note("end_acceptance_on_leave", unit.months().end_acceptance_on_leave(&requests).await.map(|()| people.len()).unwrap());
            note("remind", unit.months().remind(month, ReminderKind::Employee, &people, day(TODAY)).await.unwrap().len());
            note("untold", unit.months().untold(100).await.unwrap().unwrap().rows.len());
            unit.months().told(month, 1, None).await.unwrap();
            unit.commit().await.unwrap();
            statements.take();
            costs.push(kept);
        }
        let calls = |n: usize| costs[n].iter().map(|(call, sent, _)| (*call, *sent)).collect::<Vec<_>>();
        let expected = [
            ("people_of", 1),
            ("salaries_of_all", 1),
            ("rows_after", 1),
            // How many there are, too.
            ("rows_page", 2),
            ("totals", 1),
            ("rows_in", 1),
            // The accounts, first.
            ("facts_of", 2),
            ("accept", 1),
            ("end_acceptance_on_leave", 1),
            ("remind", 1),
            // The month, first.
            ("untold", 2),
        ];
        assert_eq!((calls(0), calls(1)), (expected.to_vec(), expected.to_vec()));
        for (found, costs) in [3, 43].into_iter().zip(&costs) {
            assert!(costs.iter().all(|(_, _, each)| *each == found), "{costs:?}");
        }
    }
}
