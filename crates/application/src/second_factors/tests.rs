//! A second factor is set up with a password and a code, and turned off with both.

use super::events::{recovery_code_used, recovery_codes_made, second_factor_removed, second_factor_set};
use super::*;
use crate::events::Record;
use crate::memory::{Factor, Factors, State};
use crate::ports::{MockPasswords, Overloaded, SecondFactor, SecondFactorView, WaitingKey};
use crate::sessions::Caller;
use crate::testing::{
    Fakes, at, caller, changing_meanwhile, code_of, hash_of, nothing_changes_when_a_call_fails, recovery_code, user,
};
use crate::{Conflict, Error, Invalid, Result};
use domain::person::Role;
use domain::second_factor::{FactorKey, FactorRule, RequiredFor, WRONG_CODE};
use domain::sign_in::PasswordUse;
use std::sync::Arc;

const NOW: &str = "2026-06-10T10:00:00Z";
const ACCOUNT: &str = "account:p1@x.org";

/// Person 1, whose password is `old secret`.
fn plain() -> State {
    State::of(&[(1, Role::Employee)]).signed_in(&[1])
}

/// The same with a key that was made at `made_at` and waits.
fn waiting(made_at: &str) -> State {
    let key = WaitingKey { key: FactorKey::new("KEY".into()), made_at: at(made_at) };
    State { second_factors: [(user(1), Factors { waiting: Some(key), ..Factors::default() })].into(), ..plain() }
}

/// The same with a factor and three recovery codes.
fn set() -> State {
    let factor = SecondFactor { key: FactorKey::new("KEY".into()), last_step: None };
    let set = Factor { factor, created_at: at("2026-06-01T08:00:00Z"), last_used_at: None };
    let recovery = (0..3).map(|n| format!("KEY {}", recovery_code(n))).collect();
    State { second_factors: [(user(1), Factors { waiting: None, set: Some(set), recovery })].into(), ..plain() }
}

fn me() -> Caller {
    caller(1, Role::Employee)
}

fn proof(password: &str, code: impl Into<String>) -> Proof {
    Proof { password: password.into(), code: code.into() }
}

fn wrong_password() -> Error {
    Invalid::field("password", "Current password is incorrect").into()
}

fn wrong() -> Error {
    Invalid::field("code", WRONG_CODE).into()
}

fn attempts(fakes: &Fakes) -> usize {
    fakes.state().budgets.get(ACCOUNT).map_or(0, |attempts| attempts.instants().len())
}

/// What the letters to person 1 say.
fn told(fakes: &Fakes) -> Vec<SecondFactorNews> {
    let about = |mail: &crate::memory::Mail| mail.mail.letter.about::<SecondFactorLetter>().unwrap().news;
    fakes.state().mails.values().filter(|mail| mail.mail.to == "p1@x.org").map(about).collect()
}

fn kinds(fakes: &Fakes) -> Vec<String> {
    fakes.state().events.iter().map(|event| event.record.kind.to_string()).collect()
}

#[tokio::test]
async fn a_key_is_made_for_the_right_password_and_waits() {
    let fakes = Fakes::plain(plain());
    let new = begin(&fakes.ports(), &me(), "old secret").await.unwrap();
    assert_eq!(new.key.reveal(), "KEY");
    assert!(new.uri.0.starts_with("otpauth://totp/Daybook:p1%40x.org?secret=KEY&issuer=Daybook&"), "{}", new.uri.0);
    let kept = fakes.state().second_factors[&user(1)].clone();
    assert_eq!((kept.waiting.map(|key| key.made_at), kept.set), (Some(at(NOW)), None));
    assert_eq!((attempts(&fakes), kinds(&fakes)), (0, vec![]), "nothing has changed yet");
    // A repeat makes another key.
    begin(&fakes.ports(), &me(), "old secret").await.unwrap();
}

#[tokio::test]
async fn a_wrong_password_makes_no_key_and_stays_counted() {
    let fakes = Fakes::plain(plain());
    for (n, password) in ["", "a guess", &"p".repeat(129)].iter().enumerate() {
        assert_eq!(begin(&fakes.ports(), &me(), password).await, Err(wrong_password()));
        assert_eq!(attempts(&fakes), n + 1);
    }
    for n in 4..=10 {
        assert_eq!(turn_off(&fakes.ports(), &me(), &proof("a guess", code_of(0))).await, Err(wrong_password()));
        assert_eq!(attempts(&fakes), n);
    }
    let full = new_recovery_codes(&fakes.ports(), &me(), &proof("old secret", code_of(0))).await;
    assert!(matches!(full, Err(Error::Throttled { .. })));
    assert_eq!(fakes.state().second_factors, plain().second_factors);
}

#[tokio::test]
async fn a_full_queue_for_password_work_costs_no_attempt() {
    let mut full = MockPasswords::new();
    full.expect_verify().returning(|_, _| Err(Overloaded));
    let fakes = Fakes { passwords: Arc::new(full), ..Fakes::plain(plain()) };
    assert_eq!(begin(&fakes.ports(), &me(), "old secret").await, Err(Error::Overloaded));
    assert_eq!(attempts(&fakes), 0);
}

