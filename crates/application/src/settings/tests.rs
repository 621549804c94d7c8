use super::*;
use crate::memory::State;
use crate::testing::{Fakes, caller, day, nothing_changes_when_a_call_fails};
use crate::{Conflict, Error, Ports};
use chrono_tz::Europe::{Berlin, Lisbon};
use domain::person::Role;
use domain::settings::{Decided, Key, Typed, Value};
use domain::time::Month;
use std::sync::Arc;

fn fakes() -> Fakes {
    Fakes::over(State::of(&[(1, Role::Admin), (2, Role::Hr)]))
}

/// An instance over the store of the fakes.
fn instance(fakes: &Fakes) -> Ports {
    let defaults = vec![Decided { key: Key::SelfRegistration, from: None, value: Value::Boolean(true) }];
    Ports { policy: Arc::new(Policy::new(defaults, Vec::new())), ..fakes.ports() }
}

fn wants(value: Typed, from: Option<&str>, version: u32) -> Change {
    Change { value, from: from.map(day), version }
}

async fn change_as(ports: &Ports, role: Role, key: &str, wanted: Change) -> Result<SettingView, Error> {
    change(ports, &caller(if role == Role::Admin { 1 } else { 2 }, role), key, wanted).await
}

fn sentences(refused: Result<SettingView, Error>) -> Vec<(&'static str, String)> {
    match refused {
        Err(Error::Invalid(invalid)) => invalid.fields,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_value_by_month_holds_from_its_month_on() {
    let fakes = fakes();
    let ports = instance(&fakes);
    let good = |value, from, version| {
        change_as(&ports, Role::Hr, "attendance.goodPercent", wants(Typed::Number(value), from, version))
    };
    let now = good(65, None, 0).await.unwrap();
    assert_eq!((now.from, now.next), (Some(day("2026-06-01")), None), "this month where none is named");
    let later = good(90, Some("2026-09-01"), 1).await.unwrap();
    assert_eq!((later.value, later.next), (Value::Integer(65), Some((day("2026-09-01"), Value::Integer(90)))));
    let anew = good(70, Some("2026-09-01"), 2).await.unwrap();
    assert_eq!(anew.next, Some((day("2026-09-01"), Value::Integer(70))), "a month that is stored is replaced");
    good(75, Some("2026-05-01"), 3).await.unwrap();
    let percent = |month| ports.moment().rules.good_percent(Month::new(2026, month).unwrap());
    assert_eq!([4, 5, 6, 8, 9, 12].map(percent), [80, 75, 65, 65, 70, 70]);
    // Before a month of its own a month has the value of the one before it.
    let same = good(65, Some("2026-08-01"), 99).await.unwrap();
    assert_eq!(same.version, 4);
}

#[tokio::test]
async fn a_month_that_the_value_decides_and_that_is_closed_refuses_it() {
    let mut state = State::of(&[(2, Role::Hr)]);
    state.close(Month::new(2026, 5).unwrap(), &[]);
    let fakes = Fakes::over(state);
    let ports = instance(&fakes);
    let good = |value, from, version| {
        change_as(&ports, Role::Hr, "attendance.goodPercent", wants(Typed::Number(value), Some(from), version))
    };
    let closed = Err(Conflict::MonthClosed(Month::new(2026, 5).unwrap()).into());
    assert_eq!(good(70, "2026-04-01", 9).await, closed, "before the version is looked at");
    assert_eq!(good(80, "2026-04-01", 9).await.map(|view| view.version), Ok(0), "it holds already");
    assert!(good(70, "2026-06-01", 0).await.is_ok());
}

#[tokio::test]
async fn the_first_zone_is_kept_and_every_other_has_to_be_the_same() {
    let fakes = fakes();
    let ports = instance(&fakes);
    assert_eq!(give_time_zone(&ports, Berlin).await, Ok(TimeZoneGiven::Holds));
    assert_eq!(ports.zones().on(ports.moment().today), Berlin);
    let recorded = fakes.state().events;
    assert_eq!(recorded.len(), 1);
    assert_eq!(give_time_zone(&ports, Berlin).await, Ok(TimeZoneGiven::Holds));
    assert_eq!(give_time_zone(&ports, Lisbon).await, Ok(TimeZoneGiven::Differs(Berlin)));
    assert_eq!(fakes.state().events, recorded, "nothing is decided twice");

    // One that was decided for a day to come may be named before, and the former one until then.
    let wish = wants(Typed::Text("Europe/Lisbon".into()), Some("2026-06-11"), 1);
    change_as(&ports, Role::Admin, "organisation.timezone", wish).await.unwrap();
    for zone in [Berlin, Lisbon] {
        assert_eq!(give_time_zone(&ports, zone).await, Ok(TimeZoneGiven::Holds));
    }
    let later = Fakes { now: "2026-06-10T23:00:00Z".parse().unwrap(), ..Fakes::over(fakes.state()) };
    assert_eq!(give_time_zone(&instance(&later), Berlin).await, Ok(TimeZoneGiven::Differs(Lisbon)));
}

#[tokio::test]
async fn the_time_zone_changes_with_a_day_to_come() {
    let fakes = fakes();
    let ports = instance(&fakes);
    let zone = |name: &str, from, version| {
        change_as(&ports, Role::Admin, "organisation.timezone", wants(Typed::Text(name.into()), from, version))
    };
    for (from, why) in
        [(None, "Please choose the first day"), (Some("2026-06-10"), "The date must be from 2026-06-11 to 2027-06-11")]
    {
        assert_eq!(sentences(zone("Asia/Tokyo", from, 0).await), [("from", why.to_owned())]);
    }
    let saved = zone("Asia/Tokyo", Some("2026-06-12"), 0).await.unwrap();
    let tokyo = Value::Text("Asia/Tokyo".into());
    assert_eq!((saved.value, saved.next), (Value::Text("UTC".into()), Some((day("2026-06-12"), tokyo))));
    assert_eq!(ports.zones().start_of(day("2026-06-12")), "2026-06-11T15:00:00Z".parse::<domain::Instant>().unwrap());
    assert!(ports.zones().is_settling(ports.clock.now()), "and no mails go out at once");
}

#[tokio::test]
async fn a_zone_is_given_whole_or_not_at_all() {
    nothing_changes_when_a_call_fails(
        || State::of(&[(1, Role::Admin)]),
        async |fakes| give_time_zone(&instance(fakes), Berlin).await,
    )
    .await;
}
