//! What becomes of a holiday that is changed.

use super::*;

async fn edit(ledger: &Ledger, which: &str, typed: Draft) -> Result<HolidayOn, Error> {
    change(&ledger.fakes().ports(), &hr(), id(which), typed).await
}

/// The fields that the event names.
fn changed(ledger: &Ledger) -> Vec<(&'static str, Option<String>, Option<String>)> {
    let events = ledger.kept().events;
    let [Event { what: Happening::HolidayChanged { changes, .. }, .. }] = events.as_slice() else {
        panic!("{events:?}")
    };
    changes.iter().map(|change| (change.field, change.before.clone(), change.after.clone())).collect()
}

fn named(typed: Draft, name: &str) -> Draft {
    Draft { name: name.into(), ..typed }
}

#[tokio::test]
async fn a_recurring_one_moves_day_and_month_and_keeps_its_first_year() {
    let ledger = knowing(&[("2020-12-25", true)]);
    let typed = named(draft("2027-12-24", true), "Holiday of 2020-12-25");
    let found = edit(&ledger, "2020-12-25", typed).await.unwrap();
    assert_eq!(ledger.said()[..5], ["begin", "lock the holidays", "change holiday", "holiday-changed", "commit"]);
    let (kept, now) = (ledger.kept(), at("2026-06-10T10:00:00Z"));
    let moved = Holiday { date: day("2020-12-24"), ..holiday("2020-12-25", true).holiday };
    let date = Change { field: "date", before: Some("2020-12-25".into()), after: Some("2020-12-24".into()) };
    let what = Happening::HolidayChanged { holiday: moved.id, changes: vec![date] };
    let event = Event { id: kept.events[0].id, at: now, actor: Some(user(5)), what, pushes: everyone() };
    let holidays = vec![HolidayWrite::Changed(moved.clone(), now)];
    assert_eq!(kept, Writes { holidays, events: vec![event], ..Writes::default() });
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
        let ledger = knowing(&[there]);
        let found = edit(&ledger, there.0, typed.clone()).await.unwrap();
        assert_eq!((found.view.holiday.date, found.date), (day(first), day(shown)), "{there:?} to {typed:?}");
        let HolidayWrite::Changed(kept, _) = &ledger.kept().holidays[0] else { panic!("it is changed") };
        assert_eq!((kept, kept.id), (&found.view.holiday, id(there.0)));
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
        let ledger = knowing(&[there]);
        let typed = Draft { description: Some("  ".into()), ..named(typed, &format!(" Holiday of {} ", there.0)) };
        let found = edit(&ledger, there.0, typed.clone()).await.unwrap();
        assert_eq!(found.view.holiday, holiday(there.0, there.1).holiday);
        assert_eq!(Some(found.date), typed.date);
        assert_eq!(ledger.kept(), Writes::default(), "{typed:?}");
    }
}

#[tokio::test]
async fn each_field_that_changes_is_named_with_its_before_and_after() {
    let text = |text: &str| Some(text.to_owned());
    let ledger = knowing(&[("2026-12-25", false)]);
    let typed = Draft { description: text("Closed"), ..draft("2026-12-26", true) };
    edit(&ledger, "2026-12-25", typed).await.unwrap();
    assert_eq!(
        changed(&ledger),
        [
            ("date", text("2026-12-25"), text("2026-12-26")),
            ("name", text("Holiday of 2026-12-25"), text("Founders' day")),
            ("description", None, text("Closed")),
            ("isRecurring", text("false"), text("true")),
        ]
    );
    let ledger = knowing(&[("2026-12-25", false)]);
    let typed = Draft { name: "Holiday of 2026-12-25".into(), ..draft("2026-12-25", true) };
    edit(&ledger, "2026-12-25", typed).await.unwrap();
    assert_eq!(changed(&ledger), [("isRecurring", text("false"), text("true"))]);
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
        // Itself is in nobody's way.
        (vec![once], "2026-12-25", draft("2026-12-25", true), false),
        (vec![yearly], "2020-12-25", draft("2026-12-25", false), false),
        (vec![yearly], "2020-12-25", draft("2026-12-25", true), false),
    ] {
        let ledger = knowing(&there);
        let answer = edit(&ledger, which, typed.clone()).await.map(|_| ());
        assert_eq!(answer, if is_taken { Err(EXISTS) } else { Ok(()) }, "{which} of {there:?} to {typed:?}");
        assert_eq!(ledger.kept().holidays.len(), usize::from(!is_taken));
    }
}

#[tokio::test]
async fn an_unknown_one_comes_before_a_date_that_is_taken() {
    let ledger = knowing(&[("2026-12-25", true)]);
    assert_eq!(edit(&ledger, "2026-12-31", draft("2026-12-25", false)).await, Err(Error::NotFound("Holiday")));
    // Somebody else has just deleted it.
    let gone = knowing(&[("2026-12-25", true)]).meanwhile("begin", |book| book.days.holidays.clear());
    assert_eq!(edit(&gone, "2026-12-25", draft("2026-12-24", true)).await, Err(Error::NotFound("Holiday")));
    // Somebody else has just taken the date.
    let taken = knowing(&[("2026-12-25", true)])
        .meanwhile("begin", |book| book.days.holidays.push(holiday("2026-12-24", false).holiday));
    assert_eq!(edit(&taken, "2026-12-25", draft("2026-12-24", true)).await, Err(EXISTS));
    for ledger in [ledger, gone, taken] {
        assert_eq!(ledger.kept(), Writes::default());
    }
}

#[tokio::test]
async fn who_entered_it_stays() {
    let name = |n: u128| Some(FullName { first: format!("First{n}"), last: format!("Last{n}") });
    for (by, creator) in [(Some(9), name(9)), (Some(5), name(5)), (None, None)] {
        let ledger = knowing(&[("2026-12-25", true)]);
        let ledger = ledger.with(|book| book.days.holidays[0].created_by = by.map(user));
        let found = edit(&ledger, "2026-12-25", draft("2026-12-24", true)).await.unwrap();
        assert_eq!((found.view.creator, found.view.holiday.created_by), (creator, by.map(user)));
        // Nobody waits for a name while the holidays are locked.
        let said = ledger.said();
        let committed = said.iter().position(|said| said == "commit").unwrap();
        assert!(said[..committed].iter().all(|said| !said.starts_with("read")), "{said:?}");
    }
}
