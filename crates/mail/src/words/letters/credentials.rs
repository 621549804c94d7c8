//! The credentials of a new account.

use super::Wording;
use crate::text::{self, NAME_MAX, PROSE_MAX};
use crate::words::{Block, Text, Writer};
use application::accounts::CredentialsLetter;

impl Wording for CredentialsLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let blocks = vec![
            writer.says("An account has been created for you in the timesheet portal of {}. These are your sign-in details:"),
            Block::Facts(vec![
                ("Employee ID", text::line(&self.employee_id, NAME_MAX)),
                ("Email", text::line(&self.email, PROSE_MAX)),
                ("Password", text::line(&self.password.0, PROSE_MAX)),
            ]),
            Block::Says("Sign in here:".to_owned()),
            writer.link("/login"),
            Block::Says(
                "The password is a temporary one: you will be asked to change it at your first sign-in. Please keep it to \
                 yourself until then."
                    .to_owned(),
            ),
        ];
        Text { subject: writer.subject("Your {} account"), blocks }
    }
}
