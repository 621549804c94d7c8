//! How long decisions took: entries by the quarters of an hour in which they were submitted and decided.
//!
//! Days are those of the organisation's zone, of which the engines know little or nothing. No day begins within a quarter of an hour of
//! the clock, in whatever zone, so the quarters are told to the rules, and they know the days. There are never more of them than
//! decisions, and far fewer where managers decide on weeks and people record their days when work ends.

use application::ports::DecidedTogether;
use domain::Instant;
use domain::id::UserId;
use sea_orm::{DbBackend, Value};

use crate::fault::Failure;
use crate::row::{Columns, corrupt};
use crate::sql::Bound;

/// The quarter of an hour that an instant lies in.
pub(crate) fn quarter(backend: DbBackend, at: &str) -> String {
    if backend == DbBackend::Postgres {
        format!("date_bin('15 minutes', {at}, '1970-01-01T00:00:00Z')")
    } else {
        // Without the fraction, which SQLite would round.
        format!("unixepoch(substr({at}, 1, 19)) / 900")
    }
}

pub(crate) fn seconds(backend: DbBackend, quarter: &str) -> String {
    if backend == DbBackend::Postgres {
        format!("CAST(extract(epoch FROM {quarter}) AS bigint)")
    } else {
        format!("{quarter} * 900")
    }
}

/// When the entry `t` was submitted before its newest decision. Most are submitted once and decided once. By hand for the others, whose
/// versions say it: the last one that waited before the decision.
const SUBMITTED: &str = "\
    coalesce(CASE WHEN t.version = 2 THEN t.created_at ELSE (SELECT v.at FROM timesheet_versions v WHERE v.timesheet_id = t.id \
      AND v.status = 'pending' AND v.at <= t.decided_at ORDER BY v.version DESC LIMIT 1) END, t.decided_at)";

/// The decisions that were made from `$1` on and before `$2` on entries `t` as a table `d`: the quarters `submitted` and `decided`, and
/// the columns in `more`. `from` names the entries and whose they are, `which` says which of them. PostgreSQL would look for each
/// submission twice without `OFFSET 0`.
pub(crate) fn decisions(backend: DbBackend, more: &str, from: &str, which: &str) -> String {
    let once = if backend == DbBackend::Postgres { " OFFSET 0" } else { "" };
    format!(
        "(SELECT {more}{} AS submitted, {} AS decided FROM {from} WHERE t.decided_at >= $1 AND t.decided_at < $2{which}{once}) AS d",
        quarter(backend, SUBMITTED),
        quarter(backend, "t.decided_at")
    )
}

/// The columns of [`together`].
pub(crate) fn columns(backend: DbBackend) -> String {
    format!("{}, {}, count(*)", seconds(backend, "d.submitted"), seconds(backend, "d.decided"))
}

/// The statement for everyone's decisions.
pub(crate) fn all(backend: DbBackend) -> String {
    let (columns, decisions) = (columns(backend), decisions(backend, "", "timesheets t", ""));
    format!("SELECT {columns} FROM {decisions} GROUP BY d.submitted, d.decided")
}

/// The statement for the decisions on the entries of those people `u` whom `in_scope` lets through, person by person.
pub(crate) fn by_person(backend: DbBackend, in_scope: &str) -> String {
    let from = "users u JOIN timesheets t ON t.user_id = u.id";
    let (columns, decisions) = (columns(backend), decisions(backend, "t.user_id, ", from, in_scope));
    format!("SELECT d.user_id, {columns} FROM {decisions} GROUP BY d.user_id, d.submitted, d.decided")
}

/// The first parameters of all of them.
pub(crate) fn between(from: Instant, before: Instant) -> Vec<Value> {
    vec![from.into(), before.into()]
}

pub(crate) fn together(columns: &mut Columns<'_>) -> Result<DecidedTogether, Failure> {
    let mut instant = || {
        let seconds: i64 = columns.take()?;
        Instant::from_timestamp(seconds, 0).ok_or_else(|| Failure::from(corrupt("timesheets", "decided_at", seconds)))
    };
    Ok(DecidedTogether { submitted: instant()?, decided: instant()?, entries: columns.count()? })
}

pub(super) fn of_person(columns: &mut Columns<'_>) -> Result<(UserId, DecidedTogether), Failure> {
    Ok((UserId::new(columns.take()?), together(columns)?))
}

/// [`by_person`] with its parameters.
pub(crate) fn of_scope(backend: DbBackend, scope: &domain::access::Scope, from: Instant, before: Instant) -> Bound {
    let mut values = between(from, before);
    let in_scope = crate::scope::in_scope(scope, &mut values);
    (by_person(backend, &in_scope), values)
}
