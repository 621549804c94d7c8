//! The ledger of leave: rows that are written once.

use application::ports::{LeaveLedgerRepository, NewLedgerRow, StoreError};
use async_trait::async_trait;
use domain::id::{LeaveRequestId, LedgerRowId, UserId};
use sea_orm::{EntityTrait, Set};

use self::ledger_row::{ActiveModel, Entity};
use crate::entity::entity;
use crate::row::ids;
use crate::sql;
use crate::unit::Unit;

ids!(LeaveRequestId, LedgerRowId);

entity! {
    /// A row of the ledger.
    ledger_row("leave_ledger") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        user_id: Uuid,
        leave_type_id: Uuid,
        year: i32,
        kind: String,
        half_days: i32,
        date: Date,
        note: Option<String>,
        request_id: Option<Uuid>,
        by_id: Option<Uuid>,
        created_at: DateTimeUtc,
    }
}

/// A statement has at most some ten thousand parameters.
const ROWS_TOGETHER: usize = 500;

fn of_row(new: &NewLedgerRow) -> ActiveModel {
    ActiveModel {
        id: Set(new.id.uuid()),
        user_id: Set(new.user.uuid()),
        leave_type_id: Set(new.leave_type.uuid()),
        year: Set(new.row.year),
        kind: Set(new.row.kind.name().to_owned()),
        half_days: Set(new.row.days.half_days()),
        date: Set(new.row.date),
        note: Set(new.note.clone()),
        request_id: Set(new.request.map(LeaveRequestId::uuid)),
        by_id: Set(new.by.map(UserId::uuid)),
        created_at: Set(new.created_at),
    }
}

#[async_trait]
impl LeaveLedgerRepository for Unit {
    async fn lock_people(&self, people: &[UserId]) -> Result<(), StoreError> {
        let backend = self.transaction.backend();
        let lock = sql::lock(backend, " FOR NO KEY UPDATE");
        let statement =
            format!("SELECT u.id FROM users u WHERE {} ORDER BY u.id{lock}", sql::among(backend, "u.id", 1));
        let values = vec![sql::ids(backend, people.iter().map(|person| person.uuid()))];
        self.change(statement, values).await?;
        Ok(())
    }

    async fn append(&self, rows: &[NewLedgerRow]) -> Result<(), StoreError> {
        let rows: Vec<ActiveModel> = rows.iter().map(of_row).collect();
        self.transaction
            .run(move |connection| async move {
                for rows in rows.chunks(ROWS_TOGETHER) {
                    Entity::insert_many(rows.to_vec()).exec_without_returning(&*connection).await?;
                }
                Ok(())
            })
            .await
    }
}
