//! The newest change of each person, so that an instance with everybody in memory reads only the people who changed.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use crate::m20261121_000003_absences::run;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(manager, UP).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            return run(manager, &[&count_on_postgres(NOTE_POSTGRES)]).await;
        }
        note_on_sqlite(manager, |person| {
            format!(
                " INSERT INTO person_changes (user_id, number) SELECT {person}.id, value FROM counters WHERE name = 'people' \
                 ON CONFLICT (user_id) DO UPDATE SET number = excluded.number;"
            )
        })
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Postgres {
            run(manager, &[&count_on_postgres("")]).await?;
        } else {
            note_on_sqlite(manager, |_| String::new()).await?;
        }
        run(manager, &["DROP TABLE person_changes"]).await
    }
}

// A person who has not changed since has no row, because an instance begins by reading everybody. A deleted person keeps theirs.
const UP: &[&str] = &[
    "CREATE TABLE person_changes (
        user_id {uuid} NOT NULL CONSTRAINT pk_person_changes PRIMARY KEY,
        number bigint NOT NULL
    )",
    "CREATE INDEX ix_person_changes_number ON person_changes (number)",
];

/// The trigger's function of `changes_counted`, which executes `note` after it has counted.
fn count_on_postgres(note: &str) -> String {
    format!(
        "CREATE OR REPLACE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$ \
         DECLARE counted text := 'daybook.counted_' || TG_ARGV[0]; \
         BEGIN \
           IF current_setting(counted, true) IS DISTINCT FROM pg_current_xact_id()::text THEN \
             PERFORM set_config(counted, pg_current_xact_id()::text, true); \
             UPDATE counters SET value = value + 1 WHERE name = TG_ARGV[0]; \
           END IF; \
           {note}RETURN NULL; END $$"
    )
}

// The transaction holds the counter until its commit is visible, so the numbers are in the order of the commits: no lower number
// appears after a higher one.
const NOTE_POSTGRES: &str = "\
    IF TG_TABLE_NAME = 'users' THEN \
      INSERT INTO person_changes AS c (user_id, number) \
        SELECT coalesce(NEW.id, OLD.id), value FROM counters WHERE name = TG_ARGV[0] \
        ON CONFLICT (user_id) DO UPDATE SET number = excluded.number WHERE c.number < excluded.number; \
    END IF; ";

/// Replaces the triggers that count changes of people, each with the additional statement `note`, given `NEW` or `OLD` for the row.
async fn note_on_sqlite(manager: &SchemaManager<'_>, note: impl Fn(&str) -> String) -> Result<(), DbErr> {
    for (change, person) in [("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")] {
        let name = format!("tr_users_count_{}", change.to_lowercase());
        let trigger = format!(
            "CREATE TRIGGER {name} AFTER {change} ON users \
             BEGIN UPDATE counters SET value = value + 1 WHERE name = 'people';{} END",
            note(person)
        );
        run(manager, &[&format!("DROP TRIGGER {name}"), &trigger]).await?;
    }
    Ok(())
}
