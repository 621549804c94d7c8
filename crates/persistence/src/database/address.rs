//! Where the database is, and how to open it: the connection and pool options of both engines.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::net::IpAddr;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use domain::Instant;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions, PgSslMode};
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sea_orm::sqlx::{ConnectOptions, Connection, Error};
use tokio::time::timeout;

use super::OpenError;

/// How long a request waits for a pooled connection before it is told that the database is busy.
pub(crate) const ACQUIRE: Duration = Duration::from_secs(2);
/// How long one write waits for another one's lock.
const LOCK_WAIT: Duration = Duration::from_millis(1_500);
/// How long PostgreSQL lets one statement run.
const STATEMENT: Duration = Duration::from_secs(2);
/// How long PostgreSQL lets a transaction sit between two statements.
const IDLE_IN_TRANSACTION: Duration = Duration::from_secs(10);
/// A connection that lay idle this long is tried before it is used: a restarted server leaves dead ones behind.
const TRY_AFTER_IDLE: Duration = Duration::from_secs(1);
const STATEMENT_CACHE: usize = 200;
/// Readers beside the one writer that SQLite has.
const SQLITE_READERS: u32 = 3;
/// So many KiB of the file the writer keeps in memory; each reader keeps two thousand.
const SQLITE_WRITER_CACHE: &str = "-8000";
/// What a PostgreSQL says that is starting, stopping or recovering: `cannot_connect_now`.
const STARTING: &str = "57P03";

/// What the operator says about the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// `sqlite://path/to/file` or `postgres://user:password@host/database`.
    pub url: String,
    /// How many PostgreSQL connections an instance may hold; SQLite has its own fixed number.
    pub connections: u32,
    /// A PostgreSQL database with people in it is only migrated if a backup of it was made since then.
    pub backed_up_since: Option<Instant>,
}

impl Settings {
    /// How many connections an instance holds by default.
    pub const CONNECTIONS: u32 = 8;

    /// The default number of connections to the database at `url`.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), connections: Self::CONNECTIONS, backed_up_since: None }
    }

    /// Whether the address makes sense. The error is a sentence that does not repeat it.
    pub fn check(&self) -> Result<(), OpenError> {
        Address::parse(&self.url).map(drop)
    }

    /// Whether data and password may cross a network unencrypted.
    pub fn is_readable_on_the_way(&self) -> bool {
        match Address::parse(&self.url) {
            Ok(Address::Postgres(options)) => {
                let host = options.get_host();
                let is_near = options.get_socket().is_some()
                    || host.starts_with('/')
                    || host == "localhost"
                    || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
                // `prefer` connects without encryption if somebody in between claims that the server has none.
                !is_near && matches!(options.get_ssl_mode(), PgSslMode::Disable | PgSslMode::Allow | PgSslMode::Prefer)
            }
            _ => false,
        }
    }

    pub fn file(&self) -> Option<PathBuf> {
        match Address::parse(&self.url) {
            Ok(Address::Sqlite(file)) => Some(file),
            _ => None,
        }
    }
}

/// The address of a database, parsed.
#[derive(Debug, Clone)]
pub(crate) enum Address {
    Sqlite(PathBuf),
    Postgres(Box<PgConnectOptions>),
}

impl Address {
    pub(crate) fn parse(url: &str) -> Result<Self, OpenError> {
        if let Some(path) = url.strip_prefix("sqlite://") {
            let path = path.split('?').next().unwrap_or_default();
            if path.is_empty() || path == ":memory:" {
                return Err(OpenError::Address(
                    "the address of an SQLite database names a file, as in sqlite://data/daybook.db",
                ));
            }
            return Ok(Self::Sqlite(PathBuf::from(path)));
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let options = PgConnectOptions::from_str(url)
                .map_err(|_| {
                    OpenError::Address(
                        "the address of a PostgreSQL database reads postgres://user:password@host/database",
                    )
                })?
                .application_name("daybook")
                .statement_cache_capacity(STATEMENT_CACHE)
                .options([
                    ("statement_timeout", STATEMENT.as_millis()),
                    ("lock_timeout", LOCK_WAIT.as_millis()),
                    ("idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION.as_millis()),
                ])
                // Compiling a statement takes longer than any of ours.
                .options([("jit", "off")])
                .disable_statement_logging();
            return Ok(Self::Postgres(Box::new(options)));
        }
        Err(OpenError::Address("the database address begins with sqlite:// or postgres://"))
    }
}

/// Options of every connection to the file. `FULL`, because an acknowledged write outlives a power cut.
pub(crate) fn sqlite_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(ACQUIRE)
        .statement_cache_capacity(STATEMENT_CACHE)
        .pragma("journal_size_limit", "67108864")
        .disable_statement_logging()
}

/// Options of the connection that writes.
pub(crate) fn sqlite_writer_options(path: &Path) -> SqliteConnectOptions {
    sqlite_options(path).pragma("cache_size", SQLITE_WRITER_CACHE)
}

