//! Signals between instances on PostgreSQL: a hint that there is something to look for, never the thing itself.
//!
//! The signal is sent after the commit, by one task for all commits of this instance, and not by the transactions
//! themselves: a transaction that notifies holds a lock of the whole server while it commits, and commits would stand in
//! line for the disk one by one. What is lost between a commit and its signal is found by the next look.

use std::time::Duration;

use sea_orm::ConnectionTrait;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sea_orm::sqlx::{self, Executor};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::Database;

const CHANNEL: &str = "daybook_events";
const SEND: &str = "SELECT pg_notify('daybook_events', '')";
/// Commits within this time share one signal.
const TOGETHER: Duration = Duration::from_millis(20);
/// A listener that has heard nothing for this long asks whether its connection still lives.
const HEARTBEAT: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(2);
const RETRY: Duration = Duration::from_secs(1);

/// Sends the signals of this instance until the last handle on the database is gone.
pub(super) async fn tell_others(mut recorded: watch::Receiver<u64>, database: impl Fn() -> Option<Database>) {
    while recorded.changed().await.is_ok() {
        let Some(database) = database() else { return };
        let sent = database
            .read(|connection| async move {
                connection.execute_unprepared(SEND).await?;
                Ok(())
            })
            .await;
        if let Err(error) = sent {
            tracing::debug!(%error, "other instances could not be told; they will see by themselves");
        }
        drop(database);
        tokio::time::sleep(TOGETHER).await;
    }
}

/// Hears the signals of other instances, on a connection of its own.
pub(crate) struct Listener {
    heard: watch::Receiver<u64>,
    task: JoinHandle<()>,
}

/// There may be something new.
pub(crate) struct Woken;

impl Listener {
    pub(crate) fn start(options: &PgConnectOptions) -> Self {
        let (tell, heard) = watch::channel(0);
        // A wait for signals is no statement, so no statement timeout ends it; the pool is only the way to a connection.
        let options = options.clone();
        Self { heard, task: tokio::spawn(async move { hear(options, &tell).await }) }
    }

    pub(crate) async fn woken(&mut self) -> Woken {
        if self.heard.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
        Woken
    }

    /// What was signalled up to now needs no look of its own.
    pub(crate) fn mark_heard(&mut self) {
        self.heard.mark_unchanged();
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn hear(options: PgConnectOptions, tell: &watch::Sender<u64>) {
    loop {
        if let Err(error) = hear_once(&options, tell).await {
            tracing::debug!(%error, "the listener lost its connection; the feed looks by itself meanwhile");
        }
        tokio::time::sleep(RETRY).await;
    }
}

/// Listens until the connection breaks, or no longer answers: a cut that nobody announced looks like silence.
async fn hear_once(options: &PgConnectOptions, tell: &watch::Sender<u64>) -> Result<(), sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(PATIENCE).max_lifetime(None).idle_timeout(None);
    let pool = pool.connect_lazy_with(options.clone());
    let mut listener = PgListener::connect_with(&pool).await?;
    // A reconnect of its own would lose what was signalled meanwhile without a word.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    loop {
        // Whatever was signalled while nobody listened is found by this look.
        tell.send_modify(|count| *count = count.wrapping_add(1));
        match timeout(HEARTBEAT, listener.try_recv()).await {
            Ok(Ok(Some(_))) => {}
            Ok(Ok(None)) => return Ok(()),
            Ok(Err(error)) => return Err(error),
            Err(_) => match timeout(PATIENCE, (&mut listener).execute("SELECT 1")).await {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return Err(error),
                Err(_) => return Err(sqlx::Error::PoolTimedOut),
            },
        }
    }
}
