use super::*;
use crate::events::{Audience, Push, Topic};
use crate::memory::{KeptMonth, away};
use domain::id::CloseId;
use domain::month::PayrollFile;
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
async fn what_stands_against_a_close_is_said_in_its_order() {
    let may = Month::new(2026, 5).unwrap();
    let unready = |state: &mut State| put(state, ANN, "2026-06-30", Status::Pending);
    let none = Closing::default;
    assert_eq!(refusal(full(), "nonsense", forced(" ")).await, "A reason is required");
    let long = Closing { force: false, reason: Some("x".repeat(501)) };
    assert_eq!(refusal(full(), "nonsense", long).await, "The reason must be at most 500 characters");
    assert_eq!(refusal(full(), "nonsense", none()).await, "Month not found");
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
    assert_eq!(refusal(full(), "2024-02", forced("Why")).await, "Nobody was in service in February 2024");
    let both = with(|state| {
        unready(state);
        freeze(state, BEN, "2026-06-08");
    });
    assert_eq!(refusal(both, "2026-06", none()).await, "2 employees are not ready");
}

#[tokio::test]
async fn a_close_stores_a_row_for_each_person_with_the_checksum_of_all() {
    let fakes = in_july(full());
    let said = Closing { force: false, reason: Some("It was time".into()) };
    let line = close(&fakes.ports(), &hr(), "2026-06", said).await.unwrap();
    assert_eq!((line.view.state, line.is_over, line.closable_from), (MonthState::Closed, true, day("2026-07-01")));
    let state = fakes.state();
    let [kept] = state.months[&june()].revisions.as_slice() else { panic!("one revision") };
    let made = &kept.made;
    assert_eq!((made.revision, made.employees, made.blocked), (1, 2, 0));
    assert_eq!(
        (made.closed_by, made.closed_at, made.reason.as_deref()),
        (user(HR), fakes.now, None),
        "it was not forced"
    );
    assert_eq!((made.currency.as_str(), made.good_percent), ("EUR", 80));
    let [ann, ben] = kept.rows.as_slice() else { panic!("two rows") };
    assert_eq!((ann.user, ben.user, ann.name.to_string()), (user(ANN), user(BEN), "First1 Last1".to_owned()));
    assert_eq!(ann.department.as_deref(), Some("Engineering"));
    let figures = ann.figures;
    assert_eq!((figures.scheduled, figures.working, figures.approved, figures.absent()), (44, 44, 44, 0));
    assert_eq!(figures.approved_half_hours, 22 * 16);
    let pay = ann.pay.unwrap();
    assert_eq!((pay.annual.cents(), pay.monthly_base, pay.gross), (5_240_050, 436_671, 436_671));
    let file = PayrollFile::new(june(), 1, "EUR");
    let mut digest = file.digest();
    for row in &kept.rows {
        digest.add(&file.line(row));
    }
    assert_eq!(made.checksum, digest.checksum());
    let [event] = state.events.as_slice() else { panic!("one event") };
    assert_eq!(event.record.kind, "month-closed");
    assert_eq!(event.pushes, [Push::Changed { topic: Topic::Months, audience: Audience::Everyone }]);
    assert!(state.months[&june()].unfinished.is_empty());
}

#[tokio::test]
async fn what_is_open_at_a_forced_close_counts_as_it_stands() {
    let fakes = in_july(with(|state| put(state, ANN, "2026-06-30", Status::Pending)));
    let line = close(&fakes.ports(), &hr(), "2026-06", forced(" Payroll \n")).await.unwrap();
    let newest = line.view.newest.unwrap();
    assert_eq!((newest.blocked, newest.reason.as_deref()), (1, Some("Payroll")));
    let figures = fakes.state().months[&june()].revisions[0].rows[0].figures;
    assert_eq!((figures.approved, figures.pending, figures.payable()), (42, 2, 42));
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
async fn a_close_that_nobody_carries_on_with_ends_by_itself() {
    let others = in_july(full());
    close_june(&others).await;
    let left = others.state().months[&june()].revisions[0].rows.clone();
    let dead = with(|state| {
        begun_elsewhere(state, june(), 0);
        state.months.get_mut(&june()).unwrap().unfinished = left;
    });
    let fakes = in_july(dead);
    assert_eq!(state_of(&fakes), MonthState::Open);
    assert_eq!(is_closing(&fakes.ports(), june()).await, Ok(false));
    close_june(&fakes).await;
    assert_eq!(fakes.state().months[&june()].revisions[0].rows.len(), 2, "what was left is gone");
}

#[tokio::test]
async fn a_close_that_lost_its_turn_makes_no_revision() {
    let fakes = in_july(full());
    fakes.memory.before("MonthRepository::finish_close", |state| begun_elsewhere(state, june(), 30));
    let answer = close(&fakes.ports(), &hr(), "2026-06", Closing::default()).await;
    assert_eq!(sentence(answer), "A month is being closed at this moment. Please try again.");
    assert!(fakes.state().events.is_empty());
}

#[tokio::test]
async fn a_second_close_makes_the_next_revision_and_the_first_one_stays() {
    let fakes = in_july(with(|state| freeze(state, BEN, "2026-06-30")));
    close_june(&fakes).await;
    reopen(&fakes.ports(), &hr(), "2026-06", "Ben was there").await.unwrap();
    fakes.memory.change(|state| put(state, BEN, "2026-06-30", Status::Approved));
    let first = fakes.state().months[&june()].revisions[0].clone();
    let line = close(&fakes.ports(), &hr(), "2026-06", Closing::default()).await.unwrap();
    assert_eq!(line.view.newest.unwrap().revision, 2);
    let kept = &fakes.state().months[&june()];
    assert_eq!((kept.revisions.len(), &kept.revisions[0]), (2, &first));
    assert_eq!([0, 1].map(|at| kept.revisions[at].rows[1].figures.approved), [42, 44]);
    assert_ne!(kept.revisions[1].made.checksum, first.made.checksum);
}
