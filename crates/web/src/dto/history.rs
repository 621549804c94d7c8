//! The versions of an entry.

use application::ports::EntryVersion;
use application::timesheets;
use chrono::{DateTime, Utc};
use domain::timesheet;
use serde::Serialize;
use utoipa::ToSchema;

use super::names::wire_names;
use super::people::PersonName;

wire_names! {
    /// What made a version of an entry.
    pub struct VersionKind(timesheet::VersionKind);
}

/// A version of an entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryRow {
    #[schema(minimum = 1)]
    pub version: u32,
    pub at: DateTime<Utc>,
    pub what: VersionKind,
    /// Who made it.
    pub by: PersonName,
    /// The manager for whom they stood in; null where they acted for themselves.
    #[schema(required = true)]
    pub on_behalf_of: Option<PersonName>,
    #[schema(minimum = 0, maximum = 24, multiple_of = 0.5)]
    pub hours: f64,
    pub description: String,
    /// Why it was rejected; null where it was not.
    #[schema(required = true)]
    pub comment: Option<String>,
}

impl From<timesheets::HistoryRow> for HistoryRow {
    fn from(row: timesheets::HistoryRow) -> Self {
        let EntryVersion { number, at, hours, description, comment, by, on_behalf_of, .. } = row.version;
        Self {
            version: number,
            at,
            what: row.kind.into(),
            by: by.into(),
            on_behalf_of: on_behalf_of.map(Into::into),
            hours: hours.as_f64(),
            description,
            comment,
        }
    }
}

/// Every version of an entry, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct History {
    pub history: Vec<HistoryRow>,
}
