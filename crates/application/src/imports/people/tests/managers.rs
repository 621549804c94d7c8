//! Managers, who may stand in the same file.

use super::*;

fn led(row: PeopleRow, manager: &str) -> PeopleRow {
    PeopleRow { manager: led_by(manager), ..row }
}

const UNFIT: &str = "Manager: Only an active manager can be assigned";

#[tokio::test]
async fn managers_are_named_by_address_or_employee_id_and_stand_anywhere_in_the_file() {
    let boss = PeopleRow { role: Some(Role::Manager), ..new("boss") };
    let moved = PeopleRow { email: Some(email("six@x.org")), ..known(6) };
    let promoted = PeopleRow { role: Some(Role::Manager), ..known(2) };
    let rows = [
        led(new("ann"), "BOSS@x.org"),
        boss,
        led(new("ben"), "EMP1007"),
        led(known(1), "six@x.org"),
        moved,
        led(new("cyd"), "EMP1002"),
        promoted,
    ];
    let fakes = portal();
    let plan = planned(&fakes, &hr(), &rows).await;
    assert_eq!(changes(&plan[0]).last().unwrap(), "Manager  > boss@x.org");
    assert_eq!(changes(&plan[3]), ["Manager p7@x.org > six@x.org"]);
    assert_eq!(apply(&fakes, &hr(), Options::default(), &plan, &rows).await, []);
    let state = fakes.state();
    let of = |mailbox: &str| {
        let found = state.people.values().find(|account| account.record.email == email(&format!("{mailbox}@x.org")));
        found.unwrap().record.clone()
    };
    let led_by = |mailbox: &str| of(mailbox).manager;
    assert_eq!(led_by("ann"), Some(of("boss").id));
    assert_eq!([led_by("ben"), led_by("p1"), led_by("cyd")], [Some(user(7)), Some(user(6)), Some(user(2))]);
    assert_eq!(led_by("p2"), None, "who becomes a manager has none");
    assert_eq!(told(&fakes, &hr(), &rows).await, ["same"; 7], "the same file again");
}

#[tokio::test]
async fn nobody_is_led_by_themselves_in_a_circle_or_by_somebody_who_is_no_manager_afterwards() {
    let no_employee = "Manager: Only an employee can be assigned a manager";
    let of = |row: PeopleRow, role| PeopleRow { role: Some(role), ..row };
    for (rows, expected) in [
        (vec![led(known(1), "EMP1001")], vec![UNFIT]),
        (vec![led(new("ann"), "ann@x.org")], vec![UNFIT]),
        (vec![led(new("ann"), "ben@x.org"), led(new("ben"), "ann@x.org")], vec![UNFIT, UNFIT]),
        (vec![led(known(6), "EMP1007"), led(known(7), "EMP1006")], vec![no_employee, no_employee]),
        (vec![led(known(1), "EMP1002")], vec![UNFIT]),
        (vec![led(known(1), "EMP1006"), of(known(6), Role::Employee)], vec![UNFIT, "change"]),
        (vec![led(known(1), "EMP1006"), PeopleRow { is_active: Some(false), ..known(6) }], vec![UNFIT, "change"]),
        (vec![led(known(1), "EMP1007"), of(known(7), Role::Employee)], vec![UNFIT, "change"]),
        (vec![led(known(1), "EMP1007"), PeopleRow { is_active: Some(false), ..known(7) }], vec![UNFIT, "change"]),
        (vec![led(of(known(1), Role::Manager), "EMP1007")], vec![no_employee]),
        (vec![led(new("ann"), "nobody@x.org")], vec!["Manager: Manager not found"]),
        (vec![led(of(new("ann"), Role::Manager), "EMP1006")], vec![no_employee]),
    ] {
        assert_eq!(told(&portal(), &hr(), &rows).await, expected, "{rows:?}");
    }
    let blocked = with(|state| [6, 7].into_iter().for_each(|n| state.person(n).record.standing.is_blocked = true));
    let rows = [led(known(1), "EMP1006"), led(known(2), "EMP1007")];
    assert_eq!(told(&blocked, &hr(), &rows).await, [UNFIT, "same"], "the present one stays");
}

#[tokio::test]
async fn the_row_of_a_refused_manager_takes_those_who_need_it_along() {
    let boss = PeopleRow { role: Some(Role::Admin), ..new("boss") };
    let rows = [led(new("ann"), "boss@x.org"), boss, led(known(1), "EMP1005")];
    let found = told(&portal(), &hr(), &rows).await;
    let role = "Role: Only an administrator can grant this role";
    assert_eq!(found[0], "Manager: The row of this manager is refused");
    assert!(found[1].starts_with("Role: "), "{role} {}", found[1]);
    assert_eq!(found[2], UNFIT);
}

#[tokio::test]
async fn those_who_leave_do_so_when_their_teams_have_other_managers() {
    let leaves = PeopleRow { is_active: Some(false), ..known(7) };
    let rows = [leaves, led(known(1), "EMP1006")];
    let fakes = portal();
    assert_eq!(applied(&fakes, &hr(), Options::default(), &rows).await, []);
    let mut state = fakes.state();
    assert_eq!(state.person(1).record.manager, Some(user(6)));
    assert_eq!(state.person(2).record.manager, None, "left without one");
    assert!(!state.person(7).record.standing.is_active);
    assert_eq!(kinds(&state), ["manager-assigned", "team-released", "account-changed"]);
}
