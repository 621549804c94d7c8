//! The mark of a day that is over and on which somebody recorded nothing.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "absences")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub date: Date,
    pub marked_at: DateTimeUtc,
    pub mailed_on: Option<Date>,
}

impl ActiveModelBehavior for ActiveModel {}
