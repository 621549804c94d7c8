//! The PostgreSQL server of the tests, as the one who makes databases there and drops them.
#![allow(clippy::indexing_slicing, reason = "test support: a failure here is a failed test")]

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

use migrations::Migrator;
use persistence::{Database, Settings};
use sea_orm::sqlx::pool::PoolConnection;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sea_orm::sqlx::{AssertSqlSafe, Error, Executor, PgPool, Postgres, Row, query};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::OnceCell;

/// The variable that names a PostgreSQL server on which tests may create and drop databases.
const POSTGRES_VARIABLE: &str = "DAYBOOK_TEST_POSTGRES";

/// Serialises the making of the template between test processes.
const TEMPLATE_LOCK: i64 = 727_002;

/// From this version on the server copies a template page by page through its log, unless it is told to copy the files: several times
/// the work for a database as small as these.
const COPIES_THROUGH_THE_LOG: i32 = 150_000;

/// Connections that outlive the tests, on a runtime of their own. With connections of its own each test would have the server start two
/// processes more, one to make its database and one to drop it.
pub(crate) struct Server {
    runtime: Runtime,
    pool: PgPool,
    template: OnceCell<Template>,
}

/// A migrated database of which each test gets a copy.
struct Template {
    name: String,
    strategy: &'static str,
}

impl Server {
    /// The one that the environment names.
    pub(crate) fn of_the_tests() -> &'static Self {
        static SERVER: OnceLock<Server> = OnceLock::new();
        SERVER.get_or_init(|| {
            let options: PgConnectOptions = postgres_server().parse().expect("the address of the test server");
            let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
            let pool = PgPoolOptions::new().max_connections(8).acquire_timeout(Duration::from_mins(1));
            // Without limits on their age, see `database::connect_beside`.
            let pool = pool.idle_timeout(None).max_lifetime(None);
            let pool = {
                let _inside = runtime.enter();
                pool.connect_lazy_with(options)
            };
            Self { runtime, pool, template: OnceCell::new() }
        })
    }

    /// Makes a database: a copy of the template, or one without a schema.
    pub(crate) async fn create(&'static self, name: String, is_migrated: bool) {
        let made = self.runtime.spawn(async move {
            let template = self.template.get_or_init(|| self.make_template()).await;
            let from = if is_migrated { template.name.as_str() } else { "template1" };
            self.run(format!("CREATE DATABASE {name} TEMPLATE {from} {}", template.strategy)).await
        });
        made.await.expect("a task that ends").expect("a new database on the test server");
    }

    /// Drops one, and waits for that on a thread that may belong to another runtime.
    pub(crate) fn remove(&'static self, name: &str) -> bool {
        let statement = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
        let (tell, told) = mpsc::channel();
        self.runtime.spawn(async move { tell.send(self.run(statement).await.is_ok()) });
        told.recv().unwrap_or(false)
    }

    async fn run(&self, statement: String) -> Result<(), Error> {
        self.pool.execute(AssertSqlSafe(statement)).await.map(drop)
    }

    /// Makes the template once for each list of migrations, under a lock.
    async fn make_template(&self) -> Template {
        let mut admin = self.pool.acquire().await.expect("the PostgreSQL test server");
        let version = "SELECT current_setting('server_version_num')::int";
        let version: i32 = query(version).fetch_one(&mut *admin).await.expect("its version").get(0);
        let strategy = if version < COPIES_THROUGH_THE_LOG { "" } else { "STRATEGY FILE_COPY" };
        // By all of them: of two branches that end alike, one may lack what the other has in between.
        let mut list = DefaultHasher::new();
        Migrator::names().hash(&mut list);
        let name = format!("daybook_template_{:016x}", list.finish());
        tell(&mut admin, format!("SELECT pg_advisory_lock({TEMPLATE_LOCK})")).await;
        let known = query("SELECT count(*) FROM pg_database WHERE datname = $1").bind(&name).fetch_one(&mut *admin);
        if known.await.expect("the list of databases").get::<i64, _>(0) == 0 {
            let building = format!("{name}_building");
            tell(&mut admin, format!("DROP DATABASE IF EXISTS {building} WITH (FORCE)")).await;
            tell(&mut admin, format!("CREATE DATABASE {building}")).await;
            let settings = Settings::new(with_database(&postgres_server(), &building));
            let database = Database::open(&settings).await.expect("a migrated template");
            database.close().await;
            tell(&mut admin, format!("ALTER DATABASE {building} RENAME TO {name}")).await;
        }
        tell(&mut admin, format!("SELECT pg_advisory_unlock({TEMPLATE_LOCK})")).await;
        Template { name, strategy }
    }
}

/// The address of the test server.
pub fn postgres_server() -> String {
    std::env::var(POSTGRES_VARIABLE).unwrap_or_else(|_| {
        panic!(
            "this test needs PostgreSQL: run `cargo xtask test`, which starts a private server, or set {POSTGRES_VARIABLE} to \
             the address of one on which databases may be created, as in postgres://postgres@127.0.0.1:5432/postgres"
        )
    })
}

pub(crate) fn with_database(server: &str, name: &str) -> String {
    let (address, query) = server.split_once('?').map_or((server, None), |(address, query)| (address, Some(query)));
    let scheme_end = address.find("://").map_or(0, |at| at + 3);
    let host_end = address[scheme_end..].find('/').map_or(address.len(), |at| scheme_end + at);
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    format!("{}/{name}{query}", &address[..host_end])
}

async fn tell(admin: &mut PoolConnection<Postgres>, statement: String) {
    admin.execute(AssertSqlSafe(statement)).await.expect("a statement on the test server");
}
