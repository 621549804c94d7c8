//! Writing entries. Each change is saved on the version that it was made from, and leaves a version behind.
//!
//! A decision covers up to 500 entries and takes as many statements as for one: the entries travel as one JSON parameter, which both
//! engines unfold into rows.

use application::ports::{DecidedEntry, StoreError, TimesheetRepository};
use async_trait::async_trait;
use chrono::NaiveDate;
use constcat::concat;
use domain::id::{TimesheetId, UserId};
use domain::timesheet::{Entry, Status, Stored};
use sea_orm::{ColumnTrait, DbBackend, DbErr, EntityTrait, PaginatorTrait, QueryFilter, Set};
use serde_json::json;

use crate::fault::Failure;
use crate::row::{Columns, corrupt, row};
use crate::sql::{self, instant_text};
use crate::timesheets::timesheet;
use crate::timesheets::timesheet_version;
use crate::unit::Unit;

row! {
    STORED_COLUMNS, stored("timesheets") -> Stored {
        id: "t.id",
        user: "t.user_id",
        date: "t.date",
        hours: "t.half_hours",
        description: "t.description",
        status: "t.status",
        comment: "t.comment",
        is_resubmission: "t.is_resubmission",
        version: "t.version",
        decided_by: "t.decided_by",
        decided_at: "t.decided_at",
        decided_for: "t.decided_for",
        rejected_on: "t.rejected_on",
        created_at: "t.created_at",
        updated_at: "t.updated_at",
    }
}

row! {
    DECIDED_COLUMNS, decided("timesheets") -> DecidedEntry {
        entry: [STORED_COLUMNS => entry],
        manager: "u.manager_id",
    }
}

fn entry(columns: &mut Columns<'_>) -> Result<Entry, Failure> {
    let stored = stored(columns)?;
    let id = stored.id;
    Ok(Entry::restore(stored).map_err(|why| corrupt("timesheets", why.field, id))?)
}

/// By hand for the columns that a decision reads too.
pub(crate) const OF_DAY: &str =
    concat!("SELECT ", STORED_COLUMNS, " FROM timesheets t WHERE t.user_id = $1 AND t.date = $2");

const FOR_DECISION: &str =
    concat!("SELECT ", DECIDED_COLUMNS, " FROM timesheets t JOIN users u ON u.id = t.user_id WHERE ");

/// What is locked on PostgreSQL before the entries whose ids are `$1`, one after the other: the people, as an unlock does, and the
/// unlocks, as a submission does. In another order two could wait for each other for ever. Each is a statement of its own, so that it
/// sees what those have done for whom the one before it has waited.
pub(crate) fn before_a_decision() -> [String; 2] {
    let entries = sql::among(DbBackend::Postgres, "t.id", 1);
    [
        format!(
            "SELECT u.id FROM users u WHERE u.id IN (SELECT t.user_id FROM timesheets t WHERE {entries}) \
             ORDER BY u.id FOR SHARE"
        ),
        format!(
            "SELECT k.id FROM timesheets t JOIN unlocks k ON k.user_id = t.user_id AND k.date = t.date \
             WHERE {entries} AND k.used_at IS NULL ORDER BY k.id FOR UPDATE OF k"
        ),
    ]
}

/// The entries in the JSON parameter `$1`, as rows of a table `n`.
const ROWS_POSTGRES: &str = "\
    json_to_recordset($1::json) AS n (id uuid, half_hours integer, description text, status text, comment text, \
      is_resubmission boolean, version integer, decided_by uuid, decided_for uuid, decided_at timestamptz, rejected_on date, updated_at timestamptz)";

const ROWS_SQLITE: &str = "\
    (SELECT unhex(value ->> 'id') AS id, value ->> 'half_hours' AS half_hours, value ->> 'description' AS description, \
      value ->> 'status' AS status, value ->> 'comment' AS comment, value ->> 'is_resubmission' AS is_resubmission, \
      value ->> 'version' AS version, unhex(value ->> 'decided_by') AS decided_by, \
      unhex(value ->> 'decided_for') AS decided_for, value ->> 'decided_at' AS decided_at, \
      value ->> 'rejected_on' AS rejected_on, value ->> 'updated_at' AS updated_at FROM json_each($1)) AS n";

const UPDATE_SET: &str = "\
    UPDATE timesheets SET half_hours = n.half_hours, description = n.description, status = n.status, comment = n.comment, \
      is_resubmission = n.is_resubmission, version = n.version, decided_by = n.decided_by, decided_for = n.decided_for, decided_at = n.decided_at, \
      rejected_on = n.rejected_on, updated_at = n.updated_at FROM ";

const UPDATE_WHERE: &str = " WHERE timesheets.id = n.id AND timesheets.version = n.version - 1";

const VERSIONS_SELECT: &str = "\
    INSERT INTO timesheet_versions (timesheet_id, version, at, actor_id, half_hours, description, status, comment, on_behalf_of) \
    SELECT n.id, n.version, n.updated_at, $2, n.half_hours, n.description, n.status, n.comment, \
      CASE WHEN n.status <> 'pending' THEN n.decided_for END FROM ";

