//! The unit of work: one transaction, with all repositories on it.

use application::ports::{Commit, Store, StoreError, UnitOfWork};
use async_trait::async_trait;

use crate::database::{Database, Transaction};

/// One transaction. Each area of the store implements its repository on it.
pub(crate) struct Unit {
    pub(crate) transaction: Transaction,
}

#[async_trait]
impl Store for Database {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        Ok(Box::new(Unit { transaction: self.begin_transaction().await? }))
    }
}

#[async_trait]
impl Commit for Unit {
    async fn commit(self: Box<Self>) -> Result<(), StoreError> {
        self.transaction.commit().await
    }
}
