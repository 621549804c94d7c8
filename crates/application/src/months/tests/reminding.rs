use super::*;
use crate::ports::{ReminderKind, Substitution};
use domain::id::SubstitutionId;
use domain::substitution::Days;
use uuid::Uuid;

/// An entry of Ann's waits; one of Ben's was rejected, and a day of his is frozen.
fn open() -> State {
    with(|state| {
        put(state, ANN, "2026-06-30", Status::Pending);
        put(state, BEN, "2026-06-23", Status::Rejected);
        freeze(state, BEN, "2026-06-08");
    })
}

async fn about(fakes: &Fakes, kind: ReminderKind, users: Option<&[u128]>) -> Result<Reminded, Error> {
    let users = users.map(|users| users.iter().map(|n| user(*n)).collect());
    remind(&fakes.ports(), &hr(), "2026-06", kind, users).await
}

fn reminded(reminded: u32, already_today: u32, unreachable: u32) -> Reminded {
    Reminded { reminded, already_today, unreachable }
}

fn stand_in(state: &mut State, substitute: u128, role: Role) {
    state.people.extend(State::of(&[(substitute, role)]).people);
    let id = SubstitutionId::new(Uuid::from_u128(substitute));
    let made = Substitution {
        id,
        manager: user(MANAGER),
        substitute: user(substitute),
        days: Days { from: day("2026-07-01"), to: day("2026-07-10") },
        reason: "Holiday".into(),
        created_at: at("2026-07-01T08:00:00Z"),
        created_by: user(HR),
        ended_at: None,
    };
    state.substitutions.insert(id, (made, None));
}

#[tokio::test]
async fn substitutes_are_told_too_and_who_has_no_page_of_notices_by_mail() {
    let fakes = in_july({
        let mut state = open();
        stand_in(&mut state, 8, Role::Manager);
        stand_in(&mut state, 6, Role::Hr);
        state
    });
    assert_eq!(about(&fakes, ReminderKind::Manager, None).await, Ok(reminded(3, 0, 0)));
    let kept = fakes.state();
    assert_eq!([7, 8, 6].map(|n| notices_of(&kept, n).len()), [1, 1, 0]);
    assert_eq!(mails(&kept).len(), 3);
}

#[tokio::test]
async fn employees_are_told_of_their_own_days_while_they_can_act() {
    let fakes = in_july(open());
    assert_eq!(about(&fakes, ReminderKind::Employee, None).await, Ok(reminded(1, 0, 0)), "Ann can do nothing");
    assert_eq!(mails(&fakes.state()), [("p2@x.org".to_owned(), "own-month")]);
    fakes.memory.change(|state| state.person(BEN).record.standing.is_blocked = true);
    assert_eq!(about(&fakes, ReminderKind::Employee, None).await, Ok(reminded(0, 0, 1)));
}

#[tokio::test]
async fn many_are_told_some_at_a_time() {
    let many = (1000..1700).map(|n| (n, Role::Employee)).collect::<Vec<_>>();
    let mut state = State::of(&many);
    for n in 1000..1700 {
        let made = entry(n, n, day("2026-06-10"), Status::Rejected);
        state.entries.insert(made.id(), made);
    }
    let fakes = in_july(state);
    assert_eq!(about(&fakes, ReminderKind::Employee, None).await, Ok(reminded(700, 0, 0)));
    assert_eq!((fakes.state().events.len(), fakes.state().notices.len()), (2, 700));
    assert_eq!(about(&fakes, ReminderKind::Employee, None).await, Ok(reminded(0, 700, 0)));
}
