//! What is counted, from when on, and who may know it.

use super::*;
use crate::Error;
use crate::memory::State;
use crate::ports::RoleCount;
use crate::testing::{Fakes, account, at, caller, day, user};
use domain::leave::{DayPart, LeaveStatus};
use domain::person::Role;

/// Employees in groups: how many, their first day, and since when they are inactive, if they are.
fn organisation(groups: &[(u128, &str, Option<&str>)]) -> State {
    let mut state = State::default();
    for (count, joined, left) in groups {
        for _ in 0..*count {
            let n = state.people.len() as u128 + 1;
            let mut person = account(n, Role::Employee);
            person.record.joining_date = Some(day(joined));
            person.record.manager = Some(user(999));
            person.record.standing.is_active = left.is_none();
            person.record.deactivated_at = left.map(at);
            state.people.insert(user(n), person);
        }
    }
    state.people.insert(user(999), account(999, Role::Manager));
    state
}

/// 60 active Employees, 3 of them new and 4 without a manager; 40 were there a year ago, 2 of whom have left.
fn sixty(open_positions: Option<&str>) -> Fakes {
    let mut state = organisation(&[
        (38, "2020-01-01", None),
        (2, "2020-01-01", Some("2026-01-01T00:00:00Z")),
        (3, "2026-06-01", None),
        (19, "2026-01-15", None),
    ]);
    state.people.values_mut().take(4).for_each(|person| person.record.manager = None);
    state.kept_values = open_positions.map(|open| ("open_positions", open.to_owned())).into_iter().collect();
    Fakes::over(state)
}

async fn dashboard(fakes: &Fakes, role: Role) -> Result<PeopleDashboard, Error> {
    people_dashboard(&fakes.ports(), &caller(9, role)).await
}

#[tokio::test]
async fn hr_and_administrators_see_the_figures() {
    for role in [Role::Hr, Role::Admin] {
        let fakes = sixty(Some("7"));
        let found = dashboard(&fakes, role).await.unwrap();
        assert_eq!((found.total_employees, found.new_hires, found.turnover_rate), (60, 3, Some(4.0)));
        assert_eq!((found.open_positions, found.without_manager, found.unlock_requests), (7, 4, 0));

        let count = HeadCount::default()
            .with(Role::Employee, RoleCount { all: 62, active: 60, acting: 60 })
            .with(Role::Manager, RoleCount { all: 1, active: 1, acting: 1 });
        assert_eq!(head_count(&fakes.ports(), &caller(9, role)).await, Ok(count));
    }
}

#[tokio::test]
async fn few_people_have_no_turnover_and_no_setting_means_no_open_position() {
    let few = organisation(&[(4, "2020-01-01", None), (1, "2020-01-01", Some("2026-01-01T00:00:00Z"))]);
    let found = dashboard(&Fakes::over(few), Role::Hr).await.unwrap();
    assert_eq!((found.turnover_rate, found.open_positions), (None, 0));
}

#[tokio::test]
async fn open_positions_that_are_no_number_are_not_told_as_none() {
    let corrupt = StoreError::Corrupt { table: "settings", column: "value", id: "open_positions".into() };
    for strange in ["many", "-1", "", "1.5"] {
        let answer = dashboard(&sixty(Some(strange)), Role::Hr).await;
        assert_eq!(answer, Err(Error::Store(corrupt.clone())), "{strange}");
    }
}

#[tokio::test]
async fn days_are_the_organisations_and_a_year_is_a_year_of_the_clock() {
    for (now, zone, today, new_since, left_since) in [
        ("2026-06-10T10:30:00Z", chrono_tz::Pacific::Pago_Pago, "2026-06-09", "2026-05-10", "2025-06-10T10:30:00Z"),
        ("2026-06-10T11:30:00Z", chrono_tz::Pacific::Tongatapu, "2026-06-11", "2026-05-12", "2025-06-10T11:30:00Z"),
        ("2028-02-29T12:00:00Z", chrono_tz::UTC, "2028-02-29", "2028-01-30", "2027-02-28T12:00:00Z"),
    ] {
        // New are those who joined after that day and not after today. Of the two who left, one had left before.
        let (first, last) = (day(new_since), day(today));
        let [after, to_come] = [first, last].map(|day| day.succ_opt().unwrap().to_string());
        let before = (at(left_since) - chrono::Duration::microseconds(1)).to_rfc3339();
        let groups = [
            (10, "2020-01-01", None),
            (1, new_since, None),
            (1, after.as_str(), None),
            (1, today, None),
            (1, to_come.as_str(), None),
            (1, "2020-01-01", Some(left_since)),
            (1, "2020-01-01", Some(before.as_str())),
        ];
        let fakes = Fakes { now: at(now), zone, ..Fakes::over(organisation(&groups)) };
        let found = dashboard(&fakes, Role::Hr).await.unwrap();
        assert_eq!((found.new_hires, found.turnover_rate), (2, turnover_rate(1, 11, 14)), "{zone}");
    }
}

/// leave.md 4: everybody with approved leave that counts today, once.
#[tokio::test]
async fn active_people_on_leave_today_are_counted_once() {
    let fakes = sixty(None);
    fakes.memory.change(|state| {
        use DayPart::{Afternoon, Full, Morning};
        use LeaveStatus::{Approved, CancellationAsked, Pending};
        // 39 and 40 have left.
        for (n, part, status) in [
            (1, Morning, Approved),
            (1, Afternoon, Approved),
            (2, Full, CancellationAsked),
            (3, Full, Pending),
            (39, Full, Approved),
        ] {
            state.take_leave(n, "2026-06-10", "2026-06-10", part, status);
        }
        state.take_leave(4, "2026-06-09", "2026-06-09", Full, Approved);
    });
    assert_eq!(dashboard(&fakes, Role::Hr).await.unwrap().on_leave_today, 2);
}
