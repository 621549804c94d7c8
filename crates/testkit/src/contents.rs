//! Everything that a database holds, as text: to see what a call changed, or that it changed nothing.

#![allow(clippy::expect_used, clippy::missing_panics_doc, reason = "test support: a failure here is a failed test")]

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};

use crate::database::TestDatabase;

/// The rows of every table, by its name, each row as `column=value` by the name of its column. Sorted, so that equal
/// contents are equal.
pub type Contents = BTreeMap<String, Vec<BTreeMap<String, String>>>;

const TABLES_SQLITE: &str = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
const TABLES_POSTGRES: &str =
    "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'";

/// Reads every row of every table, also of those that nobody thought of.
pub async fn contents(database: &TestDatabase) -> Contents {
    let raw = database.raw().await;
    let is_postgres = database.is_postgres();
    let mut contents = Contents::new();
    for table in column(&raw, if is_postgres { TABLES_POSTGRES } else { TABLES_SQLITE }).await {
        let columns = if is_postgres {
            format!("SELECT column_name::text FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '{table}'")
        } else {
            format!("SELECT name FROM pragma_table_info('{table}')")
        };
        let columns = column(&raw, &columns).await;
        let rows = rows(&raw, &table, &columns, is_postgres).await;
        contents.insert(table, rows);
    }
    raw.close().await.expect("a connection that can be closed");
    contents
}

async fn rows(raw: &DatabaseConnection, table: &str, columns: &[String], is_postgres: bool) -> Vec<BTreeMap<String, String>> {
    let as_text = |column: &String| {
        if is_postgres { format!("coalesce(\"{column}\"::text, 'NULL')") } else { format!("quote(\"{column}\")") }
    };
    let selected: Vec<String> = columns.iter().map(as_text).collect();
    let statement = format!("SELECT {} FROM \"{table}\"", selected.join(", "));
    let found = raw
        .query_all_raw(Statement::from_string(raw.get_database_backend(), statement))
        .await
        .expect("a table that can be read");
    let mut rows: Vec<BTreeMap<String, String>> = found
        .iter()
        .map(|row| {
            let value = |(place, column): (usize, &String)| {
                (column.clone(), row.try_get_by_index(place).expect("a value that reads as text"))
            };
            columns.iter().enumerate().map(value).collect()
        })
        .collect();
    rows.sort_unstable();
    rows
}

async fn column(raw: &DatabaseConnection, statement: &str) -> Vec<String> {
    let statement = Statement::from_string(raw.get_database_backend(), statement);
    let rows = raw.query_all_raw(statement).await.expect("the catalogue of the database");
    rows.iter().map(|row| row.try_get_by_index(0).expect("a name")).collect()
}
