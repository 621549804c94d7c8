//! Imports, on the wire.

use application::imports as used;
use application::invitations::Sending;
use chrono::{DateTime, NaiveDate, Utc};
use domain::holiday::countries::{Countries, Country, Region};
use domain::import;
use domain::text::{TextError, line};
use domain::time::parse_date;
use serde::de::Deserializer;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::envelope::Pagination;
use super::names::wire_names;
use super::same::same_fields;
use crate::input::query::{Pairs, Query, read_query};
use crate::input::{Refused, wire};

/// The longest name of a file, in characters.
const NAME_MAX: usize = 255;

wire_names! {
    /// What a file is about.
    pub struct ImportKind(import::ImportKind);
    /// How the characters of a file are written.
    pub struct ImportEncoding(import::Encoding);
    /// What stands between two cells of a row.
    pub struct ImportSeparator(import::Separator);
    /// In which order the parts of a date stand.
    pub struct DateForm(import::DateForm);
    /// What stands before the decimals of a number.
    pub struct DecimalSign(import::DecimalSign);
    /// How far a plan is.
    pub struct ImportState(used::ImportState);
    /// What a row does, or would do.
    pub struct ImportAction(used::Action);
    /// Which rows of a plan are applied.
    pub struct ImportMode(used::ImportMode);
}

/// How a file is to be read, where it is not as detected.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct PlanQuery {
    #[param(max_length = 255)]
    pub file_name: Option<String>,
    #[param(value_type = Option<ImportEncoding>)]
    pub encoding: Option<import::Encoding>,
    #[param(value_type = Option<ImportSeparator>)]
    pub separator: Option<import::Separator>,
    /// The form of all dates.
    #[param(value_type = Option<DateForm>)]
    pub dates: Option<import::DateForm>,
    /// The decimal sign of all numbers.
    #[param(value_type = Option<DecimalSign>)]
    pub decimal: Option<import::DecimalSign>,
    /// Where the records of new people begin; today where it is left out.
    pub records_from: Option<NaiveDate>,
}

impl Query for PlanQuery {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        let file_name = match pairs.text("fileName")?.map(|text| line(text, NAME_MAX)) {
            None | Some(Err(TextError::Blank)) => None,
            Some(Ok(name)) => Some(name),
            Some(Err(why)) => return Err(Refused::because(why.sentence("fileName"))),
        };
        Ok(Self {
            file_name,
            encoding: pairs.one_of("encoding", &import::Encoding::ALL.map(|one| (one.name(), one)))?,
            separator: pairs.one_of("separator", &import::Separator::ALL.map(|one| (one.name(), one)))?,
            dates: pairs.one_of("dates", &import::DateForm::ALL.map(|one| (one.name(), one)))?,
            decimal: pairs.one_of("decimal", &import::DecimalSign::ALL.map(|one| (one.name(), one)))?,
            records_from: pairs.date("recordsFrom")?,
        })
    }
}

/// Which rows of a plan.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ImportRowsQuery {
    /// Of this action alone.
    #[param(value_type = Option<ImportAction>)]
    pub action: Option<used::Action>,
}

read_query!(ImportRowsQuery, pairs => {
    action: pairs.one_of("action", &used::Action::ALL.map(|action| (action.name(), action)))?,
});

/// How a plan is applied.
#[derive(Clone, Deserialize, ToSchema)]
pub struct ApplyImportRequest {
    /// `all`: everything or nothing; `good`: the rows that are not refused. `all` where it is left out.
    #[serde(default = "all", deserialize_with = "mode")]
    #[schema(value_type = ImportMode, required = false)]
    pub mode: used::ImportMode,
    /// When new active people are invited: `no`, `now`, or a date up to 60 days ahead. `no` where it is left out.
    #[serde(default, deserialize_with = "invite")]
    #[schema(value_type = String, required = false)]
    pub invite: Option<Sending>,
}

const fn all() -> used::ImportMode {
    used::ImportMode::All
}

fn mode<'de, D: Deserializer<'de>>(from: D) -> Result<used::ImportMode, D::Error> {
    wire::written(from, "all or good", used::ImportMode::named)
}

fn invite<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Sending>, D::Error> {
    wire::written(from, "no, now or a date (YYYY-MM-DD)", |text| match text {
        "" | "no" => Some(None),
        "now" => Some(Some(Sending::Now)),
        date => parse_date(date).map(|day| Some(Sending::On(day))),
    })
}

/// How many rows a plan has of each action.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportCounts {
    pub create: u32,
    pub change: u32,
    pub same: u32,
    pub refuse: u32,
}

/// A column that can be read in two ways.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportQuestion {
    pub column: String,
    /// Up to three of its cells that the two ways read differently.
    pub samples: Vec<String>,
    /// Values of the query `dates` or `decimal`.
    pub choices: Vec<String>,
}

same_fields! {
    used::Counts => ImportCounts { create, change, same, refuse }
    used::AskedQuestion => ImportQuestion { column, samples, choices }
}

