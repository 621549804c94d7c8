use super::*;
use crate::memory::{Session, State};
use crate::ports::NewSession;
use crate::testing::{Fakes, at, caller, user};
use domain::person::Role;

/// The caller's session is live.
fn signed_in(caller: &Caller) -> Fakes {
    let started = NewSession {
        id: caller.session,
        user: caller.actor.id,
        created_at: at("2026-06-10T08:00:00Z"),
        expires_at: caller.expires_at,
        address: "192.0.2.7".into(),
        provider: None,
    };
    Fakes::over(State { sessions: [(started.id, Session { started, ended: None })].into(), ..State::default() })
}

#[tokio::test]
async fn signing_out_ends_the_session_on_every_open_page() {
    for role in Role::ALL {
        let caller = caller(1, role);
        let fakes = signed_in(&caller);
        assert_eq!(logout(&fakes.ports(), &caller).await, Ok(None));
        let kept = fakes.state();
        assert_eq!(kept.sessions[&caller.session].ended, Some((SessionEnd::Logout, at("2026-06-10T10:00:00Z"))));
        let [event] = kept.events.as_slice() else { panic!("{:?}", kept.events) };
        assert_eq!(event.record, events::signed_out(user(1), caller.session, None));
        assert_eq!(event.origin, (&caller).into());
        assert_eq!(event.pushes, [Push::SessionEnded { session: caller.session, end: SessionEnd::Logout }]);
    }
}
