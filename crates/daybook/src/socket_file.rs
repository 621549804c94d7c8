//! The Unix socket that the portal listens on: a file that a killed process leaves behind.

use std::fs::{Metadata, Permissions};
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// A proxy that runs as another user reaches it through its group.
const MODE: u32 = 0o660;

/// Removes the file when dropped, unless another process has replaced it.
pub(crate) struct SocketFile {
    path: PathBuf,
    identity: (u64, u64),
}

/// Listens at `path`, in place of a socket that nobody listens at any more.
pub(crate) fn listen_at(path: &Path) -> Result<(UnixListener, SocketFile)> {
    remove_stale(path)?;
    let listener = UnixListener::bind(path)?;
    std::fs::set_permissions(path, Permissions::from_mode(MODE))?;
    let identity = identity(&std::fs::symlink_metadata(path)?);
    Ok((listener, SocketFile { path: path.to_owned(), identity }))
}

fn remove_stale(path: &Path) -> Result<()> {
    match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(found) if !found.file_type().is_socket() => {
            return Err(Error::new(ErrorKind::AlreadyExists, "there is a file that is not a socket"));
        }
        Ok(_) => {}
    }
    match UnixStream::connect(path) {
        Ok(_) => Err(Error::new(ErrorKind::AddrInUse, "another process listens there")),
        Err(error) if error.kind() == ErrorKind::ConnectionRefused => std::fs::remove_file(path),
        Err(error) => Err(error),
    }
}

fn identity(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if std::fs::symlink_metadata(&self.path).is_ok_and(|file| identity(&file) == self.identity) {
            // What stays is replaced at the next start.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_is_replaced_when_nobody_listens_and_nothing_else_is() {
        let path = std::env::temp_dir().join(format!("daybook-socket-{}.sock", std::process::id()));
        let _ = std::fs::remove_file(&path);
        drop(UnixListener::bind(&path).unwrap());
        let (listener, file) = listen_at(&path).unwrap();
        assert_eq!(std::fs::symlink_metadata(&path).unwrap().permissions().mode() & 0o777, MODE);
        assert_eq!(listen_at(&path).err().map(|error| error.kind()), Some(ErrorKind::AddrInUse));
        drop((listener, file));
        assert!(!path.exists());
        std::fs::write(&path, "a letter").unwrap();
        assert_eq!(listen_at(&path).err().map(|error| error.kind()), Some(ErrorKind::AlreadyExists));
        std::fs::remove_file(&path).unwrap();
    }
}
