//! Lists of requests for leave. By hand, because they join what is around a request.

use application::ports::{AlsoAway, AwayOn, LeaveFilter, LeaveInYear, LeaveRequestReads, Result, StoredLeave};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::access::Leads;
use domain::id::{LeaveRequestId, UserId};
use domain::leave::LeaveStatus;
use sea_orm::{DbBackend, Value};

use super::reads::{STORED, stored};
use crate::database::Database;
use crate::row::{Columns, row};
use crate::scope::in_teams;
use crate::sql::{self, Bound};

/// What a request `r` comes to in a year of rows `l`. Of one that is no longer live, what its last change gave back.
const DAYS: &str = "\
    CAST(sum(CASE WHEN r.status IN ('pending', 'approved', 'cancellation-asked') THEN -l.half_days \
     WHEN l.kind = 'reversal' AND l.created_at = r.updated_at THEN l.half_days ELSE 0 END) AS integer)";

/// What is left of the type in that year.
const LEFT: &str = "\
    CAST((SELECT sum(k.half_days) FROM leave_ledger k WHERE k.user_id = r.user_id AND k.leave_type_id = r.leave_type_id \
     AND k.year = l.year) AS integer)";

row! {
    IN_YEAR_COLUMNS, in_year("leave_requests") -> LeaveInYear {
        request: "r.id",
        year: "l.year",
        days: (DAYS),
        left: (LEFT),
    }
}

row! {
    AWAY_COLUMNS, away("leave_requests") -> AlsoAway {
        request: "a.request_id",
        name: ["a.first_name, a.last_name" => Columns::name],
        from: "a.start_date",
        to: "a.end_date",
        status: "a.status",
    }
}

/// That `o` is an active Employee of the team of `u`.
const COLLEAGUE: &str = "o.manager_id = u.manager_id AND o.role = 'Employee' AND o.is_active";

/// Counted once for each team and date, however many requests ask. What somebody has on a date is counted and not joined, because
/// PostgreSQL would now and then join the halves of everybody on that date.
const AWAY_ON: &str = concat!(
    "dates AS (SELECT DISTINCT manager_id, date FROM asked), \
     members AS (SELECT u.manager_id, count(*) AS members FROM (SELECT DISTINCT manager_id FROM asked) u JOIN users o ON ",
    COLLEAGUE,
    " GROUP BY u.manager_id), \
     away AS (SELECT u.manager_id, u.date, o.id AS user_id FROM dates u JOIN users o ON ",
    COLLEAGUE,
    " WHERE (SELECT count(*) FROM leave_halves h JOIN leave_requests x ON x.id = h.request_id \
      AND x.status IN ('approved', 'cancellation-asked') WHERE h.user_id = o.id AND h.date = u.date AND h.counts) > 0)"
);

row! {
    AWAY_ON_COLUMNS, away_on("leave_requests") -> AwayOn {
        request: "a.request_id",
        date: "a.date",
        others: "CAST(count(w.user_id) AS integer)",
        members: "CAST(coalesce(max(m.members), 0) AS integer)",
    }
}

pub(crate) const OF_PERSON: &str = concat!(
    STORED,
    "WHERE r.user_id = $1 AND r.end_date >= $2 AND r.start_date <= $3 ORDER BY r.start_date DESC, r.id DESC LIMIT $4"
);

fn named(status: impl IntoIterator<Item = LeaveStatus>) -> String {
    status.into_iter().map(|status| format!("'{}'", status.name())).collect::<Vec<_>>().join(", ")
}

fn listed(filter: &LeaveFilter) -> Bound {
    let mut values: Vec<Value> = Vec::new();
    let mut conditions =
        vec![in_teams(&filter.leads, &mut values), format!("r.status IN ({})", named(filter.status.iter().copied()))];
    let more: [(&str, Option<Value>); 3] = [
        ("r.end_date >=", filter.from.map(Value::from)),
        ("r.start_date <=", filter.to.map(Value::from)),
        ("r.user_id =", filter.employee.map(|employee| employee.uuid().into())),
    ];
    for (means, value) in more {
        if let Some(value) = value {
            values.push(value);
            conditions.push(format!("{means} ${}", values.len()));
        }
    }
    (conditions.join(" AND "), values)
}

pub(crate) fn count_statement(filter: &LeaveFilter) -> Bound {
    let (condition, values) = listed(filter);
    let statement = format!("SELECT count(*) FROM leave_requests r JOIN users u ON u.id = r.user_id WHERE {condition}");
    (statement, values)
}

/// The page is cut from what was found of the teams before. Asked for in one go PostgreSQL now and then goes along the beginnings of
/// everybody's leave instead, until it has met enough of theirs.
pub(crate) fn page_statement(filter: &LeaveFilter, page: u32, limit: u32) -> Bound {
    let (condition, mut values) = listed(filter);
    let offset = i64::from(page.saturating_sub(1)) * i64::from(limit);
    values.extend([Value::from(i64::from(limit)), Value::from(offset)]);
    let (limit, offset) = (values.len() - 1, values.len());
    let order = |of: &str| {
        if filter.is_earliest_first {
            format!("{of}.start_date, {of}.id")
        } else {
            format!("{of}.start_date DESC, {of}.id DESC")
        }
    };
    let (found, shown) = (order("f"), order("r"));
    let statement = format!(
        "WITH found AS MATERIALIZED (SELECT r.id, r.start_date FROM leave_requests r JOIN users u ON u.id = r.user_id \
           WHERE {condition}), \
         page AS MATERIALIZED (SELECT f.id FROM found f ORDER BY {found} LIMIT ${limit} OFFSET ${offset}) \
         {STORED}WHERE r.id IN (SELECT id FROM page) ORDER BY {shown}"
    );
    (statement, values)
}

