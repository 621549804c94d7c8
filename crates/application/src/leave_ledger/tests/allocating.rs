//! When people are given leave, and when they are given other leave than before.

use super::*;
use crate::Error;
use crate::accounts::{Registrar, Registration, register};
use crate::leave_types::LeaveTypeWish;
use crate::people::{AccountUpdate, update_account};
use crate::testing::form;
use domain::leave::TypedLeaveType;
use std::collections::{BTreeMap, BTreeSet};

async fn change(fakes: &Fakes, number: u128, typed: TypedEdit, version: u32) -> Result<(), Error> {
    let wish = LeaveTypeWish { typed, version };
    leave_types::change(&fakes.ports(), &caller(5, Role::Hr), seed(number), wish).await.map(drop)
}

fn days(days: f64, from_year: Option<i32>) -> TypedEdit {
    TypedEdit { annual_days: Some(Some(days)), from_year, ..TypedEdit::default() }
}

fn active(is_active: bool) -> TypedEdit {
    TypedEdit { is_active: Some(is_active), ..TypedEdit::default() }
}

/// leave.md 9, case 1.
#[tokio::test]
async fn everybody_is_given_leave_for_this_year_and_the_next_once() {
    let fakes = on("2026-06-15", team());
    assert_eq!(settle_all(&fakes).await, 1);
    let state = fakes.state();
    let on_day =
        |days: [(i32, f64); 2]| days.map(|(year, days)| (year, RowKind::Allocation, days, "2026-06-15".to_owned()));
    assert_eq!(entered(&state, MAX, 1), on_day([(2026, 20.0), (2027, 20.0)]));
    assert_eq!(entered(&state, MAX, 2), on_day([(2026, 10.0), (2027, 10.0)]));
    assert_eq!(entered(&state, EVE, 1), on_day([(2026, 17.0), (2027, 20.0)]));
    assert_eq!(entered(&state, EVE, 2), on_day([(2026, 8.5), (2027, 10.0)]));
    assert_eq!(state.leave_ledger.len(), 8, "nothing without a limit, and nobody else");
    assert!(state.leave_ledger.iter().all(|new| new.by.is_none() && new.note.is_none() && new.request.is_none()));

    assert_eq!(told(&state), [("leave-allocated", vec![MAX, EVE])]);
    let [event] = &state.events[..] else { panic!("{:?}", state.events) };
    assert_eq!(event.origin, Origin::job());
    let audience = Audience::Readers(vec![user(MAX), user(EVE), user(MONA)]);
    assert_eq!(event.pushes, [Push::Changed { topic: Topic::Leave, audience }]);
    // Again on the same day, on the next, and as if nobody had noted it.
    for date in ["2026-06-15", "2026-06-16"] {
        let again = on(date, fakes.state());
        settle_all(&again).await;
        assert_eq!(again.state().leave_ledger, state.leave_ledger);
    }
    let forgotten = on("2026-06-15", State { kept_values: BTreeMap::new(), ..fakes.state() });
    assert_eq!(settle_all(&forgotten).await, 1);
    assert_eq!((forgotten.state().leave_ledger, forgotten.state().events), (state.leave_ledger, state.events));
}

#[tokio::test]
async fn many_people_are_looked_at_in_steps_and_none_is_forgotten() {
    let people: Vec<(u128, Role)> = (1..=501).map(|n| (n, Role::Employee)).collect();
    let fakes = on("2026-06-15", State::of(&people));
    let ports = fakes.ports();
    assert!(settle(&ports).await.unwrap());
    let halfway = fakes.state();
    let given = |state: &State| state.leave_ledger.iter().map(|new| new.user).collect::<BTreeSet<_>>();
    assert_eq!(given(&halfway).len(), 500);
    assert_eq!(settle_all(&fakes).await, 1, "the last one");
    assert_eq!(given(&fakes.state()).len(), 501);
    assert!(fakes.memory.locked().is_sorted(), "in the order of ids");
    // A day that ends meanwhile begins anew.
    let next = on("2026-06-16", halfway);
    assert_eq!(settle_all(&next).await, 2);
    assert_eq!(next.state().leave_ledger.len(), fakes.state().leave_ledger.len());
}

