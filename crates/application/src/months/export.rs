//! The payroll of a month as a file, and on paper.

use super::events;
use super::paper::PayrollReport;
use super::{all_rows, named, pick, told_to_keepers};
use crate::events::Event;
use crate::ports::{Pieces, Revision};
use crate::sessions::Caller;
use crate::{Ports, Result};
use domain::access::Capability;
use domain::month::{MonthState, PayrollRow, ReopenRefusal, Standing};
use domain::time::Month;

/// How many lines go into a piece of the file.
const LINES_TOGETHER: usize = 500;

/// A revision of the payroll as a spreadsheet.
pub struct PayrollFile {
    pub month: Month,
    pub revision: u32,
    pub pieces: Pieces,
}

/// A revision of the payroll as a PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayrollPaper {
    pub month: Month,
    pub revision: u32,
    pub file: Vec<u8>,
}

/// The CSV of this revision, or of the current one, which is noted on it. `month` as in the path.
pub async fn export_csv(ports: &Ports, caller: &Caller, month: &str, revision: Option<u32>) -> Result<PayrollFile> {
    let Chosen { month, revision: chosen, rows } = choose(ports, caller, month, revision).await?;
    note(ports, caller, month, chosen.revision, revision.is_some(), "csv").await?;
    Ok(PayrollFile { month, revision: chosen.revision, pieces: pieces(month, chosen, rows) })
}

/// The same as a PDF.
pub async fn export_pdf(ports: &Ports, caller: &Caller, month: &str, revision: Option<u32>) -> Result<PayrollPaper> {
    let Chosen { month, revision: chosen, rows } = choose(ports, caller, month, revision).await?;
    let number = chosen.revision;
    let report = PayrollReport {
        month,
        revision: chosen,
        totals: ports.reads.months().totals(month, number).await?,
        rows,
        asked_by: caller.actor.id,
    };
    let file = ports.documents.table_pdf(report.into()).await?;
    // Noted once there is something to hand out, and before it is.
    note(ports, caller, month, number, revision.is_some(), "pdf").await?;
    Ok(PayrollPaper { month, revision: number, file })
}

/// A revision and its rows.
struct Chosen {
    month: Month,
    revision: Revision,
    rows: Vec<PayrollRow>,
}

async fn choose(ports: &Ports, caller: &Caller, month: &str, wanted: Option<u32>) -> Result<Chosen> {
    caller.actor.require(Capability::KeepMonths)?;
    let month = named(month, ports.moment().today)?;
    let revisions = ports.reads.months().revisions(month).await?;
    if wanted.is_none() && ports.reads.months().standing_of(month).await?.state != MonthState::Closed {
        return Err(ReopenRefusal::NotClosed(month).into());
    }
    let revision = pick(revisions, wanted)?;
    let rows = all_rows(ports.reads.as_ref(), month, revision.revision).await?;
    Ok(Chosen { month, revision, rows })
}

/// Notes that the newest revision of a closed month is handed out. One that is not current can be had by its number, without a note
/// at the month; that it was taken along is recorded all the same.
async fn note(
    ports: &Ports,
    caller: &Caller,
    month: Month,
    revision: u32,
    is_named: bool,
    format: &'static str,
) -> Result<()> {
    let now = ports.clock.now();
    // Nobody reopens it at this moment: that came before, or finds it exported.
    let unit = ports.store.begin_alone(month).await?;
    let is_current = unit.months().standing(month).await? == (Standing { state: MonthState::Closed, revision });
    if !is_current && !is_named {
        return Err(ReopenRefusal::NotClosed(month).into());
    }
    let is_first = is_current && unit.months().note_export(month, revision, caller.actor.id, now).await?;
    let pushes = if is_first { told_to_keepers() } else { Vec::new() };
    let what = events::month_exported(month, revision, format);
    unit.events().append(&[Event::new(ports, now, caller, what, pushes)]).await?;
    Ok(unit.commit().await?)
}

/// The file in pieces, each made when it is asked for.
fn pieces(month: Month, revision: Revision, rows: Vec<PayrollRow>) -> Pieces {
    let (file, checksum) = (revision.file(month), revision.checksum);
    let header = file.exported_header().into_bytes();
    let mut rows = rows.into_iter();
    let lines = std::iter::from_fn(move || {
        let some: Vec<u8> = rows
            .by_ref()
            .take(LINES_TOGETHER)
            .flat_map(|row| file.exported_line(&row, &checksum).into_bytes())
            .collect();
        (!some.is_empty()).then_some(Ok(some))
    });
    Box::new(std::iter::once(Ok(header)).chain(lines))
}
