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

/// Makes documents.
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

#[cfg(test)]
mod tests {
    use super::*;
    use application::reports::AttendanceReport;
    use application::timesheets::sheet;
    use domain::id::UserId;
    use domain::time::Month;

    #[tokio::test]
    async fn every_kind_comes_through_the_port() {
        let maker: Box<dyn Documents> = Box::new(DocumentMaker::default());
        let sheet: Vec<u8> = maker.table_csv(sheet(Vec::new())).flat_map(Result::unwrap).collect();
        assert!(sheet.starts_with(b"\xEF\xBB\xBFDate,"));
        let report = AttendanceReport {
            organisation: "Northwind Works".to_owned(),
            team_of: None,
            month: Month::new(2026, 11).unwrap(),
            rows: Vec::new(),
            good_percent: 80,
            half_days: [domain::timesheet::Hours::whole(5)].into(),
            made_at: chrono::NaiveDateTime::default(),
            closed: None,
            asked_by: UserId::new(uuid::Uuid::nil()),
        };
        let (one, other) = tokio::join!(maker.table_pdf(report.clone().into()), maker.table_pdf(report.into()));
        assert!(one.as_ref().is_ok_and(|file| file.starts_with(b"%PDF-")));
        assert_eq!(one, other);
        let calendar = CalendarFile { name: "Northwind Works: leave".to_owned(), entries: Vec::new() };
        assert!(maker.calendar(&calendar).starts_with("BEGIN:VCALENDAR\r\n"));
    }
}
