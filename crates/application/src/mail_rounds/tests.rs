//! Who gets a mail of a round, with what in it, and how often.

use super::*;
use crate::mail::{About, Letter};
use crate::memory::{Mark, State, Unlock};
use crate::ports::{NewNotice, NewRequest, NewResubmission, Substitution};
use crate::testing::{Fakes, FixedClock, at, day, entry, holiday, number, user};
use domain::id::{NoticeId, ResubmissionId, SubstitutionId, TimesheetId, UnlockId};
use domain::leave::{DayPart, LeaveStatus};
use domain::mail_choices::{MailKind, MailTiming};
use domain::notice::{Notice, approved, frozen, rejected, unlocked};
use domain::person::Role;
use domain::substitution::Days;
use domain::timesheet::{Hours, Status};
use std::sync::Arc;
use uuid::Uuid;

/// Employees 1 to 3 of manager 7, Employee 4 of manager 8, HR 5, administrator 9. It is Wednesday, 10 June 2026.
fn people() -> State {
    let mut state = State::of(&[
        (1, Role::Employee),
        (2, Role::Employee),
        (3, Role::Employee),
        (4, Role::Employee),
        (5, Role::Hr),
        (7, Role::Manager),
        (8, Role::Manager),
        (9, Role::Admin),
    ]);
    for (n, manager) in [(1, 7), (2, 7), (3, 7), (4, 8)] {
        state.person(n).record.manager = Some(user(manager));
        state.person(n).record.joining_date = None;
    }
    state
}

/// The same, changed like this.
fn with(change: impl FnOnce(&mut State)) -> Fakes {
    let mut state = people();
    change(&mut state);
    Fakes::over(state)
}

fn chose(state: &mut State, n: u128, kind: MailKind, timing: MailTiming) {
    state.mail_choices.insert((user(n), kind), timing);
}

fn waits(state: &mut State, id: u128, of: u128, date: &str) {
    let entry = entry(id, of, day(date), Status::Pending);
    state.entries.insert(entry.id(), entry);
}

fn is_missing(state: &mut State, of: u128, date: &str) {
    state.marks.insert((user(of), day(date)), Mark { at: at("2026-06-10T00:00:00Z"), mailed_on: None });
}

fn came_back(state: &mut State, n: u128, of: u128) {
    let resubmission = NewResubmission {
        id: ResubmissionId::new(Uuid::from_u128(n)),
        timesheet: TimesheetId::new(Uuid::from_u128(n)),
        version: 3,
        user: user(of),
        previous_hours: Hours::whole(8),
        previous_description: "Work".into(),
        original_comment: "Why".into(),
        created_at: at("2026-06-09T09:00:00Z"),
    };
    state.resubmissions.insert(resubmission.id, (resubmission, None));
}

fn is_told(state: &mut State, n: u128, of: u128, notice: Notice, when: &str) {
    let notice = NewNotice { id: NoticeId::new(Uuid::from_u128(n)), user: user(of), notice, created_at: at(when) };
    state.notices.insert(notice.id, (notice, None));
}

fn stands_in(state: &mut State, substitute: u128, manager: u128, from: &str, to: &str) {
    let id = SubstitutionId::new(Uuid::from_u128(substitute));
    let kept = Substitution {
        id,
        manager: user(manager),
        substitute: user(substitute),
        days: Days { from: day(from), to: day(to) },
        reason: "Holidays".into(),
        created_by: user(9),
        created_at: at("2026-06-01T08:00:00Z"),
        ended_at: None,
    };
    state.substitutions.insert(id, (kept, None));
}

fn ports_at(fakes: &Fakes, now: &str) -> Ports {
    Ports { clock: Arc::new(FixedClock(at(now))), ..fakes.ports() }
}

