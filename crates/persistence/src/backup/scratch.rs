//! A database to try a backup on, which is gone afterwards.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use super::{BackupError, Result};
use crate::database::Database;
use crate::sql;

/// An SQLite database in the folder for temporary files, for this user alone. It is gone with the value.
///
/// It has every constraint that either engine has. That a row refers to one that is there is looked at afterwards, by
/// [`Scratch::check_rules`], and not with each row.
pub struct Scratch {
    database: Database,
    folder: PathBuf,
}

impl Scratch {
    /// Makes it, without a schema.
    pub fn make() -> Result<Self> {
        let folder = folder()?;
        let file = folder.join("trial.db");
        Ok(Self { database: Database::scratch(file), folder })
    }

    /// The folder that it is in, with nothing else.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Whether every constraint holds: references, checks, keys and the file itself. The error names the first that do not.
    pub async fn check_rules(&self) -> Result<()> {
        let connection = self.database.reading();
        let mut broken = Vec::new();
        let references = "SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT 3";
        for row in sql::all(&*connection, references, vec![]).await? {
            let (table, parent): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            broken.push(format!("a row of {table} refers to one of {parent} that is not there"));
        }
        for row in sql::all(&*connection, "PRAGMA integrity_check(3)", vec![]).await? {
            let said: String = row.try_get_by_index(0)?;
            if said != "ok" {
                broken.push(said);
            }
        }
        if broken.is_empty() { Ok(()) } else { Err(BackupError::Damaged(broken.join("; "))) }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Its name says what it is, should it stay.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A folder that nobody else has, made now.
fn folder() -> Result<PathBuf> {
    let mut number = 0;
    loop {
        let folder = std::env::temp_dir().join(format!("daybook-restore-{}-{number}", std::process::id()));
        match fs::DirBuilder::new().mode(0o700).create(&folder) {
            Ok(()) => return Ok(folder),
            // One that was killed has left it.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 100 => number += 1,
            Err(error) => return Err(BackupError::Failed(format!("{}: {error}", folder.display()))),
        }
    }
}
