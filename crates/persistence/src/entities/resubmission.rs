//! A manager's notification that a rejected day came back.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "resubmissions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub timesheet_id: Uuid,
    pub version: i32,
    pub user_id: Uuid,
    pub previous_half_hours: i32,
    #[sea_orm(column_type = "Text")]
    pub previous_description: String,
    #[sea_orm(column_type = "Text")]
    pub original_comment: String,
    pub created_at: DateTimeUtc,
    pub viewed_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
