use super::*;
use crate::testing::nothing_changes_when_a_call_fails;

async fn tell_all(fakes: &Fakes) -> u32 {
    let mut steps = 0;
    while tell_next(&fakes.ports()).await.unwrap() {
        steps += 1;
    }
    steps
}

#[tokio::test]
async fn each_employee_is_told_of_a_close_once() {
    let fakes = in_july(full());
    assert_eq!(tell_all(&fakes).await, 0);
    close_june(&fakes).await;
    fakes.memory.change(|state| state.person(BEN).record.standing.role = Role::Manager);
    assert_eq!(tell_all(&fakes).await, 1);
    let kept = fakes.state();
    assert_eq!(notices_of(&kept, ANN), ["June 2026 is closed"]);
    assert!(notices_of(&kept, BEN).is_empty(), "a manager reads no statements");
    assert_eq!(kept.notices.values().next().unwrap().0.notice.body, "Your statement is ready: 22 payable days.");
    assert_eq!((tell_all(&fakes).await, fakes.state().notices.len()), (0, 1));
}

#[tokio::test]
async fn of_a_later_close_those_are_told_whose_statement_is_another_one() {
    let fakes = in_july(with(|state| freeze(state, BEN, "2026-06-30")));
    close_june(&fakes).await;
    tell_all(&fakes).await;
    reopen(&fakes.ports(), &hr(), "2026-06", "Why").await.unwrap();
    fakes.memory.change(|state| put(state, BEN, "2026-06-30", Status::Approved));
    close_june(&fakes).await;
    tell_all(&fakes).await;
    let kept = fakes.state();
    assert_eq!(notices_of(&kept, ANN), ["June 2026 is closed"]);
    assert_eq!(notices_of(&kept, BEN), ["June 2026 is closed", "June 2026 was closed again"]);
}

#[tokio::test]
async fn many_are_told_in_steps_and_nobody_of_a_month_that_is_open_again() {
    let many = (1000..2200).map(|n| (n, Role::Employee)).collect::<Vec<_>>();
    let mut state = State::of(&many);
    state.close(june(), &many.iter().map(|(n, _)| user(*n)).collect::<Vec<_>>());
    state.months.get_mut(&june()).unwrap().revisions[0].is_told = false;
    let fakes = in_july(state.clone());
    assert_eq!(tell_all(&fakes).await, 3);
    assert_eq!((fakes.state().notices.len(), fakes.state().events.len()), (1200, 3));
    let reopened = in_july(state);
    assert_eq!(tell_next(&reopened.ports()).await, Ok(true));
    reopen(&reopened.ports(), &hr(), "2026-06", "Why").await.unwrap();
    assert_eq!((tell_all(&reopened).await, reopened.state().notices.len()), (0, 500));
}

#[tokio::test]
async fn a_step_is_taken_whole_or_not_at_all() {
    let before = || {
        with(|state| {
            state.close(june(), &[user(ANN)]);
            state.months.get_mut(&june()).unwrap().revisions[0].is_told = false;
        })
    };
    nothing_changes_when_a_call_fails(before, async |fakes| tell_next(&fakes.ports()).await).await;
}
