//! `daybook backup`: everything in one file, while the portal goes on (oversight.md §4).

use super::{give_way, unless_stopped};
use crate::FAILED;
use crate::config::Config;
use crate::log;
use crate::output::{complain, say};
use crate::serve::block_on;
use crate::wiring::{StartError, clock, database_settings};
use application::backups::note_backup;
use persistence::{BackedUp, BackupError, Database};
use rustix::fs::{CWD, OFlags, RenameFlags, renameat_with};
use rustix::io::Errno;
use security::RandomIds;
use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::io::IsTerminal;
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

pub(crate) fn run(config: &Config, file: &Path) -> Result<ExitCode, StartError> {
    log::start(&config.log, "error")?;
    give_way();
    let since = Instant::now();
    let is_handed_on = file == Path::new(STANDARD_OUTPUT);
    block_on(async {
        if is_handed_on && std::io::stdout().is_terminal() {
            return Ok(refused(NOT_TO_A_TERMINAL));
        }
        if !is_handed_on && file.symlink_metadata().is_ok() {
            return Ok(refused(&exists(file)));
        }
        let database = Database::visit_even_older(&database_settings(config)).await?;
        let clock = clock(config);
        let name = if is_handed_on { "standard output".to_owned() } else { file.display().to_string() };
        let made =
            if is_handed_on { hand_on(&database, clock.now()).await } else { make(&database, file, clock.now()).await };
        let code = match made {
            Ok(made) => {
                let noted = note_backup(&database, &RandomIds, clock.now(), made.contents).await;
                let tell = if is_handed_on { complain } else { say };
                tell(&told(&name, &made, since.elapsed().as_secs_f64()));
                noted
                    .map_err(|error| {
                        StartError::Failed(format!("the backup was made, but not recorded as an event: {error}"))
                    })
                    .map(|()| ExitCode::SUCCESS)
            }
            Err(error) => Ok(refused(&error.sentence(&name))),
        };
        database.close().await;
        code
    })
}

/// The name of a file that stands for standard output.
const STANDARD_OUTPUT: &str = "-";
const NOT_TO_A_TERMINAL: &str = "A backup is not written to a terminal: name a file, or pipe it to another program";

/// Writes to standard output, and nothing but the backup.
async fn hand_on(database: &Database, now: domain::Instant) -> Result<BackedUp, BackupError> {
    let output = std::io::stdout().as_fd().try_clone_to_owned()?;
    unless_stopped(database.back_up(File::from(output), now, env!("CARGO_PKG_VERSION"))).await
}

fn refused(sentence: &str) -> ExitCode {
    complain(sentence);
    ExitCode::from(FAILED)
}

fn exists(file: &Path) -> String {
    format!("{} exists already", file.display())
}

/// Makes the file under another name, and gives it its own when it is whole.
async fn make(database: &Database, file: &Path, now: domain::Instant) -> Result<BackedUp, BackupError> {
    let partial = partial(file);
    let open = own(open(&partial)?, &partial, file)?;
    let told = |error: std::io::Error| failed(&partial, error);
    // One that was killed may have left it. In a shared folder somebody else may have made it, to read what is written.
    let found = open.metadata().map_err(told)?;
    if found.uid() != rustix::process::geteuid().as_raw() || found.nlink() > 1 {
        return Err(failed(&partial, "it belongs to somebody else"));
    }
    open.set_len(0).and_then(|()| open.set_permissions(Permissions::from_mode(0o600))).map_err(told)?;
    let lock = open.try_clone().map_err(told)?;
    let made = match unless_stopped(database.back_up(open, now, env!("CARGO_PKG_VERSION"))).await {
        Ok(made) => name(&partial, file).map(|()| made),
        // A disk without room, say, does not tell of which file.
        Err(BackupError::Failed(why)) => Err(BackupError::Failed(format!("{} was not made: {why}", file.display()))),
        failed => failed,
    };
    if made.is_err() {
        // Nobody takes a part for the whole. Where it cannot be removed either, its name says what it is.
        let _ = std::fs::remove_file(&partial);
    }
    drop(lock);
    made
}

fn failed(file: &Path, error: impl std::fmt::Display) -> BackupError {
    BackupError::Failed(format!("{}: {error}", file.display()))
}

/// Opens the file that is to become the backup. What it is called is no way to another file.
fn open(partial: &Path) -> Result<File, BackupError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(partial).map_err(|error| failed(partial, error))
}

