//! Marks of absence: who is marked, what is frozen, and who is mailed about it.

use std::time::Duration;

use application::ports::UnmailedAbsences;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::person::Role;

use crate::engines::{Engine, at_once, set};
use crate::support::{added, begin, committed, day, entry, everybody, later, named, now, people, person, unlock_of};

/// Midnight after the day that is marked.
fn midnight() -> Instant {
    "2026-06-11T00:00:00Z".parse().unwrap()
}

async fn mark(store: &dyn Engine, date: &str, limit: u32) -> Vec<UserId> {
    committed(store, async |unit| unit.absences().mark(day(date), &everybody(), midnight(), now(), limit).await).await
}

async fn unlock(store: &dyn Engine, user: UserId, date: &str, is_used: bool) {
    let new = unlock_of(user, user, date, "Forgot", now());
    let unit = begin(store).await;
    unit.unlocks().insert(&new).await.unwrap();
    if is_used {
        unit.unlocks().use_up(new.id, later(1)).await.unwrap();
    }
    unit.commit().await.unwrap();
}

/// The days that are frozen from `since` on, by first name.
async fn frozen(store: &dyn Engine, since: &str) -> Vec<(String, Vec<NaiveDate>)> {
    let found = store.frozen(day(since), 50).await.unwrap();
    found.into_iter().map(|of| (of.person.name.first, of.days)).collect()
}

async fn unmailed(store: &dyn Engine, since: &str, mailed_by: &str, limit: u32) -> Vec<UnmailedAbsences> {
    begin(store).await.absences().unmailed(day(since), day(mailed_by), limit).await.unwrap()
}

async fn mailed(store: &dyn Engine, users: &[UserId], on: &str) {
    committed(store, async |unit| unit.absences().mailed(users, day(on)).await).await;
}

async fn created(store: &dyn Engine, at: &str) -> UserId {
    added(store, Role::Employee, |new| new.created_at = at.parse().unwrap()).await
}

