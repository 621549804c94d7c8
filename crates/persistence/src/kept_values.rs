//! Values that are kept between calls, one for the whole organisation.

use application::ports::{KeptValue, KeptValueReads, KeptValueRepository, Result};
use async_trait::async_trait;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, DbErr, EntityTrait, Insert, Set};

use self::kept_value::{ActiveModel, Column, Entity};
use crate::database::Database;
use crate::entity::entity;
use crate::sql;
use crate::unit::Unit;

entity! {
    /// A value that is kept between calls, one for the whole organisation.
    kept_value("settings") {
        #[sea_orm(primary_key, auto_increment = false)]
        key: String,
        #[sea_orm(column_type = "Text")]
        value: String,
    }
}

/// A kept value, and what becomes of one with that key.
pub(crate) fn insert(key: &str, value: &str, present: OnConflict) -> Insert<ActiveModel> {
    Entity::insert(ActiveModel { key: Set(key.to_owned()), value: Set(value.to_owned()) }).on_conflict(present)
}

pub(crate) async fn value<C: ConnectionTrait>(connection: &C, key: &str) -> Result<Option<String>, DbErr> {
    Ok(Entity::find_by_id(key).one(connection).await?.map(|kept| kept.value))
}

#[async_trait]
impl KeptValueRepository for Unit {
    async fn lock(&self, kept: KeptValue) -> Result<Option<String>> {
        self.run(move |connection| async move {
            sql::serialise(&*connection, &format!("daybook setting {}", kept.name())).await?;
            Ok(value(&*connection, kept.name()).await?)
        })
        .await
    }

    async fn set(&self, kept: KeptValue, value: &str) -> Result<()> {
        let replaced = OnConflict::column(Column::Key).update_column(Column::Value).to_owned();
        self.insert_row(insert(kept.name(), value, replaced)).await
    }
}

#[async_trait]
impl KeptValueReads for Database {
    async fn get(&self, kept: KeptValue) -> Result<Option<String>> {
        self.read(move |connection| async move { Ok(value(&*connection, kept.name()).await?) }).await
    }
}
