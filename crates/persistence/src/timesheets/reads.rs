//! Reading entries: one query for each question, with only the columns that are sent.

use application::ports::{
    ApprovalCount, EntryHistory, EntryView, OwnEntry, Result, TimesheetReads, WaitingTotals, WeekFacts,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::access::Scope;
use domain::id::{TimesheetId, UserId};
use domain::person::service::ServicePeriod;
use domain::unlock::RequestStatus;
use sea_orm::{ColumnTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Value};
use uuid::Uuid;

use super::page::Place;
use super::{history, page};
use crate::absences::absence;
use crate::database::Database;
use crate::fault::Failure;
use crate::holidays;
use crate::leave_days::is_approved_leave;
use crate::months::in_closed_month;
use crate::row::{Columns, corrupt, row};
use crate::scope::in_scope;
use crate::sql;
use crate::unlocks::{is_open, unlock};

row! {
    /// An entry as it is shown.
    OWN_COLUMNS, own("timesheets") -> OwnEntry {
        id: "t.id",
        date: "t.date",
        hours: "t.half_hours",
        description: "t.description",
        status: "t.status",
        comment: "t.comment",
        rejected_on: "t.rejected_on",
        is_resubmission: "t.is_resubmission",
        created_at: "t.created_at",
        updated_at: "t.updated_at",
    }
}

row! {
    VIEW_COLUMNS, view("timesheets") -> EntryView {
        entry: [crate::timesheets::reads::OWN_COLUMNS => own],
        person: [crate::people::PERSON_COLUMNS => crate::people::person],
    }
}

const NEWEST_FIRST: &str = " ORDER BY t.date DESC, u.first_name, u.last_name, u.employee_number";

/// By hand for the columns that the entries of others have too.
pub(crate) const OF_USER: &str = concat!(
    "SELECT ",
    OWN_COLUMNS,
    " FROM timesheets t WHERE t.user_id = $1 AND t.date BETWEEN $2 AND $3 ORDER BY t.date DESC"
);

pub(crate) const OF_SCOPE: &str = concat!(
    "SELECT ",
    VIEW_COLUMNS,
    " FROM users u JOIN timesheets t ON t.user_id = u.id WHERE t.date BETWEEN $1 AND $2"
);

/// The weeks with something that waits, each named by its person and its Monday.
const fn waiting(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => WAITING_POSTGRES,
        _ => WAITING_SQLITE,
    }
}

/// That the entry `t` is of a closed month.
const SHUT: &str = in_closed_month!("t.date");

/// That the entry `t` waits: in a closed month none does.
pub(crate) const WAITS: &str = concat!("t.status = 'pending' AND NOT ", SHUT);

const WAITING_POSTGRES: &str = concat!(
    "WITH waiting AS (SELECT DISTINCT t.user_id, date_trunc('week', t.date)::date AS monday, date_trunc('week', t.date)::date + 6 AS sunday \
      FROM users u JOIN timesheets t ON t.user_id = u.id WHERE t.date < $1 AND ",
    WAITS
);
const WAITING_SQLITE: &str = concat!(
    "WITH waiting AS (SELECT DISTINCT t.user_id, date(t.date, 'weekday 0', '-6 days') AS monday, date(t.date, 'weekday 0') AS sunday \
      FROM users u JOIN timesheets t ON t.user_id = u.id WHERE t.date < $1 AND ",
    WAITS
);

const OF_WAITING: &str = concat!(
    ") SELECT ",
    VIEW_COLUMNS,
    " FROM waiting w JOIN users u ON u.id = w.user_id \
      JOIN timesheets t ON t.user_id = w.user_id AND t.date BETWEEN w.monday AND w.sunday"
);

/// By hand for the sums, which spare the texts of the entries the way.
const TOTALS_OF_WAITING: &str = concat!(
    ") SELECT u.id, u.first_name, u.last_name, w.monday, SUM(t.half_hours), \
      SUM(CASE WHEN ",
    WAITS,
    " THEN 1 ELSE 0 END), SUM(CASE WHEN t.date < $2 AND ",
    WAITS,
    " THEN 1 ELSE 0 END), \
      SUM(CASE WHEN t.status = 'approved' THEN 1 ELSE 0 END), SUM(CASE WHEN t.status = 'rejected' THEN 1 ELSE 0 END) \
    FROM waiting w JOIN users u ON u.id = w.user_id \
      JOIN timesheets t ON t.user_id = w.user_id AND t.date BETWEEN w.monday AND w.sunday \
    GROUP BY u.id, w.monday"
);

