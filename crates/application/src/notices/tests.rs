use super::*;
use crate::Invalid;
use crate::memory::State;
use crate::ports::NewNotice;
use crate::testing::{Fakes, at, caller, day, user};
use domain::notice::{Notice, rejected};
use domain::person::Role;
use uuid::Uuid;

fn id(n: u128) -> NoticeId {
    NoticeId::new(Uuid::from_u128(n))
}

/// Notices with these numbers and owners, unread, made a minute after one another.
fn knowing(owners: &[(u128, u128)]) -> Fakes {
    let mut state = State::default();
    for (n, owner) in owners.iter().copied() {
        let notice = NewNotice {
            id: id(n),
            user: user(owner),
            notice: Notice {
                kind: rejected::KIND,
                digest: None,
                title: "A day was rejected".into(),
                body: "2026-06-09: Too short".into(),
                date: Some(day("2026-06-09")),
                link: None,
            },
            created_at: at("2026-06-10T09:00:00Z"),
        };
        state.notices.insert(notice.id, (notice, None));
    }
    Fakes::over(state)
}

async fn mark(fakes: &Fakes, ids: &[u128]) -> Result<u32, Error> {
    let ids: Vec<NoticeId> = ids.iter().copied().map(id).collect();
    mark_read(&fakes.ports(), &caller(1, Role::Employee), &ids).await
}

#[tokio::test]
async fn reading_is_told_once_and_a_repeat_tells_nobody() {
    let fakes = knowing(&[(1, 1), (2, 1), (3, 1)]);
    fakes.memory.change(|state| state.notices.get_mut(&id(2)).unwrap().1 = Some(at("2026-06-10T09:30:00Z")));
    assert_eq!(mark(&fakes, &[2, 1, 2]).await, Ok(1));
    let told = fakes.state();
    let read_at: Vec<_> = told.notices.values().map(|(_, read_at)| *read_at).collect();
    assert_eq!(read_at, [Some(at("2026-06-10T10:00:00Z")), Some(at("2026-06-10T09:30:00Z")), None]);
    let [event] = told.events.as_slice() else { panic!("{:?}", told.events) };
    assert_eq!(event.record, events::notices_read(user(1), 1));
    let own = Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user(1)]) };
    assert_eq!(event.pushes, [own]);

    assert_eq!(mark(&fakes, &[1, 2]).await, Ok(0));
    assert_eq!(fakes.state(), told);
}

#[tokio::test]
async fn one_that_is_unknown_or_somebody_elses_leaves_all_unread() {
    for (known, why) in [
        (vec![(1, 1)], Error::NotFound("Notification")),
        (vec![(2, 9)], Error::NotFound("Notification")),
        (vec![(1, 1), (2, 9)], Forbidden::Role.into()),
    ] {
        let fakes = knowing(&known);
        let before = fakes.state();
        assert_eq!(mark(&fakes, &[1, 2]).await, Err(why));
        assert_eq!(fakes.state(), before);
    }
}

#[tokio::test]
async fn up_to_five_hundred_are_marked_at_once() {
    let number = Invalid::field("notificationIds", "Select between 1 and 500 notifications");
    for ids in [vec![], (1..=501).collect()] {
        assert_eq!(mark(&Fakes::default(), &ids).await, Err(number.clone().into()));
    }
}
