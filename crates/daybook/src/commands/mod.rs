//! Short commands for the operator. They work beside a server that is running on the same database, and start none.

pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod config_check;
pub(crate) mod create_admin;
pub(crate) mod doctor;
pub(crate) mod health;
pub(crate) mod import;
pub(crate) mod mail;
pub(crate) mod migrate;
pub(crate) mod packaging;
pub(crate) mod restore;
pub(crate) mod user;

use crate::serve::wait_for_stop;
use persistence::BackupError;

/// How much this process gives way to a server on the same machine.
const GIVING_WAY: i32 = 5;

/// Has the threads that begin from now on give way.
pub(crate) fn give_way() {
    // Where the system does not allow it, nothing but the priority is lost.
    let _ = rustix::process::nice(GIVING_WAY);
}

/// Ends the work where the operator asks for it, by Ctrl-C or as services are stopped: what it has begun is taken back.
pub(crate) async fn unless_stopped<T>(work: impl Future<Output = Result<T, BackupError>>) -> Result<T, BackupError> {
    tokio::select! {
        done = work => done,
        () = wait_for_stop() => Err(BackupError::Failed("it was stopped".to_owned())),
    }
}
