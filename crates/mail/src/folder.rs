//! Mails as files, for trying the portal out and for organisations that carry them on by other means.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Puts one mail into the folder. A reader of the folder sees it whole or not at all, and a mail that is written twice is
/// one file. Passwords stand in it, so it is for its owner alone.
pub(crate) async fn keep(folder: PathBuf, name: String, bytes: Vec<u8>) -> io::Result<()> {
    let written = tokio::task::spawn_blocking(move || write(&folder, &name, &bytes));
    written.await.unwrap_or_else(|error| Err(io::Error::other(error)))
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    // Two processes, or two attempts of one, must not write into each other's file.
    static COUNT: AtomicU64 = AtomicU64::new(0);
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let draft = folder.join(format!(".{name}.{}-{number}.tmp", std::process::id()));
    let outcome = fill(&draft, bytes).and_then(|()| std::fs::rename(&draft, folder.join(format!("{name}.eml"))));
    if outcome.is_err() {
        // What is left of it would hold a password for ever.
        std::fs::remove_file(&draft).ok();
        return outcome;
    }
    File::open(folder)?.sync_all()
}

fn fill(draft: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(draft)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn fresh(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("daybook-mail-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&folder).ok();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        std::fs::read_dir(folder).unwrap().map(|each| each.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[tokio::test]
    async fn a_mail_is_one_file_for_its_owner_alone() {
        let folder = fresh("kept");
        for words in ["first", "second"] {
            keep(folder.clone(), "0192".into(), words.into()).await.unwrap();
        }
        assert_eq!(names(&folder), ["0192.eml"]);
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder.join("0192.eml")), mode(&folder)), (0o600, 0o700));
        assert_eq!(std::fs::read_to_string(folder.join("0192.eml")).unwrap(), "second");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_folder_that_cannot_be_written_to_leaves_nothing_behind() {
        let folder = fresh("stuck");
        // A folder stands where the mail should.
        std::fs::create_dir_all(folder.join("0192.eml")).unwrap();
        assert!(keep(folder.clone(), "0192".into(), b"hush".to_vec()).await.is_err());
        assert_eq!(names(&folder), ["0192.eml"]);
        std::fs::remove_dir_all(&folder).unwrap();

        std::fs::write(&folder, "a file").unwrap();
        assert!(keep(folder.clone(), "0192".into(), b"hush".to_vec()).await.is_err());
        std::fs::remove_file(folder).unwrap();
    }
}
