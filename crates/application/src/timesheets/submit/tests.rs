mod any_day;
mod around;

use super::*;
use crate::testing::{FakeWork, Fakes, away, caller, day, employment, entry, hours, own, today, user};
use around::{Day, on};
use domain::id::UnlockId;
use domain::person::Role;
use domain::timesheet::Helpers;
use std::sync::atomic::Ordering;
use uuid::Uuid;

const EVERYONE: Helpers = Helpers { has_manager: true, manager: true, hr: true, admin: true };
const ONLY_ADMIN: Helpers = Helpers { has_manager: true, manager: false, hr: false, admin: true };

#[tokio::test]
async fn every_day_that_cannot_be_saved_says_why_and_keeps_nothing() {
    let newcomer = Employment { joining_date: Some(day("2026-06-09")), ..employment(1, Some(7)) };
    let cases = [
        (on("2026-06-11"), Refusal::Future),
        (on("2026-06-11").unlocked(), Refusal::Future),
        (Day { person: newcomer, ..on("2026-06-08") }.unlocked(), Refusal::BeforeJoining(day("2026-06-09"))),
        (on("2026-06-10").with(Status::Approved), Refusal::AlreadyApproved),
        (on("2026-06-09").with(Status::Approved).unlocked(), Refusal::AlreadyApproved),
        (on("2026-06-10").with(Status::Pending), Refusal::AlreadySubmitted),
        (on("2026-06-01").rejected_on("2026-06-02"), Refusal::RejectedTooLongAgo(EVERYONE)),
        (on("2026-06-10").holiday("2026-06-10", false), Refusal::Holiday(EVERYONE)),
        (on("2026-06-10").holiday("2020-06-10", true), Refusal::Holiday(EVERYONE)),
        (on("2026-06-07"), Refusal::Weekend(ONLY_ADMIN)),
        (on("2026-06-09"), Refusal::Locked(EVERYONE)),
        (on("2026-06-05"), Refusal::Locked(ONLY_ADMIN)),
        // The day before is no working day, so that the unlock reaches a day further.
        (on("2026-06-08").holiday("2026-06-09", false), Refusal::Locked(EVERYONE)),
    ];
    for (day, refusal) in cases {
        assert_eq!(day.refusal().await, refusal, "{}", day.date);
    }
}

#[tokio::test]
async fn a_day_on_which_the_employee_was_marked_absent_says_so() {
    let powerless = Employment { manager_can_act: false, ..employment(1, Some(7)) };
    for (day, refusal) in [
        (on("2026-06-09"), Refusal::Frozen(EVERYONE)),
        (on("2026-06-05"), Refusal::Frozen(ONLY_ADMIN)),
        (Day { person: powerless, ..on("2026-06-09") }, Refusal::Frozen(Helpers { has_manager: false, ..EVERYONE })),
        // Entered as a holiday since: nobody was absent.
        (on("2026-06-09").holiday("2026-06-09", false), Refusal::Holiday(EVERYONE)),
        // Filled in since.
        (on("2026-06-09").with(Status::Pending), Refusal::AlreadySubmitted),
        (on("2026-06-09").with(Status::Approved), Refusal::AlreadyApproved),
        (on("2026-05-12").rejected_on("2026-05-20"), Refusal::RejectedTooLongAgo(EVERYONE)),
    ] {
        assert_eq!(day.absent().refusal().await, refusal);
    }
    assert_eq!(
        Refusal::Frozen(EVERYONE).sentence(),
        "Frozen – no timesheet was submitted. Please contact your manager to unlock it."
    );
}

