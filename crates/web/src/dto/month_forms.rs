//! What HR and administrators send about months (months.md 4, 7).

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use application::months as used;
use application::ports;
use chrono::NaiveDate;
use domain::id::UserId;
use domain::month as rules;
use domain::person::EMAIL_MAX;
use domain::time::YEARS;
use domain::timesheet::BULK_MAX;
use serde::Deserialize;
use serde::de::Deserializer;
use utoipa::{IntoParams, ToSchema};

use super::names::wire_names;
use super::same::same_fields;
use crate::input::query::{Pairs, Query, read_query};
use crate::input::{Refused, wire};

pub const FIRST_YEAR: i32 = 2000;
/// The days of the longest month.
const MONTH_MAX: usize = 31;
/// Revisions are numbered from 1.
const REVISIONS: std::ops::RangeInclusive<u32> = 1..=i32::MAX.unsigned_abs();

/// Which months.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct MonthsQuery {
    /// This one where it is left out, which is also the last one.
    #[param(minimum = 2000, maximum = 2200)]
    pub year: Option<i32>,
}

impl Query for MonthsQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        let years = FIRST_YEAR.unsigned_abs()..=YEARS.end().unsigned_abs();
        Ok(Self { year: pairs.whole("year", years)?.and_then(|year| year.try_into().ok()) })
    }
}

wire_names! {
    /// What keeps somebody from being ready.
    pub struct Blocker(rules::Blocker);
}

/// Which people of a month.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ReadinessQuery {
    /// Only those whom this blocks.
    #[param(value_type = Option<Blocker>)]
    pub blocker: Option<rules::Blocker>,
    /// A part of the name, the employee ID or the department, in any case.
    #[param(max_length = 254)]
    pub search: Option<String>,
}

read_query!(ReadinessQuery, pairs => {
    blocker: pairs.one_of("blocker", &rules::Blocker::ALL.map(|blocker| (blocker.name(), blocker)))?,
    search: pairs.search("search", EMAIL_MAX)?,
});

/// Which rows of which revision.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct PayrollQuery {
    /// The newest where it is left out.
    #[param(minimum = 1, maximum = 2_147_483_647)]
    pub revision: Option<u32>,
    /// A part of the name, the employee ID or the department, in any case.
    #[param(max_length = 254)]
    pub search: Option<String>,
}

read_query!(PayrollQuery, pairs => {
    revision: pairs.whole("revision", REVISIONS)?,
    search: pairs.search("search", EMAIL_MAX)?,
});

/// Which two revisions are compared.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct DifferencesQuery {
    /// A revision.
    #[param(minimum = 1, maximum = 2_147_483_647)]
    pub from: u32,
    /// A later one.
    #[param(minimum = 1, maximum = 2_147_483_647)]
    pub to: u32,
}

read_query!(DifferencesQuery, pairs => {
    from: pairs.needed("from", pairs.whole("from", REVISIONS)?)?,
    to: pairs.needed("to", pairs.whole("to", REVISIONS)?)?,
});

wire_names! {
    /// To whom a reminder goes.
    pub struct ReminderKind(ports::ReminderKind);
}

/// Who is to be reminded.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemindRequest {
    #[serde(deserialize_with = "kind")]
    #[schema(value_type = ReminderKind)]
    pub kind: ports::ReminderKind,
    /// About which employees; about everyone where it is left out.
    #[serde(default, deserialize_with = "employees")]
    #[schema(required = false, min_items = 1, max_items = 500, value_type = Vec<Uuid>)]
    pub user_ids: Option<Vec<UserId>>,
}

/// Days of a person that are to count as absent.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptItem {
    #[serde(deserialize_with = "wire::id")]
    #[schema(value_type = Uuid)]
    pub user_id: UserId,
    #[serde(deserialize_with = "wire::dates")]
    #[schema(min_items = 1, max_items = 31)]
    pub dates: Vec<NaiveDate>,
}

/// The days to accept as absent: all of them or none.
#[derive(Clone, Deserialize, ToSchema)]
pub struct AcceptRequest {
    #[serde(deserialize_with = "items")]
    #[schema(min_items = 1, max_items = 500, value_type = Vec<AcceptItem>)]
    pub items: Items,
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub note: String,
}

impl From<AcceptRequest> for used::Acceptance {
    fn from(AcceptRequest { items, note }: AcceptRequest) -> Self {
        let items = items.into_iter().map(|(user, dates)| (user, dates.into_iter().collect())).collect();
        Self { items, note }
    }
}

/// How a month is closed.
#[derive(Clone, Deserialize, ToSchema)]
pub struct CloseRequest {
    /// Whether it is closed although not everybody is ready.
    #[serde(default)]
    pub force: bool,
    /// Needed to force it.
    #[serde(default)]
    #[schema(max_length = 500, required = false)]
    pub reason: Option<String>,
}

same_fields! { CloseRequest => used::Closing { force, reason } }

/// Why a month is opened again.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ReopenRequest {
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(min_length = 1, max_length = 500, required = true)]
    pub reason: String,
}

/// What a file of payroll is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum PayrollFormat {
    Csv,
    Pdf,
}

/// Which file of which revision.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ExportRequest {
    #[serde(deserialize_with = "format")]
    pub format: PayrollFormat,
    /// The newest of a closed month where it is left out, which notes the export on it.
    #[serde(default)]
    #[schema(minimum = 1, required = false, value_type = u32)]
    pub revision: Option<NonZeroU32>,
}

/// A checksum to look up.
#[derive(Clone, Deserialize, ToSchema)]
pub struct CheckRequest {
    /// 64 hexadecimal digits in either case; blanks and line breaks are left out.
    #[serde(default, deserialize_with = "wire::text_or_null")]
    #[schema(required = true)]
    pub checksum: String,
}

fn kind<'de, D: Deserializer<'de>>(from: D) -> Result<ports::ReminderKind, D::Error> {
    wire::written(from, "one of manager, employee", ports::ReminderKind::named)
}

fn format<'de, D: Deserializer<'de>>(from: D) -> Result<PayrollFormat, D::Error> {
    wire::written(from, "one of csv, pdf", |text| match text {
        "csv" => Some(PayrollFormat::Csv),
        "pdf" => Some(PayrollFormat::Pdf),
        _ => None,
    })
}

/// Each once.
fn employees<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<UserId>>, D::Error> {
    wire::list(from, "a list of 1 to 500 ids", |ids: Vec<wire::Id<UserId>>| {
        let ids: BTreeSet<UserId> = ids.into_iter().map(|id| id.0).collect();
        (1..=BULK_MAX).contains(&ids.len()).then(|| Some(ids.into_iter().collect()))
    })
}

type Items = BTreeMap<UserId, BTreeSet<NaiveDate>>;

/// Each person once, and each of their dates once.
fn items<'de, D: Deserializer<'de>>(from: D) -> Result<Items, D::Error> {
    wire::list(from, "a list of 1 to 500 people, each with 1 to 31 dates", |list: Vec<AcceptItem>| {
        let mut items = Items::new();
        for AcceptItem { user_id, dates } in list {
            // An empty list of dates is wrong, whatever else is said of the person.
            if dates.is_empty() {
                return None;
            }
            items.entry(user_id).or_default().extend(dates);
        }
        let fits = (1..=BULK_MAX).contains(&items.len()) && items.values().all(|dates| dates.len() <= MONTH_MAX);
        fits.then_some(items)
    })
}
