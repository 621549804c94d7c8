use super::*;
use crate::testing::{Fakes, Given, caller, day, employment, entry, user};
use domain::person::{Employment, FirstDay, Role};
use domain::timesheet::{Entry, Status};

/// Employee 1 of manager 7, who joined on 1 June 2025.
fn team() -> Given {
    Given { people: vec![employment(1, Some(7)), employment(2, Some(8)), employment(3, None)], ..Given::default() }
}

fn joined(date: Option<&str>) -> Given {
    Given {
        people: vec![Employment { first_day: date.map(day).map(FirstDay::Joining), ..employment(1, Some(7)) }],
        ..Given::default()
    }
}

async fn offer(memory: Given, role: Role) -> Offer {
    window(&Fakes::over(memory).ports(), &caller(7, role), user(1)).await.unwrap()
}

#[tokio::test]
async fn older_rejected_days_are_named_oldest_first_a_hundred_at_most() {
    let rejected = |n, owner, date: &str| entry(n, owner, day(date), Status::Rejected);
    let entries = vec![
        rejected(1, 1, "2026-06-09"),
        rejected(2, 1, "2026-06-05"),
        rejected(3, 1, "2026-02-03"),
        rejected(4, 2, "2026-02-04"),
        entry(5, 1, day("2026-02-05"), Status::Pending),
        entry(6, 1, day("2026-02-06"), Status::Approved),
        rejected(7, 1, "2026-06-08"),
    ];
    let memory = || Given { entries: entries.clone(), ..team() };
    let named = async |role| offer(memory(), role).await.rejected;
    assert_eq!(named(Role::Manager).await, ["2026-02-03", "2026-06-05", "2026-06-08"].map(day));
    assert_eq!(named(Role::Hr).await, ["2026-02-03", "2026-06-05"].map(day), "the others lie in the window");
    assert_eq!(named(Role::Admin).await, [], "all of them do");

    let older = (1..=130).scan(day("2026-05-01"), |date, n| {
        *date = date.pred_opt().unwrap();
        Some(entry(n, 1, *date, Status::Rejected))
    });
    let many: Vec<Entry> = older.collect();
    let named = offer(Given { entries: many, ..team() }, Role::Hr).await.rejected;
    assert_eq!((named.len(), named[0]), (100, day("2025-12-22")));
}

#[tokio::test]
async fn what_is_offered_is_never_refused_for_its_age() {
    // The joining date was corrected after the days had been recorded.
    let entries = ["2026-02-03", "2026-02-04", "2026-02-05"];
    let entries: Vec<Entry> = (1..).zip(entries).map(|(n, date)| entry(n, 1, day(date), Status::Rejected)).collect();
    for role in [Role::Manager, Role::Hr] {
        let memory = Given { entries: entries.clone(), ..joined(Some("2026-02-04")) };
        assert_eq!(offer(memory, role).await.rejected, ["2026-02-04", "2026-02-05"].map(day));
    }
    let memory = Given { entries, ..joined(Some("2026-02-04")) };
    assert_eq!(offer(memory, Role::Admin).await.rejected, []);
}