#[tokio::test]
async fn an_unlock_lifts_what_was_frozen() {
    let day = on("2026-06-09").absent().unlocked();
    // Nobody asks for the mark: the mock would fail.
    let (fakes, mut work) = (day.fakes(), day.work());
    work.timesheets.expect_insert().times(1).returning(|_, _| Ok(()));
    work.unlocks.expect_use_up().times(1).returning(|_, _| Ok(()));
    work.keep_events();
    let committed = fakes.store.queue(work);
    assert!(day.submit(&fakes).await.unwrap().is_new && committed.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_mark_that_cannot_be_looked_up_is_no_answer() {
    let day = on("2026-06-09");
    let mut work = day.work();
    work.absences.expect_is_marked().times(1).returning(|_, _| Err(away()));
    assert_eq!(failing(&day, work).await, Error::Store(away()));
}

#[tokio::test]
async fn a_manager_who_is_missing_or_cannot_act_is_not_named() {
    let nobody = Helpers { has_manager: false, ..EVERYONE };
    let powerless = Employment { manager_can_act: false, ..employment(1, Some(7)) };
    for person in [employment(1, None), powerless] {
        assert_eq!(Day { person, ..on("2026-06-09") }.refusal().await, Refusal::Locked(nobody));
    }
}

#[tokio::test]
async fn today_becomes_a_new_entry_that_waits() {
    let day = on("2026-06-10");
    let (fakes, mut work) = (day.fakes(), day.work());
    work.timesheets
        .expect_insert()
        .withf(|entry, actor| entry.version == 1 && *actor == user(1))
        .times(1)
        .returning(|_, _| Ok(()));
    let events = work.keep_events();
    let committed = fakes.store.queue(work);
    let Submitted { entry, is_new } = day.submit(&fakes).await.unwrap();
    assert!(is_new && committed.load(Ordering::SeqCst));
    assert_eq!((entry.entry.date, entry.entry.hours, entry.entry.status), (today(), hours(7.5), Status::Pending));
    assert_eq!((entry.entry.description.as_str(), entry.entry.is_resubmission), ("Wrote\nit down", false));
    assert_eq!(entry.person.id, user(1));
    let pushed = Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(vec![user(1), user(7)]) };
    let events = events.lock().unwrap();
    assert_eq!(events[0].pushes, [pushed]);
    let what = Happening::DaySubmitted {
        entry: entry.entry.id,
        user: user(1),
        date: today(),
        version: 1,
        is_resubmission: false,
    };
    assert_eq!((&events[0].what, events[0].at), (&what, entry.entry.updated_at));
}

#[tokio::test]
async fn a_rejected_day_comes_back_and_the_manager_sees_what_it_was() {
    for unlock in [None, Some(UnlockId::new(Uuid::from_u128(60)))] {
        let rejected_on = if unlock.is_some() { "2026-05-20" } else { "2026-06-03" };
        let day = Day { unlock, ..on("2026-06-01").rejected_on(rejected_on) };
        let (fakes, mut work) = (day.fakes(), day.work());
        let update = work.timesheets.expect_update().times(1);
        update.returning(|entries, actor| {
            let [entry] = entries else { panic!("one day, one entry") };
            assert_eq!((entry.status, entry.version, entry.is_resubmission), (Status::Pending, 3, true));
            assert_eq!((entry.comment.as_deref(), entry.rejected_on, actor), (None, None, user(1)));
            Ok(())
        });
        work.unlocks.expect_use_up().times(usize::from(unlock.is_some())).returning(|_, _| Ok(()));
        let notify = work.inbox.expect_notify_resubmission().times(1);
        notify.returning(|sent| {
            assert_eq!((sent.timesheet, sent.version, sent.user), (TimesheetId::new(Uuid::from_u128(50)), 3, user(1)));
            assert_eq!((sent.previous_hours, sent.previous_description.as_str()), (hours(8.0), "Work 50"));
            assert_eq!(sent.original_comment, "Too short");
            Ok(())
        });
        let events = work.keep_events();
        let committed = fakes.store.queue(work);
        let submitted = day.submit(&fakes).await.unwrap();
        assert!(committed.load(Ordering::SeqCst) && !submitted.is_new && submitted.entry.entry.is_resubmission);
        let told = Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user(7)]) };
        assert!(events.lock().unwrap()[0].pushes.contains(&told));
    }
}

#[tokio::test]
async fn without_a_manager_a_resubmission_waits_for_whoever_comes() {
    let day = Day { person: employment(1, None), ..on("2026-06-01").rejected_on("2026-06-03") };
    let (fakes, mut work) = (day.fakes(), day.work());
    work.timesheets.expect_update().times(1).returning(|_, _| Ok(()));
    work.inbox.expect_notify_resubmission().times(1).returning(|_| Ok(()));
    let events = work.keep_events();
    fakes.store.queue(work);
    day.submit(&fakes).await.unwrap();
    let own = Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(vec![user(1)]) };
    assert_eq!(events.lock().unwrap()[0].pushes, [own]);
}

/// The unit of work of a corrected pending entry.
fn correcting(day: &Day) -> FakeWork {
    let mut work = day.work();
    work.timesheets.expect_update().withf(|entries, _| entries[0].version == 2).times(1).returning(|_, _| Ok(()));
    work
}