#[tokio::test]
async fn a_type_gives_days_while_it_is_active() {
    let fakes = on("2026-06-15", given().await);
    let study = |name: &str, is_active, annual_days| TypedLeaveType {
        name: name.into(),
        annual_days,
        is_paid: true,
        needs_approval: true,
        carry_over_days: 0.0,
        carry_over_until: None,
        backdate_days: 0.0,
        is_active,
    };
    let add = async |typed| {
        let made = leave_types::add(&fakes.ports(), &caller(5, Role::Hr), typed).await.unwrap();
        let id = made.leave_type.id;
        let rows: Vec<f64> = fakes
            .state()
            .leave_ledger
            .iter()
            .filter(|new| new.leave_type == id)
            .map(|new| new.row.days.as_f64())
            .collect();
        (id, rows)
    };
    assert_eq!(add(study("Study", true, Some(4.0))).await.1, [4.0, 4.0, 3.5, 4.0]);
    assert_eq!(add(study("Care", true, None)).await.1, []);
    let (later, rows) = add(study("Later", false, Some(4.0))).await;
    assert_eq!(rows, []);
    let wish = LeaveTypeWish { typed: active(true), version: 0 };
    leave_types::change(&fakes.ports(), &caller(9, Role::Admin), later, wish).await.unwrap();
    assert_eq!(fakes.state().leave_ledger.iter().filter(|new| new.leave_type == later).count(), 4);

    // Out of use it goes on: other days count, and the next year has none.
    change(&fakes, 1, active(false), 0).await.unwrap();
    change(&fakes, 1, days(21.0, None), 1).await.unwrap();
    assert_eq!(allocated(&fakes.state(), MAX, 1)[2..], [(2026, 1.0), (2027, 1.0)]);
    let year = on("2027-01-01", fakes.state());
    settle_all(&year).await;
    assert!(allocated(&year.state(), MAX, 1).iter().all(|(year, _)| *year < 2028));
    assert_eq!(allocated(&year.state(), MAX, 2)[2..], [(2028, 10.0)]);
}

async fn update(fakes: &Fakes, n: u128, change: impl FnOnce(&mut AccountUpdate)) {
    let mut typed = form(&fakes.state().people[&user(n)].record);
    change(&mut typed);
    update_account(&fakes.ports(), &caller(9, Role::Admin), user(n), typed).await.unwrap();
}

#[tokio::test]
async fn anybody_who_becomes_an_active_employee_is_given_leave() {
    let team = State { last_employee_id: Some(2000), ..given().await };
    let fakes = Fakes { now: at("2026-06-15T10:00:00Z"), ..Fakes::plain(team) };
    let typed = Registration {
        first_name: "Ida".into(),
        last_name: "New".into(),
        email: "ida@x.org".into(),
        role: Some(Role::Employee),
        joining_date: Some(day("2026-12-01")),
        ..Registration::default()
    };
    let registrar = Registrar::Staff(Box::new(caller(5, Role::Hr)));
    let ida = register(&fakes.ports(), &registrar, typed.clone()).await.unwrap().account.person.person.id;
    let ida = crate::testing::number(ida);
    assert_eq!(allocated(&fakes.state(), ida, 1), [(2026, 2.0), (2027, 20.0)]);
    assert_eq!(told(&fakes.state()), [("account-created", vec![ida]), ("leave-allocated", vec![ida])]);
    for (role, is_active) in [(Role::Manager, true), (Role::Employee, false)] {
        let email = format!("{is_active}@x.org");
        let typed = Registration { role: Some(role), is_active: Some(is_active), email, ..typed.clone() };
        register(&fakes.ports(), &registrar, typed).await.unwrap();
        assert_eq!(told(&fakes.state()).last().unwrap().0, "account-created", "{role}");
    }

    // Back from another role, or from being away, only what is missing is entered.
    for change in
        [(|typed| typed.role = Some(Role::Hr)) as fn(&mut AccountUpdate), |typed| typed.is_active = Some(false)]
    {
        let fakes = Fakes { now: at("2026-06-15T10:00:00Z"), ..Fakes::plain(given().await) };
        update(&fakes, MAX, change).await;
        let later = Fakes { now: at("2027-02-01T10:00:00Z"), ..Fakes::plain(fakes.state()) };
        settle_all(&later).await;
        assert_eq!(entered(&later.state(), MAX, 1).len(), 2, "left out meanwhile");
        update(&later, MAX, |typed| (typed.role, typed.is_active) = (Some(Role::Employee), Some(true))).await;
        let missing = [
            (2028, RowKind::Allocation, 20.0, "2027-02-01".to_owned()),
            (2026, RowKind::Expiry, -15.0, "2026-12-31".to_owned()),
            (2026, RowKind::CarryOver, -5.0, "2027-01-01".to_owned()),
            (2027, RowKind::CarryOver, 5.0, "2027-01-01".to_owned()),
        ];
        assert_eq!(entered(&later.state(), MAX, 1)[2..], missing);
    }
}
