//! What becomes of a holiday that others change, too.

mod changing;

use super::*;
use crate::memory::State;
use crate::ports::{StoreError, UniqueKey};
use crate::testing::{Fakes, at, away, caller, day, holiday};
use domain::person::Role;

fn hr() -> Caller {
    caller(5, Role::Hr)
}

fn draft(date: &str, is_recurring: bool) -> Draft {
    Draft { date: Some(day(date)), name: " Founders' day ".into(), description: None, is_recurring }
}

/// The holidays that there are; person 9 has entered them.
fn before(holidays: &[(&str, bool)]) -> State {
    let entered = at("2026-01-01T00:00:00Z");
    let holidays = holidays.iter().map(|(date, every)| holiday(date, *every).holiday);
    State {
        holidays: holidays.map(|holiday| (holiday.id, (holiday, entered))).collect(),
        ..State::of(&[(5, Role::Hr), (9, Role::Admin)])
    }
}

fn knowing(holidays: &[(&str, bool)]) -> Fakes {
    Fakes::over(before(holidays))
}

fn id(date: &str) -> HolidayId {
    holiday(date, false).holiday.id
}

const EXISTS: Error = Error::Conflict(Conflict::HolidayExists);

#[tokio::test]
async fn the_loser_of_a_race_is_told_what_a_later_one_would_be_told() {
    for (fault, told) in [
        (StoreError::Conflict(UniqueKey::HolidayDate), EXISTS),
        (StoreError::Conflict(UniqueKey::Other), StoreError::Conflict(UniqueKey::Other).into()),
        (StoreError::Stale, Error::NotFound("Holiday")),
        (away(), away().into()),
    ] {
        let there = [("2026-12-25", true)];
        let fakes = knowing(&there);
        fakes.memory.breaks("HolidayRepository::insert", fault.clone());
        let answer = add(&fakes.ports(), &hr(), draft("2026-12-24", false)).await;
        assert_eq!((answer, fakes.state()), (Err(told.clone()), before(&there)));
        let fakes = knowing(&there);
        fakes.memory.breaks("HolidayRepository::update", fault);
        let answer = change(&fakes.ports(), &hr(), id("2026-12-25"), draft("2026-12-24", true)).await;
        assert_eq!((answer, fakes.state()), (Err(told), before(&there)));
    }
}

#[tokio::test]
async fn one_that_somebody_else_deleted_first_is_unknown() {
    let fakes = knowing(&[("2020-12-25", true)]);
    fakes.memory.before("HolidayRepository::delete", |state| state.holidays.clear());
    assert_eq!(delete(&fakes.ports(), &hr(), id("2020-12-25")).await, Err(Error::NotFound("Holiday")));
    assert_eq!(fakes.state().events, []);
}
