//! A number that grows with each change of people, so that who has read all of them can see whether they are still as they were.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection.execute_unprepared("INSERT INTO counters (name, value) VALUES ('people', 1)").await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            for statement in POSTGRES {
                connection.execute_unprepared(statement).await?;
            }
        } else {
            for change in CHANGES {
                let trigger = format!(
                    "CREATE TRIGGER {} AFTER {change} ON users \
                     BEGIN UPDATE counters SET value = value + 1 WHERE name = 'people'; END",
                    name(change)
                );
                connection.execute_unprepared(&trigger).await?;
            }
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        if manager.get_database_backend() == DbBackend::Postgres {
            connection.execute_unprepared("DROP TRIGGER tr_users_count_change ON users").await?;
            connection.execute_unprepared("DROP FUNCTION count_change_of_people()").await?;
        } else {
            for change in CHANGES {
                connection.execute_unprepared(&format!("DROP TRIGGER {}", name(change))).await?;
            }
        }
        connection.execute_unprepared("DELETE FROM counters WHERE name = 'people'").await?;
        Ok(())
    }
}

const CHANGES: [&str; 3] = ["INSERT", "UPDATE", "DELETE"];

fn name(change: &str) -> String {
    format!("tr_users_count_{}", change.to_lowercase())
}

// The number is counted up at the commit, and once for all that a transaction changed: it is then the last lock that the transaction
// takes, and holds it no longer than the commit lasts. Counted at the change itself, two transactions that look after two people each
// could wait for each other for ever. And whoever reads the number sees everything that it counts.
const POSTGRES: &[&str] = &[
    "CREATE FUNCTION count_change_of_people() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
       IF current_setting('daybook.people_changed', true) IS DISTINCT FROM pg_current_xact_id()::text THEN \
         PERFORM set_config('daybook.people_changed', pg_current_xact_id()::text, true); \
         UPDATE counters SET value = value + 1 WHERE name = 'people'; \
       END IF; \
       RETURN NULL; END $$",
    "CREATE CONSTRAINT TRIGGER tr_users_count_change AFTER INSERT OR UPDATE OR DELETE ON users \
     DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_change_of_people()",
];
