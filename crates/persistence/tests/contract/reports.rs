//! What reports are made of.

use application::ports::{CountedMonth, Headcount, MissingOf, PlaceOfWork};
use chrono::Duration;
use domain::Instant;
use domain::access::{Leads, Scope};
use domain::id::{TimesheetId, UserId};
use domain::oversight::reports::{Attendance, DaysToDecide};
use domain::person::Role;
use domain::time::Month;
use domain::timesheet::{Entry, Status};
use uuid::Uuid;

use crate::engines::{Engine, set};
use crate::month_facts::serves;
use crate::months::{closed, june, may, reopened, row};
use crate::support::{
    add_day, altered, change, committed, day, everybody, hours, named, now, people, person, proof, save,
};

/// Everybody whom this manager leads.
fn team(manager: UserId) -> Scope {
    Scope::Team(Leads::own(manager))
}

fn recorded(user: UserId, date: &str, half_hours: u8, at: Instant) -> Entry {
    Entry::record(TimesheetId::new(Uuid::now_v7()), user, day(date), hours(half_hours), "Worked".into(), at)
}

async fn in_no_department(store: &dyn Engine, user: UserId) {
    altered(store, user, |account| account.department = None).await;
}

/// The median of the days that decisions took, of everybody and of a team.
async fn medians(store: &dyn Engine, manager: UserId, from: &str, before: &str) -> [Option<u32>; 2] {
    let (from, before) = (from.parse().unwrap(), before.parse().unwrap());
    let with = |days: DaysToDecide, of: application::ports::DecidedTogether| {
        days.with(&chrono_tz::UTC.into(), of.submitted, of.decided, of.entries)
    };
    let all = store.decided(from, before).await.unwrap().into_iter().fold(DaysToDecide::default(), with);
    let own = store.decided_by_person(&team(manager), from, before).await.unwrap();
    let own = own.into_iter().fold(DaysToDecide::default(), |days, (_, of)| with(days, of));
    [all.median_halves(), own.median_halves()]
}

