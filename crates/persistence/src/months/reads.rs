//! Months and their revisions as they are read.

use application::ports::{By, MonthView, Revision};
use constcat::concat;
use sea_orm::DbBackend;
use uuid::Uuid;

use super::notes::{CHECK_COLUMNS, check};
use super::rows::{IMPRINT_COLUMNS, imprint, month};
use super::{is_closing, standing, standing_columns};
use crate::fault::Failure;
use crate::row::{Columns, row};

row! {
    REVISION_COLUMNS, revision("month_revisions") -> Revision {
        revision: "v.revision",
        closed_at: "v.closed_at",
        closed_by: ["v.closed_by, v.closer_first_name, v.closer_last_name" => by],
        reason: "v.reason",
        employees: "v.employees",
        blocked: "v.blocked",
        currency: "v.currency",
        good_percent: "v.good_percent",
        checksum: "v.checksum",
        imprint: [IMPRINT_COLUMNS => imprint],
        form: "v.form",
        exported: ["v.exported_at, e.id, e.first_name, e.last_name" => exported],
        reopened: ["v.reopened_at, o.id, o.first_name, o.last_name, v.reopen_reason" => reopened],
    }
}

fn by(columns: &mut Columns<'_>) -> Result<By, Failure> {
    let place = columns.place("users");
    Ok((columns.column(&place, "id")?, columns.name()?))
}

fn exported(columns: &mut Columns<'_>) -> Result<Option<(domain::Instant, By)>, Failure> {
    let at: Option<domain::Instant> = columns.take()?;
    Ok(at.zip(columns.maybe_named()?))
}

fn reopened(columns: &mut Columns<'_>) -> Result<Option<(domain::Instant, By, String)>, Failure> {
    let at: Option<domain::Instant> = columns.take()?;
    let (by, reason) = (columns.maybe_named()?, columns.take::<Option<String>>()?);
    Ok(at.zip(by).zip(reason).map(|((at, by), reason)| (at, by, reason)))
}

/// Who exported a revision `v`, and who opened its month again.
const PEOPLE: &str = "LEFT JOIN users e ON e.id = v.exported_by LEFT JOIN users o ON o.id = v.reopened_by";

pub(crate) const REVISIONS: &str = concat!(
    "SELECT ",
    REVISION_COLUMNS,
    " FROM month_revisions v ",
    PEOPLE,
    " WHERE v.month = $1 ORDER BY v.revision DESC"
);

/// Months `m` as they stand, with what `which` says of them.
fn views(backend: DbBackend, which: &str) -> String {
    let standing = standing_columns(backend);
    format!(
        "SELECT m.first_day, {standing}, {CHECK_COLUMNS}, v.closed_by, {REVISION_COLUMNS} FROM months m \
         LEFT JOIN month_revisions v ON v.month = m.first_day AND v.revision = m.revision {PEOPLE} WHERE {which}"
    )
}

pub(crate) fn one_statement(backend: DbBackend) -> String {
    views(backend, "m.first_day = $1")
}

pub(crate) fn of_year_statement(backend: DbBackend) -> String {
    let is_closing = is_closing(backend);
    views(backend, &format!("m.first_day BETWEEN $1 AND $2 AND (m.revision > 0 OR {is_closing}) ORDER BY m.first_day"))
}

pub(super) fn view(columns: &mut Columns<'_>) -> Result<MonthView, Failure> {
    let (month, standing) = (month(columns)?, standing(columns)?);
    let check = check(columns, month)?;
    let newest = if columns.take::<Option<Uuid>>()?.is_some() { Some(revision(columns)?) } else { None };
    Ok(MonthView { month, state: standing.state, newest, check })
}

pub(crate) const CLOSED_BETWEEN: &str = "\
    SELECT m.first_day, m.revision, v.closed_at FROM months m \
    JOIN month_revisions v ON v.month = m.first_day AND v.revision = m.revision \
    WHERE m.is_closed AND m.last_day >= $1 AND m.first_day <= $2 ORDER BY m.first_day";

pub(crate) const ALL_CLOSED: &str = "SELECT m.first_day FROM months m WHERE m.is_closed ORDER BY m.first_day";

/// Those that were ever closed.
pub(crate) const EVER_CLOSED: &str = "SELECT m.first_day FROM months m WHERE m.revision > 0 ORDER BY m.first_day";

pub(crate) fn closing_statement(backend: DbBackend) -> String {
    format!("SELECT m.first_day FROM months m WHERE {}", is_closing(backend))
}

pub(crate) const BY_CHECKSUM: &str = "SELECT v.month, v.revision FROM month_revisions v WHERE v.checksum = $1";
