//! Brings the schema up to date, once, however many instances start at the same moment.

use std::collections::BTreeSet;
use std::time::Duration;

use domain::Instant;
use migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use tokio::time::timeout;

use super::transaction::begin_immediate;
use super::{Database, Engine, OpenError, Pools, copy, within};
use crate::sql;

/// How long an instance waits for another one that is migrating.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long migrating itself may take: an index over very many entries is not made in a minute.
const LONGEST: Duration = Duration::from_hours(1);
/// Any number will do, as long as every instance takes the same.
pub(crate) const ADVISORY_LOCK: &str = "SELECT pg_advisory_xact_lock(727001)";

impl Database {
    /// Applies all pending migrations in one locked transaction: either the schema is that of this program, or nothing has
    /// changed. A file that is not new is copied before. Refuses a database that a newer program has migrated.
    pub async fn migrate(&self) -> Result<(), OpenError> {
        self.migrate_by::<Migrator>().await
    }

    /// The same with the migrations of another program: of one that is yet to come, say.
    pub async fn migrate_by<M: MigratorTrait>(&self) -> Result<(), OpenError> {
        self.bring_up_to_date::<M>(None).await
    }

    /// The same if the database was backed up since then, where it is one that is not copied.
    pub(super) async fn bring_up_to_date<M: MigratorTrait>(
        &self,
        backed_up_since: Option<Instant>,
    ) -> Result<(), OpenError> {
        let slow = || failed("another instance has held the lock for a minute");
        let endless = || failed("the schema is not up to date after an hour");
        let _turn = match &self.inner.writer {
            None => None,
            Some(writer) => Some(timeout(PATIENCE, writer.acquire()).await.map_err(|_| slow())?),
        };
        let (Pools { reading, writing, .. }, backend) = (self.pools(), self.backend());
        let file = match &self.inner.engine {
            Engine::Sqlite { file } => Some(file.clone()),
            Engine::Postgres { .. } => None,
        };
        within(LONGEST, async move {
            let transaction = begin_immediate(&*writing).await.map_err(failed)?;
            if backend == DbBackend::Postgres {
                // Others wait here for the first one, for a minute.
                transaction.execute_unprepared("SET LOCAL lock_timeout = '60s'").await.map_err(failed)?;
                transaction.execute_unprepared("SET LOCAL statement_timeout = '60s'").await.map_err(failed)?;
                transaction.execute_unprepared(ADVISORY_LOCK).await.map_err(failed)?;
                transaction.execute_unprepared("SET LOCAL statement_timeout = 0").await.map_err(failed)?;
            }
            M::install(&transaction).await.map_err(failed)?;
            let known: Vec<String> = M::migrations().iter().map(|migration| migration.name().to_owned()).collect();
            let applied = applied(&transaction, backend).await.map_err(failed)?;
            if let Some(unknown) = applied.iter().find(|name| !known.contains(name)) {
                return Err(OpenError::Newer(unknown.clone()));
            }
            let is_pending = known.iter().any(|name| !applied.contains(name));
            if let Some(since) = backed_up_since.filter(|_| backend == DbBackend::Postgres && is_pending)
                && !applied.is_empty()
                && sql::one(&transaction, "SELECT 1 FROM users LIMIT 1", vec![]).await.map_err(failed)?.is_some()
            {
                let newest = newest_backup(&transaction).await.map_err(failed)?;
                if newest.is_none_or(|newest| newest < since) {
                    return Err(OpenError::NotBackedUp { newest });
                }
            }
            // Read by another connection while this one keeps every writer away: nothing comes in between.
            let copied = match (&file, known.iter().rfind(|name| !applied.contains(name))) {
                (Some(file), Some(newest)) if !applied.is_empty() => {
                    let place = copy::place(file, newest);
                    let made = copy::make(&reading, &place).await;
                    made.map_err(|cause| OpenError::Copy { place: place.clone(), cause })?;
                    tracing::info!(copy = %place.display(), "the database was copied before its schema changes");
                    Some(place)
                }
                _ => None,
            };
            let fails = |error: DbErr| OpenError::Migration { cause: error.to_string(), copy: copied.clone() };
            M::up(&transaction, None).await.map_err(fails)?;
            transaction.commit().await.map_err(fails)?;
            if let Some(file) = file.filter(|_| copied.is_some())
                && let Err(error) = copy::remove_old(&file)
            {
                tracing::warn!(%error, "the copies of earlier upgrades could not be removed");
            }
            Ok(())
        })
        .await
        .ok_or_else(endless)??;
        self.learn_keys().await
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

/// When the database was last backed up. This works with every earlier schema.
pub(crate) async fn newest_backup<C: ConnectionTrait>(connection: &C) -> Result<Option<Instant>, DbErr> {
    let row = sql::one(connection, "SELECT max(at) FROM events WHERE kind = 'backup-made'", vec![]).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.flatten())
}

/// Before anything was changed.
#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn failed(cause: impl ToString) -> OpenError {
    OpenError::Migration { cause: cause.to_string(), copy: None }
}

/// The names of the migrations that have been applied, oldest first.
pub(crate) async fn applied<C: ConnectionTrait>(connection: &C, backend: DbBackend) -> Result<Vec<String>, DbErr> {
    let applied = Statement::from_string(backend, "SELECT version FROM seaql_migrations ORDER BY version");
    connection.query_all_raw(applied).await?.iter().map(|row| row.try_get_by_index(0)).collect()
}
