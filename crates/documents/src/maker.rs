//! The port's adapter.

use crate::press::Press;
use crate::report;
use crate::spreadsheet::Sheet;
use application::ports::{AttendanceReport, DocumentError, Documents, OwnEntry, Pieces};
use async_trait::async_trait;
use std::time::Duration;

/// How many reports may wait while one is made.
const QUEUE: usize = 8;
/// How many of one person are made or wait at a time: who asks in many windows keeps nobody else from theirs.
const EACH: usize = 2;
/// How long one may wait.
const PATIENCE: Duration = Duration::from_secs(20);

/// Makes documents.
pub struct DocumentMaker {
    press: Press,
}

impl Default for DocumentMaker {
    fn default() -> Self {
        Self { press: Press::new(QUEUE, EACH, PATIENCE) }
    }
}

#[async_trait]
impl Documents for DocumentMaker {
    fn timesheet_csv(&self, entries: Vec<OwnEntry>) -> Pieces {
        Box::new(Sheet::new(entries))
    }

    async fn attendance_pdf(&self, report: AttendanceReport) -> Result<Vec<u8>, DocumentError> {
        self.press.run(report.asked_by, move || report::print(&report)).await?.map_err(DocumentError::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::id::UserId;
    use domain::time::Month;

    #[tokio::test]
    async fn both_kinds_come_through_the_port() {
        let maker: Box<dyn Documents> = Box::new(DocumentMaker::default());
        let sheet: Vec<u8> = maker.timesheet_csv(Vec::new()).flat_map(Result::unwrap).collect();
        assert!(sheet.starts_with(b"\xEF\xBB\xBFDate,"));
        let report = AttendanceReport {
            organisation: "Northwind Works".to_owned(),
            team_of: None,
            month: Month::new(2026, 11).unwrap(),
            rows: Vec::new(),
            made_at: chrono::NaiveDateTime::default(),
            asked_by: UserId::new(uuid::Uuid::nil()),
        };
        let (one, other) = tokio::join!(maker.attendance_pdf(report.clone()), maker.attendance_pdf(report));
        assert!(one.as_ref().is_ok_and(|file| file.starts_with(b"%PDF-")));
        assert_eq!(one, other);
    }
}
