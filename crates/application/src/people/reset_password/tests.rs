//! A temporary password takes the place of one that is lost, and the person learns of it.

use super::*;
use crate::memory::State;
use crate::ports::ResetLink;
use crate::testing::{Fakes, GENERATED, at, attempts, caller, changing_meanwhile, hash_of, overloaded, user};
use domain::access::Forbidden;
use domain::id::SessionId;
use uuid::Uuid;

/// Employee 1, who is signed in and has a reset link, HR 5, and administrators 8 and 9.
fn before() -> State {
    let link = ResetLink { user: user(1), fingerprint: "f".into(), expires_at: at("2026-06-10T10:30:00Z") };
    let people = [(1, Role::Employee), (5, Role::Hr), (8, Role::Admin), (9, Role::Admin)];
    State { links: [(user(1), link)].into(), ..State::of(&people).signed_in(&[1]) }
}

async fn reset(fakes: &Fakes, by: (u128, Role), n: u128, mail: bool) -> Result<Confidential> {
    let typed = PasswordReset { reason: " Locked out ".into(), mail };
    reset_password_for(&fakes.ports(), &caller(by.0, by.1), user(n), typed).await
}

/// The passwords in the mails to person 1.
fn mailed(state: &State) -> Vec<Option<Confidential>> {
    let about = |mail: &crate::memory::Mail| mail.mail.letter.about::<TemporaryPasswordLetter>().unwrap().password;
    state.mails.values().filter(|mail| mail.mail.to == "p1@x.org").map(about).collect()
}

#[tokio::test]
async fn the_former_password_opens_nothing_and_the_person_is_told() {
    for mail in [false, true] {
        let fakes = Fakes::plain(before());
        let password = Confidential(GENERATED.into());
        assert_eq!(reset(&fakes, (5, Role::Hr), 1, mail).await, Ok(password.clone()));
        let kept = fakes.state();
        let account = &kept.people[&user(1)];
        assert_eq!((&account.hash, account.is_first_login), (&Some(hash_of(GENERATED)), true));
        assert_eq!((kept.links.len(), mailed(&kept)), (0, vec![mail.then_some(password)]));
        let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
        assert_eq!(event.record, events::password_reset_for(user(1), Some("Locked out")));
        assert_eq!(event.actor(), Some(user(5)));
        let session = SessionId::new(Uuid::from_u128(5001));
        assert!(
            event.pushes.contains(&Push::SessionEnded { session, end: SessionEnd::Password }),
            "{:?}",
            event.pushes
        );
    }
}

#[tokio::test]
async fn failed_sign_ins_until_then_no_longer_keep_the_person_out() {
    let at_home = |n| format!("known:{}:192.0.2.7", user(n));
    let own = ["account:p1@x.org".to_owned(), at_home(1)];
    let others = ["account:p5@x.org".to_owned(), "address:192.0.2.7".to_owned(), at_home(5)];
    let spent = own.iter().chain(&others).map(|bucket| (bucket.clone(), attempts(10)));
    let known = [1, 5].map(|n| ((user(n), "192.0.2.7".to_owned()), at("2026-06-09T10:00:00Z")));
    let fakes = Fakes::plain(State { budgets: spent.collect(), known_addresses: known.into(), ..before() });
    reset(&fakes, (5, Role::Hr), 1, false).await.unwrap();
    assert_eq!(fakes.state().budgets.into_keys().collect::<Vec<_>>(), others);
}

#[tokio::test]
async fn nobody_resets_what_they_do_not_look_after_or_their_own() {
    let own = Error::from(Invalid::message("Change your own password in your profile"));
    for (by, n, why) in [
        ((5, Role::Hr), 8, Forbidden::AdminAccount.into()),
        ((1, Role::Employee), 5, Forbidden::Role.into()),
        ((9, Role::Admin), 9, own.clone()),
        ((5, Role::Hr), 5, own),
        ((9, Role::Admin), 77, Error::NotFound("User")),
    ] {
        // Nothing may be hashed.
        let fakes = Fakes::over(before());
        assert_eq!(reset(&fakes, by, n, true).await, Err(why));
        assert_eq!(fakes.state(), before());
    }
    let blank = PasswordReset { reason: " ".into(), mail: false };
    let refused = reset_password_for(&Fakes::default().ports(), &caller(9, Role::Admin), user(1), blank).await;
    assert_eq!(refused, Err(Invalid::field("reason", "A reason is required").into()));
}

#[tokio::test]
async fn what_changes_while_the_password_is_hashed_stands() {
    let promoted: fn(&mut State) = |state| state.person(1).record.standing.role = Role::Admin;
    let reset_by_another: fn(&mut State) = |state| {
        state.person(1).hash = Some(hash_of("another"));
        state.person(1).record.updated_at = at("2026-06-10T10:00:00Z");
    };
    let gone: fn(&mut State) = |state| _ = state.people.remove(&user(1));
    for (change, why) in [
        (promoted, Forbidden::AdminAccount.into()),
        (reset_by_another, Conflict::AccountChanged.into()),
        (gone, Error::NotFound("User")),
    ] {
        let fakes = changing_meanwhile(Fakes::plain(before()), change);
        let mut after = before();
        change(&mut after);
        assert_eq!(reset(&fakes, (5, Role::Hr), 1, true).await, Err(why));
        assert_eq!(fakes.state(), after);
    }
    let busy = overloaded(Fakes::plain(before()));
    assert_eq!(reset(&busy, (5, Role::Hr), 1, true).await, Err(Error::Overloaded));
}
