//! The reader's own month is not complete.

use super::{Wording, in_words};
use crate::words::{Block, Text, Writer};
use application::months::OwnMonthLetter;
use domain::notice::month_reminder::{OWN_LINK, own_words};

impl Wording for OwnMonthLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        Text {
            subject: writer.subject(&format!("Your {{}} timesheet of {} is not complete", in_words(self.month))),
            blocks: vec![Block::Says(own_words(&self.rejected, &self.frozen)), writer.link(OWN_LINK)],
        }
    }
}