pub(crate) fn totals_of_waiting(backend: DbBackend, in_scope: &str) -> String {
    let waiting = waiting(backend);
    format!("{waiting}{in_scope}{TOTALS_OF_WAITING}")
}

fn totals(columns: &mut Columns<'_>) -> Result<WaitingTotals, Failure> {
    Ok(WaitingTotals {
        user: UserId::new(columns.take()?),
        name: columns.name()?,
        monday: columns.take()?,
        half_hours: columns.count()?,
        pending: columns.count()?,
        older: columns.count()?,
        approved: columns.count()?,
        rejected: columns.count()?,
    })
}

/// By hand, because it asks four tables at once: for service, for the unlocks that were used for an entry, for the days on leave, and for
/// the number of the changes of holidays. A decision ends the unlocks of its day, and nobody has used these.
pub(crate) fn week_facts(backend: DbBackend) -> String {
    let (serving, filling) = (sql::among(backend, "s.user_id", 3), sql::among(backend, "k.user_id", 3));
    let (away, is_approved) = (sql::among(backend, "h.user_id", 3), is_approved_leave!("l"));
    format!(
        "SELECT s.user_id, s.first_day, s.last_day, CAST(NULL AS date), CAST(NULL AS date), CAST(NULL AS bigint) FROM service_periods s \
         WHERE {serving} AND s.first_day <= $2 AND (s.last_day IS NULL OR s.last_day >= $1) \
         UNION ALL SELECT k.user_id, NULL, NULL, k.date, NULL, NULL FROM unlocks k \
           JOIN timesheets e ON e.user_id = k.user_id AND e.date = k.date \
         WHERE {filling} AND k.used_at IS NOT NULL AND (e.decided_at IS NULL OR e.decided_at <> k.used_at) \
           AND k.date BETWEEN $1 AND $2 \
         UNION ALL SELECT h.user_id, NULL, NULL, NULL, h.date, NULL FROM leave_halves h JOIN leave_requests l ON l.id = h.request_id \
         WHERE {away} AND h.date BETWEEN $1 AND $2 AND h.counts AND {is_approved} GROUP BY h.user_id, h.date HAVING count(*) = 2 \
         UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, value FROM counters WHERE name = 'holidays'"
    )
}

/// A row of it.
enum WeekFact {
    Service(UserId, ServicePeriod),
    UsedUnlock(UserId, NaiveDate),
    OnLeave(UserId, NaiveDate),
    HolidayChanges(i64),
}

fn week_fact(columns: &mut Columns<'_>) -> Result<WeekFact, Failure> {
    let (user, first, last): (Option<Uuid>, Option<NaiveDate>, _) = (columns.take()?, columns.take()?, columns.take()?);
    let (unlocked, on_leave): (Option<NaiveDate>, Option<NaiveDate>) = (columns.take()?, columns.take()?);
    let changes: Option<i64> = columns.take()?;
    Ok(match (user.map(UserId::new), first, unlocked, on_leave) {
        (Some(user), Some(first), ..) => {
            let period = ServicePeriod::new(first, last).ok_or_else(|| corrupt("service_periods", "last_day", user))?;
            WeekFact::Service(user, period)
        }
        (Some(user), None, Some(day), _) => WeekFact::UsedUnlock(user, day),
        (Some(user), None, None, Some(day)) => WeekFact::OnLeave(user, day),
        _ => WeekFact::HolidayChanges(changes.unwrap_or_default()),
    })
}

pub(crate) fn unlocked(user: UserId, from: NaiveDate, to: NaiveDate) -> Select<unlock::Entity> {
    use unlock::{Column, Entity};
    let unused = Entity::find().filter(Column::UserId.eq(user.uuid())).filter(Column::UsedAt.is_null());
    let unused = unused.filter(Column::Status.eq(RequestStatus::Approved.name()));
    unused.filter(Column::Date.between(from, to)).order_by_asc(Column::Date)
}

