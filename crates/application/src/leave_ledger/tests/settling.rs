//! What lapses, and what goes into the next year.

use super::*;
use crate::ports::LeaveOf;
use domain::leave::LeaveBalance;

/// The balance of Max's annual leave.
async fn balance(fakes: &Fakes, year: i32) -> LeaveBalance {
    let ports = fakes.ports();
    let today = ports.moment().today;
    let accounts = super::super::balances::in_year(&ports, LeaveOf::Person(user(MAX)), year, today).await.unwrap();
    let types = &fakes.state().leave_types.0;
    accounts.ask(user(MAX), &types[&seed(1)], |account| account.balance(year, today))
}

/// Twelve working days of 2026.
const TWELVE: [&str; 12] = [
    "2026-07-06",
    "2026-07-07",
    "2026-07-08",
    "2026-07-09",
    "2026-07-10",
    "2026-07-13",
    "2026-07-14",
    "2026-07-15",
    "2026-07-16",
    "2026-07-17",
    "2026-07-20",
    "2026-07-21",
];

fn days(number: f64) -> LeaveDays {
    LeaveDays::parse(number).unwrap()
}

/// Only so many days of leave stay.
fn keep_leave(state: &mut State, days: usize) {
    while days < state.leaves.len() {
        state.leaves.pop_last();
    }
}

#[tokio::test]
async fn a_writer_who_changes_an_ended_year_settles_it_anew() {
    let mut state = given().await;
    took(&mut state, MAX, &TWELVE);
    let fakes = on("2027-01-08", state);
    settle_all(&fakes).await;
    // Four of the days turn out to be worked.
    fakes.memory.change(|state| {
        keep_leave(state, 8);
        state.events.clear();
    });
    let settle_from = async |earliest: &str, people: &[u128]| {
        let ports = fakes.ports();
        let moment = ports.moment();
        let work = ports.begin(&moment, Origin::job()).await.unwrap();
        let types: Vec<_> = fakes.state().leave_types.0.into_values().collect();
        let people: Vec<_> = people.iter().map(|n| user(*n)).collect();
        let events = settle_anew(&work, &types[..1], &people, day(earliest)).await.unwrap();
        work.events().append(&events).await.unwrap();
        work.commit().await.unwrap();
    };
    settle_from("2027-01-04", &[MAX]).await;
    settle_from("2026-07-16", &[EVE, MONA]).await;
    assert_eq!(told(&fakes.state()), [], "nothing changed that is settled, or nothing of theirs");
    settle_from("2026-07-16", &[MAX]).await;
    assert_eq!(told(&fakes.state()), [("leave-settled", vec![MAX])]);
    let newest = entered(&fakes.state(), MAX, 1).pop().unwrap();
    assert_eq!(newest, (2026, RowKind::Expiry, -4.0, "2026-12-31".to_owned()), "five go into the next year already");
    assert_eq!(balance(&fakes, 2026).await.expired, days(7.0));
    fakes.memory.change(|state| state.person(MAX).record.standing.is_active = false);
    fakes.memory.change(|state| keep_leave(state, 7));
    settle_from("2026-07-15", &[MAX]).await;
    assert_eq!(balance(&fakes, 2026).await.expired, days(7.0), "left out until they are back");
}
