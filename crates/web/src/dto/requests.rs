//! What the bodies and queries of requests carry.
//!
//! The fields of a body stand in the order in which they are blamed where it does not fit.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{TimesheetId, UserId};
use domain::time::Month;
use domain::timesheet::Status;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::timesheets::TimesheetStatus;
use crate::input::query::{Pairs, Query, read_query};
use crate::input::{Refused, wire};

/// Credentials.
#[derive(Deserialize, ToSchema)]
pub struct LoginRequest {
    #[serde(default)]
    #[schema(max_length = 254, required = true)]
    pub email: String,
    #[serde(default)]
    #[schema(format = "password", max_length = 128, required = true)]
    pub password: String,
}

/// The second step of a sign-in.
#[derive(Deserialize, ToSchema)]
pub struct SecondStepRequest {
    #[serde(default)]
    #[schema(max_length = 1024, required = true)]
    pub ticket: String,
    /// Six digits of the app, or a recovery code; spaces and hyphens do not count.
    #[serde(default)]
    #[schema(max_length = 64, required = true)]
    pub code: String,
}

/// What a sign-in by a provider has brought to the login page.
#[derive(Deserialize, ToSchema)]
pub struct ExchangeRequest {
    #[serde(default)]
    #[schema(max_length = 4096, required = true)]
    pub code: String,
}

/// What a provider sends of somebody who signed out there.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is read as a form; the document shows its field")]
pub struct LogoutForm {
    logout_token: String,
}

/// The password that takes the place of a generated one.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirstPasswordRequest {
    #[schema(format = "password", min_length = 6, max_length = 128)]
    pub new_password: String,
    #[schema(format = "password", min_length = 6, max_length = 128)]
    pub confirm_password: String,
}

/// One day's hours.
#[derive(Deserialize, ToSchema)]
pub struct SubmitRequest {
    #[serde(deserialize_with = "wire::date")]
    pub date: NaiveDate,
    /// In steps of 0.5.
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub hours: f64,
    #[schema(min_length = 1, max_length = 2000)]
    pub description: String,
}

/// What the manager saw of each entry: its `updatedAt`.
pub type Expected = BTreeMap<TimesheetId, DateTime<Utc>>;

/// The entries to approve: all of them or none.
#[derive(Deserialize, ToSchema)]
pub struct ApproveRequest {
    #[serde(deserialize_with = "wire::ids")]
    #[schema(min_items = 1, max_items = 500, value_type = Vec<Uuid>)]
    pub ids: Vec<TimesheetId>,
    /// The `updatedAt` of each entry as it was on the screen. An entry that has changed since refuses the call.
    #[serde(default, deserialize_with = "wire::instants")]
    #[schema(required = false, value_type = BTreeMap<Uuid, DateTime<Utc>>)]
    pub expected: Option<Expected>,
}

/// The entries to reject, and why: all of them or none.
#[derive(Deserialize, ToSchema)]
pub struct RejectRequest {
    #[serde(deserialize_with = "wire::ids")]
    #[schema(min_items = 1, max_items = 500, value_type = Vec<Uuid>)]
    pub ids: Vec<TimesheetId>,
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub comment: String,
    /// As for an approval.
    #[serde(default, deserialize_with = "wire::instants")]
    #[schema(required = false, value_type = BTreeMap<Uuid, DateTime<Utc>>)]
    pub expected: Option<Expected>,
}

/// The notifications that have been looked at.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewedRequest {
    #[serde(deserialize_with = "wire::uuids")]
    #[schema(min_items = 1, max_items = 500)]
    pub notification_ids: Vec<Uuid>,
}

/// Whose entries, and of when.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct MyQuery {
    /// 1 to 12. Not without `year`.
    #[param(minimum = 1, maximum = 12)]
    pub month: Option<u32>,
    #[param(minimum = 1900, maximum = 2200)]
    pub year: Option<i32>,
    /// Somebody else's `_id`.
    #[param(value_type = Option<Uuid>)]
    pub user_id: Option<UserId>,
}

impl Query for MyQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        let (month, year) = (pairs.month("month")?, pairs.year("year")?);
        if month.is_some() && year.is_none() {
            return Err(Refused::because("month needs a year beside it"));
        }
        Ok(Self { month, year, user_id: pairs.id("userId")? })
    }
}

