//! The unit of work: one transaction, with all repositories on it.

use std::borrow::Cow;

use application::ports::{Commit, Store, StoreError, UnitOfWork};
use async_trait::async_trait;
use domain::time::Month;
use sea_orm::{ActiveModelTrait, DbBackend, EntityTrait, Insert, UpdateMany, Value};

use crate::database::{Database, Transaction};
use crate::sql::{self, queries};

/// One transaction. Each area of the store implements its repository on it.
pub(crate) struct Unit {
    pub(crate) transaction: Transaction,
}

queries!(Unit, transaction.run);

impl Unit {
    /// The engine.
    pub(crate) fn backend(&self) -> DbBackend {
        self.transaction.backend()
    }

    /// How many rows a statement changed.
    pub(crate) async fn change(
        &self,
        sql: impl Into<Cow<'static, str>>,
        values: Vec<Value>,
    ) -> Result<u64, StoreError> {
        let sql = sql.into();
        self.transaction.run(move |connection| async move { Ok(sql::change(&*connection, &sql, values).await?) }).await
    }

    /// Writes a new row, or what the statement says to do where it is there already.
    pub(crate) async fn insert_row<A>(&self, insert: Insert<A>) -> Result<(), StoreError>
    where
        A: ActiveModelTrait + Send + 'static,
    {
        self.transaction
            .run(move |connection| async move {
                insert.exec_without_returning(&*connection).await?;
                Ok(())
            })
            .await
    }

    /// How many rows an update changed.
    pub(crate) async fn update_rows<E: EntityTrait>(&self, update: UpdateMany<E>) -> Result<u64, StoreError> {
        self.transaction.run(move |connection| async move { Ok(update.exec(&*connection).await?.rows_affected) }).await
    }

    /// Changes one row, which has to be there and to meet the condition.
    pub(crate) async fn update_row<E: EntityTrait>(&self, update: UpdateMany<E>) -> Result<(), StoreError> {
        self.transaction
            .run(move |connection| async move {
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
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        Ok(Box::new(Unit { transaction: self.begin_transaction().await? }))
    }

    async fn begin_alone(&self, month: Month) -> Result<Box<dyn UnitOfWork>, StoreError> {
        Ok(Box::new(Unit { transaction: self.begin_with_month(month).await? }))
    }
}

#[async_trait]
impl Commit for Unit {
    async fn commit(self: Box<Self>) -> Result<(), StoreError> {
        self.transaction.commit().await
    }
}
