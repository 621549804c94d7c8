//! The request for a reset link: the same few calls for everybody.

use super::*;
use crate::memory::State;
use crate::testing::{Fakes, at, request};
use domain::person::{EmailAddress, Role, Standing};
use domain::throttle::Attempts;

const BUCKET: &str = "forgot:192.0.2.7";

/// A portal with one Employee, `p1@x.org`.
fn portal() -> State {
    State::of(&[(1, Role::Employee)])
}

async fn ask(fakes: &Fakes, email: &str) -> Result<(), Error> {
    forgot_password(&fakes.ports(), email, request()).await
}

#[tokio::test]
async fn a_request_is_kept_and_nothing_is_looked_up() {
    let fakes = Fakes::over(portal());
    assert_eq!(ask(&fakes, " P1@X.org ").await, Ok(()));
    let kept = fakes.state();
    let [kept_request] = kept.reset_requests.as_slice() else { panic!("{:?}", kept.reset_requests) };
    assert_eq!((kept_request.email.as_str(), kept_request.asked_at), ("p1@x.org", at("2026-06-10T10:00:00Z")));
    let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
    assert_eq!(event.record, events::reset_asked());
    assert_eq!((&event.origin, kept.pushes()), (&Origin::visitor(request()), vec![]));
    assert!(kept.mails.is_empty() && kept.links.is_empty());
    assert_eq!(kept.budgets[BUCKET].instants().len(), 1);
}

#[tokio::test]
async fn known_and_unknown_addresses_do_the_same_work() {
    // The calls themselves are the promise here: nobody can tell from the time that they take who has an account.
    let calls = async |state: State, email: &str| {
        let fakes = Fakes::over(state);
        assert_eq!(ask(&fakes, email).await, Ok(()));
        fakes.memory.calls()
    };
    let work = calls(portal(), "p1@x.org").await;
    let active = Standing { role: Role::Employee, is_active: true, is_blocked: false };
    let blocked = Standing { is_blocked: true, ..active };
    let inactive = Standing { is_active: false, ..active };
    for (standing, email) in
        [(active, "p1@x.org"), (active, "nobody@x.org"), (blocked, "p1@x.org"), (inactive, "p1@x.org")]
    {
        let mut state = portal();
        state.person(1).record.standing = standing;
        state.person(1).is_first_login = true;
        assert_eq!(calls(state, email).await, work, "{email} {standing:?}");
    }
}

#[tokio::test]
async fn too_many_requests_are_answered_alike_and_dropped() {
    let after = |count: usize| {
        let attempts = Attempts::new(vec![at("2026-06-10T09:30:00Z"); count]);
        Fakes::over(State { budgets: [(BUCKET.to_owned(), attempts)].into(), ..portal() })
    };
    for email in ["p1@x.org", "nobody@x.org"] {
        let full = after(60);
        let before = full.state();
        assert_eq!(ask(&full, email).await, Ok(()));
        assert_eq!(full.state(), before);
        let last = after(59);
        assert_eq!(ask(&last, email).await, Ok(()));
        assert_eq!(last.state().reset_requests[0].email, EmailAddress::parse(email).unwrap());
    }
}
