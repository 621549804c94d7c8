//! Days were approved.

use super::Wording;
use crate::words::{Block, Text, Writer, list};
use application::approvals::DaysApprovedLetter;

impl Wording for DaysApprovedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let (subject, days) = match self.dates.len() {
            1 => ("A day in your {} timesheet was approved", "This day"),
            _ => ("Days in your {} timesheet were approved", "These days"),
        };
        let were = if self.dates.len() == 1 { "was" } else { "were" };
        let blocks = vec![
            Block::Says(format!("{days} in your timesheet {were} approved:")),
            list(&self.dates),
            writer.link("/employee/timesheet"),
        ];
        Text { subject: writer.subject(subject), blocks }
    }
}
