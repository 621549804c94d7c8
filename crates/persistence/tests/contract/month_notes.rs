//! What is noted about a month: exports, acceptances, reminders, checks, and who was told of a close.

use std::time::Duration;

use application::ports::{MonthCheck, ReminderKind, Sample, Untold};
use chrono::NaiveDate;
use domain::id::{LeaveRequestId, UserId};
use domain::leave::{DayPart, LeaveStatus};
use domain::month::PayrollRow;
use domain::person::{EmployeeId, Role};
use domain::time::Month;
use std::collections::BTreeSet;
use tokio::time::timeout;

use crate::engines::{Engine, set};
use crate::leave_days::taken;
use crate::month_facts::{HALF_DAYS, TODAY};
use crate::months::{alone, closed, done, june, may, reopened, row, rows};
use crate::support::{any_event, begin, day, later, named, new_entry, now, people, person};

async fn exported(store: &dyn Engine, revision: u32, by: UserId, seconds: i64) -> bool {
    let at = later(seconds);
    alone(store, june(), async |unit| unit.months().note_export(june(), revision, by, at).await).await.unwrap()
}

async fn is_exported(store: &dyn Engine) -> bool {
    alone(store, june(), async |unit| unit.months().is_exported(june()).await).await.unwrap()
}

async fn accepted(store: &dyn Engine, days: &[(UserId, &str)], by: UserId) -> Vec<(UserId, NaiveDate)> {
    let days: Vec<_> = days.iter().map(|(user, date)| (*user, day(date))).collect();
    let mut new = done(store, async |unit| unit.months().accept(&days, "Was ill", by, now()).await).await.unwrap();
    new.sort_unstable();
    new
}

/// The days of June that are accepted as absent.
async fn accepted_days(store: &dyn Engine, user: UserId) -> Vec<NaiveDate> {
    let facts = done(store, async |unit| unit.months().facts_of(june(), &[user], &HALF_DAYS).await).await.unwrap();
    facts[0].1.accepted.dates(june()).collect()
}

async fn reminded(
    store: &dyn Engine,
    month: Month,
    kind: ReminderKind,
    users: &[UserId],
    on: &str,
) -> BTreeSet<UserId> {
    let told = done(store, async |unit| unit.months().remind(month, kind, users, day(on)).await).await.unwrap();
    let each: BTreeSet<_> = told.iter().copied().collect();
    assert_eq!(told.len(), each.len(), "each once");
    each
}

async fn untold(store: &dyn Engine, limit: u32) -> Option<Untold> {
    done(store, async |unit| unit.months().untold(limit).await).await.unwrap()
}

async fn told(store: &dyn Engine, month: Month, revision: u32, through: Option<EmployeeId>) {
    done(store, async |unit| unit.months().told(month, revision, through).await).await.unwrap();
}

fn check(differences: u32, samples: usize) -> MonthCheck {
    let sample = |n: usize| Sample {
        employee_id: EmployeeId::new(1_003),
        name: format!("Ann \"{n}\" Bérg"),
        field: "Gross Pay".into(),
        closed: String::new(),
        now: "1500.00".into(),
    };
    MonthCheck {
        checked_at: later(i64::from(differences)),
        differences,
        checksum_holds: differences == 0,
        samples: (0..samples).map(sample).collect(),
    }
}

