//! A mail that is to be sent, or was.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mails")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub recipient: String,
    pub kind: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub letter: Option<String>,
    pub created_at: DateTimeUtc,
    pub state: String,
    pub attempts: i32,
    pub next_at: Option<DateTimeUtc>,
    pub claimed_until: Option<DateTimeUtc>,
    pub sent_at: Option<DateTimeUtc>,
    pub last_error: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
