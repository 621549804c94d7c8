//! The link with which somebody may set a new password: the fingerprint of its secret.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reset_links")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: Uuid,
    pub fingerprint: String,
    pub expires_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
