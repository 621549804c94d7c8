use super::*;
use crate::leave::{LeaveDecision, LeaveVerdict, decide};
use crate::people::frozen_employees;
use crate::timesheets::{Submission, submit};
use crate::unlocks::{DirectUnlockRequest, unlock};
use domain::leave::{DayPart, LeaveStatus};
use std::collections::{BTreeMap, HashMap};

/// Ann has frozen days on 8 and 9 June and a rejected entry on the 10th.
fn open() -> State {
    with(|state| {
        freeze(state, ANN, "2026-06-08");
        freeze(state, ANN, "2026-06-09");
        put(state, ANN, "2026-06-10", Status::Rejected);
    })
}

#[tokio::test]
async fn an_accepted_day_is_in_no_list_until_something_is_done_about_it() {
    let fakes = in_july(open());
    let frozen = async || {
        let found = frozen_employees(&fakes.ports(), &hr()).await.unwrap();
        found.into_iter().flat_map(|of| of.days).map(|day| day.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(frozen().await, ["2026-06-08", "2026-06-09"]);
    let dates = ["2026-06-08", "2026-06-09", "2026-06-10"].map(day).into();
    let all = Acceptance { items: vec![(user(ANN), dates)], note: "Was ill".into() };
    assert_eq!(accept(&fakes.ports(), &hr(), "2026-06", all).await, Ok(3));
    assert!(frozen().await.is_empty());
    let left = || fakes.state().accepted.keys().map(|(_, day)| day.to_string()).collect::<Vec<_>>();
    let opens = DirectUnlockRequest {
        employee: Some(user(ANN)),
        date: Some(day("2026-06-08")),
        reason: "She was there".into(),
    };
    unlock(&fakes.ports(), &admin(), opens).await.unwrap();
    assert_eq!(left(), ["2026-06-09", "2026-06-10"]);
    let by = caller(ANN, Role::Employee);
    fakes.memory.change(|state| state.unlock(user(ANN), day("2026-06-10")));
    let again = Submission { date: day("2026-06-10"), hours: 8.0, description: "Work".into() };
    submit(&fakes.ports(), &by, again).await.unwrap();
    assert_eq!(left(), ["2026-06-09"]);
    let mut requests = BTreeMap::new();
    fakes.memory.change(|state| {
        for (name, part) in [("half", DayPart::Morning), ("other half", DayPart::Afternoon)] {
            let id = state.take_leave(ANN, "2026-06-09", "2026-06-09", part, LeaveStatus::Pending);
            requests.insert(name, id);
        }
    });
    for (name, left_over) in [("half", 1), ("other half", 0)] {
        let ids = vec![requests[name]];
        let yes = LeaveDecision { ids, expected: HashMap::new(), verdict: LeaveVerdict::Approve };
        decide(&fakes.ports(), &caller(MANAGER, Role::Manager), yes).await.unwrap();
        assert_eq!(left().len(), left_over, "{name}");
    }
}
