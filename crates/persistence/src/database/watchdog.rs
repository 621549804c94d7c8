//! Notices when the PostgreSQL server goes away or falls silent, and when it is back.
//!
//! While requests succeed it does nothing. When none has for a second it asks; when asking fails it tries a connection of
//! its own. If that fails too the database is away, and requests are refused at once instead of waiting one after the other
//! for their deadlines. If it works, the connections in the pool are what has died (a restart, a firewall that forgot them),
//! and the pool is replaced. An SQLite file does not go away, so nobody watches it.

use std::sync::Weak;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sea_orm::sqlx::{Connection, PgConnection};
use tokio::sync::Notify;

use super::{Database, Engine, Inner, Pools, address, within};

const INTERVAL: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(1);
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
    wake: Notify,
}

impl Health {
    pub(super) fn is_away(&self) -> bool {
        self.away.load(Ordering::Relaxed)
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
        look(&Database { inner }).await;
    }
}

async fn look(database: &Database) {
    let Engine::Postgres { options, connections } = &database.inner.engine else {
        return;
    };
    let health = &database.inner.health;
    let heard = health.heard.swap(false, Ordering::Relaxed);
    let generation = database.pools().generation;
    let suspect = health.takes_suspicion_of(generation);
    let away = health.is_away();
    if !away && !suspect && (heard || answers(database).await) {
        return;
    }
    let is_reachable = reachable(options).await;
    if health.closed.load(Ordering::Relaxed) {
        return;
    }
    if is_reachable {
        let fresh = address::postgres_pool(*connections).connect_lazy_with((**options).clone());
        let old = database.replace_pools(Pools::one(fresh.into(), generation + 1));
        health.away.store(false, Ordering::Relaxed);
        tracing::info!(was_away = away, "the database is reachable; its connections were replaced");
        // Calls that wait in the old pool begin again on the new one now, rather than end at their deadline.
        drop(tokio::spawn(async move { old.reading.close_by_ref().await }));
        tokio::time::sleep(PAUSE).await;
    } else if !away {
        health.away.store(true, Ordering::Relaxed);
        tracing::error!("the database is away; requests are refused until it is back");
    }
}

/// Whether a connection of the pool still answers.
async fn answers(database: &Database) -> bool {
    let pool = database.pools().reading;
    matches!(within(PATIENCE, async move { pool.ping().await }).await, Some(Ok(())))
}

/// Whether a new connection can be made, and answers.
async fn reachable(options: &sea_orm::sqlx::postgres::PgConnectOptions) -> bool {
    let options = options.clone();
    let attempt = async move {
        let mut connection = PgConnection::connect_with(&options).await?;
        connection.ping().await?;
        connection.close().await
    };
    matches!(tokio::time::timeout(PATIENCE, attempt).await, Ok(Ok(())))
}

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
