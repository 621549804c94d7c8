use super::*;
use crate::testing::{FakeWork, Fakes, Memory, away, caller, day, employment, entry, holiday, hours, own, rejected, today, user};
use domain::id::UnlockId;
use domain::person::Role;
use domain::timesheet::Helpers;
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use uuid::Uuid;

/// The employee's day before the submission, and what is around it.
#[derive(Debug)]
struct Day {
    date: NaiveDate,
    person: Employment,
    existing: Option<Entry>,
    unlock: Option<UnlockId>,
    holidays: Vec<crate::ports::HolidayView>,
}

fn on(date: &str) -> Day {
    Day { date: day(date), person: employment(1, Some(7)), existing: None, unlock: None, holidays: Vec::new() }
}

impl Day {
    fn with(self, status: Status) -> Self {
        Self { existing: Some(entry(50, 1, self.date, status)), ..self }
    }

    fn rejected_on(self, date: &str) -> Self {
        Self { existing: Some(rejected(entry(50, 1, self.date, Status::Pending), day(date))), ..self }
    }

    fn unlocked(self) -> Self {
        Self { unlock: Some(UnlockId::new(Uuid::from_u128(60))), ..self }
    }

    fn holiday(self, date: &str, is_recurring: bool) -> Self {
        Self { holidays: vec![holiday(date, is_recurring)], ..self }
    }

    fn fakes(&self) -> Fakes {
        Fakes::over(Memory { holidays: self.holidays.clone(), ..Memory::default() })
    }

    /// A unit of work that shows the day, and expects nothing to be saved.
    fn work(&self) -> FakeWork {
        let mut work = FakeWork::default();
        let (date, person, existing, unlock) = (self.date, self.person.clone(), self.existing.clone(), self.unlock);
        work.people.expect_employment().withf(|who| *who == user(1)).times(1).return_once(move |_| Ok(Some(person)));
        let of_day = work.timesheets.expect_of_day().withf(move |who, asked| *who == user(1) && *asked == date).times(1);
        of_day.return_once(move |_, _| Ok(existing));
        let open = work.unlocks.expect_open_for().withf(move |who, asked| *who == user(1) && *asked == date).times(1);
        open.return_once(move |_, _| Ok(unlock));
        work
    }

    async fn submit(&self, fakes: &Fakes) -> Result<Submitted, Error> {
        let submission = Submission { date: self.date, hours: 7.5, description: " Wrote\r\nit down ".into() };
        submit(&fakes.ports(), &caller(1, Role::Employee), submission).await
    }

    /// The refusal, of which nothing may be kept.
    async fn refusal(&self) -> Refusal {
        let fakes = self.fakes();
        let committed = fakes.store.queue(self.work());
        let error = self.submit(&fakes).await.unwrap_err();
        assert!(!committed.load(Ordering::SeqCst));
        let Error::Refused(refusal) = error else { panic!("{error:?}") };
        refusal
    }
}

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
    work.timesheets.expect_insert().withf(|entry, actor| entry.version == 1 && *actor == user(1)).times(1).returning(|_, _| Ok(()));
    let events = work.keep_events();
    let committed = fakes.store.queue(work);
    let Submitted { entry, is_new } = day.submit(&fakes).await.unwrap();
    assert!(is_new && committed.load(Ordering::SeqCst));
    assert_eq!((entry.entry.date, entry.entry.hours, entry.entry.status), (today(), hours(7.5), Status::Pending));
    assert_eq!((entry.entry.description.as_str(), entry.entry.is_resubmission), ("Wrote\nit down", false));
    assert_eq!(entry.person.id, user(1));
    let pushed = Push::Changed { topic: Topic::Timesheets, audience: Audience::Users(vec![user(1), user(7)]) };
    let events = events.lock().unwrap();
    assert_eq!(events[0].pushes, [pushed]);
    let what = Happening::DaySubmitted { entry: entry.entry.id, user: user(1), date: today(), version: 1, is_resubmission: false };
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
    let own = Push::Changed { topic: Topic::Timesheets, audience: Audience::Users(vec![user(1)]) };
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
        (24.5, " ", vec![("hours", "Hours must be between 0 and 24 in steps of 0.5"), ("description", "Task description is required")]),
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