/// Whose days.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct WhoseQuery {
    /// Somebody else's `_id`.
    #[param(value_type = Option<Uuid>)]
    pub user_id: Option<UserId>,
}

read_query!(WhoseQuery, pairs => { user_id: pairs.id("userId")? });

/// Which month.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct MonthQuery {
    #[param(minimum = 1, maximum = 12)]
    pub month: u32,
    #[param(minimum = 1900, maximum = 2200)]
    pub year: i32,
}

read_query!(MonthQuery, pairs => {
    month: pairs.needed("month", pairs.month("month")?)?,
    year: pairs.needed("year", pairs.year("year")?)?,
});

/// Whose days, named.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct PersonQuery {
    /// The person's `_id`.
    #[param(value_type = Uuid)]
    pub user_id: UserId,
}

read_query!(PersonQuery, pairs => { user_id: pairs.needed("userId", pairs.id("userId")?)? });

/// Which days.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct DaysQuery {
    /// The first day. Without either this month.
    pub from: Option<NaiveDate>,
    /// The last day; not before the first, and at most 366 days in all.
    pub to: Option<NaiveDate>,
}

impl Query for DaysQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        let (from, to) = days(pairs)?;
        Ok(Self { from, to })
    }
}

/// The first and the last day asked for, in that order where both are named.
pub(super) fn days(pairs: &Pairs<'_>) -> Result<(Option<NaiveDate>, Option<NaiveDate>), Refused> {
    let (from, to) = (pairs.date("from")?, pairs.date("to")?);
    if matches!((from, to), (Some(from), Some(to)) if to < from) {
        return Err(Refused::because("to must not be before from"));
    }
    Ok((from, to))
}

/// Which of the team's entries.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct TeamQuery {
    /// The first day.
    pub from: Option<NaiveDate>,
    /// The last day; not before the first.
    pub to: Option<NaiveDate>,
    /// One member's `_id`.
    #[param(value_type = Option<Uuid>)]
    pub employee_id: Option<UserId>,
    #[param(inline)]
    pub status: Option<TimesheetStatus>,
    /// True: the whole weeks that hold an entry that waits, however old. Without from and to.
    #[param(value_type = Option<bool>)]
    pub waiting: bool,
}

impl Query for TeamQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        let (from, to) = days(pairs)?;
        Ok(Self {
            from,
            to,
            employee_id: pairs.id("employeeId")?,
            status: pairs.one_of("status", &Status::ALL.map(|status| (status.name(), status.into())))?,
            waiting: pairs.flag("waiting")?.unwrap_or(false),
        })
    }
}

/// Which page.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct PageQuery {
    /// From 1, which is also where none is given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 2_147_483_647)]
    pub page: u32,
    /// Rows on a page; 20 where none is given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    pub limit: u32,
}

read_query!(PageQuery, pairs => {
    page: pairs.whole("page", 1..=i32::MAX.unsigned_abs())?.unwrap_or(1),
    limit: pairs.whole("limit", 1..=1000)?.unwrap_or(20),
});

/// The holidays of which year or month.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct HolidayQuery {
    #[param(minimum = 1900, maximum = 2200)]
    pub year: i32,
    #[param(minimum = 1, maximum = 12)]
    pub month: Option<u32>,
}

read_query!(HolidayQuery, pairs => {
    year: pairs.needed("year", pairs.year("year")?)?,
    month: pairs.month("month")?,
});

/// The month with these numbers, which were looked at when they were read.
fn month_of(year: i32, month: u32) -> Result<Month, Refused> {
    Month::new(year, month).map_err(|_| Refused::because("month and year must be a month"))
}

impl MyQuery {
    /// The first and the last month asked for; nothing where neither month nor year is named.
    pub fn period(&self) -> Result<Option<(Month, Month)>, Refused> {
        self.year.map(|year| period_of(year, self.month)).transpose()
    }
}

impl MonthQuery {
    pub fn month(&self) -> Result<Month, Refused> {
        month_of(self.year, self.month)
    }
}

impl HolidayQuery {
    /// The first and the last month asked for.
    pub fn period(&self) -> Result<(Month, Month), Refused> {
        period_of(self.year, self.month)
    }
}

/// One month, or the whole year.
fn period_of(year: i32, month: Option<u32>) -> Result<(Month, Month), Refused> {
    Ok((month_of(year, month.unwrap_or(1))?, month_of(year, month.unwrap_or(12))?))
}
