//! Notices when the PostgreSQL server goes away or falls silent, and when it is back.
//!
//! While requests succeed it does nothing. When none has for a second it asks; when asking fails it tries a connection of
//! its own. If that fails too the database is away, and requests are refused at once instead of waiting one after the other
//! for their deadlines. If it works, the connections in the pool are what has died (a restart, a firewall that forgot them),
//! and the pool is replaced. So it is where they take no writes and a new one would: after a failover they may lead to the former
//! primary. In the same look it learns whether a newer version has changed the schema. An SQLite file does not go away, and nobody
//! else migrates it, so nobody watches it.

use std::sync::Weak;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use migrations::Migrator;
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::{self, Connection, PgConnection};
use tokio::sync::Notify;

use super::{Database, Engine, Inner};

const INTERVAL: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(1);
const AT_ONCE: Duration = Duration::from_millis(250);
/// Between two replacements of the pool, however quickly its connections break.
const PAUSE: Duration = Duration::from_millis(200);

/// What is known about the database.
#[derive(Default)]
pub(super) struct Health {
    away: AtomicBool,
    heard: AtomicBool,
    /// The newest generation of the pool in which a connection has broken since the last look.
    suspect: AtomicU64,
    closed: AtomicBool,
    /// A newer version has changed the schema.
    outdated: AtomicBool,
    /// Some connection of the pool takes no writes; others of it may, until it is replaced.
    read_only: AtomicBool,
    wake: Notify,
}

/// What a server says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing {
    /// It takes no writes, as a standby does.
    pub(super) is_read_only: bool,
    /// Its schema is that of a newer version.
    pub(super) is_newer: bool,
}

impl Health {
    pub(super) fn is_away(&self) -> bool {
        self.away.load(Ordering::Relaxed)
    }

    /// Whether the schema was that of a newer version at the last look.
    pub(super) fn is_outdated(&self) -> bool {
        self.outdated.load(Ordering::Relaxed)
    }

    /// Whether some connection of the pool was found to take no writes.
    pub(super) fn is_read_only(&self) -> bool {
        self.read_only.load(Ordering::Relaxed)
    }

    fn learn(&self, standing: Standing) {
        if standing.is_read_only {
            self.read_only.store(true, Ordering::Relaxed);
        }
        if self.outdated.swap(standing.is_newer, Ordering::Relaxed) != standing.is_newer && standing.is_newer {
            tracing::error!(
                "a newer version has changed the schema: this instance takes no writes until it is that version"
            );
        }
    }

    /// Nothing is asked of the database any more, and nobody looks for it.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.away.store(true, Ordering::Relaxed);
        self.wake.notify_one();
    }

    /// The database has answered.
    pub(super) fn heard(&self) {
        if !self.heard.load(Ordering::Relaxed) {
            self.heard.store(true, Ordering::Relaxed);
        }
    }

    /// A connection of this generation of the pool has broken; others of it may have as well.
    pub(super) fn suspect(&self, generation: u64) {
        self.suspect.fetch_max(generation, Ordering::Relaxed);
        self.wake.notify_one();
    }

    /// Whether a connection of this generation has broken since it was last asked. Calls on a pool that was replaced go on to fail
    /// for a while, which says nothing about the new one.
    fn takes_suspicion_of(&self, generation: u64) -> bool {
        self.suspect.swap(0, Ordering::Relaxed) == generation
    }
}

/// Looks after the database until the last handle on it is gone.
pub(super) async fn rounds(watched: Weak<Inner>) {
    loop {
        // The handle is given back after each round: the watch ends with the last user of the database.
        let Some(inner) = watched.upgrade() else {
            return;
        };
        drop(tokio::time::timeout(INTERVAL, inner.health.wake.notified()).await);
        if inner.health.closed.load(Ordering::Relaxed) {
            return;
        }
        look(&Database::over(inner)).await;
    }
}