prop_compose! {
    /// Any day of an employee, any entry on it, with and without an unlock, a holiday around it or on it.
    fn any_day()(
        back in -3i64..40,
        joined in prop::option::of(0i64..40),
        status in prop::option::of(prop::sample::select(Status::ALL.to_vec())),
        rejected_before in 0i64..12,
        is_unlocked in any::<bool>(),
        holiday_back in prop::option::of((-2i64..40, any::<bool>(), 0i32..3)),
        manager in prop::option::of(Just(7u128)),
    ) -> Day {
        let before = |days: i64| today() - chrono::Duration::days(days);
        let date = before(back);
        let existing = status.map(|status| match status {
            Status::Rejected => rejected(entry(50, 1, date, Status::Pending), before(rejected_before)),
            other => entry(50, 1, date, other),
        });
        let holidays = holiday_back.map(|(days, is_recurring, years)| {
            let first = before(days).checked_sub_months(chrono::Months::new(if is_recurring { 12 * u32::try_from(years).unwrap() } else { 0 }));
            holiday(&first.unwrap().to_string(), is_recurring)
        });
        let person = Employment { joining_date: joined.map(before), ..employment(1, manager) };
        let unlock = is_unlocked.then(|| UnlockId::new(Uuid::from_u128(60)));
        Day { date, person, existing, unlock, holidays: holidays.into_iter().collect() }
    }
}

proptest! {
    #[test]
    fn a_day_is_kept_exactly_where_the_rule_opens_it(day in any_day()) {
        let working = WorkingCalendar::new(day.holidays.iter().map(|view| &view.holiday));
        let is_rejected = day.existing.as_ref().is_some_and(|entry| entry.status == Status::Rejected);
        let ruled = decide(&DayFacts {
            date: day.date,
            today: today(),
            joining_date: day.person.joining_date,
            entry: day.existing.as_ref().map(|e| EntryFacts { status: e.status, rejected_on: e.rejected_on }),
            is_unlocked: day.unlock.is_some(),
            is_holiday: working.is_holiday(day.date),
            helpers: unlock::helpers(day.date, today(), &day.person, is_rejected, &working),
        });
        let saved = Arc::new(AtomicBool::new(false));
        let mut work = day.work();
        let (inserted, updated) = (saved.clone(), saved.clone());
        if day.existing.is_none() {
            work.timesheets.expect_insert().returning(move |_, _| { inserted.store(true, Ordering::SeqCst); Ok(()) });
        } else {
            work.timesheets.expect_update().returning(move |_, _| { updated.store(true, Ordering::SeqCst); Ok(()) });
        }
        work.unlocks.expect_use_up().times(usize::from(ruled.is_ok_and(Opening::uses_unlock))).returning(|_, _| Ok(()));
        let is_resubmission = matches!(ruled, Ok(Opening::Resubmission { .. }));
        work.inbox.expect_notify_resubmission().times(usize::from(is_resubmission)).returning(|_| Ok(()));
        work.events.expect_append().times(usize::from(ruled.is_ok())).returning(|_| Ok(()));
        let fakes = day.fakes();
        let committed = fakes.store.queue(work);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(day.submit(&fakes));
        prop_assert_eq!(committed.load(Ordering::SeqCst), ruled.is_ok());
        prop_assert_eq!(saved.load(Ordering::SeqCst), ruled.is_ok());
        match ruled {
            Ok(_) => prop_assert_eq!(answer.unwrap().is_new, day.existing.is_none()),
            Err(refusal) => prop_assert_eq!(answer, Err(Error::Refused(refusal))),
        }
    }
}
