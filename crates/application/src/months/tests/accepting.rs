use super::*;
use crate::leave::{LeaveDecision, LeaveVerdict, decide};
use crate::timesheets::{Submission, submit};
use domain::leave::{DayPart, LeaveStatus};
use std::collections::HashMap;

#[tokio::test]
async fn an_acceptance_ends_with_another_entry_and_with_approved_leave_over_the_whole_day() {
    let fakes = in_july(with(|state| {
        freeze(state, ANN, "2026-06-09");
        put(state, ANN, "2026-06-10", Status::Rejected);
    }));
    let dates = ["2026-06-09", "2026-06-10"].map(day).into();
    let all = Acceptance { items: vec![(user(ANN), dates)], note: "Was ill".into() };
    assert_eq!(accept(&fakes.ports(), &hr(), "2026-06", all).await, Ok(2));
    let left = || fakes.state().accepted.keys().map(|(_, day)| day.to_string()).collect::<Vec<_>>();
    fakes.memory.change(|state| state.unlock(user(ANN), day("2026-06-10")));
    let again = Submission { date: day("2026-06-10"), hours: 8.0, description: "Work".into() };
    submit(&fakes.ports(), &caller(ANN, Role::Employee), again).await.unwrap();
    assert_eq!(left(), ["2026-06-09"]);
    let mut requests = Vec::new();
    fakes.memory.change(|state| {
        for part in [DayPart::Morning, DayPart::Afternoon] {
            requests.push(state.take_leave(ANN, "2026-06-09", "2026-06-09", part, LeaveStatus::Pending));
        }
    });
    for (request, left_over) in [(requests[0], 1), (requests[1], 0)] {
        let yes = LeaveDecision { ids: vec![request], expected: HashMap::new(), verdict: LeaveVerdict::Approve };
        decide(&fakes.ports(), &caller(MANAGER, Role::Manager), yes).await.unwrap();
        assert_eq!(left().len(), left_over, "{request:?}");
    }
}
