use super::*;
use crate::memory::{State, Unlock};
use crate::ports::NewRequest;
use crate::testing::{Fakes, at, away, caller, day, entry, user};
use domain::access::Forbidden;
use domain::person::Role;
use domain::timesheet::Status;
use uuid::Uuid;

/// Employees 1 of manager 7, 2 of manager 8 who is blocked, and 3 of nobody. HR 5, administrator 9. Everybody asked today for
/// yesterday, and person 1 for three earlier days.
fn before() -> State {
    let mut state = State::of(&[
        (1, Role::Employee),
        (2, Role::Employee),
        (3, Role::Employee),
        (5, Role::Hr),
        (7, Role::Manager),
        (8, Role::Manager),
        (9, Role::Admin),
    ]);
    for n in 1..=3 {
        state.person(n).record.joining_date = Some(day("2026-01-01"));
    }
    state.person(1).record.manager = Some(user(7));
    state.person(2).record.manager = Some(user(8));
    state.person(8).record.standing.is_blocked = true;
    for (n, owner, date) in [
        (81, 1, "2026-06-09"),
        (82, 2, "2026-06-09"),
        (83, 3, "2026-06-09"),
        (84, 1, "2026-06-08"),
        (85, 1, "2026-06-05"),
        (86, 1, "2025-12-31"),
    ] {
        let id = UnlockId::new(Uuid::from_u128(n));
        let created_at = at("2026-06-10T08:00:00Z") + chrono::Duration::seconds(i64::try_from(n).unwrap());
        let made = NewRequest { id, user: user(owner), date: day(date), reason: format!("Reason {n}"), created_at };
        state.unlocks.insert(id, Unlock::from(&made));
    }
    state
}

fn numbers(found: &WaitingRequests) -> Vec<u128> {
    found.requests.iter().map(|waiting| waiting.request.view.id.uuid().as_u128()).collect()
}

async fn of(fakes: &Fakes, by: &Caller) -> Vec<u128> {
    let found = waiting(&fakes.ports(), by, 1, 20).await.unwrap();
    assert_eq!(found.total as usize, found.requests.len());
    let counted = count_waiting(&fakes.ports(), &fakes.ports().moment(), &by.actor).await;
    assert_eq!(counted, Ok(found.total), "the tile says what the page shows");
    numbers(&found)
}

fn manager() -> Caller {
    caller(7, Role::Manager)
}

fn hr() -> Caller {
    caller(5, Role::Hr)
}

fn admin() -> Caller {
    caller(9, Role::Admin)
}

#[tokio::test]
async fn everybody_sees_what_waits_for_them_alone() {
    let fakes = Fakes::over(before());
    assert_eq!(of(&fakes, &manager()).await, [81]);
    assert_eq!(of(&fakes, &caller(8, Role::Manager)).await, [0; 0], "blocked, so it waits for HR");
    assert_eq!(of(&fakes, &hr()).await, [82, 83, 84]);
    assert_eq!(of(&fakes, &admin()).await, [82, 83, 84, 85], "and what lies before joining waits for nobody");
    let refused = waiting(&Fakes::default().ports(), &caller(1, Role::Employee), 1, 20).await;
    assert_eq!(refused, Err(Forbidden::NoUnlock.into()));
    let found = waiting(&fakes.ports(), &manager(), 1, 20).await.unwrap();
    let only = &found.requests[0];
    assert_eq!((only.request.waits_for, only.request.expires_on), (Some(WaitsFor::Manager), Some(day("2026-06-17"))));
    assert_eq!((&only.employee, &only.for_manager), (&caller(1, Role::Employee).person, &None));
    assert_eq!((only.request.view.reason.as_str(), only.request.view.entry), ("Reason 81", None));
}

#[tokio::test]
async fn what_is_asked_for_a_day_of_a_closed_month_waits_for_nobody() {
    let fakes = Fakes::over(before());
    fakes.memory.change(|state| state.close(domain::time::Month::of(day("2026-06-09")), &[]));
    for by in [manager(), hr(), admin()] {
        assert_eq!(of(&fakes, &by).await, [0; 0]);
    }
    let own = crate::unlocks::my_requests(&fakes.ports(), &caller(1, Role::Employee)).await.unwrap();
    assert!(own.iter().all(|request| request.waits_for.is_none()), "{own:?}");
}

#[tokio::test]
async fn it_is_judged_at_every_reading() {
    let fakes = Fakes::over(before());
    fakes.memory.change(|state| {
        state.person(7).record.standing.is_blocked = true;
        state.person(3).record.manager = Some(user(8));
        state.person(8).record.standing.is_blocked = false;
    });
    assert_eq!(of(&fakes, &hr()).await, [81, 84]);
    assert_eq!(of(&fakes, &caller(8, Role::Manager)).await, [82, 83]);
    fakes.memory.change(|state| {
        // Who cannot sign in cannot fill the day, and nobody opens an approved one.
        state.person(2).record.standing.is_blocked = true;
        let approved = entry(50, 3, day("2026-06-09"), Status::Approved);
        state.entries.insert(approved.id(), approved);
        let pending = entry(51, 1, day("2026-06-08"), Status::Pending);
        state.entries.insert(pending.id(), pending);
    });
    assert_eq!(of(&fakes, &caller(8, Role::Manager)).await, [0; 0]);
    let found = waiting(&fakes.ports(), &hr(), 1, 20).await.unwrap();
    let entries: Vec<_> = found.requests.iter().map(|waiting| waiting.request.view.entry).collect();
    assert_eq!((numbers(&found), entries), (vec![81, 84], vec![None, Some(Status::Pending)]));
    let over = Fakes { now: at("2026-06-18T00:00:00Z"), ..fakes };
    assert_eq!(of(&over, &admin()).await, [0; 0]);
}

#[tokio::test]
async fn a_page_takes_three_reads_however_long_it_is() {
    let calls = async |by: Caller| {
        let fakes = Fakes::over(before());
        waiting(&fakes.ports(), &by, 1, 20).await.unwrap();
        fakes.memory.calls()
    };
    let three = ["UnlockReads::undecided", "HolidayReads::between", "UnlockReads::requests"];
    assert_eq!(calls(admin()).await, three);
    assert_eq!(calls(caller(8, Role::Manager)).await, three[..2]);
    for call in three {
        let fakes = Fakes::over(before());
        fakes.memory.breaks(call, away());
        assert_eq!(waiting(&fakes.ports(), &admin(), 1, 20).await, Err(away().into()), "{call}");
    }
}
