//! What is written, and what is not.

use super::*;
use crate::events::{Audience, Push, Topic};
use crate::testing::{at, day};

#[tokio::test]
async fn new_people_have_no_password_no_mail_and_the_next_employee_ids() {
    let fakes = portal();
    let full = PeopleRow {
        external_id: Given::Value("N-1".into()),
        department: Given::Value("Design".into()),
        designation: Given::Value("Lead".into()),
        phone: Given::Value("+44 1".into()),
        joining_date: Given::Value(day("2019-03-01")),
        ..new("ann")
    };
    let rows = [full, PeopleRow { is_active: Some(false), ..new("ben") }];
    assert_eq!(applied(&fakes, &hr(), Options::default(), &rows).await, []);
    let state = fakes.state();
    let found: Vec<_> = state.people.values().filter(|account| account.record.employee_id.number() > 1100).collect();
    let [ann, ben] = found[..] else { panic!("{found:?}") };
    assert_eq!([ann, ben].map(|of| of.record.employee_id.number()), [1101, 1102]);
    assert!([ann, ben].iter().all(|of| of.hash.is_none() && of.is_first_login));
    assert_eq!(ann.record.designation.as_deref(), Some("Lead"));
    assert_eq!(ann.record.phone_number.as_deref(), Some("+44 1"));
    assert!(!ben.record.standing.is_active);
    assert!(state.mails.is_empty() && state.leave_ledger.is_empty(), "leave is the leave keeper's");
    assert_eq!(kinds(&state), ["account-created", "account-created"]);
    let topics = state.pushes();
    assert_eq!(topics, [Push::Changed { topic: Topic::Users, audience: Audience::Everyone }], "told once");
}

#[tokio::test]
async fn the_leave_keeper_gives_new_people_their_leave_on_the_same_day() {
    let fakes = portal();
    let ports = fakes.ports();
    while crate::leave_ledger::settle(&ports).await.unwrap() {}
    let given = fakes.state().leave_ledger.len();
    let joined = PeopleRow { joining_date: Given::Value(day("2019-03-01")), ..new("ann") };
    applied(&fakes, &hr(), Options::default(), &[joined]).await;
    assert_eq!(fakes.state().leave_ledger.len(), given);
    while crate::leave_ledger::settle(&ports).await.unwrap() {}
    let state = fakes.state();
    let ann = state.people.values().find(|account| account.record.email == email("ann@x.org")).unwrap();
    let rows = &state.leave_ledger[given..];
    assert!(!rows.is_empty() && rows.iter().all(|row| row.user == ann.record.id && row.row.year >= 2026));
}

#[tokio::test]
async fn new_active_people_are_invited_where_that_is_wanted() {
    let fakes = portal();
    let rows = [new("ann"), PeopleRow { is_active: Some(false), ..new("ben") }, known(1)];
    let due = at("2026-06-15T08:30:00Z");
    applied(&fakes, &hr(), Options { invite: Some(due), ..Options::default() }, &rows).await;
    let state = fakes.state();
    let ann = state.people.values().find(|account| account.record.email == email("ann@x.org")).unwrap();
    assert_eq!(state.invitations.iter().map(|(user, at)| (*user, *at)).collect::<Vec<_>>(), [(ann.record.id, due)]);
}

#[tokio::test]
async fn somebody_who_was_changed_or_added_since_the_plan_is_left_as_they_are() {
    let fakes = portal();
    let changed = |n| PeopleRow { department: Given::Value("Design".into()), ..known(n) };
    let rows = [changed(1), new("ann"), changed(2)];
    let plan = planned(&fakes, &hr(), &rows).await;
    fakes.memory.change(|state| {
        state.person(1).record.updated_at = at("2026-06-10T09:59:00Z");
        state.person(6).record.email = email("ann@x.org");
    });
    let outcomes = apply(&fakes, &hr(), Options::default(), &plan, &rows).await;
    assert_eq!(outcomes, [Outcome::Changed, Outcome::Changed]);
    let mut state = fakes.state();
    assert_eq!(state.person(1).record.department.as_deref(), Some("Engineering"));
    assert_eq!(state.person(2).record.department.as_deref(), Some("Design"));
}