/// How far a plan was applied.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportApplied {
    pub rows: u32,
    /// When that was over; null until then.
    pub at: Option<DateTime<Utc>>,
}

/// What a file would do, or did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportPlan {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub kind: ImportKind,
    pub file_name: String,
    pub encoding: Option<ImportEncoding>,
    pub separator: Option<ImportSeparator>,
    pub dates: Option<DateForm>,
    pub decimal: Option<DecimalSign>,
    pub questions: Vec<ImportQuestion>,
    pub counts: ImportCounts,
    /// The headings that say nothing to the portal.
    pub ignored_columns: Vec<String>,
    /// Where the records of new people begin; null: on the day of the import.
    pub records_from: Option<NaiveDate>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub state: ImportState,
    /// Null until it is applied.
    pub applied: Option<ImportApplied>,
    /// Why it failed.
    pub reason: Option<String>,
}

impl From<used::Import> for ImportPlan {
    fn from(import: used::Import) -> Self {
        let file = import.file;
        let has_begun = import.state == used::ImportState::Applying || import.progress.applied > 0;
        let is_over = import.applied_at.is_some();
        let applied = ImportApplied { rows: import.progress.applied, at: import.applied_at };
        Self {
            id: import.id.uuid(),
            kind: import.kind.into(),
            file_name: file.name,
            encoding: file.encoding.map(Into::into),
            separator: file.separator.map(Into::into),
            dates: file.dates.map(Into::into),
            decimal: file.decimal.map(Into::into),
            questions: file.questions.into_iter().map(Into::into).collect(),
            counts: import.counts.into(),
            ignored_columns: file.ignored_columns,
            records_from: import.records_from,
            created_at: import.created_at,
            expires_at: import.expires_at,
            state: import.state.into(),
            applied: (has_begun || is_over).then_some(applied),
            reason: import.reason,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ImportPlanData {
    pub plan: ImportPlan,
}

impl From<used::Import> for ImportPlanData {
    fn from(import: used::Import) -> Self {
        Self { plan: import.into() }
    }
}

/// A field that a row changes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportFieldChange {
    pub field: String,
    pub before: Option<String>,
    pub after: Option<String>,
    /// Whether its values are not shown.
    pub is_masked: bool,
}

impl From<used::FieldChange> for ImportFieldChange {
    fn from(change: used::FieldChange) -> Self {
        let used::FieldChange { field, before, after, is_masked } = change;
        Self { field: field.into_owned(), before, after, is_masked }
    }
}

/// Why a row is refused.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportProblem {
    /// Empty where it is the whole row.
    pub column: String,
    pub value: String,
    pub sentence: String,
}

impl From<used::Problem> for ImportProblem {
    fn from(used::Problem { column, value, sentence }: used::Problem) -> Self {
        Self { column: column.into_owned(), value, sentence }
    }
}

/// What a row would do, or did.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportRow {
    /// The line of the file on which it begins.
    pub line: u32,
    pub action: ImportAction,
    pub who: String,
    pub changes: Vec<ImportFieldChange>,
    pub problem: Option<ImportProblem>,
}

impl From<used::ImportRow> for ImportRow {
    fn from(row: used::ImportRow) -> Self {
        let used::PlannedRow { line, action, who, changes, problem, seen: _ } = row.planned;
        Self {
            line,
            action: action.into(),
            who,
            changes: changes.into_iter().map(Into::into).collect(),
            problem: problem.map(Into::into),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ImportRows {
    pub rows: Vec<ImportRow>,
    pub pagination: Pagination,
}

/// Which holidays of the table of countries.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct CountryRequest {
    /// A `code` of the countries.
    pub country: String,
    /// A `code` of the country's regions; those of the whole country where it is left out.
    #[serde(default)]
    #[schema(required = false)]
    pub region: Option<String>,
    /// This year, the next two, or some of them.
    pub years: Vec<i32>,
}

impl From<CountryRequest> for used::OfCountry {
    fn from(CountryRequest { country, region, years }: CountryRequest) -> Self {
        Self { country, region: region.filter(|region| !region.is_empty()), years }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ImportRegion {
    pub code: &'static str,
    pub name: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ImportCountry {
    /// By ISO 3166-1.
    pub code: &'static str,
    pub name: &'static str,
    pub regions: Vec<ImportRegion>,
}

/// The countries whose holidays come with the program.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportCountries {
    pub countries: Vec<ImportCountry>,
    /// What they were drawn from.
    pub version: &'static str,
}

impl From<&'static Countries> for ImportCountries {
    fn from(all: &'static Countries) -> Self {
        let region = |region: &Region| ImportRegion { code: region.code, name: region.name };
        let country = |country: &Country| ImportCountry {
            code: country.code,
            name: country.name,
            regions: country.regions.iter().map(region).collect(),
        };
        Self { countries: all.countries.iter().map(country).collect(), version: all.version }
    }
}
