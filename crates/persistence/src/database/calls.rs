//! Calls on the connections of a pool: each has a deadline, and each tells the watchdog what it says about the database.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use application::ports::{Result, StoreError};
use sea_orm::{ConnAcquireErr, DatabaseConnection, DbErr};

use super::{Database, Pools, READ, within};
use crate::fault::{Failure, Fault, Lost, outside_of_work};
use crate::sql::queries;

queries!(Database, read);

impl Database {
    /// Runs one read on a pooled connection. It ends within [`READ`] whatever the database does. What a standby cannot answer is read
    /// from the primary.
    pub(crate) async fn read<T, W, F>(&self, work: W) -> Result<T>
    where
        T: Send + 'static,
        W: FnOnce(Arc<DatabaseConnection>) -> F + Clone,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        let Some(fallback) = &self.fallback else { return self.read_here(work).await };
        match fallback.unless_it_fails(self.read_here(work.clone())).await {
            Some(found) => Ok(found),
            None => fallback.primary().read_here(work).await,
        }
    }

    async fn read_here<T, W, F>(&self, work: W) -> Result<T>
    where
        T: Send + 'static,
        W: FnOnce(Arc<DatabaseConnection>) -> F + Clone,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        self.admit()?;
        let _asking = self.asking();
        let (_, outcome) = self.on_pool(|pools| work(pools.reading)).await;
        outcome.map_err(outside_of_work)
    }

    /// Runs work on the pool of now, and says which generation that was. Where the pool is replaced while the work waits in it for a
    /// connection, the work begins again on the new one. All of it ends within [`READ`].
    pub(super) async fn on_pool<T, W, F>(&self, work: W) -> (u64, Result<T>)
    where
        T: Send + 'static,
        W: FnOnce(Pools) -> F + Clone,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        let until = Instant::now() + READ;
        loop {
            let pools = self.pools();
            let generation = pools.generation;
            match within(until.saturating_duration_since(Instant::now()), work.clone()(pools)).await {
                Some(Err(Failure::Database(DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed))))
                    if self.pools().generation != generation => {}
                outcome => return (generation, self.judge(generation, outcome)),
            }
        }
    }

    /// Refuses at once while the database is known to be away, so that requests do not pile up before a closed door.
    pub(super) fn admit(&self) -> Result<()> {
        if self.inner.health.is_away() { Err(StoreError::Unavailable("the database is away".into())) } else { Ok(()) }
    }

    /// Turns the outcome of a call on this generation of the pool into its value or error, and tells the watchdog what it says about
    /// the database.
    pub(super) fn judge<T>(&self, generation: u64, outcome: Option<Result<T, Failure>>) -> Result<T> {
        let health = &self.inner.health;
        let (fault, said) = match outcome {
            Some(Ok(value)) => {
                health.heard();
                return Ok(value);
            }
            Some(Err(Failure::Store(error))) => {
                health.heard();
                return Err(error);
            }
            Some(Err(Failure::Database(error))) => (self.named(Fault::from(&error)), Some(error)),
            None => (Fault::Unavailable(Lost::Patience), None),
        };
        match &fault {
            Fault::Unavailable(Lost::Connection) => health.suspect(generation),
            Fault::Unavailable(Lost::Patience) => {}
            _ => health.heard(),
        }
        Err(fault.told(said))
    }
}
