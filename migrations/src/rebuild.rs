//! A table of SQLite is made anew under its own name, with its rows in another order.
//!
//! SQLite's own advice is to drop the old table and to rename the new one, which cannot be done here: migrations run in one transaction
//! with foreign keys on, in which a table that others refer to is not dropped. So the two exchange their names in the schema, as
//! [`crate::check`] exchanges a check, and the old one is dropped when nothing refers to it any more. All of it rolls back with the
//! transaction. The room of the old table stays in the file, for rows to come.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{DbBackend, Statement};

use crate::check::editing_schema;

/// Makes `table` anew by what stands after its name in `CREATE TABLE`, with the values of `columns` in the given order of the rows. Its
/// indexes and triggers are gone then, but for those of its constraints.
pub(crate) async fn rebuild(
    manager: &SchemaManager<'_>,
    table: &str,
    definition: &str,
    columns: &str,
    order: &str,
) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let (new, old) = (format!("{table}_new"), format!("{table}_old"));
    connection.execute_unprepared(&format!("CREATE TABLE {new} {definition}")).await?;
    let copy = format!("INSERT INTO {new} ({columns}) SELECT {columns} FROM {table} ORDER BY {order}");
    connection.execute_unprepared(&copy).await?;
    let of_table = Statement::from_sql_and_values(
        DbBackend::Sqlite,
        "SELECT type, name FROM sqlite_schema WHERE tbl_name = $1 AND type IN ('index', 'trigger') AND sql IS NOT NULL",
        [table.into()],
    );
    for row in connection.query_all_raw(of_table).await? {
        let (kind, name): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        connection.execute_unprepared(&format!("DROP {kind} {name}")).await?;
    }
    editing_schema(manager, || async {
        for (from, to) in [(table, old.as_str()), (new.as_str(), table)] {
            let rename = Statement::from_sql_and_values(DbBackend::Sqlite, RENAME, [from.into(), to.into()]);
            connection.execute_raw(rename).await?;
        }
        Ok(())
    })
    .await?;
    connection.execute_unprepared(&format!("DROP TABLE {old}")).await?;
    Ok(())
}

/// The table `$1` is called `$2`, with the indexes of its constraints, which SQLite names after it.
const RENAME: &str = "\
    UPDATE sqlite_schema SET tbl_name = $2, \
      name = CASE type WHEN 'table' THEN $2 ELSE replace(name, 'sqlite_autoindex_' || $1, 'sqlite_autoindex_' || $2) END, \
      sql = CASE type WHEN 'table' THEN 'CREATE TABLE ' || $2 || substr(sql, length('CREATE TABLE ' || $1) + 1) END \
    WHERE tbl_name = $1";
