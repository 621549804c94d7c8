use super::*;
use crate::testing::{Fakes, Given, caller, day, holiday, today};
use domain::person::Role;
use proptest::prelude::*;

fn fakes(holidays: Vec<HolidayView>) -> Fakes {
    Fakes::over(Given { holidays, ..Given::default() })
}

async fn soon(fakes: &Fakes) -> Vec<String> {
    let found = upcoming(&fakes.ports(), &caller(1, Role::Employee)).await.unwrap();
    found.into_iter().map(|on| on.date.to_string()).collect()
}

#[tokio::test]
async fn upcoming_runs_from_today_to_the_same_date_next_year_soonest_first() {
    let fakes = fakes(vec![
        holiday("2027-06-11", false),
        holiday("2027-06-10", false),
        holiday("2020-01-01", true),
        holiday("2026-06-09", false),
        holiday("2026-06-10", false),
        holiday("2020-12-25", true),
    ]);
    assert_eq!(soon(&fakes).await, ["2026-06-10", "2026-12-25", "2027-01-01", "2027-06-10"]);
}

proptest! {
    #[test]
    fn a_month_shows_exactly_the_holidays_that_fall_into_it(
        all in prop::collection::btree_map(-800i64..800, any::<bool>(), 0..25),
        ahead in 0u32..12,
    ) {
        let all: Vec<HolidayView> =
            all.iter().map(|(days, is_recurring)| holiday(&(today() + chrono::Duration::days(*days)).to_string(), *is_recurring)).collect();
        let month = Month::of(day("2027-05-01")).earlier_by(ahead);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let fakes = fakes(all.clone());
        let found = runtime.block_on(of_period(&fakes.ports(), &caller(1, Role::Hr), month, month)).unwrap();
        let mut expected: Vec<NaiveDate> =
            month.days().flat_map(|day| all.iter().filter(move |view| view.holiday.falls_on(day)).map(move |_| day)).collect();
        expected.sort_unstable();
        prop_assert_eq!(found.iter().map(|on| on.date).collect::<Vec<_>>(), expected);
    }
}
