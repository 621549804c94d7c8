//! The calls that write: submitting a day, and approving a team's days. Each is on disk when it is answered.
//!
//! Everybody can submit a day once, so each measurement has a day of its own, and both servers start anew for it.

use chrono::NaiveDate;

use super::site::{Pair, Site, load, warm_up};
use super::{Findings, Lab, Side, next, turns};
use crate::calls::{Call, Handler};
use crate::failure::Outcome;
use crate::load::{Requests, Sample};
use crate::server::Server;

pub(super) async fn round(
    lab: &Lab<'_>,
    site: &Site,
    round: u32,
    days: &mut impl Iterator<Item = NaiveDate>,
    findings: &mut Findings,
) -> Outcome<()> {
    for &connections in Call::Submit.connections() {
        let day = next(days)?;
        let pair = site.both(lab, day).await?;
        pair.note_start(findings);
        for side in turns(round) {
            let sample = submit(lab, site, pair.side(side), pair.handler(side), day, connections).await?;
            findings.row(Call::Submit, connections).add(side, sample);
        }
        if pair.handler(Side::Other) == Handler::Portal && connections == 1 {
            approve(lab, site, &pair, round, findings).await?;
        }
        pair.stop().await?;
    }
    Ok(())
}

async fn submit(
    lab: &Lab<'_>,
    site: &Site,
    server: &Server,
    handler: Handler,
    day: NaiveDate,
    connections: usize,
) -> Outcome<Sample> {
    let (before, measured) = site.calls.submissions(handler, day);
    warm_up(server, Call::Month, &site.calls.reads(Call::Month, handler)).await?;
    load(server, Call::Submit, 16, Requests::once(before), lab.options.time * 4).await?;
    load(server, Call::Submit, connections, Requests::once(measured), lab.options.time).await
}

async fn approve(lab: &Lab<'_>, site: &Site, pair: &Pair, round: u32, findings: &mut Findings) -> Outcome<()> {
    for &connections in Call::Approve.connections() {
        for side in turns(round) {
            let approvals = Requests::once(site.calls.approvals(round, lab.options.rounds));
            let sample = load(pair.side(side), Call::Approve, connections, approvals, lab.options.time * 4).await?;
            findings.row(Call::Approve, connections).add(side, sample);
        }
    }
    Ok(())
}