pub(crate) fn absent(user: UserId, from: NaiveDate, to: NaiveDate) -> Select<absence::Entity> {
    use absence::{Column, Entity};
    let marks = Entity::find().filter(Column::UserId.eq(user.uuid())).filter(Column::Date.between(from, to));
    marks.order_by_asc(Column::Date)
}

/// By hand, because it passes over closed months.
pub(crate) const REJECTED: &str = concat!(
    "SELECT t.date FROM timesheets t WHERE t.user_id = $1 AND t.status = 'rejected' AND t.date < $2 AND NOT ",
    in_closed_month!("t.date"),
    " ORDER BY t.date LIMIT $3"
);

/// By hand, because it asks two tables at once.
pub(crate) const OLDEST_FILLABLE: &str = concat!(
    "SELECT min(day) FROM ( \
      SELECT min(k.date) AS day FROM unlocks k WHERE k.user_id = $1 AND ",
    is_open!("k"),
    " AND NOT ",
    in_closed_month!("k.date"),
    " UNION ALL SELECT min(t.date) FROM timesheets t WHERE t.user_id = $1 AND t.status = 'rejected' AND NOT ",
    in_closed_month!("t.date"),
    ") AS days"
);

/// Ids count up with the time, so the last ones are the newest.
pub(crate) const NEWEST: &str =
    concat!("SELECT ", VIEW_COLUMNS, " FROM timesheets t JOIN users u ON u.id = t.user_id ORDER BY t.id DESC LIMIT $1");

/// By hand, because each status is counted in its own way: the counts of the people whose ids are `$1`, see [`sql::among`]; of everyone
/// where none are named. Those that wait are few, and counted by their index; how many are decided is kept, those included that stay
/// rejected in closed months, which are few as well. The kept counts are asked for by name as well, or PostgreSQL would read those of
/// everybody.
pub(crate) fn approval_counts(backend: DbBackend, is_named: bool) -> String {
    let [theirs, condition] = if is_named {
        [format!(" AND {}", sql::among(backend, "c.user_id", 1)), format!(" WHERE {}", sql::among(backend, "u.id", 1))]
    } else {
        [String::new(), String::new()]
    };
    format!(
        "SELECT u.id, (SELECT count(*) FROM timesheets t WHERE t.user_id = u.id AND {WAITS}), coalesce(c.approved, 0), \
         coalesce(c.rejected, 0) - (SELECT count(*) FROM timesheets t WHERE t.user_id = u.id AND t.status = 'rejected' AND {SHUT}) \
         FROM users u LEFT JOIN decided_counts c ON c.user_id = u.id{theirs}{condition}"
    )
}

fn approval_count(columns: &mut Columns<'_>) -> Result<ApprovalCount, Failure> {
    Ok(ApprovalCount {
        user: UserId::new(columns.take()?),
        pending: columns.count()?,
        approved: columns.count()?,
        rejected: columns.count()?,
    })
}

/// The conditions on users `u` in `scope`, of whom `employee` alone where one is named, with their parameters after those that are
/// there already.
fn conditions(scope: &Scope, employee: Option<UserId>, values: &mut Vec<Value>) -> String {
    let mut text = in_scope(scope, values);
    if let Some(employee) = employee {
        values.push(employee.uuid().into());
        text.extend([" AND t.user_id = $", &values.len().to_string()]);
    }
    text
}

impl Database {
    /// The days of the rows that a query finds.
    async fn days<E: EntityTrait>(&self, query: Select<E>, day: E::Column) -> Result<Vec<NaiveDate>> {
        let days = query.select_only().column(day);
        self.read(move |connection| async move { Ok(days.into_tuple().all(&*connection).await?) }).await
    }
}

