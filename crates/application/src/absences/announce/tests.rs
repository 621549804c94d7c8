//! Who gets a mail about frozen days, when, and with which days.

use super::*;
use crate::testing::{
    Fakes, Ledger, Writes, at, day, entry, holiday, nothing_is_kept_when_a_call_fails, number, record, user,
};
use chrono::NaiveDate;
use domain::person::{FullName, Role};
use domain::timesheet::Status;

/// Employees 1 to 3, who were marked absent on these days.
fn absent(marks: &[(u128, &str)]) -> Ledger {
    Ledger::of(&[(1, Role::Employee), (2, Role::Employee), (3, Role::Employee)]).with(|book| {
        book.days.marks = marks.iter().map(|(n, date)| (user(*n), day(date), None)).collect();
    })
}

/// The same ledger on another day, at noon.
fn on(ledger: &Ledger, date: &str) -> Fakes {
    Fakes { now: at(&format!("{date}T12:00:00Z")), ..ledger.fakes() }
}

fn days(dates: &[&str]) -> Vec<NaiveDate> {
    dates.iter().copied().map(day).collect()
}

/// To whom letters went, and which days stand in them.
fn letters(ledger: &Ledger) -> Vec<(String, Vec<NaiveDate>)> {
    let sent = ledger.kept().mails.into_iter().map(|mail| match mail.letter {
        Letter::DaysFrozen { dates, .. } => (mail.to, dates),
        other => panic!("{other:?}"),
    });
    sent.collect()
}

#[tokio::test]
async fn with_nobody_to_mail_nothing_is_written() {
    let ledger = absent(&[]);
    assert_eq!(announce(&ledger.fakes().ports()).await, Ok(0));
    assert_eq!(ledger.kept(), Writes::default());
    assert_eq!(
        ledger.said(),
        [
            "holidays from 2026-05-11 to 2026-06-10",
            "begin",
            "lock frozen_through",
            "unmailed since 2026-05-11, mailed by 2026-06-03"
        ]
    );
}

#[tokio::test]
async fn each_gets_one_letter_with_all_the_days() {
    let ledger = absent(&[(2, "2026-06-09"), (1, "2026-06-09"), (1, "2026-06-05"), (1, "2026-06-08")]);
    assert_eq!(announce(&ledger.fakes().ports()).await, Ok(2));
    assert_eq!(ledger.said()[4..], ["addresses", "mail", "mailed", "commit"]);
    let (kept, now) = (ledger.kept(), at("2026-06-10T10:00:00Z"));
    let mail = |n: usize, of: u128, dates: &[&str]| NewMail {
        id: kept.mails[n].id,
        to: format!("p{of}@x.org"),
        letter: Letter::DaysFrozen {
            name: FullName { first: format!("First{of}"), last: format!("Last{of}") },
            dates: days(dates),
        },
        created_at: now,
    };
    let today = day("2026-06-10");
    let expected = Writes {
        mails: vec![mail(0, 1, &["2026-06-05", "2026-06-08", "2026-06-09"]), mail(1, 2, &["2026-06-09"])],
        mailed: vec![(user(1), today), (user(2), today)],
        ..Writes::default()
    };
    assert_eq!(kept, expected);
    assert_eq!(announce(&ledger.fakes().ports()).await, Ok(0), "once");
    assert_eq!(ledger.kept(), expected);
}

#[tokio::test]
async fn the_first_day_is_mailed_at_once_and_later_ones_a_week_after_the_last_mail() {
    let ledger = absent(&[(1, "2026-06-09")]);
    assert_eq!(announce(&on(&ledger, "2026-06-10").ports()).await, Ok(1));
    let ledger = ledger.with(|book| {
        book.days.marks.extend([(user(1), day("2026-06-10"), None), (user(1), day("2026-06-12"), None)]);
        book.days.marks.push((user(2), day("2026-06-12"), None));
    });
    // The colleague's first day does not wait for the other's week.
    assert_eq!(announce(&on(&ledger, "2026-06-13").ports()).await, Ok(1));
    assert_eq!(announce(&on(&ledger, "2026-06-16").ports()).await, Ok(0));
    assert_eq!(announce(&on(&ledger, "2026-06-17").ports()).await, Ok(1));
    assert_eq!(
        letters(&ledger),
        [
            ("p1@x.org".to_owned(), days(&["2026-06-09"])),
            ("p2@x.org".to_owned(), days(&["2026-06-12"])),
            ("p1@x.org".to_owned(), days(&["2026-06-10", "2026-06-12"])),
        ],
        "each day in one letter"
    );
    assert_eq!(announce(&on(&ledger, "2026-07-01").ports()).await, Ok(0), "with no new day there is no letter");
}