/// Makes all of a round, at this moment, and says of how many mails.
async fn digests_at(fakes: &Fakes, now: &str) -> u32 {
    let (ports, mut mails) = (ports_at(fakes, now), 0);
    while let RoundStep::Made(made) = digest(&ports).await.unwrap() {
        mails += made;
    }
    mails
}

async fn reminders_at(fakes: &Fakes, now: &str) -> u32 {
    let (ports, mut mails) = (ports_at(fakes, now), 0);
    while let RoundStep::Made(made) = remind(&ports).await.unwrap() {
        mails += made;
    }
    mails
}

/// The letters of this kind, each with the number of its reader.
fn letters<A: About>(fakes: &Fakes) -> Vec<(u128, A)> {
    let state = fakes.state();
    let of = |address: &str| {
        let reader = state.people.values().find(|account| account.record.email.as_str() == address);
        number(reader.unwrap().record.id)
    };
    let about = |letter: &Letter| letter.about::<A>();
    state.mails.values().filter_map(|mail| Some((of(&mail.mail.to), about(&mail.mail.letter)?))).collect()
}

const MORNING: &str = "2026-06-10T08:30:00Z";
const EVENING: &str = "2026-06-10T17:30:00Z";

#[tokio::test]
async fn a_manager_is_told_what_waits_in_the_own_team_and_nobody_with_nothing_is() {
    let fakes = with(|state| {
        waits(state, 101, 1, "2026-06-08");
        waits(state, 102, 1, "2026-06-09");
        waits(state, 103, 2, "2026-06-05");
        is_missing(state, 3, "2026-06-09");
        is_missing(state, 2, "2026-06-02");
        came_back(state, 103, 2);
    });
    assert_eq!(digests_at(&fakes, "2026-06-10T08:29:59Z").await, 0);
    assert_eq!(digests_at(&fakes, MORNING).await, 1);
    let letter = WaitingDigestLetter {
        waiting: 3,
        oldest: Some(day("2026-06-05")),
        missing: vec!["First3 Last3".into()],
        resubmissions: 1,
        ..WaitingDigestLetter::default()
    };
    assert_eq!(letters(&fakes), [(7, letter)], "a day of more than a week ago is missing no more");
    let chosen: Vec<_> = fakes.state().mails.values().map(|mail| mail.mail.letter.chosen_as()).collect();
    assert_eq!(chosen, [Some(Role::Manager)]);
    assert_eq!(digests_at(&fakes, "2026-06-10T12:00:00Z").await, 0, "once a day");
}

#[tokio::test]
async fn a_digest_says_what_its_reader_chose_to_have_in_it() {
    for (choices, expected) in [
        (vec![(MailKind::Waiting, MailTiming::Off)], Some((0, 1))),
        (vec![(MailKind::Resubmission, MailTiming::Instant)], Some((1, 0))),
        (vec![(MailKind::Waiting, MailTiming::Off), (MailKind::Resubmission, MailTiming::Off)], None),
    ] {
        let fakes = with(|state| {
            waits(state, 103, 2, "2026-06-05");
            came_back(state, 103, 2);
            for (kind, timing) in &choices {
                chose(state, 7, *kind, *timing);
            }
        });
        digests_at(&fakes, MORNING).await;
        let told: Vec<_> = letters::<WaitingDigestLetter>(&fakes)
            .into_iter()
            .map(|(_, one)| (one.waiting, one.resubmissions))
            .collect();
        assert_eq!(told, expected.into_iter().collect::<Vec<_>>(), "{choices:?}");
    }
}

