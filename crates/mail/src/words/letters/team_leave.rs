//! Somebody in the team of the reader asks for leave, or takes it.

use super::{Wording, leave};
use crate::text::{self, NAME_MAX};
use crate::words::{Block, Text, Writer};
use application::leave::{TeamLeaveLetter, TeamLeaveNews};
use domain::person::Role;

impl Wording for TeamLeaveLetter {
    fn text(&self, writer: &Writer<'_>) -> Text {
        let name = text::line(&self.employee.to_string(), NAME_MAX);
        let subject = match self.news {
            TeamLeaveNews::Asks => format!("{name} asks for leave"),
            TeamLeaveNews::IsAway => format!("{name} is on leave"),
            TeamLeaveNews::AsksToCancel => format!("{name} asks to cancel leave"),
            TeamLeaveNews::HasCancelled => format!("{name} has cancelled leave"),
        };
        let path = match self.to {
            // An Employee or a Boss leads no team.
            Role::Manager | Role::Employee | Role::Boss => "/manager/leave-approvals",
            Role::Hr => "/hr/approvals?tab=leave",
            Role::Admin => "/admin/approvals?tab=leave",
        };
        let blocks = vec![
            Block::Says(format!("{subject}.")),
            leave::facts(&self.leave_type, &self.period, &self.days),
            writer.link(path),
        ];
        Text { subject, blocks }
    }
}
