//! The entry of one person for one day.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "timesheets")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    pub date: Date,
    pub half_hours: i32,
    #[sea_orm(column_type = "Text")]
    pub description: String,
    pub status: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub comment: Option<String>,
    pub is_resubmission: bool,
    pub version: i32,
    pub decided_by: Option<Uuid>,
    pub decided_for: Option<Uuid>,
    pub decided_at: Option<DateTimeUtc>,
    pub rejected_on: Option<Date>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
