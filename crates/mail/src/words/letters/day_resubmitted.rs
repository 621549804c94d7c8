//! A rejected day came back.

use super::Wording;
use crate::text::{self, NAME_MAX};
use crate::words::{Block, Text, Writer};
use application::timesheets::DayResubmittedLetter;

impl Wording for DayResubmittedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let name = text::line(&self.employee, NAME_MAX);
        let blocks = vec![
            Block::Says(format!(
                "{name} has corrected {} and submitted it again. It is waiting for your review.",
                self.date
            )),
            writer.link("/login"),
        ];
        Text { subject: format!("{name} has resubmitted a day"), blocks }
    }
}
