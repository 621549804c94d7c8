//! What the doctor looks at on this machine: settings, folders, room, and the way of mails.

use super::Finding;
use crate::commands::backup::size;
use crate::config::Config;
use crate::wiring::{clock, damaged_key, database_settings, policy, post};
use rustix::fs::{Access, access};
use rustix::io::Errno;
use security::Secret;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Less room than this is a warning.
const ROOM: u64 = 1 << 30;
/// How long the mail server may take.
const MAIL_WITHIN: Duration = Duration::from_secs(10);
/// What is found by somebody else is of no use.
const AS_SERVER: &str = "run this as the user of the server";

/// They have been read, so each of them makes sense.
pub(super) fn settings(config: &Config) -> Finding {
    match config.clock_start {
        None => Finding::Fine(config.listen.to_string()),
        Some(_) => Finding::Warning(
            "DAYBOOK_NOW is set: the portal's clock is not the machine's, and sessions expire by it".to_owned(),
        ),
    }
}

/// Whether the data folder can be written, and nobody else reads the signing key.
pub(super) fn data(config: &Config) -> Finding {
    let folder = config.data_dir.display();
    match probe(&config.data_dir) {
        Err(error) if error.kind() == ErrorKind::NotFound && !config.is_sqlite() => {
            return Finding::Fine(format!("the folder {folder} does not exist, and is not needed yet"));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Finding::Failure(format!(
                "the folder {folder} does not exist yet; the first start creates it, and DAYBOOK_DATA_DIR names it"
            ));
        }
        Err(error) => return Finding::Failure(unwritable(&folder, &error, "DAYBOOK_DATA_DIR")),
        Ok(()) => {}
    }
    key(config).map_or_else(Finding::Failure, |told| Finding::Fine(format!("{folder} can be written{told}")))
}

/// A remark about the signing key in the data folder, or its fault.
fn key(config: &Config) -> Result<&'static str, String> {
    if !config.is_sqlite() || config.secret.is_some() {
        return Ok("");
    }
    let secret = config.data_dir.join("secret");
    let shown = secret.display();
    let found = std::fs::metadata(&secret).and_then(|found| Ok((found, std::fs::read(&secret)?)));
    match found.map(|(found, key)| (found.permissions().mode() & 0o777, Secret::new(key))) {
        Ok((0o600, Some(_))) => Ok(", only its owner can read the signing key"),
        Ok((0o600, None)) => Err(damaged_key(&secret)),
        Ok((mode, _)) => Err(format!("the signing key {shown} has mode {mode:04o}: run chmod 600 {shown}")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(", the signing key will be created at the first start"),
        Err(error) => Err(format!("the signing key {shown} cannot be read: {error}; {AS_SERVER}")),
    }
}

/// Whether [`data`] would find nothing wrong, without writing anything.
pub(crate) fn is_data_sound(config: &Config) -> bool {
    match access(&config.data_dir, Access::WRITE_OK) {
        Err(Errno::NOENT) => !config.is_sqlite(),
        Err(_) => false,
        Ok(()) => key(config).is_ok(),
    }
}

/// What of an SQLite database the portal has to write, and this user may not.
pub(super) fn locked(config: &Config) -> Option<String> {
    let file = database_settings(config).file()?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let [log, index] = ["-wal", "-shm"].map(|ending| {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    });
    // Asked for and not opened: closing the file would take from this process the locks that SQLite holds on it.
    let refused = |path: &Path| match access(path, Access::WRITE_OK) {
        Ok(()) | Err(Errno::NOENT) => None,
        Err(error) => Some(unwritable(&path.display(), &error.into(), "DAYBOOK_DATABASE_URL")),
    };
    [folder, &file, &file.with_extension("lock"), &log, &index].into_iter().find_map(refused)
}

fn unwritable(path: &dyn Display, error: &std::io::Error, setting: &str) -> String {
    format!("{path} cannot be written: {error}; see {setting}, and {AS_SERVER}")
}

/// Writes a file into the folder and removes it.
fn probe(folder: &Path) -> std::io::Result<()> {
    let file = folder.join(format!(".daybook-doctor-{}", std::process::id()));
    let mut open = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file)?;
    // On a full disk a name is still to be had.
    let written = open.write_all(&[0; 4_096]);
    std::fs::remove_file(file).and(written)
}

/// Whether there is enough free space where the portal writes.
pub(super) fn disk(config: &Config) -> Finding {
    let folder = written(config);
    match room(config) {
        Err(error) => Finding::Failure(format!("{} cannot be checked: {error}", folder.display())),
        Ok(room) => {
            let told = format!("{} free for {}", size(room), folder.display());
            if room < ROOM { Finding::Warning(told) } else { Finding::Fine(told) }
        }
    }
}

