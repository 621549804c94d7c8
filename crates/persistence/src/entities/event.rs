//! Something that happened. Append-only.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "events")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub seq: i64,
    pub id: Uuid,
    pub kind: String,
    pub actor_id: Option<Uuid>,
    #[sea_orm(column_type = "Text")]
    pub payload: String,
    #[sea_orm(column_type = "Text")]
    pub audience: String,
    pub at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
