//! The rows that a close stored.

use super::{MonthLine, named, pick};
use crate::people::read_search;
use crate::ports::{PayrollTotals, Revision};
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::access::Capability;
use domain::month::{MissingOfMonth, PayrollRow};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayrollQuery {
    /// Of which revision; the newest where none is named.
    pub revision: Option<u32>,
    /// A part of the name, the employee ID or the department, as typed.
    pub search: Option<String>,
    /// The page, from 1.
    pub page: u32,
    pub limit: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayrollPage {
    pub line: MonthLine,
    pub revision: Revision,
    /// The page, by employee ID.
    pub rows: Vec<PayrollRow>,
    pub totals: PayrollTotals,
    pub total: u32,
}

/// A page of a revision. `month` as in the path.
pub async fn payroll(ports: &Ports, caller: &Caller, month: &str, query: PayrollQuery) -> Result<PayrollPage> {
    caller.actor.require(Capability::KeepMonths)?;
    let month = named(month, ports.moment().today)?;
    let search = read_search(query.search.as_deref())?;
    let reads = ports.reads.months();
    let revisions = reads.revisions(month).await?;
    if revisions.is_empty() {
        return Err(MissingOfMonth::Payroll(month).into());
    }
    let revision = pick(revisions, query.revision)?;
    let number = revision.revision;
    let (rows, total) = reads.rows_page(month, number, search.as_deref(), query.page, query.limit).await?;
    let totals = reads.totals(month, number).await?;
    Ok(PayrollPage { line: MonthLine::of(ports, month).await?, revision, rows, totals, total })
}
