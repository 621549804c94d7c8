use super::*;
use crate::Invalid;
use crate::ports::MockInboxReads;
use crate::testing::{FakeWork, Fakes, at, away, caller, user};
use domain::id::UserId;
use domain::person::Role;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use uuid::Uuid;

fn id(n: u128) -> ResubmissionId {
    ResubmissionId::new(Uuid::from_u128(n))
}

/// A unit of work that knows of these notifications and their managers.
fn knowing(managers: &[(u128, Option<u128>)]) -> FakeWork {
    let mut work = FakeWork::default();
    let managers: Vec<(ResubmissionId, Option<UserId>)> =
        managers.iter().map(|(n, manager)| (id(*n), manager.map(user))).collect();
    work.inbox.expect_resubmission_managers().times(1).return_once(move |_| Ok(managers));
    work
}

fn viewing(mut work: FakeWork, were_pending: u32) -> FakeWork {
    work.inbox
        .expect_view_resubmissions()
        .withf(|ids, when| ids == [id(1), id(2)] && *when == at("2026-06-10T10:00:00Z"))
        .times(1)
        .returning(move |_, _| Ok(were_pending));
    work
}

async fn mark(fakes: &Fakes, ids: &[u128]) -> Result<u32, Error> {
    let ids: Vec<ResubmissionId> = ids.iter().copied().map(id).collect();
    mark_viewed(&fakes.ports(), &caller(7, Role::Manager), &ids).await
}

#[tokio::test]
async fn the_list_holds_what_is_pending_and_a_month_of_what_was_viewed() {
    let mut inbox = MockInboxReads::new();
    inbox
        .expect_resubmissions()
        .withf(|manager, since| *manager == user(7) && *since == at("2026-05-11T10:00:00Z"))
        .times(1)
        .returning(|_, _| Ok(vec![]));
    let fakes = Fakes { inbox: Arc::new(inbox), ..Fakes::default() };
    assert_eq!(resubmissions(&fakes.ports(), &caller(7, Role::Manager)).await, Ok(vec![]));
}

#[tokio::test]
async fn viewing_is_told_once_and_a_repeat_tells_nobody() {
    let fakes = Fakes::default();
    let mut work = viewing(knowing(&[(1, Some(7)), (2, Some(7))]), 2);
    let events = work.keep_events();
    let committed = fakes.store.queue(work);
    assert_eq!(mark(&fakes, &[2, 1, 1]).await, Ok(2), "an id given twice counts once");
    assert!(committed.load(Ordering::SeqCst));
    let events = std::mem::take(&mut *events.lock().unwrap());
    assert_eq!(events[0].what, Happening::ResubmissionsViewed { ids: vec![id(1), id(2)] });
    let own = Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user(7)]) };
    assert_eq!(events[0].pushes, [own]);

    fakes.store.queue(viewing(knowing(&[(1, Some(7)), (2, Some(7))]), 0));
    assert_eq!(mark(&fakes, &[1, 2]).await, Ok(0));
}

#[tokio::test]
async fn one_that_is_unknown_or_another_managers_leaves_all_as_they_were() {
    for (known, why) in [
        (vec![(1, Some(7))], Error::NotFound("Notification")),
        (vec![(1, Some(8))], Error::NotFound("Notification")),
        (vec![(1, Some(7)), (2, Some(8))], Forbidden::NotInTeam.into()),
        (vec![(1, Some(7)), (2, None)], Forbidden::NotInTeam.into()),
    ] {
        let fakes = Fakes::default();
        let committed = fakes.store.queue(knowing(&known));
        assert_eq!(mark(&fakes, &[1, 2]).await, Err(why));
        assert!(!committed.load(Ordering::SeqCst));
    }
}

#[tokio::test]
async fn what_was_not_kept_is_no_success() {
    let fakes = Fakes::default();
    let mut work = viewing(knowing(&[(1, Some(7)), (2, Some(7))]), 1).doomed();
    work.keep_events();
    fakes.store.queue(work);
    assert_eq!(mark(&fakes, &[1, 2]).await, Err(Error::Store(away())));
}

#[tokio::test]
async fn the_role_comes_first_then_the_number() {
    let ports = Fakes::default().ports();
    for role in [Role::Employee, Role::Hr, Role::Admin] {
        assert_eq!(mark_viewed(&ports, &caller(7, role), &[]).await, Err(Forbidden::Role.into()));
        assert_eq!(resubmissions(&ports, &caller(7, role)).await, Err(Forbidden::Role.into()));
    }
    let number = Invalid::field("notificationIds", "Select between 1 and 500 notifications");
    for ids in [vec![], (1..=501).collect()] {
        assert_eq!(mark(&Fakes::default(), &ids).await, Err(number.clone().into()));
    }
}
