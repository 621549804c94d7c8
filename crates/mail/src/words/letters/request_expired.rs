//! Nobody decided on requests to unlock dates in time.

use super::Wording;
use crate::words::{Block, Text, Writer, list};
use application::unlocks::RequestExpiredLetter;

impl Wording for RequestExpiredLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let asked = if self.dates.len() == 1 {
            "your request to unlock this day"
        } else {
            "your requests to unlock these days"
        };
        let blocks = vec![
            Block::Says(format!("Nobody decided on {asked} within seven days:")),
            list(&self.dates),
            Block::Says("You can ask again.".to_owned()),
            writer.link("/employee/timesheet"),
        ];
        Text { subject: "Your request to unlock a day expired".to_owned(), blocks }
    }
}
