//! The program as a whole, in processes of its own: what it does when it is killed, when the network fails, when there
//! are several of it, when it is stopped, and what it prints and logs.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that meets the impossible should stop, and one that measures says what it found"
)]

mod audit;
mod backup;
mod commands;
mod database_away;
mod demo;
mod disk_full;
mod doctor;
mod expired;
mod first_start;
mod floods;
mod frozen;
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
mod races;
mod rounds;
mod rush;
mod settings;
mod staff;
mod stop;
mod upgrade;
mod vanishing_clients;

use testkit::database::write_migrated_file;
use testkit::process::Home;
use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The program under test.
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

/// Writes each test once and runs it twice: over an SQLite file and over PostgreSQL.
macro_rules! on_both_engines {
    ($company:ident: $($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let _turn = crate::$company().await;
                super::$name(crate::sqlite_home().await).await;
            })+
        }

        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let _turn = crate::$company().await;
                super::$name(crate::Home::postgres().await).await;
            })+
        }
    };
}
use on_both_engines;
