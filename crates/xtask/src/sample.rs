//! The portal with its sample organisation as a program that runs for a while, each time as it was in the beginning.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::cluster::{self, Cluster, Purpose};
use crate::failure::Failure;
use crate::postgres::Programs;
use crate::process;
use crate::project::Project;

/// The moment at which the portal's clock starts, so that the sample is the same each time.
pub(crate) const NOW: &str = "2026-11-18T09:00:00Z";
/// Where the demo keeps the sample of that day, in its data folder.
const DATABASE: &str = "demo/daybook-2026-11-18.db";
/// How long it is left alone between two looks whether it answers.
const LOOK: Duration = Duration::from_millis(100);

/// Makes portals, on SQLite or on a PostgreSQL server that is gone afterwards.
pub(crate) struct Samples {
    program: PathBuf,
    folder: PathBuf,
    postgres: Option<Postgres>,
}

/// The demo runs on SQLite alone: its backup is what the databases of the other server are filled from.
struct Postgres {
    programs: Programs,
    cluster: Cluster,
    backup: PathBuf,
}

impl Samples {
    /// Prepares an empty folder, and with the programs of PostgreSQL a server too.
    pub(crate) fn prepare(project: &Project, programs: Option<Programs>) -> Result<Self, Failure> {
        let folder = project.notes().join("fuzz");
        if let Err(error) = fs::remove_dir_all(&folder)
            && error.kind() != ErrorKind::NotFound
        {
            return Err(Failure::io(folder.display(), &error));
        }
        let mut samples = Self { program: project.built("debug", "daybook"), folder, postgres: None };
        if let Some(programs) = programs {
            samples.postgres = Some(samples.postgres(programs)?);
        }
        Ok(samples)
    }

    fn postgres(&self, programs: Programs) -> Result<Postgres, Failure> {
        let portal = self.start("sample")?;
        let (home, backup) = (portal.folder.clone(), self.folder.join("sample.gz"));
        drop(portal);
        let database = format!("sqlite://{}", home.join(DATABASE).display());
        process::run(self.daybook(&home).env("DAYBOOK_DATABASE_URL", database).arg("backup").arg(&backup))?;
        let cluster = Cluster::start(&programs, Purpose::Tests)?;
        Ok(Postgres { programs, cluster, backup })
    }

    /// Starts a portal with a sample of its own, and waits until it answers.
    pub(crate) fn start(&self, name: &str) -> Result<Portal, Failure> {
        let home = self.folder.join(name);
        fs::create_dir_all(&home).map_err(|error| Failure::io(home.display(), &error))?;
        let Some(postgres) = &self.postgres else {
            return Portal::start(self.daybook(&home).arg("demo"), home);
        };
        let database = postgres.cluster.make_database(&postgres.programs, name)?;
        let daybook = || {
            let mut command = self.daybook(&home);
            command.env("DAYBOOK_DATABASE_URL", &database).env("DAYBOOK_LOG", "warn");
            command
        };
        process::run(daybook().arg("restore").arg(&postgres.backup))?;
        Portal::start(daybook().arg("serve"), home)
    }

    /// The portal's program, with its data in the folder.
    fn daybook(&self, home: &Path) -> Command {
        let mut command = process::command(&self.program, home);
        command.env("DAYBOOK_NOW", NOW).env("DAYBOOK_DATA_DIR", home);
        command
    }
}

/// A running portal. Dropping it stops it; its folder stays until the next run.
pub(crate) struct Portal {
    /// Its log is `server.log` in here.
    pub(crate) folder: PathBuf,
    /// Where it answers, as a URL.
    pub(crate) address: String,
    server: Child,
}

impl Portal {
    /// Starts the program with an address of its own, and waits until it answers.
    pub(crate) fn start(command: &mut Command, folder: PathBuf) -> Result<Self, Failure> {
        let listen = format!("127.0.0.1:{}", cluster::free_port()?);
        let log = folder.join("server.log");
        let messages = File::create(&log).map_err(|error| Failure::io(log.display(), &error))?;
        let server = command
            .env("DAYBOOK_LISTEN", &listen)
            .stdout(Stdio::null())
            .stderr(messages)
            .spawn()
            .map_err(|error| Failure::io("the portal could not be started", &error))?;
        let mut portal = Self { folder, address: format!("http://{listen}"), server };
        while matches!(portal.server.try_wait(), Ok(None)) {
            if is_ready(&listen).unwrap_or_default() {
                return Ok(portal);
            }
            thread::sleep(LOOK);
        }
        let messages = fs::read_to_string(&log).unwrap_or_default();
        Err(Failure::new(format!("the portal stopped before it answered.\n{messages}")))
    }
}

/// Whether the portal there serves.
fn is_ready(listen: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(listen)?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {listen}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200 "))
}

impl Drop for Portal {
    fn drop(&mut self) {
        // One that has stopped already needs no stopping.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