on_every_engine! {
    async fn entries_are_counted_by_person_and_their_hours_by_day(store: &AnyEngine, subject: &Subject) {
        let [boss, other] = people(store, Role::Manager, None).await;
        let zoe = named(store, Role::Employee, Some(boss), "Zoe", "Abel").await;
        let ann = named(store, Role::Employee, Some(boss), "ann", "Zorn").await;
        let bob = named(store, Role::Employee, Some(other), "Bob", "Else").await;
        for (user, date, half_hours, status) in [
            (ann, "2026-06-01", 16, Status::Approved),
            (ann, "2026-06-30", 15, Status::Pending),
            (ann, "2026-06-15", 8, Status::Rejected),
            (ann, "2026-05-31", 16, Status::Approved),
            (ann, "2026-07-01", 16, Status::Approved),
            (bob, "2026-06-01", 10, Status::Approved),
        ] {
            add_day(store, user, day(date), hours(half_hours), status, if user == bob { other } else { boss }).await;
        }
        let name = async |user| store.person(user).await.unwrap().unwrap().person;
        let none = CountedMonth { person: name(zoe).await, approved: 0, pending: 0, rejected: 0, half_hours: 0 };
        let anns = CountedMonth { person: name(ann).await, approved: 1, pending: 1, rejected: 1, half_hours: 31 };
        assert_eq!(store.counted(&team(boss), june()).await.unwrap(), [anns.clone(), none.clone()]);
        // Who is gone is of the month as long as there is an entry in it, or a day in service.
        for user in [zoe, ann] {
            set(subject, user, "is_active = false").await;
            serves(store, user, &[("2026-01-01", Some("2026-05-31"))]).await;
        }
        assert_eq!(store.counted(&team(boss), june()).await.unwrap(), [anns]);
        serves(store, zoe, &[("2026-06-30", None)]).await;
        assert_eq!(store.counted(&team(boss), june()).await.unwrap().len(), 2);

        let mut hours = store.half_hours(&team(boss), june()).await.unwrap();
        hours.sort_by_key(|(date, ..)| *date);
        let of = |date, status, sum| (day(date), status, sum);
        assert_eq!(hours, [
            of("2026-06-01", Status::Approved, 16),
            of("2026-06-15", Status::Rejected, 8),
            of("2026-06-30", Status::Pending, 15),
        ]);
        let both = store.half_hours(&Scope::Team(Leads::standing_in_for(boss, [other])), june()).await.unwrap();
        assert!(both.contains(&of("2026-06-01", Status::Approved, 26)), "{both:?}");
    }

    async fn a_decision_took_from_the_last_submission_before_it(store: &AnyEngine) {
        let (boss, other) = (person(store, Role::Manager, None).await, person(store, Role::Manager, None).await);
        let (ann, bob) = (person(store, Role::Employee, Some(boss)).await, person(store, Role::Employee, Some(other)).await);
        let at = |text: &str| text.parse::<Instant>().unwrap();
        // Submitted on the 1st, rejected on the 3rd, written anew on the 5th and again on the 6th, approved on the 10th.
        let first = recorded(ann, "2026-05-29", 16, at("2026-06-01T10:07:00Z"));
        save(store, &first).await.unwrap();
        let rejected = first.clone().reject(proof(boss, ann), "No", day("2026-06-03"), at("2026-06-03T23:59:59.9999Z"));
        let rejected = rejected.unwrap().unwrap();
        change(store, std::slice::from_ref(&rejected), boss).await.unwrap();
        let june = ("2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z");
        assert_eq!(medians(store, boss, june.0, june.1).await, [Some(4); 2]);
        let anew = rejected.rewrite(hours(15), "Worked more".into(), at("2026-06-05T10:00:00Z"));
        change(store, std::slice::from_ref(&anew), ann).await.unwrap();
        assert_eq!(medians(store, boss, june.0, june.1).await, [Some(4); 2], "the decision stands until the next");
        let again = anew.rewrite(hours(14), "Worked less".into(), at("2026-06-06T10:00:00Z"));
        change(store, std::slice::from_ref(&again), ann).await.unwrap();
        let approved = again.clone().approve(proof(boss, ann), at("2026-06-10T10:00:00Z")).unwrap().unwrap();
        change(store, &[approved], boss).await.unwrap();
        assert_eq!(medians(store, boss, june.0, june.1).await, [Some(8); 2]);
        // Of another team, and at the very ends of the time that is asked for.
        for (date, decided) in [("2026-05-27", "2026-06-30T23:59:59Z"), ("2026-05-28", "2026-07-01T00:00:00Z")] {
            let new = recorded(bob, date, 16, at("2026-06-30T10:00:00Z"));
            save(store, &new).await.unwrap();
            let decided = new.clone().approve(proof(other, bob), at(decided)).unwrap().unwrap();
            change(store, &[decided], other).await.unwrap();
        }
        assert_eq!(medians(store, boss, june.0, june.1).await, [Some(4), Some(8)]);
        assert_eq!(medians(store, other, "2026-07-01T00:00:00Z", "2026-08-01T00:00:00Z").await, [Some(2); 2]);
        assert_eq!(medians(store, other, "2026-08-01T00:00:00Z", "2026-09-01T00:00:00Z").await, [None; 2]);
    }

    async fn missing_days_are_the_frozen_ones_of_a_month(store: &AnyEngine) {
        let boss = named(store, Role::Manager, None, "Mona", "Lead").await;
        let ann = named(store, Role::Employee, Some(boss), "Ann", "Abel").await;
        let bob = named(store, Role::Employee, None, "Bob", "Berg").await;
        in_no_department(store, bob).await;
        save(store, &recorded(bob, "2026-05-04", 16, now())).await.unwrap();
        for date in ["2026-05-04", "2026-05-05", "2026-06-01", "2026-06-02"] {
            let end = now() + Duration::days(1);
            committed(store, async |unit| unit.absences().mark(day(date), &everybody(), end, now(), 50).await).await;
        }
        let missing = async |scope: Scope, month| {
            let found = store.missing(&scope, month).await.unwrap();
            found.into_iter().map(|of| (of.person.name.first, of.days)).collect::<Vec<_>>()
        };
        let days = |dates: &[&str]| dates.iter().map(|date| day(date)).collect::<Vec<_>>();
        assert_eq!(missing(Scope::Everyone, may()).await, [
            ("Ann".to_owned(), days(&["2026-05-04", "2026-05-05"])),
            ("Bob".to_owned(), days(&["2026-05-05"])),
        ]);
        assert_eq!(missing(team(boss), june()).await, [("Ann".to_owned(), days(&["2026-06-01", "2026-06-02"]))]);
        let found = store.missing(&Scope::Everyone, june()).await.unwrap();
        let of = |found: &MissingOf| {
            let manager = found.manager.as_ref().map(|(id, name)| (*id, name.to_string()));
            (found.person.id, found.department.clone(), manager)
        };
        let works = Some("Works".to_owned());
        assert_eq!(of(&found[0]), (ann, works, Some((boss, "Mona Lead".to_owned()))));
        assert_eq!(of(&found[1]), (bob, None, None));
        closed(store, may(), boss, &[]).await;
        assert_eq!(missing(Scope::Everyone, may()).await, [], "what is closed is missing no more");
        // The same that is frozen without an end of the month.
        let frozen = store.frozen(day("2026-01-01"), 50).await.unwrap();
        assert_eq!(frozen.len(), missing(Scope::Everyone, june()).await.len());
    }

    async fn what_waits_is_counted_by_department_and_by_age(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        let (ann, bob) = (person(store, Role::Employee, Some(boss)).await, person(store, Role::Employee, Some(boss)).await);
        in_no_department(store, bob).await;
        let starts = [10, 20, 30].map(|days| now() - Duration::days(days));
        let moment = Duration::microseconds(1);
        let waits = [
            (ann, "2026-06-01", now()),
            (ann, "2026-06-02", starts[0]),
            (ann, "2026-06-03", starts[0] - moment),
            (ann, "2026-06-04", starts[1]),
            (bob, "2026-06-05", starts[2]),
            (bob, "2026-05-31", starts[2] - moment),
        ];
        for (user, date, at) in waits {
            save(store, &recorded(user, date, 16, at)).await.unwrap();
        }
        add_day(store, ann, day("2026-06-10"), hours(16), Status::Approved, boss).await;
        assert_eq!(store.waiting_by_age(starts).await, Ok([2, 2, 1, 1]));
        let by_department = async || {
            let mut found = store.waiting_by_department().await.unwrap();
            found.sort();
            found
        };
        let works = Some("Works".to_owned());
        assert_eq!(by_department().await, [(None, 2), (works.clone(), 4)]);
        closed(store, may(), boss, &[]).await;
        assert_eq!(store.waiting_by_age(starts).await, Ok([2, 2, 1, 0]), "nobody can decide on them");
        assert_eq!(by_department().await, [(None, 1), (works, 4)]);
    }

    async fn people_are_where_they_are_today_and_come_and_go_with_their_days_in_service(store: &AnyEngine) {
        let mut served = Vec::new();
        for periods in [
            &[("2026-01-01", None)][..],
            &[("2026-01-01", Some("2026-06-15"))],
            &[("2026-06-01", None)],
            &[("2026-06-30", None)],
            &[("2026-01-01", Some("2026-06-10")), ("2026-06-20", None)],
            &[("2026-06-05", Some("2026-06-10"))],
            &[("2026-07-01", None)],
        ] {
            let user = person(store, Role::Employee, None).await;
            serves(store, user, periods).await;
            served.push(user);
        }
        let days = [("2026-05-31", "2026-06-30"), ("2025-01-01", "2025-12-31"), ("2026-06-30", "2026-07-31")];
        let days = days.map(|(earlier, later)| (day(earlier), day(later)));
        let of = |joined, left, active| Headcount { joined, left, active };
        assert_eq!(store.headcount(&days).await.unwrap(), [of(2, 1, 4), of(0, 0, 0), of(1, 0, 5)]);
        assert_eq!(store.headcount(&[]).await, Ok(vec![]));

        let boss = person(store, Role::Manager, None).await;
        in_no_department(store, served[6]).await;
        let places = store.places(june()).await.unwrap();
        let place = |user| places.iter().find(|place| place.user == user).unwrap().clone();
        let in_service: Vec<bool> = served.iter().map(|user| place(*user).is_in_service).collect();
        assert_eq!(in_service, [true, true, true, true, true, true, false]);
        let works = Some("Works".to_owned());
        assert_eq!(place(boss), PlaceOfWork { user: boss, department: works, is_in_service: false });
        assert_eq!((place(served[6]).department, places.len()), (None, 8));
        assert_eq!(store.in_service(june()).await, Ok(6));
    }

    async fn the_attendance_of_closed_months_is_that_of_their_newest_revision(store: &AnyEngine) {
        let boss = person(store, Role::Admin, None).await;
        let ann = person(store, Role::Employee, None).await;
        let of_year = async || {
            let december = Month::new(2026, 12).unwrap();
            store.closed_attendance(Month::new(2026, 1).unwrap(), december).await.unwrap()
        };
        assert_eq!(of_year().await, []);
        let one = row(store, ann).await;
        let mut other = row(store, boss).await;
        other.figures.working = 4;
        let sum = |rows: &[&domain::month::PayrollRow]| {
            rows.iter().fold(Attendance::default(), |sum, row| sum.and(row.figures.attendance()))
        };
        closed(store, june(), boss, &[one.clone(), other.clone()]).await;
        closed(store, may(), boss, &[]).await;
        let both = sum(&[&one, &other]);
        assert_eq!(both, Attendance { working: 23, present: 44 }, "nobody works less than no day");
        assert_eq!(of_year().await, [(may(), Attendance::default()), (june(), both)]);
        assert_eq!(store.closed_attendance(may(), may()).await.unwrap().len(), 1);
        reopened(store, june(), boss).await;
        assert_eq!(of_year().await.len(), 1);
        closed(store, june(), boss, std::slice::from_ref(&one)).await;
        assert_eq!(of_year().await[1], (june(), sum(&[&one])));
    }
}