on_every_engine! {
    async fn people_who_could_have_recorded_something_and_did_not_are_marked(store: &AnyEngine, subject: &Subject) {
        let [ann, joined_then] = people(store, Role::Employee, None).await;
        set(subject, joined_then, "joining_date = '2026-06-10'").await;
        let begun_then = person(store, Role::Employee, None).await;
        set(subject, begun_then, "records_from = '2026-06-10'").await;
        let joined_some_time = person(store, Role::Employee, None).await;
        set(subject, joined_some_time, "joining_date = NULL").await;
        let unlocked_before = person(store, Role::Employee, None).await;
        unlock(store, unlocked_before, "2026-06-10", true).await;
        unlock(store, unlocked_before, "2026-06-09", false).await;
        entry(store, unlocked_before, "2026-06-09").await;
        let in_time = created(store, "2026-06-10T23:59:59.999999Z").await;

        let recorded = person(store, Role::Employee, None).await;
        entry(store, recorded, "2026-06-10").await;
        let unlocked = person(store, Role::Employee, None).await;
        unlock(store, unlocked, "2026-06-10", false).await;
        let begins_later = "joining_date = NULL, records_from = '2026-06-11'";
        for change in ["joining_date = '2026-06-11'", "records_from = '2026-06-11'", begins_later, "is_active = false", "is_blocked = true", "role = 'Manager'", "role = 'HR'"] {
            let id = person(store, Role::Employee, None).await;
            set(subject, id, change).await;
        }
        created(store, "2026-06-11T00:00:00Z").await;

        let mut expected = vec![ann, joined_then, begun_then, joined_some_time, unlocked_before, in_time];
        expected.sort_unstable();
        assert_eq!(mark(store, "2026-06-10", 50).await, expected, "in the order of the ids");
        assert_eq!(mark(store, "2026-06-10", 50).await, [], "nobody twice");
        subject.holds(6, "SELECT count(*) FROM absences").await;
        let unit = begin(store).await;
        for (user, date, is_marked) in [(ann, "2026-06-10", true), (ann, "2026-06-09", false), (recorded, "2026-06-10", false)] {
            assert_eq!(unit.absences().is_marked(user, day(date)).await, Ok(is_marked), "{date}");
        }
    }

    async fn marks_come_in_pieces_until_nobody_is_left(store: &AnyEngine) {
        let mut all = people::<5>(store, Role::Employee, None).await;
        all.sort_unstable();
        assert_eq!(mark(store, "2026-06-10", 2).await, all[..2]);
        assert_eq!(mark(store, "2026-06-10", 2).await, all[2..4]);
        assert_eq!(mark(store, "2026-06-09", 1).await, all[..1], "another day is another matter");
        assert_eq!(mark(store, "2026-06-10", 2).await, all[4..]);
        assert_eq!(mark(store, "2026-06-10", 2).await, []);
    }

    async fn two_who_mark_at_once_mark_nobody_twice(store: &AnyEngine, subject: &Subject) {
        let mut all = people::<20>(store, Role::Employee, None).await;
        all.sort_unstable();
        let marked = at_once(subject, 2, |_, store| async move {
            let unit = store.begin().await.unwrap();
            let marked = unit.absences().mark(day("2026-06-10"), &everybody(), midnight(), now(), 50).await.unwrap();
            // Long enough for the other one to come as far as this.
            tokio::time::sleep(Duration::from_millis(100)).await;
            unit.commit().await.unwrap();
            marked
        })
        .await;
        let mut both = marked.concat();
        both.sort_unstable();
        assert_eq!(both, all, "each is returned to one of them: {marked:?}");
        subject.holds(20, "SELECT count(*) FROM absences").await;
    }

    async fn a_marked_day_is_frozen_until_it_is_unlocked_or_recorded(store: &AnyEngine, subject: &Subject) {
        let zoe = named(store, Role::Employee, None, "zoe", "Young").await;
        let ann = named(store, Role::Employee, None, "Ann", "Young").await;
        for date in ["2026-06-10", "2026-06-08", "2026-06-09"] {
            assert_eq!(mark(store, date, 50).await.len(), 2);
        }
        let days = |dates: &[&str]| dates.iter().map(|date| day(date)).collect::<Vec<_>>();
        let all = days(&["2026-06-08", "2026-06-09", "2026-06-10"]);
        assert_eq!(frozen(store, "2026-06-08").await, [("Ann".into(), all.clone()), ("zoe".into(), all.clone())], "by name, oldest first");
        assert_eq!(frozen(store, "2026-06-10").await, [("Ann".into(), days(&["2026-06-10"])), ("zoe".into(), days(&["2026-06-10"]))]);
        assert_eq!(frozen(store, "2026-06-11").await, []);
        assert_eq!(store.frozen(day("2026-06-08"), 1).await.unwrap()[0].person.id, ann);
        assert_eq!(store.frozen(day("2026-06-08"), 1).await.unwrap().len(), 1);

        unlock(store, ann, "2026-06-08", false).await;
        unlock(store, ann, "2026-06-09", true).await;
        entry(store, zoe, "2026-06-09").await;
        let left = [("Ann".to_owned(), days(&["2026-06-09", "2026-06-10"])), ("zoe".into(), days(&["2026-06-08", "2026-06-10"]))];
        assert_eq!(frozen(store, "2026-06-01").await, left, "an unlock that is used up opens nothing");
        set(subject, ann, "records_from = '2026-06-10'").await;
        assert_eq!(frozen(store, "2026-06-01").await, [("Ann".into(), days(&["2026-06-10"])), left[1].clone()]);
        set(subject, ann, "records_from = NULL").await;
        let marked = async |user| store.absent_days(user, day("2026-06-08"), day("2026-06-09")).await.unwrap();
        assert_eq!(marked(ann).await, all[..2], "the marks stay, both ends included");
        for (user, change) in [(ann, "is_blocked = true"), (zoe, "role = 'Manager'")] {
            set(subject, user, change).await;
        }
        assert_eq!(frozen(store, "2026-06-01").await, []);
        set(subject, ann, "is_blocked = false, is_active = false").await;
        assert_eq!(frozen(store, "2026-06-01").await, []);
        assert_eq!(marked(zoe).await, all[..2]);
    }

    async fn a_mail_names_what_is_frozen_and_no_mail_has_named(store: &AnyEngine, subject: &Subject) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let mut both = [ann, bob];
        both.sort_unstable();
        for date in ["2026-06-02", "2026-06-01"] {
            mark(store, date, 50).await;
        }
        let of = |user: UserId, dates: &[&str]| UnmailedAbsences { user, days: dates.iter().map(|date| day(date)).collect() };
        let expected = both.map(|user| of(user, &["2026-06-01", "2026-06-02"]));
        assert_eq!(unmailed(store, "2026-06-01", "2026-05-27", 50).await, expected);
        assert_eq!(unmailed(store, "2026-06-01", "2026-05-27", 1).await, expected[..1], "at most so many people");
        assert_eq!(unmailed(store, "2026-06-02", "2026-05-27", 50).await, both.map(|user| of(user, &["2026-06-02"])));
        assert_eq!(unmailed(store, "2026-06-03", "2026-05-27", 50).await, []);
        unlock(store, ann, "2026-06-01", false).await;
        entry(store, bob, "2026-06-02").await;
        let mut left = [of(ann, &["2026-06-02"]), of(bob, &["2026-06-01"])];
        left.sort_unstable_by_key(|of| of.user);
        assert_eq!(unmailed(store, "2026-06-01", "2026-05-27", 50).await, left);
        for change in ["is_active = false", "is_blocked = true", "role = 'Manager'"] {
            set(subject, bob, change).await;
            assert_eq!(unmailed(store, "2026-06-01", "2026-05-27", 50).await, [of(ann, &["2026-06-02"])], "{change}");
            set(subject, bob, "is_active = true, is_blocked = false, role = 'Employee'").await;
        }
    }

    async fn between_two_mails_lies_a_week(store: &AnyEngine, subject: &Subject) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        set(subject, bob, "joining_date = '2026-06-05'").await;
        mark(store, "2026-06-01", 50).await;
        mark(store, "2026-06-02", 50).await;
        unlock(store, ann, "2026-06-01", false).await;
        mailed(store, &[ann], "2026-06-03").await;
        // A day that was open at the time of the mail is one of those that it has named.
        let of = |user: UserId, dates: &[&str]| UnmailedAbsences { user, days: dates.iter().map(|date| day(date)).collect() };
        subject.holds(0, "SELECT count(*) FROM absences WHERE mailed_on IS NULL").await;
        mark(store, "2026-06-05", 50).await;
        mark(store, "2026-06-08", 50).await;
        let news = ["2026-06-05", "2026-06-08"];
        assert_eq!(unmailed(store, "2026-06-01", "2026-06-02", 50).await, [of(bob, &news)], "Ann was mailed six days ago");
        let mut due = [of(ann, &news), of(bob, &news)];
        due.sort_unstable_by_key(|of| of.user);
        assert_eq!(unmailed(store, "2026-06-01", "2026-06-03", 50).await, due, "and now seven");
        mailed(store, &[ann, bob], "2026-06-10").await;
        assert_eq!(unmailed(store, "2026-06-01", "2026-06-17", 50).await, []);
        mailed(store, &[], "2026-06-11").await;
        let first = "SELECT count(*) FROM absences WHERE mailed_on = '2026-06-03'";
        subject.holds(2, first).await; // "what a mail has named keeps its day"
    }
}
