//! The account was unblocked.

use super::Wording;
use crate::words::{Text, Writer};
use application::people::UnblockedLetter;

impl Wording for UnblockedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let blocks = vec![
            writer.says("Your account in the timesheet portal of {} is no longer blocked. You can sign in again with your existing password:"),
            writer.link("/login"),
        ];
        Text { subject: writer.subject("Your {} account has been unblocked"), blocks }
    }
}
