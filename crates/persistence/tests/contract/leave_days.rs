//! Leave by days, what others ask of it, and what is counted anew.

use application::ports::{HalfInQuestion, LeaveOfDay, TeamPresence};
use chrono::{Datelike, NaiveDate};
use domain::Instant;
use domain::access::{Leads, Scope};
use domain::attendance::{Days, OnLeave};
use domain::id::{LeaveRequestId, UserId};
use domain::leave::{CountedHalf, DayPart, Half, HalfOfDay, LeaveDays, LeaveStatus};
use domain::month::ChangedDays;
use domain::person::{FirstDay, Role};
use domain::time::Month;

use crate::engines::{Engine, set};
use crate::leave_requests::{leave_of, saved};
use crate::months::done;
use crate::support::{
    begin, change, committed, day, entry, everybody, later, named, now, people, person, rejected, unlock_of,
};

use DayPart::{Afternoon, Full, Morning};
use LeaveStatus::{Approved, CancellationAsked, Pending};

/// Leave of whole days, or of a part of one, that counts wherever it lies.
pub(crate) async fn taken(
    store: &dyn Engine,
    user: UserId,
    start: &str,
    end: &str,
    part: DayPart,
    status: LeaveStatus,
) -> LeaveRequestId {
    let leave = leave_of(user, (start, part), (end, part), status, |_| true);
    saved(store, &leave).await.unwrap();
    leave.id
}

/// The half no longer counts, or does again.
async fn turned(store: &dyn Engine, user: UserId, date: &str, of_day: HalfOfDay) {
    done(store, async |unit| unit.leave_counts().turn(&[(user, Half { date: day(date), of_day })]).await)
        .await
        .unwrap();
}

async fn of(store: &dyn Engine, scope: Scope, from: &str, to: &str) -> Vec<(UserId, String, DayPart, LeaveStatus)> {
    let found = store.leave_days(&scope, day(from), day(to)).await.unwrap();
    found.into_iter().map(|(user, of_day)| (user, of_day.date.to_string(), of_day.part, of_day.status)).collect()
}

fn on(user: UserId, date: &str, part: DayPart, status: LeaveStatus) -> (UserId, String, DayPart, LeaveStatus) {
    (user, date.to_owned(), part, status)
}

async fn frozen(store: &dyn Engine) -> Vec<(UserId, Vec<NaiveDate>)> {
    store.frozen(day("2026-06-01"), 50).await.unwrap().into_iter().map(|of| (of.person.id, of.days)).collect()
}

/// When every day that is looked at is over.
fn midnight() -> Instant {
    "2026-06-11T00:00:00Z".parse().unwrap()
}

async fn freeze(store: &dyn Engine, date: &str) -> Vec<UserId> {
    committed(store, async |unit| unit.absences().mark(day(date), &everybody(), midnight(), now(), 50).await).await
}

