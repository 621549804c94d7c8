//! Days were frozen, because nothing was recorded on them.

use super::Wording;
use crate::words::{Block, Text, Writer, list};
use application::absences::DaysFrozenLetter;

impl Wording for DaysFrozenLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let (subject, days, they_are, them, each) = match self.dates.len() {
            1 => ("A day in your {} timesheet was frozen", "this day", "it is", "it", "The day"),
            _ => ("Days in your {} timesheet were frozen", "these days", "they are", "them", "Each day"),
        };
        let blocks = vec![
            Block::Says(format!("No timesheet was submitted for {days}, and {they_are} now frozen:")),
            list(&self.dates),
            Block::Says(format!(
                "Before you can record {them}, somebody has to unlock {them} for you. {each} in the portal says who can:"
            )),
            writer.link("/employee/timesheet"),
        ];
        Text { subject: writer.subject(subject), blocks }
    }
}
