//! What an employee reads of closed months: without any amount.

use super::named;
use super::receipt::ReceiptReport;
use crate::ports::OwnRow;
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::access::Capability;
use domain::month::MissingOfMonth;
use domain::person::EmployeeId;
use domain::time::Month;

/// An employee's receipt for a closed month, as a PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    pub month: Month,
    pub revision: u32,
    pub employee_id: EmployeeId,
    pub file: Vec<u8>,
}

/// A page (from 1) of the caller's statements, the newest month first, and how many there are.
pub async fn statements(ports: &Ports, caller: &Caller, page: u32, limit: u32) -> Result<(Vec<OwnRow>, u32)> {
    caller.actor.require(Capability::ReadStatements)?;
    Ok(ports.reads.months().own_rows(caller.actor.id, page, limit).await?)
}

/// The caller's receipt of a closed month, as in the path.
pub async fn receipt(ports: &Ports, caller: &Caller, month: &str) -> Result<Receipt> {
    caller.actor.require(Capability::ReadStatements)?;
    let month = named(month, ports.moment().today)?;
    let user = caller.actor.id;
    let own = ports.reads.months().own_row(user, month).await?.ok_or(MissingOfMonth::Statement(month))?;
    let mut entries = ports.reads.timesheets().of_user(user, month.first(), month.last()).await?;
    entries.reverse();
    let (revision, employee_id) = (own.revision, own.row.employee_id);
    let report = ReceiptReport { own, entries, asked_by: user };
    let file = ports.documents.table_pdf(report.into()).await?;
    Ok(Receipt { month, revision, employee_id, file })
}
