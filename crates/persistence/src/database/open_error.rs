//! Why a database could not be opened, in sentences for the operator.

use std::path::{Path, PathBuf};

use domain::Instant;

/// Why a database could not be opened; each is one sentence for the operator.
#[derive(Debug)]
pub enum OpenError {
    /// The address makes no sense.
    Address(&'static str),
    /// Another process serves this file.
    InUse(PathBuf),
    Missing(PathBuf),
    /// The schema is not that of this program.
    NotCurrent,
    /// The file or its folder cannot be made or opened.
    File(String),
    /// The server cannot be reached just now: nothing listens there, or it is starting.
    Away(String),
    /// The server refuses to let anybody in, or what it answers makes no sense.
    Refused(String),
    /// The database has migrations that this program does not know.
    Newer(String),
    /// It was opened, and then could not be read.
    Unread(String),
    /// It has to be migrated, and has no recent backup. `newest`: when it was last backed up, if ever.
    NotBackedUp {
        newest: Option<Instant>,
    },
    /// The file could not be copied before its schema changes.
    Copy {
        /// Where the copy would lie.
        place: PathBuf,
        cause: String,
    },
    /// A migration failed, and nothing has changed.
    Migration {
        cause: String,
        /// The copy that was made before, of an SQLite file.
        copy: Option<PathBuf>,
    },
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Address(sentence) => formatter.write_str(sentence),
            Self::InUse(path) => {
                write!(formatter, "the database {} is already in use by another daybook process", path.display())
            }
            Self::Missing(path) => write!(
                formatter,
                "there is no database {} yet; it is created when daybook is first started. Check that the settings are the same",
                path.display()
            ),
            Self::NotCurrent => formatter.write_str(
                "the database does not belong to this version of daybook; run daybook migrate, or the version that serves it",
            ),
            Self::File(cause) => write!(formatter, "the database file cannot be opened: {cause}"),
            Self::Away(cause) | Self::Refused(cause) => {
                write!(formatter, "the database cannot be reached: {cause}")
            }
            Self::Newer(name) => write!(
                formatter,
                "the database was made by a newer version of daybook (it has the migration {name}); start that version instead"
            ),
            Self::Unread(cause) => write!(formatter, "the database cannot be read: {cause}"),
            Self::NotBackedUp { newest } => {
                formatter.write_str("the database has to be upgraded and was not changed: ")?;
                match newest {
                    Some(at) => write!(formatter, "its newest backup is from {} UTC", at.format("%Y-%m-%d %H:%M"))?,
                    None => formatter.write_str("it has never been backed up")?,
                }
                formatter.write_str(
                    "; run daybook backup FILE of this version and try again, or upgrade without a backup with --no-backup",
                )
            }
            Self::Copy { place, cause } => write!(
                formatter,
                "the database was not brought up to date, because copying it to {} first failed: {cause}",
                place.display()
            ),
            Self::Migration { cause, copy } => {
                write!(formatter, "the database could not be brought up to date, and is as it was before: {cause}")?;
                copy.iter().try_for_each(|copy| write!(formatter, "; a copy of it is {}", copy.display()))
            }
        }
    }
}

impl std::error::Error for OpenError {}

impl OpenError {
    pub(super) fn file(path: &Path, error: &std::io::Error) -> Self {
        Self::File(format!("{}: {error}", path.display()))
    }
}
