//! Changes from which nothing follows.

use super::*;
use crate::events::{Audience, Change};
use crate::testing::nothing_is_kept_when_a_call_fails;
use proptest::prelude::*;

#[tokio::test]
async fn every_field_is_saved_and_told_with_what_it_was() {
    let typed = AccountUpdate {
        first_name: " Ann ".into(),
        last_name: "Lee".into(),
        email: "p1@x.org".into(),
        role: Role::Employee,
        department: given("Sales"),
        position: given("Lead"),
        phone_number: given("112"),
        designation: given("Principal"),
        salary: Some(Some(1_234.56)),
        is_active: Some(true),
        expected: None,
    };
    let ledger = portal();
    let after = update(&ledger, &hr(), 1, typed).await.unwrap();
    assert_eq!((after.shows_salary, after.person.salary.map(Salary::cents)), (true, Some(123_456)));
    assert_eq!(ledger.said(), ["read 1", "begin", "lock 1", "save 1", "account-changed", "commit", "read 1"]);

    let kept = ledger.kept();
    let text = |text: &str| Some(text.to_owned());
    let expected = PersonRecord {
        name: FullName { first: "Ann".into(), last: "Lee".into() },
        department: text("Sales"),
        position: text("Lead"),
        phone_number: text("112"),
        designation: text("Principal"),
        salary: Salary::from_cents(123_456),
        manager: Some(user(7)),
        ..record(1, Role::Employee)
    };
    assert_eq!(kept.saved, [expected]);
    let change = |field, before: &str, after: &str| Change { field, before: text(before), after: text(after) };
    let changes = vec![
        change("firstName", "First1", "Ann"),
        change("lastName", "Last1", "Lee"),
        change("department", "Engineering", "Sales"),
        change("position", "Developer", "Lead"),
        change("designation", "Senior", "Principal"),
        change("phoneNumber", "+44 20 7946 0000", "112"),
        Change { field: "salary", before: None, after: None },
    ];
    assert_eq!(kept.events[0].what, Happening::AccountChanged { user: user(1), changes });
    assert_eq!((kept.events.len(), kept.events[0].actor), (1, Some(user(5))));
    let to = |topic| Push::Changed { topic, audience: Audience::Users(vec![user(7), user(1)]) };
    let everyone = Push::Changed { topic: Topic::Users, audience: Audience::Everyone };
    assert_eq!(kept.pushes(), [everyone, to(Topic::Timesheets), to(Topic::Notifications)]);
    assert!(kept.mails.is_empty() && kept.ended.is_empty(), "nobody is signed out by a new telephone number");
}

#[tokio::test]
async fn null_clears_and_what_is_left_out_stays() {
    let cleared = AccountUpdate {
        department: Some(None),
        position: given(" "),
        phone_number: Some(None),
        designation: Some(None),
        salary: Some(None),
        ..form(1, Role::Employee)
    };
    let ledger = portal();
    let after = update(&ledger, &hr(), 1, cleared).await.unwrap().person;
    assert_eq!((after.department, after.position, after.phone_number), (None, None, None));
    assert_eq!((after.designation, after.salary), (None, None));

    let ledger = portal();
    let after = update(&ledger, &hr(), 1, renamed(1, Role::Employee)).await.unwrap().person;
    assert_eq!(after.department.as_deref(), Some("Engineering"));
    assert_eq!((after.salary.map(Salary::cents), after.is_active), (Some(5_240_050), true));
}

#[tokio::test]
async fn a_repeat_changes_nothing_and_is_a_success() {
    for by in [hr(), admin()] {
        let ledger = portal();
        let typed = AccountUpdate { is_active: Some(true), salary: Some(Some(52_400.5)), ..form(1, Role::Employee) };
        assert!(update(&ledger, &by, 1, typed).await.is_ok());
        assert_eq!(ledger.kept(), Writes::default());
    }
}

#[tokio::test]
async fn a_change_of_a_blocked_account_leaves_the_block_alone() {
    let ledger = portal().with(|book| book.person(1).standing.is_blocked = true);
    update(&ledger, &admin(), 1, renamed(1, Role::Employee)).await.unwrap();
    let kept = ledger.kept();
    assert!(kept.saved[0].standing.is_blocked && kept.ended.is_empty());
}

#[tokio::test]
async fn account_and_event_appear_together_or_not_at_all() {
    for by in [hr(), admin()] {
        nothing_is_kept_when_a_call_fails(portal, async |fakes| {
            update_account(&fakes.ports(), &by, user(1), renamed(1, Role::Employee)).await
        })
        .await;
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
        let ledger = portal().with(|book| {
            book.person(1).standing.is_active = was_active;
            book.person(1).standing.is_blocked = is_blocked;
        });
        let typed = AccountUpdate {
            first_name: first.into(),
            department: department.map(|unit| unit.map(str::to_owned)),
            salary,
            is_active,
            ..form(1, role)
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(update(&ledger, &admin(), 1, typed)).unwrap();
        let kept = ledger.kept();
        let unit = department.map(|unit| unit.filter(|unit| *unit != " "));
        let changes = first != "First1"
            || unit.is_some_and(|unit| unit != Some("Engineering"))
            || salary.is_some_and(|salary| salary != Some(52_400.5))
            || is_active.is_some_and(|active| active != was_active)
            || role != Role::Employee;
        prop_assert_eq!(kept.saved.len(), usize::from(changes));
        prop_assert_eq!(kept.happenings(), if changes { vec!["account-changed"] } else { vec![] });
        let ends = changes && was_active && !is_blocked && is_active == Some(false);
        prop_assert_eq!(kept.ended, if ends { vec![(user(1), SessionEnd::Blocked)] } else { vec![] });
        prop_assert_eq!(answer.person.is_blocked, is_blocked);
        prop_assert_eq!(answer.person.is_active, is_active.unwrap_or(was_active));
        if let Some(saved) = kept.saved.first() {
            prop_assert_eq!(saved.employee_id, record(1, Role::Employee).employee_id);
            prop_assert_eq!(saved.manager.is_some(), role == Role::Employee);
            let leaves = was_active && is_active == Some(false);
            prop_assert_eq!(saved.deactivated_at.is_some(), leaves);
        }
    }
}
