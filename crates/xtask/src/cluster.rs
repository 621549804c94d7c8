//! A PostgreSQL server for one run: on a free port of this machine alone, gone afterwards.
//!
//! The server lives in a folder of its own under the temporary folder, or, for tests, in memory. A guardian process waits
//! for this command to end, in whatever way it ends, and then stops the server and removes the
//! folder: after a failure, Ctrl-C or `kill -9` nothing stays behind.

use std::env;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::{DirBuilderExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self as system, Child, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::failure::Failure;
use crate::machine;
use crate::postgres::Programs;
use crate::process;

/// Where Linux keeps files in memory. Each test has a database of its own, which is some hundred files: those that are made and
/// removed all the time take a file system on a disk a quarter of the time of a run.
const IN_MEMORY: &str = "/dev/shm";
/// What must be free there, several times what the tests' server takes; a container has often only a little.
const ROOM_IN_MEMORY: u64 = 2 << 30;

/// Another program may take the free port before the server does.
const TRIES: u32 = 5;

/// Waits until its input closes, which is when this command has ended, then cleans up. It ignores
/// the signals that a terminal sends to everyone.
const GUARDIAN: &str = r#"
trap '' HUP INT TERM
cat > /dev/null
"$1" -D "$2/data" -m immediate -w -t 20 stop
rm -rf -- "$2"
"#;

/// What the server is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Tests: nothing has to survive a power cut, and many test programs connect at once.
    Tests,
    /// Measuring: the server as it comes.
    Benchmark,
}

impl Purpose {
    const fn settings(self) -> &'static str {
        match self {
            Self::Tests => "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\nmax_connections = 300\n",
            Self::Benchmark => "",
        }
    }
}

/// A running server. Dropping it stops the server and removes its data.
pub(crate) struct Cluster {
    home: Home,
    port: u16,
}

impl Cluster {
    pub(crate) fn start(programs: &Programs, purpose: Purpose) -> Result<Self, Failure> {
        let home = Home::make(programs, purpose)?;
        let initialise = &mut home.command(&programs.path("initdb"));
        expect(
            initialise
                .args(["-U", "postgres", "-A", "trust", "-E", "UTF8"])
                .args(["--locale=C", "--no-sync", "-D"])
                .arg(home.data()),
        )?;
        home.configure(&format!(
            "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\n{}",
            purpose.settings()
        ))?;
        let port = start_on_free_port(programs, &home)?;
        let cluster = Self { home, port };
        cluster.check_identity(programs)?;
        println!("PostgreSQL listens on 127.0.0.1:{port} for this run.");
        Ok(cluster)
    }

    /// Where the tests find the server: as its superuser, so that they can make databases.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    pub(crate) fn make_database(&self, programs: &Programs, name: &str) -> Result<String, Failure> {
        let mut make = self.home.command(&programs.path("psql"));
        make.args(["-X", "-q", "-c", &format!("create database {name}"), "-d"]).arg(self.url());
        expect(&mut make)?;
        Ok(format!("postgres://postgres@127.0.0.1:{}/{name}", self.port))
    }

    /// The id of the server's first process, the parent of all its others.
    pub(crate) fn process_id(&self) -> Result<String, Failure> {
        let file = self.home.data().join("postmaster.pid");
        let text = fs::read_to_string(&file).map_err(|error| Failure::io(file.display(), &error))?;
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }

    /// Makes sure that the address leads to this server and to no other on the machine.
    fn check_identity(&self, programs: &Programs) -> Result<(), Failure> {
        let mut ask = self.home.command(&programs.path("psql"));
        ask.args(["-X", "-A", "-t", "-c", "show data_directory", "-d"]).arg(self.url());
        let answer = expect(&mut ask)?;
        let same = |path: &Path| fs::canonicalize(path).ok();
        if same(Path::new(answer.trim())) == same(&self.home.data()) {
            Ok(())
        } else {
            Err(Failure::new(format!(
                "{} belongs to another PostgreSQL server, with its data in {}.",
                self.url(),
                answer.trim()
            )))
        }
    }
}

/// Starts the server on a free port, and on another one if that was taken in the meantime.
fn start_on_free_port(programs: &Programs, home: &Home) -> Result<u16, Failure> {
    let mut last = Failure::new("PostgreSQL was not started.");
    for _ in 0..TRIES {
        let port = free_port()?;
        home.configure(&format!("port = {port}\n"))?;
        let mut start = home.command(&programs.path("pg_ctl"));
        start.args(["-w", "-t", "60", "start", "-l"]).arg(home.log()).arg("-D").arg(home.data());
        match expect(&mut start) {
            Ok(_) => return Ok(port),
            Err(failure) => {
                let log = fs::read_to_string(home.log()).unwrap_or_default();
                last = Failure::new(format!("{failure}\n{log}"));
            }
        }
    }
    Err(last)
}

