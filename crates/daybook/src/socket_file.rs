//! The Unix socket that the portal listens on: a file that a killed process leaves behind.

use socket2::{Domain, SockAddr, Socket, Type};
use std::fs::{File, Metadata, Permissions};
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// A proxy that runs as another user reaches it through its group.
const MODE: u32 = 0o660;
/// How many connections wait to be accepted. The system has a limit of its own, which is mostly lower.
const BACKLOG: i32 = 4_096;

/// Removes the file when dropped, unless another process has replaced it.
pub(crate) struct SocketFile {
    path: PathBuf,
    identity: (u64, u64),
}

/// Listens at `path`, in place of a socket that nobody listens at any more.
pub(crate) fn listen_at(path: &Path) -> Result<(UnixListener, SocketFile)> {
    // Of two that start at once, one waits here, and then finds the other one listening.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = File::open(folder)?;
    folder.lock()?;
    remove_stale(path)?;
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.bind(&SockAddr::unix(path)?)?;
    // Before it listens, which lets the first one in.
    std::fs::set_permissions(path, Permissions::from_mode(MODE))?;
    socket.listen(BACKLOG)?;
    let identity = identity(&std::fs::symlink_metadata(path)?);
    Ok((socket.into(), SocketFile { path: path.to_owned(), identity }))
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

    #[test]
    fn of_several_that_find_a_stale_socket_at_once_one_listens() {
        let path = std::env::temp_dir().join(format!("daybook-sockets-{}.sock", std::process::id()));
        for _ in 0..20 {
            let _ = std::fs::remove_file(&path);
            drop(UnixListener::bind(&path).unwrap());
            let outcomes: Vec<_> = std::thread::scope(|scope| {
                let starts: Vec<_> = (0..8).map(|_| scope.spawn(|| listen_at(&path))).collect();
                starts.into_iter().map(|start| start.join().unwrap()).collect()
            });
            assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
            UnixStream::connect(&path).unwrap();
        }
    }
}
