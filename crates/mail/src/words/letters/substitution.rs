//! Somebody stands in for a manager, or does so no longer.

use super::Wording;
use crate::text::{self, NAME_MAX, PROSE_MAX};
use crate::words::{Block, Text, Writer};
use application::substitutions::SubstitutionLetter;
use domain::person::Role;

impl Wording for SubstitutionLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let [manager, substitute] = [&self.manager, &self.substitute].map(|name| text::line(name, NAME_MAX));
        let (from, to) = (self.from, self.to);
        let link = writer.link(match self.reader {
            // An Employee or a Boss is part of none.
            Role::Manager | Role::Employee | Role::Boss => "/manager/profile",
            Role::Hr => "/hr/settings",
            Role::Admin => "/admin/settings?tab=hr",
        });
        let Some(reason) = &self.reason else {
            let blocks = vec![
                Block::Says(format!("The substitution for {manager} has ended before its last day, {to}.")),
                Block::Says(format!("{substitute} no longer stands in for {manager}.")),
                link,
            ];
            return Text { subject: format!("The substitution for {manager} has ended"), blocks };
        };
        let blocks = vec![
            Block::Says(format!(
                "From {from} to {to}, {substitute} stands in for {manager} and can also decide for the team."
            )),
            Block::Says("The reason:".to_owned()),
            Block::Quote(text::lines(reason, PROSE_MAX)),
            link,
        ];
        Text { subject: format!("{substitute} substitutes for {manager} from {from} to {to}"), blocks }
    }
}
