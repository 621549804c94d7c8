//! Holidays.

use actix_web::HttpRequest;
use application::holidays as calendar;
use application::holidays::Draft;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::dto::envelope::{Answer, Nothing};
use crate::dto::holidays::Holiday;
use crate::dto::requests::HolidayQuery;
use crate::dto::same::same_fields;
use crate::input::wire;
use crate::input::{Call, Json, Params, ask, id_in};
use crate::openapi::{EndRefusals, PlainRefusals, QueryRefusals, WriteRefusals};
use crate::permission::{ChangeHolidays, ReadHolidays};
use crate::reply::{Created, Made, Outcome};

/// A holiday as typed.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HolidayRequest {
    /// Of one that comes back every year and goes on to, the day in any year: it moves day and month, and its first year stays.
    #[serde(default, deserialize_with = "wire::date_or_empty")]
    #[schema(value_type = NaiveDate, required = true)]
    pub date: Option<NaiveDate>,
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100, required = true)]
    pub name: String,
    /// None where it is left out.
    #[schema(max_length = 500)]
    pub description: Option<String>,
    /// Whether it comes back every year. False where it is left out.
    #[serde(default)]
    pub is_recurring: bool,
}

same_fields! { HolidayRequest => Draft { date, name, description, is_recurring } }

/// The holidays of the year ahead, soonest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpcomingHolidays {
    pub holidays: Vec<Holiday>,
}

/// The holidays from today to the same date next year, soonest first.
#[utoipa::path(
    get, path = "/api/holidays/upcoming",
    responses((status = 200, description = "Holidays", body = Answer<UpcomingHolidays>), PlainRefusals),
)]
pub async fn upcoming_holidays(call: Call<ReadHolidays>) -> Outcome<UpcomingHolidays> {
    let found = ask!(call.read(calendar::upcoming)).await?;
    let holidays = found.into_iter().map(Holiday::from).collect();
    Ok(Answer::of(UpcomingHolidays { holidays }))
}

/// The holidays of a year or a month.
#[utoipa::path(
    get, path = "/api/holidays",
    params(HolidayQuery),
    responses((status = 200, description = "Holidays", body = Answer<Vec<Holiday>>), QueryRefusals),
)]
pub async fn holidays(call: Call<ReadHolidays, Params<HolidayQuery>>) -> Outcome<Vec<Holiday>> {
    let (Params(query), call) = call.input();
    let (first, last) = query.period()?;
    let found = ask!(call.read(calendar::of_period, first, last)).await?;
    Ok(Answer::of(found.into_iter().map(Holiday::from).collect()))
}

/// Adds a holiday.
#[utoipa::path(
    post, path = "/api/holidays",
    request_body = HolidayRequest,
    responses((status = 201, description = "Added", body = Answer<Holiday>), WriteRefusals),
)]
pub async fn add_holiday(call: Call<ChangeHolidays, Json<HolidayRequest>>) -> Made<Holiday> {
    let (Json(typed), call) = call.input();
    let added = ask!(call.write(calendar::add, typed.into())).await?;
    Ok(Created::new(Answer::saying("Holiday created successfully", added.into())))
}

/// Changes a holiday.
#[utoipa::path(
    put, path = "/api/holidays/{id}",
    params(("id" = String, Path, description = "The holiday's `id`")),
    request_body = HolidayRequest,
    responses((status = 200, description = "The holiday as it is now", body = Answer<Holiday>), WriteRefusals),
)]
pub async fn update_holiday(
    request: HttpRequest,
    call: Call<ChangeHolidays, Json<HolidayRequest>>,
) -> Outcome<Holiday> {
    let id = id_in(&request);
    let (Json(typed), call) = call.input();
    let changed = ask!(call.write(calendar::change, id, typed.into())).await?;
    Ok(Answer::saying("Holiday updated successfully", changed.into()))
}

/// Deletes a holiday, from every year. One that comes back and has stood in closed months is ended after them.
#[utoipa::path(
    delete, path = "/api/holidays/{id}",
    params(("id" = String, Path, description = "The holiday's `id`")),
    responses((status = 200, description = "Gone, or ended", body = Answer<Nothing>), EndRefusals),
)]
pub async fn delete_holiday(request: HttpRequest, call: Call<ChangeHolidays>) -> Outcome<Nothing> {
    let id = id_in(&request);
    let ended = ask!(call.write(calendar::delete, id)).await?;
    Ok(match ended {
        Some(last_year) => Answer::saying(format!("Holiday deleted from {} on", last_year + 1), Nothing {}),
        None => Answer::saying("Holiday deleted successfully", Nothing {}),
    })
}
