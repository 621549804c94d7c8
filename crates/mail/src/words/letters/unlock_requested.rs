//! Somebody asks to have a date unlocked.

use super::Wording;
use crate::text::{self, NAME_MAX, PROSE_MAX};
use crate::words::{Block, Text, Writer};
use application::unlocks::UnlockRequestedLetter;
use domain::person::Role;

impl Wording for UnlockRequestedLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let name = text::line(&self.employee.to_string(), NAME_MAX);
        let path = match self.to {
            // An Employee or a Boss is never asked.
            Role::Manager | Role::Employee | Role::Boss => "/manager/direct-unlock",
            Role::Hr => "/hr/direct-unlock",
            Role::Admin => "/admin/direct-unlock",
        };
        let blocks = vec![
            Block::Says(format!("{name} asks you to unlock {}.", self.date)),
            Block::Says("The reason:".to_owned()),
            Block::Quote(text::lines(&self.reason, PROSE_MAX)),
            Block::Says(format!("You can decide on it until {}.", self.until)),
            writer.link(path),
        ];
        Text { subject: format!("{name} asks to unlock a day"), blocks }
    }
}
