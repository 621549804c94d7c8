//! Changes without consequences.

use super::*;
use crate::events::Audience;
use crate::testing::at;
use proptest::prelude::*;

#[tokio::test]
async fn a_repeat_changes_nothing_and_is_a_success() {
    for by in [hr(), admin()] {
        let fakes = portal();
        let typed = AccountUpdate { is_active: Some(true), salary: Some(Some(52_400.5)), ..form(1, Role::Employee) };
        // Their own address in another spelling, and whatever was seen.
        let stale =
            AccountUpdate { email: " P1@X.ORG".into(), expected: Some(at("2020-01-01T00:00:00Z")), ..typed.clone() };
        for typed in [typed, stale] {
            assert!(update(&fakes, &by, 1, typed).await.is_ok());
            assert_eq!(fakes.state(), before());
        }
    }
}

/// Of a salary only those who look after accounts are told; of the rest also the manager, and one who is that no more.
#[tokio::test]
async fn a_change_is_told_to_those_who_see_it() {
    let to = |topic| Push::Changed { topic, audience: Audience::Users(vec![user(7), user(1)]) };
    let everyone = Push::Changed { topic: Topic::Users, audience: Audience::Everyone };
    let keepers = Push::Changed { topic: Topic::Users, audience: Audience::Readers(vec![]) };
    let told = [keepers, everyone, to(Topic::Timesheets), to(Topic::Notifications)];
    for role in [Role::Employee, Role::Manager] {
        let fakes = portal();
        let typed = AccountUpdate { first_name: "Ann".into(), salary: Some(Some(1_234.56)), ..form(1, role) };
        update(&fakes, &admin(), 1, typed).await.unwrap();
        assert_eq!(fakes.state().pushes(), told, "{role}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Whatever is sent, an account is saved exactly where something of it changes, always with its event, and what the caller
    /// cannot send stays.
    #[test]
    fn what_is_saved_is_what_changed(
        department in prop::option::of(prop::option::of(prop::sample::select(vec!["Engineering", "Sales", " "]))),
        salary in prop::option::of(prop::option::of(prop::sample::select(vec![52_400.5, 0.0, 1.01]))),
        is_active in prop::option::of(any::<bool>()),
        first in prop::sample::select(vec!["First1", "Ann"]),
        role in prop::sample::select(Role::ALL.to_vec()),
        was_active in any::<bool>(),
        is_blocked in any::<bool>(),
    ) {
        let fakes = with(|state| {
            let standing = &mut state.person(1).record.standing;
            (standing.is_active, standing.is_blocked) = (was_active, is_blocked);
        });
        let before = fakes.state();
        let typed = AccountUpdate {
            first_name: first.into(),
            department: department.map(|unit| unit.map(str::to_owned)),
            salary,
            is_active,
            ..form(1, role)
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(update(&fakes, &admin(), 1, typed)).unwrap();
        let kept = fakes.state();
        let unit = department.map(|unit| unit.filter(|unit| *unit != " "));
        let pays = salary.is_some_and(|salary| salary != Some(52_400.5));
        let changes = first != "First1"
            || unit.is_some_and(|unit| unit != Some("Engineering"))
            || is_active.is_some_and(|active| active != was_active)
            || role != Role::Employee;
        prop_assert_eq!(kept != before, changes || pays);
        let told = [("salary-set", pays), ("account-changed", changes)].into_iter().filter(|(_, is_told)| *is_told);
        prop_assert_eq!(kinds(&kept), told.map(|(kind, _)| kind).collect::<Vec<_>>());
        let ends = changes && was_active && !is_blocked && is_active == Some(false);
        prop_assert_eq!(ended(&kept), if ends { vec![(user(1), SessionEnd::Blocked)] } else { vec![] });
        prop_assert_eq!(answer.person.is_blocked, is_blocked);
        prop_assert_eq!(answer.person.is_active, is_active.unwrap_or(was_active));
        if changes {
            let saved = &kept.people[&user(1)].record;
            prop_assert_eq!(saved.employee_id, record(1, Role::Employee).employee_id);
            prop_assert_eq!(saved.manager.is_some(), role == Role::Employee);
            let leaves = was_active && is_active == Some(false);
            prop_assert_eq!(saved.deactivated_at.is_some(), leaves);
        }
    }
}
