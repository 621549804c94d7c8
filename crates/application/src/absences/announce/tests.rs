//! Who gets a mail about frozen days, when, and with which days.

use super::*;
use crate::Error;
use crate::mail::Letter;
use crate::memory::{Mark, State};
use crate::testing::{Fakes, FixedClock, Given, at, day, holiday, number, user};
use chrono::NaiveDate;
use domain::person::{FullName, Role};
use std::sync::Arc;

/// Employees 1 to 3, who were marked absent on these days.
fn absent(marks: &[(u128, &str)]) -> State {
    let mut state = State::of(&[(1, Role::Employee), (2, Role::Employee), (3, Role::Employee)]);
    mark(&mut state, marks);
    state
}

fn mark(state: &mut State, marks: &[(u128, &str)]) {
    let unmailed = Mark { at: at("2026-06-01T00:00:00Z"), mailed_on: None };
    state.marks.extend(marks.iter().map(|(n, date)| ((user(*n), day(date)), unmailed.clone())));
}

/// The same portal on another day, at noon.
async fn announce_on(fakes: &Fakes, date: &str) -> Result<u32, Error> {
    let clock = Arc::new(FixedClock(at(&format!("{date}T12:00:00Z"))));
    announce(&Ports { clock, ..fakes.ports() }).await
}

fn days(dates: &[&str]) -> Vec<NaiveDate> {
    dates.iter().copied().map(day).collect()
}

/// To whom letters went, and which days stand in them.
fn letters(fakes: &Fakes) -> Vec<(String, Vec<NaiveDate>)> {
    let sent = fakes.state().mails.into_values().map(|mail| mail.mail);
    sent.map(|mail| (mail.to, mail.letter.about::<DaysFrozenLetter>().expect("frozen days").dates)).collect()
}

/// Who was mailed about which days, and when.
fn mailed(fakes: &Fakes) -> Vec<(u128, String, NaiveDate)> {
    let marks = fakes.state().marks.into_iter();
    marks.filter_map(|((of, day), mark)| Some((number(of), day.to_string(), mark.mailed_on?))).collect()
}

#[tokio::test]
async fn each_gets_one_letter_with_all_the_days() {
    let fakes = Fakes::over(absent(&[(2, "2026-06-09"), (1, "2026-06-09"), (1, "2026-06-05"), (1, "2026-06-08")]));
    assert_eq!(announce(&fakes.ports()).await, Ok(2));
    let kept = fakes.state();
    let letter = |of: u128, dates: &[&str]| {
        let name = FullName { first: format!("First{of}"), last: format!("Last{of}") };
        (
            format!("p{of}@x.org"),
            Letter::new(name, &DaysFrozenLetter { dates: days(dates) }).by_choice_of(Role::Employee),
            fakes.now,
        )
    };
    let sent = kept.mails.values().map(|mail| mail.mail.clone());
    assert_eq!(
        sent.map(|mail| (mail.to, mail.letter, mail.created_at)).collect::<Vec<_>>(),
        [letter(1, &["2026-06-05", "2026-06-08", "2026-06-09"]), letter(2, &["2026-06-09"])]
    );
    assert!(kept.marks.values().all(|mark| mark.mailed_on == Some(day("2026-06-10"))));
    assert_eq!(announce(&fakes.ports()).await, Ok(0), "once");
    assert_eq!(fakes.state(), kept);
}

#[tokio::test]
async fn the_first_day_is_mailed_at_once_and_later_ones_a_week_after_the_last_mail() {
    let fakes = Fakes::over(absent(&[(1, "2026-06-09")]));
    assert_eq!(announce_on(&fakes, "2026-06-10").await, Ok(1));
    fakes.memory.change(|state| mark(state, &[(1, "2026-06-10"), (1, "2026-06-12"), (2, "2026-06-12")]));
    // The colleague's first day does not wait for the other's week.
    assert_eq!(announce_on(&fakes, "2026-06-13").await, Ok(1));
    assert_eq!(announce_on(&fakes, "2026-06-16").await, Ok(0));
    assert_eq!(announce_on(&fakes, "2026-06-17").await, Ok(1));
    assert_eq!(
        letters(&fakes),
        [
            ("p1@x.org".to_owned(), days(&["2026-06-09"])),
            ("p2@x.org".to_owned(), days(&["2026-06-12"])),
            ("p1@x.org".to_owned(), days(&["2026-06-10", "2026-06-12"])),
        ],
        "each day in one letter"
    );
    assert_eq!(announce_on(&fakes, "2026-07-01").await, Ok(0), "with no new day there is no letter");
}

