//! Filling an empty database from a backup, in one transaction: either everything is there or nothing has changed.

use std::collections::BTreeSet;

use application::backups::Contents;
use application::events::Event;
use migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, Statement, Value};
use tokio::sync::mpsc::{self, Receiver};

use super::dump::WITHOUT_LIMITS;
use super::file::Backup;
use super::tables::{Column, Schema, TABLES, insert, listed, schema, values};
use super::{BackupError, PIECES_WAITING, Piece, Result, RowCounts, contents};
use crate::database::{ADVISORY_LOCK, Database, applied};
use crate::{events, sql};

/// While a restore has the tables, everybody else is told at once that they are taken.
const LIMITS: &str = "SET LOCAL lock_timeout = '60s'";

impl Database {
    /// Fills the database, which has nobody in it, from the backup, and brings it up to date. `recorded` makes the event that tells of
    /// it, which is recorded with the rest.
    pub async fn restore(&self, backup: Backup, recorded: impl FnOnce(Contents) -> Event) -> Result<Contents> {
        // That it is known was found when the file was opened.
        let newest = Migrator::names().iter().position(|name| *name == backup.heading.schema).unwrap_or_default();
        let transaction = self.begin_unlimited().await?;
        match fill(&transaction, backup, newest, recorded).await {
            Ok(contents) => {
                transaction.commit().await?;
                self.learn_keys().await.map_err(|error| BackupError::Failed(error.to_string()))?;
                Ok(contents)
            }
            Err(error) => {
                transaction.rollback().await?;
                Err(error)
            }
        }
    }
}

/// Until everybody is there, somebody's manager may be missing. Indexes grow in no order, and more of them is kept in memory meanwhile.
const FOR_MANY_ROWS: &str = "PRAGMA defer_foreign_keys = ON; PRAGMA cache_size = -64000";

async fn fill(
    transaction: &DatabaseTransaction,
    backup: Backup,
    newest: usize,
    recorded: impl FnOnce(Contents) -> Event,
) -> Result<Contents> {
    let backend = transaction.get_database_backend();
    if backend == DbBackend::Postgres {
        transaction.execute_unprepared(&format!("{WITHOUT_LIMITS}; {LIMITS}; {ADVISORY_LOCK}")).await?;
    } else {
        transaction.execute_unprepared(FOR_MANY_ROWS).await?;
    }
    prepare_schema(transaction, newest).await?;
    let schema = schema(transaction).await?;
    let aside = Aside::put(transaction).await?;
    clear(transaction, &schema).await?;

    let (pieces, taken) = mpsc::channel(PIECES_WAITING);
    let reading = tokio::spawn(backup.read(pieces));
    let loaded = load(transaction, &schema, taken).await;
    let read = reading.await.map_err(|error| BackupError::Failed(error.to_string()))?;
    if let Err(damaged @ BackupError::Damaged(_)) = read {
        // The rows end early then, too, which says less.
        return Err(damaged);
    }
    // Where both fail it is because the rows are not taken.
    let rows = loaded?;
    read?;

    aside.put_back(transaction).await?;
    if backend == DbBackend::Postgres {
        set_sequences(transaction).await?;
    }
    Migrator::up(transaction, None).await?;
    let contents = contents(&rows);
    for (statement, values) in events::statements(backend, None, &[recorded(contents)], "") {
        sql::change(transaction, &statement, values).await?;
    }
    if backend == DbBackend::Postgres {
        // Without it the first readers would go by what was known of empty tables.
        transaction.execute_unprepared("ANALYZE").await?;
    }
    Ok(contents)
}

