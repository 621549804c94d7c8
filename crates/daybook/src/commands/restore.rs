//! `daybook restore`: an empty database filled from a backup; with `--verify`, a database that is thrown away (oversight.md §4).

use super::{give_way, unless_stopped};
use crate::FAILED;
use crate::config::Config;
use crate::log;
use crate::output::{complain, say};
use crate::serve::block_on;
use crate::wiring::{StartError, clock, database_settings};
use application::audit::verify_all;
use application::backups::Contents;
use application::backups::events::backup_restored;
use application::events::{Event, Origin};
use application::ports::{AuditChain, Ids};
use domain::Instant;
use domain::id::EventId;
use persistence::{Backup, BackupError, Database, Scratch};
use security::RandomIds;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(config: &Config, file: &Path) -> Result<ExitCode, StartError> {
    log::start(&config.log, "error")?;
    block_on(async {
        match restore(config, file).await? {
            Ok(Contents { people, entries, audit_entries }) => {
                say(&format!(
                    "Restored {people} people, {entries} entries, {audit_entries} audit entries. Everybody signs in anew."
                ));
                Ok(ExitCode::SUCCESS)
            }
            Err(error) => {
                complain(&error.sentence(&file.display().to_string()));
                Ok(ExitCode::from(FAILED))
            }
        }
    })
}

/// The outer error is about the database, the inner one about the backup.
async fn restore(config: &Config, file: &Path) -> Result<Result<Contents, BackupError>, StartError> {
    // Before the database is touched, or made: a file that is no good changes nothing.
    let backup = match whole(file).await {
        Ok(backup) => backup,
        Err(error) => return Ok(Err(error)),
    };
    let settings = database_settings(config);
    let new = settings.file().filter(|file| !file.exists());
    let database = Database::connect(&settings).await?;
    let now = clock(config).now();
    let restored = unless_stopped(database.restore(backup, |contents| event(now, contents))).await;
    database.close().await;
    if let (Some(new), Err(_)) = (new, &restored) {
        remove(&new);
    }
    Ok(restored)
}

/// Removes the database file that was made for nothing, with the files beside it.
fn remove(file: &Path) {
    for ending in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        // What stays is an empty database.
        let _ = std::fs::remove_file(name);
    }
    let _ = std::fs::remove_file(file.with_extension("lock"));
}

/// The backup, each byte of which is as it was written.
async fn whole(file: &Path) -> Result<Backup, BackupError> {
    let backup = Backup::open(file).await?;
    backup.check().await?;
    Ok(backup)
}

fn event(at: Instant, contents: Contents) -> Event {
    let record = backup_restored(contents);
    Event { id: EventId::new(RandomIds.next()), at, origin: Origin::command(), record, pushes: Vec::new() }
}

pub(crate) fn verify(config: &Config, file: &Path) -> Result<ExitCode, StartError> {
    log::start(&config.log, "error")?;
    give_way();
    let name = file.display().to_string();
    block_on(async {
        // Stopped at whatever it is looking at, it leaves nothing behind.
        match unless_stopped(prove(config, file)).await {
            Ok(()) => {
                say(&format!("{name} can be restored."));
                Ok(ExitCode::SUCCESS)
            }
            Err(why) => {
                say(&format!("{name} cannot be restored: {}", why.sentence("it")));
                Ok(ExitCode::from(FAILED))
            }
        }
    })
}

/// Looks at one thing after the other and says what it finds. The error is what is wrong.
async fn prove(config: &Config, file: &Path) -> Result<(), BackupError> {
    let backup = Backup::open(file).await;
    let backup = found("file", backup, |Backup { heading, .. }| {
        let zone = config.zone.unwrap_or_default();
        let made = heading.made_at.with_timezone(&zone).format("%Y-%m-%d %H:%M:%S");
        format!("made {made} ({zone}) by Daybook {}", heading.version)
    })?;
    found("checksum", backup.check().await, |sha256| format!("SHA-256 {sha256}"))?;
    let scratch = Scratch::make()?;
    let now = clock(config).now();
    let restored = scratch.database().restore(backup, |contents| event(now, contents)).await;
    found("rows", restored, |Contents { people, entries, audit_entries }| {
        format!("{people} people, {entries} entries, {audit_entries} audit entries, as the file says")
    })?;
    found("rules", scratch.check_rules().await, |()| "every constraint holds".to_owned())?;
    found("audit", chain(&scratch).await, |chain| match chain.sealed_at {
        Some(_) => format!("chain intact, newest {} {}", chain.newest.position, chain.newest.hash),
        None => "nothing is sealed yet".to_owned(),
    })?;
    Ok(())
}

/// The chain of the audit log, where it is intact.
async fn chain(scratch: &Scratch) -> Result<AuditChain, BackupError> {
    let checked = verify_all(scratch.database()).await;
    let checked = checked.map_err(|error| BackupError::Failed(error.to_string()))?;
    match checked.found {
        Some(found) => Err(BackupError::Damaged(format!("the chain is broken at entry {}", found.position))),
        None => Ok(checked.chain),
    }
}

/// Says what was found, or what is wrong, which is the error.
fn found<T>(check: &str, result: Result<T, BackupError>, finding: impl FnOnce(&T) -> String) -> Result<T, BackupError> {
    match result {
        Ok(value) => {
            say(&format!("ok    {check:<8}  {}", finding(&value)));
            Ok(value)
        }
        Err(error) => {
            let what = match error {
                BackupError::Damaged(what) => what,
                other => other.sentence("it"),
            };
            say(&format!("fail  {check:<8}  {what}"));
            Err(BackupError::Failed(what))
        }
    }
}
