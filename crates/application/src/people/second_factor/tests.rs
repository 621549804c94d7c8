//! A second factor that is lost is taken away, and the person learns of it.

use super::*;
use crate::memory::{Factor, Factors, State};
use crate::people::operate;
use crate::ports::SecondFactor;
use crate::second_factors::SecondFactorLetter;
use crate::testing::{Fakes, at, caller, nothing_changes_when_a_call_fails, user};
use domain::access::Forbidden;
use domain::id::SessionId;
use domain::person::Role;
use domain::second_factor::FactorKey;
use uuid::Uuid;

/// Employee 1, who is signed in, and administrators 8 and 9 have a second factor each; HR 5 has none.
fn before() -> State {
    let factors = |n| {
        let factor = SecondFactor { key: FactorKey::new(format!("KEY{n}")), last_step: None };
        let set = Factor { factor, created_at: at("2026-06-01T08:00:00Z"), last_used_at: None };
        (user(n), Factors { waiting: None, set: Some(set), recovery: ["A".into(), "B".into()].into() })
    };
    let people = [(1, Role::Employee), (5, Role::Hr), (8, Role::Admin), (9, Role::Admin)];
    State { second_factors: [1, 8, 9].map(factors).into(), ..State::of(&people).signed_in(&[1]) }
}

async fn reset(fakes: &Fakes, by: (u128, Role), n: u128) -> Result<()> {
    reset_second_factor(&fakes.ports(), &caller(by.0, by.1), user(n), " Lost the phone ").await
}

/// The factor of person 1 is gone, their session has ended, and they were told.
fn assert_done(fakes: &Fakes) {
    let kept = fakes.state();
    assert!(!kept.second_factors.contains_key(&user(1)) && kept.second_factors.len() == 2);
    let session = SessionId::new(Uuid::from_u128(5001));
    assert_eq!(kept.sessions[&session].ended.map(|(end, _)| end), Some(SessionEnd::Expired));
    let [mail] = kept.mails.values().collect::<Vec<_>>()[..] else { panic!("{:?}", kept.mails) };
    let news = mail.mail.letter.about::<SecondFactorLetter>().map(|letter| letter.news);
    assert_eq!((mail.mail.to.as_str(), news), ("p1@x.org", Some(SecondFactorNews::Reset)));
    let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
    assert!(event.pushes.contains(&Push::SessionEnded { session, end: SessionEnd::Expired }));
}

#[tokio::test]
async fn an_administrator_takes_a_factor_away_with_a_reason() {
    let fakes = Fakes::plain(before());
    assert_eq!(reset(&fakes, (9, Role::Admin), 1).await, Ok(()));
    assert_done(&fakes);
    let event = &fakes.state().events[0];
    assert_eq!(event.record, second_factor_reset(user(1), Some("Lost the phone")));
    assert_eq!(event.actor(), Some(user(9)));
    assert_eq!(reset(&fakes, (9, Role::Admin), 1).await, Err(Conflict::NoSecondFactor.into()));
    assert_eq!(reset(&fakes, (9, Role::Admin), 8).await, Ok(()), "of another administrator too");
}

#[tokio::test]
async fn the_operator_helps_the_last_administrator() {
    let fakes = Fakes::plain(before());
    assert_eq!(operate::reset_second_factor(&fakes.ports(), user(1)).await, Ok(()));
    assert_done(&fakes);
    assert_eq!(fakes.state().events[0].record, second_factor_reset(user(1), None));
    assert_eq!(operate::reset_second_factor(&fakes.ports(), user(9)).await, Ok(()));
}

#[tokio::test]
async fn nobody_else_does_and_nobody_their_own() {
    let own = Error::from(Invalid::message("Turn off your own two-step sign-in in your profile"));
    for (by, n, why) in [
        ((5, Role::Hr), 1, Forbidden::Role.into()),
        ((1, Role::Employee), 1, Forbidden::Role.into()),
        ((9, Role::Admin), 9, own),
        ((9, Role::Admin), 5, Conflict::NoSecondFactor.into()),
        ((9, Role::Admin), 77, Error::NotFound("User")),
    ] {
        let fakes = Fakes::plain(before());
        assert_eq!(reset(&fakes, by, n).await, Err(why));
        assert_eq!(fakes.state(), before());
    }
    let blank = reset_second_factor(&Fakes::default().ports(), &caller(9, Role::Admin), user(1), " ").await;
    assert_eq!(blank, Err(Invalid::field("reason", "A reason is required").into()));
}

#[tokio::test]
async fn administrators_see_whether_there_is_one() {
    let fakes = Fakes::plain(before());
    let see = async |by, n| ways_in(&fakes.ports(), &by, user(n)).await.map(|ways| ways.factor);
    let admin = || caller(9, Role::Admin);
    let view = see(admin(), 1).await.unwrap().unwrap();
    assert_eq!((view.created_at, view.last_used_at, view.recovery_left), (at("2026-06-01T08:00:00Z"), None, 2));
    assert_eq!(see(admin(), 5).await, Ok(None));
    assert_eq!(see(admin(), 77).await, Err(Error::NotFound("User")));
    assert_eq!(see(caller(5, Role::Hr), 1).await, Err(Forbidden::Role.into()));
}

#[tokio::test]
async fn what_fails_halfway_has_not_happened() {
    nothing_changes_when_a_call_fails(before, async |fakes| reset(fakes, (9, Role::Admin), 1).await).await;
}
