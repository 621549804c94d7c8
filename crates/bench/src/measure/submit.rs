//! Submitting a day: every request writes a new entry, its version and its event, and is on disk when it is answered.
//!
//! Everybody can submit a day once, so each measurement has a day of its own, and both servers start anew for it.

use chrono::NaiveDate;

use super::site::{Pair, Site, load, warm_up};
use super::{CONNECTIONS, Findings, Lab, next, turns};
use crate::calls::{Call, Side};
use crate::failure::Outcome;
use crate::load::{Requests, Sample};

pub(super) async fn round(
    lab: &Lab<'_>,
    site: &Site,
    round: u32,
    days: &mut impl Iterator<Item = NaiveDate>,
    findings: &mut Findings,
) -> Outcome<()> {
    for connections in CONNECTIONS {
        let day = next(days)?;
        let pair = site.both(lab, day).await?;
        findings.footprint.ready.push(pair.portal.ready_after.as_secs_f64());
        let [first, second] = turns(round);
        let one = submit(lab, site, &pair, first, day, connections).await?;
        let other = submit(lab, site, &pair, second, day, connections).await?;
        let (portal, bare) = if first == Side::Portal { (one, other) } else { (other, one) };
        findings.row(Call::Submit, connections).add(portal, bare);
        pair.stop().await?;
    }
    Ok(())
}

async fn submit(
    lab: &Lab<'_>,
    site: &Site,
    pair: &Pair,
    who: Side,
    day: NaiveDate,
    connections: usize,
) -> Outcome<Sample> {
    let server = pair.side(who);
    let (before, measured) = site.calls.submissions(who, day);
    warm_up(server, Call::Month, &Requests::at_random(site.calls.reads(Call::Month, who))).await?;
    load(server, Call::Submit, 16, Requests::once(before), lab.options.time * 4).await?;
    load(server, Call::Submit, connections, Requests::once(measured), lab.options.time).await
}
