//! The first account, and never a second one.

use super::*;
use crate::Conflict;
use crate::memory::State;
use crate::ports::{MockPasswords, Overloaded, PasswordHash, StoreError, UniqueKey};
use crate::testing::{Fakes, account, at, today, user};
use domain::person::EmployeeId;
use domain::person::Role;
use std::sync::Arc;

fn admin(is_generated: bool) -> FirstAdmin {
    FirstAdmin {
        email: EmailAddress::parse("Admin@X.org").unwrap(),
        password: NewPassword::generated("first secret").unwrap(),
        is_generated,
    }
}

/// A portal without accounts, whose one password is hashed like this.
fn hashing(answer: Result<PasswordHash, Overloaded>) -> Fakes {
    let mut passwords = MockPasswords::new();
    passwords.expect_hash().times(1).return_once(move |_| answer);
    Fakes { passwords: Arc::new(passwords), ..Fakes::over(State::default()) }
}

fn hashed() -> Fakes {
    hashing(Ok(PasswordHash("stored".into())))
}

/// Somebody has an account.
fn taken(state: &mut State) {
    state.people.insert(user(2), account(2, Role::Employee));
}

#[tokio::test]
async fn an_empty_portal_gets_one_administrator() {
    for is_generated in [true, false] {
        let fakes = hashed();
        assert_eq!(first_admin(&fakes.ports(), &admin(is_generated)).await, Ok(true));
        let kept = fakes.state();
        let [person] = &kept.people.values().collect::<Vec<_>>()[..] else { panic!("{:?}", kept.people) };
        let record = &person.record;
        assert_eq!((record.email.as_str(), record.standing.role), ("admin@x.org", Role::Admin));
        assert_eq!((record.employee_id, record.joining_date), (EmployeeId::new(1001), Some(today())));
        assert_eq!((&person.hash, person.is_first_login), (&PasswordHash("stored".into()), is_generated));
        assert_eq!((record.manager, person.created_at), (None, at("2026-06-10T10:00:00Z")));
        let event = &kept.events[0];
        assert_eq!((event.record.kind.as_ref(), &event.origin), ("account-created", &Origin::command()));
    }
}

#[tokio::test]
async fn a_portal_with_accounts_gets_none_and_pays_for_no_hash() {
    let fakes = Fakes::over(State::default());
    fakes.memory.change(taken);
    let before = fakes.state();
    // Nothing is hashed: the mock would fail.
    assert_eq!(first_admin(&fakes.ports(), &admin(true)).await, Ok(false));
    assert_eq!(fakes.state(), before);
}

#[tokio::test]
async fn what_goes_wrong_leaves_the_portal_empty() {
    let overloaded = hashing(Err(Overloaded));
    assert_eq!(first_admin(&overloaded.ports(), &admin(true)).await, Err(Error::Overloaded));
    assert_eq!(overloaded.state(), State::default());

    let fakes = hashed();
    fakes.memory.breaks("PersonRepository::insert", StoreError::Conflict(UniqueKey::Email));
    assert_eq!(first_admin(&fakes.ports(), &admin(true)).await, Err(Conflict::EmailTaken.into()));
    assert_eq!(fakes.state(), State::default());
}
