//! The two servers that are compared: starting, finding ready, stopping.

use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use crate::engine::Database;
use crate::failure::{Outcome, because};
use crate::http::{self, Connection, SUCCESS};
use crate::load::Sample;
use crate::machine::{self, Meter};

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
    /// Starts the portal with its clock on the morning of `day`, behind this proxy.
    pub(crate) async fn portal(
        program: &Path,
        database: &Database,
        day: NaiveDate,
        proxy: Option<&str>,
    ) -> Outcome<Self> {
        let (address, mut command) = (free_address()?, portal_command(program, database, day)?);
        // All clients come from one address, and as many as connect sign in at the same moment.
        command.arg("serve").env("DAYBOOK_LIMIT_LOGIN_IP", "100000").env("DAYBOOK_LIMIT_LOGIN_ACCOUNT", "100000");
        command.env("DAYBOOK_LISTEN", address.to_string()).envs(proxy.map(|proxy| ("DAYBOOK_TRUSTED_PROXIES", proxy)));
        Self::start(command, address, database, "/readyz").await
    }

    /// Starts the bare handler: this program itself, in another process.
    pub(crate) async fn bare(database: &Database) -> Outcome<Self> {
        let address = free_address()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bare", &address.to_string(), &database.url]);
        Self::start(command, address, database, "/ready").await
    }

    async fn start(mut command: Command, address: SocketAddr, database: &Database, path: &str) -> Outcome<Self> {
        let began = Instant::now();
        let child = command.stdin(Stdio::null()).kill_on_drop(true).spawn().map_err(because("a server"))?;
        let meter = Meter { application: child.id().unwrap_or_default(), database: database.process() };
        let mut server = Self { child, address, meter, ready_after: Duration::ZERO };
        let request = http::get(path, "");
        while began.elapsed() < START_WITHIN {
            if let Some(status) = server.child.try_wait()? {
                return Err(format!("a server stopped while it started: {status}").into());
            }
            if let Ok(mut connection) = Connection::open(server.address).await
                && connection.ask(&request).await.is_ok_and(|status| status == SUCCESS)
            {
                server.ready_after = began.elapsed();
                return Ok(server);
            }
            sleep(Duration::from_millis(1)).await;
        }
        Err("a server was not ready within half a minute".into())
    }

    /// Does something, and gives its time and the processor time of the server meanwhile as those of one call.
    pub(crate) async fn timed<T>(&self, work: impl Future<Output = Outcome<T>>) -> Outcome<(T, Sample)> {
        let (before, began) = (self.meter.read()?, Instant::now());
        let done = work.await?;
        Ok((done, Sample::new([began.elapsed()], began.elapsed(), self.meter.since(before)?)?))
    }

    /// The memory that it holds now, in MiB.
    pub(crate) fn mib(&self) -> Outcome<f64> {
        machine::memory(self.meter.application).map(|[now, _]| now)
    }

    /// The most memory that it has held so far, in MiB.
    pub(crate) fn most_mib(&self) -> Outcome<f64> {
        machine::memory(self.meter.application).map(|[_, most]| most)
    }

    /// Asks it to stop, as an operator would, and waits for it.
    pub(crate) async fn stop(mut self) -> Outcome<()> {
        let asked = Command::new("kill").args(["-TERM", &self.meter.application.to_string()]).status().await?;
        match timeout(STOP_WITHIN, self.child.wait()).await {
            Ok(_) if asked.success() => Ok(()),
            _ => Err("a server did not stop when it was asked to".into()),
        }
    }
}

/// Runs a command of the operator on the morning of `day`, and says how long it took, and the most memory in MiB that it held.
pub(crate) async fn operate(
    program: &Path,
    database: &Database,
    day: NaiveDate,
    words: &[&str],
) -> Outcome<(Duration, f64)> {
    let (began, mut command) = (Instant::now(), portal_command(program, database, day)?);
    let mut child = command.args(words).stdin(Stdio::null()).spawn().map_err(because(program.display()))?;
    let mut peak = 0.0_f64;
    let status = loop {
        // The kernel says no more about a process that has ended. What it held before is what counts.
        peak = machine::memory(child.id().unwrap_or_default()).map_or(peak, |[_, most]| most.max(peak));
        match child.try_wait()? {
            Some(status) => break status,
            None => sleep(LOOK_EVERY).await,
        }
    };
    if status.success() {
        return Ok((began.elapsed(), peak));
    }
    // The folder is gone when this program ends.
    let said = std::fs::read_to_string(database.folder.join("log"))?;
    let last: Vec<&str> = said.lines().rev().take(5).collect();
    Err(format!("daybook {}: {status}; it said: {}", words.join(" "), last.join("; ")).into())
}

/// The portal's program with everything that all commands need, and nothing of this shell's own settings.
fn portal_command(program: &Path, database: &Database, day: NaiveDate) -> Outcome<Command> {
    std::fs::create_dir_all(&database.folder)?;
    // The log is written, as in earnest, but not to a terminal.
    let log = File::options().create(true).append(true).open(database.folder.join("log"))?;
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("DAYBOOK_DATABASE_URL", &database.url)
        .env("DAYBOOK_DATA_DIR", database.folder.join("data"))
        .env("DAYBOOK_NOW", format!("{day}T08:00:00Z"))
        .env("DAYBOOK_SECRET", SECRET)
        .stdout(log.try_clone()?)
        .stderr(log);
    Ok(command)
}

fn free_address() -> Outcome<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}
