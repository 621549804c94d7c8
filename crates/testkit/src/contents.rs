//! Everything that a database holds, as text: to see what a call changed, or that it changed nothing.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};

use crate::database::TestDatabase;

/// The rows of every table, by its name, each row as its values by the names of their columns. Sorted, so that equal
/// contents are equal.
pub type Contents = BTreeMap<String, Vec<BTreeMap<String, String>>>;

const TABLES_SQLITE: &str = "\
    SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY m.name, c.cid";
const TABLES_POSTGRES: &str = "\
    SELECT table_name::text, column_name::text FROM information_schema.columns \
    WHERE table_schema = 'public' ORDER BY table_name, ordinal_position";

/// Stands between the values of a row; the portal keeps no such character.
const SEPARATOR: char = '\u{1f}';

/// Looks at everything in a database, as often as it is asked to.
pub struct Viewer {
    raw: DatabaseConnection,
    columns: BTreeMap<String, Vec<String>>,
    statement: String,
}

impl Viewer {
    /// Learns which tables there are: all of them, also those that nobody thought of.
    pub async fn open(database: &TestDatabase) -> Self {
        Self::over(database.raw().await).await
    }

    /// The same over a connection to any database.
    pub(crate) async fn over(raw: DatabaseConnection) -> Self {
        let is_postgres = raw.get_database_backend() == DbBackend::Postgres;
        let catalogue = if is_postgres { TABLES_POSTGRES } else { TABLES_SQLITE };
        let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (table, column) in pairs(&raw, catalogue).await {
            columns.entry(table).or_default().push(column);
        }
        let selects: Vec<String> = columns.iter().map(|(table, columns)| select(table, columns, is_postgres)).collect();
        Self { raw, statement: selects.join(" UNION ALL "), columns }
    }

    /// Changes on the same connection what the portal would not.
    pub async fn execute(&self, sql: &str) {
        self.raw.execute_unprepared(sql).await.expect("statements that the database takes");
    }

    /// Everything that is committed now.
    pub async fn contents(&self) -> Contents {
        let mut contents: Contents = self.columns.keys().map(|table| (table.clone(), Vec::new())).collect();
        for (table, values) in pairs(&self.raw, &self.statement).await {
            let names = self.columns.get(&table).into_iter().flatten().cloned();
            let row = names.zip(values.split(SEPARATOR).map(str::to_owned)).collect();
            contents.entry(table).or_default().push(row);
        }
        for rows in contents.values_mut() {
            rows.sort_unstable();
        }
        contents
    }
}

fn select(table: &str, columns: &[String], is_postgres: bool) -> String {
    let as_text = |column: &String| {
        if is_postgres { format!("coalesce(\"{column}\"::text, 'NULL')") } else { format!("quote(\"{column}\")") }
    };
    let between = if is_postgres { " || chr(31) || " } else { " || char(31) || " };
    let values: Vec<String> = columns.iter().map(as_text).collect();
    format!("SELECT '{table}', {} FROM \"{table}\"", values.join(between))
}

async fn pairs(raw: &DatabaseConnection, statement: &str) -> Vec<(String, String)> {
    let statement = Statement::from_string(raw.get_database_backend(), statement);
    let rows = raw.query_all_raw(statement).await.expect("tables that can be read");
    let text = |row: &sea_orm::QueryResult, place| row.try_get_by_index(place).expect("a text");
    rows.iter().map(|row| (text(row, 0), text(row, 1))).collect()
}

/// The rows that only one of the two has, a line each; empty where they are equal.
pub fn difference(before: &Contents, after: &Contents) -> String {
    let only_in = |these: &Contents, those: &Contents, sign: &str| -> Vec<String> {
        let rows = these.iter().flat_map(|(table, rows)| rows.iter().map(move |row| (table, row)));
        rows.filter(|(table, row)| !those.get(*table).is_some_and(|rows| rows.contains(row)))
            .map(|(table, row)| format!("{sign} {table} {row:?}"))
            .collect()
    };
    [only_in(before, after, "-"), only_in(after, before, "+")].concat().join("\n")
}
