//! Who is on leave when: of the people of a month, a page at a time, and of a calendar feed. Only active Employees have leave that
//! matters here; that a request is live shows in the halves that it has.

use std::collections::HashMap;

use application::ports::{
    AwayOnDate, FeedLeave, LeaveCalendarReads, LeaveFeed, LeaveFeedReads, LeaveFeedRepository, LeaveOfDay,
    OnLeaveFilter, PersonOnLeave, Result,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::Instant;
use domain::access::Scope;
use domain::id::UserId;
use domain::person::Standing;
use domain::text::folded;
use sea_orm::{DbBackend, Value};

use crate::database::Database;
use crate::leave_days::{is_approved_leave, of_day, of_days};
use crate::leave_requests::reads::{PERIOD_COLUMNS, period};
use crate::people::{NAME_COLUMNS, PERSON_COLUMNS, person};
use crate::row::{Columns, row};
use crate::scope::in_scope;
use crate::sql::{self, Bound};
use crate::unit::Unit;

/// The condition on users `u` that they are active Employees in `scope`. Nobody else has a manager, and SQLite would go along the
/// role if a team were told to have it.
fn in_service(scope: &Scope, values: &mut Vec<Value>) -> String {
    let in_scope = in_scope(scope, values);
    match scope {
        Scope::Team(_) => format!("u.is_active{in_scope}"),
        Scope::Own(_) | Scope::Everyone => format!("u.role = 'Employee' AND u.is_active{in_scope}"),
    }
}

/// That `u` has leave that counts from `$1` to `$2`. Not by EXISTS: SQLite 3.51 makes a join of that, and its OFFSET then passes over
/// halves instead of people.
const HAS_LEAVE: &str = "u.id IN (SELECT h.user_id FROM leave_halves h WHERE h.counts AND h.date BETWEEN $1 AND $2)";

pub(crate) fn members_statement(scope: &Scope) -> Bound {
    let mut values = Vec::new();
    let in_service = in_service(scope, &mut values);
    (format!("SELECT count(*) FROM users u WHERE {in_service}"), values)
}

/// Somebody with two halves on a date is counted once. That the request itself lies in these dates is said for PostgreSQL, which
/// then joins the requests of a month instead of all.
pub(crate) fn away_statement(scope: &Scope, from: NaiveDate, to: NaiveDate) -> Bound {
    let mut values = vec![from.into(), to.into()];
    let in_service = in_service(scope, &mut values);
    let statement = format!(
        "SELECT h.date, count(DISTINCT h.user_id) FILTER (WHERE {}), \
         count(DISTINCT h.user_id) FILTER (WHERE r.status = 'pending') \
         FROM leave_halves h JOIN leave_requests r ON r.id = h.request_id AND r.start_date <= $2 AND r.end_date >= $1 \
         JOIN users u ON u.id = h.user_id WHERE h.counts AND h.date BETWEEN $1 AND $2 AND {in_service} GROUP BY h.date ORDER BY h.date",
        is_approved_leave!("r")
    );
    (statement, values)
}

/// The condition on the users `u` whom the filter lets through.
fn let_through(backend: DbBackend, filter: &OnLeaveFilter) -> Bound {
    let mut values = vec![filter.from.into(), filter.to.into()];
    let mut conditions = vec![in_service(&filter.scope, &mut values), HAS_LEAVE.to_owned()];
    if let Some(search) = &filter.search {
        values.push(folded(search).into());
        let find = if backend == DbBackend::Postgres { "strpos" } else { "instr" };
        let found = |text: &str| format!("{find}({text}, ${}) > 0", values.len());
        let by_external_id = if filter.scope == Scope::Everyone { found("u.external_key") } else { "false".to_owned() };
        conditions.push(format!("({} OR {by_external_id})", found("u.search_text")));
    }
    (conditions.join(" AND "), values)
}

pub(crate) fn count_statement(backend: DbBackend, filter: &OnLeaveFilter) -> Bound {
    let (condition, values) = let_through(backend, filter);
    (format!("SELECT count(*) FROM users u WHERE {condition}"), values)
}

pub(crate) fn page_statement(backend: DbBackend, filter: &OnLeaveFilter, page: u32, limit: u32) -> Bound {
    let (condition, mut values) = let_through(backend, filter);
    values.extend([Value::from(i64::from(limit)), Value::from(i64::from(page.saturating_sub(1)) * i64::from(limit))]);
    let (limit, offset) = (values.len() - 1, values.len());
    let statement = format!(
        "SELECT {PERSON_COLUMNS}, u.department FROM users u WHERE {condition} \
         ORDER BY u.sort_name, u.employee_number LIMIT ${limit} OFFSET ${offset}"
    );
    (statement, values)
}

/// Likewise, of the people `$3`.
pub(crate) fn leave_statement(backend: DbBackend) -> String {
    of_days(&format!(" AND {}", sql::among(backend, "h.user_id", 3)))
}

#[async_trait]
impl LeaveCalendarReads for Database {
    async fn members(&self, scope: &Scope) -> Result<u32> {
        let (statement, values) = members_statement(scope);
        Ok(self.first(statement, values, |columns| Ok(columns.count()?)).await?.unwrap_or_default())
    }

    async fn away(&self, scope: &Scope, from: NaiveDate, to: NaiveDate) -> Result<Vec<AwayOnDate>> {
        let (statement, values) = away_statement(scope, from, to);
        let read = |columns: &mut Columns<'_>| {
            Ok(AwayOnDate { date: columns.take()?, away: columns.count()?, waiting: columns.count()? })
        };
        self.all(statement, values, read).await
    }

    async fn on_leave(&self, filter: &OnLeaveFilter, page: u32, limit: u32) -> Result<(Vec<PersonOnLeave>, u32)> {
        let backend = self.backend();
        let (count, values) = count_statement(backend, filter);
        let total = self.first(count, values, |columns| Ok(columns.count()?)).await?.unwrap_or_default();
        let (statement, values) = page_statement(backend, filter, page, limit);
        let read = |columns: &mut Columns<'_>| {
            Ok(PersonOnLeave { person: person(columns)?, department: columns.take()?, leave: Vec::new() })
        };
        let mut people = self.all(statement, values, read).await?;
        let ids = sql::ids(backend, people.iter().map(|found| found.person.id.uuid()));
        let taken = self.all(leave_statement(backend), vec![filter.from.into(), filter.to.into(), ids], of_day).await?;
        let mut of_person: HashMap<UserId, Vec<LeaveOfDay>> = HashMap::new();
        for (user, leave) in taken {
            of_person.entry(user).or_default().push(leave);
        }
        for found in &mut people {
            found.leave = of_person.remove(&found.person.id).unwrap_or_default();
        }
        Ok((people, total))
    }
}

