//! A CHECK on the values of a column gets other values, without a look at the rows where it only grows.
//!
//! PostgreSQL drops and adds the constraint in one command, which reads the table once and writes nothing.
//!
//! SQLite has no such command. Its own advice, a copy of the table under another name, is no way here: migrations run in one
//! transaction with foreign keys on, in which a table that others refer to cannot be dropped; and millions of rows that refer
//! to it would be looked up one by one. So the text of the table in the schema is changed in place, as SQLite's documentation
//! describes for constraints (<https://sqlite.org/lang_altertable.html#otheralter>). The rows are not touched, and references,
//! indexes and triggers stay what they are. All of it rolls back with the transaction.

use std::collections::BTreeSet;
use std::future::Future;

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{DbBackend, Statement};

/// From now on the CHECK `constraint` of `table`, which is there already, says that `column` holds one of `values`.
///
/// It fails, and the migration with it, where there is no such constraint, or where a row holds a value that is no longer allowed.
/// On SQLite the rows are searched for such a value only where one was taken away.
pub async fn replace(
    manager: &SchemaManager<'_>,
    table: &str,
    constraint: &str,
    column: &str,
    values: &[&str],
) -> Result<(), DbErr> {
    let literals: Vec<String> = values.iter().map(|value| format!("'{}'", value.replace('\'', "''"))).collect();
    let condition = format!("{column} IN ({})", literals.join(", "));
    if manager.get_database_backend() == DbBackend::Postgres {
        // An earlier migration of the same transaction may have changed rows of the table, and a trigger on them may wait for its end:
        // until it has run, the table cannot be altered.
        let statement = format!(
            "SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED; \
             ALTER TABLE {table} DROP CONSTRAINT {constraint}, ADD CONSTRAINT {constraint} CHECK ({condition})"
        );
        manager.get_connection().execute_unprepared(&statement).await?;
        return Ok(());
    }
    let before = table_text(manager, table).await?;
    let missing = || DbErr::Custom(format!("the table {table} has no check {constraint}"));
    let (old, after) = exchanged(&before, constraint, &condition).ok_or_else(missing)?;
    let kept: BTreeSet<&str> = literals.iter().map(String::as_str).collect();
    if !quoted(old).is_subset(&kept) {
        refuse_strays(manager, table, constraint, &condition).await?;
    }
    rewrite_schema(manager, table, after).await
}

/// How the table was made, as SQLite keeps it.
async fn table_text(manager: &SchemaManager<'_>, table: &str) -> Result<String, DbErr> {
    let statement = Statement::from_sql_and_values(
        DbBackend::Sqlite,
        "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = $1",
        [table.into()],
    );
    let row = manager.get_connection().query_one_raw(statement).await?;
    row.ok_or_else(|| DbErr::Custom(format!("there is no table {table}")))?.try_get_by_index(0)
}

async fn refuse_strays(
    manager: &SchemaManager<'_>,
    table: &str,
    constraint: &str,
    condition: &str,
) -> Result<(), DbErr> {
    let stray =
        Statement::from_string(DbBackend::Sqlite, format!("SELECT 1 FROM {table} WHERE NOT ({condition}) LIMIT 1"));
    match manager.get_connection().query_one_raw(stray).await? {
        None => Ok(()),
        Some(_) => Err(DbErr::Custom(format!("a row of {table} does not fit the new check {constraint}"))),
    }
}

/// Puts the new text into the schema.
async fn rewrite_schema(manager: &SchemaManager<'_>, table: &str, text: String) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let update = Statement::from_sql_and_values(
        DbBackend::Sqlite,
        "UPDATE sqlite_schema SET sql = $2 WHERE type = 'table' AND name = $1",
        [table.into(), text.into()],
    );
    editing_schema(manager, || async { connection.execute_raw(update).await.map(drop) }).await?;
    // A text that SQLite cannot read fails here, and not at the next start.
    connection.execute_unprepared(&format!("SELECT 1 FROM {table} LIMIT 0")).await?;
    Ok(())
}

/// Lets `edit` change the schema itself. Whatever happens, this connection may do so no longer than that takes.
pub(crate) async fn editing_schema<F>(manager: &SchemaManager<'_>, edit: impl FnOnce() -> F) -> Result<(), DbErr>
where
    F: Future<Output = Result<(), DbErr>>,
{
    let connection = manager.get_connection();
    connection.execute_unprepared("PRAGMA writable_schema = ON").await?;
    let edited = edit().await;
    // Forgets what this connection knows of the schema, too: it reads it anew before the next statement.
    connection.execute_unprepared("PRAGMA writable_schema = RESET").await?;
    edited?;
    // Every other connection reads the schema again when it sees another version.
    let version = Statement::from_string(DbBackend::Sqlite, "PRAGMA schema_version");
    let version = connection.query_one_raw(version).await?.map_or(Ok(0), |row| row.try_get_by_index::<i64>(0))?;
    connection.execute_unprepared(&format!("PRAGMA schema_version = {}", version + 1)).await?;
    Ok(())
}

/// The condition of the check with this name, and the whole text with another one in its place; `None` where there is no such
/// check.
fn exchanged<'text>(text: &'text str, constraint: &str, condition: &str) -> Option<(&'text str, String)> {
    let (before, rest) = text.split_once(&format!("CONSTRAINT {constraint} CHECK ("))?;
    let end = closing(rest)?;
    let (old, after) = (rest.get(..end)?, rest.get(end..)?);
    Some((old, format!("{before}CONSTRAINT {constraint} CHECK ({condition}{after}")))
}

/// Where the parenthesis closes that is open at the beginning. Those within quotes do not count.
fn closing(text: &str) -> Option<usize> {
    let (mut open, mut is_quoted) = (1_usize, false);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'\'' => is_quoted = !is_quoted,
            b'(' if !is_quoted => open += 1,
            b')' if !is_quoted => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(index);
        }
    }
    None
}

/// The texts in single quotes, with the quotes.
fn quoted(condition: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut rest = condition;
    while let Some(start) = rest.find('\'') {
        let text = rest.get(start..).unwrap_or_default();
        let end = text.get(1..).and_then(|inner| inner.find('\'')).map_or(text.len(), |end| end + 2);
        found.insert(text.get(..end).unwrap_or_default());
        rest = text.get(end..).unwrap_or_default();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "CREATE TABLE users (role varchar(16), CONSTRAINT ck_users_role CHECK (role IN ('HR', 'It)s')), \
        CONSTRAINT ck_users_role_2 CHECK (length(role) > 1))";

    #[test]
    fn one_check_gets_another_condition_and_nothing_else_changes() {
        let (old, after) = exchanged(TABLE, "ck_users_role", "role IN ('HR', 'Boss')").unwrap_or_default();
        assert_eq!(old, "role IN ('HR', 'It)s')");
        assert_eq!(after, TABLE.replace("'It)s'", "'Boss'"));
        let (old, _) = exchanged(TABLE, "ck_users_role_2", "true").unwrap_or_default();
        assert_eq!(old, "length(role) > 1", "parentheses inside belong to the condition");
        assert_eq!(exchanged(TABLE, "ck_users", "true"), None, "a part of a name is no name");
    }

    #[test]
    fn the_values_of_a_condition_are_what_stands_in_quotes() {
        assert_eq!(quoted("role IN ('HR', 'Admin')"), BTreeSet::from(["'HR'", "'Admin'"]));
        assert!(quoted("hours BETWEEN 0 AND 48").is_empty());
    }
}
