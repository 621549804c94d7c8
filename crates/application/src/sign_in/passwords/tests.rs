//! Whose passwords count, use case by use case.

use super::*;
use crate::memory::{Factor, Factors, State};
use crate::passwords::{PasswordChange, answer_resets, change_password, reset_password};
use crate::people::{AccountUpdate, PasswordReset, operate, reset_password_for, update_account};
use crate::ports::{ResetLink, ResetRequest, SecondFactor};
use crate::sessions::events::{Outcome, break_glass_used, sign_in_failed, signed_in};
use crate::sessions::{
    BreakGlassUsedLetter, Caller, Credentials, LoggedIn, SecondStep, SignedIn, first_password, login, second_step,
};
use crate::testing::{Fakes, at, caller, code_of, form, record, request, user};
use domain::id::ResetRequestId;
use domain::person::{EmailAddress, Role};
use domain::second_factor::FactorKey;
use uuid::Uuid;

/// Administrator 1 has a break-glass account, of which nobody else has one: not administrator 2, whose account is marked but has no
/// second factor, nor manager 3, who was an administrator, nor administrator 4, nor newcomer 5. Everybody has a reset link and asks
/// for one.
fn before() -> State {
    let roles = [(1, Role::Admin), (2, Role::Admin), (3, Role::Manager), (4, Role::Admin), (5, Role::Employee)];
    let mut state = State::of(&roles).signed_in(&[1, 2, 3, 4, 5][..]);
    for n in [1, 2, 3] {
        state.person(n).is_break_glass = true;
    }
    state.person(5).is_first_login = true;
    for n in [1, 3, 4] {
        let factor = SecondFactor { key: FactorKey::new("KEY".into()), last_step: None };
        let set = Factor { factor, created_at: at("2026-06-01T08:00:00Z"), last_used_at: None };
        state.second_factors.insert(user(n), Factors { set: Some(set), ..Factors::default() });
    }
    for (n, _) in roles {
        let (fingerprint, expires_at) = (format!("fingerprint of {n}"), at("2026-06-10T10:20:00Z"));
        state.links.insert(user(n), ResetLink { user: user(n), fingerprint, expires_at });
        let email = EmailAddress::parse(&format!("p{n}@x.org")).unwrap();
        let id = ResetRequestId::new(Uuid::from_u128(n));
        state.reset_requests.push(ResetRequest { id, email, asked_at: at("2026-06-10T09:59:59Z") });
    }
    state
}

fn portal(passwords: PasswordUse) -> Fakes {
    Fakes::plain(before()).with_passwords(passwords)
}

fn off<T>() -> Result<T> {
    Err(Error::PasswordsOff("Please sign in with Acme.".to_owned()))
}

fn is(n: u128) -> Caller {
    caller(n, before().person(n).record.standing.role)
}

async fn log_in(fakes: &Fakes, n: u128, password: &str) -> Result<LoggedIn> {
    let typed = Credentials { email: format!("p{n}@x.org"), password: password.into(), request: request() };
    login(&fakes.ports(), typed).await
}

async fn change(fakes: &Fakes, n: u128) -> Result<()> {
    let (current, new) = ("old secret".to_owned(), "a better one".to_owned());
    change_password(&fakes.ports(), &is(n), &PasswordChange { current, repeated: new.clone(), new }).await
}

async fn follow_link(fakes: &Fakes, n: u128) -> Result<()> {
    reset_password(&fakes.ports(), &n.to_string(), "a better one", request()).await
}

async fn give_another(fakes: &Fakes, n: u128) -> Result<()> {
    let typed = PasswordReset { reason: "Lost".into(), mail: true };
    reset_password_for(&fakes.ports(), &is(4), user(n), typed).await.map(|_| ())
}

/// The kinds and the addresses of the mails that wait.
fn mails(fakes: &Fakes) -> Vec<(&'static str, String)> {
    fakes.state().mails.into_values().map(|mail| (mail.mail.letter.kind(), mail.mail.to)).collect()
}

/// Nothing has changed but what is counted and recorded.
fn assert_untouched(fakes: &Fakes) {
    let kept = fakes.state();
    let before = State { budgets: kept.budgets.clone(), events: kept.events.clone(), ..before() };
    assert_eq!(kept, before);
}

#[tokio::test]
async fn a_password_that_opens_nothing_is_neither_taken_nor_set() {
    for (passwords, others) in [(PasswordUse::Nobody, &[1, 2, 3, 4][..]), (PasswordUse::BreakGlass, &[2, 3, 4][..])] {
        for n in others.iter().copied() {
            let fakes = portal(passwords);
            assert_eq!(log_in(&fakes, n, "old secret").await, off(), "{passwords:?} {n}");
            let kept = fakes.state();
            let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
            assert_eq!(event.record, sign_in_failed(Some(user(n)), Outcome::PasswordsOff));
            assert_untouched(&fakes);
        }
        // A marked account may change its password, though it does not open it without a second factor.
        for n in others.iter().copied().filter(|n| *n != 2) {
            let fakes = portal(passwords);
            assert_eq!(change(&fakes, n).await, off(), "{passwords:?} {n}");
            assert_eq!(follow_link(&fakes, n).await, off(), "{passwords:?} {n}");
            if n != 4 {
                assert_eq!(give_another(&fakes, n).await, off(), "{passwords:?} {n}");
            }
            assert_eq!(operate::reset_password(&fakes.ports(), user(n)).await, off(), "{passwords:?} {n}");
            assert_untouched(&fakes);
        }
        let fakes = portal(passwords);
        let newcomer = Caller { is_first_login: true, ..is(5) };
        let answer = first_password(&fakes.ports(), &newcomer, "a better one", "a better one").await;
        assert_eq!(answer, off());
        assert_untouched(&fakes);
    }
    let wide_open = portal(PasswordUse::Everybody);
    assert!(log_in(&wide_open, 2, "old secret").await.is_ok());
    assert_eq!((change(&wide_open, 3).await, follow_link(&wide_open, 4).await), (Ok(()), Ok(())));
}

