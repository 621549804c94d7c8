//! Signing in: how near it comes to what the hash alone allows, and what everybody else notices of it.

use std::time::Duration;

use chrono::NaiveDate;

use super::site::{Site, load, warm_up};
use super::{Findings, Lab};
use crate::calls::{Call, Handler, LOGINS};
use crate::failure::Outcome;
use crate::hashing;
use crate::load::{Load, Requests, Sample};
use crate::machine;
use crate::server::Server;

/// How many people sign in at once, each again and again.
const CROWDS: [usize; 4] = [1, 2, 16, LOGINS];
/// What others read meanwhile.
const READ: [Call; 2] = [Call::Month, Call::Users];
/// Over how many connections they do.
const READERS: [usize; 2] = [1, 16];
/// The storm begins before the reading is measured, and outlasts it.
const AROUND: Duration = Duration::from_millis(500);

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Logins {
    pub(crate) crowds: Vec<Crowd>,
    /// Other calls alone, and while sixty-four people sign in.
    pub(crate) beside: Vec<Beside>,
}

/// A number of people who sign in at once.
#[derive(Debug)]
pub(crate) struct Crowd {
    pub(crate) people: usize,
    pub(crate) sample: Sample,
    /// Passwords a second on as many threads as the portal has permits, before and after each measurement of the crowd.
    pub(crate) hash_rates: Vec<f64>,
}

impl Crowd {
    /// Logins a second as a part of what the hash alone allows.
    pub(crate) fn share(&self) -> f64 {
        self.sample.throughput() / self.hash_rate().max(f64::EPSILON)
    }

    /// The mean of the rounds.
    pub(crate) fn hash_rate(&self) -> f64 {
        let count = u32::try_from(self.hash_rates.len()).unwrap_or(u32::MAX).max(1);
        self.hash_rates.iter().sum::<f64>() / f64::from(count)
    }
}

/// A call without and with a storm of logins.
#[derive(Debug)]
pub(crate) struct Beside {
    pub(crate) call: Call,
    pub(crate) connections: usize,
    pub(crate) quiet: Sample,
    pub(crate) storm: Sample,
}

impl Logins {
    /// The crowd of `people` people.
    pub(crate) fn crowd(&self, people: usize) -> Option<&Crowd> {
        self.crowds.iter().find(|crowd| crowd.people == people)
    }
}

pub(super) async fn round(lab: &Lab<'_>, site: &Site, day: NaiveDate, findings: &mut Findings) -> Outcome<()> {
    let portal = site.portal(lab, day).await?;
    findings.footprint.ready.push(portal.ready_after.as_secs_f64());
    let found = findings.logins.get_or_insert_with(Logins::default);
    // Once for everybody, so that the portal knows where each signs in from.
    login(&portal, site, LOGINS, Duration::from_millis(1_500)).run().await?;

    for (place, people) in CROWDS.into_iter().enumerate() {
        let mut hash_rates = vec![hash_rate(lab)?];
        let sample = login(&portal, site, people, lab.options.time).run().await?;
        hash_rates.push(hash_rate(lab)?);
        match found.crowds.get_mut(place) {
            Some(earlier) => {
                earlier.sample.add(sample);
                earlier.hash_rates.extend(hash_rates);
            }
            None => found.crowds.push(Crowd { people, sample, hash_rates }),
        }
    }
    for call in READ {
        let requests = site.calls.reads(call, Handler::Portal);
        warm_up(&portal, call, &requests).await?;
        for connections in READERS {
            let quiet = load(&portal, call, connections, requests.clone(), lab.options.time).await?;
            let storm = during_storm(lab, site, &portal, call, connections, &requests).await?;
            match found.beside.iter_mut().find(|beside| (beside.call, beside.connections) == (call, connections)) {
                Some(earlier) => {
                    earlier.quiet.add(quiet);
                    earlier.storm.add(storm);
                }
                None => found.beside.push(Beside { call, connections, quiet, storm }),
            }
        }
    }
    findings.footprint.after_logins.push(machine::resident_mib(portal.process())?);
    portal.stop().await
}

/// Measured around every crowd, because the machine is not equally fast at all times.
fn hash_rate(lab: &Lab<'_>) -> Outcome<f64> {
    hashing::rate(&lab.hash, hashing::permits(), lab.options.time / 2)
}

fn login(portal: &Server, site: &Site, people: usize, time: Duration) -> Load {
    let (address, meter) = (portal.address, portal.meter);
    let requests = site.calls.reads(Call::Login, Handler::Portal);
    Load { address, connections: people, requests, status: 200, may_refuse: true, time, meter }
}

async fn during_storm(
    lab: &Lab<'_>,
    site: &Site,
    portal: &Server,
    call: Call,
    connections: usize,
    requests: &Requests,
) -> Outcome<Sample> {
    let time = lab.options.time;
    let storm = login(portal, site, LOGINS, time + AROUND * 2);
    let reading = async {
        tokio::time::sleep(AROUND).await;
        load(portal, call, connections, requests.clone(), time).await
    };
    let (logins, reads) = tokio::join!(storm.run(), reading);
    logins?;
    reads
}
