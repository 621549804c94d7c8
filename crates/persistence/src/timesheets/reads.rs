//! Reading entries: one query for each question, with only the columns that are sent.

use application::ports::{ApprovalCount, EntryView, OwnEntry, StoreError, TimesheetReads, UnlockView};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::access::Scope;
use domain::id::{TimesheetId, UnlockId, UserId};
use sea_orm::{DbBackend, QueryResult, Value};

use crate::database::Database;
use crate::fault::Failure;
use crate::people::scope::in_scope;
use crate::sql::{self, Columns};

/// The columns of an entry as others see it, in the order in which [`own`] reads them.
macro_rules! own_columns {
    () => {
        "t.id, t.date, t.half_hours, t.description, t.status, t.comment, t.rejected_on, t.is_resubmission, t.created_at, t.updated_at"
    };
}

pub(crate) use own_columns;

macro_rules! view_columns {
    () => {
        concat!($crate::timesheets::reads::own_columns!(), ", u.id, u.employee_number, u.first_name, u.last_name")
    };
}

pub(super) use view_columns;

macro_rules! newest_first {
    () => {
        " ORDER BY t.date DESC, u.first_name, u.last_name, u.employee_number"
    };
}

pub(crate) const OF_USER: &str = concat!(
    "SELECT ",
    own_columns!(),
    " FROM timesheets t WHERE t.user_id = $1 AND t.date BETWEEN $2 AND $3 ORDER BY t.date DESC"
);

pub(crate) const OF_SCOPE: &str = concat!(
    "SELECT ",
    view_columns!(),
    " FROM users u JOIN timesheets t ON t.user_id = u.id WHERE t.date BETWEEN $1 AND $2"
);

/// The weeks with something that waits, each named by its person and its Monday.
const WAITING_POSTGRES: &str = "\
    WITH waiting AS (SELECT DISTINCT t.user_id, date_trunc('week', t.date)::date AS monday, date_trunc('week', t.date)::date + 6 AS sunday \
      FROM users u JOIN timesheets t ON t.user_id = u.id WHERE t.status = 'pending' AND t.date < $1";
const WAITING_SQLITE: &str = "\
    WITH waiting AS (SELECT DISTINCT t.user_id, date(t.date, 'weekday 0', '-6 days') AS monday, date(t.date, 'weekday 0') AS sunday \
      FROM users u JOIN timesheets t ON t.user_id = u.id WHERE t.status = 'pending' AND t.date < $1";

const OF_WAITING: &str = concat!(
    ") SELECT ",
    view_columns!(),
    " FROM waiting w JOIN users u ON u.id = w.user_id \
      JOIN timesheets t ON t.user_id = w.user_id AND t.date BETWEEN w.monday AND w.sunday"
);

pub(crate) const UNLOCKED: &str = "\
    SELECT date FROM unlocks WHERE user_id = $1 AND used_at IS NULL AND date BETWEEN $2 AND $3 ORDER BY date";

pub(crate) const OLDEST_FILLABLE: &str = "\
    SELECT min(day) FROM ( \
      SELECT min(date) AS day FROM unlocks WHERE user_id = $1 AND used_at IS NULL \
      UNION ALL SELECT min(date) FROM timesheets WHERE user_id = $1 AND status = 'rejected') AS days";

pub(crate) const ABSENT: &str = "SELECT date FROM absences WHERE user_id = $1 AND date BETWEEN $2 AND $3 ORDER BY date";

pub(crate) const REJECTED: &str =
    "SELECT date FROM timesheets WHERE user_id = $1 AND status = 'rejected' AND date < $2 ORDER BY date LIMIT $3";

pub(crate) const UNLOCKS: &str = "\
    SELECT k.id, k.date, k.reason, k.used_at IS NOT NULL, k.created_at, c.first_name, c.last_name, c.id, c.role \
    FROM unlocks k JOIN users c ON c.id = k.created_by WHERE k.user_id = $1 ORDER BY k.created_at DESC, k.id DESC LIMIT $2";

/// Counts of each person, of those that are named in between.
macro_rules! approval_counts {
    () => {
        "SELECT t.user_id, count(*) FILTER (WHERE t.status = 'pending'), count(*) FILTER (WHERE t.status = 'approved'), \
           count(*) FILTER (WHERE t.status = 'rejected') \
         FROM timesheets t{} GROUP BY t.user_id"
    };
}

/// Ids count up with the time, so the last ones are the newest.
pub(crate) const NEWEST: &str = concat!(
    "SELECT ",
    view_columns!(),
    " FROM timesheets t JOIN users u ON u.id = t.user_id ORDER BY t.id DESC LIMIT $1"
);

