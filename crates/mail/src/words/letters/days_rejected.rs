//! Days were rejected.

use super::Wording;
use crate::text::{self, NAME_MAX, PROSE_MAX};
use crate::words::{Block, Text, Writer, list};
use application::approvals::DaysRejectedLetter;

impl Wording for DaysRejectedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let (subject, days, they) = match self.dates.len() {
            1 => ("A day in your {} timesheet was rejected", "this day", "it"),
            _ => ("Days in your {} timesheet were rejected", "these days", "them"),
        };
        let by = match &self.stand_in {
            None => "Your manager".to_owned(),
            Some((substitute, manager)) => {
                format!("{}, for {},", text::line(substitute, NAME_MAX), text::line(manager, NAME_MAX))
            }
        };
        let blocks = vec![
            Block::Says(format!("{by} has rejected {days} in your timesheet:")),
            list(&self.dates),
            Block::Says("The reason:".to_owned()),
            Block::Quote(text::lines(&self.reason, PROSE_MAX)),
            Block::Says(format!(
                "You can correct {they} and submit {they} again within {} days of the rejection. After that \
                 your manager has to unlock {they} first.",
                self.correct_within
            )),
            writer.link("/login"),
        ];
        Text { subject: writer.subject(subject), blocks }
    }
}
