//! The digest of somebody who leads a team.

use super::Wording;
use crate::text::{self, NAME_MAX};
use crate::words::{Block, Text, Writer};
use application::mail_rounds::WaitingDigestLetter;

impl Wording for WaitingDigestLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let mut lines = Vec::new();
        if let Some(oldest) = self.oldest {
            let entries = counted(self.waiting, "entry waits", "entries wait");
            lines.push(format!("{entries} for your approval, the oldest of {oldest}."));
        }
        if !self.missing.is_empty() {
            let names: Vec<String> = self.missing.iter().map(|name| text::line(name, NAME_MAX)).collect();
            let more = if self.more_missing > 0 { format!(" and {} more", self.more_missing) } else { String::new() };
            lines.push(format!("Missing days: {}{more}", names.join(", ")));
        }
        if self.resubmissions > 0 {
            let days = counted(self.resubmissions, "resubmitted day waits", "resubmitted days wait");
            lines.push(format!("{days} for your review."));
        }
        if self.requests > 0 {
            let requests = counted(self.requests, "request to unlock a day waits", "requests to unlock a day wait");
            lines.push(format!("{requests} for you."));
        }
        if self.leave > 0 {
            let requests = counted(self.leave, "request for leave waits", "requests for leave wait");
            lines.push(format!("{requests} for you."));
        }
        let mut blocks: Vec<Block> = lines.into_iter().map(Block::Says).collect();
        blocks.push(writer.link("/login"));
        Text { subject: writer.subject("What waits for you in {}"), blocks }
    }
}

fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
