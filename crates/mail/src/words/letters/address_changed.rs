//! The account has another e-mail address: one text for each of the two.

use super::Wording;
use crate::text::{self, PROSE_MAX};
use crate::words::{Block, Text, Writer};
use application::people::AddressChangedLetter;

impl Wording for AddressChangedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        if writer.to == self.after { to_the_new_address(self, writer) } else { to_the_former_address(writer) }
    }
}

fn to_the_new_address(letter: &AddressChangedLetter, writer: &Writer<'_>) -> Text {
    let blocks = vec![
        writer.says("The email address of your account in the timesheet portal of {} has been changed. From now on, sign in with the new one."),
        Block::Facts(vec![
            ("Former address", text::line(&letter.before, PROSE_MAX)),
            ("New address", text::line(&letter.after, PROSE_MAX)),
        ]),
        Block::Says(
            "If you did not expect this, please tell your HR department or your administrator at once.".to_owned(),
        ),
    ];
    Text { subject: writer.subject("The email address of your {} account has changed"), blocks }
}

/// It may have been a slip, and the reader a stranger, who learns of no other address.
fn to_the_former_address(writer: &Writer<'_>) -> Text {
    let blocks = vec![
        writer.says("The email address of your account in the timesheet portal of {} has been changed. This address no longer belongs to it."),
        Block::Says("If you did not expect this, please contact your HR department at once.".to_owned()),
    ];
    Text { subject: writer.subject("This address no longer belongs to your {} account"), blocks }
}
