//! Rows of revisions.

use application::ports::{Imprint, OwnRow, PayrollTotals};
use constcat::concat;
use domain::month::{Figures, Pay, PayrollRow};
use domain::person::Salary;
use domain::text::folded;
use domain::time::Month;
use sea_orm::{DbBackend, Value};
use serde_json::json;
use uuid::Uuid;

use crate::fault::Failure;
use crate::row::{Columns, corrupt, row};
use crate::sql::{self, Bound};

row! {
    FIGURES_COLUMNS, figures("month_rows") -> Figures {
        scheduled: "r.scheduled",
        working: "r.working",
        approved: "r.approved",
        pending: "r.pending",
        paid_leave: "r.paid_leave",
        unpaid_leave: "r.unpaid_leave",
        extra: "r.extra",
        approved_half_hours: "r.approved_half_hours",
    }
}

row! {
    ROW_COLUMNS, row("month_rows") -> PayrollRow {
        user: "r.user_id",
        employee_id: "r.employee_number",
        name: ["r.first_name, r.last_name" => Columns::name],
        department: "r.department",
        external_id: "r.external_id",
        figures: [FIGURES_COLUMNS => figures],
        pay: [PAY_COLUMNS => pay],
    }
}

const PAY_COLUMNS: &str = "r.annual_cents, r.salary_since, r.base_cents, r.gross_cents";

fn pay(columns: &mut Columns<'_>) -> Result<Option<Pay>, Failure> {
    let place = columns.place("month_rows");
    let annual: Option<Salary> = columns.column(&place, "annual_cents")?;
    let since = columns.take()?;
    let (monthly_base, gross) = (cents(columns)?, cents(columns)?);
    Ok(annual.map(|annual| Pay { annual, since, monthly_base: monthly_base.unwrap_or(0), gross: gross.unwrap_or(0) }))
}

/// An amount, where there is one.
fn cents(columns: &mut Columns<'_>) -> Result<Option<u64>, Failure> {
    let stored: Option<i64> = columns.take()?;
    let amount = stored.map(|cents| u64::try_from(cents).map_err(|_| corrupt("month_rows", "cents", cents)));
    Ok(amount.transpose()?)
}

/// The rows of the revision `$2` of the month `$1`, if it is there.
const OF_REVISION: &str = concat!(
    "SELECT ",
    ROW_COLUMNS,
    " FROM month_rows r WHERE r.month = $1 AND r.revision = $2 \
     AND EXISTS (SELECT 1 FROM month_revisions v WHERE v.month = $1 AND v.revision = $2)"
);

pub(crate) const AFTER: &str = concat!(OF_REVISION, " AND r.employee_number > $3 ORDER BY r.employee_number LIMIT $4");

/// The condition on rows `r` in which a search is found, after the parameters that are there.
fn searched(backend: DbBackend, search: Option<&str>, values: &mut Vec<Value>) -> String {
    let Some(search) = search else { return String::new() };
    values.push(folded(search).into());
    let find = if backend == DbBackend::Postgres { "strpos" } else { "instr" };
    format!(" AND {find}(r.search_text, ${}) > 0", values.len())
}

pub(crate) fn count_statement(backend: DbBackend, of: (Month, u32), search: Option<&str>) -> Bound {
    let mut values = of_revision(of);
    let searched = searched(backend, search, &mut values);
    let statement = format!(
        "SELECT count(*) FROM month_rows r WHERE r.month = $1 AND r.revision = $2 \
         AND EXISTS (SELECT 1 FROM month_revisions v WHERE v.month = $1 AND v.revision = $2){searched}"
    );
    (statement, values)
}

pub(crate) fn page_statement(
    backend: DbBackend,
    of: (Month, u32),
    search: Option<&str>,
    page: u32,
    limit: u32,
) -> Bound {
    let mut values = of_revision(of);
    let searched = searched(backend, search, &mut values);
    values.extend([Value::from(i64::from(limit)), Value::from(i64::from(page.saturating_sub(1)) * i64::from(limit))]);
    let (limit, offset) = (values.len() - 1, values.len());
    (format!("{OF_REVISION}{searched} ORDER BY r.employee_number LIMIT ${limit} OFFSET ${offset}"), values)
}