pub(crate) fn by_year(backend: DbBackend) -> String {
    let among = sql::among(backend, "r.id", 1);
    format!(
        "SELECT {IN_YEAR_COLUMNS} FROM leave_requests r JOIN leave_ledger l ON l.user_id = r.user_id \
         AND l.leave_type_id = r.leave_type_id AND l.request_id = r.id \
         WHERE {among} GROUP BY r.id, r.user_id, r.leave_type_id, l.year HAVING {DAYS} <> 0 ORDER BY r.id, l.year"
    )
}

/// PostgreSQL is led from person to person. Left to itself it goes along everybody's leave by its beginning as soon as it takes the
/// teams for larger than they are.
pub(crate) fn also_away(backend: DbBackend) -> String {
    const OVERLAPPING: &str = "x.user_id = o.id AND x.start_date <= r.end_date AND x.end_date >= r.start_date";
    let among = sql::among(backend, "r.id", 1);
    let theirs = if backend == DbBackend::Postgres {
        format!("CROSS JOIN LATERAL (SELECT x.* FROM leave_requests x WHERE {OVERLAPPING} OFFSET 0) x")
    } else {
        format!("JOIN leave_requests x ON {OVERLAPPING}")
    };
    format!(
        "SELECT {AWAY_COLUMNS} FROM (SELECT r.id AS request_id, o.first_name, o.last_name, x.start_date, x.end_date, x.status, \
           row_number() OVER (PARTITION BY r.id ORDER BY x.start_date, x.id) AS place \
         FROM leave_requests r JOIN users u ON u.id = r.user_id JOIN users o ON o.id <> u.id AND {COLLEAGUE} {theirs} \
         WHERE {among} AND EXISTS (SELECT 1 FROM leave_halves h JOIN leave_halves g ON g.user_id = o.id AND g.date = h.date \
           AND g.request_id = x.id WHERE h.request_id = r.id AND h.counts)) AS a \
         WHERE a.place <= $2 ORDER BY a.request_id, a.place"
    )
}

pub(crate) fn away_on_statement(backend: DbBackend) -> String {
    let among = sql::among(backend, "r.id", 1);
    format!(
        "WITH asked AS (SELECT DISTINCT r.id AS request_id, u.id AS user_id, u.manager_id, h.date FROM leave_requests r \
           JOIN users u ON u.id = r.user_id JOIN leave_halves h ON h.request_id = r.id AND h.counts WHERE {among}), {AWAY_ON} \
         SELECT {AWAY_ON_COLUMNS} FROM asked a LEFT JOIN members m ON m.manager_id = a.manager_id \
         LEFT JOIN away w ON w.manager_id = a.manager_id AND w.date = a.date AND w.user_id <> a.user_id \
         GROUP BY a.request_id, a.date ORDER BY a.request_id, a.date"
    )
}

pub(crate) fn waiting_statement(leads: &Leads) -> Bound {
    let mut values: Vec<Value> = Vec::new();
    let in_teams = in_teams(leads, &mut values);
    let waiting = named(LeaveStatus::ALL.into_iter().filter(|status| status.waits()));
    let statement = format!(
        "SELECT count(*) FROM leave_requests r JOIN users u ON u.id = r.user_id \
         WHERE {in_teams} AND r.status IN ({waiting})"
    );
    (statement, values)
}

#[async_trait]
impl LeaveRequestReads for Database {
    async fn leave_of(&self, user: UserId, from: NaiveDate, to: NaiveDate, limit: u32) -> Result<Vec<StoredLeave>> {
        let values = vec![user.uuid().into(), from.into(), to.into(), i64::from(limit).into()];
        self.all(OF_PERSON, values, stored).await
    }

    async fn leave_page(&self, filter: &LeaveFilter, page: u32, limit: u32) -> Result<(Vec<StoredLeave>, u32)> {
        let (count, values) = count_statement(filter);
        let total = self.first(count, values, |columns| Ok(columns.count()?)).await?.unwrap_or_default();
        let (statement, values) = page_statement(filter, page, limit);
        Ok((self.all(statement, values, stored).await?, total))
    }

    async fn by_year(&self, ids: &[LeaveRequestId]) -> Result<Vec<LeaveInYear>> {
        let backend = self.backend();
        let ids = sql::ids(backend, ids.iter().map(|id| id.uuid()));
        self.all(by_year(backend), vec![ids], in_year).await
    }

    async fn also_away(&self, ids: &[LeaveRequestId], limit: u32) -> Result<Vec<AlsoAway>> {
        let backend = self.backend();
        let ids = sql::ids(backend, ids.iter().map(|id| id.uuid()));
        self.all(also_away(backend), vec![ids, i64::from(limit).into()], away).await
    }

    async fn away_on(&self, ids: &[LeaveRequestId]) -> Result<Vec<AwayOn>> {
        let backend = self.backend();
        let ids = sql::ids(backend, ids.iter().map(|id| id.uuid()));
        self.all(away_on_statement(backend), vec![ids], away_on).await
    }

    async fn count_waiting(&self, leads: &Leads) -> Result<u32> {
        let (statement, values) = waiting_statement(leads);
        Ok(self.first(statement, values, |columns| Ok(columns.count()?)).await?.unwrap_or_default())
    }
}
