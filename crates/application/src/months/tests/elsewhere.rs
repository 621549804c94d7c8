//! What other screens say of a closed month (months.md 1.8).

use super::*;
use crate::dashboards::manager_dashboard;
use crate::people::frozen_employees;
use crate::reports::{attendance, attendance_pdf};
use crate::timesheets::{TeamFilter, calendar, team};
use crate::unlocks::window;

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
async fn what_is_pending_in_a_closed_month_waits_for_nobody() {
    let fakes = closed_with_open_days().await;
    let ports = fakes.ports();
    let dashboard = manager_dashboard(&ports, &manager()).await.unwrap();
    assert_eq!((dashboard.entries_to_approve, dashboard.older_waiting, dashboard.weeks.len()), (1, 0, 1));
    let waiting = TeamFilter { is_waiting: true, ..TeamFilter::default() };
    let found = team(&ports, &manager(), waiting).await.unwrap();
    assert_eq!(found.weeks.len(), 1, "that of 1 July, which has 30 June");
    assert_eq!(found.closed_months, [june()]);
    fakes.memory.change(|state| {
        state.entries.retain(|_, entry| entry.date() < day("2026-07-01"));
    });
    assert!(team(&ports, &manager(), waiting).await.unwrap().weeks.is_empty());
    assert!(frozen_employees(&ports, &hr()).await.unwrap().is_empty());
    reopen(&ports, &hr(), "2026-06", "Why").await.unwrap();
    assert_eq!(team(&ports, &manager(), waiting).await.unwrap().weeks.len(), 1);
    assert_eq!(frozen_employees(&ports, &hr()).await.unwrap().len(), 1);
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

#[tokio::test]
async fn a_closed_month_offers_no_date_to_be_opened() {
    let fakes = closed_with_open_days().await;
    let offer = window(&fakes.ports(), &manager(), user(BEN)).await.unwrap();
    assert_eq!((offer.rejected, offer.closed_months), (vec![], vec![]), "its window begins with July");
    let offer = window(&fakes.ports(), &admin(), user(BEN)).await.unwrap();
    assert_eq!(offer.closed_months, [june()]);
    reopen(&fakes.ports(), &hr(), "2026-06", "Why").await.unwrap();
    let offer = window(&fakes.ports(), &manager(), user(BEN)).await.unwrap();
    assert_eq!(offer.rejected, [day("2026-06-23")]);
}

#[tokio::test]
async fn attendance_of_a_closed_month_is_that_of_its_revision() {
    let (fakes, printed) = printing(closed_with_open_days().await);
    let ports = fakes.ports();
    let read = async |by: &Caller| {
        let rows = attendance(&ports, by, june()).await.unwrap();
        rows.into_iter()
            .map(|row| (row.person.id, row.summary.working_half_days, row.summary.present_half_days))
            .collect::<Vec<_>>()
    };
    let as_closed = vec![(user(ANN), 44, 44), (user(BEN), 44, 40)];
    assert_eq!(read(&hr()).await, as_closed);
    fakes.memory.change(|state| {
        state.entries.clear();
        state.person(BEN).record.manager = None;
    });
    assert_eq!(read(&hr()).await, as_closed, "whatever happens to its entries");
    assert_eq!(read(&manager()).await, as_closed[..1], "of who is in the team now");
    attendance_pdf(&ports, &hr(), june()).await.unwrap();
    let checksum = fakes.state().months[&june()].revisions[0].made.checksum.clone();
    let report = printed.lock().unwrap().take().unwrap();
    assert_eq!(report.notes, [format!("Closed, revision 1. Checksum {checksum}")]);
    reopen(&ports, &hr(), "2026-06", "Why").await.unwrap();
    assert_eq!(read(&hr()).await, [(user(ANN), 44, 0), (user(BEN), 44, 0)]);
    attendance_pdf(&ports, &hr(), june()).await.unwrap();
    assert!(printed.lock().unwrap().take().unwrap().notes.is_empty());
}
