//! Unlocks: the permission to fill one locked day once.

use application::ports::{NewUnlock, StoreError, UnlockRepository};
use async_trait::async_trait;
use chrono::NaiveDate;
use domain::Instant;
use domain::id::{TimesheetId, UnlockId, UserId};
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, DbBackend, EntityTrait, QueryFilter, QuerySelect, Select, Set, UpdateMany};

use self::unlock::{ActiveModel, Column, Entity};
use crate::entity::entity;
use crate::row::ids;
use crate::sql;
use crate::unit::Unit;

ids!(UnlockId);

entity! {
    /// The permission to fill one locked day once.
    unlock("unlocks") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        user_id: Uuid,
        date: Date,
        #[sea_orm(column_type = "Text")]
        reason: String,
        created_by: Uuid,
        created_at: DateTimeUtc,
        used_at: Option<DateTimeUtc>,
        on_behalf_of: Option<Uuid>,
    }
}

pub(crate) fn open(user: UserId, date: NaiveDate) -> Select<Entity> {
    let open = Entity::find().filter(Column::UserId.eq(user.uuid())).filter(Column::Date.eq(date));
    open.filter(Column::UsedAt.is_null()).lock(LockType::Update)
}

pub(crate) fn use_up(unlock: UnlockId, at: Instant) -> UpdateMany<Entity> {
    let row = ActiveModel { used_at: Set(Some(at)), ..ActiveModel::default() };
    Entity::update_many().set(row).filter(Column::Id.eq(unlock.uuid())).filter(Column::UsedAt.is_null())
}

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
        self.transaction
            .run(move |connection| async move {
                Ok(open(user, date).one(&*connection).await?.map(|unlock| UnlockId::new(unlock.id)))
            })
            .await
    }

    async fn insert(&self, unlock: &NewUnlock) -> Result<(), StoreError> {
        self.insert_row(Entity::insert(ActiveModel {
            id: Set(unlock.id.uuid()),
            user_id: Set(unlock.user().uuid()),
            date: Set(unlock.date),
            reason: Set(unlock.reason.clone()),
            created_by: Set(unlock.created_by().uuid()),
            created_at: Set(unlock.created_at),
            used_at: Set(None),
            on_behalf_of: Set(unlock.on_behalf_of().map(UserId::uuid)),
        }))
        .await
    }

    async fn use_up(&self, unlock: UnlockId, at: Instant) -> Result<(), StoreError> {
        self.update_row(use_up(unlock, at)).await
    }

    async fn end_those_of(&self, entries: &[TimesheetId], at: Instant) -> Result<u32, StoreError> {
        let backend = self.transaction.backend();
        let values = vec![sql::ids(backend, entries.iter().map(|id| id.uuid())), at.into()];
        let ended = self.change(end_those_of(backend), values).await?;
        Ok(u32::try_from(ended).unwrap_or(u32::MAX))
    }
}
