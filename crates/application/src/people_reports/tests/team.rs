use super::*;
use crate::ports::{CountedMonth, PersonName};
use crate::testing::{holiday, hours, number, person};
use domain::access::Leads;
use domain::oversight::reports::HoursByStatus;

/// First1 has an entry of each status in June, and two missing days, one of which became a holiday; First2 has none. First3 belongs
/// to somebody else.
fn given() -> State {
    let of = |n, owner, date: &str, status, number| {
        change(entry(n, owner, day(date), status), |stored| stored.hours = hours(number))
    };
    let mut state = State::from(Given {
        people: vec![employment(1, Some(MANAGER)), employment(2, Some(MANAGER)), employment(3, Some(8))],
        entries: vec![
            of(1, 1, "2026-06-01", Status::Approved, 8.0),
            of(2, 1, "2026-06-07", Status::Pending, 7.5),
            of(3, 1, "2026-06-30", Status::Rejected, 4.0),
            of(4, 1, "2026-05-31", Status::Approved, 8.0),
            of(5, 3, "2026-06-01", Status::Approved, 8.0),
        ],
        absent: vec![(user(1), day("2026-06-08")), (user(1), day("2026-06-09")), (user(2), day("2026-05-08"))],
        holidays: vec![holiday("2026-06-09", false)],
        ..Given::default()
    });
    // What the samples have as decided was decided in May.
    for entry in state.entries.values_mut().filter(|entry| entry.decided().is_some()) {
        *entry = change(entry.clone(), |stored| stored.decided_at = Some(at("2026-05-31T23:00:00Z")));
    }
    state
}

async fn report(state: State) -> TeamReport {
    team(&on_20_june(state).ports(), &manager(), june()).await.unwrap()
}

#[tokio::test]
async fn a_team_is_counted_person_by_person_and_as_a_whole() {
    let TeamReport { sums, weeks, rows } = report(given()).await;
    let people: Vec<&PersonName> = rows.iter().map(|row| &row.month.person).collect();
    assert_eq!(people, [&person(1), &person(2)]);
    let first = CountedMonth { person: person(1), approved: 1, pending: 1, rejected: 1, half_hours: 31 };
    assert_eq!((&rows[0].month, rows[0].month.entries()), (&first, 3));
    assert_eq!((rows[1].month.entries(), rows[1].month.half_hours, rows[1].missing.len()), (0, 0, 0));
    assert_eq!(rows[0].missing, [day("2026-06-08")], "without the day that became a holiday");
    let expected = TeamSums {
        approved: 1,
        pending: 1,
        rejected: 1,
        waiting: 1,
        half_hours: 31,
        missing_days: 1,
        days_to_decide: None,
    };
    assert_eq!((sums, sums.entries()), (expected, 3));
    let of = |approved, pending, rejected| HoursByStatus { approved, pending, rejected };
    let found: Vec<(String, HoursByStatus)> =
        weeks.iter().map(|(week, hours)| (week.monday().to_string(), *hours)).collect();
    let monday = |day: &str| format!("2026-06-{day}");
    assert_eq!(found[0], (monday("01"), of(16, 15, 0)));
    assert_eq!(found[1..4].iter().map(|(_, hours)| *hours).collect::<Vec<_>>(), [of(0, 0, 0); 3]);
    assert_eq!(found[4], (monday("29"), of(0, 0, 8)));
}

#[tokio::test]
async fn in_a_closed_month_nothing_waits() {
    let mut state = given();
    state.close(june(), &[]);
    let sums = report(state).await.sums;
    assert_eq!((sums.pending, sums.waiting), (1, 0));
}

#[tokio::test]
async fn a_substitute_sees_for_whom() {
    let mut stand_in = manager();
    stand_in.actor.leads = Leads::standing_in_for(user(MANAGER), [user(8)]);
    let found = team(&on_20_june(given()).ports(), &stand_in, june()).await.unwrap();
    let whose: Vec<(u128, Option<u128>)> = found
        .rows
        .iter()
        .map(|row| (number(row.month.person.id), row.for_manager.as_ref().map(|(id, _)| number(*id))))
        .collect();
    assert_eq!(whose, [(1, None), (2, None), (3, Some(8))]);
    assert_eq!(found.sums.approved, 2);
}
