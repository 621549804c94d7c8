//! Who came and who left between two days, for several pairs of days at once.

use application::ports::{Headcount, Result};
use chrono::NaiveDate;
use sea_orm::{DbBackend, Value};

use crate::database::Database;
use crate::fault::Failure;
use crate::row::Columns;

/// How many pairs of days are counted in one statement: each pair scans everybody's days in service.
const COUNTED_TOGETHER: usize = 4;

/// By hand, because it groups twice. Each pair of days, the earlier one first, has two parameters. Somebody may have been in service
/// in several periods, none of which share a day.
pub(crate) fn headcount_statement(backend: DbBackend, pairs: usize) -> String {
    let date = if backend == DbBackend::Postgres { "::date" } else { "" };
    let pairs: Vec<String> = (0..pairs).map(|n| format!("({n}, ${}{date}, ${}{date})", 2 * n + 1, 2 * n + 2)).collect();
    let served_on = |day: &str| {
        format!("max(CASE WHEN s.first_day <= {day} AND (s.last_day IS NULL OR s.last_day >= {day}) THEN 1 ELSE 0 END)")
    };
    format!(
        "WITH d (n, earlier, later) AS (VALUES {}) \
         SELECT p.n, count(*) FILTER (WHERE p.later = 1 AND p.earlier = 0), \
           count(*) FILTER (WHERE p.earlier = 1 AND p.later = 0), count(*) FILTER (WHERE p.later = 1) FROM (\
             SELECT d.n, {} AS earlier, {} AS later FROM d \
             JOIN service_periods s ON s.first_day <= d.later AND (s.last_day IS NULL OR s.last_day >= d.earlier) \
             GROUP BY d.n, s.user_id) p GROUP BY p.n",
        pairs.join(", "),
        served_on("d.earlier"),
        served_on("d.later"),
    )
}

fn of_pair(columns: &mut Columns<'_>) -> Result<(i32, Headcount), Failure> {
    Ok((columns.take()?, Headcount { joined: columns.count()?, left: columns.count()?, active: columns.count()? }))
}

/// A headcount for each pair. The statement returns no row for days on which nobody was in service.
pub(super) async fn of(database: &Database, days: &[(NaiveDate, NaiveDate)]) -> Result<Vec<Headcount>> {
    let mut all = Vec::with_capacity(days.len());
    for pairs in days.chunks(COUNTED_TOGETHER) {
        let statement = headcount_statement(database.backend(), pairs.len());
        let values = pairs.iter().flat_map(|(earlier, later)| [Value::from(*earlier), Value::from(*later)]).collect();
        let found = database.all(statement, values, of_pair).await?;
        let of = |n: usize| found.iter().find(|(pair, _)| usize::try_from(*pair) == Ok(n)).map(|(_, people)| *people);
        all.extend((0..pairs.len()).map(|n| of(n).unwrap_or_default()));
    }
    Ok(all)
}