#[tokio::test]
async fn a_day_that_became_a_holiday_is_in_no_letter_and_takes_nobodys_turn() {
    let given = Given { holidays: vec![holiday("2020-06-08", true)], ..Given::default() };
    let State { holidays, .. } = State::from(given);
    let marked = absent(&[(1, "2026-06-08"), (1, "2026-06-09"), (2, "2026-06-08")]);
    let fakes = Fakes::over(State { holidays, ..marked });
    assert_eq!(announce(&fakes.ports()).await, Ok(2));
    assert_eq!(letters(&fakes), [("p1@x.org".to_owned(), days(&["2026-06-09"]))]);
    assert_eq!(announce(&fakes.ports()).await, Ok(0), "it comes to an end");
    // Person 2 was told nothing, so the next day is the first: it is mailed without waiting for a week.
    fakes.memory.change(|state| mark(state, &[(1, "2026-06-10"), (2, "2026-06-10")]));
    assert_eq!(announce_on(&fakes, "2026-06-11").await, Ok(1));
    assert_eq!(letters(&fakes)[1..], [("p2@x.org".to_owned(), days(&["2026-06-10"]))]);
}

#[tokio::test]
async fn a_person_without_an_address_holds_nobody_up() {
    let fakes = Fakes::over(absent(&[(1, "2026-06-09"), (2, "2026-06-09")]));
    fakes.memory.before("MailChoiceRepository::wanting", |state| _ = state.people.remove(&user(1)));
    assert_eq!(announce(&fakes.ports()).await, Ok(2));
    assert_eq!(letters(&fakes), [("p2@x.org".to_owned(), days(&["2026-06-09"]))]);
    let today = day("2026-06-10");
    assert_eq!(mailed(&fakes), [(1, "2026-06-09".to_owned(), today), (2, "2026-06-09".to_owned(), today)]);
    assert_eq!(announce(&fakes.ports()).await, Ok(0));
}

#[tokio::test]
async fn many_people_are_mailed_in_turns() {
    let people: Vec<(u128, Role)> = (1..=450).map(|n| (n, Role::Employee)).collect();
    let mut state = State::of(&people);
    mark(&mut state, &(1..=450).map(|n| (n, "2026-06-09")).collect::<Vec<_>>());
    let fakes = Fakes::over(state);
    let ports = fakes.ports();
    for turn in [200, 200, 50, 0] {
        assert_eq!(announce(&ports).await, Ok(turn));
    }
    let mut to: Vec<String> = letters(&fakes).into_iter().map(|(to, _)| to).collect();
    to.sort_unstable();
    to.dedup();
    assert_eq!(to.len(), 450);
}

#[tokio::test]
async fn days_are_the_organisations_days() {
    use chrono_tz::Pacific::{Pago_Pago, Tongatapu};
    // The days of the last thirty are asked for. People who were mailed a week ago or earlier are due.
    for (now, zone, shown, too_old, mailed_by) in [
        ("2026-06-10T10:59:59Z", Pago_Pago, "2026-05-11", "2026-05-08", "2026-06-02"),
        ("2026-06-10T11:00:00Z", Pago_Pago, "2026-05-11", "2026-05-08", "2026-06-03"),
        ("2026-06-10T11:00:00Z", Tongatapu, "2026-05-12", "2026-05-11", "2026-06-04"),
    ] {
        let mut state = absent(&[(1, shown), (1, too_old), (2, "2026-06-01"), (3, "2026-06-01")]);
        mark(&mut state, &[(2, "2026-05-29"), (3, "2026-05-29")]);
        let mut was_mailed = |n, on| state.marks.get_mut(&(user(n), day("2026-05-29"))).unwrap().mailed_on = Some(on);
        was_mailed(2, day(mailed_by));
        was_mailed(3, day(mailed_by).succ_opt().unwrap());
        let fakes = Fakes { now: at(now), zone, ..Fakes::over(state) };
        assert_eq!(announce(&fakes.ports()).await, Ok(2), "{now} in {zone}");
        let expected = [("p1@x.org".to_owned(), days(&[shown])), ("p2@x.org".to_owned(), days(&["2026-06-01"]))];
        assert_eq!(letters(&fakes), expected, "{now} in {zone}");
    }
}
