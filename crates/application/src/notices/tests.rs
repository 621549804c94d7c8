use super::*;
use crate::Invalid;
use crate::ports::MockInboxReads;
use crate::testing::{FakeWork, Fakes, at, away, caller, day, user};
use domain::id::UserId;
use domain::person::Role;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use uuid::Uuid;

fn id(n: u128) -> NoticeId {
    NoticeId::new(Uuid::from_u128(n))
}

fn knowing(owners: &[(u128, u128)]) -> FakeWork {
    let mut work = FakeWork::default();
    let owners: Vec<(NoticeId, UserId)> = owners.iter().map(|(n, owner)| (id(*n), user(*owner))).collect();
    work.inbox.expect_notice_owners().times(1).return_once(move |_| Ok(owners));
    work
}

fn reading(mut work: FakeWork, were_unread: u32) -> FakeWork {
    let read = work.inbox.expect_read_notices().withf(|ids, _| ids == [id(1), id(2)]).times(1);
    read.returning(move |_, _| Ok(were_unread));
    work
}

async fn mark(fakes: &Fakes, ids: &[u128]) -> Result<u32, Error> {
    let ids: Vec<NoticeId> = ids.iter().copied().map(id).collect();
    mark_read(&fakes.ports(), &caller(1, Role::Employee), &ids).await
}

#[tokio::test]
async fn a_page_comes_with_the_number_of_all_and_of_the_unread() {
    let one = NoticeView {
        id: id(1),
        kind: "rejected".into(),
        title: "A day was rejected".into(),
        body: "2026-06-09: Too short".into(),
        date: Some(day("2026-06-09")),
        link: None,
        is_read: false,
        created_at: at("2026-06-10T09:00:00Z"),
    };
    let page = vec![one];
    let shown = page.clone();
    let mut inbox = MockInboxReads::new();
    inbox
        .expect_notices()
        .withf(|who, page, limit| (*who, *page, *limit) == (user(1), 3, 20))
        .times(1)
        .return_once(move |_, _, _| Ok((page, 41)));
    inbox.expect_count().withf(|badge| *badge == Badge::UnreadNotices(user(1))).times(1).returning(|_| Ok(5));
    let fakes = Fakes { inbox: Arc::new(inbox), ..Fakes::default() };
    let found = notices(&fakes.ports(), &caller(1, Role::Employee), 3, 20).await;
    assert_eq!(found, Ok(Notices { notices: shown, total: 41, unread: 5 }));
}

#[tokio::test]
async fn reading_is_told_once_and_a_repeat_tells_nobody() {
    let fakes = Fakes::default();
    let mut work = reading(knowing(&[(1, 1), (2, 1)]), 1);
    let events = work.keep_events();
    let committed = fakes.store.queue(work);
    assert_eq!(mark(&fakes, &[2, 1, 2]).await, Ok(1));
    assert!(committed.load(Ordering::SeqCst));
    assert_eq!(events.lock().unwrap()[0].what, Happening::NoticesRead { count: 1 });
    let own = Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user(1)]) };
    assert_eq!(events.lock().unwrap()[0].pushes, [own]);

    fakes.store.queue(reading(knowing(&[(1, 1), (2, 1)]), 0));
    assert_eq!(mark(&fakes, &[1, 2]).await, Ok(0));
}

#[tokio::test]
async fn one_that_is_unknown_or_somebody_elses_leaves_all_unread() {
    for (known, why) in [
        (vec![(1, 1)], Error::NotFound("Notification")),
        (vec![(2, 9)], Error::NotFound("Notification")),
        (vec![(1, 1), (2, 9)], Forbidden::Role.into()),
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
    let mut work = reading(knowing(&[(1, 1), (2, 1)]), 1).doomed();
    work.keep_events();
    fakes.store.queue(work);
    assert_eq!(mark(&fakes, &[1, 2]).await, Err(Error::Store(away())));
}

#[tokio::test]
async fn the_role_comes_first_then_the_number() {
    let ports = Fakes::default().ports();
    for role in [Role::Manager, Role::Hr, Role::Admin] {
        assert_eq!(mark_read(&ports, &caller(1, role), &[]).await, Err(Forbidden::Role.into()));
        assert_eq!(notices(&ports, &caller(1, role), 1, 20).await, Err(Forbidden::Role.into()));
    }
    let number = Invalid::field("notificationIds", "Select between 1 and 500 notifications");
    for ids in [vec![], (1..=501).collect()] {
        assert_eq!(mark(&Fakes::default(), &ids).await, Err(number.clone().into()));
    }
}