#[tokio::test]
async fn a_password_that_was_changed_meanwhile_proves_nothing() {
    let mut passwords = MockPasswords::new();
    let fakes = Fakes::plain(set());
    let memory = fakes.memory.clone();
    passwords.expect_verify().returning(move |password, hash| {
        memory.change(|state| state.person(1).hash = Some(hash_of("another")));
        Ok(hash == Some(hash_of(password)))
    });
    let fakes = Fakes { passwords: Arc::new(passwords), ..fakes };
    assert_eq!(turn_off(&fakes.ports(), &me(), &proof("old secret", code_of(0))).await, Err(wrong_password()));
    assert_eq!(fakes.state().second_factors, set().second_factors);
}

#[tokio::test]
async fn the_first_code_makes_the_key_a_factor() {
    let fakes = Fakes::plain(waiting("2026-06-10T09:45:01Z"));
    let codes = confirm(&fakes.ports(), &me(), &code_of(1)).await.unwrap();
    assert_eq!(codes, (0..10).map(recovery_code).collect::<Vec<_>>());
    let kept = fakes.state().second_factors[&user(1)].clone();
    let factor = kept.set.unwrap();
    assert_eq!((factor.created_at, factor.last_used_at), (at(NOW), None));
    assert_eq!(factor.factor.last_step, Some(at(NOW).timestamp() / 30 + 1), "that code signs nobody in");
    assert_eq!((kept.recovery.len(), kept.waiting), (10, None));
    assert!(kept.recovery.iter().all(|fingerprint| !codes.contains(fingerprint)));
    assert_eq!((told(&fakes), attempts(&fakes)), (vec![SecondFactorNews::Set], 0));
    let [event] = fakes.state().events.try_into().unwrap();
    assert_eq!((&event.record, event.actor()), (&second_factor_set(user(1)), Some(user(1))));
}

#[tokio::test]
async fn a_wrong_first_code_stays_counted_and_the_key_goes_on_waiting() {
    let fakes = Fakes::plain(waiting("2026-06-10T09:50:00Z"));
    assert_eq!(confirm(&fakes.ports(), &me(), &code_of(2)).await, Err(wrong()));
    assert_eq!(attempts(&fakes), 1);
    // What is no code of an app is no guess.
    for code in ["", "12345", &recovery_code(0)] {
        assert_eq!(confirm(&fakes.ports(), &me(), code).await, Err(wrong()));
    }
    assert_eq!((attempts(&fakes), told(&fakes)), (1, vec![]));
    confirm(&fakes.ports(), &me(), &code_of(0)).await.unwrap();
}

#[tokio::test]
async fn a_key_that_is_missing_or_too_old_is_not_confirmed() {
    for state in [plain(), waiting("2026-06-10T09:45:00Z")] {
        let fakes = Fakes::plain(state);
        assert_eq!(confirm(&fakes.ports(), &me(), &code_of(0)).await, Err(Conflict::NoWaitingKey.into()));
        assert_eq!((attempts(&fakes), kinds(&fakes)), (0, vec![]));
    }
}

#[tokio::test]
async fn nobody_has_two_factors() {
    let fakes = Fakes::plain(set());
    assert_eq!(begin(&fakes.ports(), &me(), "old secret").await, Err(Conflict::SecondFactorSet.into()));
    assert_eq!(confirm(&fakes.ports(), &me(), &code_of(0)).await, Err(Conflict::SecondFactorSet.into()));
    assert_eq!(State { budgets: set().budgets, ..fakes.state() }, set());
    assert_eq!(attempts(&fakes), 0);
}

#[tokio::test]
async fn password_and_code_turn_a_factor_off() {
    for (code, used) in [(code_of(0), None), (recovery_code(2), Some(recovery_code_used(user(1))))] {
        let fakes = Fakes::plain(set());
        assert_eq!(turn_off(&fakes.ports(), &me(), &proof("old secret", code)).await, Ok(()));
        assert_eq!(fakes.state().second_factors, plain().second_factors);
        assert_eq!((told(&fakes), attempts(&fakes)), (vec![SecondFactorNews::Removed], 0));
        let recorded: Vec<Record> = fakes.state().events.iter().map(|event| event.record.clone()).collect();
        assert_eq!(recorded, used.into_iter().chain([second_factor_removed(user(1))]).collect::<Vec<_>>());
        assert!(fakes.state().sessions.values().all(|session| session.ended.is_none()), "the session goes on");
        let again = turn_off(&fakes.ports(), &me(), &proof("old secret", code_of(0))).await;
        assert_eq!((again, attempts(&fakes)), (Err(Conflict::NoSecondFactor.into()), 0));
    }
}

