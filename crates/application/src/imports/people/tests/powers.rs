//! What the person who imports may do, and what nobody may.

use super::*;
use crate::testing::{day, entry};
use domain::timesheet::Status;

fn of(row: PeopleRow, role: Role) -> PeopleRow {
    PeopleRow { role: Some(role), ..row }
}

#[tokio::test]
async fn a_row_beyond_the_power_of_the_caller_is_refused_and_never_lowered() {
    let fakes = portal();
    for role in [Role::Hr, Role::Admin, Role::Boss] {
        let found = told(&fakes, &hr(), &[of(new("ann"), role), of(known(1), role)]).await;
        assert!(found.iter().all(|sentence| sentence.starts_with("Role: ")), "{found:?}");
        assert_eq!(told(&fakes, &admin(), &[of(new("ann"), role), of(known(1), role)]).await, ["create", "change"]);
    }
    let department = |n| PeopleRow { department: Given::Value("Design".into()), ..known(n) };
    let found = told(&fakes, &hr(), &[department(5), department(9)]).await;
    assert!(found.iter().all(|sentence| sentence.starts_with(": ")), "HR changes no such account: {found:?}");
    assert_eq!(told(&fakes, &admin(), &[department(5), department(9)]).await, ["change", "change"]);
    let own = told(&fakes, &admin(), &[of(known(9), Role::Hr)]).await;
    assert!(own[0].starts_with("Role: "), "one's own role: {own:?}");
    let own = told(&fakes, &admin(), &[PeopleRow { is_active: Some(false), ..known(9) }]).await;
    assert!(own[0].starts_with("Status: "), "one's own account: {own:?}");
}

#[tokio::test]
async fn the_last_active_administrator_stays_in_whatever_order() {
    let operator = Author::operator();
    let leaves = |n| PeopleRow { is_active: Some(false), ..known(n) };
    let last = "At least one active administrator is required";
    let found = told(&portal(), &operator, &[leaves(8), of(known(9), Role::Employee)]).await;
    assert_eq!(found, [format!("Status: {last}"), format!("Role: {last}")]);
    assert_eq!(told(&portal(), &operator, &[leaves(8)]).await, ["change"]);
    let rows = [leaves(8), of(known(9), Role::Hr), of(known(5), Role::Admin)];
    let fakes = portal();
    assert_eq!(told(&fakes, &operator, &rows).await, ["change"; 3], "another one comes");
    assert_eq!(applied(&fakes, &operator, Options::default(), &rows).await, []);
    let standings: Vec<_> = [5, 8, 9].map(|n| fakes.state().person(n).record.standing.role).into();
    assert_eq!(standings, [Role::Admin, Role::Admin, Role::Hr]);
    assert!(!fakes.state().person(8).record.standing.is_active);
}

#[tokio::test]
async fn an_employee_with_entries_that_wait_keeps_the_role() {
    let waiting = with(|state| {
        let entry = entry(50, 1, day("2026-06-08"), Status::Pending);
        state.entries.insert(entry.id(), entry);
    });
    let found = told(&waiting, &hr(), &[of(known(1), Role::Manager), of(known(2), Role::Manager)]).await;
    let sentence =
        "Role: First1 Last1 has 1 entry waiting for approval. They have to be decided before the role changes.";
    assert_eq!(found, [sentence, "change"]);
}

#[tokio::test]
async fn somebody_who_has_left_is_not_activated_by_a_file() {
    let left = with(|state| state.person(1).record.standing.is_active = false);
    let sentence = "Status: EMP1001 has left. Activate the account first, or leave the row out.";
    let inactive = PeopleRow { is_active: Some(false), ..known(1) };
    let active = PeopleRow { is_active: Some(true), ..known(1) };
    for (row, expected) in [(known(1), sentence), (active, sentence), (inactive, "same")] {
        assert_eq!(told(&left, &hr(), &[row]).await, [expected]);
    }
}
