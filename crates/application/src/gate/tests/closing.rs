//! A write that meets a close changes nothing, and is told so in a way that its caller can wait for.

use super::*;
use crate::memory::KeptMonth;
use domain::id::CloseId;
use std::time::{Duration, Instant};

/// June is being closed, until so many seconds from now.
fn closing_for(seconds: u64, closed: &[&str]) -> Fakes {
    let fakes = super::closed(closed);
    fakes.memory.change(|state| {
        let close = Some((CloseId::new(Uuid::nil()), Instant::now() + Duration::from_secs(seconds)));
        state.months.insert(month("2026-06"), KeptMonth { close, ..KeptMonth::default() });
    });
    fakes
}

#[tokio::test]
async fn a_write_into_a_month_that_is_being_closed_is_to_be_done_again() {
    let fakes = closing_for(30, &[]);
    let kept = fakes.state();
    let waits = Error::MonthClosing(month("2026-06"));
    assert_eq!(submitted(&fakes, "2026-06-10").await, Err(waits.clone()));
    assert_eq!(unlocked(&fakes, "2026-06-05").await, Err(waits.clone()));
    assert_eq!(asked(&fakes, "2026-06-05").await, Err(waits.clone()));
    assert_eq!(decided(&fakes, Verdict::Approve, &[50]).await, Err(waits.clone()));
    let added = holidays::add(&fakes.ports(), &hr(), draft("2026-06-19", false)).await;
    assert_eq!(added.map(drop), Err(waits));
    assert_eq!(fakes.state(), kept);
    assert_eq!(decided(&fakes, Verdict::Approve, &[51]).await, Ok(0), "what changes nothing is no write");
    assert!(holidays::add(&fakes.ports(), &hr(), draft("2026-05-01", false)).await.is_ok(), "May is open");
    assert!(matches!(submitted(&fakes, "2026-06-11").await, Err(Error::Refused(_))), "the future comes first");
    assert_eq!(submitted(&closing_for(0, &[]), "2026-06-10").await, Ok(()), "the close is over");
}

#[tokio::test]
async fn a_closed_month_refuses_what_another_one_would_have_to_wait_for() {
    let fakes = closing_for(30, &["2026-05"]);
    fakes.memory.change(|state| {
        let made = entry(40, 1, day("2026-05-29"), Status::Pending);
        state.entries.insert(made.id(), made);
    });
    is_closed(&decided(&fakes, Verdict::Approve, &[40, 50]).await, "2026-05");
}

#[tokio::test]
async fn freezing_goes_on_when_the_close_is_over() {
    let freezes = async |fakes: Fakes| {
        fakes.memory.change(|state| {
            state.kept_values.insert(KeptValue::FrozenThrough.name(), "2026-06-04".into());
        });
        while freeze(&fakes.ports()).await.unwrap() != Frozen::Done {}
        (fakes.state().kept_value(KeptValue::FrozenThrough), fakes.state().marks.len())
    };
    assert_eq!(freezes(closing_for(30, &[])).await, (Some("2026-06-04".into()), 0));
    assert_eq!(freezes(closing_for(0, &[])).await, (Some("2026-06-09".into()), 1));
}
