//! The attendance of a month of everybody: on the screen and on paper, one call at a time on a server that has nothing else to do.
//!
//! Where the database takes longer than the portal waits for it, the portal says that it is busy. That is a finding and no failure.

use std::time::{Duration, Instant};

use super::reads::SETTLE;
use super::site::Site;
use super::{Findings, Lab};
use crate::failure::{Failure, Outcome};
use crate::fill;
use crate::http::{Answer, Connection};
use crate::load::{BUSY, Load, Requests, Sample};
use crate::machine;
use crate::organisation::reading_day;
use crate::server::Server;

/// How often the attendance is asked for before it is measured, and how often in the measurement.
const WARM_UPS: usize = 3;
const CALLS: usize = 20;
/// How often each report is printed in a round.
const PRINTS: usize = 3;
/// The most that any of these calls may take: the portal itself gives up sooner.
const PATIENCE: Duration = Duration::from_mins(1);
/// The team whose report is printed as well.
pub(crate) const LARGE_TEAM: u32 = 500;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    /// The attendance on the screen.
    pub(crate) screen: Answers,
    /// The same compressed, as browsers ask for it.
    pub(crate) squeezed: Answers,
    /// The attendance on paper.
    pub(crate) paper: Paper,
    /// MiB that the portal held before the first of these calls, the most up to the end of those for the screen, and the most of all.
    pub(crate) before: Vec<f64>,
    pub(crate) peak_of_screen: Vec<f64>,
    pub(crate) peak: Vec<f64>,
}

/// The answers to one request again and again.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    pub(crate) sample: Sample,
    /// How long each of them is.
    pub(crate) bytes: usize,
}

/// The calls for paper.
#[derive(Debug, Default)]
pub(crate) struct Paper {
    pub(crate) alone: Prints,
    /// The seconds of two that were asked for at the same moment, the quicker one first.
    pub(crate) pairs: Vec<(f64, f64)>,
    /// Of [`LARGE_TEAM`] people.
    pub(crate) team: Prints,
}

/// One report, printed again and again.
#[derive(Debug, Default)]
pub(crate) struct Prints {
    pub(crate) seconds: Vec<f64>,
    /// How long the file is.
    pub(crate) bytes: usize,
    /// How often there was none, because the portal was busy.
    pub(crate) refused: u32,
}

pub(super) async fn round(lab: &Lab<'_>, site: &Site, findings: &mut Findings) -> Outcome<()> {
    let portal = site.portal(lab, reading_day()).await?;
    findings.footprint.ready.push(portal.ready_after.as_secs_f64());
    tokio::time::sleep(SETTLE).await;
    let process = portal.process();
    let before = machine::resident_mib(process)?;
    findings.footprint.idle.push(before);
    let found = findings.reports.get_or_insert_with(Reports::default);
    found.before.push(before);
    found.screen.ask(&portal, &site.calls.attendance()).await?;
    found.squeezed.ask(&portal, &site.calls.attendance_squeezed()).await?;
    found.peak_of_screen.push(machine::peak_mib(process)?);
    paper(&portal, site, &mut found.paper).await?;
    found.peak.push(machine::peak_mib(process)?);
    portal.stop().await
}

impl Answers {
    /// One call after the other.
    async fn ask(&mut self, server: &Server, request: &[u8]) -> Outcome<()> {
        let mut connection = Connection::open(server.address).await?;
        let mut is_answered = false;
        for _ in 0..WARM_UPS {
            if let Some((_, answer)) = ask(&mut connection, request).await? {
                self.bytes = answer.body;
                is_answered = true;
            }
        }
        if !is_answered {
            self.sample.refused += 1;
            return Ok(());
        }
        let load = Load {
            address: server.address,
            connections: 1,
            requests: Requests::once(vec![request.to_vec(); CALLS]),
            status: 200,
            may_refuse: true,
            time: PATIENCE,
            meter: server.meter,
        };
        self.sample.add(load.run().await?);
        Ok(())
    }
}

async fn paper(portal: &Server, site: &Site, found: &mut Paper) -> Outcome<()> {
    let everybody = site.calls.attendance_pdf(None);
    found.alone.make(portal, &everybody).await?;
    let (mut one, mut other) = (Connection::open(portal.address).await?, Connection::open(portal.address).await?);
    let both = tokio::join!(print(&mut one, &everybody), print(&mut other, &everybody));
    if let (Some((first, _)), Some((second, _))) = (both.0?, both.1?) {
        found.pairs.push((first.min(second), first.max(second)));
    }
    if site.size.employees() >= LARGE_TEAM {
        fill::gather(&site.database, site.size, LARGE_TEAM, true).await?;
        found.team.make(portal, &site.calls.attendance_pdf(Some(1))).await?;
        fill::gather(&site.database, site.size, LARGE_TEAM, false).await?;
    }
    Ok(())
}

impl Prints {
    /// One after the other.
    async fn make(&mut self, portal: &Server, request: &[u8]) -> Outcome<()> {
        // The portal closes a connection over which nothing is asked, so each is opened when it is needed.
        let mut connection = Connection::open(portal.address).await?;
        for _ in 0..PRINTS {
            match print(&mut connection, request).await? {
                Some((seconds, bytes)) => {
                    self.seconds.push(seconds);
                    self.bytes = bytes;
                }
                None => self.refused += 1,
            }
        }
        Ok(())
    }
}

/// Seconds and bytes of a report; `None` where the portal is busy.
async fn print(connection: &mut Connection, request: &[u8]) -> Outcome<Option<(f64, usize)>> {
    let Some((seconds, answer)) = ask(connection, request).await? else { return Ok(None) };
    if !connection.body(answer).starts_with(b"%PDF-") {
        return Err(Failure::new("a report is no PDF"));
    }
    Ok(Some((seconds, answer.body)))
}

async fn ask(connection: &mut Connection, request: &[u8]) -> Outcome<Option<(f64, Answer)>> {
    let began = Instant::now();
    let answer = connection.ask_within(PATIENCE, request).await?;
    let seconds = began.elapsed().as_secs_f64();
    match answer.status {
        200 => Ok(Some((seconds, answer))),
        BUSY => Ok(None),
        status => {
            let said = String::from_utf8_lossy(connection.body(answer));
            Err(Failure::new(format!("the attendance was answered with {status}: {said}")))
        }
    }
}
