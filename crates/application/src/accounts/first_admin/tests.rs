//! The first account, and never a second one.

use super::*;
use crate::Conflict;
use crate::events::Happening;
use crate::ports::{MockPasswords, Overloaded, PasswordHash, StoreError, UniqueKey};
use crate::testing::{FakeWork, Fakes, at, today};
use domain::person::EmployeeId;
use domain::person::Role;
use std::sync::Arc;
use std::sync::atomic::Ordering;

fn admin(is_generated: bool) -> FirstAdmin {
    FirstAdmin {
        email: EmailAddress::parse("Admin@X.org").unwrap(),
        password: NewPassword::parse("first secret", "first secret").unwrap(),
        is_generated,
    }
}

/// A portal with or without accounts.
fn portal(has_accounts: bool) -> FakeWork {
    let mut work = FakeWork::default();
    work.people.expect_any().times(1).returning(move || Ok(has_accounts));
    work
}

fn hashing(answer: Result<PasswordHash, Overloaded>) -> Fakes {
    let mut passwords = MockPasswords::new();
    passwords.expect_hash().times(1).return_once(move |_| answer);
    Fakes { passwords: Arc::new(passwords), ..Fakes::default() }
}

fn hashed() -> Fakes {
    hashing(Ok(PasswordHash("stored".into())))
}

#[tokio::test]
async fn an_empty_portal_gets_one_administrator() {
    for is_generated in [true, false] {
        let fakes = hashed();
        fakes.store.queue(portal(false));
        let mut work = portal(false);
        work.people.expect_next_employee_id().times(1).returning(|| Ok(EmployeeId::new(1001)));
        let insert = work.people.expect_insert().times(1);
        insert.returning(move |person| {
            assert_eq!((person.email.as_str(), person.role), ("admin@x.org", Role::Admin));
            assert_eq!((person.employee_id, person.joining_date), (EmployeeId::new(1001), Some(today())));
            assert_eq!((&person.hash, person.is_first_login), (&PasswordHash("stored".into()), is_generated));
            assert_eq!((person.manager, person.created_at), (None, at("2026-06-10T10:00:00Z")));
            Ok(())
        });
        let events = work.keep_events();
        let committed = fakes.store.queue(work);
        assert_eq!(first_admin(&fakes.ports(), &admin(is_generated)).await, Ok(true));
        assert!(committed.load(Ordering::SeqCst));
        assert!(matches!(events.lock().unwrap()[0].what, Happening::AccountCreated { role: Role::Admin, .. }));
    }
}

#[tokio::test]
async fn a_portal_with_accounts_gets_none_and_pays_for_no_hash() {
    let fakes = Fakes::default();
    let committed = fakes.store.queue(portal(true));
    assert_eq!(first_admin(&fakes.ports(), &admin(true)).await, Ok(false));
    assert!(!committed.load(Ordering::SeqCst));
}

#[tokio::test]
async fn of_several_instances_that_start_at_once_one_creates_it() {
    let fakes = hashed();
    fakes.store.queue(portal(false));
    let committed = fakes.store.queue(portal(true));
    assert_eq!(first_admin(&fakes.ports(), &admin(true)).await, Ok(false));
    assert!(!committed.load(Ordering::SeqCst));
}

#[tokio::test]
async fn what_goes_wrong_leaves_the_portal_empty() {
    let overloaded = hashing(Err(Overloaded));
    overloaded.store.queue(portal(false));
    assert_eq!(first_admin(&overloaded.ports(), &admin(true)).await, Err(Error::Overloaded));

    let taken = StoreError::Conflict(UniqueKey::Email);
    let fakes = hashed();
    fakes.store.queue(portal(false));
    let mut work = portal(false);
    work.people.expect_next_employee_id().times(1).returning(|| Ok(EmployeeId::new(1001)));
    work.people.expect_insert().times(1).return_once(move |_| Err(taken));
    let committed = fakes.store.queue(work);
    assert_eq!(first_admin(&fakes.ports(), &admin(true)).await, Err(Conflict::EmailTaken.into()));
    assert!(!committed.load(Ordering::SeqCst));
}
