//! What becomes of a holiday that is changed.

use super::*;
use crate::events::Change;
use crate::facts::Fact;

async fn edit(fakes: &Fakes, which: &str, typed: Draft) -> Result<HolidayOn, Error> {
    change(&fakes.ports(), &hr(), id(which), typed).await
}

/// The fields that the event names.
fn changed(fakes: &Fakes) -> Vec<Change> {
    let events = fakes.state().events;
    let [event] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(event.record.kind, "holiday-changed");
    event.record.changes.clone()
}

fn named(typed: Draft, name: &str) -> Draft {
    Draft { name: name.into(), ..typed }
}

#[tokio::test]
async fn a_recurring_one_moves_day_and_month_and_keeps_its_first_year() {
    let fakes = knowing(&[("2020-12-25", true)]);
    let typed = named(draft("2027-12-24", true), "Holiday of 2020-12-25");
    let found = edit(&fakes, "2020-12-25", typed).await.unwrap();
    let (kept, now) = (fakes.state(), fakes.now);
    let moved = Holiday { date: day("2020-12-24"), ..holiday("2020-12-25", true).holiday };
    let record = Record::of("holiday-changed").detail("holiday", moved.id);
    let record = record.change("date", Some(day("2020-12-25")), Some(day("2020-12-24")));
    let event = Event { id: kept.events[0].id, at: now, origin: (&hr()).into(), record, pushes: everyone() };
    let holidays = [(moved.id, (moved.clone(), now))].into();
    assert_eq!(kept, State { holidays, events: vec![event], ..before(&[]) });
    // It is shown in the year that was looked at.
    assert_eq!((found.date, found.view.holiday), (day("2027-12-24"), moved));
}

#[tokio::test]
async fn every_other_change_takes_the_date_as_it_is_typed() {
    for (there, typed, first, shown) in [
        (("2026-12-25", false), draft("2027-12-24", false), "2027-12-24", "2027-12-24"),
        (("2020-12-25", true), draft("2027-12-24", false), "2027-12-24", "2027-12-24"),
        (("2026-12-25", false), draft("2027-12-24", true), "2027-12-24", "2027-12-24"),
        // A year before its own: it does not fall on that date, so it comes back on its first.
        (("2020-12-25", true), draft("2019-12-24", true), "2020-12-24", "2020-12-24"),
        // 29 February: the first year from its own on that has one.
        (("2020-12-25", true), draft("2028-02-29", true), "2020-02-29", "2028-02-29"),
        (("2021-12-25", true), draft("2028-02-29", true), "2024-02-29", "2028-02-29"),
        (("2097-05-01", true), draft("2028-02-29", true), "2104-02-29", "2104-02-29"),
        (("2024-02-29", true), draft("2027-02-28", true), "2024-02-28", "2027-02-28"),
        (("2024-02-29", true), draft("2028-02-29", false), "2028-02-29", "2028-02-29"),
        (("2026-12-25", false), draft("2028-02-29", false), "2028-02-29", "2028-02-29"),
    ] {
        let fakes = knowing(&[there]);
        let found = edit(&fakes, there.0, typed.clone()).await.unwrap();
        assert_eq!((found.view.holiday.date, found.date), (day(first), day(shown)), "{there:?} to {typed:?}");
        let (kept, changed_at) = &fakes.state().holidays[&id(there.0)];
        assert_eq!((kept, *changed_at), (&found.view.holiday, fakes.now));
    }
}

#[tokio::test]
async fn what_stays_as_it_is_writes_nothing() {
    for (there, typed) in [
        (("2026-12-25", false), draft("2026-12-25", false)),
        (("2020-12-25", true), draft("2020-12-25", true)),
        // Edited in a later year, with nothing changed there.
        (("2020-12-25", true), draft("2027-12-25", true)),
        (("2024-02-29", true), draft("2028-02-29", true)),
    ] {
        let fakes = knowing(&[there]);
        let typed = Draft { description: Some("  ".into()), ..named(typed, &format!(" Holiday of {} ", there.0)) };
        let found = edit(&fakes, there.0, typed.clone()).await.unwrap();
        assert_eq!(found.view.holiday, holiday(there.0, there.1).holiday);
        assert_eq!(Some(found.date), typed.date);
        assert_eq!(fakes.state(), before(&[there]), "{typed:?}");
    }
}