#[tokio::test]
async fn a_day_that_is_settled_or_too_long_ago_is_in_no_letter() {
    let ledger = absent(&[(1, "2026-06-08"), (1, "2026-06-09"), (2, "2026-06-09"), (3, "2026-05-08")]).with(|book| {
        book.days.entries = vec![entry(1, 1, day("2026-06-08"), Status::Pending)];
        book.days.open = vec![(user(2), day("2026-06-09"))];
    });
    assert_eq!(announce(&ledger.fakes().ports()).await, Ok(1));
    assert_eq!(letters(&ledger), [("p1@x.org".to_owned(), days(&["2026-06-09"]))]);
}

#[tokio::test]
async fn a_day_that_became_a_holiday_is_in_no_letter_and_takes_nobodys_turn() {
    let ledger = absent(&[(1, "2026-06-08"), (1, "2026-06-09"), (2, "2026-06-08")])
        .with(|book| book.days.holidays = vec![holiday("2020-06-08", true).holiday]);
    assert_eq!(announce(&ledger.fakes().ports()).await, Ok(2));
    assert_eq!(letters(&ledger), [("p1@x.org".to_owned(), days(&["2026-06-09"]))]);
    assert_eq!(announce(&ledger.fakes().ports()).await, Ok(0), "it comes to an end");
    // Person 2 was told nothing, so the next day is the first: it is mailed without waiting for a week.
    let ledger = ledger.with(|book| {
        book.days.marks.extend([(user(1), day("2026-06-10"), None), (user(2), day("2026-06-10"), None)]);
    });
    assert_eq!(announce(&on(&ledger, "2026-06-11").ports()).await, Ok(1));
    assert_eq!(letters(&ledger)[1..], [("p2@x.org".to_owned(), days(&["2026-06-10"]))]);
}

#[tokio::test]
async fn who_has_no_address_any_more_holds_nobody_up() {
    let ledger =
        absent(&[(1, "2026-06-09"), (2, "2026-06-09")]).with(|book| _ = book.days.without_address.insert(user(1)));
    assert_eq!(announce(&ledger.fakes().ports()).await, Ok(2));
    let kept = ledger.kept();
    assert_eq!(kept.letters(), [("days-frozen", "p2@x.org")]);
    assert_eq!(kept.mailed.iter().map(|(user, _)| number(*user)).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(announce(&ledger.fakes().ports()).await, Ok(0));
}

#[tokio::test]
async fn many_people_are_mailed_in_turns() {
    let ledger = Ledger::default().with(|book| {
        book.people = (1..=450).map(|n| record(n, Role::Employee)).collect();
        book.days.marks = (1..=450).map(|n| (user(n), day("2026-06-09"), None)).collect();
    });
    let ports = ledger.fakes().ports();
    for turn in [200, 200, 50, 0] {
        assert_eq!(announce(&ports).await, Ok(turn));
    }
    let mut to: Vec<String> = ledger.kept().mails.into_iter().map(|mail| mail.to).collect();
    to.sort_unstable();
    to.dedup();
    assert_eq!(to.len(), 450);
}

#[tokio::test]
async fn days_are_the_organisations_days() {
    use chrono_tz::Pacific::{Pago_Pago, Tongatapu};
    for (now, zone, asked) in [
        ("2026-06-10T10:59:59Z", Pago_Pago, "unmailed since 2026-05-10, mailed by 2026-06-02"),
        ("2026-06-10T11:00:00Z", Pago_Pago, "unmailed since 2026-05-11, mailed by 2026-06-03"),
        ("2026-06-10T11:00:00Z", Tongatapu, "unmailed since 2026-05-12, mailed by 2026-06-04"),
    ] {
        let ledger = absent(&[]);
        announce(&Fakes { now: at(now), zone, ..ledger.fakes() }.ports()).await.unwrap();
        assert_eq!(ledger.said()[3], asked, "{now} in {zone}");
    }
}

#[tokio::test]
async fn mails_and_their_note_appear_together_or_not_at_all() {
    let due = || absent(&[(1, "2026-06-09"), (2, "2026-06-09")]);
    nothing_is_kept_when_a_call_fails(due, async |fakes| announce(&fakes.ports()).await).await;
}