#[tokio::test]
async fn a_substitute_is_told_of_both_teams_while_they_stand_in() {
    let fakes = with(|state| {
        waits(state, 101, 1, "2026-06-08");
        waits(state, 104, 4, "2026-06-04");
        is_missing(state, 4, "2026-06-09");
        is_missing(state, 1, "2026-06-09");
        stands_in(state, 8, 7, "2026-06-10", "2026-06-10");
        stands_in(state, 5, 8, "2026-06-09", "2026-06-12");
        stands_in(state, 9, 7, "2026-06-11", "2026-06-12");
    });
    digests_at(&fakes, MORNING).await;
    let told: Vec<_> = letters::<WaitingDigestLetter>(&fakes)
        .into_iter()
        .map(|(n, one)| (n, one.waiting, one.oldest.unwrap().to_string(), one.missing.join(", ")))
        .collect();
    let line = |n, count, oldest: &str, names: &str| (n, count, oldest.to_owned(), names.to_owned());
    assert_eq!(
        told,
        [
            line(5, 1, "2026-06-04", "First4 Last4"),
            line(7, 1, "2026-06-08", "First1 Last1"),
            line(8, 2, "2026-06-04", "First1 Last1, First4 Last4"),
        ]
    );
}

#[tokio::test]
async fn twenty_missing_people_are_named_and_the_others_counted() {
    let fakes = with(|state| {
        for n in 100..123 {
            state.people.insert(user(n), crate::testing::account(n, Role::Employee));
            state.person(n).record.manager = Some(user(7));
            state.person(n).record.joining_date = None;
            is_missing(state, n, "2026-06-09");
        }
    });
    digests_at(&fakes, MORNING).await;
    let [(7, letter)] = &letters::<WaitingDigestLetter>(&fakes)[..] else { panic!() };
    assert_eq!((letter.missing.len(), letter.more_missing), (20, 3));
    assert_eq!(letter.missing[0], "First100 Last100", "by name");
}

#[tokio::test]
async fn requests_to_unlock_are_told_to_those_for_whom_they_wait_and_who_have_them_in_the_digest() {
    let fakes = with(|state| {
        state.person(3).record.manager = None;
        for (n, of) in [(81, 1), (82, 3)] {
            let id = UnlockId::new(Uuid::from_u128(n));
            let created_at = at("2026-06-10T08:00:00Z");
            let made = NewRequest { id, user: user(of), date: day("2026-06-09"), reason: "Forgot".into(), created_at };
            state.unlocks.insert(id, Unlock::from(&made));
        }
        chose(state, 9, MailKind::UnlockRequest, MailTiming::Off);
    });
    digests_at(&fakes, MORNING).await;
    let told = |fakes: &Fakes| {
        letters::<WaitingDigestLetter>(fakes).into_iter().map(|(n, one)| (n, one.requests)).collect::<Vec<_>>()
    };
    assert_eq!(told(&fakes), [(5, 1)], "a manager has each at once where they chose nothing");
    fakes.memory.change(|state| chose(state, 7, MailKind::UnlockRequest, MailTiming::Digest));
    digests_at(&fakes, "2026-06-11T08:30:00Z").await;
    assert_eq!(told(&fakes)[1..], [(5, 1), (7, 1)]);
}

