use super::super::testing::{apply, changes, planned, told};
use super::*;
use crate::memory::State;
use crate::testing::{Fakes, Given, at, day, employment, holiday, user};
use domain::import::Given as Cell;
use domain::leave::{DayPart, LeaveStatus};
use domain::person::Role;

/// Founders' Day on 19 June, Christmas each year since 2020, and Eve, who has leave in July. It is 10 June 2026.
fn before() -> State {
    let holidays = vec![holiday("2026-06-19", false), holiday("2020-12-25", true)];
    let mut state = State::from(Given { people: vec![employment(1, Some(7))], holidays, ..Given::default() });
    state.people.extend(State::of(&[(5, Role::Hr)]).people);
    state.take_leave(1, "2026-07-06", "2026-07-28", DayPart::Full, LeaveStatus::Approved);
    state
}

fn row(date: &str, name: &str, is_recurring: Option<bool>) -> HolidayRow {
    HolidayRow { date: day(date), name: name.into(), description: Cell::Absent, is_recurring, keeps_known: false }
}

/// The dates and names of all holidays.
fn kept(state: &State) -> Vec<(String, String, bool)> {
    let mut all: Vec<_> =
        state.holidays.values().map(|(of, _)| (of.date.to_string(), of.name.clone(), of.is_recurring)).collect();
    all.sort();
    all
}

/// moving-in.md 7, case 16.
#[tokio::test]
async fn a_holiday_is_known_by_its_date_and_nothing_is_deleted() {
    let fakes = Fakes::over(before());
    let rows = [
        row("2026-06-19", "Holiday of 2026-06-19", None),
        row("2026-12-25", "Holiday of 2020-12-25", Some(false)),
        row("2026-07-13", "Summer day", None),
        HolidayRow { description: Cell::Value("All day".into()), ..row("2027-06-21", "Midsummer", Some(true)) },
        row("2028-12-25", " ", None),
    ];
    let blank = "Name  : Name is required";
    assert_eq!(told(&Holidays, &fakes, &rows).await, ["same", "same", "create", "create", blank]);
    assert_eq!(fakes.state(), before(), "a plan writes nothing");
    let renamed = [row("2026-06-19", "Founders' Day", Some(true)), row("2027-12-25", "Christmas", None)];
    let plan = planned(&Holidays, &fakes, &renamed).await;
    assert_eq!(plan.iter().map(|row| row.action).collect::<Vec<_>>(), [Action::Change; 2]);
    assert_eq!(changes(&plan[0]), ["Name Holiday of 2026-06-19 > Founders' Day", "Recurring no > yes"]);
    assert_eq!(changes(&plan[1]), ["Name Holiday of 2020-12-25 > Christmas"]);
    assert_eq!(plan[0].who, "2026-06-19, Founders' Day");
    assert_eq!(apply(&Holidays, &fakes, &plan, &renamed).await, [Outcome::Done, Outcome::Done]);
    let expected = [("2020-12-25", "Christmas", true), ("2026-06-19", "Founders' Day", true)];
    assert_eq!(kept(&fakes.state()), expected.map(|(date, name, every)| (date.to_owned(), name.to_owned(), every)));
    assert_eq!(told(&Holidays, &fakes, &renamed).await, ["same", "same"], "a second time");
}

#[tokio::test]
async fn leave_is_counted_anew_once_for_all_of_them() {
    let fakes = Fakes::over(before());
    let rows = [row("2026-07-13", "One", None), row("2026-07-14", "Two", None), row("2026-07-15", "Three", None)];
    let plan = planned(&Holidays, &fakes, &rows).await;
    assert_eq!(apply(&Holidays, &fakes, &plan, &rows).await, [Outcome::Done, Outcome::Done, Outcome::Done]);
    let state = fakes.state();
    let kinds: Vec<&str> = state.events.iter().map(|event| event.record.kind.as_ref()).collect();
    assert_eq!(kinds, ["holiday-added", "holiday-added", "holiday-added", "leave-recounted"]);
    let told: Vec<&str> = state.notices.values().map(|(notice, _)| notice.notice.body.as_str()).collect();
    assert_eq!(told, ["Annual Leave, 2026-07-06 to 2026-07-28: 17 days before, 14 days now. Holidays have changed."]);
    assert!(state.holidays.values().any(|(of, _)| of.name == "One" && of.created_by == Some(user(5))));
}

