//! The digest of an Employee.

use super::Wording;
use crate::text::{self, PROSE_MAX};
use crate::words::{Block, Text, Writer};
use application::mail_rounds::NewsDigestLetter;

impl Wording for NewsDigestLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let item = |(title, body): (&String, &String)| text::line(&format!("{title}. {body}"), PROSE_MAX);
        let blocks = vec![
            Block::Says("This has happened since the last digest:".to_owned()),
            Block::List(self.titles.iter().zip(&self.bodies).map(item).collect()),
            writer.link("/employee/notifications"),
        ];
        Text { subject: writer.subject("News in your {} timesheet"), blocks }
    }
}
