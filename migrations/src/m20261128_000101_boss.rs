//! People who read everything and change nothing: the role Boss.

use sea_orm_migration::prelude::*;

use crate::check;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const BEFORE: [&str; 4] = ["Employee", "Manager", "HR", "Admin"];
const AFTER: [&str; 5] = ["Employee", "Manager", "HR", "Admin", "Boss"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        check::replace(manager, "users", "ck_users_role", "role", &AFTER).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        check::replace(manager, "users", "ck_users_role", "role", &BEFORE).await
    }
}
