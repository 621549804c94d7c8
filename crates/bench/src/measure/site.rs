//! A filled database, and the two servers over it or over a copy of it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use chrono::NaiveDate;

use super::{Findings, Footprint, Lab, Side, note};
use crate::calls::{Call, Calls, Handler};
use crate::engine::{Database, Engine};
use crate::failure::{Failure, Outcome};
use crate::fill;
use crate::http::Connection;
use crate::load::{Load, Requests, Sample};
use crate::machine;
use crate::organisation::Size;
use crate::server::{self, Server};

/// How long a server that has just started is loaded before it is measured.
const WARM_UP: Duration = Duration::from_millis(400);

/// A filled database.
pub(super) struct Site {
    pub(super) database: Database,
    /// The database of the other program, where the portal is measured against one.
    other: Option<Database>,
    pub(super) calls: Calls,
    pub(super) size: Size,
    folder: PathBuf,
}

impl Site {
    /// Fills a database that the program made. Where it is measured against another, that one makes the database, because it may
    /// be older; the program then gets a copy and brings it up to date.
    pub(super) async fn make(lab: &Lab<'_>, engine: Engine, size: Size) -> Outcome<Self> {
        let folder = lab.folder.join(format!("{}-{}", engine.word(), size.word()));
        let name = format!("daybook_bench_{}", size.word());
        let program = &lab.options.daybook;
        let first = lab.options.against.as_ref().unwrap_or(program);
        let filled = Database::make(engine, lab.server, &folder, &name).await?;
        server::migrate(first, &filled, &folder)?;
        let began = Instant::now();
        let own = size.own_patterns(lab.options.own_patterns);
        fill::fill(&filled, size, own, &lab.hash).await?;
        let (name, what, seconds) = (engine.name(), size.describe(), began.elapsed().as_secs_f64());
        note(&format!("{name}: filled with {what}, {own} of them on work patterns of their own, in {seconds:.1} s"));
        let calls = Calls::of(size)?;
        if lab.options.against.is_none() {
            return Ok(Self { database: filled, other: None, calls, size, folder });
        }
        let database = filled.copy(&folder.join("copy")).await?;
        server::migrate(program, &database, &folder)?;
        fill::settle(&database).await?;
        Ok(Self { database, other: Some(filled), calls, size, folder })
    }

    pub(super) async fn remove(self) -> Outcome<()> {
        self.database.remove().await?;
        match self.other {
            Some(other) => other.remove().await,
            None => Ok(()),
        }
    }

    /// Starts the portal alone.
    pub(super) async fn portal(&self, lab: &Lab<'_>, day: NaiveDate) -> Outcome<Server> {
        Server::portal(&lab.options.daybook, &self.database, &self.folder, day, &[]).await
    }

    /// Runs a command of the operator beside it, and says how long it took, and the most memory in MiB that it held.
    pub(super) async fn operate(&self, lab: &Lab<'_>, day: NaiveDate, words: &[&str]) -> Outcome<(Duration, f64)> {
        server::operate(&lab.options.daybook, &self.database, &self.folder, day, words).await
    }

    /// Starts both servers.
    pub(super) async fn both(&self, lab: &Lab<'_>, day: NaiveDate) -> Outcome<Pair> {
        let this = self.portal(lab, day).await?;
        let (other, other_handler) = match (&lab.options.against, &self.other) {
            (Some(program), Some(database)) => {
                let server = Server::portal(program, database, &self.folder.join("other"), day, &[]).await?;
                (server, Handler::Portal)
            }
            _ => (Server::bare(&self.database).await?, Handler::Bare),
        };
        Ok(Pair { this, other, other_handler })
    }
}

/// The two servers.
pub(super) struct Pair {
    this: Server,
    other: Server,
    other_handler: Handler,
}

impl Pair {
    pub(super) fn side(&self, side: Side) -> &Server {
        match side {
            Side::This => &self.this,
            Side::Other => &self.other,
        }
    }

    pub(super) fn handler(&self, side: Side) -> Handler {
        match side {
            Side::This => Handler::Portal,
            Side::Other => self.other_handler,
        }
    }

    fn portals(&self) -> impl Iterator<Item = (Side, &Server)> {
        let portals = Side::BOTH.into_iter().filter(|side| self.handler(*side) == Handler::Portal);
        portals.map(|side| (side, self.side(side)))
    }

    pub(super) fn note_start(&self, findings: &mut Findings) {
        for (side, server) in self.portals() {
            findings.footprint(side).ready.push(server.ready_after.as_secs_f64());
        }
    }

    /// Adds what the portals hold now to these figures.
    pub(super) fn note_memory(&self, findings: &mut Findings, of: fn(&mut Footprint) -> &mut Vec<f64>) -> Outcome<()> {
        for (side, server) in self.portals() {
            of(findings.footprint(side)).push(machine::resident_mib(server.process())?);
        }
        Ok(())
    }

    pub(super) async fn stop(self) -> Outcome<()> {
        self.other.stop().await?;
        self.this.stop().await
    }
}

/// Loads one server with one call.
pub(super) async fn load(
    server: &Server,
    call: Call,
    connections: usize,
    requests: Requests,
    time: Duration,
) -> Outcome<Sample> {
    let (address, meter, status, may_refuse) = (server.address, server.meter, call.status(), call.may_be_refused());
    Load { address, connections, requests, status, may_refuse, time, meter }.run().await
}

/// Asks for a moment, so that statements, plans and caches are as they are after a minute's work.
pub(super) async fn warm_up(server: &Server, call: Call, requests: &Requests) -> Outcome<()> {
    let connections = if call.connections().contains(&16) { 16 } else { 1 };
    load(server, call, connections, requests.clone(), WARM_UP).await.map(drop)
}

/// The answer to the first of the requests.
pub(super) async fn body(server: &Server, requests: &Requests) -> Outcome<Vec<u8>> {
    let first = requests.first().ok_or_else(|| Failure::new("there is nobody to ask"))?;
    let mut connection = Connection::open(server.address).await?;
    let answer = connection.expect(first, 200).await?;
    Ok(connection.body(answer).to_vec())
}