async fn look(database: &Database) {
    let Engine::Postgres { options, .. } = &database.inner.engine else {
        return;
    };
    let health = &database.inner.health;
    let heard = health.heard.swap(false, Ordering::Relaxed);
    let generation = database.pools().generation;
    let suspect = health.takes_suspicion_of(generation);
    let away = health.is_away();
    // Where requests succeed, nothing waits for a connection or an answer here: the next look is soon.
    let asked = async { if heard { stands_if_idle(database).await } else { stands(database).await } };
    let answers = !away && !suspect && (asked.await.is_some() || heard);
    if answers && !health.is_read_only() {
        return;
    }
    let found = try_anew(options).await;
    if answers && found != Some(Found::Writable) {
        return;
    }
    let is_reachable = found.is_some();
    if health.closed.load(Ordering::Relaxed) {
        return;
    }
    if is_reachable {
        database.renew();
        health.away.store(false, Ordering::Relaxed);
        health.read_only.store(false, Ordering::Relaxed);
        tracing::info!(was_away = away, "the database is reachable; its connections were replaced");
        tokio::time::sleep(PAUSE).await;
    } else if !away {
        health.away.store(true, Ordering::Relaxed);
        tracing::error!("the database is away; requests are refused until it is back");
    }
}

/// What the server of the pool says of itself, where it answers.
pub(super) async fn stands(database: &Database) -> Option<Standing> {
    let pools = database.pools();
    let pool = pools.reading.get_postgres_connection_pool();
    let asked = async move { ask(&mut *pool.acquire().await?).await };
    Some(learned(database, tokio::time::timeout(PATIENCE, asked).await.ok()?.ok()?))
}

/// The same where a connection is free, and answers at once.
async fn stands_if_idle(database: &Database) -> Option<Standing> {
    let pools = database.pools();
    let mut connection = pools.reading.get_postgres_connection_pool().try_acquire()?;
    Some(learned(database, tokio::time::timeout(AT_ONCE, ask(&mut connection)).await.ok()?.ok()?))
}

/// The statement is no part of what requests ask: it goes past what counts theirs.
async fn ask(connection: &mut PgConnection) -> Result<(bool, Option<String>), sqlx::Error> {
    sqlx::query_as(STANDING).fetch_one(connection).await
}

fn learned(database: &Database, (is_read_only, newest): (bool, Option<String>)) -> Standing {
    let standing = Standing { is_read_only, is_newer: newest > Migrator::names().into_iter().max() };
    database.inner.health.learn(standing);
    standing
}

/// What a new connection finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    ReadOnly,
    Writable,
}

/// Makes a connection and asks it; `None` where that cannot be done.
async fn try_anew(options: &PgConnectOptions) -> Option<Found> {
    let attempt = async move {
        let mut connection = PgConnection::connect_with(options).await?;
        let is_read_only = sqlx::query_scalar::<_, bool>(IS_READ_ONLY).fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok::<_, sqlx::Error>(if is_read_only { Found::ReadOnly } else { Found::Writable })
    };
    tokio::time::timeout(PATIENCE, attempt).await.ok()?.ok()
}

const IS_READ_ONLY: &str = "SELECT current_setting('transaction_read_only')::boolean";
/// Also true of a standby. The newest migration is read with it.
const STANDING: &str =
    "SELECT current_setting('transaction_read_only')::boolean, (SELECT max(version) FROM seaql_migrations)";

#[cfg(test)]
mod tests {
    use super::Health;

    #[test]
    fn what_fails_late_in_a_replaced_pool_says_nothing_about_the_new_one() {
        let health = Health::default();
        assert!(!health.takes_suspicion_of(1));
        health.suspect(1);
        assert!(health.takes_suspicion_of(1));
        assert!(!health.takes_suspicion_of(1));
        health.suspect(1);
        assert!(!health.takes_suspicion_of(2));
        health.suspect(2);
        health.suspect(1);
        assert!(health.takes_suspicion_of(2));
    }
}
