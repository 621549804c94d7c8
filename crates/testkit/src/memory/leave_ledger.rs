//! The ledger of leave.

use super::{Unit, lock};
use application::ports::{LeaveLedgerRepository, NewLedgerRow, StoreError};
use async_trait::async_trait;
use domain::id::UserId;

#[async_trait]
impl LeaveLedgerRepository for Unit {
    async fn lock_people(&self, people: &[UserId]) -> Result<(), StoreError> {
        let mut in_order = people.to_vec();
        in_order.sort_unstable();
        lock(&self.memory.0.plan).locked.extend(in_order);
        self.ask("LeaveLedgerRepository::lock_people", |_| ())
    }

    async fn append(&self, rows: &[NewLedgerRow]) -> Result<(), StoreError> {
        self.run("LeaveLedgerRepository::append", |state| {
            state.leave_ledger.extend_from_slice(rows);
            Ok(())
        })
    }
}
