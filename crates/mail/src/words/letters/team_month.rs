//! Months of the reader's team wait for decisions.

use super::{Wording, in_words};
use crate::words::{Block, Text, Writer};
use application::months::TeamMonthLetter;
use domain::notice::month_reminder::decider_link;

impl Wording for TeamMonthLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        Text {
            subject: writer.subject(&format!("Your team's {{}} timesheets of {} wait for you", in_words(self.month))),
            blocks: vec![Block::Says(self.waiting.in_words()), writer.link(decider_link(self.to))],
        }
    }
}
