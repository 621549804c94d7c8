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

/// leave.md 9, case 14.
#[tokio::test]
async fn the_rest_of_a_year_goes_into_the_next_and_lapses_there() {
    for first in ["2027-01-01", "2027-01-08"] {
        let mut state = given().await;
        took(&mut state, MAX, &TWELVE);
        let fakes = on(first, state);
        settle_all(&fakes).await;
        let of_2026 = balance(&fakes, 2026).await;
        assert_eq!((of_2026.carried_out, of_2026.expired, of_2026.left), (days(5.0), days(3.0), Some(days(0.0))));
        let of_2027 = balance(&fakes, 2027).await;
        assert_eq!((of_2027.carried_in, of_2027.left), (days(5.0), Some(days(25.0))));
        let expiring = of_2027.expiring.unwrap();
        assert_eq!((expiring.days, expiring.on), (days(5.0), day("2027-03-31")));
        let due = [
            (2026, RowKind::Expiry, -3.0, "2026-12-31".to_owned()),
            (2026, RowKind::CarryOver, -5.0, "2027-01-01".to_owned()),
            (2027, RowKind::CarryOver, 5.0, "2027-01-01".to_owned()),
        ];
        let settled: Vec<_> = entered(&fakes.state(), MAX, 1)
            .into_iter()
            .filter(|(_, kind, ..)| !matches!(kind, RowKind::Allocation | RowKind::Usage))
            .collect();
        assert_eq!(settled, due, "however late it is entered");
        assert_eq!(told(&fakes.state()), [("leave-allocated", vec![MAX, EVE]), ("leave-settled", vec![MAX, EVE])]);

        let mut state = fakes.state();
        took(&mut state, MAX, &["2027-02-01", "2027-02-02"]);
        let spring = on("2027-04-01", state);
        settle_all(&spring).await;
        let of_2027 = balance(&spring, 2027).await;
        assert_eq!((of_2027.expired, of_2027.left, of_2027.expiring), (days(3.0), Some(days(20.0)), None));
        assert_eq!(entered(&spring.state(), MAX, 1).last().unwrap().3, "2027-04-01");
    }
}

#[tokio::test]
async fn years_that_nobody_settled_are_settled_in_their_order() {
    let late = on("2030-01-02", given().await);
    settle_all(&late).await;
    let in_time = on("2027-01-01", given().await);
    settle_all(&in_time).await;
    let mut state = in_time.state();
    for date in ["2027-04-01", "2028-01-01", "2028-04-01", "2029-01-01", "2029-04-01", "2030-01-01"] {
        let next = on(date, state);
        settle_all(&next).await;
        state = next.state();
    }
    let settled = |state: &State| {
        let mut rows = entered(state, MAX, 1);
        rows.retain(|(_, kind, ..)| *kind != RowKind::Allocation);
        rows.sort_by(|one, other| one.partial_cmp(other).unwrap());
        rows
    };
    assert_eq!(settled(&late.state()), settled(&state), "however late");
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
        let (work, moment) = (ports.store.begin().await.unwrap(), ports.moment());
        let types: Vec<_> = fakes.state().leave_types.0.into_values().collect();
        let entering = Entering { ports: &ports, work: work.as_ref(), moment: &moment, origin: Origin::job() };
        let people: Vec<_> = people.iter().map(|n| user(*n)).collect();
        let events = entering.settle(&types[..1], &people, day(earliest)).await.unwrap();
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
