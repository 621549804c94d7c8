//! Something happened to leave of the reader.

use super::Wording;
use crate::text::{self, NAME_MAX, PROSE_MAX};
use crate::words::{Block, Text, Writer};
use application::leave::LeaveLetter;

impl Wording for LeaveLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let mut blocks =
            vec![Block::Says(format!("{}.", self.news.title())), facts(&self.leave_type, &self.period, &self.days)];
        if let Some(comment) = &self.comment {
            blocks.extend([Block::Says("The comment:".to_owned()), Block::Quote(text::lines(comment, PROSE_MAX))]);
        }
        blocks.push(writer.link(&self.path));
        Text { subject: self.news.title().to_owned(), blocks }
    }
}

/// Which leave a letter is about.
pub(super) fn facts(leave_type: &str, period: &str, days: &str) -> Block {
    Block::Facts(vec![
        ("Type", text::line(leave_type, NAME_MAX)),
        ("Period", period.to_owned()),
        ("Days", days.to_owned()),
    ])
}
