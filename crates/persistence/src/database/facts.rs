//! What an operator asks of a database: which one it is, how large, and whether it can be relied on.

use application::ports::Result;
use domain::Instant;
use migrations::Migrator;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};

use super::Database;
use super::migrate::applied;

/// What a database says of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// `SQLite` or `PostgreSQL`.
    pub engine: &'static str,
    pub version: String,
    pub bytes: u64,
    /// The settings of the server that are off, and let an acknowledged write be lost.
    pub off: Vec<&'static str>,
    /// Whether the server lets this account write. Of a file its system decides.
    pub may_write: bool,
    pub now: Instant,
}

/// Whether the schema is that of this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaState {
    /// It is; its newest migration.
    Current(String),
    /// So many of its migrations have been applied, and these are missing, oldest first.
    Older { applied: usize, missing: Vec<String> },
    /// It has a migration that this program does not know.
    Newer(String),
}

impl Database {
    /// What the database says of itself.
    pub async fn facts(&self) -> Result<Facts> {
        let is_postgres = self.backend() == DbBackend::Postgres;
        self.read(move |connection| async move {
            let connection = &*connection;
            let clock = if is_postgres { "clock_timestamp()" } else { "strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')" };
            if !is_postgres {
                let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
                let (version, bytes) =
                    (first(connection, "SELECT sqlite_version()").await?, first::<i64>(connection, size).await?);
                let now = first(connection, &format!("SELECT {clock}")).await?;
                let (engine, bytes) = ("SQLite", bytes.unsigned_abs());
                return Ok(Facts { engine, version, bytes, off: Vec::new(), may_write: true, now });
            }
            let mut off = Vec::new();
            for setting in DURABILITY {
                if first::<String>(connection, &format!("SHOW {setting}")).await? == "off" {
                    off.push(setting);
                }
            }
            Ok(Facts {
                engine: "PostgreSQL",
                version: first(connection, "SHOW server_version").await?,
                bytes: first::<i64>(connection, "SELECT pg_database_size(current_database())").await?.unsigned_abs(),
                off,
                may_write: first(connection, MAY_WRITE).await?,
                now: first(connection, &format!("SELECT {clock}")).await?,
            })
        })
        .await
    }

    /// Whether the schema is that of this program. Where nothing was ever migrated, all of it is missing.
    pub async fn schema_state(&self) -> Result<SchemaState> {
        let backend = self.backend();
        let table = match backend {
            DbBackend::Postgres => {
                "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'seaql_migrations'"
            }
            _ => "SELECT count(*) FROM sqlite_schema WHERE name = 'seaql_migrations'",
        };
        self.read(move |connection| async move {
            let is_there = first::<i64>(&connection, table).await? > 0;
            let applied = if is_there { applied(&*connection, backend).await? } else { Vec::new() };
            let known = Migrator::names();
            if let Some(unknown) = applied.iter().find(|name| !known.contains(name)) {
                return Ok(SchemaState::Newer(unknown.clone()));
            }
            Ok(match known.last().filter(|_| applied.len() == known.len()) {
                Some(newest) => SchemaState::Current(newest.clone()),
                None => SchemaState::Older {
                    applied: applied.len(),
                    missing: known.iter().filter(|name| !applied.contains(name)).cloned().collect(),
                },
            })
        })
        .await
    }
}

/// The settings of PostgreSQL without which an acknowledged write may be lost in a crash.
pub(super) const DURABILITY: [&str; 2] = ["synchronous_commit", "fsync"];

/// Whether the account may make tables, and write into those that are there already, on a server that takes writes.
const MAY_WRITE: &str = "SELECT current_setting('transaction_read_only') = 'off' \
    AND coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) \
    AND coalesce(has_table_privilege(to_regclass('users'), 'INSERT, UPDATE, DELETE'), true)";

/// The first column of the first row.
async fn first<T: sea_orm::TryGetable>(connection: &DatabaseConnection, sql: &str) -> Result<T, DbErr> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    let row = connection.query_one_raw(statement).await?;
    row.ok_or_else(|| DbErr::RecordNotFound(sql.to_owned()))?.try_get_by_index(0)
}
