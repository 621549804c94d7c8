//! Balances, the rows of the ledger, and the file of everybody's.

use super::*;
use domain::access::Leads;

fn names(found: &Balances) -> Vec<&str> {
    found.balances.iter().map(|balance| balance.leave_type.name.as_str()).collect()
}

#[tokio::test]
async fn balances_are_of_active_types_and_of_others_with_rows_and_a_substitute_reads_them() {
    let mut state = given().await;
    for number in [2, 3] {
        state.leave_types.0.get_mut(&seed(number)).unwrap().is_active = false;
    }
    let fakes = on("2026-06-15", state);
    let of = async |year| balances(&fakes.ports(), &caller(EVE, Role::Employee), year, None).await.unwrap();
    let now = of(None).await;
    assert_eq!((names(&now), now.has_decider), (vec!["Annual Leave", "Sick Leave"], true));
    let left: Vec<_> =
        now.balances.iter().map(|balance| (balance.year, balance.balance.left.unwrap().as_f64())).collect();
    assert_eq!(left, [(2026, 17.0), (2026, 8.5)]);
    assert_eq!(names(&of(Some(2025)).await), ["Annual Leave"], "nothing was entered then");
    fakes.memory.change(|state| state.leave_types.0.get_mut(&seed(3)).unwrap().is_active = true);
    assert_eq!(of(None).await.balances.last().unwrap().balance.left, None, "without a limit");
    let mut stand_in = caller(8, Role::Manager);
    stand_in.actor.leads = Leads::standing_in_for(user(8), [user(MONA)]);
    assert!(balances(&fakes.ports(), &stand_in, None, Some(user(EVE))).await.is_ok());
    fakes.memory.change(|state| state.person(MONA).record.standing.is_blocked = true);
    assert!(!of(None).await.has_decider);
}
