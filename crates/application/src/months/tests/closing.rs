use super::*;
use crate::memory::{KeptMonth, away};
use domain::id::CloseId;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use uuid::Uuid;

async fn refusal(state: State, month: &str, wanted: Closing) -> String {
    sentence(close(&in_july(state).ports(), &hr(), month, wanted).await)
}

/// A close of the month that somebody else has begun, and that ends by itself so many seconds from now.
fn begun_elsewhere(state: &mut State, month: Month, seconds: u64) {
    let close = CloseId::new(Uuid::from_u128(77));
    let kept =
        KeptMonth { close: Some((close, Instant::now() + Duration::from_secs(seconds))), ..KeptMonth::default() };
    state.months.insert(month, kept);
}

#[tokio::test]
async fn a_close_under_way_is_said_after_the_month_and_days_not_looked_at_before_people() {
    let may = Month::new(2026, 5).unwrap();
    let unready = |state: &mut State| put(state, ANN, "2026-06-30", Status::Pending);
    let none = Closing::default;
    let busy = || {
        with(|state| {
            begun_elsewhere(state, may, 30);
            unready(state);
        })
    };
    assert_eq!(refusal(busy(), "2026-07", none()).await, "July 2026 is not over yet");
    let closed = with(|state| {
        state.close(june(), &[]);
        begun_elsewhere(state, may, 30);
    });
    assert_eq!(refusal(closed, "2026-06", none()).await, "June 2026 is already closed");
    let under_way = "A month is being closed at this moment. Please try again.";
    assert_eq!(refusal(busy(), "2026-06", none()).await, under_way, "another month");
    assert_eq!(refusal(with(|state| begun_elsewhere(state, june(), 30)), "2026-06", none()).await, under_way);
    let unsettled = |through: Option<&str>| {
        let mut state = with(unready);
        state.kept_values.remove(KeptValue::FrozenThrough.name());
        state.kept_values.extend(through.map(|day| (KeptValue::FrozenThrough.name(), day.to_owned())));
        in_july(state)
    };
    for through in [None, Some("2026-06-29")] {
        let answer = close(&unsettled(through).ports(), &hr(), "2026-06", none()).await;
        assert_eq!(answer, Err(Error::MonthUnsettled(june())), "{through:?}");
    }
    let answer = close(&unsettled(Some("2026-06-30")).ports(), &hr(), "2026-06", none()).await;
    assert_eq!(sentence(answer), "1 employee is not ready");
}

#[tokio::test]
async fn a_blocker_that_appears_on_the_way_has_the_month_as_it_was() {
    let fakes = in_july(full());
    fakes.memory.before("MonthRepository::begin_close", |state| put(state, BEN, "2026-06-30", Status::Rejected));
    let answer = close(&fakes.ports(), &hr(), "2026-06", Closing::default()).await;
    assert_eq!(sentence(answer), "1 employee is not ready");
    assert_eq!(state_of(&fakes), MonthState::Open);
    let kept = fakes.state();
    assert!(kept.months[&june()].revisions.is_empty() && kept.events.is_empty());
    assert!(!kept.months[&june()].unfinished.is_empty(), "the next close removes it");
    close_june(&fakes).await;
    let kept = &fakes.state().months[&june()];
    assert_eq!((kept.revisions.len(), kept.revisions[0].rows.len(), kept.revisions[0].made.blocked), (1, 2, 1));
}

#[tokio::test]
async fn a_close_of_which_a_call_fails_is_done_whole_or_leaves_the_month_as_it_was() {
    let mut failures = 0;
    for n in 1.. {
        let fakes = in_july(full());
        fakes.memory.fails_at(n);
        let answer = close(&fakes.ports(), &hr(), "2026-06", Closing::default()).await;
        if answer.is_ok() {
            break;
        }
        failures += 1;
        assert_eq!(answer, Err(away().into()));
        let calls = fakes.memory.calls();
        let is_done = calls[..n - 1].iter().filter(|call| **call == "Store::commit").count() >= 4;
        let kept = fakes.state();
        let revisions = kept.months.get(&june()).map_or(0, |kept| kept.revisions.len());
        assert_eq!((revisions == 1, kept.events.len() == 1), (is_done, is_done), "{calls:?}");
        assert_ne!(state_of(&fakes), MonthState::Closing, "{calls:?}");
        if !is_done {
            close_june(&fakes).await;
            let rows = &fakes.state().months[&june()].revisions[0].rows;
            assert_eq!(rows.iter().map(|row| row.user).collect::<Vec<_>>(), [user(ANN), user(BEN)], "{calls:?}");
        }
    }
    assert!(failures > 20, "{failures}");
}

#[tokio::test]
async fn a_close_that_lost_its_turn_makes_no_revision() {
    let fakes = in_july(full());
    fakes.memory.before("MonthRepository::finish_close", |state| begun_elsewhere(state, june(), 30));
    let answer = close(&fakes.ports(), &hr(), "2026-06", Closing::default()).await;
    assert_eq!(sentence(answer), "A month is being closed at this moment. Please try again.");
    assert!(fakes.state().events.is_empty());
}

/// The close of June is older by so many seconds.
fn age(state: &mut State, seconds: u64) {
    if let Some((_, until)) = state.months.get_mut(&june()).and_then(|kept| kept.close.as_mut()) {
        *until -= Duration::from_secs(seconds);
    }
}

/// Everybody of an organisation that is read in three pieces, nobody ready.
fn many() -> State {
    let people = (10_000..12_100).map(|number| employment(number, Some(MANAGER))).collect();
    let mut state = State::from(Given { people, ..Given::default() });
    state.people.extend(State::of(&[(HR, Role::Hr)]).people);
    state.kept_values.insert(KeptValue::FrozenThrough.name(), "2026-07-01".into());
    state
}

#[tokio::test]
async fn a_close_may_take_longer_than_it_lasts_while_it_goes_on() {
    let (fakes, taken) = (in_july(many()), Arc::new(AtomicU64::new(0)));
    let clock = taken.clone();
    fakes.memory.meanwhile(move |_, state| {
        age(state, 2);
        clock.fetch_add(2, Ordering::Relaxed);
    });
    let closed = close_june(&fakes).await;
    assert_eq!((state_of(&fakes), closed.view.newest.unwrap().employees), (MonthState::Closed, 2_100));
    assert!(taken.load(Ordering::Relaxed) > 60, "{taken:?} seconds");
}

#[tokio::test]
async fn a_close_that_stands_still_makes_room_for_the_next() {
    let fakes = in_july(many());
    let mut pieces = 0;
    fakes.memory.meanwhile(move |call, state| {
        pieces += u32::from(call == "MonthRepository::add_rows");
        // The first rows are stored, and then nothing happens for as long as it lasts.
        if call == "Store::commit" && pieces == 1 {
            pieces += 1;
        } else if call == "Store::begin" && pieces == 2 {
            age(state, 30);
        }
    });
    let answer = close(&fakes.ports(), &hr(), "2026-06", forced("As agreed")).await;
    assert_eq!(sentence(answer), "A month is being closed at this moment. Please try again.");
    assert_eq!(state_of(&fakes), MonthState::Open);
    fakes.memory.meanwhile(|_, _| {});
    close_june(&fakes).await;
    assert_eq!(fakes.state().months[&june()].revisions[0].rows.len(), 2_100);
}
