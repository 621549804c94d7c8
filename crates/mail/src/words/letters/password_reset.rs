//! A link to set a new password.

use super::Wording;
use crate::text::{self, PROSE_MAX};
use crate::words::{Block, Text, Writer};
use application::passwords::PasswordResetLetter;
use domain::person::reset::LIFETIME_MINUTES;

impl Wording for PasswordResetLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let zone = writer.head.zone_at(self.expires_at);
        let until = self.expires_at.with_timezone(&zone).format("%Y-%m-%d %H:%M");
        let blocks = vec![
            writer.says("Somebody has asked to reset the password of your account in the timesheet portal of {}."),
            Block::Says("To set a new password, open this link:".to_owned()),
            writer.link(&format!("/auth/reset-password/{}", text::line(&self.token.0, PROSE_MAX))),
            Block::Says(format!(
                "The link works once and expires {LIFETIME_MINUTES} minutes after the request, at {until} ({zone}). A newer link replaces it."
            )),
            Block::Says("If it was not you, you can ignore this mail. Your password stays as it is.".to_owned()),
        ];
        Text { subject: writer.subject("Reset your {} password"), blocks }
    }
}
