//! The handle on one database: it opens it, lends connections with a deadline, begins every transaction, and notices when
//! the database goes away and when it is back.

mod address;
mod calls;
mod connections;
mod copy;
mod deadline;
mod facts;
mod fallback;
mod keys;
mod migrate;
mod open_error;
mod signal;
mod transaction;
mod watchdog;

use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use domain::time::Holidays;
use migrations::Migrator;
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use tokio::sync::{Semaphore, watch};

pub(crate) use self::address::ACQUIRE;
pub use self::address::Settings;
pub use self::connections::Connections;
pub(crate) use self::deadline::within;
pub use self::facts::{Facts, SchemaState};
pub(crate) use self::fallback::Fallback;
pub(crate) use self::migrate::{ADVISORY_LOCK, applied, newest_backup};
pub use self::open_error::OpenError;
pub(crate) use self::signal::{Listener, Woken};
pub(crate) use self::transaction::Transaction;

use self::address::Address;
use self::keys::Keys;
use self::signal::tell_others;
use self::watchdog::{Health, Standing};
use crate::kept::Kept;
use crate::people::Roster;

/// How long a caller waits for one read, from asking for a connection to the last row.
pub(crate) const READ: Duration = Duration::from_millis(2_300);
/// The reason, in a few words, if the portal cannot serve because the database does not answer.
pub const AWAY: &str = "the database is away";

/// One open database. Cloning it is cheap; all clones share the connections.
#[derive(Clone)]
pub struct Database {
    inner: Arc<Inner>,
    /// For a handle on a standby: the fallback once the standby fails.
    fallback: Option<Arc<Fallback>>,
}

struct Inner {
    engine: Engine,
    pools: RwLock<Pools>,
    health: Health,
    people: Kept<Roster>,
    holidays: Kept<Holidays>,
    /// Those of the schema, on SQLite.
    keys: RwLock<Keys>,
    /// SQLite has one writer. Those who wait for it queue here, in order, instead of asking the file again and again.
    writer: Option<Arc<Semaphore>>,
    /// Held once more by each call that wants a connection, until it gives that back.
    asking: Arc<()>,
    /// Counts the commits of this process that recorded events, so that a feed here does not wait for its next look.
    recorded: watch::Sender<u64>,
    /// Counts the commits of this process that left something to mail.
    mail_waiting: watch::Sender<u64>,
    /// Held as long as the file is served.
    _lock: Option<File>,
}

/// Replaced as a whole when the connections in them have died but new ones can be made.
#[derive(Clone)]
struct Pools {
    reading: Arc<DatabaseConnection>,
    /// The same on PostgreSQL. SQLite's one writer has one connection: each has pages of the file in memory, and forgets them when
    /// another one writes.
    writing: Arc<DatabaseConnection>,
    /// Counts the replacements, from 1, so that a failure can name the pool that it is about.
    generation: u64,
}

impl Pools {
    fn one(pool: DatabaseConnection, generation: u64) -> Self {
        let reading = Arc::new(pool);
        Self { writing: Arc::clone(&reading), reading, generation }
    }
}

enum Engine {
    Sqlite { file: PathBuf },
    Postgres { options: Box<PgConnectOptions>, connections: u32 },
}

impl Database {
    /// Opens the database, brings its schema up to date and begins to watch over it. Refuses to migrate a PostgreSQL database that was
    /// not backed up as the settings demand.
    pub async fn open(settings: &Settings) -> Result<Self, OpenError> {
        let database = Self::connect(settings).await?;
        let migrated = database.bring_up_to_date::<Migrator>(settings.backed_up_since).await;
        if migrated.is_err() {
            database.close().await;
        }
        migrated.map(|()| database)
    }

    /// Opens the database as it is, without migrations.
    pub async fn connect(settings: &Settings) -> Result<Self, OpenError> {
        Self::connect_to(Address::parse(&settings.url)?, settings.connections, true).await
    }

