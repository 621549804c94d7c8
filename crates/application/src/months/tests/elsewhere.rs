//! What other screens say of a closed month (months.md 1.8).

use super::*;
use crate::timesheets::calendar;

#[tokio::test]
async fn no_day_of_a_closed_month_can_be_filled_and_each_says_why() {
    let fakes = in_july(with(|state| {
        put(state, BEN, "2026-06-23", Status::Rejected);
        freeze(state, BEN, "2026-06-08");
    }));
    close_june(&fakes).await;
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
}
