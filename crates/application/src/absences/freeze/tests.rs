//! One step at a time: which day is looked at, who is told, and what several instances do.

use super::*;
use crate::ports::{MockHolidayReads, MockSettingReads};
use crate::testing::{
    Fakes, Ledger, Writes, at, away, day, entry, holiday, nothing_is_kept_when_a_call_fails, record, user,
};
use domain::notice::{NoticeKind, of_absence};
use domain::person::Role;
use domain::timesheet::Status;
use std::sync::Arc;

const THROUGH: &str = "frozen_through";

/// Employees 1 and 2 and their manager; every day up to `through` has been looked at.
fn looked_through(through: &str) -> Ledger {
    let through = through.to_owned();
    Ledger::of(&[(1, Role::Employee), (2, Role::Employee), (7, Role::Manager)])
        .with(|book| _ = book.settings.insert(THROUGH, through))
}

/// The portal on that instant, in that zone.
fn when(ledger: &Ledger, now: &str, zone: chrono_tz::Tz) -> Fakes {
    Fakes { now: at(now), zone, ..ledger.fakes() }
}

/// Every step until no day is left.
async fn steps(fakes: &Fakes) -> Vec<u32> {
    let mut steps = Vec::new();
    while let Frozen::Marked(people) = freeze(&fakes.ports()).await.unwrap() {
        steps.push(people);
        assert!(steps.len() < 400, "it never ends");
    }
    steps
}

/// Whom the steps marked, on which days.
fn marks(ledger: &Ledger) -> Vec<(UserId, NaiveDate)> {
    ledger.kept().marks.into_iter().map(|(user, day, _)| (user, day)).collect()
}

fn on(dates: &[&str]) -> Vec<(UserId, NaiveDate)> {
    dates.iter().flat_map(|date| [(user(1), day(date)), (user(2), day(date))]).collect()
}

/// The days of which it was noted that they are finished.
fn finished(ledger: &Ledger) -> Vec<String> {
    ledger.kept().settings.into_iter().map(|(_, value)| value).collect()
}

#[tokio::test]
async fn whoever_recorded_nothing_is_marked_and_told() {
    let ledger = looked_through("2026-06-08");
    assert_eq!(freeze(&ledger.fakes().ports()).await, Ok(Frozen::Marked(2)));
    assert_eq!(
        ledger.said(),
        [
            "begin",
            "lock frozen_through",
            "holidays from 2026-06-09 to 2026-06-09",
            "mark 2026-06-09, accounts from before 2026-06-10 00:00:00 UTC",
            "notify",
            "day-frozen",
            "set",
            "commit"
        ]
    );
    let (kept, now) = (ledger.kept(), at("2026-06-10T10:00:00Z"));
    let notice = |n: usize, of: u128| NewNotice {
        id: kept.notices[n].id,
        user: user(of),
        kind: NoticeKind::Frozen,
        text: of_absence(day("2026-06-09")),
        link: Some("/employee/timesheet?date=2026-06-09".to_owned()),
        created_at: now,
    };
    let both = vec![user(1), user(2)];
    let event = Event {
        id: kept.events[0].id,
        at: now,
        actor: None,
        what: Happening::DayFrozen { date: day("2026-06-09"), users: vec![user(1), user(2)] },
        pushes: vec![
            Push::Changed { topic: Topic::Timesheets, audience: Audience::Readers(both.clone()) },
            Push::Changed { topic: Topic::Notifications, audience: Audience::Users(both) },
        ],
    };
    let expected = Writes {
        marks: vec![(user(1), day("2026-06-09"), now), (user(2), day("2026-06-09"), now)],
        notices: vec![notice(0, 1), notice(1, 2)],
        settings: vec![(Setting::FrozenThrough, "2026-06-09".to_owned())],
        events: vec![event],
        ..Writes::default()
    };
    assert_eq!(kept, expected);
    assert_ne!(kept.notices[0].id, kept.notices[1].id);
    assert_eq!(freeze(&ledger.fakes().ports()).await, Ok(Frozen::Done));
    assert_eq!(ledger.kept(), expected, "once");
}

#[tokio::test]
async fn while_no_day_is_over_nobody_is_locked_out() {
    // Yesterday was the last one, or the clock was set back.
    for through in ["2026-06-09", "2026-06-10", "2026-06-20"] {
        let ledger = looked_through(through);
        assert_eq!(freeze(&ledger.fakes().ports()).await, Ok(Frozen::Done));
        assert_eq!((ledger.said(), ledger.kept()), (Vec::new(), Writes::default()), "{through}");
    }
}