/// Options of a file that is tried out and thrown away: nothing of it has to outlive the process, and references are looked at as a
/// whole.
pub(crate) fn sqlite_scratch_options(path: &Path) -> SqliteConnectOptions {
    sqlite_options(path).journal_mode(SqliteJournalMode::Off).synchronous(SqliteSynchronous::Off).foreign_keys(false)
}

pub(crate) fn sqlite_readers() -> SqlitePoolOptions {
    sqlite_pool(SQLITE_READERS)
}

pub(crate) fn sqlite_writer() -> SqlitePoolOptions {
    // Where a commit fails, as on a full disk, SQLite has rolled back by itself. The driver's own rollback fails then, and it counts the
    // transaction as open for ever: later ones would begin inside it, be acknowledged, and never be committed. Such a connection goes.
    sqlite_pool(1).after_release(|connection, _| {
        Box::pin(async move {
            // A rollback that is on its way comes first.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    })
}

fn sqlite_pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
}

pub(crate) fn postgres_pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections.max(1))
        .acquire_timeout(ACQUIRE)
        .idle_timeout(Duration::from_mins(10))
        .max_lifetime(Duration::from_mins(15))
        // A ping each time would add a round trip to every statement.
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for >= TRY_AFTER_IDLE {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
}

/// Why the server lets nobody in, in its own words. A pool tries for as long as it may, and then knows only that time is up, so one
/// more try is made without it.
pub(crate) async fn refusal(options: &PgConnectOptions, error: Error) -> OpenError {
    let error = match error {
        Error::PoolTimedOut => match timeout(ACQUIRE, PgConnection::connect_with(options)).await {
            Ok(Err(cause)) => cause,
            Ok(Ok(_)) | Err(_) => return OpenError::Away(format!("no answer within {} seconds", ACQUIRE.as_secs())),
        },
        other => other,
    };
    match error {
        Error::Database(said) if said.code().is_some_and(|code| code == STARTING) => {
            OpenError::Away(said.message().to_owned())
        }
        Error::Database(said) => OpenError::Refused(said.message().to_owned()),
        Error::Io(cause) => OpenError::Away(cause.to_string()),
        other => OpenError::Refused(other.to_string()),
    }
}

/// Makes the folder and the file for their owner alone, and takes the lock that keeps a second process away: SQLite's own
/// locks would let two servers share the file, and each would miss what the other tells its clients.
pub(crate) fn claim(path: &Path) -> Result<File, OpenError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(|error| OpenError::file(folder, &error))?;
    let lock_path = path.with_extension("lock");
    let lock = private(&lock_path)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(OpenError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => return Err(OpenError::file(&lock_path, &error)),
    }
    private(path)?;
    Ok(lock)
}

/// Opens a file, and makes it for its owner alone where there is none.
pub(super) fn private(path: &Path) -> Result<File, OpenError> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
        .map_err(|error| OpenError::file(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_engine() {
        assert!(
            matches!(Address::parse("sqlite://data/daybook.db").unwrap(), Address::Sqlite(path) if path == Path::new("data/daybook.db"))
        );
        assert!(
            matches!(Address::parse("sqlite:///srv/d.db?mode=rwc").unwrap(), Address::Sqlite(path) if path == Path::new("/srv/d.db"))
        );
        assert!(matches!(Address::parse("postgres://me@localhost/daybook").unwrap(), Address::Postgres(_)));
        assert!(matches!(Address::parse("postgresql://me@localhost/daybook").unwrap(), Address::Postgres(_)));
    }

    #[test]
    fn a_distant_database_without_required_tls_is_readable_on_the_way() {
        for (url, is_readable) in [
            ("postgres://me@db.example.org/daybook", true),
            ("postgres://me@db.example.org/daybook?sslmode=disable", true),
            ("postgres://me@192.0.2.1/daybook?sslmode=prefer", true),
            ("postgres://me@db.example.org/daybook?sslmode=require", false),
            ("postgres://me@db.example.org/daybook?sslmode=verify-full", false),
            ("postgres://me@localhost/daybook?sslmode=disable", false),
            ("postgres://me@127.0.0.1/daybook", false),
            ("postgres://me@[::1]/daybook", false),
            ("postgres://me@%2Fvar%2Frun%2Fpostgresql/daybook", false),
            ("postgres:///daybook?host=/var/run/postgresql", false),
            ("sqlite://data/daybook.db", false),
        ] {
            assert_eq!(Settings::new(url).is_readable_on_the_way(), is_readable, "{url}");
        }
    }

    #[test]
    fn an_address_that_makes_no_sense_is_refused_without_repeating_it() {
        for url in ["", "mysql://root:geheim@h/d", "sqlite://", "sqlite://:memory:", "postgres://me:geheim@host:port/d"]
        {
            let sentence = Address::parse(url).unwrap_err().to_string();
            assert!(!sentence.contains("geheim"), "{sentence}");
        }
    }
}