    /// Opens the database for a command that is soon over, beside a server that may be running on it. The schema stays as it is,
    /// and has to be that of this program.
    pub async fn visit(settings: &Settings) -> Result<Self, OpenError> {
        let database = Self::look_at(settings).await?;
        if database.is_current().await { Ok(database) } else { Err(OpenError::NotCurrent) }
    }

    /// The same where the schema may be that of an earlier version, too.
    pub async fn visit_even_older(settings: &Settings) -> Result<Self, OpenError> {
        let database = Self::look_at(settings).await?;
        match database.schema_state().await {
            Ok(SchemaState::Current(_) | SchemaState::Older { applied: 1.., .. }) => Ok(database),
            Ok(SchemaState::Newer(unknown)) => Err(OpenError::Newer(unknown)),
            _ => Err(OpenError::NotCurrent),
        }
    }

    /// The same whatever the schema is.
    pub async fn look_at(settings: &Settings) -> Result<Self, OpenError> {
        let address = Address::parse(&settings.url)?;
        if let Address::Sqlite(path) = &address {
            // In a folder of somebody else's nobody knows whether it is there.
            match path.try_exists() {
                Ok(true) => {}
                Ok(false) => return Err(OpenError::Missing(path.clone())),
                Err(error) => return Err(OpenError::file(path, &error)),
            }
        }
        Self::connect_to(address, settings.connections, false).await
    }

    /// `serves`: the file is this process's alone, as a server needs it.
    async fn connect_to(address: Address, connections: u32, serves: bool) -> Result<Self, OpenError> {
        let database = match address {
            Address::Sqlite(path) => {
                let lock = if serves { Some(address::claim(&path)?) } else { None };
                let reading = address::sqlite_readers()
                    .connect_with(address::sqlite_options(&path))
                    .await
                    .map_err(|error| OpenError::File(format!("{}: {error}", path.display())))?;
                let writing = address::sqlite_writer().connect_lazy_with(address::sqlite_writer_options(&path));
                let pools =
                    Pools { reading: Arc::new(reading.into()), writing: Arc::new(writing.into()), generation: 1 };
                Self::assemble(Engine::Sqlite { file: path }, pools, lock)
            }
            Address::Postgres(options) => {
                let pool = match address::postgres_pool(connections).connect_with((*options).clone()).await {
                    Ok(pool) => pool,
                    Err(error) => return Err(address::refusal(&options, error).await),
                };
                Self::assemble(Engine::Postgres { options, connections }, Pools::one(pool.into(), 1), None)
            }
        };
        database.warn_of_weak_durability().await;
        database.learn_keys().await?;
        if let Engine::Postgres { .. } = database.inner.engine {
            drop(tokio::spawn(watchdog::rounds(Arc::downgrade(&database.inner))));
            let weak = Arc::downgrade(&database.inner);
            drop(tokio::spawn(tell_others(database.recorded(), move || weak.upgrade().map(Self::over))));
        }
        Ok(database)
    }

    /// A handle on a standby, which connects at the first read. It has no watchdog.
    pub(crate) fn standby(settings: &Settings) -> Result<Self, OpenError> {
        let Address::Postgres(options) = Address::parse(&settings.url)? else {
            return Err(OpenError::Address("a standby is a PostgreSQL: postgres://user:password@host/database"));
        };
        let connections = settings.connections;
        let pool = address::postgres_pool(connections).connect_lazy_with((*options).clone());
        Ok(Self::assemble(Engine::Postgres { options, connections }, Pools::one(pool.into(), 1), None))
    }

    fn assemble(engine: Engine, pools: Pools, lock: Option<File>) -> Self {
        let writer = matches!(engine, Engine::Sqlite { .. }).then(|| Arc::new(Semaphore::new(1)));
        Self::over(Arc::new(Inner {
            engine,
            pools: RwLock::new(pools),
            health: Health::default(),
            people: Kept::default(),
            holidays: Kept::default(),
            keys: RwLock::default(),
            writer,
            asking: Arc::default(),
            recorded: watch::Sender::new(0),
            mail_waiting: watch::Sender::new(0),
            _lock: lock,
        }))
    }