/// The first parameters of the statements above.
pub(super) fn of_revision((month, revision): (Month, u32)) -> Vec<Value> {
    vec![month.first().into(), revision.cast_signed().into()]
}

/// By hand, because it adds up. PostgreSQL adds bigints up in numeric.
pub(crate) const TOTALS: &str = "\
    SELECT count(*), CAST(coalesce(sum(r.approved + r.paid_leave), 0) AS bigint), CAST(coalesce(sum(r.base_cents), 0) AS bigint), \
      CAST(coalesce(sum(r.gross_cents), 0) AS bigint), count(*) FILTER (WHERE r.base_cents IS NULL) \
    FROM month_rows r WHERE r.month = $1 AND r.revision = $2 \
      AND EXISTS (SELECT 1 FROM month_revisions v WHERE v.month = $1 AND v.revision = $2)";

pub(super) fn totals(columns: &mut Columns<'_>) -> Result<PayrollTotals, Failure> {
    Ok(PayrollTotals {
        employees: columns.count()?,
        payable: cents(columns)?.unwrap_or(0),
        monthly_base: cents(columns)?.unwrap_or(0),
        gross: cents(columns)?.unwrap_or(0),
        missing_salary: columns.count()?,
    })
}

/// By hand, because the people are those of teams as they are now. SQLite would read the rows of everybody for a team, but for the
/// join that keeps its order there.
pub(crate) fn in_scope_statement(of: (Month, u32), scope: &domain::access::Scope) -> Bound {
    let mut values = of_revision(of);
    let in_scope = crate::scope::in_scope(scope, &mut values);
    let join = if matches!(scope, domain::access::Scope::Everyone) { "," } else { " CROSS JOIN" };
    let statement = format!(
        "SELECT {ROW_COLUMNS} FROM users u{join} month_rows r WHERE r.user_id = u.id AND r.month = $1 AND r.revision = $2 \
         AND EXISTS (SELECT 1 FROM month_revisions v WHERE v.month = $1 AND v.revision = $2){in_scope}"
    );
    (statement, values)
}

row! {
    IMPRINT_COLUMNS, imprint("month_revisions") -> Imprint {
        organisation: "v.organisation",
        minutes_ahead: "v.minutes_ahead",
    }
}

row! {
    OWN_COLUMNS, own("month_rows") -> OwnRow {
        row: [ROW_COLUMNS => row],
        month: ["r.month" => month],
        revision: "r.revision",
        closed_at: "v.closed_at",
        checksum: "v.checksum",
        imprint: [IMPRINT_COLUMNS => imprint],
    }
}

pub(super) fn month(columns: &mut Columns<'_>) -> Result<Month, Failure> {
    Ok(Month::of(columns.take()?))
}

const OWN: &str = concat!(
    "SELECT ",
    OWN_COLUMNS,
    " FROM month_rows r JOIN months m ON m.first_day = r.month AND m.revision = r.revision AND m.is_closed \
     JOIN month_revisions v ON v.month = r.month AND v.revision = r.revision WHERE r.user_id = $1"
);

pub(crate) const OWN_PAGE: &str = concat!(OWN, " ORDER BY r.month DESC LIMIT $2 OFFSET $3");

pub(crate) const OWN_OF_MONTH: &str = concat!(OWN, " AND r.month = $2");

pub(crate) const COUNT_OWN: &str = "\
    SELECT count(*) FROM month_rows r JOIN months m ON m.first_day = r.month AND m.revision = r.revision AND m.is_closed \
    WHERE r.user_id = $1";

/// Whether the newest revision of a month has a row of somebody else than these people.
pub(crate) fn has_besides(backend: DbBackend) -> String {
    format!(
        "SELECT EXISTS (SELECT 1 FROM month_rows r JOIN months m ON m.first_day = r.month AND m.revision = r.revision \
         WHERE r.month = $1 AND NOT ({}))",
        sql::among(backend, "r.user_id", 2)
    )
}

