//! Values that are kept between calls, one for the whole organisation.

use application::ports::{Setting, SettingReads, SettingRepository, StoreError};
use async_trait::async_trait;
use sea_orm::ConnectionTrait;

use crate::database::Database;
use crate::fault::Failure;
use crate::sql;
use crate::unit::Unit;

pub(crate) const SETTING: &str = "SELECT value FROM settings WHERE key = $1";

const SET: &str = "\
    INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value";

#[async_trait]
impl SettingRepository for Unit {
    async fn lock(&self, setting: Setting) -> Result<Option<String>, StoreError> {
        self.transaction
            .run(move |connection| async move {
                sql::serialise(&*connection, &format!("daybook setting {}", setting.name())).await?;
                value(&*connection, setting).await
            })
            .await
    }

    async fn set(&self, setting: Setting, value: &str) -> Result<(), StoreError> {
        let values = vec![setting.name().into(), value.into()];
        self.transaction
            .run(move |connection| async move {
                sql::change(&*connection, SET, values).await?;
                Ok(())
            })
            .await
    }
}

#[async_trait]
impl SettingReads for Database {
    async fn get(&self, setting: Setting) -> Result<Option<String>, StoreError> {
        self.read(move |connection| async move { value(&*connection, setting).await }).await
    }
}

async fn value<C: ConnectionTrait>(connection: &C, setting: Setting) -> Result<Option<String>, Failure> {
    let row = sql::one(connection, SETTING, vec![setting.name().into()]).await?;
    Ok(row.map(|row| row.try_get_by_index(0)).transpose()?)
}
