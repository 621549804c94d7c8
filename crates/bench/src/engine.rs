//! The two databases: making an empty one, reaching it, and removing it.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

use crate::failure::{Failure, Outcome};
use crate::machine;

const SERVER: &str = "DAYBOOK_BENCH_POSTGRES";
const SERVER_PROCESS: &str = "DAYBOOK_BENCH_POSTGRES_PID";

/// Which database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    pub(crate) const ALL: [Self; 2] = [Self::Sqlite, Self::Postgres];

    /// As it is written on the command line.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }

    /// As it is written in a table.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

/// The PostgreSQL server to measure on.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    options: PgConnectOptions,
    url: String,
    /// Its first process, the parent of all its others.
    pub(crate) process: u32,
    /// What it calls itself.
    pub(crate) version: String,
}

impl Server {
    /// The server that the environment names; `None` where it names none.
    pub(crate) async fn find() -> Outcome<Option<Self>> {
        let Some(url) = std::env::var(SERVER).ok().filter(|url| !url.is_empty()) else {
            return Ok(None);
        };
        let options = PgConnectOptions::from_str(&url).map_err(Failure::because(SERVER))?.disable_statement_logging();
        let mut connection = options.connect().await.map_err(Failure::because(SERVER))?;
        let version: String = sqlx::query_scalar("SHOW server_version").fetch_one(&mut connection).await?;
        for setting in ["SHOW fsync", "SHOW synchronous_commit"] {
            let value: String = sqlx::query_scalar(setting).fetch_one(&mut connection).await?;
            if value != "on" {
                return Err(Failure::new(format!("{setting} says {value}: writes would look quicker than they are")));
            }
        }
        let worker: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut connection).await?;
        let named = std::env::var(SERVER_PROCESS).ok().and_then(|text| text.trim().parse().ok());
        let process = named.or_else(|| machine::parent_of(worker.cast_unsigned()));
        connection.close().await?;
        match process.filter(|process| machine::name_of(*process).is_some_and(|name| name.starts_with("postgres"))) {
            Some(process) => Ok(Some(Self { options, url, process, version })),
            None => Err(Failure::new(
                "the PostgreSQL server's processes are not on this machine, so their work cannot be measured",
            )),
        }
    }

    async fn run(&self, statement: String) -> Outcome<()> {
        let mut connection = self.options.connect().await?;
        connection.execute(AssertSqlSafe(statement)).await?;
        connection.close().await?;
        Ok(())
    }
}

/// One database, for one size of organisation.
pub(crate) struct Database {
    place: Place,
}

enum Place {
    /// A file in a folder of its own.
    Sqlite(PathBuf),
    /// A database of this name on the server.
    Postgres(Box<Server>, String),
}

/// An open connection to either.
pub(crate) enum Session {
    Sqlite(Box<SqliteConnection>),
    Postgres(Box<PgConnection>),
}

impl Session {
    /// Runs a statement that is put together here, and says how many rows it changed.
    pub(crate) async fn run(&mut self, statement: impl Into<String>) -> Outcome<u64> {
        let statement = AssertSqlSafe(statement.into());
        Ok(match self {
            Self::Sqlite(connection) => connection.execute(statement).await?.rows_affected(),
            Self::Postgres(connection) => connection.execute(statement).await?.rows_affected(),
        })
    }

    /// The columns of a table; none where there is no such table.
    pub(crate) async fn columns(&mut self, table: &str) -> Outcome<Vec<String>> {
        Ok(match self {
            Self::Sqlite(connection) => {
                let query = sqlx::query_scalar("SELECT name FROM pragma_table_info($1)");
                query.bind(table).fetch_all(&mut **connection).await?
            }
            Self::Postgres(connection) => {
                let query = "SELECT attname::text FROM pg_attribute \
                     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped";
                sqlx::query_scalar(query).bind(table).fetch_all(&mut **connection).await?
            }
        })
    }

