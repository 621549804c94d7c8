//! The two servers that are compared: starting, finding ready, stopping.

use std::fs::File;
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chrono::NaiveDate;

use crate::engine::Database;
use crate::failure::{Failure, Outcome};
use crate::http::{self, Connection};
use crate::load::Meter;
use crate::machine;

/// Signs the portal's tokens, and those that the benchmark makes ready.
pub(crate) const SECRET: &str = "a benchmark has no secrets worth keeping";
const START_WITHIN: Duration = Duration::from_secs(30);
const STOP_WITHIN: Duration = Duration::from_secs(15);
/// How often a command is looked at while it runs.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A running server; dropping it kills it.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) meter: Meter,
    /// From the start of the process to its first answer that says that it is ready.
    pub(crate) ready_after: Duration,
}

impl Server {
    /// Starts the portal with its clock on the morning of `day`, and with these settings besides.
    pub(crate) async fn portal(
        program: &Path,
        database: &Database,
        folder: &Path,
        day: NaiveDate,
        settings: &[(&str, &str)],
    ) -> Outcome<Self> {
        let address = free_address()?;
        let mut command = portal_command(program, database, folder, "serve")?;
        command
            .env("DAYBOOK_LISTEN", address.to_string())
            .env("DAYBOOK_NOW", now(day))
            .env("DAYBOOK_SECRET", SECRET)
            // All clients come from one address, and as many as connect sign in at the same moment.
            .env("DAYBOOK_LIMIT_LOGIN_IP", "100000")
            .env("DAYBOOK_LIMIT_LOGIN_ACCOUNT", "100000")
            .envs(settings.iter().copied());
        Self::start(command, address, database, "/readyz").await
    }

    /// Starts the bare handler: this program itself, in another process.
    pub(crate) async fn bare(database: &Database) -> Outcome<Self> {
        let address = free_address()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bare", &address.to_string(), &database.url()]);
        Self::start(command, address, database, "/ready").await
    }

    async fn start(mut command: Command, address: SocketAddr, database: &Database, path: &str) -> Outcome<Self> {
        let began = Instant::now();
        let child = command.stdin(Stdio::null()).spawn().map_err(Failure::because(command.get_program().display()))?;
        let meter = Meter { application: child.id(), database: database.process() };
        let mut server = Self { child, address, meter, ready_after: Duration::ZERO };
        server.wait_until_ready(path, began).await?;
        server.ready_after = began.elapsed();
        Ok(server)
    }

    async fn wait_until_ready(&mut self, path: &str, began: Instant) -> Outcome<()> {
        let request = http::get(path, None);
        while began.elapsed() < START_WITHIN {
            if let Some(status) = self.child.try_wait()? {
                return Err(Failure::new(format!("a server stopped while it started: {status}")));
            }
            if let Ok(mut connection) = Connection::open(self.address).await
                && connection.ask(&request).await.is_ok_and(|answer| answer.status == 200)
            {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Err(Failure::new("a server was not ready within half a minute"))
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to stop, as an operator would, and waits for it.
    pub(crate) async fn stop(mut self) -> Outcome<()> {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        if !asked.success() {
            return Err(Failure::new("a server could not be asked to stop"));
        }
        let began = Instant::now();
        while began.elapsed() < STOP_WITHIN {
            if self.child.try_wait()?.is_some() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Err(Failure::new("a server did not stop when it was asked to"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Either it has ended already, or there is nothing left to do about it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Makes the tables, with the portal's own migrations.
pub(crate) fn migrate(program: &Path, database: &Database, folder: &Path) -> Outcome<()> {
    let status = portal_command(program, database, folder, "migrate")?.stdout(Stdio::null()).status();
    let status = status.map_err(Failure::because(program.display()))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(format!("the database could not be migrated; see {}", log(folder))))
    }
}

/// Runs a command of the operator on the morning of `day`, and says how long it took, and the most memory in MiB that it held.
pub(crate) async fn operate(
    program: &Path,
    database: &Database,
    folder: &Path,
    day: NaiveDate,
    words: &[&str],
) -> Outcome<(Duration, f64)> {
    let [word, rest @ ..] = words else { return Err(Failure::new("a command has a name")) };
    let mut command = portal_command(program, database, folder, word)?;
    command.args(rest).env("DAYBOOK_NOW", now(day)).env("DAYBOOK_SECRET", SECRET);
    let began = Instant::now();
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut child = child.map_err(Failure::because(program.display()))?;
    let mut peak = 0.0_f64;
    let status = loop {
        // The kernel says no more about a process that has ended. What it held before is what counts.
        peak = machine::peak_mib(child.id()).map_or(peak, |mib| mib.max(peak));
        match child.try_wait()? {
            Some(status) => break status,
            None => tokio::time::sleep(LOOK_EVERY).await,
        }
    };
    let took = began.elapsed();
    if status.success() {
        return Ok((took, peak));
    }
    let mut said = String::new();
    if let Some(mut output) = child.stdout.take() {
        output.read_to_string(&mut said)?;
    }
    let (words, log) = (words.join(" "), log(folder));
    Err(Failure::new(format!("daybook {words}: {status}, see {log}; it said: {}", said.trim())))
}

/// The portal's program with everything that all commands need, and nothing of this shell's own settings.
fn portal_command(program: &Path, database: &Database, folder: &Path, word: &str) -> Outcome<Command> {
    std::fs::create_dir_all(folder)?;
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("DAYBOOK_")) {
            command.env_remove(&name);
        }
    }
    command
        .arg(word)
        .env("DAYBOOK_DATABASE_URL", database.url())
        .env("DAYBOOK_DATA_DIR", folder.join("data"))
        .stdout(Stdio::null())
        // The log is written, as in earnest, but not to a terminal.
        .stderr(File::options().create(true).append(true).open(log(folder))?);
    Ok(command)
}

/// When its clock is set.
fn now(day: NaiveDate) -> String {
    format!("{day}T08:00:00Z")
}

fn log(folder: &Path) -> String {
    folder.join("log").display().to_string()
}

fn free_address() -> Outcome<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}
