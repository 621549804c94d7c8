use super::*;
use crate::memory::State;
use crate::ports::NewResubmission;
use crate::testing::{Fakes, Given, at, caller, day, employment, entry, hours, today, user};
use domain::id::TimesheetId;
use domain::person::Role;
use domain::timesheet::Status;
use uuid::Uuid;

fn id(n: u128) -> ResubmissionId {
    ResubmissionId::new(Uuid::from_u128(n))
}

/// Notifications with these numbers, each about a day of a person of its own with that manager.
fn knowing(managers: &[(u128, Option<u128>)]) -> Fakes {
    let people = managers.iter().map(|(n, manager)| employment(10 + n, *manager)).collect();
    let entries = managers.iter().map(|(n, _)| entry(*n, 10 + n, today(), Status::Pending)).collect();
    let mut state = State::from(Given { people, entries, ..Given::default() });
    for (n, _) in managers.iter().copied() {
        let resubmission = NewResubmission {
            id: id(n),
            timesheet: TimesheetId::new(Uuid::from_u128(n)),
            version: 3,
            user: user(10 + n),
            previous_hours: hours(7.0),
            previous_description: "Less".into(),
            original_comment: "Too short".into(),
            created_at: at("2026-06-01T08:00:00Z") + chrono::Duration::minutes(i64::try_from(n).unwrap()),
        };
        state.resubmissions.insert(resubmission.id, (resubmission, None));
    }
    Fakes::over(state)
}

/// When each of the notifications was viewed.
fn viewed(state: &State) -> Vec<Option<domain::Instant>> {
    state.resubmissions.values().map(|(_, viewed_at)| *viewed_at).collect()
}

async fn mark(fakes: &Fakes, ids: &[u128]) -> Result<u32, Error> {
    let ids: Vec<ResubmissionId> = ids.iter().copied().map(id).collect();
    mark_viewed(&fakes.ports(), &caller(7, Role::Manager), &ids).await
}

#[tokio::test]
async fn the_list_holds_what_is_pending_and_a_month_of_what_was_viewed() {
    let fakes = knowing(&[(1, Some(7)), (2, Some(7)), (3, Some(7)), (4, Some(8))]);
    fakes.memory.change(|state| {
        state.resubmissions.get_mut(&id(1)).unwrap().1 = Some(at("2026-05-11T10:00:00Z"));
        state.resubmissions.get_mut(&id(2)).unwrap().1 = Some(at("2026-05-11T09:59:59Z"));
    });
    let found = resubmissions(&fakes.ports(), &caller(7, Role::Manager)).await.unwrap();
    let shown: Vec<_> = found.notifications.iter().map(|view| (view.id, view.is_viewed, view.date)).collect();
    assert_eq!(shown, [(id(3), false, day("2026-06-10")), (id(1), true, day("2026-06-10"))]);
}

#[tokio::test]
async fn viewing_is_told_once_and_a_repeat_tells_nobody() {
    let fakes = knowing(&[(1, Some(7)), (2, Some(7)), (3, Some(7))]);
    assert_eq!(mark(&fakes, &[2, 1, 1]).await, Ok(2), "an id given twice counts once");
    let told = fakes.state();
    let now = Some(at("2026-06-10T10:00:00Z"));
    assert_eq!(viewed(&told), [now, now, None]);
    let [event] = told.events.as_slice() else { panic!("{:?}", told.events) };
    assert_eq!(event.record, events::resubmissions_viewed(user(7), 2));
    let own = Push::Changed { topic: Topic::Notifications, audience: Audience::Users(vec![user(7)]) };
    assert_eq!(event.pushes, [own]);

    assert_eq!(mark(&fakes, &[1, 2]).await, Ok(0));
    assert_eq!(fakes.state(), told);
}