#[tokio::test]
async fn each_field_that_changes_is_named_with_its_before_and_after() {
    let told = |field: &'static str, before: Option<Fact>, after: Option<Fact>| Change::Told {
        field: field.into(),
        before,
        after,
    };
    let date = |text: &str| Some(Fact::from(day(text)));
    let text = |text: &str| Some(Fact::from(text));
    let recurs = told("isRecurring", Some(false.into()), Some(true.into()));
    let fakes = knowing(&[("2026-12-25", false)]);
    let typed = Draft { description: Some("Closed".into()), ..draft("2026-12-26", true) };
    edit(&fakes, "2026-12-25", typed).await.unwrap();
    assert_eq!(
        changed(&fakes),
        [
            told("date", date("2026-12-25"), date("2026-12-26")),
            told("name", text("Holiday of 2026-12-25"), text("Founders' day")),
            told("description", None, text("Closed")),
            recurs.clone(),
        ]
    );
    let fakes = knowing(&[("2026-12-25", false)]);
    let typed = Draft { name: "Holiday of 2026-12-25".into(), ..draft("2026-12-25", true) };
    edit(&fakes, "2026-12-25", typed).await.unwrap();
    assert_eq!(changed(&fakes), [recurs]);
}

#[tokio::test]
async fn it_collides_with_others_in_either_direction_and_never_with_itself() {
    let (once, yearly) = (("2026-12-25", false), ("2020-12-25", true));
    for (there, which, typed, is_taken) in [
        // Another one stands there, once or every year, earlier or later.
        (vec![once, ("2026-12-24", false)], "2026-12-25", draft("2026-12-24", false), true),
        (vec![once, ("2020-12-24", true)], "2026-12-25", draft("2026-12-24", false), true),
        (vec![once, ("2027-12-24", true)], "2026-12-25", draft("2026-12-24", false), false),
        (vec![once, ("2030-12-24", false)], "2026-12-25", draft("2026-12-24", true), true),
        (vec![once, ("2020-12-24", false)], "2026-12-25", draft("2026-12-24", true), false),
        // It would recur over one that stands in a year in between, though not in the year that was typed.
        (vec![yearly, ("2022-12-24", false)], "2020-12-25", draft("2027-12-24", true), true),
        (vec![yearly, ("2019-12-24", false)], "2020-12-25", draft("2027-12-24", true), false),
        (vec![yearly, ("2030-12-24", true)], "2020-12-25", draft("2027-12-24", true), true),
        // Made to recur, it comes to one of a later year.
        (vec![once, ("2030-12-25", false)], "2026-12-25", draft("2026-12-25", true), true),
        // It does not conflict with itself.
        (vec![once], "2026-12-25", draft("2026-12-25", true), false),
        (vec![yearly], "2020-12-25", draft("2026-12-25", false), false),
        (vec![yearly], "2020-12-25", draft("2026-12-25", true), false),
    ] {
        let fakes = knowing(&there);
        let answer = edit(&fakes, which, typed.clone()).await.map(|_| ());
        assert_eq!(answer, if is_taken { Err(EXISTS) } else { Ok(()) }, "{which} of {there:?} to {typed:?}");
        assert_eq!(fakes.state().events.len(), usize::from(!is_taken));
        assert_eq!(fakes.state() == before(&there), is_taken);
    }
}

#[tokio::test]
async fn an_unknown_one_comes_before_a_date_that_is_taken() {
    let fakes = knowing(&[("2026-12-25", true)]);
    assert_eq!(edit(&fakes, "2026-12-31", draft("2026-12-25", false)).await, Err(Error::NotFound("Holiday")));
    assert_eq!(fakes.state(), before(&[("2026-12-25", true)]));
    // Somebody else has just deleted it.
    let gone = knowing(&[("2026-12-25", true)]);
    gone.memory.before("Store::begin", |state| state.holidays.clear());
    assert_eq!(edit(&gone, "2026-12-25", draft("2026-12-24", true)).await, Err(Error::NotFound("Holiday")));
    // Somebody else has just taken the date.
    let there = [("2026-12-25", true), ("2026-12-24", false)];
    let taken = knowing(&there[..1]);
    taken.memory.before("Store::begin", move |state| *state = before(&there));
    assert_eq!(edit(&taken, "2026-12-25", draft("2026-12-24", true)).await, Err(EXISTS));
    assert_eq!((gone.state(), taken.state()), (before(&[]), before(&there)));
}