#[async_trait]
impl TimesheetReads for Database {
    async fn of_user(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<OwnEntry>> {
        self.all(OF_USER, vec![user.uuid().into(), from.into(), to.into()], own).await
    }

    async fn of_scope(
        &self,
        scope: Scope,
        employee: Option<UserId>,
        from: NaiveDate,
        to: NaiveDate,
    ) -> Result<Vec<EntryView>> {
        let mut values = vec![from.into(), to.into()];
        let conditions = conditions(&scope, employee, &mut values);
        self.all(format!("{OF_SCOPE}{conditions}{NEWEST_FIRST}"), values, view).await
    }

    async fn waiting_weeks(&self, scope: Scope, employee: Option<UserId>, before: NaiveDate) -> Result<Vec<EntryView>> {
        let waiting = waiting(self.backend());
        let mut values = vec![before.into()];
        let conditions = conditions(&scope, employee, &mut values);
        self.all(format!("{waiting}{conditions}{OF_WAITING}{NEWEST_FIRST}"), values, view).await
    }

    async fn waiting_totals(&self, scope: Scope, before: NaiveDate, month: NaiveDate) -> Result<Vec<WaitingTotals>> {
        let mut values = vec![before.into(), month.into()];
        let in_scope = in_scope(&scope, &mut values);
        self.all(totals_of_waiting(self.backend(), &in_scope), values, totals).await
    }

    async fn week_facts(&self, people: &[UserId], from: NaiveDate, to: NaiveDate) -> Result<WeekFacts> {
        let people = sql::ids(self.backend(), people.iter().map(|user| user.uuid()));
        let rows = self.all(week_facts(self.backend()), vec![from.into(), to.into(), people], week_fact).await?;
        let (mut facts, mut changes) = (WeekFacts::default(), 0);
        for row in rows {
            match row {
                WeekFact::Service(user, period) => facts.service.entry(user).or_default().push(period),
                WeekFact::UsedUnlock(user, day) => drop(facts.used_unlocks.insert((user, day))),
                WeekFact::OnLeave(user, day) => drop(facts.on_leave.insert((user, day))),
                WeekFact::HolidayChanges(number) => changes = number,
            }
        }
        facts.holidays = holidays::kept(self, changes, self.all(holidays::ALL, vec![], holidays::holiday)).await?;
        Ok(facts)
    }

    async fn unlocked_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>> {
        self.days(unlocked(user, from, to), unlock::Column::Date).await
    }

    async fn oldest_fillable(&self, user: UserId) -> Result<Option<NaiveDate>> {
        let oldest = self.first(OLDEST_FILLABLE, vec![user.uuid().into()], |columns| Ok(columns.take()?)).await?;
        Ok(oldest.flatten())
    }

    async fn approval_counts(&self, users: Option<&[UserId]>) -> Result<Vec<ApprovalCount>> {
        let statement = approval_counts(self.backend(), users.is_some());
        let values = users.map(|users| sql::ids(self.backend(), users.iter().map(|id| id.uuid())));
        let mut counts = self.all(statement, values.into_iter().collect(), approval_count).await?;
        counts.retain(|count| count.pending + count.approved + count.rejected > 0);
        Ok(counts)
    }

    async fn absent_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>> {
        self.days(absent(user, from, to), absence::Column::Date).await
    }

    async fn rejected_days(&self, user: UserId, before: NaiveDate, limit: u32) -> Result<Vec<NaiveDate>> {
        let values = vec![user.uuid().into(), before.into(), i64::from(limit).into()];
        self.all(REJECTED, values, |columns| Ok(columns.take()?)).await
    }

    async fn page(&self, from: NaiveDate, to: NaiveDate, page: u32, limit: u32) -> Result<(Vec<EntryView>, u32)> {
        let limit = i64::from(limit);
        let first = i64::from(page.saturating_sub(1)).saturating_mul(limit);
        self.read(move |connection| async move {
            let counts = sql::rows(&*connection, page::COUNTS, vec![from.into(), to.into()], page::day_count).await?;
            let total: i64 = counts.iter().map(|(_, count)| count).sum();
            let entries = match page::place(&counts, first, limit) {
                Some(Place { from, to, before }) => {
                    let values = vec![from.into(), to.into(), limit.into(), before.into()];
                    sql::rows(&*connection, page::PAGE, values, view).await?
                }
                None => Vec::new(),
            };
            Ok((entries, u32::try_from(total).unwrap_or(u32::MAX)))
        })
        .await
    }

    async fn history(&self, id: TimesheetId) -> Result<Option<EntryHistory>> {
        let rows = self.all(history::OF_ENTRY, vec![id.uuid().into()], history::history_row).await?;
        Ok(history::gathered(rows))
    }

    async fn newest(&self, limit: u32) -> Result<Vec<EntryView>> {
        self.all(NEWEST, vec![i64::from(limit).into()], view).await
    }
}
