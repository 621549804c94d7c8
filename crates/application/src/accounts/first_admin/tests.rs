//! The first account, and never a second one.

use super::*;
use crate::Conflict;
use crate::Error;
use crate::memory::State;
use crate::ports::{MockPasswords, Overloaded, PasswordHash, StoreError, UniqueKey};
use crate::testing::Fakes;
use std::sync::Arc;

/// Common, and so only the portal itself may have made it.
const FIRST: &str = "Password1";

fn admin(is_generated: bool) -> FirstAdmin {
    FirstAdmin {
        email: EmailAddress::parse("Admin@X.org").unwrap(),
        password: Some(NewPassword::generated(FIRST).unwrap()),
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

#[tokio::test]
async fn a_given_password_that_is_easy_to_guess_is_refused_before_it_is_hashed() {
    let fakes = Fakes::over(State::default());
    let sentence = "This password is too easy to guess";
    assert_eq!(first_admin(&fakes.ports(), &admin(false)).await, Err(Invalid::field("password", sentence).into()));
    assert_eq!(fakes.state(), State::default());
    assert_eq!(first_admin(&hashed().ports(), &admin(true)).await, Ok(true));
}

#[tokio::test]
async fn what_goes_wrong_leaves_the_portal_empty() {
    let overloaded = hashing(Err(Overloaded));
    assert_eq!(first_admin(&overloaded.ports(), &admin(true)).await, Err(Error::Overloaded));
    assert_eq!(overloaded.state(), State::default());

    let fakes = hashed();
    fakes.memory.breaks("PersonRepository::insert_many", StoreError::Conflict(UniqueKey::Email));
    assert_eq!(first_admin(&fakes.ports(), &admin(true)).await, Err(Conflict::EmailTaken.into()));
    assert_eq!(fakes.state(), State::default());
}

#[tokio::test]
async fn an_administrator_whose_password_would_not_count_has_none() {
    let fakes = Fakes::over(State::default());
    let first = FirstAdmin { password: None, ..admin(false) };
    assert_eq!(first_admin(&fakes.ports(), &first).await, Ok(true));
    let kept = fakes.state();
    let account = kept.people.values().next().unwrap();
    assert_eq!((account.record.email.as_str(), &account.hash, account.is_first_login), ("admin@x.org", &None, false));
}