    /// The one number that a statement finds.
    pub(crate) async fn number(&mut self, statement: &'static str) -> Outcome<i64> {
        Ok(match self {
            Self::Sqlite(connection) => sqlx::query_scalar(statement).fetch_one(&mut **connection).await?,
            Self::Postgres(connection) => sqlx::query_scalar(statement).fetch_one(&mut **connection).await?,
        })
    }

    pub(crate) async fn close(self) -> Outcome<()> {
        match self {
            Self::Sqlite(connection) => connection.close().await?,
            Self::Postgres(connection) => connection.close().await?,
        }
        Ok(())
    }
}

impl Database {
    /// An empty database: a file below `folder`, or one of this name on the server.
    pub(crate) async fn make(engine: Engine, server: Option<&Server>, folder: &Path, name: &str) -> Outcome<Self> {
        match (engine, server) {
            (Engine::Sqlite, _) => Self::sqlite(&folder.join("database")),
            (Engine::Postgres, Some(server)) => Self::postgres(server, name).await,
            (Engine::Postgres, None) => Err(Failure::new("no PostgreSQL server was named")),
        }
    }

    /// An empty file in `folder`, which need not exist.
    fn sqlite(folder: &Path) -> Outcome<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self { place: Place::Sqlite(folder.join("daybook.db")) })
    }

    /// An empty database on the server.
    async fn postgres(server: &Server, name: &str) -> Outcome<Self> {
        server.run(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await?;
        server.run(format!("CREATE DATABASE {name}")).await?;
        Ok(Self { place: Place::Postgres(Box::new(server.clone()), name.to_owned()) })
    }

    /// A copy that changes on its own, in `folder` or under a name of its own. Nobody may be connected to the original.
    pub(crate) async fn copy(&self, folder: &Path) -> Outcome<Self> {
        match &self.place {
            Place::Sqlite(file) => {
                let copy = Self::sqlite(&folder.join("database"))?;
                if let Place::Sqlite(to) = &copy.place {
                    std::fs::copy(file, to)?;
                }
                Ok(copy)
            }
            Place::Postgres(server, name) => {
                let copy = format!("{name}_copy");
                server.run(format!("DROP DATABASE IF EXISTS {copy} WITH (FORCE)")).await?;
                server.run(format!("CREATE DATABASE {copy} TEMPLATE {name}")).await?;
                Ok(Self { place: Place::Postgres(server.clone(), copy) })
            }
        }
    }

    pub(crate) fn engine(&self) -> Engine {
        match self.place {
            Place::Sqlite(_) => Engine::Sqlite,
            Place::Postgres(..) => Engine::Postgres,
        }
    }

    /// The address under which the portal and the bare handler reach it.
    pub(crate) fn url(&self) -> String {
        match &self.place {
            Place::Sqlite(file) => format!("sqlite://{}", file.display()),
            Place::Postgres(server, name) => {
                let (start, _) = server.url.rsplit_once('/').unwrap_or((&server.url, ""));
                format!("{start}/{name}")
            }
        }
    }

    /// The first of the database's own processes; SQLite has none.
    pub(crate) fn process(&self) -> Option<u32> {
        match &self.place {
            Place::Sqlite(_) => None,
            Place::Postgres(server, _) => Some(server.process),
        }
    }

    pub(crate) async fn open(&self) -> Outcome<Session> {
        Ok(match &self.place {
            Place::Sqlite(file) => {
                let options = SqliteConnectOptions::new().filename(file).disable_statement_logging();
                Session::Sqlite(Box::new(options.connect().await?))
            }
            Place::Postgres(server, name) => {
                Session::Postgres(Box::new(server.options.clone().database(name).connect().await?))
            }
        })
    }

    /// Removes it with everything in it.
    pub(crate) async fn remove(self) -> Outcome<()> {
        match &self.place {
            Place::Sqlite(file) => {
                let folder = file.parent().ok_or_else(|| Failure::new("the database file is in no folder"))?;
                Ok(std::fs::remove_dir_all(folder)?)
            }
            Place::Postgres(server, name) => server.run(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await,
        }
    }
}