/// The same file, for this backup alone.
fn own(open: File, partial: &Path, file: &Path) -> Result<File, BackupError> {
    match open.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(failed(partial, "another backup is being written there")),
        Err(TryLockError::Error(error)) => return Err(failed(partial, error)),
    }
    let is_whole = file.symlink_metadata().is_ok();
    let (here, there) = (open.metadata().map_err(|error| failed(partial, error))?, partial.symlink_metadata());
    let is_there = there.is_ok_and(|there| (there.dev(), there.ino()) == (here.dev(), here.ino()));
    match (is_there, is_whole) {
        (true, false) => Ok(open),
        (true, true) => {
            let _ = std::fs::remove_file(partial);
            Err(BackupError::Failed(exists(file)))
        }
        // Between the opening and the lock another backup was finished, which is what is open now, or removed.
        (false, true) => Err(BackupError::Failed(exists(file))),
        (false, false) => Err(failed(partial, "another backup was being written there")),
    }
}

fn partial(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// Gives the whole file its name, unless there is another one meanwhile, and sees that to the disk.
fn name(partial: &Path, file: &Path) -> Result<(), BackupError> {
    let failed = |error: std::io::Error| failed(file, error);
    match renameat_with(CWD, partial, CWD, file, RenameFlags::NOREPLACE) {
        Err(Errno::EXIST) => return Err(BackupError::Failed(exists(file))),
        // Some file systems know no such renaming.
        Err(Errno::INVAL | Errno::NOSYS) if file.symlink_metadata().is_ok() => {
            return Err(BackupError::Failed(exists(file)));
        }
        Err(Errno::INVAL | Errno::NOSYS) => std::fs::rename(partial, file).map_err(failed)?,
        renamed => renamed.map_err(|error| failed(error.into()))?,
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)
}

fn told(name: &str, made: &BackedUp, seconds: f64) -> String {
    let contents = made.contents;
    format!(
        "Backed up to {name}: {} people, {} entries, {} audit entries, {} in {seconds:.1} s. SHA-256 {}",
        contents.people,
        contents.entries,
        contents.audit_entries,
        size(made.bytes),
        made.sha256
    )
}

/// A size as people read it.
#[allow(clippy::cast_precision_loss, reason = "nobody counts the bytes of a terabyte")]
pub(crate) fn size(bytes: u64) -> String {
    let mut size = bytes as f64 / 1_000.0;
    let mut unit = "KB";
    for larger in ["MB", "GB", "TB"] {
        if size >= 1_000.0 {
            (size, unit) = (size / 1_000.0, larger);
        }
    }
    format!("{size:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use application::backups::Contents;

    #[test]
    fn a_backup_in_the_making_has_a_name_of_its_own() {
        assert_eq!(partial(Path::new("/srv/night.daybook")), Path::new("/srv/night.daybook.partial"));
    }

    #[test]
    fn a_backup_that_was_finished_meanwhile_is_not_written_over() {
        let folder = std::env::temp_dir().join(format!("daybook-part-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("night.gz");
        let partial = partial(&file);
        let why = |refused: Result<File, BackupError>| match refused {
            Err(BackupError::Failed(why)) => why,
            other => panic!("{other:?}"),
        };
        let first = own(open(&partial).unwrap(), &partial, &file).unwrap();
        let busy = why(own(open(&partial).unwrap(), &partial, &file));
        assert!(busy.ends_with("another backup is being written there"), "{busy}");
        // Another one has opened the part already, and comes to the lock when this one has its name.
        let late = open(&partial).unwrap();
        std::fs::write(&partial, "whole").unwrap();
        name(&partial, &file).unwrap();
        drop(first);
        assert_eq!(why(own(late, &partial, &file)), exists(&file));
        assert_eq!(std::fs::read(&file).unwrap(), b"whole");
        // Nor where it comes even later.
        assert_eq!(why(own(open(&partial).unwrap(), &partial, &file)), exists(&file));
        assert!(!partial.exists());

        std::os::unix::fs::symlink(&file, &partial).unwrap();
        open(&partial).unwrap_err();
        assert_eq!(std::fs::read(&file).unwrap(), b"whole");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_was_backed_up_is_said_in_one_line() {
        let contents = Contents { people: 3, entries: 40, audit_entries: 500 };
        let made = BackedUp { contents, bytes: 12_345_678, sha256: "ab".repeat(32) };
        let line = format!(
            "Backed up to night: 3 people, 40 entries, 500 audit entries, 12.3 MB in 2.0 s. SHA-256 {}",
            "ab".repeat(32)
        );
        assert_eq!(told("night", &made, 2.04), line);
        assert_eq!([size(0), size(999_949), size(4_500_000_000)], ["0.0 KB", "999.9 KB", "4.5 GB"]);
    }
}
