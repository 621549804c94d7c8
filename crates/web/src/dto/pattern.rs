//! Work patterns.

use application::ports::StoredPattern;
use application::work_patterns::{PatternList, PatternWish};
use chrono::{DateTime, NaiveDate, Utc};
use domain::id::UserId;
use domain::time::{TypedPattern, WorkPattern};
use domain::work_patterns::PatternOwner;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::people::PersonName;
use crate::input::query::read_query;
use crate::input::wire;

/// When somebody works, and how long a full and half a day are.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pattern {
    /// ISO weekdays, 1 for Monday to 7 for Sunday.
    #[schema(min_items = 1, max_items = 7)]
    pub working_days: Vec<u8>,
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub full_day_hours: f64,
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub half_day_hours: f64,
}

impl From<WorkPattern> for Pattern {
    fn from(pattern: WorkPattern) -> Self {
        Self {
            working_days: pattern.weekdays().iso_numbers().collect(),
            full_day_hours: pattern.full_day().as_f64(),
            half_day_hours: pattern.half_day().as_f64(),
        }
    }
}

/// A pattern and the days of a month on which it holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct PatternPeriod {
    pub from: NaiveDate,
    /// The last of the days.
    pub to: NaiveDate,
    pub pattern: Pattern,
}

/// From when which pattern holds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PatternRow {
    /// None for what holds before every change of the organisation's.
    #[schema(required = true)]
    pub from: Option<NaiveDate>,
    /// None where a person works by the organisation's again.
    #[schema(required = true)]
    pub pattern: Option<Pattern>,
    #[schema(required = true)]
    pub set_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub set_by: Option<PersonName>,
}

/// The patterns of the organisation or of an Employee.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorkPatterns {
    /// Newest first.
    pub rows: Vec<PatternRow>,
    /// The one of today.
    pub current: Pattern,
    /// How often the list was changed.
    pub version: u32,
}

/// Whose patterns.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkPatternsQuery {
    /// An Employee's; the organisation's where it is left out.
    #[param(value_type = Option<uuid::Uuid>, rename = "userId")]
    pub user_id: Option<UserId>,
}

read_query!(WorkPatternsQuery, pairs => { user_id: pairs.id("userId")? });

/// A pattern as typed.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "a work pattern")]
pub struct PatternRequest {
    /// ISO weekdays, 1 for Monday to 7 for Sunday.
    #[serde(deserialize_with = "wire::numbers")]
    #[schema(min_items = 1, max_items = 7)]
    pub working_days: Vec<f64>,
    #[schema(minimum = 1, maximum = 24, multiple_of = 0.5)]
    pub full_day_hours: f64,
    /// Less than a full day.
    #[schema(minimum = 0.5, maximum = 23.5, multiple_of = 0.5)]
    pub half_day_hours: f64,
}

/// From when which pattern shall hold.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkPatternRequest {
    #[serde(deserialize_with = "wire::date")]
    pub from: NaiveDate,
    /// As it was when the list was looked at.
    pub version: u32,
    /// None for an Employee who shall work by the organisation's again.
    #[serde(deserialize_with = "wire::nullable")]
    #[schema(required = true)]
    pub pattern: Option<PatternRequest>,
    /// The Employee; the organisation where it is left out.
    #[serde(default, deserialize_with = "wire::optional_id")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub user_id: Option<UserId>,
}

/// Whose list it is.
pub fn owner(user: Option<UserId>) -> PatternOwner {
    user.map_or(PatternOwner::Organisation, PatternOwner::Person)
}

impl From<WorkPatternRequest> for PatternWish {
    fn from(WorkPatternRequest { from, version, pattern, .. }: WorkPatternRequest) -> Self {
        let typed = |PatternRequest { working_days, full_day_hours, half_day_hours }| TypedPattern {
            working_days,
            full_day_hours,
            half_day_hours,
        };
        Self { from, pattern: pattern.map(typed), version }
    }
}

impl From<StoredPattern> for PatternRow {
    fn from(StoredPattern { from, pattern, set_at, set_by }: StoredPattern) -> Self {
        Self {
            from: Some(from),
            pattern: pattern.map(Pattern::from),
            set_at: Some(set_at),
            set_by: set_by.map(PersonName::from),
        }
    }
}

impl From<PatternList> for WorkPatterns {
    fn from(PatternList { rows, first, current, version }: PatternList) -> Self {
        let first =
            first.map(|pattern| PatternRow { from: None, pattern: Some(pattern.into()), set_at: None, set_by: None });
        Self { rows: rows.into_iter().map(PatternRow::from).chain(first).collect(), current: current.into(), version }
    }
}
