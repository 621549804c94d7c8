//! The two databases: making an empty one, reaching it, and removing it.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::failure::{Outcome, because};

const SERVER: &str = "DAYBOOK_BENCH_POSTGRES";
const SERVER_PROCESS: &str = "DAYBOOK_BENCH_POSTGRES_PID";

/// Which database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

/// An open connection to either, for what is not measured.
pub(crate) struct Session(AnyConnection);

impl Session {
    async fn open(url: &str) -> Outcome<Self> {
        install_default_drivers();
        Ok(Self(AnyConnection::connect(url).await?))
    }

    /// Runs a statement that is put together here.
    pub(crate) async fn run(&mut self, statement: impl Into<String>) -> Outcome<()> {
        sqlx::raw_sql(AssertSqlSafe(statement.into())).execute(&mut self.0).await?;
        Ok(())
    }

    /// The columns of a table; none where there is no such table.
    pub(crate) async fn columns(&mut self, engine: Engine, table: &str) -> Outcome<Vec<String>> {
        let query = match engine {
            Engine::Sqlite => "SELECT name FROM pragma_table_info($1)",
            Engine::Postgres => {
                "SELECT attname::text FROM pg_attribute \
                 WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped"
            }
        };
        Ok(sqlx::query_scalar(query).bind(table).fetch_all(&mut self.0).await?)
    }

    /// The one number that a statement finds.
    pub(crate) async fn number(&mut self, statement: &str) -> Outcome<i64> {
        Ok(sqlx::query_scalar(AssertSqlSafe(statement)).fetch_one(&mut self.0).await?)
    }

    pub(crate) async fn close(self) -> Outcome<()> {
        Ok(self.0.close().await?)
    }
}

/// The PostgreSQL server to measure on.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    url: String,
    /// Its first process, the parent of all its others.
    process: u32,
    /// What it calls itself.
    pub(crate) version: String,
}

impl Server {
    /// The server that the environment names, where it is one of those to measure.
    pub(crate) async fn find(engines: &[Engine]) -> Outcome<Option<Self>> {
        if !engines.contains(&Engine::Postgres) {
            return Ok(None);
        }
        let url = std::env::var(SERVER).map_err(because(format!("{SERVER}; say --only sqlite if that is meant")))?;
        let Session(mut connection) = Session::open(&url).await.map_err(because(SERVER))?;
        for setting in ["SHOW fsync", "SHOW synchronous_commit"] {
            let value: String = sqlx::query_scalar(setting).fetch_one(&mut connection).await?;
            if value != "on" {
                return Err(format!("{setting} says {value}: writes would look quicker than they are").into());
            }
        }
        let version = sqlx::query_scalar("SHOW server_version").fetch_one(&mut connection).await?;
        connection.close().await?;
        let process = std::env::var(SERVER_PROCESS).ok().and_then(|text| text.trim().parse().ok());
        let process =
            process.ok_or_else(|| format!("{SERVER_PROCESS} does not name the first process of that server"))?;
        Ok(Some(Self { url, process, version }))
    }
}

/// One database, for one size of organisation.
pub(crate) struct Database {
    /// The address under which the portal and the bare handler reach it.
    pub(crate) url: String,
    /// A file, or a database on the server.
    name: String,
    /// Where the portal keeps what it writes besides.
    pub(crate) folder: PathBuf,
    server: Option<Server>,
}

impl Database {
    /// An empty database, or a copy of one to which nobody is connected: of this name on the server, or a file in `folder`, which need not
    /// exist.
    pub(crate) async fn make(server: Option<&Server>, folder: &Path, name: &str, of: Option<&Self>) -> Outcome<Self> {
        std::fs::create_dir_all(folder)?;
        let folder = folder.to_owned();
        let Some(server) = server else {
            let name = folder.join("daybook.db").display().to_string();
            of.map(|of| std::fs::copy(&of.name, &name)).transpose()?;
            return Ok(Self { url: format!("sqlite://{name}"), name, folder, server: None });
        };
        let template = of.map_or_else(String::new, |of| format!(" TEMPLATE {}", of.name));
        let server_url = &server.url;
        let (start, _) = server_url.rsplit_once('/').unwrap_or((server_url, ""));
        let (url, name, server) = (format!("{start}/{name}"), name.to_owned(), Some(server.clone()));
        let database = Self { url, name, folder, server };
        database.remove().await?;
        let mut session = Session::open(server_url).await?;
        session.run(format!("CREATE DATABASE {}{template}", database.name)).await?;
        session.close().await?;
        Ok(database)
    }

    pub(crate) fn engine(&self) -> Engine {
        if self.server.is_some() { Engine::Postgres } else { Engine::Sqlite }
    }

    /// The first of the database's own processes; SQLite has none.
    pub(crate) fn process(&self) -> Option<u32> {
        self.server.as_ref().map(|server| server.process)
    }

    pub(crate) async fn open(&self) -> Outcome<Session> {
        Session::open(&self.url).await
    }

    /// Removes it with everything in it.
    pub(crate) async fn remove(&self) -> Outcome<()> {
        let Some(server) = &self.server else { return Ok(std::fs::remove_file(&self.name)?) };
        let mut session = Session::open(&server.url).await?;
        session.run(format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)).await?;
        session.close().await
    }
}
