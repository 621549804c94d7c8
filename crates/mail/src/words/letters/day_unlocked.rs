//! A date was unlocked.

use super::Wording;
use crate::text::{self, PROSE_MAX};
use crate::words::{Block, Text, Writer};
use application::unlocks::DayUnlockedLetter;

impl Wording for DayUnlockedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let date = self.date;
        let mut blocks = match &self.reason {
            None => vec![Block::Says(format!("{date} is open for you to fill in, as you asked."))],
            Some(reason) => vec![
                Block::Says(format!("{date} is open for you to fill in.")),
                Block::Says("The reason:".to_owned()),
                Block::Quote(text::lines(reason, PROSE_MAX)),
            ],
        };
        blocks.push(writer.link(&format!("/employee/timesheet?date={date}")));
        Text { subject: writer.subject("A day in your {} timesheet was unlocked"), blocks }
    }
}
