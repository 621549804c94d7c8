//! The calls that read: own month and team week, lists of people and the counts beside them, a month's calendar and file.

use std::time::Duration;

use chrono::NaiveDate;

use super::site::{Site, load, warm_up};
use super::{CONNECTIONS, Findings, Lab, turns};
use crate::calls::{Call, Side};
use crate::failure::{Failure, Outcome};
use crate::http::Connection;
use crate::load::Requests;
use crate::machine;
use crate::server::Server;

/// What a started server needs to come to rest.
pub(super) const SETTLE: Duration = Duration::from_millis(500);

/// A person's month, and the week of a team.
pub(super) const TIMESHEETS: [Call; 2] = [Call::Month, Call::Week];
/// What people who look after others read, and the directory.
pub(super) const PEOPLE: [Call; 4] = [Call::Users, Call::Search, Call::Directory, Call::Counts];
/// A person's month, day by day and as a file.
pub(super) const DAYS: [Call; 2] = [Call::Calendar, Call::Sheet];

pub(super) async fn round(
    lab: &Lab<'_>,
    site: &Site,
    calls: &[Call],
    round: u32,
    day: NaiveDate,
    findings: &mut Findings,
) -> Outcome<()> {
    let pair = site.both(lab, day).await?;
    findings.footprint.ready.push(pair.portal.ready_after.as_secs_f64());
    tokio::time::sleep(SETTLE).await;
    findings.footprint.idle.push(machine::resident_mib(pair.portal.process())?);
    for &call in calls {
        let made = Side::BOTH.map(|side| (side, site.calls.reads(call, side)));
        if round == 1 {
            let [portal, bare] = &made;
            let bodies = (body(&pair.portal, &portal.1).await?, body(&pair.bare, &bare.1).await?);
            let lengths = (bodies.0.len(), bodies.1.len());
            findings.answers.push((call, lengths.0, lengths.1));
            if lengths.0.abs_diff(lengths.1) * 10 > lengths.1 {
                return Err(Failure::new(format!(
                    "the answers to {} are of different sizes: {lengths:?}",
                    call.name()
                )));
            }
            // A file has no place for what the portal alone may say.
            if call == Call::Sheet && bodies.0 != bodies.1 {
                return Err(Failure::new("the two files are not the same"));
            }
        }
        let [portal, bare] = made.map(|(_, requests)| Requests::at_random(requests));
        let of = |side| if side == Side::Portal { &portal } else { &bare };
        for side in Side::BOTH {
            warm_up(pair.side(side), call, of(side)).await?;
        }
        for connections in CONNECTIONS {
            let [first, second] = turns(round);
            let one = load(pair.side(first), call, connections, of(first).clone(), lab.options.time).await?;
            let other = load(pair.side(second), call, connections, of(second).clone(), lab.options.time).await?;
            let (portal, bare) = if first == Side::Portal { (one, other) } else { (other, one) };
            findings.row(call, connections).add(portal, bare);
        }
    }
    if calls.contains(&Call::Month) {
        findings.footprint.after_reads.push(machine::resident_mib(pair.portal.process())?);
    }
    pair.stop().await
}

/// The answer to the first of the requests.
async fn body(server: &Server, requests: &[Vec<u8>]) -> Outcome<Vec<u8>> {
    let first = requests.first().ok_or_else(|| Failure::new("there is nobody to ask"))?;
    let mut connection = Connection::open(server.address).await?;
    let answer = connection.ask(first).await?;
    match answer.status {
        200 => Ok(connection.body(answer).to_vec()),
        status => {
            let said = String::from_utf8_lossy(connection.body(answer));
            Err(Failure::new(format!("{} was answered with {status}: {said}", String::from_utf8_lossy(first))))
        }
    }
}
