//! Holidays.

use crate::dto::envelope::Answer;
use crate::dto::holidays::{Holiday, UpcomingHolidays};
use crate::dto::requests::HolidayQuery;
use crate::input::{Call, Params};
use crate::openapi::{PlainRefusals, QueryRefusals};
use crate::permission::ReadHolidays;
use crate::reply::Outcome;
use application::holidays as calendar;

/// The holidays from today to the same date next year, soonest first.
#[utoipa::path(
    get,
    path = "/api/holidays/upcoming",
    operation_id = "upcomingHolidays",
    tag = "holidays",
    responses((status = 200, description = "Holidays", body = Answer<UpcomingHolidays>), PlainRefusals),
    security(("bearer" = [])),
)]
pub async fn upcoming(call: Call<ReadHolidays>) -> Outcome<UpcomingHolidays> {
    let found = call.read(|ports, caller| async move { calendar::upcoming(&ports, &caller).await }).await?;
    let holidays = found.into_iter().map(Holiday::from).collect();
    Ok(Answer::of(UpcomingHolidays { holidays }))
}

/// The holidays of a year or a month.
#[utoipa::path(
    get,
    path = "/api/holidays",
    operation_id = "holidays",
    tag = "holidays",
    params(HolidayQuery),
    responses((status = 200, description = "Holidays", body = Answer<Vec<Holiday>>), QueryRefusals),
    security(("bearer" = [])),
)]
pub async fn holidays(call: Call<ReadHolidays, Params<HolidayQuery>>) -> Outcome<Vec<Holiday>> {
    let (Params(query), call) = call.input();
    let (first, last) = query.period()?;
    let found =
        call.read(move |ports, caller| async move { calendar::of_period(&ports, &caller, first, last).await }).await?;
    Ok(Answer::of(found.into_iter().map(Holiday::from).collect()))
}
