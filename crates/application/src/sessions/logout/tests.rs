use super::*;
use crate::testing::{FakeWork, Fakes, at, away, caller};
use domain::person::Role;
use std::sync::atomic::Ordering;

/// A session that is live, or is not.
fn ending(was_live: bool) -> FakeWork {
    let mut work = FakeWork::default();
    let session = caller(1, Role::Employee).session;
    work.sessions
        .expect_end()
        .withf(move |which, end, when| {
            *which == session && *end == SessionEnd::Logout && *when == at("2026-06-10T10:00:00Z")
        })
        .times(1)
        .returning(move |_, _, _| Ok(was_live));
    work
}

#[tokio::test]
async fn signing_out_ends_the_session_on_every_open_page() {
    for role in Role::ALL {
        let fakes = Fakes::default();
        let caller = caller(1, role);
        let mut work = ending(true);
        let events = work.keep_events();
        let committed = fakes.store.queue(work);
        assert_eq!(logout(&fakes.ports(), &caller).await, Ok(()));
        assert!(committed.load(Ordering::SeqCst));
        let events = events.lock().unwrap();
        assert_eq!(events[0].what, Happening::SignedOut { session: caller.session });
        assert_eq!(events[0].pushes, [Push::SessionEnded { session: caller.session, end: SessionEnd::Logout }]);
    }
}

#[tokio::test]
async fn a_session_that_has_ended_ends_no_second_time() {
    let fakes = Fakes::default();
    let committed = fakes.store.queue(ending(false));
    let again = logout(&fakes.ports(), &caller(1, Role::Employee)).await;
    assert_eq!(again, Err(Error::SessionEnded(SessionEnd::Logout)));
    assert!(!committed.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_logout_that_was_not_kept_is_no_success() {
    let fakes = Fakes::default();
    let mut work = ending(true).doomed();
    work.keep_events();
    fakes.store.queue(work);
    assert_eq!(logout(&fakes.ports(), &caller(1, Role::Employee)).await, Err(Error::Store(away())));
}
