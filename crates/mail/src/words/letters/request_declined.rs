//! A request to unlock a date was declined.

use super::Wording;
use crate::text::{self, PROSE_MAX};
use crate::words::{Block, Text, Writer};
use application::unlocks::RequestDeclinedLetter;

impl Wording for RequestDeclinedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let date = self.date;
        let blocks = vec![
            Block::Says(format!("Your request to unlock {date} was declined.")),
            Block::Says("The reason:".to_owned()),
            Block::Quote(text::lines(&self.comment, PROSE_MAX)),
            writer.link(&format!("/employee/timesheet?date={date}")),
        ];
        Text { subject: "Your request to unlock a day was declined".to_owned(), blocks }
    }
}