#[tokio::test]
async fn closed_months_and_dates_that_are_taken_refuse_a_row() {
    let mut state = before();
    state.close(Month::new(2026, 5).unwrap(), &[]);
    state.close(Month::new(2026, 4).unwrap(), &[]);
    let fakes = Fakes::over(state);
    let rows = [
        row("2026-05-01", "Labour Day", None),
        row("2025-05-02", "Each year", Some(true)),
        row("2026-04-03", "Good Friday", None),
        row("2026-06-04", "Corpus Christi", None),
        row("2025-06-19", "In the way of 2026", Some(true)),
        row("2026-08-03", "One", None),
        row("2026-08-03", "Other", None),
        row("2026-09-01", "Each year", Some(true)),
        row("2027-09-01", "Once", None),
    ];
    let closed = |date: &str, month: &str| {
        format!("Date {date}: {}", { Conflict::MonthClosed(Month::parse(month).unwrap()).sentence() })
    };
    let taken = |date: &str| format!("Date {date}: A holiday already exists on this date");
    assert_eq!(
        told(&Holidays, &fakes, &rows).await,
        [
            closed("2026-05-01", "2026-05"),
            closed("2025-05-02", "2026-05"),
            closed("2026-04-03", "2026-04"),
            "create".to_owned(),
            taken("2025-06-19"),
            "Date 2026-08-03: Line 8 has the same date".to_owned(),
            "Date 2026-08-03: Line 7 has the same date".to_owned(),
            taken("2026-09-01"),
            taken("2027-09-01"),
        ]
    );
}

#[tokio::test]
async fn the_rows_of_a_country_leave_a_known_date_as_it_is() {
    let fakes = Fakes::over(before());
    let of_country = |date, name| HolidayRow { keeps_known: true, ..row(date, name, None) };
    let rows = [
        of_country("2026-12-25", "Christmas Day"),
        of_country("2027-12-25", "Christmas Day"),
        of_country("2026-12-26", "Boxing Day"),
    ];
    assert_eq!(told(&Holidays, &fakes, &rows).await, ["same", "same", "create"]);
    // Rows of a file about several years of one holiday agree, or are all refused.
    let agreed = [row("2026-12-25", "Christmas", None), row("2027-12-25", "Christmas", None)];
    assert_eq!(told(&Holidays, &fakes, &agreed).await, ["change", "same"]);
    let other = [row("2026-12-25", "Christmas", None), row("2027-12-25", "Xmas", None)];
    let refused = "Another row wants something else of this recurring holiday";
    let refused = ["2026-12-25", "2027-12-25"].map(|date| format!("Date {date}: {refused}"));
    assert_eq!(told(&Holidays, &fakes, &other).await, refused);
}

#[tokio::test]
async fn what_changed_since_the_plan_is_seen_and_a_month_that_was_closed_refuses() {
    let rows =
        [row("2026-06-19", "Founders' Day", None), row("2026-07-01", "New", None), row("2026-05-04", "May", None)];
    let fakes = Fakes::over(before());
    let plan = planned(&Holidays, &fakes, &rows).await;
    fakes.memory.change(|state| {
        state.keep_holiday(holiday("2026-07-01", false));
        state.close(Month::new(2026, 5).unwrap(), &[]);
        for (holiday, _) in state.holidays.values_mut().filter(|(holiday, _)| holiday.date == day("2026-06-19")) {
            holiday.description = Some("By somebody else".into());
        }
    });
    let entered = fakes.state();
    let outcomes = apply(&Holidays, &fakes, &plan, &rows).await;
    assert_eq!(outcomes[..2], [Outcome::Changed, Outcome::Changed]);
    assert!(matches!(&outcomes[2], Outcome::LeftOut(problem) if problem.value == "2026-05-04"));
    assert_eq!(fakes.state(), entered, "nothing was written");
    // A piece that comes again finds everything done.
    let fakes = Fakes::over(before());
    let plan = planned(&Holidays, &fakes, &rows).await;
    apply(&Holidays, &fakes, &plan, &rows).await;
    let entered = fakes.state();
    assert_eq!(
        apply(&Holidays, &Fakes { now: at("2026-06-10T11:00:00Z"), ..fakes }, &plan, &rows).await,
        vec![Outcome::Done; 3]
    );
    assert_eq!(entered.holidays.len(), 4);
}