/// Gives an empty database the schema that the backup is of, whichever it has.
async fn prepare_schema(transaction: &DatabaseTransaction, newest: usize) -> Result<()> {
    let backend = transaction.get_database_backend();
    Migrator::install(transaction).await?;
    let applied = applied(transaction, backend).await?;
    let known = Migrator::names();
    if let Some(unknown) = applied.iter().find(|name| !known.contains(name)) {
        let why = format!("the database was made by a newer version of daybook (it has the migration {unknown})");
        return Err(BackupError::Failed(why));
    }
    if !applied.is_empty() {
        let anybody = Statement::from_string(backend, "SELECT 1 FROM users LIMIT 1");
        if transaction.query_one_raw(anybody).await?.is_some() {
            return Err(BackupError::NotEmpty);
        }
    }
    if applied.len() != newest + 1 {
        Migrator::down(transaction, None).await?;
        Migrator::up(transaction, u32::try_from(newest + 1).ok()).await?;
    }
    Ok(())
}

/// Removes what migrations have put into the tables: the backup has it, as it has become.
async fn clear(transaction: &DatabaseTransaction, schema: &Schema) -> Result<()> {
    let tables: Vec<&str> = TABLES.iter().copied().filter(|table| schema.contains_key(*table)).collect();
    if transaction.get_database_backend() == DbBackend::Postgres {
        // They refer to people, too.
        let others = ["import_rows", "imports", "sessions", "sign_in_codes", "throttles"];
        let others = others.into_iter().filter(|table| schema.contains_key(*table));
        let all = listed(tables.into_iter().chain(others));
        transaction.execute_unprepared(&format!("TRUNCATE {all}")).await?;
        return Ok(());
    }
    for table in tables.iter().rev() {
        transaction.execute_unprepared(&format!("DELETE FROM \"{table}\"")).await?;
    }
    Ok(())
}

/// Takes the tables and rows as they come, and gives how many rows each table has got.
async fn load(transaction: &DatabaseTransaction, schema: &Schema, mut pieces: Receiver<Piece>) -> Result<RowCounts> {
    let mut rows = RowCounts::new();
    let mut at: Option<(String, Vec<Column>)> = None;
    while let Some(piece) = pieces.recv().await {
        match piece {
            Piece::Table { name, columns } => {
                let columns = columns_of(schema, &name, &columns)?;
                rows.insert(name.clone(), 0);
                at = Some((name, columns));
            }
            Piece::Rows(lines) => {
                let (table, columns) = at.as_ref().ok_or_else(|| damaged("it has rows of no table"))?;
                add(transaction, table, columns, &lines).await?;
                *rows.entry(table.clone()).or_default() += lines.len() as u64;
            }
            Piece::End(said) if said == rows => return Ok(rows),
            Piece::End(said) => {
                let (table, count) = said.iter().find(|(table, n)| rows.get(*table) != Some(n)).unzip();
                let (table, count) = (table.map_or("", String::as_str), count.copied().unwrap_or_default());
                let found = rows.get(table).copied().unwrap_or_default();
                return Err(damaged(&format!("it has {found} rows of {table} and says {count}")));
            }
        }
    }
    Err(damaged("it ends before its last table"))
}

fn damaged(what: &str) -> BackupError {
    BackupError::Damaged(what.to_owned())
}

/// The columns in the order of the file, which is that of the database it was made of. The names come from outside: none goes into a
/// statement that the schema does not have.
fn columns_of(schema: &Schema, table: &str, names: &[String]) -> Result<Vec<Column>> {
    let columns = schema.get(table).filter(|_| TABLES.contains(&table));
    let columns =
        columns.ok_or_else(|| damaged(&format!("it has a table {table:?}, which its schema does not have")))?;
    let find = |name: &String| columns.iter().find(|column| column.name == *name).cloned();
    let found: Option<Vec<Column>> = names.iter().map(find).collect();
    let each_once = names.iter().collect::<BTreeSet<_>>().len() == columns.len();
    found
        .filter(|found| each_once && found.len() == columns.len())
        .ok_or_else(|| damaged(&format!("the columns of {table} are not those of its schema")))
}