/// A port of this machine that nobody listens on.
pub(crate) fn free_port() -> Result<u16, Failure> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| Failure::io("no free port on 127.0.0.1", &error))
}

/// Runs one of the server's programs and returns its output; where it fails, its own words are
/// the message.
fn expect(command: &mut Command) -> Result<String, Failure> {
    let output = process::capture(command)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(Failure::new(format!(
        "{} failed:\n{text}{}",
        Path::new(command.get_program()).display(),
        String::from_utf8_lossy(&output.stderr)
    )))
}

/// The server's folder and the guardian that removes it.
struct Home {
    folder: PathBuf,
    owner: Option<(u32, u32)>,
    guardian: Child,
}

impl Home {
    fn make(programs: &Programs, purpose: Purpose) -> Result<Self, Failure> {
        let owner = if machine::is_root() { Some(harmless_user()?) } else { None };
        let in_memory = Path::new(IN_MEMORY);
        let parent = if purpose == Purpose::Tests && machine::room_in(in_memory) >= ROOM_IN_MEMORY {
            in_memory.to_owned()
        } else {
            // Root's own temporary folder may be closed to the user that the server runs as.
            owner.map_or_else(env::temp_dir, |_| PathBuf::from("/tmp"))
        };
        let moment = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.subsec_nanos());
        let folder = parent.join(format!("daybook-postgres-{}-{moment}", system::id()));
        DirBuilder::new()
            .mode(0o700)
            .create(&folder)
            .and_then(|()| match owner {
                Some((user, group)) => chown(&folder, Some(user), Some(group)),
                None => Ok(()),
            })
            .map_err(|error| Failure::io(folder.display(), &error))?;
        let mut guardian = as_user(Command::new("sh"), &folder, owner);
        let guardian = guardian
            .args(["-c", GUARDIAN, "guardian"])
            .arg(programs.path("pg_ctl"))
            .arg(&folder)
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Failure::io("“sh” could not be started", &error))?;
        Ok(Self { folder, owner, guardian })
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// One of the server's programs, run by the folder's owner, without the person's own
    /// PostgreSQL settings.
    fn command(&self, program: &Path) -> Command {
        let mut command = as_user(process::command(program, &self.folder), &self.folder, self.owner);
        for (name, _) in env::vars_os() {
            if name.to_str().is_some_and(|name| name.starts_with("PG")) {
                command.env_remove(&name);
            }
        }
        command.env("LC_ALL", "C");
        command
    }

    /// Adds settings; of two for the same thing the server takes the later one.
    fn configure(&self, settings: &str) -> Result<(), Failure> {
        let file = self.data().join("postgresql.conf");
        OpenOptions::new()
            .append(true)
            .open(&file)
            .and_then(|mut open| open.write_all(settings.as_bytes()))
            .map_err(|error| Failure::io(file.display(), &error))
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // Closing its input tells the guardian to clean up.
        drop(self.guardian.stdin.take());
        // A guardian that cannot be waited for has ended already.
        let _ = self.guardian.wait();
    }
}

/// PostgreSQL refuses to run as root, so root runs it as the user who owns nothing.
fn harmless_user() -> Result<(u32, u32), Failure> {
    fs::read_to_string("/etc/passwd").ok().and_then(|users| ids_of("nobody", &users)).ok_or_else(|| {
        Failure::new("PostgreSQL does not run as root, and this machine has no user “nobody” to run it as.")
    })
}

fn ids_of(name: &str, users: &str) -> Option<(u32, u32)> {
    let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
    let mut numbers = line.split(':').skip(2).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Lets a program run as another user, with the server's folder as home.
fn as_user(mut command: Command, folder: &Path, owner: Option<(u32, u32)>) -> Command {
    if let Some((user, group)) = owner {
        command.uid(user).gid(group).env("HOME", folder);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_from_the_list_of_users() {
        let users = "root:x:0:0:root:/root:/bin/bash\n\
                     nobody2:x:7:8::/:/bin/sh\n\
                     nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin\n";
        assert_eq!(ids_of("nobody", users), Some((65534, 65533)));
        assert_eq!(ids_of("postgres", users), None);
        assert_eq!(ids_of("broken", "broken:x:many:1:::"), None);
    }

    #[test]
    fn only_the_tests_server_may_forget() {
        assert!(Purpose::Tests.settings().contains("fsync = off"));
        assert_eq!(Purpose::Benchmark.settings(), "");
    }
}