/// The counts of the people whose ids are `$1`, see [`sql::among`]; of everyone where none are named.
pub(crate) fn approval_counts(backend: DbBackend, is_named: bool) -> String {
    let condition = if is_named { format!(" WHERE {}", sql::among(backend, "t.user_id", 1)) } else { String::new() };
    format!(approval_counts!(), condition)
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

fn own(columns: &mut Columns<'_>) -> Result<OwnEntry, Failure> {
    let id = TimesheetId::new(columns.take()?);
    Ok(OwnEntry {
        id,
        date: columns.take()?,
        hours: columns.hours("timesheets", id)?,
        description: columns.take()?,
        status: columns.status(id)?,
        comment: columns.take()?,
        rejected_on: columns.take()?,
        is_resubmission: columns.take()?,
        created_at: columns.take()?,
        updated_at: columns.take()?,
    })
}

pub(super) fn view(row: &QueryResult) -> Result<EntryView, Failure> {
    let mut columns = Columns::of(row);
    Ok(EntryView { entry: own(&mut columns)?, person: columns.person()? })
}

impl Database {
    /// The days that a statement finds.
    async fn days(&self, statement: &'static str, values: Vec<Value>) -> Result<Vec<NaiveDate>, StoreError> {
        self.read(move |connection| async move {
            let rows = sql::all(&*connection, statement, values).await?;
            rows.iter().map(|row| Ok(row.try_get_by_index(0)?)).collect()
        })
        .await
    }

    async fn views(&self, statement: String, values: Vec<Value>) -> Result<Vec<EntryView>, StoreError> {
        self.read(move |connection| async move {
            let rows = sql::all(&*connection, &statement, values).await?;
            rows.iter().map(view).collect()
        })
        .await
    }
}

#[async_trait]
impl TimesheetReads for Database {
    async fn of_user(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<OwnEntry>, StoreError> {
        let values = vec![user.uuid().into(), from.into(), to.into()];
        self.read(move |connection| async move {
            let rows = sql::all(&*connection, OF_USER, values).await?;
            rows.iter().map(|row| own(&mut Columns::of(row))).collect()
        })
        .await
    }

    async fn of_scope(
        &self,
        scope: Scope,
        employee: Option<UserId>,
        from: NaiveDate,
        to: NaiveDate,
    ) -> Result<Vec<EntryView>, StoreError> {
        let mut values = vec![from.into(), to.into()];
        let conditions = conditions(&scope, employee, &mut values);
        self.views(format!(concat!("{}{}", newest_first!()), OF_SCOPE, conditions), values).await
    }

    async fn waiting_weeks(
        &self,
        scope: Scope,
        employee: Option<UserId>,
        before: NaiveDate,
    ) -> Result<Vec<EntryView>, StoreError> {
        let waiting = if self.backend() == DbBackend::Postgres { WAITING_POSTGRES } else { WAITING_SQLITE };
        let mut values = vec![before.into()];
        let conditions = conditions(&scope, employee, &mut values);
        self.views(format!(concat!("{}{}{}", newest_first!()), waiting, conditions, OF_WAITING), values).await
    }

    async fn unlocked_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>, StoreError> {
        self.days(UNLOCKED, vec![user.uuid().into(), from.into(), to.into()]).await
    }

    async fn oldest_fillable(&self, user: UserId) -> Result<Option<NaiveDate>, StoreError> {
        self.read(move |connection| async move {
            let row = sql::one(&*connection, OLDEST_FILLABLE, vec![user.uuid().into()]).await?;
            Ok(row.map(|row| row.try_get_by_index::<Option<NaiveDate>>(0)).transpose()?.flatten())
        })
        .await
    }

    async fn approval_counts(&self, users: Option<&[UserId]>) -> Result<Vec<ApprovalCount>, StoreError> {
        let statement = approval_counts(self.backend(), users.is_some());
        let values = users.map(|users| sql::ids(self.backend(), users.iter().map(|id| id.uuid())));
        self.read(move |connection| async move {
            let rows = sql::all(&*connection, &statement, values.into_iter().collect()).await?;
            let count = |row| {
                let mut columns = Columns::of(row);
                Ok(ApprovalCount {
                    user: UserId::new(columns.take()?),
                    pending: columns.count()?,
                    approved: columns.count()?,
                    rejected: columns.count()?,
                })
            };
            rows.iter().map(count).collect()
        })
        .await
    }

    async fn absent_days(&self, user: UserId, from: NaiveDate, to: NaiveDate) -> Result<Vec<NaiveDate>, StoreError> {
        self.days(ABSENT, vec![user.uuid().into(), from.into(), to.into()]).await
    }

    async fn rejected_days(&self, user: UserId, before: NaiveDate, limit: u32) -> Result<Vec<NaiveDate>, StoreError> {
        self.days(REJECTED, vec![user.uuid().into(), before.into(), i64::from(limit).into()]).await
    }

    async fn unlocks(&self, user: UserId, limit: u32) -> Result<Vec<UnlockView>, StoreError> {
        let values = vec![user.uuid().into(), i64::from(limit).into()];
        self.read(move |connection| async move {
            let rows = sql::all(&*connection, UNLOCKS, values).await?;
            let unlock = |row| {
                let mut columns = Columns::of(row);
                Ok(UnlockView {
                    id: UnlockId::new(columns.take()?),
                    date: columns.take()?,
                    reason: columns.take()?,
                    is_used: columns.take()?,
                    created_at: columns.take()?,
                    creator: columns.name()?,
                    creator_role: {
                        let creator = UserId::new(columns.take()?);
                        columns.role(creator)?
                    },
                })
            };
            rows.iter().map(unlock).collect()
        })
        .await
    }

    async fn page(
        &self,
        from: NaiveDate,
        to: NaiveDate,
        page: u32,
        limit: u32,
    ) -> Result<(Vec<EntryView>, u32), StoreError> {
        self.page_of_everyone(from, to, page, limit).await
    }

    async fn newest(&self, limit: u32) -> Result<Vec<EntryView>, StoreError> {
        self.views(NEWEST.to_owned(), vec![i64::from(limit).into()]).await
    }
}
