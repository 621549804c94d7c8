//! What other screens say of a closed month (months.md 1.8).

use super::*;
use crate::timesheets::{TeamFilter, calendar, team};

fn manager() -> Caller {
    caller(MANAGER, Role::Manager)
}

/// In June an entry of Ann's is pending, one of Ben's rejected, and a day of his frozen; Ann's 1 July is pending too. June is closed.
async fn closed_with_open_days() -> Fakes {
    let fakes = in_july(with(|state| {
        put(state, ANN, "2026-06-30", Status::Pending);
        put(state, BEN, "2026-06-23", Status::Rejected);
        freeze(state, BEN, "2026-06-08");
        let july = entry(9_001, ANN, day("2026-07-01"), Status::Pending);
        state.entries.insert(july.id(), july);
    }));
    close_june(&fakes).await;
    fakes
}

#[tokio::test]
async fn no_day_of_a_closed_month_can_be_filled_and_each_says_why() {
    let fakes = closed_with_open_days().await;
    let (ports, ben) = (fakes.ports(), caller(BEN, Role::Employee));
    let found = calendar(&ports, &ben, june(), None).await.unwrap();
    assert_eq!(found.closed, Some(ClosedMonth { revision: 1, closed_at: fakes.now }));
    let why = Some("The month June 2026 has been processed and is closed");
    assert!(found.days.iter().all(|day| day.reason.as_deref() == why), "{:?}", found.days);
    assert!(!found.days.iter().any(|day| day.can_ask_unlock || day.is_frozen || day.ask_refusal.is_some()));
    let july = calendar(&ports, &ben, Month::new(2026, 7).unwrap(), None).await.unwrap();
    assert_eq!((july.closed, july.days[1].reason.as_deref()), (None, None));
    fakes.memory.change(|state| state.person(BEN).record.joining_date = Some(day("2026-06-03")));
    let joined = calendar(&ports, &ben, june(), None).await.unwrap();
    assert!(joined.days[1].reason.as_deref().unwrap().contains("joining date"));
    assert_eq!(joined.days[2].reason.as_deref(), why);
    reopen(&ports, &hr(), "2026-06", "Why").await.unwrap();
    assert_eq!(calendar(&ports, &ben, june(), None).await.unwrap().closed, None);
}

#[tokio::test]
async fn older_entries_of_a_closed_month_are_not_carried_along() {
    let fakes = closed_with_open_days().await;
    let in_autumn = on(fakes.state(), "2026-09-02T09:00:00Z");
    let found = team(&in_autumn.ports(), &manager(), TeamFilter::default()).await.unwrap();
    let dates: Vec<_> = found.entries.iter().map(|view| view.entry.date.to_string()).collect();
    assert_eq!(dates, ["2026-07-01"], "30 June lies in the same week, and waits for nobody");
    assert_eq!(found.closed_months, [june()]);
}
