//! A filled database, and the two servers over it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use chrono::NaiveDate;

use super::{Lab, note};
use crate::calls::{Call, Calls, Side};
use crate::engine::{Database, Engine};
use crate::failure::Outcome;
use crate::fill;
use crate::load::{Load, Requests, Sample};
use crate::organisation::Size;
use crate::server::{self, Server};

/// How long a server that has just started is loaded before it is measured.
const WARM_UP: Duration = Duration::from_millis(400);

/// A filled database.
pub(super) struct Site {
    pub(super) database: Database,
    pub(super) calls: Calls,
    pub(super) size: Size,
    folder: PathBuf,
}

impl Site {
    pub(super) async fn make(lab: &Lab<'_>, engine: Engine, size: Size) -> Outcome<Self> {
        let folder = lab.folder.join(format!("{}-{}", engine.word(), size.word()));
        let name = format!("daybook_bench_{}", size.word());
        let database = Database::make(engine, lab.server, &folder, &name).await?;
        server::migrate(&lab.options.daybook, &database, &folder)?;
        let began = Instant::now();
        fill::fill(&database, size, &lab.hash).await?;
        note(&format!("{}: filled with {} in {:.1} s", engine.name(), size.describe(), began.elapsed().as_secs_f64()));
        Ok(Self { database, calls: Calls::of(size)?, size, folder })
    }

    pub(super) async fn remove(self) -> Outcome<()> {
        self.database.remove().await
    }

    /// Starts the portal alone.
    pub(super) async fn portal(&self, lab: &Lab<'_>, day: NaiveDate) -> Outcome<Server> {
        Server::portal(&lab.options.daybook, &self.database, &self.folder, day, &[]).await
    }

    /// Starts both servers.
    pub(super) async fn both(&self, lab: &Lab<'_>, day: NaiveDate) -> Outcome<Pair> {
        Ok(Pair { portal: self.portal(lab, day).await?, bare: Server::bare(&self.database).await? })
    }
}

/// Both servers over one database.
pub(super) struct Pair {
    pub(super) portal: Server,
    pub(super) bare: Server,
}

impl Pair {
    pub(super) fn side(&self, side: Side) -> &Server {
        match side {
            Side::Portal => &self.portal,
            Side::Bare => &self.bare,
        }
    }

    pub(super) async fn stop(self) -> Outcome<()> {
        self.bare.stop().await?;
        self.portal.stop().await
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
    let (address, meter) = (server.address, server.meter);
    Load { address, connections, requests, status: call.status(), may_refuse: false, time, meter }.run().await
}

/// Reads for a moment, so that statements, plans and caches are as they are after a minute's work.
pub(super) async fn warm_up(server: &Server, call: Call, requests: &Requests) -> Outcome<()> {
    load(server, call, 16, requests.clone(), WARM_UP).await.map(drop)
}