/// Otherwise a stranger would learn which accounts are worth attacking.
#[tokio::test]
async fn a_wrong_password_does_not_tell_which_accounts_are_marked() {
    let fakes = portal(PasswordUse::BreakGlass);
    for n in [1, 4, 77] {
        assert_eq!(log_in(&fakes, n, "a guess").await, Err(Error::InvalidCredentials));
    }
}

#[tokio::test]
async fn the_owner_of_a_break_glass_account_keeps_their_password() {
    let fakes = portal(PasswordUse::BreakGlass);
    assert_eq!(give_another(&fakes, 1).await, Ok(()));
    let fakes = portal(PasswordUse::BreakGlass);
    assert_eq!((change(&fakes, 1).await, change(&fakes, 2).await), (Ok(()), Ok(())));
    let fakes = portal(PasswordUse::BreakGlass);
    assert_eq!(follow_link(&fakes, 1).await, Ok(()));
}

#[tokio::test]
async fn a_reset_link_is_sent_only_where_a_password_counts() {
    for (passwords, asked) in [
        (PasswordUse::Nobody, &[][..]),
        (PasswordUse::BreakGlass, &[1, 2][..]),
        (PasswordUse::Everybody, &[1, 2, 3, 4, 5]),
    ] {
        let fakes = portal(passwords);
        assert_eq!(answer_resets(&fakes.ports()).await.map(|answered| answered.count), Ok(5), "{passwords:?}");
        let links: Vec<_> = asked.iter().map(|n| ("password-reset", format!("p{n}@x.org"))).collect();
        assert_eq!(mails(&fakes), links, "{passwords:?}");
    }
}

async fn step(fakes: &Fakes, code: &str) -> Result<SignedIn> {
    let LoggedIn::NeedsCode { ticket, .. } = log_in(fakes, 1, "old secret").await.unwrap() else {
        panic!("signed in without a code");
    };
    second_step(&fakes.ports(), SecondStep { ticket, code: code.into(), request: request() }).await
}

#[tokio::test]
async fn every_use_of_a_break_glass_account_is_recorded_and_mailed_to_all_administrators() {
    let fakes = portal(PasswordUse::BreakGlass);
    fakes.memory.change(|state| state.person(2).record.standing.is_blocked = true);
    assert!(step(&fakes, &code_of(7)).await.is_err());
    assert!(mails(&fakes).is_empty(), "nobody has come in");
    step(&fakes, &code_of(0)).await.unwrap();
    let used = |n| ("break-glass-used", format!("p{n}@x.org"));
    assert_eq!(mails(&fakes), [used(1), used(4)], "those who can act");
    let kept = fakes.state();
    let letter = kept.mails.values().next().unwrap().mail.letter.about::<BreakGlassUsedLetter>().unwrap();
    assert_eq!((letter.owner, letter.email.as_str()), (record(1, Role::Admin).name, "p1@x.org"));
    assert_eq!((letter.at, letter.address.as_str()), (fakes.now, "192.0.2.7"));
    let session = *kept.sessions.iter().find(|(_, session)| session.started.created_at == fakes.now).unwrap().0;
    let records: Vec<_> = kept.events.into_iter().skip(1).map(|event| event.record).collect();
    assert_eq!(records, [break_glass_used(user(1), session), signed_in(user(1), session, Some("password"))]);

    // Where everybody has a password it is a sign-in like any other.
    let fakes = portal(PasswordUse::Everybody);
    step(&fakes, &code_of(0)).await.unwrap();
    assert_eq!((mails(&fakes), fakes.state().events.len()), (Vec::new(), 1));
}

#[tokio::test]
async fn a_ticket_from_before_the_change_opens_nothing() {
    let fakes = portal(PasswordUse::Everybody);
    let LoggedIn::NeedsCode { ticket, .. } = log_in(&fakes, 4, "old secret").await.unwrap() else {
        panic!("signed in without a code");
    };
    for passwords in [PasswordUse::Nobody, PasswordUse::BreakGlass] {
        let mut ports = fakes.ports();
        ports.providers = Fakes::default().with_passwords(passwords).providers;
        let typed = SecondStep { ticket: ticket.clone(), code: code_of(0), request: request() };
        assert_eq!(second_step(&ports, typed).await, off(), "{passwords:?}");
    }
}

/// Its owner signs in with a provider, and the mail about the address says nothing of a password.
#[tokio::test]
async fn an_address_that_moves_before_the_first_sign_in_gets_no_password() {
    for (passwords, kinds) in [
        (PasswordUse::Everybody, &["address-changed", "address-changed", "credentials"][..]),
        (PasswordUse::Nobody, &["address-changed", "address-changed"][..]),
        (PasswordUse::BreakGlass, &["address-changed", "address-changed"][..]),
    ] {
        let fakes = portal(passwords);
        let moved = AccountUpdate { email: "new@x.org".into(), ..form(&record(5, Role::Employee)) };
        update_account(&fakes.ports(), &is(4), user(5), moved).await.unwrap();
        let sent: Vec<_> = mails(&fakes).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(sent, kinds, "{passwords:?}");
    }
}
