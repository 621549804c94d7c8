//! Unlocks: the permission to fill one locked day once.

use application::ports::{NewUnlock, StoreError, UnlockRepository};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{TimesheetId, UnlockId, UserId};
use sea_orm::{DbBackend, EntityTrait, Set};

use crate::entities::unlock;
use crate::sql;
use crate::unit::Unit;

pub(crate) const OPEN: &str = "SELECT id FROM unlocks WHERE user_id = $1 AND date = $2 AND used_at IS NULL";
pub(crate) const USE_UP: &str = "UPDATE unlocks SET used_at = $2 WHERE id = $1 AND used_at IS NULL";

/// By hand, because the days come from the entries whose ids are `$1`, see [`sql::among`].
pub(crate) fn end_those_of(backend: DbBackend) -> String {
    format!(
        "UPDATE unlocks SET used_at = $2 FROM timesheets t \
         WHERE {} AND unlocks.user_id = t.user_id AND unlocks.date = t.date AND unlocks.used_at IS NULL",
        sql::among(backend, "t.id", 1)
    )
}

#[async_trait]
impl UnlockRepository for Unit {
    async fn open_for(&self, user: UserId, date: NaiveDate) -> Result<Option<UnlockId>, StoreError> {
        // Of two submissions at once the later one waits here, and then finds the unlock used up.
        let statement = format!("{OPEN}{}", sql::lock(self.transaction.backend(), " FOR UPDATE"));
        self.transaction
            .run(move |connection| async move {
                let row = sql::one(&*connection, &statement, vec![user.uuid().into(), date.into()]).await?;
                Ok(row.map(|row| row.try_get_by_index(0)).transpose()?.map(UnlockId::new))
            })
            .await
    }

    async fn insert(&self, unlock: &NewUnlock) -> Result<(), StoreError> {
        let row = unlock::ActiveModel {
            id: Set(unlock.id.uuid()),
            user_id: Set(unlock.user().uuid()),
            date: Set(unlock.date),
            reason: Set(unlock.reason.clone()),
            created_by: Set(unlock.created_by().uuid()),
            created_at: Set(unlock.created_at),
            used_at: Set(None),
            on_behalf_of: Set(unlock.on_behalf_of().map(UserId::uuid)),
        };
        self.transaction
            .run(move |connection| async move {
                unlock::Entity::insert(row).exec_without_returning(&*connection).await?;
                Ok(())
            })
            .await
    }

    async fn use_up(&self, unlock: UnlockId, at: Instant) -> Result<(), StoreError> {
        let values = vec![unlock.uuid().into(), at.into()];
        self.transaction
            .run(move |connection| async move {
                match sql::change(&*connection, USE_UP, values).await? {
                    1 => Ok(()),
                    _ => Err(StoreError::Stale.into()),
                }
            })
            .await
    }

    async fn end_those_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32, StoreError> {
        let backend = self.transaction.backend();
        let values = vec![sql::ids(backend, entries.iter().map(|id| id.uuid())), at.into()];
        self.transaction
            .run(move |connection| async move {
                let ended = sql::change(&*connection, &end_those_of(backend), values).await?;
                Ok(u32::try_from(ended).unwrap_or(u32::MAX))
            })
            .await
    }
}