#[tokio::test]
async fn a_wrong_code_changes_nothing_and_stays_counted() {
    for code in [code_of(2), recovery_code(7), "no code".into()] {
        let fakes = Fakes::plain(set());
        assert_eq!(turn_off(&fakes.ports(), &me(), &proof("old secret", &*code)).await, Err(wrong()));
        let codes = new_recovery_codes(&fakes.ports(), &me(), &proof("old secret", &*code)).await;
        assert_eq!((codes, attempts(&fakes)), (Err(wrong()), 2));
        assert_eq!(State { budgets: set().budgets, ..fakes.state() }, set());
    }
}

#[tokio::test]
async fn a_factor_that_the_role_needs_is_not_turned_off() {
    let mut fakes = Fakes::plain(set());
    fakes.rules.second_factor = FactorRule { required_for: RequiredFor::Everybody, since: None };
    for code in [code_of(0), recovery_code(0)] {
        let refused = turn_off(&fakes.ports(), &me(), &proof("old secret", code)).await;
        assert_eq!((refused, attempts(&fakes)), (Err(Conflict::SecondFactorNeeded.into()), 0));
    }
    assert_eq!(State { budgets: set().budgets, ..fakes.state() }, set(), "no code is used up");
    let guess = turn_off(&fakes.ports(), &me(), &proof("old secret", code_of(2))).await;
    assert_eq!(guess, Err(wrong()), "a guess learns nothing of the role");
    let mut marked = set();
    marked.person(1).is_break_glass = true;
    let marked = |passwords| Fakes::plain(marked.clone()).with_passwords(passwords).ports();
    let refused = turn_off(&marked(PasswordUse::BreakGlass), &me(), &proof("old secret", code_of(0))).await;
    assert_eq!(refused, Err(Conflict::SecondFactorNeeded.into()), "a break-glass account needs it too");
    let elsewhere = turn_off(&marked(PasswordUse::Everybody), &me(), &proof("old secret", code_of(0))).await;
    assert_eq!(elsewhere, Ok(()), "where passwords are for everybody, a mark says nothing");
}

#[tokio::test]
async fn new_recovery_codes_make_the_earlier_ones_void() {
    let fakes = Fakes::plain(set());
    let codes = new_recovery_codes(&fakes.ports(), &me(), &proof("old secret", code_of(0))).await.unwrap();
    assert_eq!(codes.len(), 10);
    let kept = fakes.state();
    assert_eq!(kept.second_factors[&user(1)].recovery.len(), 10);
    let used = kept.second_factors[&user(1)].set.clone().unwrap();
    assert_eq!(used.last_used_at, Some(at(NOW)));
    assert_eq!(kept.events[0].record, recovery_codes_made(user(1)));
    let again = new_recovery_codes(&fakes.ports(), &me(), &proof("old secret", code_of(0))).await;
    assert_eq!(again, Err(wrong()), "the code was used");
}

#[tokio::test]
async fn people_see_what_is_set_up_and_from_when_they_need_it() {
    let see = async |state: State, required_from: Option<&str>| {
        let caller = Caller { second_factor_from: required_from.map(at), ..me() };
        own_ways_in(&Fakes::plain(state).ports(), &caller).await.unwrap()
    };
    assert_eq!(see(plain(), None).await, OwnWaysIn { factor: None, linked: Vec::new(), required_from: None });
    assert_eq!(see(waiting(NOW), None).await.factor, None, "a key that waits is none");
    let view = SecondFactorView { created_at: at("2026-06-01T08:00:00Z"), last_used_at: None, recovery_left: 3 };
    assert_eq!(
        see(set(), Some(NOW)).await,
        OwnWaysIn { factor: Some(view), linked: Vec::new(), required_from: Some(at(NOW)) }
    );
}

#[tokio::test]
async fn what_fails_halfway_has_not_happened() {
    nothing_changes_when_a_call_fails(plain, async |fakes| begin(&fakes.ports(), &me(), "old secret").await).await;
    nothing_changes_when_a_call_fails(
        || waiting("2026-06-10T09:50:00Z"),
        async |fakes| confirm(&fakes.ports(), &me(), &code_of(0)).await,
    )
    .await;
    let both = || proof("old secret", recovery_code(0));
    nothing_changes_when_a_call_fails(set, async |fakes| turn_off(&fakes.ports(), &me(), &both()).await).await;
    nothing_changes_when_a_call_fails(set, async |fakes| new_recovery_codes(&fakes.ports(), &me(), &both()).await)
        .await;
}

#[tokio::test]
async fn another_password_leaves_the_factor() -> Result<()> {
    let fakes = changing_meanwhile(Fakes::plain(set()), |_| {});
    let new = "new secret".to_owned();
    let typed = crate::passwords::PasswordChange { current: "old secret".into(), repeated: new.clone(), new };
    crate::passwords::change_password(&fakes.ports(), &me(), &typed).await?;
    assert_eq!(fakes.state().second_factors, set().second_factors);
    Ok(())
}