row! {
    FEED_COLUMNS, feed_leave("leave_requests") -> FeedLeave {
        request: "r.id",
        name: [NAME_COLUMNS => Columns::name],
        leave_type: "y.name",
        updated_at: "r.updated_at",
        period: [PERIOD_COLUMNS => period],
    }
}

pub(crate) fn approved_statement(scope: &Scope, since: NaiveDate) -> Bound {
    let mut values = vec![since.into()];
    let in_service = in_service(scope, &mut values);
    let statement = format!(
        "SELECT {FEED_COLUMNS} FROM users u JOIN leave_requests r ON r.user_id = u.id \
         JOIN leave_types y ON y.id = r.leave_type_id \
         WHERE {in_service} AND {} AND r.half_days > 0 AND r.end_date >= $1 \
         ORDER BY r.start_date, u.sort_name, r.id",
        is_approved_leave!("r")
    );
    (statement, values)
}

pub(crate) const MADE_AT: &str = "SELECT f.created_at FROM leave_feeds f WHERE f.user_id = $1";

row! {
    STANDING_COLUMNS, standing("users") -> Standing {
        role: "u.role",
        is_active: "u.is_active",
        is_blocked: "u.is_blocked",
    }
}

pub(crate) const OWNER: &str = concat!(
    "SELECT u.id, ",
    STANDING_COLUMNS,
    " FROM leave_feeds f JOIN users u ON u.id = f.user_id WHERE f.fingerprint = $1"
);

#[async_trait]
impl LeaveFeedReads for Database {
    async fn made_at(&self, user: UserId) -> Result<Option<Instant>> {
        self.first(MADE_AT, vec![user.uuid().into()], |columns| Ok(columns.take()?)).await
    }

    async fn owner(&self, fingerprint: &str) -> Result<Option<(UserId, Standing)>> {
        let read = |columns: &mut Columns<'_>| Ok((UserId::new(columns.take()?), standing(columns)?));
        self.first(OWNER, vec![fingerprint.into()], read).await
    }

    async fn approved(&self, scope: &Scope, since: NaiveDate) -> Result<Vec<FeedLeave>> {
        let (statement, values) = approved_statement(scope, since);
        self.all(statement, values, feed_leave).await
    }
}

const KEEP: &str = "\
    INSERT INTO leave_feeds (user_id, fingerprint, created_at) VALUES ($1, $2, $3) \
    ON CONFLICT (user_id) DO UPDATE SET fingerprint = excluded.fingerprint, created_at = excluded.created_at";

const END: &str = "DELETE FROM leave_feeds WHERE user_id = $1";

#[async_trait]
impl LeaveFeedRepository for Unit {
    async fn keep(&self, feed: &LeaveFeed) -> Result<()> {
        let values = vec![feed.user.uuid().into(), feed.fingerprint.clone().into(), feed.created_at.into()];
        self.change(KEEP, values).await?;
        Ok(())
    }

    async fn end(&self, user: UserId) -> Result<bool> {
        Ok(self.change(END, vec![user.uuid().into()]).await? > 0)
    }

    async fn end_of(&self, users: &[UserId]) -> Result<Vec<UserId>> {
        let backend = self.backend();
        let statement =
            format!("DELETE FROM leave_feeds WHERE {} RETURNING user_id", sql::among(backend, "user_id", 1));
        let values = vec![sql::ids(backend, users.iter().map(|user| user.uuid()))];
        self.all(statement, values, |columns| Ok(UserId::new(columns.take()?))).await
    }
}