#[tokio::test]
async fn who_has_a_reason_is_left_out_and_nobody_is_told_of_nobody() {
    let busy = looked_through("2026-06-08").with(|book| {
        book.days.entries = vec![entry(1, 1, day("2026-06-09"), Status::Rejected)];
        book.days.open = vec![(user(2), day("2026-06-09"))];
    });
    assert_eq!(freeze(&busy.fakes().ports()).await, Ok(Frozen::Marked(0)));
    let settings = vec![(Setting::FrozenThrough, "2026-06-09".to_owned())];
    assert_eq!(busy.kept(), Writes { settings, ..Writes::default() });
    assert_eq!(busy.said()[4..], ["set", "commit"]);
}

#[tokio::test]
async fn a_day_without_work_only_moves_on() {
    // A Saturday, a Sunday, a holiday of its own year and one that recurs.
    let (once, yearly) = (holiday("2026-06-09", false).holiday, holiday("2020-06-09", true).holiday);
    for (through, now, next, off) in [
        ("2026-06-05", "2026-06-07T00:00:00Z", "2026-06-06", None),
        ("2026-06-06", "2026-06-08T00:00:00Z", "2026-06-07", None),
        ("2026-06-08", "2026-06-10T00:00:00Z", "2026-06-09", Some(once)),
        ("2026-06-08", "2026-06-10T00:00:00Z", "2026-06-09", Some(yearly)),
    ] {
        let ledger = looked_through(through).with(|book| book.days.holidays.extend(off));
        let fakes = when(&ledger, now, chrono_tz::UTC);
        assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Marked(0)));
        let settings = vec![(Setting::FrozenThrough, next.to_owned())];
        assert_eq!(ledger.kept(), Writes { settings, ..Writes::default() });
        assert_eq!(ledger.said().last().map(String::as_str), Some("commit"));
        assert!(!ledger.said().iter().any(|said| said.starts_with("mark")), "nobody is looked for");
    }
}

#[tokio::test]
async fn after_a_standstill_every_missed_day_gets_its_turn() {
    // From Friday to Tuesday, over a weekend and a holiday on Monday.
    let ledger =
        looked_through("2026-06-04").with(|book| book.days.holidays = vec![holiday("2020-06-08", true).holiday]);
    assert_eq!(steps(&ledger.fakes()).await, [2, 0, 0, 0, 2]);
    assert_eq!(marks(&ledger), on(&["2026-06-05", "2026-06-09"]));
    assert_eq!(finished(&ledger), ["2026-06-05", "2026-06-06", "2026-06-07", "2026-06-08", "2026-06-09"]);
    assert_eq!((ledger.kept().notices.len(), ledger.kept().happenings()), (4, vec!["day-frozen", "day-frozen"]));

    // Half a year, not a day of it left out.
    let long = looked_through("2025-12-09");
    assert_eq!(steps(&long.fakes()).await.len(), 182);
    let expected: Vec<String> = day("2025-12-10")
        .iter_days()
        .take_while(|day| *day < crate::testing::today())
        .map(|day| day.to_string())
        .collect();
    assert_eq!(finished(&long), expected);
}

#[tokio::test]
async fn a_portal_that_never_looked_begins_with_what_it_would_still_show() {
    let never = || Ledger::of(&[(1, Role::Employee)]);
    for ledger in [never(), never().with(|book| _ = book.settings.insert(THROUGH, "soon".into()))] {
        assert_eq!(steps(&ledger.fakes()).await.len(), 30);
        let finished = finished(&ledger);
        assert_eq!((finished[0].as_str(), finished[29].as_str()), ("2026-05-11", "2026-06-09"));
        assert_eq!(ledger.kept().marks.len(), 22);
    }
}

#[tokio::test]
async fn many_people_are_marked_in_turns_and_the_day_ends_with_the_last_of_them() {
    for (people, turns) in [(499, vec![499]), (500, vec![500, 0]), (1_203, vec![500, 500, 203])] {
        let ledger = looked_through("2026-06-08")
            .with(|book| book.people = (1..=people).map(|n| record(n, Role::Employee)).collect());
        let fakes = ledger.fakes();
        for (n, turn) in turns.iter().enumerate() {
            assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Marked(*turn)));
            let is_last = n + 1 == turns.len();
            assert_eq!(finished(&ledger).len(), usize::from(is_last), "{people} people, turn {n}");
        }
        assert_eq!(freeze(&fakes.ports()).await, Ok(Frozen::Done));
        let mut marked: Vec<UserId> = ledger.kept().marks.iter().map(|(user, ..)| *user).collect();
        marked.sort_unstable();
        marked.dedup();
        assert_eq!(
            (marked.len(), ledger.kept().notices.len()),
            (people as usize, people as usize),
            "each of them once"
        );
    }
}

