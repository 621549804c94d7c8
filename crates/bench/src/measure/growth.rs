//! Whether own month stays as cheap when the organisation is a hundred times as large and twelve times as old.

use chrono::NaiveDate;

use super::site::{Site, load, warm_up};
use super::{Findings, Lab};
use crate::calls::{Call, Handler};
use crate::failure::Outcome;
use crate::load::{Requests, Sample};
use crate::server::Server;

const CONNECTIONS: [usize; 2] = [1, 16];

/// Own month on the small and on the large database, by the number of connections.
#[derive(Debug, Default)]
pub(crate) struct Growth {
    pub(crate) pairs: Vec<(usize, Sample, Sample)>,
}

pub(super) async fn round(
    lab: &Lab<'_>,
    small: &Site,
    large: &Site,
    round: u32,
    day: NaiveDate,
    findings: &mut Findings,
) -> Outcome<()> {
    let mut servers = Vec::new();
    for site in [small, large] {
        let server = site.portal(lab, day).await?;
        let months = site.calls.reads(Call::Month, Handler::Portal);
        warm_up(&server, Call::Month, &months).await?;
        servers.push((server, months));
    }
    let growth = findings.growth.get_or_insert_with(Growth::default);
    for (place, connections) in CONNECTIONS.into_iter().enumerate() {
        // The two take turns at coming first.
        let mut order: Vec<&(Server, Requests)> = servers.iter().collect();
        if round.is_multiple_of(2) {
            order.reverse();
        }
        let mut samples = Vec::new();
        for (server, months) in order {
            samples.push(load(server, Call::Month, connections, months.clone(), lab.options.time).await?);
        }
        if round.is_multiple_of(2) {
            samples.reverse();
        }
        let mut samples = samples.into_iter();
        if let (Some(of_small), Some(of_large)) = (samples.next(), samples.next()) {
            match growth.pairs.get_mut(place) {
                Some((_, small, large)) => {
                    small.add(of_small);
                    large.add(of_large);
                }
                None => growth.pairs.push((connections, of_small, of_large)),
            }
        }
    }
    for (server, _) in servers {
        server.stop().await?;
    }
    Ok(())
}
