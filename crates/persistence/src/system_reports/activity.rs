//! What happened, by quarters of an hour: from the index of the events that are counted, and submissions, which are most of all events,
//! from that of the days. SQLite goes by the first where a statement repeats its condition. The rules know the day of each quarter, see
//! [`crate::reports::decisions`].

use application::ports::Activity;
use domain::Instant;
use sea_orm::DbBackend;

use crate::audit::page::day_of;
use crate::fault::Failure;
use crate::reports::decisions::{quarter, seconds};
use crate::row::{Columns, corrupt};

macro_rules! counted {
    ($e:literal) => {
        concat!($e, ".kind IN ('signed-in', 'sign-in-failed', 'days-decided', 'backup-made')")
    };
}

pub(crate) const NEWEST_BACKUP: &str = concat!(
    "SELECT e.at FROM events e WHERE e.kind = 'backup-made' AND ",
    counted!("e"),
    " ORDER BY e.at DESC LIMIT 1"
);

/// The quarters from the instant `$1` to before `$2`. A decision is counted by its entries, which only its payload knows.
pub(crate) fn by_quarter(backend: DbBackend) -> String {
    let (quarter, seconds) = (quarter(backend, "e.at"), seconds(backend, "c.quarter"));
    let entries = if backend == DbBackend::Postgres {
        "json_array_length(CAST(e.payload AS json) -> 'dates')"
    } else {
        "json_array_length(e.payload, '$.dates')"
    };
    let [day, first, last] = ["e.at", "$1", "$2"].map(|at| day_of(backend, at));
    let between = "e.at >= $1 AND e.at < $2 GROUP BY 1";
    let counted = counted!("e");
    let sums = ["sign_ins", "failed", "recorded", "decided"].map(|count| format!("CAST(sum(c.{count}) AS bigint)"));
    format!(
        "SELECT {seconds}, {} FROM ( \
           SELECT {quarter} AS quarter, count(*) FILTER (WHERE e.kind = 'signed-in') AS sign_ins, \
             count(*) FILTER (WHERE e.kind = 'sign-in-failed') AS failed, 0 AS recorded, 0 AS decided FROM events e \
           WHERE e.kind IN ('signed-in', 'sign-in-failed') AND {counted} AND {between} \
           UNION ALL SELECT {quarter}, 0, 0, count(*), 0 FROM events e \
           WHERE {day} >= {first} AND {day} <= {last} AND e.kind = 'day-submitted' AND {between} \
           UNION ALL SELECT {quarter}, 0, 0, 0, sum({entries}) FROM events e \
           WHERE e.kind = 'days-decided' AND {counted} AND {between} \
         ) AS c GROUP BY c.quarter",
        sums.join(", ")
    )
}

pub(crate) fn of_quarter(columns: &mut Columns<'_>) -> Result<(Instant, Activity), Failure> {
    let seconds: i64 = columns.take()?;
    let quarter = Instant::from_timestamp(seconds, 0).ok_or_else(|| corrupt("events", "at", seconds))?;
    let activity = Activity {
        sign_ins: columns.count()?,
        failed_sign_ins: columns.count()?,
        recorded: columns.count()?,
        decided: columns.count()?,
    };
    Ok((quarter, activity))
}
