//! The program as a whole, in processes of its own: what it does when it is killed, when the network fails, when there
//! are several of it, when it is stopped, and what it prints and logs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]
#![allow(clippy::print_stdout, reason = "a test that measures says what it found")]

mod audit;
mod backup;
mod before_upgrade;
mod break_glass;
mod commands;
mod database_away;
mod demo;
mod disk_full;
mod doctor;
mod expired;
mod first_start;
mod frozen;
mod imports;
mod instances;
mod job_runs;
mod kill;
mod leave;
mod ledger;
mod letters;
mod logs;
mod mail;
mod months;
mod people_at_once;
mod proxies;
mod proxy;
mod races;
mod rounds;
mod settings;
mod staff;
mod standby;
mod stop;
mod upgrade;
mod users;
mod vanishing_clients;
mod watching;
mod whole_machine;

use testkit::database::write_migrated_file;
use testkit::process::Home;
use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

const PROGRAM: &str = env!("CARGO_BIN_EXE_daybook");

/// The instant at which every clock here starts: a Wednesday morning.
const NOW: &str = "2026-06-10T09:00:00Z";
/// The day of that instant.
const TODAY: &str = "2026-06-10";

static MACHINE: RwLock<()> = RwLock::const_new(());

/// For tests that take the whole machine: nothing runs beside them.
async fn alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().await
}

/// For the others.
async fn beside_others() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().await
}

/// A home with a migrated, empty file.
async fn sqlite_home() -> Home {
    let home = Home::sqlite();
    write_migrated_file(&home.data()).await;
    home
}

/// Runs each of these tests with a home like this one, beside the others or alone.
macro_rules! given_home {
    ($engine:ident, $home:expr, $company:ident: $($name:ident),+) => {
        mod $engine {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let _turn = crate::$company().await;
                super::$name($home).await;
            })+
        }
    };
}
use given_home;

/// Writes each test once and runs it twice: over an SQLite file and over PostgreSQL.
macro_rules! on_both_engines {
    ($company:ident: $($name:ident),+ $(,)?) => {
        crate::given_home!(sqlite, crate::sqlite_home().await, $company: $($name),+);
        crate::given_home!(postgres, crate::Home::postgres().await, $company: $($name),+);
    };
}
use on_both_engines;

/// Runs each test over an SQLite file that is not there yet.
macro_rules! on_sqlite {
    ($company:ident: $($name:ident),+ $(,)?) => {
        crate::given_home!(on_sqlite, crate::Home::sqlite(), $company: $($name),+);
    };
}
use on_sqlite;

/// Runs each test over PostgreSQL.
macro_rules! on_postgres {
    ($company:ident: $($name:ident),+ $(,)?) => {
        crate::given_home!(on_postgres, crate::Home::postgres().await, $company: $($name),+);
    };
}
use on_postgres;
