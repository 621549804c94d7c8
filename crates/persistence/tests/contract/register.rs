//! The register of personal data and the schema say the same (privacy.md 1.1).

use std::collections::BTreeSet;

use domain::privacy::register;
use sea_orm::{ConnectionTrait, Statement};
use testkit::database::TestDatabase;
use testkit::on_both_engines;

use crate::support::execute;

const COLUMNS_SQLITE: &str = "\
    SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c \
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

const COLUMNS_POSTGRES: &str = "\
    SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = current_schema()";

/// The columns of the schema that the register does not have, and those of the register that the schema does not have.
async fn differences(database: &TestDatabase) -> (Vec<String>, Vec<String>) {
    let raw = database.raw().await;
    let columns = if database.is_postgres() { COLUMNS_POSTGRES } else { COLUMNS_SQLITE };
    let rows = raw.query_all_raw(Statement::from_string(raw.get_database_backend(), columns)).await.unwrap();
    raw.close().await.unwrap();
    let schema: BTreeSet<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    let register: BTreeSet<String> =
        register().flat_map(|table| table.names().map(|column| format!("{}.{column}", table.name))).collect();
    (schema.difference(&register).cloned().collect(), register.difference(&schema).cloned().collect())
}

on_both_engines! {
    async fn the_register_has_every_column_of_the_schema_and_no_other(database: &TestDatabase) {
        assert_eq!(differences(database).await, (Vec::new(), Vec::new()));
    }

    async fn a_column_or_table_that_nobody_has_registered_is_found(database: &TestDatabase) {
        execute(database, "ALTER TABLE users ADD COLUMN nickname text").await.unwrap();
        execute(database, "CREATE TABLE badges (number text)").await.unwrap();
        execute(database, "ALTER TABLE job_runs RENAME COLUMN error TO failure").await.unwrap();
        let missing = ["badges.number", "job_runs.failure", "users.nickname"].map(str::to_owned).to_vec();
        assert_eq!(differences(database).await, (missing, vec!["job_runs.error".to_owned()]));
    }
}
