//! The calls that can be repeated, on both servers in turn.

use std::time::Duration;

use super::site::{Site, body, load, warm_up};
use super::{Findings, Lab, Side, turns};
use crate::calls::{Call, Handler};
use crate::failure::{Failure, Outcome};
use crate::organisation::reading_day;

/// What a started server needs to come to rest.
pub(super) const SETTLE: Duration = Duration::from_millis(500);

pub(super) async fn round(
    lab: &Lab<'_>,
    site: &Site,
    calls: &[Call],
    round: u32,
    findings: &mut Findings,
) -> Outcome<()> {
    let pair = site.both(lab, reading_day()).await?;
    pair.note_start(findings);
    tokio::time::sleep(SETTLE).await;
    pair.note_memory(findings, |footprint| &mut footprint.idle)?;
    for &call in calls {
        let of = |side| (pair.side(side), site.calls.reads(call, pair.handler(side)));
        let sides = turns(round).map(|side| (side, of(side)));
        for (_, (server, requests)) in &sides {
            warm_up(server, call, requests).await?;
        }
        if round == 1 && pair.handler(Side::Other) == Handler::Bare {
            let [(_, (one, of_one)), (_, (other, of_other))] = &sides;
            let lengths = (body(one, of_one).await?.len(), body(other, of_other).await?.len());
            if lengths.0.abs_diff(lengths.1) * 10 > lengths.1 {
                let sentence = format!("the answers to {} are of different sizes: {lengths:?}", call.name());
                return Err(Failure::new(sentence));
            }
        }
        for &connections in call.connections() {
            for (side, (server, requests)) in &sides {
                let sample = load(server, call, connections, requests.clone(), lab.options.time).await?;
                findings.row(call, connections).add(*side, sample);
            }
        }
    }
    if calls.contains(&Call::Month) {
        pair.note_memory(findings, |footprint| &mut footprint.after_reads)?;
    }
    if calls.contains(&Call::Login) {
        pair.note_memory(findings, |footprint| &mut footprint.after_logins)?;
    }
    pair.stop().await
}