#[tokio::test]
async fn a_day_ends_at_the_midnight_of_the_organisation() {
    use chrono_tz::{Africa::Cairo, Europe::Berlin, Pacific::Pago_Pago, Pacific::Tongatapu, UTC};
    for (zone, date, end) in [
        (UTC, "2026-06-09", "2026-06-10T00:00:00Z"),
        // Eleven hours behind, thirteen ahead.
        (Pago_Pago, "2026-06-09", "2026-06-10T11:00:00Z"),
        (Tongatapu, "2026-06-09", "2026-06-09T11:00:00Z"),
        // Over the end of a year, and of a February.
        (UTC, "2026-12-31", "2027-01-01T00:00:00Z"),
        (Tongatapu, "2026-12-31", "2026-12-31T11:00:00Z"),
        (UTC, "2028-02-28", "2028-02-29T00:00:00Z"),
        (Pago_Pago, "2028-02-29", "2028-03-01T11:00:00Z"),
        // Before and after a clock change: Berlin has changed on the Sunday in between.
        (Berlin, "2026-03-27", "2026-03-27T23:00:00Z"),
        (Berlin, "2026-03-30", "2026-03-30T22:00:00Z"),
        (Berlin, "2026-10-23", "2026-10-23T22:00:00Z"),
        (Berlin, "2026-10-26", "2026-10-26T23:00:00Z"),
        // In Cairo Friday, 24 April begins at one o'clock; in October Thursday's last hour comes twice.
        (Cairo, "2026-04-23", "2026-04-23T22:00:00Z"),
        (Cairo, "2026-10-29", "2026-10-29T22:00:00Z"),
    ] {
        let (instant, short) = (at(end), chrono::Duration::microseconds(1));
        let before = day(date).pred_opt().unwrap().to_string();
        // Person 1 was there in the day's last moment, person 2 came with the next day.
        let ledger = looked_through(&before).with(|book| {
            book.days.created = [(user(1), instant - short), (user(2), instant)].into();
        });
        let early = Fakes { now: instant - short, zone, ..ledger.fakes() };
        assert_eq!(freeze(&early.ports()).await, Ok(Frozen::Done), "{date} is not over in {zone}");
        assert_eq!(ledger.kept(), Writes::default());
        let over = Fakes { now: instant, zone, ..ledger.fakes() };
        assert_eq!(freeze(&over.ports()).await, Ok(Frozen::Marked(1)), "{date} is over in {zone}");
        assert_eq!((marks(&ledger), finished(&ledger)), (vec![(user(1), day(date))], vec![date.to_owned()]));
        assert_eq!(ledger.said()[3], format!("mark {date}, accounts from before {instant}"));
    }
}

#[tokio::test]
async fn of_two_instances_the_second_finds_the_step_taken() {
    let others = |day: &'static str| {
        looked_through("2026-06-07").meanwhile("begin", move |book| _ = book.settings.insert(THROUGH, day.into()))
    };
    let taken = others("2026-06-09");
    assert_eq!(freeze(&taken.fakes().ports()).await, Ok(Frozen::Done));
    assert_eq!((taken.said(), taken.kept()), (vec!["begin".into(), "lock frozen_through".into()], Writes::default()));

    // The other one has taken a day, and left the next.
    let left = others("2026-06-08");
    assert_eq!(freeze(&left.fakes().ports()).await, Ok(Frozen::Marked(2)));
    assert_eq!((marks(&left), finished(&left)), (on(&["2026-06-09"]), vec!["2026-06-09".to_owned()]));
}

#[tokio::test]
async fn a_step_is_taken_whole_or_not_at_all() {
    nothing_is_kept_when_a_call_fails(|| looked_through("2026-06-08"), async |fakes| freeze(&fakes.ports()).await)
        .await;
    nothing_is_kept_when_a_call_fails(|| looked_through("2026-06-05"), async |fakes| freeze(&fakes.ports()).await)
        .await;

    let ledger = looked_through("2026-06-08");
    let (mut settings, mut holidays) = (MockSettingReads::new(), MockHolidayReads::new());
    settings.expect_get().times(1).returning(|_| Err(away()));
    let fakes = Fakes { settings: Arc::new(settings), ..ledger.fakes() };
    assert_eq!(freeze(&fakes.ports()).await, Err(Error::Store(away())));
    holidays.expect_between().times(1).returning(|_, _| Err(away()));
    let fakes = Fakes { holidays: Arc::new(holidays), ..ledger.fakes() };
    assert_eq!(freeze(&fakes.ports()).await, Err(Error::Store(away())));
    assert_eq!(ledger.kept(), Writes::default());
}
