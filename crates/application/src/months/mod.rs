//! Months: what keeps each of them from being closed, their close, and what was handed to payroll (months.md).

mod accept;
mod books;
mod checksum;
mod close;
mod differences;
pub mod events;
mod export;
mod letter;
mod list;
mod paper;
mod payroll;
mod readiness;
mod receipt;
mod remind;
mod reopen;
mod self_check;
mod statements;
mod tell;

pub use accept::{Acceptance, accept};
pub use checksum::{Checked, Submitted, check};
pub use close::{Closing, close};
pub use differences::{DifferencesPage, differences};
pub use export::{PayrollFile, PayrollPaper, export_csv, export_pdf};
pub use letter::{MonthDriftedLetter, OwnMonthLetter, TeamMonthLetter};
pub use list::{MonthLine, MonthList, MonthPage, list, read};
pub use paper::PayrollReport;
pub use payroll::{PayrollPage, PayrollQuery, payroll};
pub use readiness::{Readiness, ReadinessQuery, ReadinessRow, RemindedToday, readiness};
pub use receipt::ReceiptReport;
pub use remind::{Reminded, remind};
pub use reopen::reopen;
pub use self_check::check_next;
pub use statements::{Receipt, receipt, statements};
pub use tell::tell_next;

use crate::events::{Audience, Push, Topic};
use crate::ports::{Reads, Revision};
use crate::{Error, Invalid, Ports, Result};
use chrono::NaiveDate;
use domain::Instant;
use domain::month::{MonthState, PayrollRow};
use domain::person::EmployeeId;
use domain::time::Month;
use std::collections::BTreeSet;

/// How many people are read at once.
const READ_TOGETHER: u32 = 1_000;
/// How many people are written about in one transaction, so that none of them lasts long.
const WRITE_TOGETHER: usize = 500;

/// The newest revision of a closed month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosedMonth {
    pub revision: u32,
    pub closed_at: Instant,
}

/// The month that a path names, where it is one that is listed.
fn named(text: &str, today: NaiveDate) -> Result<Month> {
    Month::parse(text).filter(|month| month.is_listed(today)).ok_or(Error::NotFound("Month"))
}

/// A reason or a note as it was read, or what is wrong with it.
fn typed(field: &'static str, read: Result<String, String>) -> Result<String> {
    read.map_err(|sentence| Invalid::field(field, sentence).into())
}

/// The revision with this number, or the newest one.
fn pick(revisions: Vec<Revision>, wanted: Option<u32>) -> Result<Revision> {
    let is_wanted = |revision: &Revision| wanted.is_none_or(|wanted| wanted == revision.revision);
    revisions.into_iter().find(is_wanted).ok_or(Error::NotFound("Revision"))
}

async fn all_rows(reads: &dyn Reads, month: Month, revision: u32) -> Result<Vec<PayrollRow>> {
    let mut rows: Vec<PayrollRow> = Vec::new();
    loop {
        let after: Option<EmployeeId> = rows.last().map(|row| row.employee_id);
        let more = reads.months().rows_after(month, revision, after, READ_TOGETHER).await?;
        let is_last = more.len() < READ_TOGETHER as usize;
        rows.extend(more);
        if is_last {
            return Ok(rows);
        }
    }
}

/// The closed months from one day to another, without what closed them.
pub(crate) async fn closed_between(reads: &dyn Reads, from: NaiveDate, to: NaiveDate) -> Result<BTreeSet<Month>> {
    let closed = reads.months().closed_between(from, to).await?;
    Ok(closed.into_iter().map(|(month, ..)| month).collect())
}

/// How a month is closed; `None` where it is not.
pub(crate) async fn closed(reads: &dyn Reads, month: Month) -> Result<Option<ClosedMonth>> {
    let found = reads.months().closed_between(month.first(), month.last()).await?;
    Ok(found.into_iter().next().map(|(_, revision, closed_at)| ClosedMonth { revision, closed_at }))
}

/// Whether the month is being closed, for a caller who waits to write into it.
pub async fn is_closing(ports: &Ports, month: Month) -> Result<bool> {
    Ok(ports.reads.months().standing_of(month).await?.state == MonthState::Closing)
}

/// A close or a reopening changes what everyone may write.
fn told_to_everyone() -> Vec<Push> {
    vec![Push::Changed { topic: Topic::Months, audience: Audience::Everyone }]
}

/// What else is done about months is seen by those who keep them, who are those that read everybody's days.
fn told_to_keepers() -> Vec<Push> {
    vec![Push::Changed { topic: Topic::Months, audience: Audience::Readers(Vec::new()) }]
}

#[cfg(test)]
mod tests;