/// The entries as JSON, ids in the spelling that the engine turns back into its own.
fn as_json(backend: DbBackend, entries: &[Entry]) -> String {
    let id = |id: uuid::Uuid| {
        if backend == DbBackend::Postgres { id.hyphenated().to_string() } else { id.simple().to_string() }
    };
    let rows = entries.iter().map(|entry| {
        let (decided, rejection) = (entry.decided(), entry.rejection());
        json!({
            "id": id(entry.id().uuid()),
            "half_hours": entry.hours().half_hours(),
            "description": entry.description(),
            "status": entry.status().name(),
            "comment": rejection.map(|rejection| &rejection.comment),
            "is_resubmission": entry.is_resubmission(),
            "version": entry.version(),
            "decided_by": decided.map(|decided| id(decided.by.uuid())),
            "decided_for": decided.and_then(|decided| decided.on_behalf_of).map(|manager| id(manager.uuid())),
            "decided_at": decided.map(|decided| instant_text(decided.at)),
            "rejected_on": rejection.map(|rejection| rejection.on.to_string()),
            "updated_at": instant_text(entry.updated_at()),
        })
    });
    serde_json::Value::Array(rows.collect()).to_string()
}

#[async_trait]
impl TimesheetRepository for Unit {
    async fn of_day(&self, user: UserId, date: NaiveDate) -> Result<Option<Entry>, StoreError> {
        let statement = format!("{OF_DAY}{}", sql::lock(self.transaction.backend(), " FOR UPDATE"));
        self.first(statement, vec![user.uuid().into(), date.into()], entry).await
    }

    async fn for_decision(&self, ids: &[TimesheetId]) -> Result<Vec<DecidedEntry>, StoreError> {
        let backend = self.transaction.backend();
        let statement = format!(
            "{FOR_DECISION}{} ORDER BY t.user_id, t.id{}",
            sql::among(backend, "t.id", 1),
            sql::lock(backend, " FOR UPDATE OF t")
        );
        let values = vec![sql::ids(backend, ids.iter().map(|id| id.uuid()))];
        self.transaction
            .run(move |connection| async move {
                if backend == DbBackend::Postgres {
                    for before in before_a_decision() {
                        sql::all(&*connection, &before, values.clone()).await?;
                    }
                }
                sql::rows(&*connection, &statement, values, decided).await
            })
            .await
    }

    async fn count_pending(&self, user: UserId) -> Result<u32, StoreError> {
        let pending = timesheet::Column::Status.eq(Status::Pending.name());
        let waiting = timesheet::Entity::find().filter(timesheet::Column::UserId.eq(user.uuid())).filter(pending);
        self.transaction
            .run(move |connection| async move {
                let count = waiting.count(&*connection).await?;
                Ok(u32::try_from(count).unwrap_or(u32::MAX))
            })
            .await
    }

    async fn insert(&self, entry: &Entry, actor: UserId) -> Result<(), StoreError> {
        let entry = entry.clone().into_stored();
        let row = timesheet::ActiveModel {
            id: Set(entry.id.uuid()),
            user_id: Set(entry.user.uuid()),
            date: Set(entry.date),
            half_hours: Set(entry.hours.half_hours().into()),
            description: Set(entry.description.clone()),
            status: Set(entry.status.name().to_owned()),
            comment: Set(entry.comment.clone()),
            is_resubmission: Set(entry.is_resubmission),
            version: Set(entry.version.cast_signed()),
            decided_by: Set(entry.decided_by.map(UserId::uuid)),
            decided_for: Set(entry.decided_for.map(UserId::uuid)),
            decided_at: Set(entry.decided_at),
            rejected_on: Set(entry.rejected_on),
            created_at: Set(entry.created_at),
            updated_at: Set(entry.updated_at),
        };
        let version = timesheet_version::ActiveModel {
            timesheet_id: Set(entry.id.uuid()),
            version: Set(entry.version.cast_signed()),
            at: Set(entry.updated_at),
            actor_id: Set(actor.uuid()),
            half_hours: Set(entry.hours.half_hours().into()),
            description: Set(entry.description),
            status: Set(entry.status.name().to_owned()),
            comment: Set(entry.comment),
            // People record their own days.
            on_behalf_of: Set(None),
        };
        self.transaction
            .run(move |connection| async move {
                timesheet::Entity::insert(row).exec_without_returning(&*connection).await?;
                timesheet_version::Entity::insert(version).exec_without_returning(&*connection).await?;
                Ok(())
            })
            .await
    }

    async fn update(&self, entries: &[Entry], actor: UserId) -> Result<(), StoreError> {
        if entries.is_empty() {
            return Ok(());
        }
        let backend = self.transaction.backend();
        let rows = if backend == DbBackend::Postgres { ROWS_POSTGRES } else { ROWS_SQLITE };
        let update = format!("{UPDATE_SET}{rows}{UPDATE_WHERE}");
        let versions = format!("{VERSIONS_SELECT}{rows}");
        let json = as_json(backend, entries);
        let expected = entries.len() as u64;
        self.transaction
            .run(move |connection| async move {
                let updated = sql::change(&*connection, &update, vec![json.clone().into()]).await?;
                if updated != expected {
                    return Err(StoreError::Stale.into());
                }
                let saved = sql::change(&*connection, &versions, vec![json.into(), actor.uuid().into()]).await?;
                if saved != expected {
                    return Err(DbErr::Custom(format!("{saved} versions were saved of {expected}")).into());
                }
                Ok(())
            })
            .await
    }
}
