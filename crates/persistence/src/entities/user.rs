//! A person with an account.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub employee_number: i32,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: Option<String>,
    pub role: String,
    pub department: Option<String>,
    pub designation: Option<String>,
    pub position: Option<String>,
    pub joining_date: Option<Date>,
    pub is_active: bool,
    pub is_blocked: bool,
    pub is_first_login: bool,
    pub manager_id: Option<Uuid>,
    pub salary_cents: Option<i64>,
    #[sea_orm(column_type = "Text")]
    pub password_hash: String,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
    #[sea_orm(column_type = "Text")]
    pub search_text: String,
    #[sea_orm(column_type = "Text")]
    pub sort_name: String,
    pub deactivated_at: Option<DateTimeUtc>,
}

impl ActiveModelBehavior for ActiveModel {}