#[tokio::test]
async fn an_unlock_opens_a_pending_entry_once() {
    let day = on("2026-06-09").with(Status::Pending).unlocked();
    let (fakes, mut work) = (day.fakes(), correcting(&day));
    let used = work.unlocks.expect_use_up().withf(|unlock, _| *unlock == UnlockId::new(Uuid::from_u128(60))).times(1);
    used.returning(|_, _| Ok(()));
    work.keep_events();
    let committed = fakes.store.queue(work);
    let submitted = day.submit(&fakes).await.unwrap();
    assert!(committed.load(Ordering::SeqCst) && !submitted.is_new && !submitted.entry.entry.is_resubmission);
}

async fn failing(day: &Day, work: FakeWork) -> Error {
    let fakes = day.fakes();
    let committed = fakes.store.queue(work);
    let error = day.submit(&fakes).await.unwrap_err();
    assert!(!committed.load(Ordering::SeqCst));
    error
}

#[tokio::test]
async fn the_loser_of_a_race_is_told_what_a_later_one_would_be_told() {
    let day = on("2026-06-10");
    for (error, told) in [
        (StoreError::Conflict(UniqueKey::EntryOfDay), Error::Refused(Refusal::AlreadySubmitted)),
        (StoreError::Conflict(UniqueKey::Other), Error::Store(StoreError::Conflict(UniqueKey::Other))),
        (away(), Error::Store(away())),
    ] {
        let mut work = day.work();
        work.timesheets.expect_insert().times(1).return_once(move |_, _| Err(error));
        assert_eq!(failing(&day, work).await, told);
    }

    let day = on("2026-06-09").with(Status::Pending).unlocked();
    let mut overtaken = day.work();
    overtaken.timesheets.expect_update().times(1).returning(|_, _| Err(StoreError::Stale));
    assert_eq!(failing(&day, overtaken).await, Error::Conflict(Conflict::EntriesChanged));
    let mut used_elsewhere = correcting(&day);
    used_elsewhere.unlocks.expect_use_up().times(1).returning(|_, _| Err(StoreError::Stale));
    assert_eq!(failing(&day, used_elsewhere).await, Error::Conflict(Conflict::EntriesChanged));
}

#[tokio::test]
async fn a_day_that_was_not_kept_is_no_success() {
    let day = on("2026-06-10");
    let mut work = day.work().doomed();
    work.timesheets.expect_insert().times(1).returning(|_, _| Ok(()));
    work.keep_events();
    assert_eq!(failing(&day, work).await, Error::Store(away()));
}

#[tokio::test]
async fn what_does_not_fit_is_said_of_every_field_at_once_and_before_the_date() {
    let long = "d".repeat(2_001);
    for (number, text, fields) in [
        (0.25, "x", vec![("hours", "Hours must be between 0 and 24 in steps of 0.5")]),
        (
            24.5,
            " ",
            vec![
                ("hours", "Hours must be between 0 and 24 in steps of 0.5"),
                ("description", "Task description is required"),
            ],
        ),
        (8.0, &long, vec![("description", "Task description must be at most 2000 characters")]),
        (8.0, "a\0b", vec![("description", "Task description contains characters that are not allowed")]),
    ] {
        // A future day: its refusal comes later than that of the fields.
        let submission = Submission { date: day("2026-07-01"), hours: number, description: text.into() };
        let error = submit(&Fakes::default().ports(), &caller(1, Role::Employee), submission).await.unwrap_err();
        let Error::Invalid(invalid) = error else { panic!("{error:?}") };
        assert_eq!(invalid.fields, fields.into_iter().map(|(name, said)| (name, said.to_owned())).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn only_employees_record_days_and_the_role_comes_before_the_fields() {
    for role in [Role::Manager, Role::Hr, Role::Admin] {
        let submission = Submission { date: today(), hours: -1.0, description: String::new() };
        let refused = submit(&Fakes::default().ports(), &caller(1, role), submission).await;
        assert_eq!(refused, Err(domain::access::Forbidden::Role.into()));
    }
}

#[test]
fn what_is_answered_is_what_was_saved() {
    for status in Status::ALL {
        let entry = entry(50, 1, today(), status);
        assert_eq!(view(entry.clone()), own(entry));
    }
}