#[tokio::test]
async fn the_author_of_a_holiday_stays() {
    let name = |n: u128| Some(FullName { first: format!("First{n}"), last: format!("Last{n}") });
    for (by, creator) in [(Some(9), name(9)), (Some(5), name(5)), (None, None)] {
        let fakes = knowing(&[("2026-12-25", true)]);
        fakes.memory.change(|state| state.holidays.get_mut(&id("2026-12-25")).unwrap().0.created_by = by.map(user));
        let found = edit(&fakes, "2026-12-25", draft("2026-12-24", true)).await.unwrap();
        assert_eq!((found.view.creator, found.view.holiday.created_by), (creator, by.map(user)));
        // Nobody waits for a name while the holidays are locked.
        let calls = fakes.memory.calls();
        let committed = calls.iter().position(|call| *call == "Store::commit").unwrap();
        assert!(calls[..committed].iter().all(|call| !call.contains("Reads")), "{calls:?}");
    }
}

/// One that recurs since 2020, and these closed months.
fn recurring(closed: &[(i32, u32)]) -> Fakes {
    let fakes = knowing(&[("2020-12-25", true)]);
    fakes.memory.change(|state| {
        for (year, month) in closed {
            state.close(domain::time::Month::new(*year, *month).unwrap(), &[]);
        }
    });
    fakes
}

#[tokio::test]
async fn one_with_a_date_in_a_closed_month_is_ended_and_not_deleted() {
    let fakes = recurring(&[(2023, 12), (2025, 12), (2026, 5)]);
    let ports = fakes.ports();
    assert_eq!(delete(&ports, &hr(), id("2020-12-25")).await, Ok(Some(2025)));
    let kept = fakes.state();
    let ended = &kept.holidays[&id("2020-12-25")].0;
    assert_eq!((ended.end_year, ended.date), (Some(2025), day("2020-12-25")));
    let record = Record::of("holiday-changed").detail("holiday", id("2020-12-25")).change("endYear", None, Some(2025));
    assert_eq!(kept.events[0].record, record);
    let again = delete(&ports, &hr(), id("2020-12-25")).await;
    assert_eq!(again, Err(Conflict::MonthClosed(domain::time::Month::new(2023, 12).unwrap()).into()));
    // Its name can be changed, its day not; and its date is free afterwards.
    let renamed = Draft { name: "Christmas".into(), ..draft("2025-12-25", true) };
    assert!(change(&ports, &hr(), id("2020-12-25"), renamed).await.is_ok());
    assert_eq!(fakes.state().holidays[&id("2020-12-25")].0.end_year, Some(2025), "it stays ended");
    let moved = change(&ports, &hr(), id("2020-12-25"), draft("2025-12-24", true)).await;
    assert!(matches!(moved, Err(crate::Error::Conflict(Conflict::MonthClosed(_)))), "{moved:?}");
    assert!(add(&ports, &hr(), draft("2026-12-25", true)).await.is_ok());
    let open = recurring(&[(2026, 5)]);
    assert_eq!(delete(&open.ports(), &hr(), id("2020-12-25")).await, Ok(None));
}

#[tokio::test]
async fn a_month_that_is_closed_beside_a_deletion_is_seen() {
    let fakes = recurring(&[]);
    let december = domain::time::Month::new(2025, 12).unwrap();
    fakes.memory.before("HolidayRepository::all", move |state| state.close(december, &[]));
    let answer = delete(&fakes.ports(), &hr(), id("2020-12-25")).await;
    assert_eq!(answer, Err(Conflict::MonthClosed(december).into()));
}

#[tokio::test]
async fn an_end_is_kept_whole_or_not_at_all() {
    let before = || recurring(&[(2025, 12)]).state();
    nothing_changes_when_a_call_fails(before, async |fakes| {
        delete(&fakes.ports(), &hr(), id("2020-12-25")).await.map(drop)
    })
    .await;
}