/// How many bytes are free where the portal writes.
pub(crate) fn room(config: &Config) -> std::io::Result<u64> {
    let folder = written(config);
    // A folder that does not exist yet will be created in one that does.
    let there = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let found = rustix::fs::statvfs(there)?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize))
}

/// The folder of the database file, or else that of the data.
fn written(config: &Config) -> PathBuf {
    let file = database_settings(config).file();
    file.as_deref().and_then(Path::parent).unwrap_or(&config.data_dir).to_owned()
}

/// Whether a mail could be sent now.
pub(super) async fn mail(config: &Config) -> Finding {
    if let Some(folder) = config.mail.kept_in() {
        return match probe(folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Finding::Failure(unwritable(&folder.display(), &error, "DAYBOOK_MAIL"))
            }
            _ => Finding::Fine(format!("mails are written to files in {}", folder.display())),
        };
    }
    let post = match post(config, policy(config), clock(config)) {
        Ok(post) => post.within(MAIL_WITHIN),
        Err(error) => return Finding::Failure(error.to_string()),
    };
    match post.reach().await {
        Ok(()) if config.mail.is_readable_on_the_way() => {
            Finding::Warning("the mail server was reached; mails and password may be readable in transit".to_owned())
        }
        Ok(()) => Finding::Fine("the mail server was reached".to_owned()),
        Err(why) => Finding::Failure(format!("{why}; see DAYBOOK_MAIL")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(folder: &Path, more: &[(&str, &str)]) -> Config {
        let data = folder.display().to_string();
        let settings: Vec<(&str, &str)> = [("DAYBOOK_DATA_DIR", data.as_str())].iter().chain(more).copied().collect();
        Config::of(&settings).unwrap()
    }

    #[test]
    fn a_signing_key_that_others_read_is_a_failure() {
        let folder = std::env::temp_dir().join(format!("daybook-doctor-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let found = data(&config(&folder, &[]));
        assert!(matches!(&found, Finding::Failure(told) if told.contains("DAYBOOK_DATA_DIR")), "no folder: {found:?}");
        let server = [("DAYBOOK_DATABASE_URL", "postgres://server/daybook")];
        assert!(matches!(data(&config(&folder, &server)), Finding::Fine(_)), "and none is needed");
        std::fs::create_dir_all(&folder).unwrap();
        let found = data(&config(&folder, &[]));
        assert!(matches!(&found, Finding::Fine(told) if told.contains("first start")), "{found:?}");
        let secret = folder.join("secret");
        std::fs::write(&secret, "x".repeat(32)).unwrap();
        for (mode, is_fine) in [(0o600, true), (0o640, false), (0o604, false)] {
            std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(matches!(data(&config(&folder, &[])), Finding::Fine(_)), is_fine, "{mode:o}");
        }
        std::fs::write(&secret, "short").unwrap();
        std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600)).unwrap();
        let found = data(&config(&folder, &[]));
        assert!(matches!(&found, Finding::Failure(told) if told.contains("is damaged")), "{found:?}");
        assert!(!is_data_sound(&config(&folder, &[])) && is_data_sound(&config(&folder, &server)));
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "what was tried is gone");
        assert!(matches!(disk(&config(&folder, &[])), Finding::Fine(_) | Finding::Warning(_)));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_clock_that_was_moved_is_a_warning() {
        let folder = Path::new("data");
        assert!(matches!(settings(&config(folder, &[])), Finding::Fine(_)));
        let moved = [("DAYBOOK_NOW", "2026-06-10T09:00:00Z")];
        assert!(matches!(settings(&config(folder, &moved)), Finding::Warning(_)));
    }

    #[test]
    fn what_the_portal_could_not_write_is_named() {
        let folder = std::env::temp_dir().join(format!("daybook-locked-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let config = config(&folder, &[]);
        assert_eq!(locked(&config), None, "what is not there yet will be made");
        std::fs::write(folder.join("daybook.db"), "").unwrap();
        assert_eq!(locked(&config), None);
        // A mode keeps no administrator out, and tests may run as one; this is refused to everybody.
        std::os::unix::fs::symlink("daybook.lock", folder.join("daybook.lock")).unwrap();
        let found = locked(&config).unwrap();
        assert!(
            found.contains("daybook.lock cannot be written") && found.contains("see DAYBOOK_DATABASE_URL"),
            "{found}"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
