//! The evening reminder.

use super::Wording;
use crate::words::{Block, Text, Writer};
use application::mail_rounds::ReminderLetter;

impl Wording for ReminderLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let date = self.date;
        let blocks = vec![
            Block::Says(
                "It can be filled in until the end of the day. After that somebody has to unlock it for you."
                    .to_owned(),
            ),
            writer.link(&format!("/employee/timesheet?date={date}")),
        ];
        Text { subject: writer.subject(&format!("Your {{}} timesheet of {date} is open")), blocks }
    }
}
