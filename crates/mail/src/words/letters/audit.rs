//! The audit log does not verify.

use super::{Text, Wording, Writer};
use crate::words::{Block, says};
use application::audit::AuditBrokenLetter;

impl Wording for AuditBrokenLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let time = self.at.map(|at| {
            let zone = writer.head.zone_at(at);
            format!("{} ({zone})", at.with_timezone(&zone).format("%Y-%m-%d %H:%M:%S"))
        });
        // As the page has it: a name with blanks for hyphens and a capital.
        let action = self.kind.as_deref().map(|kind| {
            let (first, rest) = kind.split_at_checked(1).unwrap_or((kind, ""));
            format!("{}{}", first.to_uppercase(), rest.replace('-', " "))
        });
        let gone = || "The entry is gone or cannot be read".to_owned();
        let blocks = vec![
            says("The audit log was verified. This is the first entry that does not fit:"),
            Block::Facts(vec![
                ("Position", self.position.to_string()),
                ("Time", time.unwrap_or_else(gone)),
                ("Action", action.unwrap_or_else(gone)),
            ]),
            says("Somebody has changed the database without using the portal, or it has been damaged:"),
            writer.link("/admin/audit-logs"),
        ];
        Text { subject: writer.subject("{}: the audit log does not verify"), blocks }
    }
}
