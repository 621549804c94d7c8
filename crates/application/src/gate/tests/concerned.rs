//! Salaries and joining dates change a closed month only where it has a row of one of the people concerned.

use super::*;
use crate::people::{AccountUpdate, update_account};
use crate::sessions::Profile;
use crate::testing::{employment, form, record};
use domain::person::Salary;

/// These months are closed, each with rows of these people. Person 1 earns something since 1 June 2025; person 2 has recorded nothing.
fn with_rows(closed: &[(&str, &[u128])]) -> Fakes {
    let mut state = before();
    let second = State::from(Given { people: vec![employment(2, Some(7))], ..Given::default() });
    state.people.extend(second.people);
    for (text, rows) in closed {
        state.close(month(text), &rows.iter().map(|n| user(*n)).collect::<Vec<_>>());
    }
    Fakes::plain(state)
}

async fn update(fakes: &Fakes, n: u128, change: impl FnOnce(&mut AccountUpdate)) -> Result<Profile, Error> {
    let mut typed = form(&fakes.state().people[&user(n)].record);
    change(&mut typed);
    update_account(&fakes.ports(), &caller(9, Role::Admin), user(n), typed).await
}

async fn pays(fakes: &Fakes, from: &str) -> Result<Profile, Error> {
    update(fakes, 1, |typed| (typed.salary, typed.salary_from) = (Some(Some(50_000.0)), Some(day(from)))).await
}

async fn joins(fakes: &Fakes, n: u128, date: &str) -> Result<Profile, Error> {
    update(fakes, n, |typed| typed.joining_date = Some(Some(day(date)))).await
}

#[tokio::test]
async fn a_salary_asks_for_the_row_of_the_person_up_to_the_next_one() {
    is_closed(&pays(&with_rows(&[("2026-05", &[1])]), "2026-04-15").await, "2026-05");
    assert!(pays(&with_rows(&[("2026-05", &[2])]), "2026-04-15").await.is_ok());
    let bounded = with_rows(&[("2026-05", &[1])]);
    bounded.memory.change(|state| {
        let row = (Salary::from_cents(4_000_000), crate::testing::at("2026-01-01T08:00:00Z"), None);
        state.salaries.insert((user(1), day("2026-05-01")), row);
    });
    assert!(pays(&bounded, "2026-04-15").await.is_ok());
}

#[tokio::test]
async fn a_joining_date_asks_for_the_row_of_the_person_and_for_the_month_in_which_it_comes_to_lie() {
    assert!(joins(&with_rows(&[("2026-05", &[2])]), 1, "2026-06-01").await.is_ok());
    is_closed(&joins(&with_rows(&[("2026-05", &[1])]), 1, "2026-06-01").await, "2026-05");
    is_closed(&joins(&with_rows(&[("2026-05", &[])]), 2, "2026-05-20").await, "2026-05");
    let both = with_rows(&[("2025-08", &[2]), ("2026-05", &[])]);
    is_closed(&joins(&both, 2, "2026-05-20").await, "2025-08");
    assert_eq!(record(7, Role::Manager).joining_date, Some(day("2025-06-01")));
    assert!(joins(&with_rows(&[("2026-05", &[])]), 7, "2026-05-20").await.is_ok(), "a manager's says nothing");
}
