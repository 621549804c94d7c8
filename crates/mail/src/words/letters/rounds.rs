//! The digests, and the evening reminder.

use super::{Text, Wording, Writer, fact, name};
use crate::words::{Block, says};
use application::mail_rounds::{NewsDigestLetter, ReminderLetter, WaitingDigestLetter};

impl Wording for NewsDigestLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let item = |(title, body): (&String, &String)| fact(&format!("{title}. {body}"));
        let blocks = vec![
            says("This has happened since the last digest:"),
            Block::List(self.titles.iter().zip(&self.bodies).map(item).collect()),
            writer.link("/employee/notifications"),
        ];
        Text { subject: writer.subject("News in your {} timesheet"), blocks }
    }
}

impl Wording for WaitingDigestLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let mut blocks = Vec::new();
        if let Some(oldest) = self.oldest {
            let entries = counted(self.waiting, "entry waits", "entries wait");
            blocks.push(says(format!("{entries} for your approval, the oldest of {oldest}.")));
        }
        if !self.missing.is_empty() {
            let names: Vec<String> = self.missing.iter().map(|missing| name(missing)).collect();
            let more = if self.more_missing > 0 { format!(" and {} more", self.more_missing) } else { String::new() };
            blocks.push(says(format!("Missing days: {}{more}", names.join(", "))));
        }
        if self.resubmissions > 0 {
            let days = counted(self.resubmissions, "resubmitted day waits", "resubmitted days wait");
            blocks.push(says(format!("{days} for your review.")));
        }
        if self.requests > 0 {
            let requests = counted(self.requests, "request to unlock a day waits", "requests to unlock a day wait");
            blocks.push(says(format!("{requests} for you.")));
        }
        if self.leave > 0 {
            let requests = counted(self.leave, "request for leave waits", "requests for leave wait");
            blocks.push(says(format!("{requests} for you.")));
        }
        blocks.push(writer.link("/login"));
        Text { subject: writer.subject("What waits for you in {}"), blocks }
    }
}

fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

impl Wording for ReminderLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let date = self.date;
        let blocks = vec![
            says("It can be filled in until the end of the day. After that somebody has to unlock it for you."),
            writer.link(&format!("/employee/timesheet?date={date}")),
        ];
        Text { subject: writer.subject(&format!("Your {{}} timesheet of {date} is open")), blocks }
    }
}
