//! The one place that begins a transaction.
//!
//! On SQLite every transaction is `IMMEDIATE`: one that starts as a reader and writes later fails at once when another
//! writer was quicker. On both engines `BEGIN` is seen through to its end even when the caller has left; see `deadline`.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use application::ports::{Result, StoreError};
use sea_orm::{
    AccessMode, DatabaseTransaction, DbBackend, DbErr, IsolationLevel, SqliteTransactionMode, TransactionOptions,
    TransactionTrait,
};
use tokio::sync::OwnedSemaphorePermit;

use super::{ACQUIRE, Database, READ, within};
use crate::fault::{Failure, Fault, Lost};

/// An open transaction; dropping it rolls it back.
///
/// The transaction stands before the right to write, because fields are dropped from the top: the next writer is let in
/// when this one is gone.
pub(crate) struct Transaction {
    connection: Arc<DatabaseTransaction>,
    _permit: Option<Arc<OwnedSemaphorePermit>>,
    spoiled: AtomicBool,
    recorded: AtomicBool,
    mailed: AtomicBool,
    _asking: Arc<()>,
    /// Of the pool that its connection is from.
    generation: u64,
    database: Database,
}

impl Database {
    pub(crate) async fn begin_transaction(&self) -> Result<Transaction> {
        self.admit()?;
        if self.inner.health.is_outdated() {
            return Err(StoreError::Unavailable("a newer version has changed the schema".into()));
        }
        let asking = self.asking();
        let permit = match &self.inner.writer {
            None => None,
            Some(writer) => {
                let turn = tokio::time::timeout(ACQUIRE, Arc::clone(writer).acquire_owned());
                Some(turn.await.ok().and_then(Result::ok).ok_or(Fault::Unavailable(Lost::Patience))?)
            }
        };
        // The right to write travels with the call: when the caller leaves, both end together.
        let permit = permit.map(Arc::new);
        let (generation, begun) =
            self.on_pool(move |pools| async move { Ok((begin_immediate(&*pools.writing).await?, permit)) }).await;
        let (connection, permit) = begun?;
        Ok(Transaction {
            connection: Arc::new(connection),
            _permit: permit,
            spoiled: AtomicBool::new(false),
            recorded: AtomicBool::new(false),
            mailed: AtomicBool::new(false),
            _asking: asking,
            generation,
            database: self.clone(),
        })
    }
}

pub(super) async fn begin_immediate<C>(connection: &C) -> Result<DatabaseTransaction, DbErr>
where
    C: TransactionTrait<Transaction = DatabaseTransaction>,
{
    let options = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    };
    #[expect(clippy::disallowed_methods, reason = "this is the one place that begins a transaction")]
    connection.begin_with_options(options).await
}

impl Database {
    /// Begins a transaction that reads what is there now, whatever others write meanwhile.
    pub(crate) async fn begin_snapshot(&self) -> Result<DatabaseTransaction, DbErr> {
        let is_postgres = self.backend() == DbBackend::Postgres;
        let options = TransactionOptions {
            isolation_level: is_postgres.then_some(IsolationLevel::RepeatableRead),
            access_mode: is_postgres.then_some(AccessMode::ReadOnly),
            sqlite_transaction_mode: Some(SqliteTransactionMode::Deferred),
        };
        #[expect(clippy::disallowed_methods, reason = "this is the one place that begins a transaction")]
        self.reading().begin_with_options(options).await
    }

    /// Begins a transaction that writes, without the limits of a unit of work.
    pub(crate) async fn begin_unlimited(&self) -> Result<DatabaseTransaction, DbErr> {
        begin_immediate(&*self.pools().writing).await
    }
}

impl Transaction {
    /// Runs statements. They end in time whatever the database does; after an error nothing more is accepted.
    pub(crate) async fn run<T, W, F>(&self, work: W) -> Result<T>
    where
        T: Send + 'static,
        W: FnOnce(Arc<DatabaseTransaction>) -> F,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        self.refuse_if_spoiled()?;
        let outcome = within(READ, work(Arc::clone(&self.connection))).await;
        let result = self.database.judge(self.generation, outcome);
        if result.is_err() {
            self.spoiled.store(true, Ordering::Release);
        }
        result
    }

    /// Makes everything that was written here visible, all of it or nothing.
    ///
    /// When the answer of the database is lost on the way nobody knows whether it happened: that is `Unavailable`, and the
    /// reason why every write of the portal can be repeated safely.
    pub(crate) async fn commit(self) -> Result<()> {
        self.refuse_if_spoiled()?;
        let Self { connection, _permit: permit, recorded, mailed, generation, database, .. } = self;
        // A statement that is still on its way holds on to the transaction too; then nothing is committed.
        let transaction = Arc::try_unwrap(connection).map_err(|_| Fault::Unavailable(Lost::Patience))?;
        let outcome = within(READ, async move {
            transaction.commit().await?;
            drop(permit);
            Ok(())
        });
        database.judge(generation, outcome.await)?;
        for (happened, tell) in [(recorded, &database.inner.recorded), (mailed, &database.inner.mail_waiting)] {
            if happened.load(Ordering::Acquire) {
                tell.send_modify(|count| *count = count.wrapping_add(1));
            }
        }
        Ok(())
    }

    /// PostgreSQL refuses everything after a failed statement, and answers `COMMIT` with a silent rollback; SQLite would go
    /// on and commit the half. Neither is what a unit of work promises, so a failed one only ends.
    fn refuse_if_spoiled(&self) -> Result<()> {
        if self.spoiled.load(Ordering::Acquire) {
            return Err(StoreError::Backend("the unit of work has failed and can only be dropped".into()));
        }
        Ok(())
    }

    /// Remembers that events were recorded here: those who wait for them are told after the commit.
    pub(crate) fn records_events(&self) {
        self.recorded.store(true, Ordering::Release);
    }

    /// Remembers that there is something to mail: the sender is told after the commit.
    pub(crate) fn brings_mail(&self) {
        self.mailed.store(true, Ordering::Release);
    }

    pub(crate) fn backend(&self) -> DbBackend {
        self.database.backend()
    }

    pub(crate) fn database(&self) -> &Database {
        &self.database
    }
}
