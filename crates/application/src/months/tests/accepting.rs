use super::*;
use crate::leave::{LeaveDecision, LeaveVerdict, decide};
use crate::people::frozen_employees;
use crate::testing::nothing_changes_when_a_call_fails;
use crate::timesheets::{Submission, submit};
use crate::unlocks::{DirectUnlockRequest, unlock};
use domain::leave::{DayPart, LeaveStatus};
use std::collections::{BTreeMap, HashMap};

fn days(of: &[(u128, &[&str])], note: &str) -> Acceptance {
    let items = of.iter().map(|(owner, dates)| (user(*owner), dates.iter().map(|date| day(date)).collect()));
    Acceptance { items: items.collect(), note: note.to_owned() }
}

async fn accepted(fakes: &Fakes, of: &[(u128, &[&str])]) -> Result<u32, Error> {
    accept(&fakes.ports(), &hr(), "2026-06", days(of, "Was ill")).await
}

/// Ann has frozen days on 8 and 9 June and a rejected entry on the 10th.
fn open() -> State {
    with(|state| {
        freeze(state, ANN, "2026-06-08");
        freeze(state, ANN, "2026-06-09");
        put(state, ANN, "2026-06-10", Status::Rejected);
    })
}

async fn is_ready(fakes: &Fakes) -> bool {
    let query = ReadinessQuery { blocker: None, search: Some("First1".into()), page: 1, limit: 20 };
    let (rows, _) = readiness(&fakes.ports(), &hr(), "2026-06", query).await.unwrap();
    rows[0].blockers.is_ready()
}

#[tokio::test]
async fn frozen_and_rejected_days_are_accepted_as_absent_all_or_none() {
    let fakes = in_july(open());
    assert!(!is_ready(&fakes).await);
    assert_eq!(accepted(&fakes, &[(ANN, &["2026-06-08", "2026-06-08", "2026-06-09"])]).await, Ok(2));
    assert_eq!(accepted(&fakes, &[(ANN, &["2026-06-09", "2026-06-10"]), (ANN, &["2026-06-10"])]).await, Ok(1));
    assert_eq!(accepted(&fakes, &[(ANN, &["2026-06-08", "2026-06-10"])]).await, Ok(0), "the same once more");
    assert!(is_ready(&fakes).await);
    let kept = fakes.state();
    assert_eq!(kept.accepted[&(user(ANN), day("2026-06-08"))], ("Was ill".into(), user(HR), fakes.now));
    assert_eq!(kinds(&kept), ["days-accepted", "days-accepted"], "what changes nothing is not told");
    let before = fakes.state();
    let changed = accepted(&fakes, &[(BEN, &["2026-06-12"]), (ANN, &["2026-06-08"])]).await;
    assert_eq!(sentence(changed), "Some days have changed since you opened them. Please review them again.");
    assert_eq!(fakes.state(), before);
}

#[tokio::test]
async fn what_stands_against_it_is_said_in_its_order() {
    let fakes = in_july(open());
    let said = async |month: &str, of: &[(u128, &[&str])], note: &str| {
        sentence(accept(&fakes.ports(), &hr(), month, days(of, note)).await)
    };
    assert_eq!(said("nonsense", &[(404, &["2026-07-01"])], " ").await, "A note is required");
    let long = "x".repeat(501);
    assert_eq!(said("nonsense", &[], &long).await, "The note must be at most 500 characters");
    assert_eq!(said("nonsense", &[(404, &["2026-07-01"])], "Ill").await, "Month not found");
    assert_eq!(said("2026-06", &[(404, &["2026-07-01"])], "Ill").await, "2026-07-01 is not in June 2026");
    assert_eq!(said("2026-06", &[(404, &["2026-06-08"])], "Ill").await, "User not found");
    fakes.memory.change(|state| state.close(june(), &[]));
    assert_eq!(said("2026-06", &[(404, &["2026-06-08"])], "Ill").await, "User not found");
    let closed = "The month June 2026 has been processed and is closed";
    assert_eq!(said("2026-06", &[(BEN, &["2026-06-12"])], "Ill").await, closed);
}

#[tokio::test]
async fn an_accepted_day_is_in_no_list_until_something_is_done_about_it() {
    let fakes = in_july(open());
    let frozen = async || {
        let found = frozen_employees(&fakes.ports(), &hr()).await.unwrap();
        found.into_iter().flat_map(|of| of.days).map(|day| day.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(frozen().await, ["2026-06-08", "2026-06-09"]);
    accepted(&fakes, &[(ANN, &["2026-06-08", "2026-06-09", "2026-06-10"])]).await.unwrap();
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

#[tokio::test]
async fn an_acceptance_is_kept_whole_or_not_at_all() {
    let before = || {
        with(|state| {
            let mark = crate::memory::Mark { at: at("2026-06-09T00:00:00Z"), mailed_on: None };
            state.entries.clear();
            state.marks.insert((user(ANN), day("2026-06-08")), mark);
        })
    };
    nothing_changes_when_a_call_fails(before, async |fakes| accepted(fakes, &[(ANN, &["2026-06-08"])]).await).await;
}