/// Adds some rows in one statement.
async fn add(transaction: &DatabaseTransaction, table: &str, columns: &[Column], lines: &[String]) -> Result<()> {
    let backend = transaction.get_database_backend();
    let rows: Result<Vec<Vec<Value>>, _> = lines.iter().map(|line| values(line, columns)).collect();
    let rows = rows?;
    let parameters = if backend == DbBackend::Postgres {
        vec![format!("[{}]", lines.join(",")).into()]
    } else {
        rows.into_iter().flatten().collect()
    };
    sql::change(transaction, &insert(backend, table, columns, lines.len()), parameters).await?;
    Ok(())
}

const ASIDE_POSTGRES: &str = "\
    SELECT format('ALTER TABLE %I DISABLE TRIGGER %I', t.relname, g.tgname), \
      format('ALTER TABLE %I ENABLE TRIGGER %I', t.relname, g.tgname) \
    FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid \
    JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema() \
    WHERE NOT g.tgisinternal AND (g.tgtype & 4 <> 0 AND g.tgtype & 2 = 0 OR g.tgtype & 32 <> 0) \
    UNION ALL \
    SELECT format('ALTER TABLE %I ALTER CONSTRAINT %I DEFERRABLE INITIALLY DEFERRED', t.relname, k.conname), \
      format('ALTER TABLE %I ALTER CONSTRAINT %I NOT DEFERRABLE', t.relname, k.conname) \
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid \
    JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema() \
    WHERE k.contype = 'f' AND k.confrelid = k.conrelid";

const ASIDE_SQLITE: &str = "\
    SELECT 'DROP TRIGGER ' || name, sql FROM sqlite_schema WHERE type = 'trigger' \
    AND (sql LIKE '%AFTER INSERT ON%' OR sql LIKE '%BEFORE DELETE ON%' OR name LIKE 'tr_%_no_replace')";

/// What is put aside while rows are added: the triggers that count new rows, because the counts are in the backup; those that refuse to
/// empty a table, because a portal without people has recorded something too; those that look for each new row whether it is there,
/// because nothing is there; and on PostgreSQL that somebody's manager is there before them. Other triggers that refuse stay.
struct Aside(Vec<String>);

impl Aside {
    async fn put(transaction: &DatabaseTransaction) -> Result<Self> {
        let is_postgres = transaction.get_database_backend() == DbBackend::Postgres;
        let mut back = Vec::new();
        let found = sql::all(transaction, if is_postgres { ASIDE_POSTGRES } else { ASIDE_SQLITE }, vec![]).await?;
        for row in found {
            let statement: String = row.try_get_by_index(0)?;
            transaction.execute_unprepared(&statement).await?;
            back.push(row.try_get_by_index(1)?);
        }
        Ok(Self(back))
    }

    async fn put_back(self, transaction: &DatabaseTransaction) -> Result<()> {
        if transaction.get_database_backend() == DbBackend::Postgres {
            transaction.execute_unprepared("SET CONSTRAINTS ALL IMMEDIATE").await?;
        }
        for statement in self.0 {
            transaction.execute_unprepared(&statement).await?;
        }
        Ok(())
    }
}

const NUMBERED: &str = "\
    SELECT format('SELECT setval(pg_get_serial_sequence(%L, %L), max(%I)) FROM %I HAVING max(%I) IS NOT NULL', \
      quote_ident(t.relname), c.attname, c.attname, t.relname, c.attname) \
    FROM pg_attribute c JOIN pg_class t ON t.oid = c.attrelid AND t.relkind = 'r' \
    JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema() WHERE c.attidentity <> ''";

/// The next number that PostgreSQL gives out comes after those that are there. SQLite sees to that by itself.
async fn set_sequences(transaction: &DatabaseTransaction) -> Result<()> {
    for row in sql::all(transaction, NUMBERED, vec![]).await? {
        let statement: String = row.try_get_by_index(0)?;
        transaction.execute_unprepared(&statement).await?;
    }
    Ok(())
}
