//! The instances that serve the database, each with the settings in which they must not differ.

use sea_orm_migration::prelude::*;

use crate::m20261121_000003_absences::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, &["DROP TABLE instances"]).await
    }
}

const UP: &[&str] = &["CREATE TABLE instances (
        id {uuid} NOT NULL CONSTRAINT pk_instances PRIMARY KEY,
        name {string}(300) NOT NULL,
        version {string}(50) NOT NULL,
        newest_migration {string}(100) NOT NULL,
        secret {string}(64) NOT NULL,
        public_url {string}(500) NOT NULL,
        registration {string}(10) NOT NULL,
        organisation {string}(200) NOT NULL,
        beats bigint NOT NULL,
        seen_at {instant} NOT NULL
    )"];
