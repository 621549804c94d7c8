use super::*;
use crate::memory::State;
use crate::ports::LeaveOfDay;
use crate::testing::{Fakes, Given, caller, day, employment, holiday, person, user};
use domain::access::{Forbidden, Leads};
use domain::id::LeaveRequestId;
use domain::leave::{DayPart, LeaveStatus};
use domain::person::Role;
use domain::time::Month;
use uuid::Uuid;

/// Employees 1 and 2 of the team of manager 7, and 3 of the team of manager 8.
fn state() -> State {
    let people = vec![employment(1, Some(7)), employment(2, Some(7)), employment(3, Some(8))];
    State::from(Given { people, holidays: vec![holiday("2026-06-19", false)], ..Given::default() })
}

/// With annual leave of these people on a date each.
fn with(mut state: State, leave: &[(u128, &str, DayPart, LeaveStatus)]) -> State {
    for (person, date, part, status) in leave {
        state.take_leave(*person, date, date, *part, *status);
    }
    state
}

/// The request that was made as number `n`, from 0.
fn request(n: u128) -> LeaveRequestId {
    LeaveRequestId::new(Uuid::from_u128(700 + n))
}

fn month(year: i32, month: u32) -> LeaveCalendarQuery {
    LeaveCalendarQuery { month: Month::new(year, month).unwrap(), search: None, page: 1, limit: 20 }
}

async fn june(fakes: &Fakes, caller: &Caller) -> LeaveCalendar {
    leave_calendar(&fakes.ports(), caller, month(2026, 6)).await.unwrap()
}

/// The days on which somebody is away, or waits.
fn away(calendar: &LeaveCalendar) -> Vec<(String, u32, u32)> {
    let told = calendar.days.iter().filter(|day| day.away + day.waiting > 0);
    told.map(|day| (day.date.to_string(), day.away, day.waiting)).collect()
}

#[tokio::test]
async fn a_day_says_who_is_away_and_what_waits_and_what_it_is_to_the_organisation() {
    use DayPart::{Afternoon, Full, Morning};
    use LeaveStatus::{Approved, CancellationAsked, Pending, Rejected};
    let fakes = Fakes::over(with(
        state(),
        &[
            (1, "2026-06-16", Morning, Approved),
            (1, "2026-06-16", Afternoon, CancellationAsked),
            (2, "2026-06-16", Morning, Pending),
            (2, "2026-06-16", Afternoon, Approved),
            (3, "2026-06-16", Full, Approved),
            (3, "2026-06-17", Full, Rejected),
        ],
    ));
    let found = june(&fakes, &caller(7, Role::Manager)).await;
    assert_eq!(away(&found), [("2026-06-16".to_owned(), 2, 1)], "each person once, and nobody of another team");
    assert_eq!((found.members, found.total, found.days.len()), (2, 2, 30));
    let off = |date: &str| found.days.iter().find(|found| found.date == day(date)).unwrap().off;
    assert_eq!([off("2026-06-16"), off("2026-06-19")], [None, Some(DayOff::Holiday)]);
    assert_eq!(off("2026-06-20"), Some(DayOff::Weekend));
    let [ann, _] = found.people.as_slice() else { panic!("{:?}", found.people) };
    let of = |n, part, status| LeaveOfDay {
        request: request(n),
        date: day("2026-06-16"),
        part,
        leave_type: Some("Annual Leave".into()),
        status,
    };
    assert_eq!((&ann.person, ann.department.as_deref()), (&person(1), Some("Engineering")));
    assert_eq!(ann.leave, [of(0, Morning, Approved), of(1, Afternoon, CancellationAsked)]);
}

#[tokio::test]
async fn what_does_not_count_is_not_seen_and_neither_is_somebody_who_has_left() {
    let on = |n, date| (n, date, DayPart::Full, LeaveStatus::Approved);
    // A Saturday.
    let mut state = with(state(), &[on(1, "2026-06-20"), on(2, "2026-06-16")]);
    state.person(2).record.standing.is_active = false;
    let found = june(&Fakes::over(state), &caller(7, Role::Manager)).await;
    assert_eq!((away(&found), found.members, found.people), (vec![], 1, vec![]));
}

#[tokio::test]
async fn those_who_see_everybody_look_for_some_and_the_days_stay_about_all() {
    let all = [1, 2, 3].map(|n| (n, "2026-06-16", DayPart::Full, LeaveStatus::Approved));
    let fakes = Fakes::over(with(state(), &all));
    for role in [Role::Hr, Role::Admin] {
        let wanted = LeaveCalendarQuery { search: Some("first3".into()), ..month(2026, 6) };
        let found = leave_calendar(&fakes.ports(), &caller(9, role), wanted).await.unwrap();
        assert_eq!(away(&found), [("2026-06-16".to_owned(), 3, 0)]);
        assert_eq!((found.members, found.total, found.people[0].person.id), (3, 1, user(3)));
    }
    let second = LeaveCalendarQuery { page: 2, limit: 2, ..month(2026, 6) };
    let found = leave_calendar(&fakes.ports(), &caller(9, Role::Hr), second).await.unwrap();
    assert_eq!((found.people.len(), found.total), (1, 3));
}

#[tokio::test]
async fn a_stand_in_sees_the_teams_of_both() {
    let all = [1, 3].map(|n| (n, "2026-06-16", DayPart::Full, LeaveStatus::Approved));
    let fakes = Fakes::over(with(state(), &all));
    let mut stand_in = caller(7, Role::Manager);
    stand_in.actor.leads = Leads::standing_in_for(user(7), [user(8)]);
    let found = june(&fakes, &stand_in).await;
    assert_eq!((found.members, away(&found)), (3, vec![("2026-06-16".to_owned(), 2, 0)]));
}

#[tokio::test]
async fn the_calendar_ends_with_the_next_year_and_is_not_for_employees() {
    let fakes = Fakes::over(state());
    let ports = fakes.ports();
    let hr = caller(9, Role::Hr);
    assert_eq!(leave_calendar(&ports, &hr, month(2027, 12)).await.unwrap().days.len(), 31);
    let refused = leave_calendar(&ports, &hr, month(2028, 1)).await;
    assert_eq!(refused, Err(Invalid::field("month", "month must not be after 2027-12").into()));
    let refused = leave_calendar(&ports, &caller(1, Role::Employee), month(2026, 6)).await;
    assert_eq!(refused, Err(Forbidden::Role.into()));
}
