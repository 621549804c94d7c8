//! The permission to fill one locked day once.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "unlocks")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    pub date: Date,
    #[sea_orm(column_type = "Text")]
    pub reason: String,
    pub created_by: Uuid,
    pub created_at: DateTimeUtc,
    pub used_at: Option<DateTimeUtc>,
    pub on_behalf_of: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
