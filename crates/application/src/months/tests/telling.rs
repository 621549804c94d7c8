use super::*;

async fn tell_all(fakes: &Fakes) -> u32 {
    let mut steps = 0;
    while tell_next(&fakes.ports()).await.unwrap() {
        steps += 1;
    }
    steps
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
