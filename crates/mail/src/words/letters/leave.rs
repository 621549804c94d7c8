//! The letters about leave.

use super::{Text, Wording, Writer, by_role, name};
use crate::words::{Block, quote, says};
use application::leave::{LeaveLetter, TeamLeaveLetter, TeamLeaveNews};

impl Wording for LeaveLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let mut blocks =
            vec![says(format!("{}.", self.news.title())), facts(&self.leave_type, &self.period, &self.days)];
        if let Some(comment) = &self.comment {
            blocks.extend([says("The comment:"), quote(comment)]);
        }
        blocks.push(writer.link(&self.path));
        Text { subject: self.news.title().to_owned(), blocks }
    }
}

impl Wording for TeamLeaveLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let name = name(&self.employee.to_string());
        let subject = match self.news {
            TeamLeaveNews::Asks => format!("{name} asks for leave"),
            TeamLeaveNews::IsAway => format!("{name} is on leave"),
            TeamLeaveNews::AsksToCancel => format!("{name} asks to cancel leave"),
            TeamLeaveNews::HasCancelled => format!("{name} has cancelled leave"),
        };
        let paths = ["/manager/leave-approvals", "/hr/approvals?tab=leave", "/admin/approvals?tab=leave"];
        let blocks = vec![
            says(format!("{subject}.")),
            facts(&self.leave_type, &self.period, &self.days),
            writer.link(by_role(self.to, paths)),
        ];
        Text { subject, blocks }
    }
}

/// Which leave a letter is about.
fn facts(leave_type: &str, period: &str, days: &str) -> Block {
    Block::Facts(vec![("Type", name(leave_type)), ("Period", period.to_owned()), ("Days", days.to_owned())])
}