on_every_engine! {
    async fn what_counts_of_live_leave_is_told_by_person_and_day(store: &AnyEngine) {
        let (boss, other) = (person(store, Role::Manager, None).await, person(store, Role::Manager, None).await);
        let (ann, bob) = (person(store, Role::Employee, Some(boss)).await, person(store, Role::Employee, Some(boss)).await);
        let cyd = person(store, Role::Employee, Some(other)).await;
        let id = taken(store, ann, "2026-06-08", "2026-06-10", Full, Approved).await;
        taken(store, bob, "2026-06-09", "2026-06-09", Afternoon, CancellationAsked).await;
        taken(store, bob, "2026-06-09", "2026-06-09", Morning, Pending).await;
        taken(store, cyd, "2026-06-09", "2026-06-09", Full, Approved).await;
        taken(store, cyd, "2026-06-20", "2026-06-20", Full, LeaveStatus::Approved).await;
        turned(store, ann, "2026-06-09", HalfOfDay::Afternoon).await;
        for half in HalfOfDay::ALL {
            turned(store, ann, "2026-06-10", half).await;
        }
        let anns = [on(ann, "2026-06-08", Full, Approved), on(ann, "2026-06-09", Morning, Approved)];
        assert_eq!(of(store, Scope::Own(ann), "2026-06-01", "2026-06-30").await, anns);
        assert_eq!(of(store, Scope::Own(ann), "2026-06-09", "2026-06-09").await, anns[1..]);
        let of_bob = [on(bob, "2026-06-09", Morning, Pending), on(bob, "2026-06-09", Afternoon, CancellationAsked)];
        let mut team = [&anns[..], &of_bob[..]].concat();
        team.sort_by_key(|(user, ..)| *user);
        assert_eq!(of(store, Scope::Team(Leads::own(boss)), "2026-06-08", "2026-06-19").await, team);
        let everyone = of(store, Scope::Everyone, "2026-06-08", "2026-06-20").await;
        assert_eq!(everyone.len(), 6);
        assert!(everyone.is_sorted_by_key(|(user, date, ..)| (*user, date.clone())));
        let (_, first) = store.leave_days(&Scope::Own(ann), day("2026-06-08"), day("2026-06-08")).await.unwrap().remove(0);
        let expected = LeaveOfDay { request: id, date: day("2026-06-08"), part: Full, leave_type: Some("Annual Leave".into()), status: Approved };
        assert_eq!(first, expected);
        // What is no longer live holds no day.
        done(store, async |unit| unit.leave_requests().set_status(&[id], LeaveStatus::Cancelled, None, later(1)).await).await.unwrap();
        assert_eq!(of(store, Scope::Own(ann), "2026-06-01", "2026-06-30").await, []);
    }

    async fn a_month_has_the_halves_of_its_approved_leave(store: &AnyEngine) {
        let ann = person(store, Role::Employee, None).await;
        taken(store, ann, "2025-06-02", "2026-06-02", Full, Approved).await;
        taken(store, ann, "2026-06-30", "2026-07-01", Full, CancellationAsked).await;
        taken(store, ann, "2026-06-10", "2026-06-10", Morning, Approved).await;
        taken(store, ann, "2026-06-10", "2026-06-10", Afternoon, Pending).await;
        taken(store, ann, "2026-06-11", "2026-06-11", Afternoon, Approved).await;
        taken(store, ann, "2026-06-12", "2026-06-12", Full, Approved).await;
        turned(store, ann, "2026-06-12", HalfOfDay::Morning).await;
        let june = Month::new(2026, 6).unwrap();
        let found = store.month_records(Scope::Own(ann), june, &[]).await.unwrap().remove(0).on_leave;
        let days = |on: &[u32]| Days::of(june, |day| on.contains(&day.day()));
        assert_eq!(found, OnLeave { mornings: days(&[1, 2, 10, 30]), afternoons: days(&[1, 2, 11, 12, 30]) });
        let may = store.month_records(Scope::Own(ann), Month::new(2026, 5).unwrap(), &[]).await.unwrap().remove(0).on_leave;
        let all = Days::of(Month::new(2026, 5).unwrap(), |_| true);
        assert_eq!(may, OnLeave { mornings: all, afternoons: all }, "31 days, and the longest leave there is");
    }

    async fn who_is_away_is_counted_and_not_absent(store: &AnyEngine, subject: &Subject) {
        let boss = person(store, Role::Manager, None).await;
        let team = people::<6>(store, Role::Employee, Some(boss)).await;
        let today = day("2026-06-10");
        for (place, part, status) in [(0, Full, Approved), (1, Morning, Approved), (1, Afternoon, CancellationAsked), (2, Morning, Approved), (3, Full, Pending)] {
            taken(store, team[place], "2026-06-10", "2026-06-10", part, status).await;
        }
        taken(store, team[4], "2026-06-09", "2026-06-09", Full, Approved).await;
        let blocked = team[5];
        taken(store, blocked, "2026-06-10", "2026-06-10", Full, Approved).await;
        set(subject, blocked, "is_blocked = true").await;
        for change in ["is_active = false", "role = 'Manager'"] {
            let gone = person(store, Role::Employee, None).await;
            taken(store, gone, "2026-06-10", "2026-06-10", Full, Approved).await;
            set(subject, gone, change).await;
        }
        let presence = async |leads| store.presence(leads, today, &everybody()).await.unwrap();
        let (own, others) = (Leads::own(boss), Leads::own(person(store, Role::Manager, None).await));
        let seen = presence(&own).await;
        assert_eq!((seen.absent, seen.on_leave), (3, 4), "half a day, a request that waits, and another day");
        assert_eq!(presence(&others).await, TeamPresence { members: 0, absent: 0, on_leave: 0 });
        assert_eq!(store.figures(today, day("2026-05-11"), now()).await.unwrap().on_leave, 4);
    }

    async fn a_day_covered_whole_by_approved_leave_is_neither_frozen_nor_missed(store: &AnyEngine) {
        let boss = person(store, Role::Manager, None).await;
        let (ann, bob, cyd) = (
            named(store, Role::Employee, Some(boss), "Ann", "A").await,
            named(store, Role::Employee, Some(boss), "Bob", "B").await,
            named(store, Role::Employee, Some(boss), "Cyd", "C").await,
        );
        for date in ["2026-06-08", "2026-06-09"] {
            freeze(store, date).await;
        }
        taken(store, ann, "2026-06-09", "2026-06-10", Full, Approved).await;
        taken(store, bob, "2026-06-09", "2026-06-09", Morning, Approved).await;
        taken(store, bob, "2026-06-09", "2026-06-09", Afternoon, CancellationAsked).await;
        taken(store, bob, "2026-06-10", "2026-06-10", Morning, Approved).await;
        taken(store, cyd, "2026-06-09", "2026-06-10", Full, Pending).await;
        let both = vec![day("2026-06-08"), day("2026-06-09")];
        let expected = [(ann, both[..1].to_vec()), (bob, both[..1].to_vec()), (cyd, both.clone())];
        assert_eq!(frozen(store).await, expected);
        let unit = begin(store).await;
        let mut unmailed = unit.absences().unmailed(day("2026-06-01"), day("2026-06-03"), 9).await.unwrap();
        unmailed.sort_by_key(|of| of.days.len());
        assert_eq!(unmailed.iter().map(|of| of.days.len()).collect::<Vec<_>>(), [1, 1, 2]);
        let missing = unit.digests().missing(&[boss], day("2026-06-01")).await.unwrap();
        assert_eq!(missing.into_iter().map(|of| (of.person.id, of.days)).collect::<Vec<_>>(), expected);
        let reminded = unit.digests().unrecorded(day("2026-06-10"), &everybody(), None, 9).await.unwrap();
        let mut reminded: Vec<UserId> = reminded.into_iter().map(|reader| reader.user).collect();
        reminded.sort_unstable();
        drop(unit);
        let mut others = vec![bob, cyd];
        others.sort_unstable();
        assert_eq!(reminded, others);
        assert_eq!(freeze(store, "2026-06-10").await, others);
        let facts = store.week_facts(&[ann, bob], day("2026-06-08"), day("2026-06-14")).await.unwrap().on_leave;
        assert_eq!(facts, [(ann, day("2026-06-09")), (ann, day("2026-06-10")), (bob, day("2026-06-09"))].into());
    }

    async fn a_freed_day_is_marked_as_it_would_have_been(store: &AnyEngine, subject: &Subject) {
        let ann = person(store, Role::Employee, None).await;
        let bob = person(store, Role::Employee, None).await;
        let dates = ["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-04", "2026-06-05", "2026-06-08"];
        entry(store, ann, "2026-06-02").await;
        taken(store, ann, "2026-06-03", "2026-06-03", Full, Approved).await;
        taken(store, ann, "2026-06-04", "2026-06-04", Full, Pending).await;
        done(store, async |unit| unit.unlocks().insert(&unlock_of(ann, ann, "2026-06-05", "Forgot", now())).await).await.unwrap();
        freeze(store, "2026-06-08").await;
        let mark = async |user| {
            let days: Vec<_> = dates.iter().map(|date| (day(date), midnight())).collect();
            done(store, async |unit| unit.absences().mark_freed(user, &days, now()).await).await.unwrap();
        };
        mark(ann).await;
        mark(ann).await;
        let found = frozen(store).await;
        let anns = found.iter().find(|(user, _)| *user == ann).unwrap();
        assert_eq!(anns.1, [day("2026-06-01"), day("2026-06-04"), day("2026-06-08")], "a request that waits covers nothing");
        set(subject, bob, "is_blocked = true").await;
        mark(bob).await;
        set(subject, bob, "is_blocked = false").await;
        set(subject, bob, "records_from = '2026-06-05'").await;
        mark(bob).await;
        let found = frozen(store).await;
        let of_bob = found.into_iter().find(|(user, _)| *user == bob).unwrap();
        assert_eq!(of_bob.1, [day("2026-06-05"), day("2026-06-08")]);
    }

    async fn halves_in_question_are_those_of_the_days_and_turn_together(store: &AnyEngine, subject: &Subject) {
        let boss = person(store, Role::Manager, None).await;
        let (ann, bob) = (person(store, Role::Employee, Some(boss)).await, person(store, Role::Employee, None).await);
        set(subject, bob, "joining_date = NULL").await;
        set(subject, ann, "records_from = '2026-06-03'").await;
        let anns = taken(store, ann, "2026-06-08", "2026-06-10", Full, Approved).await;
        let of_bob = taken(store, bob, "2026-06-09", "2026-06-09", Afternoon, Pending).await;
        let gone = taken(store, bob, "2026-06-09", "2026-06-09", Morning, Approved).await;
        entry(store, ann, "2026-06-09").await;
        let back = entry(store, bob, "2026-06-09").await;
        change(store, &[rejected(&back, boss)], boss).await.unwrap();
        done(store, async |unit| unit.leave_requests().set_status(&[gone], LeaveStatus::Rejected, None, later(1)).await).await.unwrap();
        let asked = async |person: Option<UserId>, days: ChangedDays| {
            let unit = begin(store).await;
            let people = person.map(|person| [person]);
            let people = people.as_ref().map(<[UserId; 1]>::as_slice);
            unit.leave_counts().lock_in_question(people, &days).await.unwrap()
        };
        let ninth = ChangedDays::of([day("2026-06-09"), day("2026-06-30")]);
        let found = asked(None, ninth.clone()).await;
        let of = |user, request, of_day, has_entry, first_day: Option<FirstDay>| HalfInQuestion {
            user,
            first_day,
            request,
            half: CountedHalf { half: Half { date: day("2026-06-09"), of_day }, counts: true },
            has_entry,
        };
        let records = Some(FirstDay::Records(day("2026-06-03")));
        let mut expected = vec![
            of(ann, anns, HalfOfDay::Morning, true, records),
            of(ann, anns, HalfOfDay::Afternoon, true, records),
            of(bob, of_bob, HalfOfDay::Afternoon, false, None),
        ];
        expected.sort_by_key(|found| (found.user, found.half.half));
        assert_eq!(found, expected);
        assert_eq!(asked(Some(bob), ninth).await, expected.iter().filter(|found| found.user == bob).cloned().collect::<Vec<_>>());
        let span = |from: &str, to: Option<&str>| ChangedDays::Span { from: day(from), to: to.map(day) };
        let count = async |days| asked(Some(ann), days).await.len();
        assert_eq!(count(span("2026-06-09", None)).await, 4);
        assert_eq!(count(span("2026-06-01", Some("2026-06-08"))).await, 2);
        assert_eq!(count(span("2026-06-11", None)).await, 0);
        let always = ChangedDays::Span { from: NaiveDate::MIN, to: Some(day("2026-06-08")) };
        assert_eq!(count(always).await, 2, "a person without a joining date has always been in service");
        assert_eq!(count(ChangedDays::of([])).await, 0);

        let unit = begin(store).await;
        let half = |user, of_day| (user, Half { date: day("2026-06-09"), of_day });
        unit.leave_counts().turn(&[half(ann, HalfOfDay::Morning), half(bob, HalfOfDay::Afternoon)]).await.unwrap();
        unit.leave_counts().set_days(&[(anns, LeaveDays::from_half_days(5)), (of_bob, LeaveDays::NONE)], later(9)).await.unwrap();
        unit.commit().await.unwrap();
        let turned = asked(None, ChangedDays::of([day("2026-06-09")])).await;
        let counting: Vec<_> = turned.iter().filter(|found| found.half.counts).map(|found| (found.user, found.half.half.of_day)).collect();
        assert_eq!(counting, [(ann, HalfOfDay::Afternoon)]);
        let stored = begin(store).await.leave().requests(&[anns, of_bob]).await.unwrap();
        let days: Vec<_> = stored.iter().map(|leave| (leave.days.as_f64(), leave.updated_at)).collect();
        assert_eq!(days, [(2.5, later(9)), (0.0, later(9))]);
    }
}
