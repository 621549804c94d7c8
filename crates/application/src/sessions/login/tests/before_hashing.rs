//! What is refused before a password is looked at.

use super::super::super::places::account_bucket;
use super::super::*;
use super::{ACCOUNT, ADDRESS, CROWDED, ann, portal};
use crate::Limits;
use crate::ports::MockPasswords;
use proptest::prelude::*;
use std::sync::Arc;

#[test]
fn a_bucket_fits_its_key_whatever_the_address() {
    let key = account_bucket(&format!("{}@x.org", "é".repeat(248)));
    assert_eq!(key.chars().count(), 168);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_password_is_looked_at_exactly_while_the_budgets_have_room(
        from_address in 0i64..6,
        in_crowd in 27i64..33,
        on_account in 0i64..6,
        limits in (1u32..6, 1u32..6),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let (login_address, login_account) = limits;
        let has_account = on_account < i64::from(login_account);
        let is_usual = has_account && from_address < i64::from(login_address);
        let has_room = is_usual || has_account && in_crowd < 30;
        let mut fakes = portal(false, &[(ADDRESS, from_address), (ACCOUNT, on_account), (CROWDED, in_crowd)]);
        fakes.limits = Limits { login_account, login_address, ..Limits::default() };
        let mut passwords = MockPasswords::new();
        passwords.expect_verify().times(usize::from(has_room)).returning(|_, _| Ok(false));
        fakes.passwords = Arc::new(passwords);
        let before = fakes.state();
        let answer = runtime.block_on(login(&fakes.ports(), ann()));
        prop_assert_eq!(matches!(answer, Err(Error::InvalidCredentials)), is_usual);
        prop_assert_eq!(matches!(answer, Err(Error::Throttled { .. })), !is_usual);
        prop_assert_eq!(fakes.state() != before, has_room);
    }
}