    fn over(inner: Arc<Inner>) -> Self {
        Self { inner, fallback: None }
    }

    /// Everybody, as this process read them last.
    pub(crate) fn kept_people(&self) -> &Kept<Roster> {
        &self.inner.people
    }

    /// All holidays, as this process read them last.
    pub(crate) fn kept_holidays(&self) -> &Kept<Holidays> {
        &self.inner.holidays
    }

    pub(crate) fn backend(&self) -> DbBackend {
        match self.inner.engine {
            Engine::Sqlite { .. } => DbBackend::Sqlite,
            Engine::Postgres { .. } => DbBackend::Postgres,
        }
    }

    /// The address of the server, for a connection outside the pool; `None` on SQLite.
    pub(crate) fn postgres_options(&self) -> Option<&PgConnectOptions> {
        match &self.inner.engine {
            Engine::Sqlite { .. } => None,
            Engine::Postgres { options, .. } => Some(options),
        }
    }

    /// Changes with each commit of this process that recorded events.
    pub(crate) fn recorded(&self) -> watch::Receiver<u64> {
        self.inner.recorded.subscribe()
    }

    /// Changes with each commit of this process that put a mail into the outbox or kept somebody's request for a reset link.
    /// What other instances leave there is found only by looking.
    pub fn mail_waiting(&self) -> watch::Receiver<u64> {
        self.inner.mail_waiting.subscribe()
    }

    /// Tells `hear` of every statement that is sent from now on, to measure and to count them.
    pub fn hear_statements(&self, hear: impl Fn(&str) + Send + Sync + 'static) {
        let hear = Arc::new(hear);
        let heard = |pool: &DatabaseConnection| {
            let mut heard: DatabaseConnection = match self.inner.engine {
                Engine::Sqlite { .. } => pool.get_sqlite_connection_pool().clone().into(),
                Engine::Postgres { .. } => pool.get_postgres_connection_pool().clone().into(),
            };
            let hear = Arc::clone(&hear);
            heard.set_metric_callback(move |info| hear(&info.statement.sql));
            Arc::new(heard)
        };
        let Pools { reading, writing, generation } = self.pools();
        self.replace_pools(Pools { reading: heard(&reading), writing: heard(&writing), generation });
    }

    /// Replaces the connections to a PostgreSQL with new ones, opened on demand. Calls that wait for an old one start again with a
    /// new one, rather than end at their deadline.
    pub(crate) fn renew(&self) {
        let Engine::Postgres { options, connections } = &self.inner.engine else { return };
        let fresh = address::postgres_pool(*connections).connect_lazy_with((**options).clone());
        let old = self.replace_pools(Pools::one(fresh.into(), self.pools().generation + 1));
        drop(tokio::spawn(async move { old.reading.close_by_ref().await }));
    }

    /// A new file beside the database that is served, with one connection.
    pub(crate) fn scratch(file: PathBuf) -> Self {
        let pool = address::sqlite_writer().connect_lazy_with(address::sqlite_scratch_options(&file));
        Self::assemble(Engine::Sqlite { file }, Pools::one(pool.into(), 1), None)
    }

    /// The pool that reads go through.
    pub(crate) fn reading(&self) -> Arc<DatabaseConnection> {
        self.pools().reading
    }

    fn pools(&self) -> Pools {
        self.inner.pools.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn replace_pools(&self, fresh: Pools) -> Pools {
        let mut pools = self.inner.pools.write().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut pools, fresh)
    }