#[tokio::test]
async fn rows_that_are_applied_again_find_everything_done() {
    let fakes = portal();
    let rows = [new("ann"), PeopleRow { manager: led_by("EMP1006"), ..new("ben") }];
    let plan = planned(&fakes, &hr(), &rows).await;
    assert_eq!(apply(&fakes, &hr(), Options::default(), &plan, &rows).await, []);
    let after = fakes.state();
    assert_eq!(apply(&fakes, &hr(), Options::default(), &plan, &rows).await, []);
    assert_eq!(fakes.state(), after);
}

/// The kinds of the mails that wait, with their addresses.
fn letters(state: &State) -> Vec<(&str, &str)> {
    state.mails.values().map(|mail| (mail.mail.letter.kind(), mail.mail.to.as_str())).collect()
}

fn moves(n: u32) -> PeopleRow {
    PeopleRow { email: Some(email(&format!("new{n}@x.org"))), ..known(n) }
}

#[tokio::test]
async fn a_generated_password_that_went_to_another_address_is_replaced_by_a_link() {
    for has_signed_in in [false, true] {
        let fakes = with(|state| {
            state.person(1).is_first_login = true;
            if has_signed_in {
                *state = std::mem::take(state).signed_in(&[1]);
            }
        });
        assert_eq!(applied(&fakes, &hr(), Options::default(), &[moves(1)]).await, []);
        let mut state = fakes.state();
        assert_eq!((state.person(1).hash.clone(), state.person(1).is_first_login), (None, true));
        let mut expected = vec![("address-changed", "p1@x.org"), ("address-changed", "new1@x.org")];
        if has_signed_in {
            expected.push(("invitation", "new1@x.org"));
        }
        assert_eq!(letters(&state), expected);
        // The courier mails the link to those who have never signed in.
        assert_eq!(
            (state.invitations.contains_key(&user(1)), state.links.contains_key(&user(1))),
            (!has_signed_in, has_signed_in)
        );
    }
}

#[tokio::test]
async fn somebody_with_a_password_of_their_own_keeps_it_at_another_address() {
    let fakes = portal();
    assert_eq!(applied(&fakes, &hr(), Options::default(), &[moves(2)]).await, []);
    let mut state = fakes.state();
    assert!(state.person(2).hash.is_some());
    assert_eq!(letters(&state), [("address-changed", "p2@x.org"), ("address-changed", "new2@x.org")]);
}

#[tokio::test]
async fn who_was_imported_and_not_invited_is_mailed_nothing_at_another_address() {
    let fakes = with(|state| {
        (state.person(1).hash, state.person(1).is_first_login) = (None, true);
    });
    assert_eq!(applied(&fakes, &hr(), Options::default(), &[moves(1)]).await, []);
    let state = fakes.state();
    assert_eq!((letters(&state), state.invitations.len()), (vec![], 0));
}

#[tokio::test]
async fn however_many_rows_there_are_they_are_applied_with_as_many_calls() {
    let calls = async |count: u32| {
        let fakes = with(|state| {
            for n in 100..150 {
                let mut account = crate::testing::account(n, Role::Employee);
                account.record.manager = Some(user(7));
                state.people.insert(user(n), account);
            }
            state.last_employee_id = Some(1500);
        });
        let changed = (100..100 + count).map(|n| PeopleRow {
            department: Given::Value("Design".into()),
            manager: led_by("EMP1006"),
            salary: Given::Value(domain::person::Salary::from_cents(5_000_000).unwrap()),
            ..known(n)
        });
        let new = (0..count).map(|n| PeopleRow { manager: led_by("p7@x.org"), ..new(&format!("n{n}")) });
        let rows: Vec<PeopleRow> = changed.chain(new).collect();
        assert_eq!(applied(&fakes, &hr(), Options::default(), &rows).await, []);
        fakes.memory.calls().len()
    };
    assert_eq!(calls(1).await, calls(50).await);
}