/// Those behind the employee ID `$3` who are Employees now, each with the row of the same person in the revision before, where they were
/// told of that one. Whether there is one is said first.
pub(crate) const UNTOLD: &str = concat!(
    "SELECT ",
    ROW_COLUMNS,
    ", p.user_id, ",
    BEFORE_COLUMNS,
    " FROM month_rows r JOIN users u ON u.id = r.user_id AND u.role = 'Employee' \
     LEFT JOIN month_rows p ON p.user_id = r.user_id AND p.month = r.month AND p.revision = r.revision - 1 \
      AND r.employee_number <= coalesce((SELECT v.told_through FROM month_revisions v \
        WHERE v.month = $1 AND v.revision = $2 - 1), 2147483647) \
     WHERE r.month = $1 AND r.revision = $2 AND r.employee_number > $3 ORDER BY r.employee_number LIMIT $4"
);

/// [`ROW_COLUMNS`] of a row `p`.
const BEFORE_COLUMNS: &str = "\
    p.user_id, p.employee_number, p.first_name, p.last_name, p.department, p.external_id, p.scheduled, p.working, p.approved, p.pending, \
    p.paid_leave, p.unpaid_leave, p.extra, p.approved_half_hours, p.annual_cents, p.salary_since, p.base_cents, p.gross_cents";

pub(super) fn untold(columns: &mut Columns<'_>) -> Result<(PayrollRow, Option<PayrollRow>), Failure> {
    let now = row(columns)?;
    let before = if columns.take::<Option<Uuid>>()?.is_some() { Some(row(columns)?) } else { None };
    Ok((now, before))
}

/// The rows in the JSON parameter `$3`, of the revision `$2` of the month `$1`.
pub(crate) fn insert(backend: DbBackend) -> String {
    let rows = if backend == DbBackend::Postgres {
        "json_to_recordset($3::json) AS n (employee_number integer, user_id uuid, first_name text, last_name text, department text, \
         external_id text, search_text text, scheduled integer, working integer, approved integer, pending integer, paid_leave integer, \
         unpaid_leave integer, extra integer, approved_half_hours integer, annual_cents bigint, salary_since date, \
         base_cents bigint, gross_cents bigint)"
            .to_owned()
    } else {
        let read = |column: &&str| match *column {
            "user_id" => "unhex(value ->> 'user_id') AS user_id".to_owned(),
            column => format!("value ->> '{column}' AS {column}"),
        };
        format!("(SELECT {} FROM json_each($3)) AS n", COLUMNS.iter().map(read).collect::<Vec<_>>().join(", "))
    };
    let (columns, values) = (COLUMNS.join(", "), COLUMNS.map(|column| format!("n.{column}")).join(", "));
    format!("INSERT INTO month_rows (month, revision, {columns}) SELECT $1, $2, {values} FROM {rows}")
}

const COLUMNS: [&str; 19] = [
    "employee_number",
    "user_id",
    "first_name",
    "last_name",
    "department",
    "external_id",
    "search_text",
    "scheduled",
    "working",
    "approved",
    "pending",
    "paid_leave",
    "unpaid_leave",
    "extra",
    "approved_half_hours",
    "annual_cents",
    "salary_since",
    "base_cents",
    "gross_cents",
];

/// A row as JSON; both engines read an id without hyphens.
pub(super) fn as_json(row: &PayrollRow) -> serde_json::Value {
    let PayrollRow { user, employee_id, name, department, external_id, figures, pay } = row;
    let [department_text, external_text] = [department, external_id].map(|of| of.as_deref().unwrap_or_default());
    let search = folded(&format!("{name}\n{employee_id}\n{department_text}\n{external_text}"));
    json!({
        "employee_number": employee_id.number(),
        "user_id": user.uuid().simple().to_string(),
        "first_name": name.first,
        "last_name": name.last,
        "department": department,
        "external_id": external_id,
        "search_text": search,
        "scheduled": figures.scheduled,
        "working": figures.working,
        "approved": figures.approved,
        "pending": figures.pending,
        "paid_leave": figures.paid_leave,
        "unpaid_leave": figures.unpaid_leave,
        "extra": figures.extra,
        "approved_half_hours": figures.approved_half_hours,
        "annual_cents": pay.map(|pay| pay.annual.cents()),
        "salary_since": pay.and_then(|pay| pay.since),
        "base_cents": pay.map(|pay| pay.monthly_base),
        "gross_cents": pay.map(|pay| pay.gross),
    })
}
