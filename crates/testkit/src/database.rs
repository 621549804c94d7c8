//! Real databases for tests: a file of its own on SQLite, a database of its own on PostgreSQL.
//!
//! Nothing is skipped. Without `DAYBOOK_TEST_POSTGRES` a test that wants PostgreSQL fails with a sentence that says what to
//! do; a test that quietly does not run is a test that quietly does not hold.

#![allow(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    reason = "test support: a failure here is a failed test"
)]

use std::fs::{DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use persistence::{Database, Settings};
use sea_orm::ConnectionTrait;
use sea_orm::sqlx::postgres::PgConnectOptions;
use tokio::sync::OnceCell;
use uuid::Uuid;

use crate::proxy::Proxy;
use crate::server::{Server, with_database};

pub use crate::server::postgres_server;

/// A migrated, empty database that is gone when the value is dropped.
pub struct TestDatabase {
    database: Database,
    place: Place,
}

enum Place {
    Folder(PathBuf),
    Server { name: String },
}

impl TestDatabase {
    /// A database in a file of its own, copied from a migrated one.
    pub async fn sqlite() -> Self {
        let folder = new_folder();
        write_migrated_file(&folder).await;
        Self::in_folder(folder).await
    }

    /// A database of its own on the test server, copied from a migrated template.
    pub async fn postgres() -> Self {
        Self::on_server(true).await
    }

    /// A file without a schema.
    pub async fn blank_sqlite() -> Self {
        Self::in_folder(new_folder()).await
    }

    /// A database on the test server without a schema.
    pub async fn blank_postgres() -> Self {
        Self::on_server(false).await
    }

    async fn in_folder(folder: PathBuf) -> Self {
        let url = format!("sqlite://{}/daybook.db", folder.display());
        let database = Database::connect(&Settings::new(url)).await.expect("a database file in the temporary folder");
        Self { database, place: Place::Folder(folder) }
    }

    async fn on_server(is_migrated: bool) -> Self {
        let name = format!("daybook_test_{}", Uuid::now_v7().simple());
        Server::of_the_tests().create(name.clone(), is_migrated).await;
        let settings = Settings::new(with_database(&postgres_server(), &name));
        let database = Database::connect(&settings).await.expect("the database just made");
        Self { database, place: Place::Server { name } }
    }

    pub fn database(&self) -> &Database {
        &self.database
    }

    pub fn url(&self) -> String {
        match &self.place {
            Place::Folder(folder) => format!("sqlite://{}/daybook.db", folder.display()),
            Place::Server { name } => with_database(&postgres_server(), name),
        }
    }

    /// Its address by way of a proxy.
    pub fn url_through(&self, proxy: &Proxy) -> String {
        assert!(self.is_postgres(), "only PostgreSQL is reached over a network");
        let url = self.url();
        let host_start = url.find("://").map_or(0, |at| at + 3);
        let host_start = url[host_start..].find('@').map_or(host_start, |at| host_start + at + 1);
        let host_end = url[host_start..].find('/').map_or(url.len(), |at| host_start + at);
        format!("{}{}{}", &url[..host_start], proxy.address(), &url[host_end..])
    }

    pub async fn proxy(&self) -> Proxy {
        let options: PgConnectOptions = self.url().parse().expect("the address of the test database");
        Proxy::to(format!("{}:{}", options.get_host(), options.get_port())).await
    }

    pub fn is_postgres(&self) -> bool {
        matches!(self.place, Place::Server { .. })
    }

    /// A second, independent handle, as another instance of the portal would have one. An SQLite file has one server, so
    /// there it is a clone of the first.
    pub async fn another_instance(&self) -> Database {
        if self.is_postgres() {
            Database::connect(&Settings::new(self.url())).await.expect("a second handle on the database")
        } else {
            self.database.clone()
        }
    }

    /// Records every statement that [`TestDatabase::database`] and its clones send from now on. A test that makes a call for few
    /// people and for many sees whether it sends more statements for more of them.
    pub fn statements(&self) -> Statements {
        let statements = Statements::default();
        let heard = statements.clone();
        self.database.hear_statements(move |sql| {
            heard.0.lock().expect("no test thread died with the lock").push(sql.to_owned());
        });
        statements
    }

    /// Changes beside the portal what it never would.
    pub async fn execute(&self, sql: &str) {
        let raw = self.raw().await;
        raw.execute_unprepared(sql).await.expect("statements that the database takes");
        raw.close().await.expect("a connection that can be closed");
    }

    /// Statements beside the portal, to look at what it stored or to prepare what it never would.
    pub async fn raw(&self) -> sea_orm::DatabaseConnection {
        let url = if self.is_postgres() { self.url() } else { format!("{}?mode=rw", self.url()) };
        connect_beside(url).await
    }
}

/// One connection beside the portal, which lives as long as it is used.
///
/// Without time limits, because these would start a task of sqlx (0.9) with each pool, whose first look at the idle connections races
/// with the first one given back: the count of them may wrap below zero, and the task then spins for ever.
pub(crate) async fn connect_beside(url: String) -> sea_orm::DatabaseConnection {
    let mut options = sea_orm::ConnectOptions::new(url);
    options.max_connections(1).acquire_timeout(Duration::from_secs(5)).sqlx_logging(false);
    options.idle_timeout(None).max_lifetime(None);
    sea_orm::Database::connect(options).await.expect("a connection beside the portal to the test database")
}

/// The statements that a handle on a database sends.
#[derive(Clone, Default)]
pub struct Statements(Arc<Mutex<Vec<String>>>);

impl Statements {
    /// Those sent since the last time this was asked, in order. What begins and ends a transaction is not among them.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().expect("no test thread died with the lock"))
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        match &self.place {
            Place::Folder(folder) => {
                std::fs::remove_dir_all(folder).ok();
            }
            Place::Server { name } => {
                let is_dropped = Server::of_the_tests().remove(name);
                // A second panic would hide the first one.
                assert!(is_dropped || std::thread::panicking(), "the test database could not be dropped");
            }
        }
    }
}

