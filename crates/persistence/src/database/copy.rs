//! A copy of an SQLite file before its schema changes: the way back when an upgrade turns out to be wrong.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};

use super::address::private;

/// How many copies stay, those of the last upgrades.
const KEPT: usize = 3;

/// Where the copy of `file` lies that is made before the migration `name`: beside it, as `daybook.before-m20261122_….db`.
pub(super) fn place(file: &Path, name: &str) -> PathBuf {
    file.with_file_name(format!("{}{name}.db", prefix(file)))
}

fn prefix(file: &Path) -> String {
    format!("{}.before-", file.file_stem().unwrap_or_default().to_string_lossy())
}

/// Copies the database that `connection` reads to `place`. It is there as a whole or not at all, and for its owner alone.
pub(super) async fn make(connection: &DatabaseConnection, place: &Path) -> Result<(), String> {
    let partial = place.with_extension("partial");
    let made = write(connection, &partial, place).await;
    if made.is_err() {
        // Nobody takes the half for a copy. Where it cannot be removed either, its name says what it is.
        let _ = fs::remove_file(&partial);
    }
    made
}

async fn write(connection: &DatabaseConnection, partial: &Path, place: &Path) -> Result<(), String> {
    let told = |error: io::Error| error.to_string();
    // What an earlier attempt has left there would be in the way.
    match fs::remove_file(partial) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(told(error)),
        _ => {}
    }
    // SQLite writes into a file that is there and empty, and keeps its mode.
    let file = private(partial).map_err(|error| error.to_string())?;
    let into = [partial.to_string_lossy().into_owned().into()];
    let statement = Statement::from_sql_and_values(DbBackend::Sqlite, "VACUUM INTO $1", into);
    connection.execute_raw(statement).await.map_err(|error| error.to_string())?;
    file.sync_all().map_err(told)?;
    fs::rename(partial, place).map_err(told)?;
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(told)
}

/// Removes the copies of `file` but for the newest. The names of migrations begin with their days, so they are in order.
pub(super) fn remove_old(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let prefix = prefix(file);
    let mut copies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_named = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(&prefix));
        if is_named && path.extension().is_some_and(|extension| extension == "db") {
            copies.push(path);
        }
    }
    copies.sort_unstable();
    let old = copies.len().saturating_sub(KEPT);
    copies.into_iter().take(old).try_for_each(fs::remove_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copies_of_the_last_upgrades_stay() {
        let folder = std::env::temp_dir().join(format!("daybook-copies-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("daybook.db");
        let named = |n: u32| place(&file, &format!("m2026112{n}_000001_x"));
        for n in 1..=5 {
            std::fs::write(named(n), "").unwrap();
        }
        for other in ["daybook.db", "daybook.lock", "other.before-m20200101_000001_x.db"] {
            std::fs::write(folder.join(other), "").unwrap();
        }
        remove_old(&file).unwrap();
        let kept: Vec<bool> = (1..=5).map(|n| named(n).exists()).collect();
        assert_eq!(kept, [false, false, true, true, true]);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 6);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
