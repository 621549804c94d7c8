//! The unit of work: one transaction, with all repositories on it.

use std::borrow::Cow;
use std::sync::Arc;

use application::ports::{Commit, Result, Store, StoreError, UnitOfWork};
use async_trait::async_trait;
use domain::time::Month;
use sea_orm::{ActiveModelTrait, DatabaseTransaction, DbBackend, EntityTrait, Insert, UpdateMany, Value};

use crate::database::{Database, Transaction};
use crate::fault::Failure;
use crate::sql::{self, queries};

/// One transaction. Each area of the store implements its repository on it.
pub(crate) struct Unit {
    pub(crate) transaction: Transaction,
}

queries!(Unit, run);

impl Unit {
    pub(crate) fn backend(&self) -> DbBackend {
        self.transaction.backend()
    }

    /// As [`Transaction::run`].
    pub(crate) async fn run<T, W, F>(&self, work: W) -> Result<T>
    where
        T: Send + 'static,
        W: FnOnce(Arc<DatabaseTransaction>) -> F,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        self.transaction.run(work).await
    }

    /// How many rows a statement changed.
    pub(crate) async fn change(&self, sql: impl Into<Cow<'static, str>>, values: Vec<Value>) -> Result<u64> {
        let sql = sql.into();
        self.run(move |connection| async move { Ok(sql::change(&*connection, &sql, values).await?) }).await
    }

    /// Writes a new row, or what the statement says to do where it is there already.
    pub(crate) async fn insert_row<A>(&self, insert: Insert<A>) -> Result<()>
    where
        A: ActiveModelTrait + Send + 'static,
    {
        self.run(move |connection| async move {
            insert.exec_without_returning(&*connection).await?;
            Ok(())
        })
        .await
    }

    /// Runs an update, and returns how many rows it changed.
    pub(crate) async fn update_rows<E: EntityTrait>(&self, update: UpdateMany<E>) -> Result<u64> {
        self.run(move |connection| async move { Ok(update.exec(&*connection).await?.rows_affected) }).await
    }

    /// Changes one row, which has to be there and to meet the condition.
    pub(crate) async fn update_row<E: EntityTrait>(&self, update: UpdateMany<E>) -> Result<()> {
        self.run(move |connection| async move {
            match update.exec(&*connection).await?.rows_affected {
                1 => Ok(()),
                _ => Err(StoreError::Stale.into()),
            }
        })
        .await
    }
}

#[async_trait]
impl Store for Database {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>> {
        Ok(Box::new(Unit { transaction: self.begin_transaction().await? }))
    }

    async fn begin_alone(&self, month: Month) -> Result<Box<dyn UnitOfWork>> {
        Ok(Box::new(Unit { transaction: self.begin_with_month(month).await? }))
    }
}

#[async_trait]
impl Commit for Unit {
    async fn commit(self: Box<Self>) -> Result<()> {
        self.transaction.commit().await
    }
}