#[tokio::test]
async fn an_employees_digest_has_the_unread_news_since_the_last_round_newest_first() {
    let fakes = with(|state| {
        for kind in [MailKind::Rejected, MailKind::Approved] {
            chose(state, 1, kind, MailTiming::Digest);
        }
        let (first, second) = (day("2026-06-08"), day("2026-06-09"));
        is_told(state, 901, 1, rejected::notice(&[first], "Why", None), "2026-06-09T08:30:00Z");
        is_told(state, 902, 1, rejected::notice(&[first], "Why not", None), "2026-06-09T08:30:01Z");
        is_told(state, 903, 1, approved::notice(&[second], None), "2026-06-10T07:00:00Z");
        is_told(state, 904, 1, unlocked::notice(second, "You were ill"), "2026-06-10T07:10:00Z");
        is_told(state, 905, 1, frozen::notice(second), "2026-06-10T07:20:00Z");
        is_told(state, 906, 1, approved::notice(&[second], None), "2026-06-10T07:30:00Z");
        is_told(state, 907, 2, approved::notice(&[second], None), "2026-06-10T07:30:00Z");
        state.notices.get_mut(&NoticeId::new(Uuid::from_u128(906))).unwrap().1 = Some(at("2026-06-10T07:40:00Z"));
    });
    assert_eq!(digests_at(&fakes, "2026-06-09T08:30:00Z").await, 1);
    assert_eq!(digests_at(&fakes, MORNING).await, 1);
    let [(1, before), (1, letter)] = &letters::<NewsDigestLetter>(&fakes)[..] else { panic!("two digests") };
    assert_eq!(before.bodies, ["2026-06-08: Why"]);
    assert_eq!(letter.titles, ["A day was approved", "A day was rejected"]);
    assert_eq!(letter.bodies, ["2026-06-09", "2026-06-08: Why not"]);
    // What came after the round is in the next one.
    fakes.memory.change(|state| {
        let notice = approved::notice(&[day("2026-06-05")], None);
        is_told(state, 910, 1, notice, "2026-06-10T08:30:01Z");
    });
    assert_eq!(digests_at(&fakes, "2026-06-11T09:00:00Z").await, 1);
    let (_, letter) = letters::<NewsDigestLetter>(&fakes).pop().unwrap();
    assert_eq!(letter.bodies, ["2026-06-05"]);
}

#[tokio::test]
async fn there_are_no_digests_on_a_day_off_of_the_organisation() {
    for (now, off) in [("2026-06-14T09:00:00Z", "a Sunday"), ("2026-06-12T09:00:00Z", "a holiday")] {
        let fakes = with(|state| {
            waits(state, 101, 1, "2026-06-08");
            state.keep_holiday(holiday("2026-06-12", false));
        });
        assert_eq!(digests_at(&fakes, now).await, 0, "{off}");
        assert_eq!(fakes.state().kept_values, [].into(), "{off}: there was no round");
        assert_eq!(digests_at(&fakes, "2026-06-15T09:00:00Z").await, 1);
    }
}

#[tokio::test]
async fn nobody_is_reminded_on_a_holiday_or_a_weekend() {
    let fakes = with(|state| state.keep_holiday(holiday("2026-06-12", false)));
    for now in ["2026-06-12T18:00:00Z", "2026-06-13T18:00:00Z", "2026-06-14T18:00:00Z"] {
        assert_eq!(reminders_at(&fakes, now).await, 0, "{now}");
    }
    assert_eq!(reminders_at(&fakes, "2026-06-15T18:00:00Z").await, 4);
}

/// leave.md 1.7: nobody covered whole by approved leave is reminded of the day or missed on it.
#[tokio::test]
async fn nobody_on_leave_the_whole_day_is_reminded_or_missed() {
    let reminded = {
        let fakes = with(|state| {
            is_missing(state, 3, "2026-06-09");
            chose(state, 3, MailKind::Reminder, MailTiming::Instant);
        });
        assert_eq!(digests_at(&fakes, MORNING).await, 1);
        reminders_at(&fakes, EVENING).await
    };
    for (part, status, fewer) in [
        (DayPart::Full, LeaveStatus::Approved, 1),
        (DayPart::Morning, LeaveStatus::Approved, 0),
        (DayPart::Full, LeaveStatus::Pending, 0),
    ] {
        let fakes = with(|state| {
            is_missing(state, 3, "2026-06-09");
            chose(state, 3, MailKind::Reminder, MailTiming::Instant);
            state.take_leave(3, "2026-06-09", "2026-06-09", part, status);
            state.take_leave(3, "2026-06-10", "2026-06-10", part, status);
        });
        digests_at(&fakes, MORNING).await;
        let missed = letters::<WaitingDigestLetter>(&fakes).into_iter().filter(|(_, one)| !one.missing.is_empty());
        assert_eq!(missed.count(), usize::from(fewer == 0), "{part:?} {status:?}");
        assert_eq!(reminders_at(&fakes, EVENING).await, reminded - fewer, "{part:?} {status:?}");
    }
}