on_every_engine! {
    async fn the_first_export_of_a_revision_is_noted_on_it(store: &AnyEngine) {
        let hal = named(store, Role::Hr, None, "Hal", "Human").await;
        let ada = person(store, Role::Admin, None).await;
        closed(store, june(), hal, &[]).await;
        assert!(!is_exported(store).await);
        assert!(exported(store, 1, hal, 100).await);
        assert!(!exported(store, 1, ada, 200).await, "a later one is not");
        let note = async |at: usize| {
            let note = store.revisions(june()).await.unwrap()[at].exported.clone();
            note.map(|(at, by)| (at, by.0, by.1.to_string()))
        };
        let first = Some((later(100), hal, "Hal Human".to_owned()));
        assert_eq!((note(0).await, is_exported(store).await), (first.clone(), true));
        reopened(store, june(), ada).await;
        closed(store, june(), hal, &[]).await;
        assert_eq!((note(0).await, note(1).await), (None, first));
        assert!(!is_exported(store).await, "the newest was not");
        assert!(exported(store, 2, ada, 300).await);
        assert!(is_exported(store).await);
    }

    async fn days_are_accepted_once_and_an_acceptance_ends_with_its_day_alone(store: &AnyEngine, subject: &Subject) {
        let hal = person(store, Role::Hr, None).await;
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        assert_eq!(accepted(store, &[(ann, "2026-06-08")], hal).await, [(ann, day("2026-06-08"))]);
        let mut new = vec![(ann, day("2026-06-09")), (bob, day("2026-06-08"))];
        new.sort_unstable();
        let list = [(ann, "2026-06-09"), (ann, "2026-06-08"), (bob, "2026-06-08")];
        assert_eq!(accepted(store, &list, hal).await, new);
        assert_eq!(accepted(store, &[], hal).await, []);
        subject.holds(3, "SELECT count(*) FROM accepted_days WHERE note = 'Was ill'").await;
        assert_eq!(accepted_days(store, ann).await, [day("2026-06-08"), day("2026-06-09")]);

        let end = async |date: &str| done(store, async |unit| unit.months().end_acceptance(ann, day(date)).await).await.unwrap();
        end("2026-06-08").await;
        end("2026-06-10").await;
        assert_eq!(accepted_days(store, ann).await, [day("2026-06-09")]);
        assert_eq!(accepted_days(store, bob).await, [day("2026-06-08")]);
        assert_eq!(accepted(store, &[(ann, "2026-06-08")], hal).await.len(), 1, "and may be accepted again");
        let recorded = (new_entry(ann, "2026-06-09"), any_event(ann));
        done(store, async |unit| unit.timesheets().record(&recorded.0, &recorded.1).await).await.unwrap();
        assert_eq!(accepted_days(store, ann).await, [day("2026-06-08")], "a day that is recorded is accepted no more");
        assert_eq!(accepted_days(store, bob).await, [day("2026-06-08")]);
    }

    async fn approved_leave_over_a_whole_day_ends_its_acceptance(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let mut requests = Vec::new();
        for (user, start, end, part, status) in [
            (ann, "2026-06-01", "2026-06-02", DayPart::Full, LeaveStatus::Approved),
            (ann, "2026-06-08", "2026-06-08", DayPart::Morning, LeaveStatus::Approved),
            (ann, "2026-06-08", "2026-06-08", DayPart::Afternoon, LeaveStatus::CancellationAsked),
            (ann, "2026-06-09", "2026-06-09", DayPart::Morning, LeaveStatus::Approved),
            (ann, "2026-06-10", "2026-06-10", DayPart::Full, LeaveStatus::Pending),
            (bob, "2026-06-01", "2026-06-01", DayPart::Full, LeaveStatus::Approved),
            (ann, "2026-06-11", "2026-06-11", DayPart::Full, LeaveStatus::Approved),
        ] {
            requests.push(taken(store, user, start, end, part, status).await);
        }
        let dates = ["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-08", "2026-06-09", "2026-06-10", "2026-06-11"];
        for date in dates {
            accepted(store, &[(ann, date), (bob, date)], hal).await;
        }
        let end = async |requests: &[LeaveRequestId]| {
            done(store, async |unit| unit.months().end_acceptance_on_leave(requests).await).await.unwrap();
            accepted_days(store, ann).await
        };
        assert_eq!(end(&[]).await.len(), dates.len());
        // The half of the 8th that is approved makes it whole with the one that was; half of the 9th does not; the 10th waits; nobody
        // has asked about the 11th.
        let left = ["2026-06-03", "2026-06-09", "2026-06-10", "2026-06-11"].map(day);
        assert_eq!(end(&[requests[0], requests[1], requests[3], requests[4]]).await, left);
        assert_eq!(accepted_days(store, bob).await.len(), dates.len());
        end(&[requests[5]]).await;
        assert_eq!(accepted_days(store, bob).await, dates[1..].iter().map(|date| day(date)).collect::<Vec<_>>());
    }

    async fn a_person_is_reminded_once_of_a_kind_month_and_day(store: &AnyEngine) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let (own, team) = (ReminderKind::Employee, ReminderKind::Manager);
        assert_eq!(reminded(store, june(), own, &[ann], TODAY).await, [ann].into());
        assert_eq!(reminded(store, june(), own, &[ann, bob], TODAY).await, [bob].into());
        assert_eq!(reminded(store, june(), own, &[ann, bob], TODAY).await, [].into());
        assert_eq!(reminded(store, june(), own, &[], TODAY).await, [].into());
        assert_eq!(reminded(store, june(), team, &[ann], TODAY).await, [ann].into());
        assert_eq!(reminded(store, may(), own, &[ann], TODAY).await, [ann].into());
        assert_eq!(reminded(store, june(), own, &[bob], "2026-07-03").await, [bob].into());
        let of = async |month, on: &str| {
            let found = store.reminded(month, day(on)).await.unwrap();
            let each: BTreeSet<_> = found.iter().map(|(kind, user)| (kind.name(), *user)).collect();
            assert_eq!(each.len(), found.len());
            each
        };
        assert_eq!(of(june(), TODAY).await, [("employee", ann), ("employee", bob), ("manager", ann)].into());
        assert_eq!(of(june(), "2026-07-03").await, [("employee", bob)].into());
        assert_eq!(of(may(), TODAY).await, [("employee", ann)].into());
        assert_eq!(of(may(), "2026-07-03").await, [].into());
    }

    async fn of_two_who_remind_at_once_each_person_is_one_s(store: &AnyEngine, subject: &Subject) {
        let mut all = BTreeSet::new();
        for _ in 0..20 {
            all.insert(person(store, Role::Employee, None).await);
        }
        let at_once = |store: std::sync::Arc<dyn Engine>, users: Vec<UserId>| async move {
            let unit = store.begin().await.unwrap();
            let told = unit.months().remind(june(), ReminderKind::Employee, &users, day(TODAY)).await.unwrap();
            // Long enough for the other one to come as far as this.
            tokio::time::sleep(Duration::from_millis(100)).await;
            unit.commit().await.unwrap();
            told
        };
        let (one, two): (Vec<_>, Vec<_>) = (all.iter().copied().collect(), all.iter().rev().copied().collect());
        let one = tokio::spawn(at_once(subject.shared(), one));
        let two = tokio::spawn(at_once(subject.another_instance().await, two));
        let (one, two) = (one.await.unwrap(), two.await.unwrap());
        assert_eq!(one.len() + two.len(), all.len(), "{one:?} {two:?}");
        assert_eq!(one.into_iter().chain(two).collect::<BTreeSet<_>>(), all);
    }

    async fn the_newest_check_of_a_closed_month_is_kept(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let keep = async |revision, check: MonthCheck| {
            done(store, async |unit| unit.months().keep_check(june(), revision, &check).await).await.unwrap()
        };
        let kept = async || store.month(june()).await.unwrap().check;
        assert!(!keep(1, check(0, 0)).await, "nobody has closed it");
        closed(store, june(), hal, &[]).await;
        assert_eq!(kept().await, None);
        assert!(keep(1, check(1, 2)).await);
        assert_eq!(kept().await, Some(check(1, 2)));
        assert!(keep(1, check(80, MonthCheck::SAMPLES)).await);
        assert_eq!(kept().await, Some(check(80, MonthCheck::SAMPLES)));
        assert_eq!(store.months_of(2026).await.unwrap()[0].check, kept().await);
        reopened(store, june(), hal).await;
        assert!(!keep(1, check(0, 0)).await, "it is no longer closed");
        closed(store, june(), hal, &[]).await;
        assert!(!keep(1, check(0, 0)).await, "it has a newer revision,");
        assert_eq!(kept().await, None, "which nobody has checked");
        assert!(keep(2, check(0, 0)).await);
        assert_eq!(kept().await, Some(check(0, 0)));
    }

    async fn the_people_of_a_close_are_told_in_pieces_by_employee_id(store: &AnyEngine, subject: &Subject) {
        let hal = person(store, Role::Hr, None).await;
        let people = people::<4>(store, Role::Employee, None).await;
        let all = rows(store, &people).await;
        assert_eq!((untold(store, 10).await, store.has_untold().await), (None, Ok(false)));
        closed(store, june(), hal, &all[..3]).await;
        assert_eq!(store.has_untold().await, Ok(true));
        let of = |revision, rows: &[(PayrollRow, Option<PayrollRow>)]| Some(Untold { month: june(), revision, rows: rows.to_vec() });
        let new: Vec<_> = all.iter().map(|row| (row.clone(), None)).collect();
        assert_eq!(untold(store, 2).await, of(1, &new[..2]));
        assert_eq!(untold(store, 2).await, of(1, &new[..2]), "nobody was told yet");
        told(store, june(), 1, Some(all[1].employee_id)).await;
        assert_eq!(untold(store, 2).await, of(1, &new[2..3]));
        told(store, june(), 1, None).await;
        assert_eq!((untold(store, 2).await, store.has_untold().await), (None, Ok(false)));

        // The next revision comes with the rows of the one before.
        reopened(store, june(), hal).await;
        let mut again = all.clone();
        again[0].figures.approved += 2;
        closed(store, june(), hal, &again).await;
        let mut both: Vec<_> = again.iter().cloned().zip(all.iter().cloned().map(Some)).collect();
        both[3].1 = None;
        assert_eq!(untold(store, 10).await, of(2, &both));
        told(store, june(), 1, None).await;
        assert_eq!(untold(store, 10).await, of(2, &both), "a telling of an older one is late");
        set(subject, people[1], "role = 'Manager'").await;
        set(subject, people[2], "is_active = false, is_blocked = true").await;
        both.remove(1);
        assert_eq!(untold(store, 10).await, of(2, &both), "those who are no Employees now have no statements");
        reopened(store, june(), hal).await;
        assert_eq!((untold(store, 10).await, store.has_untold().await), (None, Ok(false)), "an open month has none");
    }

    async fn those_who_were_not_told_of_a_revision_are_told_of_the_next_one(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let people = people::<3>(store, Role::Employee, None).await;
        let all = rows(store, &people).await;
        closed(store, june(), hal, &all).await;
        told(store, june(), 1, Some(all[0].employee_id)).await;
        for revision in [2, 3] {
            reopened(store, june(), hal).await;
            closed(store, june(), hal, &all).await;
            let [first, second, third] = &untold(store, 10).await.unwrap().rows[..] else { panic!("three rows") };
            // Of the second revision nobody was told at all.
            let is_told = revision == 2;
            assert_eq!((first.1.is_some(), &second.1, &third.1), (is_told, &None, &None), "{revision}");
        }
        told(store, june(), 3, None).await;
        reopened(store, june(), hal).await;
        closed(store, june(), hal, &all).await;
        assert!(untold(store, 10).await.unwrap().rows.iter().all(|(_, before)| before.is_some()));
    }

    async fn people_of_several_closes_are_told_of_one_after_the_other(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let ann = row(store, person(store, Role::Employee, None).await).await;
        closed(store, june(), hal, std::slice::from_ref(&ann)).await;
        closed(store, may(), hal, std::slice::from_ref(&ann)).await;
        let mut months = BTreeSet::new();
        while let Some(found) = untold(store, 10).await {
            assert_eq!(found.rows, [(ann.clone(), None)]);
            assert!(months.insert(found.month), "{found:?}");
            told(store, found.month, found.revision, None).await;
        }
        assert_eq!(months, [may(), june()].into());
    }

    async fn nobody_is_told_twice_by_two_at_once(store: &AnyEngine, subject: &Subject) {
        let other = subject.another_instance().await;
        let hal = person(store, Role::Hr, None).await;
        let people = [person(store, Role::Employee, None).await, person(store, Role::Employee, None).await];
        let all = rows(store, &people).await;
        closed(store, june(), hal, &all).await;
        let first = begin(store).await;
        let found = first.months().untold(1).await.unwrap().unwrap();
        assert_eq!(found.rows, [(all[0].clone(), None)]);
        let waiting = untold(&*other, 1);
        tokio::pin!(waiting);
        assert!(timeout(Duration::from_millis(200), &mut waiting).await.is_err(), "the second waits");
        first.months().told(june(), 1, Some(all[0].employee_id)).await.unwrap();
        first.commit().await.unwrap();
        assert_eq!(waiting.await.unwrap().rows, [(all[1].clone(), None)]);
    }

    async fn many_days_are_accepted_together(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let ann = person(store, Role::Employee, None).await;
        let from = day("2020-01-01");
        let many: Vec<_> = from.iter_days().take(1_201).map(|date| (ann, date)).collect();
        let accept = async || done(store, async |unit| unit.months().accept(&many, "Was ill", hal, now()).await).await;
        assert_eq!(accept().await.unwrap().len(), many.len());
        assert_eq!(accept().await, Ok(vec![]));
        done(store, async |unit| unit.months().end_acceptance(ann, from).await).await.unwrap();
        assert_eq!(accept().await, Ok(vec![(ann, from)]));
    }
}
