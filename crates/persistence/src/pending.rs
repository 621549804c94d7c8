//! The effect of an upgrade, before it is done: the pending migrations, the tables that they change, and an estimate of the time.
//!
//! The changing tables are found by migrating an empty database from the present schema, and comparing. So no list of them has to
//! be kept.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use domain::Instant;
use migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, DbBackend, DbErr};

use crate::backup::{BackupError, Scratch, WITHOUT_LIMITS};
use crate::database::{Database, OpenError, SchemaState, newest_backup};
use crate::sql;

/// The effect of bringing a database up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// The names of the migrations, oldest first.
    pub migrations: Vec<String>,
    /// The existing tables that change, with their numbers of rows.
    pub tables: Vec<(String, u64)>,
    /// About how long it takes.
    pub takes: Duration,
    pub newest_backup: Option<Instant>,
}

// Measured from the first version's schema on (24 migrations): a million rows of entries, their versions and events took 2.1 s on
// PostgreSQL, and 7.2 s on SQLite with the copy of the file.
const PER_ROW_POSTGRES: Duration = Duration::from_nanos(2_100);
const PER_ROW_SQLITE: Duration = Duration::from_nanos(7_200);

/// Each table with its columns, constraints, indexes and triggers.
type Texts = BTreeMap<String, BTreeSet<String>>;

impl Database {
    /// The effect of an upgrade to the schema of this program; `None` if it is up to date. Changes nothing. Refuses a database
    /// that has no schema yet, and one of a newer program.
    pub async fn pending(&self) -> Result<Option<Pending>, OpenError> {
        let failed = |error: &dyn ToString| OpenError::Unread(error.to_string());
        let (applied, migrations) = match self.schema_state().await.map_err(|error| failed(&error))? {
            SchemaState::Current(_) => return Ok(None),
            SchemaState::Newer(unknown) => return Err(OpenError::Newer(unknown)),
            SchemaState::Older { applied: 0, .. } => return Err(OpenError::NotCurrent),
            SchemaState::Older { applied, missing } => (applied, missing),
        };
        let changing = changing(applied).await.map_err(|error| failed(&error.sentence("it")))?;
        let (tables, newest_backup) = self.counted(changing).await.map_err(|error| failed(&error))?;
        let rows = tables.iter().map(|(_, rows)| u32::try_from(*rows).unwrap_or(u32::MAX)).fold(0, u32::saturating_add);
        let per_row = if self.backend() == DbBackend::Postgres { PER_ROW_POSTGRES } else { PER_ROW_SQLITE };
        Ok(Some(Pending { migrations, tables, takes: per_row * rows, newest_backup }))
    }

    /// Those tables with the number of their rows, and when the newest backup was made.
    async fn counted(&self, tables: Vec<String>) -> Result<(Vec<(String, u64)>, Option<Instant>), DbErr> {
        let snapshot = self.begin_snapshot().await?;
        if self.backend() == DbBackend::Postgres {
            snapshot.execute_unprepared(WITHOUT_LIMITS).await?;
        }
        let mut counted = Vec::new();
        for table in tables {
            let count = sql::one(&snapshot, &format!("SELECT count(*) FROM \"{table}\""), vec![]).await?;
            let rows = count.map(|row| row.try_get_by_index::<i64>(0)).transpose()?.unwrap_or_default();
            counted.push((table, rows.unsigned_abs()));
        }
        let newest_backup = newest_backup(&snapshot).await?;
        snapshot.rollback().await?;
        Ok((counted, newest_backup))
    }
}

/// The tables of the schema of the first `applied` migrations that the others change.
async fn changing(applied: usize) -> Result<Vec<String>, BackupError> {
    let scratch = Scratch::make()?;
    let transaction = scratch.database().begin_unlimited().await?;
    Migrator::up(&transaction, u32::try_from(applied).ok()).await?;
    let before = texts(&transaction).await?;
    Migrator::up(&transaction, None).await?;
    let after = texts(&transaction).await?;
    transaction.commit().await?;
    Ok(before.into_iter().filter(|(table, text)| after.get(table) != Some(text)).map(|(table, _)| table).collect())
}

const TEXTS: &str = "\
    SELECT tbl_name, coalesce(sql, name) FROM sqlite_schema \
    WHERE tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> 'seaql_migrations'";

async fn texts<C: ConnectionTrait>(scratch: &C) -> Result<Texts, DbErr> {
    let mut texts = Texts::new();
    for row in sql::all(scratch, TEXTS, vec![]).await? {
        texts.entry(row.try_get_by_index(0)?).or_default().insert(row.try_get_by_index(1)?);
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_tables_that_change_are_those_that_migrations_name() {
        let names = Migrator::names();
        let up_to = |name: &str| names.iter().position(|known| known.ends_with(name)).unwrap() + 1;
        assert_eq!(changing(names.len()).await.unwrap(), Vec::<String>::new());
        // Triggers on five tables, new tables, and columns.
        let changed = [
            "holidays",
            "job_runs",
            "leave_ledger",
            "month_revisions",
            "month_rows",
            "sessions",
            "timesheet_versions",
            "users",
            "work_patterns",
        ];
        assert_eq!(changing(up_to("_000121_untold")).await.unwrap(), changed);
        // An index.
        assert!(changing(up_to("_000104_audit_guards") - 1).await.unwrap().contains(&"events".to_owned()));
    }
}
