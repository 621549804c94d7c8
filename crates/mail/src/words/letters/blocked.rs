//! The account was blocked.

use super::Wording;
use crate::words::{Block, Text, Writer};
use application::people::BlockedLetter;

impl Wording for BlockedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let blocks = vec![
            writer.says("Your account in the timesheet portal of {} has been blocked. You have been signed out and cannot sign in for now."),
            Block::Says("Your entries are kept. Please contact your administrator.".to_owned()),
        ];
        Text { subject: writer.subject("Your {} account has been blocked"), blocks }
    }
}
