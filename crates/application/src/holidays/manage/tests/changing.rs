//! What becomes of a holiday that is changed.

use super::*;

async fn edit(fakes: &Fakes, which: &str, typed: Draft) -> Result<HolidayOn, Error> {
    change(&fakes.ports(), &hr(), id(which), typed).await
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
        let name = format!(" Holiday of {} ", there.0);
        let typed = Draft { name, description: Some("  ".into()), ..typed };
        let found = edit(&fakes, there.0, typed.clone()).await.unwrap();
        assert_eq!(found.view.holiday, holiday(there.0, there.1).holiday);
        assert_eq!(Some(found.date), typed.date);
        assert_eq!(fakes.state(), before(&[there]), "{typed:?}");
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
async fn a_month_that_is_closed_beside_a_deletion_is_seen() {
    let fakes = knowing(&[("2020-12-25", true)]);
    let december = domain::time::Month::new(2025, 12).unwrap();
    fakes.memory.before("HolidayRepository::all", move |state| state.close(december, &[]));
    let answer = delete(&fakes.ports(), &hr(), id("2020-12-25")).await;
    assert_eq!(answer, Err(Conflict::MonthClosed(december).into()));
}