    /// Whether the portal can serve on the database right now. The error says in a few words why not.
    pub async fn readiness(&self) -> Result<(), &'static str> {
        if let Engine::Postgres { .. } = self.inner.engine {
            self.admit().map_err(|_| AWAY)?;
            return match watchdog::stands(self).await {
                None => Err(AWAY),
                Some(Standing { is_newer: true, .. }) => Err("a newer version has changed the schema"),
                Some(_) if self.inner.health.is_read_only() => Err("the database takes no writes"),
                Some(_) => Ok(()),
            };
        }
        let asked = self.read(|connection| async move { Ok(connection.execute_unprepared("SELECT 1").await?) });
        asked.await.map(drop).map_err(|_| AWAY)
    }

    /// Finishes what is open and closes the file or the connections. On SQLite the log is folded back into the file.
    pub async fn close(&self) {
        self.inner.health.close();
        let Pools { reading, writing, .. } = self.pools();
        let sqlite = self.backend() == DbBackend::Sqlite;
        let closed = within(Duration::from_secs(5), async move {
            reading.close_by_ref().await?;
            if sqlite {
                writing.execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)").await?;
            }
            writing.close_by_ref().await
        });
        match closed.await {
            Some(Ok(())) => {}
            Some(Err(error)) => tracing::warn!(%error, "the database could not be closed cleanly"),
            None => tracing::warn!("the database did not close in time"),
        }
    }

    /// An acknowledged write is on disk only if the server says so; some servers are set up not to.
    async fn warn_of_weak_durability(&self) {
        if self.backend() != DbBackend::Postgres {
            return;
        }
        for setting in facts::DURABILITY {
            let value = self
                .read(move |connection| async move {
                    let show = Statement::from_string(DbBackend::Postgres, format!("SHOW {setting}"));
                    let row = connection.query_one_raw(show).await?;
                    Ok(row.map(|row| row.try_get_by_index::<String>(0)).transpose()?)
                })
                .await;
            if matches!(value.as_ref().map(Option::as_deref), Ok(Some("off"))) {
                tracing::warn!(
                    setting,
                    "the database server may lose acknowledged writes in a crash: the setting is off"
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file is opened with what durability and the constraints need, on every connection of the pool.
    #[tokio::test]
    async fn an_sqlite_file_is_durable_and_keeps_its_references() {
        let folder = std::env::temp_dir().join(format!("daybook-pragmas-{}", std::process::id()));
        let database =
            Database::open(&Settings::new(format!("sqlite://{}/daybook.db", folder.display()))).await.unwrap();
        for (pragma, expected) in
            [("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"), ("busy_timeout", "2000")]
        {
            let value = database.read(move |connection| async move {
                let statement = Statement::from_string(DbBackend::Sqlite, format!("PRAGMA {pragma}"));
                let row = connection.query_one_raw(statement).await?;
                let text = row.map(|row| {
                    row.try_get_by_index::<String>(0).or_else(|_| row.try_get_by_index::<i64>(0).map(|n| n.to_string()))
                });
                Ok(text.transpose()?)
            });
            assert_eq!(value.await.unwrap().as_deref(), Some(expected), "{pragma}");
        }
        database.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// The server ends what hangs: each limit is set on the connection itself.
    #[tokio::test]
    async fn a_postgres_connection_has_its_limits() {
        let database = Database::connect(&Settings::new(testkit::database::postgres_server())).await.unwrap();
        for (setting, expected) in [
            ("statement_timeout", "2s"),
            ("lock_timeout", "1500ms"),
            ("idle_in_transaction_session_timeout", "10s"),
            ("jit", "off"),
            ("application_name", "daybook"),
        ] {
            let value = database.read(move |connection| async move {
                let show = Statement::from_string(DbBackend::Postgres, format!("SHOW {setting}"));
                Ok(connection.query_one_raw(show).await?.map(|row| row.try_get_by_index::<String>(0)).transpose()?)
            });
            assert_eq!(value.await.unwrap().as_deref(), Some(expected), "{setting}");
        }
    }
}