fn new_folder() -> PathBuf {
    std::env::temp_dir().join(format!("daybook-test-{}", Uuid::now_v7().simple()))
}

/// Puts a migrated, empty `daybook.db` into a folder, both for their owner alone as the portal makes them. It is migrated once for all
/// the tests of a process.
pub async fn write_migrated_file(folder: &Path) {
    static FILE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let migrate = async || {
        let blank = TestDatabase::blank_sqlite().await;
        blank.database.migrate().await.expect("the schema of a new file");
        blank.database.close().await;
        let Place::Folder(folder) = &blank.place else { unreachable!("a file") };
        let beside = std::fs::metadata(folder.join("daybook.db-wal")).map_or(0, |log| log.len());
        assert_eq!(beside, 0, "all of it is in the file");
        std::fs::read(folder.join("daybook.db")).expect("the file just closed")
    };
    let migrated = FILE.get_or_init(migrate).await;
    DirBuilder::new().recursive(true).mode(0o700).create(folder).expect("a folder in the temporary folder");
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(folder.join("daybook.db"));
    file.and_then(|mut file| file.write_all(migrated)).expect("a file in the new folder");
}

/// Declares a module that runs these tests of the module around it. Each test gets a subject of its own.
#[macro_export]
macro_rules! tests_over {
    ($engine:ident: $subject:expr; $($name:ident($($what:tt),+))*) => {
        mod $engine {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let subject = $subject;
                super::$name($($crate::given!(subject $what)),+).await;
            })*
        }
    };
}

/// The argument for a parameter of a test, by its type: a handle on the database, the portal over it, the engine, or the subject
/// itself.
#[doc(hidden)]
#[macro_export]
macro_rules! given {
    ($subject:ident Database) => {
        $subject.database()
    };
    ($subject:ident TestApp) => {
        &$crate::TestApp::start(&$subject).await
    };
    ($subject:ident AnyEngine) => {
        &*$subject
    };
    ($subject:ident $itself:ident) => {
        &$subject
    };
}

/// Writes each test once and runs it on SQLite alone, in a module `one_engine`: for what does not depend on the engine.
///
/// The tests are written as for [`on_both_engines!`].
#[macro_export]
macro_rules! on_one_engine {
    ($($(#[$doc:meta])* async fn $name:ident($($given:ident: &$what:ident),+) $body:block)*) => {
        $($(#[$doc])* async fn $name($($given: &$crate::$what),+) $body)*

        $crate::tests_over! { one_engine: $crate::TestDatabase::sqlite().await; $($name($($what),+))* }
    };
}

/// Writes each test once and runs it twice: in a module `sqlite` and in a module `postgres`.
///
/// Each test takes what it needs of these: `async fn a_sentence(database: &TestDatabase, store: &Database, app: &TestApp) { … }`.
#[macro_export]
macro_rules! on_both_engines {
    ($($(#[$doc:meta])* async fn $name:ident($($given:ident: &$what:ident),+) $body:block)*) => {
        $($(#[$doc])* async fn $name($($given: &$crate::$what),+) $body)*

        $crate::tests_over! { sqlite: $crate::TestDatabase::sqlite().await; $($name($($what),+))* }
        $crate::tests_over! { postgres: $crate::TestDatabase::postgres().await; $($name($($what),+))* }
    };
}
