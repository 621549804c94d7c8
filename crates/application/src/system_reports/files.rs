//! The reports as files.

use super::approvals::{ManagerApprovals, approvals};
use super::health::{Finding, Item, health_naming};
use super::users::users;
use crate::downloads::Spreadsheet;
use crate::ports::{Activity, Cell, RoleAccounts};
use crate::reports::file;
use crate::sessions::Caller;
use crate::{Ports, Result};
use chrono::NaiveDate;

/// How many people a check names in a file: more than any organisation has that runs on this portal.
const IN_A_FILE: u32 = 100_000;

/// Accounts by role.
pub async fn users_csv(ports: &Ports, caller: &Caller) -> Result<Spreadsheet> {
    let report = users(ports, caller).await?;
    let columns = ["Role", "Accounts", "Active", "Blocked", "Inactive", "Never Signed In", "No Sign-in for 30 Days"];
    let row = |of: RoleAccounts| {
        let [accounts, active, blocked] = [of.accounts, of.active, of.blocked].map(count);
        let [inactive, never, not_lately] = [of.inactive, of.never_signed_in, of.not_lately].map(count);
        [Cell::text(of.role.name()), accounts, active, blocked, inactive, never, not_lately]
    };
    file(ports, caller, named(ports, "Users"), columns, report.roles.into_iter().map(row)).await
}

/// What happened on the last days.
pub async fn activity_csv(ports: &Ports, caller: &Caller) -> Result<Spreadsheet> {
    let days = super::activity(ports, caller).await?;
    let columns = ["Date", "Sign-ins", "Failed", "Recorded", "Decided"];
    let row = |(day, of): (NaiveDate, Activity)| {
        [Cell::Date(day), count(of.sign_ins), count(of.failed_sign_ins), count(of.recorded), count(of.decided)]
    };
    file(ports, caller, named(ports, "Activity"), columns, days.into_iter().map(row)).await
}

/// What waits for every manager.
pub async fn approvals_csv(ports: &Ports, caller: &Caller) -> Result<Spreadsheet> {
    let report = approvals(ports, caller, 1, u32::MAX).await?;
    let columns = ["Manager", "Team", "Waiting", "Oldest", "Leave Waiting", "Days to Decide", "Substitute"];
    let row = |of: ManagerApprovals| {
        [
            Cell::text(of.manager.name.to_string()),
            count(of.team),
            count(of.waiting.entries),
            of.waiting.oldest.map_or(Cell::Nothing, Cell::Date),
            count(of.leave_waiting),
            of.half_days_to_decide.map_or(Cell::Nothing, |halves| Cell::Halves(halves.cast_signed())),
            of.substitute.map_or(Cell::Nothing, |name| Cell::text(name.to_string())),
        ]
    };
    file(ports, caller, named(ports, "Approvals"), columns, report.rows.into_iter().map(row)).await
}

/// What needs somebody's attention: a row for each check, and for one that names what it found a row for each of these, whole.
pub async fn health_csv(ports: &Ports, caller: &Caller) -> Result<Spreadsheet> {
    let report = health_naming(ports, caller, IN_A_FILE).await?;
    let rows = |Finding { check, count: found, items }: Finding| {
        let row = move |named: Option<Item>| {
            let (item, link) = named.map(|Item { label, link }| (label, link)).unzip();
            let link = link.or_else(|| check.link().map(str::to_owned));
            let [item, link] = [item, link].map(|text| text.map_or(Cell::Nothing, Cell::text));
            [Cell::text(check.label()), count(found), item, link]
        };
        let nothing_named = items.is_empty().then_some(None);
        nothing_named.into_iter().chain(items.into_iter().map(Some)).map(row).collect::<Vec<_>>()
    };
    let columns = ["Check", "Count", "Found", "Link"];
    file(ports, caller, named(ports, "Health"), columns, report.findings.into_iter().flat_map(rows)).await
}

/// The name of a file of today.
fn named(ports: &Ports, section: &str) -> String {
    format!("System_{section}_{}.csv", ports.moment().today)
}

fn count(number: u32) -> Cell {
    Cell::Count(number.into())
}
