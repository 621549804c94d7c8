//! Balances, the rows of the ledger, and the file of everybody's.

use super::*;
use domain::access::Leads;

fn names(found: &Balances) -> Vec<&str> {
    found.balances.iter().map(|balance| balance.leave_type.name.as_str()).collect()
}

#[tokio::test]
async fn people_read_their_own_leaders_their_teams_and_hr_and_administrators_everybodys() {
    let mut state = given().await;
    state.people.extend(State::of(&[(3, Role::Employee), (8, Role::Manager)]).people);
    let fakes = on("2026-06-15", state);
    let ports = fakes.ports();
    let reads = async |n: u128, role, whose: Option<u128>| {
        let found = balances(&ports, &caller(n, role), None, whose.map(user)).await.map(drop);
        let listed = rows(&ports, &caller(n, role), None, whose.map(user), None).await.map(drop);
        assert_eq!(found, listed);
        found
    };
    for (n, role, whose) in [
        (EVE, Role::Employee, None),
        (EVE, Role::Employee, Some(EVE)),
        (MONA, Role::Manager, Some(EVE)),
        (5, Role::Hr, Some(EVE)),
        (9, Role::Admin, Some(3)),
    ] {
        assert_eq!(reads(n, role, whose).await, Ok(()), "{role} {whose:?}");
    }
    let (role, team) = (Err(Forbidden::Role.into()), Err(Forbidden::NotInTeam.into()));
    for (n, caller, whose, refused) in [
        (EVE, Role::Employee, Some(MAX), &role),
        (MONA, Role::Manager, None, &role),
        (5, Role::Hr, None, &role),
        (MONA, Role::Manager, Some(3), &team),
        (8, Role::Manager, Some(EVE), &team),
        (MONA, Role::Manager, Some(404), &Err(Error::NotFound("User"))),
    ] {
        assert_eq!(&reads(n, caller, whose).await, refused, "{caller} {whose:?}");
    }
    let mut stand_in = caller(8, Role::Manager);
    stand_in.actor.leads = Leads::standing_in_for(user(8), [user(MONA)]);
    assert!(balances(&ports, &stand_in, None, Some(user(EVE))).await.is_ok());
}

#[tokio::test]
async fn balances_are_of_active_types_and_of_others_with_rows() {
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
    fakes.memory.change(|state| state.person(MONA).record.standing.is_blocked = true);
    assert!(!of(None).await.has_decider);
}
