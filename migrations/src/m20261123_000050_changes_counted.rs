//! Numbers that grow with each change of people and of holidays, so that who has read all of them can see whether they are still as
//! they were.

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
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        if is_postgres {
            connection.execute_unprepared(COUNT_POSTGRES).await?;
        }
        for (name, table) in COUNTED {
            let number = format!("INSERT INTO counters (name, value) VALUES ('{name}', 1)");
            connection.execute_unprepared(&number).await?;
            if is_postgres {
                let trigger = format!(
                    "CREATE CONSTRAINT TRIGGER tr_{table}_count_change AFTER INSERT OR UPDATE OR DELETE ON {table} \
                     DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_change('{name}')"
                );
                connection.execute_unprepared(&trigger).await?;
                continue;
            }
            for change in CHANGES {
                let trigger = format!(
                    "CREATE TRIGGER tr_{table}_count_{} AFTER {change} ON {table} \
                     BEGIN UPDATE counters SET value = value + 1 WHERE name = '{name}'; END",
                    change.to_lowercase()
                );
                connection.execute_unprepared(&trigger).await?;
            }
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        for (name, table) in COUNTED {
            if is_postgres {
                connection.execute_unprepared(&format!("DROP TRIGGER tr_{table}_count_change ON {table}")).await?;
            } else {
                for change in CHANGES {
                    let trigger = format!("DROP TRIGGER tr_{table}_count_{}", change.to_lowercase());
                    connection.execute_unprepared(&trigger).await?;
                }
            }
            connection.execute_unprepared(&format!("DELETE FROM counters WHERE name = '{name}'")).await?;
        }
        if is_postgres {
            connection.execute_unprepared("DROP FUNCTION count_change()").await?;
        }
        Ok(())
    }
}

/// The number, and the table whose changes it counts.
const COUNTED: [(&str, &str); 2] = [("people", "users"), ("holidays", "holidays")];

const CHANGES: [&str; 3] = ["INSERT", "UPDATE", "DELETE"];

// The number is counted up at the commit, and once for all that a transaction changed: it is then the last lock that the transaction
// takes, and holds it no longer than the commit lasts. Counted at the change itself, two transactions that look after two people each
// could wait for each other for ever. And whoever reads the number sees everything that it counts.
const COUNT_POSTGRES: &str = "\
    CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$ \
    DECLARE counted text := 'daybook.counted_' || TG_ARGV[0]; \
    BEGIN \
      IF current_setting(counted, true) IS DISTINCT FROM pg_current_xact_id()::text THEN \
        PERFORM set_config(counted, pg_current_xact_id()::text, true); \
        UPDATE counters SET value = value + 1 WHERE name = TG_ARGV[0]; \
      END IF; \
      RETURN NULL; END $$";
