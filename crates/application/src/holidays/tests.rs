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

#[tokio::test]
async fn a_recurring_holiday_shows_its_date_of_the_year_and_its_first() {
    let fakes = fakes(vec![holiday("2024-02-29", true), holiday("2026-12-25", true)]);
    let caller = caller(1, Role::Manager);
    let year = |year| (Month::new(year, 1).unwrap(), Month::new(year, 12).unwrap());
    let (first, last) = year(2027);
    let found = of_period(&fakes.ports(), &caller, first, last).await.unwrap();
    assert_eq!(found.len(), 1, "29 February shows in leap years only");
    assert_eq!((found[0].date, found[0].view.holiday.date), (day("2027-12-25"), day("2026-12-25")));
    let (first, last) = year(2028);
    let leap: Vec<_> =
        of_period(&fakes.ports(), &caller, first, last).await.unwrap().iter().map(|on| on.date).collect();
    assert_eq!(leap, [day("2028-02-29"), day("2028-12-25")]);
    let (first, last) = year(2025);
    assert_eq!(of_period(&fakes.ports(), &caller, first, last).await, Ok(vec![]), "before its own year");
    let december = Month::new(2030, 12).unwrap();
    assert_eq!(of_period(&fakes.ports(), &caller, december, december).await.unwrap()[0].date, day("2030-12-25"));
}

#[tokio::test]
async fn everybody_reads_them() {
    for role in Role::ALL {
        let fakes = fakes(vec![holiday("2026-12-25", false)]);
        assert_eq!(upcoming(&fakes.ports(), &caller(1, role)).await.unwrap().len(), 1);
    }
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
