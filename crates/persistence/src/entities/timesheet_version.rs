//! What an entry said at one version. Append-only.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "timesheet_versions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub timesheet_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i32,
    pub at: DateTimeUtc,
    pub actor_id: Uuid,
    pub half_hours: i32,
    #[sea_orm(column_type = "Text")]
    pub description: String,
    pub status: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub comment: Option<String>,
    pub on_behalf_of: Option<Uuid>,
}

impl ActiveModelBehavior for ActiveModel {}
