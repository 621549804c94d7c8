//! Brings the schema up to date, once, however many instances start at the same moment.

use std::collections::BTreeSet;
use std::time::Duration;

use migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use tokio::time::timeout;

use super::transaction::begin_immediate;
use super::{Database, OpenError, within};

/// How long an instance waits for another one that is migrating.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long migrating itself may take: an index over very many entries is not made in a minute.
const LONGEST: Duration = Duration::from_hours(1);
/// Any number will do, as long as every instance takes the same.
const ADVISORY_LOCK: &str = "SELECT pg_advisory_xact_lock(727001)";

impl Database {
    /// Applies all pending migrations in one locked transaction: either the schema is that of this program, or nothing has
    /// changed. Refuses a database that a newer program has migrated.
    pub async fn migrate(&self) -> Result<(), OpenError> {
        let slow = || OpenError::Migration("another instance has held the lock for a minute".to_owned());
        let endless = || OpenError::Migration("the schema is not up to date after an hour".to_owned());
        let _turn = match &self.inner.writer {
            None => None,
            Some(writer) => Some(timeout(PATIENCE, writer.acquire()).await.map_err(|_| slow())?),
        };
        let pool = self.current();
        let backend = self.backend();
        within(LONGEST, async move {
            let transaction = begin_immediate(&*pool).await.map_err(failed)?;
            if backend == DbBackend::Postgres {
                // Others wait here for the first one, for a minute.
                transaction.execute_unprepared("SET LOCAL lock_timeout = '60s'").await.map_err(failed)?;
                transaction.execute_unprepared("SET LOCAL statement_timeout = '60s'").await.map_err(failed)?;
                transaction.execute_unprepared(ADVISORY_LOCK).await.map_err(failed)?;
                transaction.execute_unprepared("SET LOCAL statement_timeout = 0").await.map_err(failed)?;
            }
            Migrator::install(&transaction).await.map_err(failed)?;
            if let Some(unknown) = unknown_migration(&transaction, backend).await.map_err(failed)? {
                return Err(OpenError::Newer(unknown));
            }
            Migrator::up(&transaction, None).await.map_err(failed)?;
            transaction.commit().await.map_err(failed)
        })
        .await
        .ok_or_else(endless)?
    }

    /// Whether the migrations of this program, and no others, have been applied.
    pub(super) async fn is_current(&self) -> bool {
        let backend = self.backend();
        let applied = self.read(move |connection| async move { Ok(applied(&*connection, backend).await?) }).await;
        let known: BTreeSet<String> = Migrator::names().into_iter().collect();
        // Where nothing was ever migrated there is not even the table.
        applied.is_ok_and(|applied| applied.into_iter().collect::<BTreeSet<_>>() == known)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn failed(error: DbErr) -> OpenError {
    OpenError::Migration(error.to_string())
}

async fn unknown_migration<C: ConnectionTrait>(connection: &C, backend: DbBackend) -> Result<Option<String>, DbErr> {
    let known = Migrator::names();
    Ok(applied(connection, backend).await?.into_iter().find(|name| !known.contains(name)))
}

async fn applied<C: ConnectionTrait>(connection: &C, backend: DbBackend) -> Result<Vec<String>, DbErr> {
    let applied = Statement::from_string(backend, "SELECT version FROM seaql_migrations ORDER BY version");
    connection.query_all_raw(applied).await?.iter().map(|row| row.try_get_by_index(0)).collect()
}
