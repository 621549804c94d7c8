//! The port's adapter.

use crate::calendar;
use crate::print_queue::PrintQueue;
use crate::report;
use crate::spreadsheet;
use application::ports::{CalendarFile, DocumentError, Documents, Pieces, Report, Table};
use async_trait::async_trait;
use std::time::Duration;

/// How many reports may wait while one is made.
const QUEUE: usize = 8;
/// How many reports of one person are made or wait at a time, so that a person with many windows keeps nobody else from theirs.
const EACH: usize = 2;
/// How long a report may wait.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct DocumentMaker {
    queue: PrintQueue,
}

impl Default for DocumentMaker {
    fn default() -> Self {
        Self { queue: PrintQueue::new(QUEUE, EACH, PATIENCE) }
    }
}

#[async_trait]
impl Documents for DocumentMaker {
    fn table_csv(&self, table: Table) -> Pieces {
        spreadsheet::pieces(table)
    }

    async fn table_pdf(&self, report: Report) -> Result<Vec<u8>, DocumentError> {
        self.queue.run(report.asked_by, move || report::print(report)).await?.map_err(DocumentError::Failed)
    }

    fn calendar(&self, file: &CalendarFile) -> String {
        calendar::text(file)
    }
}
