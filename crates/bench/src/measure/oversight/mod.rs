//! Oversight: the audit log of two years, the reports of the whole organisation, and the operator's backups.
//!
//! Calls are made one at a time on a server that has nothing else to do. What takes minutes, the verification and the backups, is
//! measured in the first round alone.

mod calls;
mod commands;

use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) use self::calls::OversightCall;
pub(crate) use self::commands::Ran;
use super::months::wait;
use super::reads::SETTLE;
use super::site::{Site, body};
use super::{Findings, Lab, add};
use crate::failure::{Failure, Outcome};
use crate::fill;
use crate::fill::oversight::AuditLog;
use crate::http::{self, Connection};
use crate::load::{BUSY, Load, Requests, Sample};
use crate::organisation::{month_read, reading_day};
use crate::server::Server;

/// How often in a round the log is exported, and the portal started for the dashboard of a Boss.
const FEW: u32 = 3;
/// The most that a call may take, and what runs in the background.
const PATIENCE: Duration = Duration::from_mins(1);
const LONG_PATIENCE: Duration = Duration::from_mins(30);
/// Up to which event the log is sealed.
const SEALED: &str = "SELECT newest_seq FROM audit_chain";
const WRITTEN: &str = "SELECT coalesce(max(seq), 0) FROM events";

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Oversight {
    pub(crate) calls: Vec<(OversightCall, Sample)>,
    pub(crate) commands: Vec<Ran>,
}

impl Oversight {
    fn add(&mut self, call: OversightCall, sample: Sample) {
        add(&mut self.calls, call, sample);
    }
}

pub(super) async fn round(lab: &Lab<'_>, site: &Site, round: u32, findings: &mut Findings) -> Outcome<()> {
    let found = findings.oversight.get_or_insert_with(Oversight::default);
    let log = lab.audit_log(site.size);
    for _ in 0..FEW {
        // In the month that has all its entries and decisions.
        let portal = site.portal(lab, month_read().1).await?;
        tokio::time::sleep(SETTLE).await;
        found.add(OversightCall::Dashboard, repeated(site, &portal, OversightCall::Dashboard, log).await?);
        portal.stop().await?;
    }
    let portal = site.portal(lab, reading_day()).await?;
    tokio::time::sleep(SETTLE).await;
    for call in OversightCall::REPEATED {
        found.add(call, repeated(site, &portal, call, log).await?);
    }
    for n in 0..FEW {
        let number = 10 + (round - 1) * FEW + n;
        found.add(OversightCall::Export, export(site, &portal, log, number).await?);
    }
    found.add(OversightCall::Seal, sealed(site, &portal, log, round).await?);
    if round == 1 {
        found.add(OversightCall::Verify, verified(site, &portal).await?);
        if lab.options.backups {
            found.commands = commands::run(lab, site, &portal).await?;
        }
    }
    portal.stop().await
}

/// The requests of a call, one after the other. A server that is busy says so, and that is a finding.
async fn repeated(site: &Site, portal: &Server, call: OversightCall, log: AuditLog) -> Outcome<Sample> {
    let requests = Requests::once(call.requests(&site.calls, log));
    let (address, meter) = (portal.address, portal.meter);
    Load { address, connections: 1, requests, status: 200, may_refuse: true, time: PATIENCE, meter }.run().await
}

/// A week of the log as a file, which has to be whole.
async fn export(site: &Site, portal: &Server, log: AuditLog, number: u32) -> Outcome<Sample> {
    let request = calls::export(&site.calls, number);
    let mut connection = Connection::open(portal.address).await?;
    let (began, before) = (Instant::now(), portal.meter.read()?);
    let answer = connection.ask_within(PATIENCE, &request).await?;
    let mut sample = spent(portal, began, before)?;
    match answer.status {
        200 => {
            let lines = connection.body(answer).split(|byte| *byte == b'\n').count();
            // And the headings, and what comes behind the last line.
            if u32::try_from(lines).ok() != Some(log.a_week() + 2) {
                return Err(Failure::new(format!("an export of {} entries has {lines} lines", log.a_week())));
            }
        }
        BUSY => {
            sample = Sample::default();
            sample.refused = 1;
        }
        _ => return Err(connection.unexpected(&request, answer, 200)),
    }
    Ok(sample)
}

/// From the commit of many events to the seal of the last.
async fn sealed(site: &Site, portal: &Server, log: AuditLog, round: u32) -> Outcome<Sample> {
    let mut session = site.database.open().await?;
    let (began, written) = (Instant::now(), session.number(WRITTEN).await?);
    while session.number(SEALED).await? < written {
        wait(began, PATIENCE, "the log is not sealed").await?;
    }
    let newest = fill::oversight::burst(&site.database, log, round, reading_day()).await?;
    let (began, before) = (Instant::now(), portal.meter.read()?);
    while session.number(SEALED).await? < newest {
        wait(began, LONG_PATIENCE, "a burst of events is not sealed").await?;
    }
    let sample = spent(portal, began, before)?;
    session.close().await?;
    Ok(sample)
}

/// Asks for a verification and waits for its end. It has to find the log intact.
async fn verified(site: &Site, portal: &Server) -> Outcome<Sample> {
    let (path, token) = ("/api/audit-logs/verify", site.calls.administrator());
    let ask = Requests::once(vec![http::post(path, Some(&token), &json!({}))]);
    let look = Requests::once(vec![http::get(path, Some(&token))]);
    let (began, before) = (Instant::now(), portal.meter.read()?);
    body(portal, &ask).await?;
    loop {
        let said = serde_json::from_slice(&body(portal, &look).await?);
        let said: Value = said.map_err(Failure::because("a verification"))?;
        match is_intact(&said) {
            Some(true) => return spent(portal, began, before),
            Some(false) => return Err(Failure::new(format!("the log does not verify: {said}"))),
            None => wait(began, LONG_PATIENCE, "the verification does not end").await?,
        }
    }
}

/// Whether a verification that has ended found the log intact.
fn is_intact(answer: &Value) -> Option<bool> {
    let verification = answer.pointer("/data/verification")?;
    let is_done = verification.get("state").and_then(Value::as_str) == Some("done");
    is_done.then(|| verification.get("isIntact").and_then(Value::as_bool) == Some(true))
}

/// What has been spent since `began`, as the sample of one call.
fn spent(portal: &Server, began: Instant, before: (Duration, Duration)) -> Outcome<Sample> {
    let (took, after) = (began.elapsed(), portal.meter.read()?);
    Ok(Sample::new(vec![took], took, after.0.saturating_sub(before.0), after.1.saturating_sub(before.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verification_says_what_it_found_when_it_has_ended() {
        let of = |state: &str, found: Option<bool>| {
            is_intact(&json!({"data": {"verification": {"state": state, "isIntact": found}}}))
        };
        assert_eq!(
            (of("running", None), of("done", Some(true)), of("done", Some(false))),
            (None, Some(true), Some(false))
        );
        assert_eq!(is_intact(&json!({"data": {"verification": null}})), None);
    }
}
