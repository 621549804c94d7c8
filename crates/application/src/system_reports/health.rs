//! Data health: what needs somebody's attention (oversight.md 1.7).

use super::jobs::JobStanding;
use super::state::portal_state;
use crate::ports::{FoundPeople, PersonName};
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::Instant;
use domain::access::Capability;
use domain::oversight::health::{Check, NAMED, link_of_month, link_of_person, temporary_before};
use domain::oversight::reports::age_starts;
use domain::time::Month;

/// One of what a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub label: String,
    pub link: String,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub check: Check,
    pub count: u32,
    /// The first of them, where they have names.
    pub items: Vec<Item>,
}

/// What all checks found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HealthReport {
    /// Each check, in the order in which they are shown.
    pub findings: Vec<Finding>,
    pub as_of: Instant,
}

/// What needs somebody's attention.
pub async fn health(ports: &Ports, caller: &Caller) -> Result<HealthReport> {
    health_naming(ports, caller, NAMED).await
}

/// The same, with at most so many of what each check found.
pub(super) async fn health_naming(ports: &Ports, caller: &Caller, limit: u32) -> Result<HealthReport> {
    caller.actor.require(Capability::SeeSystemReports)?;
    let moment = ports.moment();
    let (now, today) = (moment.now, moment.today);
    let reads = ports.reads.system_reports();
    let people = reads.people_found(today, temporary_before(now), limit).await?;
    let [.., long_waiting] = ports.reads.reports().waiting_by_age(age_starts(&moment.rules.zones, today)).await?;
    let state = portal_state(ports.reads.as_ref(), &moment).await?;
    let months = reads.drifted_months().await?;
    let found = |check: &Check| {
        let (count, items) = match check {
            Check::WithoutManager
            | Check::BlockedManagers
            | Check::WithoutDepartment
            | Check::WithoutJoiningDate
            | Check::TemporaryPasswords => of_people(&people, *check),
            Check::LongWaiting => (long_waiting, Vec::new()),
            Check::MailsGivenUp => (state.mail.given_up, Vec::new()),
            Check::Jobs => {
                let jobs = state.jobs.iter().filter(|job| job.needs_attention());
                named(jobs.map(|job| of_job(job, *check)), limit)
            }
            Check::DriftedMonths => named(months.iter().copied().map(of_month), limit),
            Check::AuditBreaks => (u32::from(state.is_audit_broken()), Vec::new()),
        };
        Finding { check: *check, count, items }
    };
    // Everybody else has one, or HR has left it out on purpose.
    let is_asked = |check: &&Check| **check != Check::WithoutJoiningDate || !ports.providers.is_empty();
    Ok(HealthReport { findings: Check::ALL.iter().filter(is_asked).map(found).collect(), as_of: now })
}

fn of_people(found: &[FoundPeople], check: Check) -> (u32, Vec<Item>) {
    let item = |PersonName { name, employee_id, .. }: &PersonName| Item {
        label: format!("{name} ({employee_id})"),
        link: link_of_person(*employee_id),
    };
    let of_check = found.iter().find(|found| found.check == check);
    of_check.map_or((0, Vec::new()), |found| (found.count, found.people.iter().map(item).collect()))
}

fn of_job(standing: &JobStanding, check: Check) -> Item {
    Item { label: standing.job.label().to_owned(), link: check.link().unwrap_or_default().to_owned() }
}

fn of_month(month: Month) -> Item {
    Item { label: format!("{} {}", month.name(), month.year()), link: link_of_month(month) }
}

/// How many there are, and at most so many of them.
fn named(items: impl Iterator<Item = Item>, limit: u32) -> (u32, Vec<Item>) {
    let mut items: Vec<Item> = items.collect();
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    items.truncate(limit as usize);
    (count, items)
}
