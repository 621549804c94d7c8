//! The messages to open browsers that an event carries.

use domain::id::{SessionId, UserId};
use domain::person::Role;
use domain::session::SessionEnd;

domain::names! {
    /// A kind of data that a screen shows. A browser that is told of a change asks for it anew.
    pub enum Topic {
        /// Entries, weeks, calendars and the manager's dashboard.
        Timesheets = "timesheets",
        /// Notices and resubmissions, and the badge that counts them.
        Notifications = "notifications",
        Holidays = "holidays",
        Users = "users",
        /// What the organisation has decided on its pages of settings.
        Settings = "settings",
        /// Leave, and the types that there are of it.
        Leave = "leave",
        /// Months: which are closed, and what keeps the others.
        Months = "months",
        /// The progress of an import.
        Imports = "imports",
    }
}

impl Topic {
    /// Whether people of this role are told of it at all. A Boss has no leave, months or notices, and reads none (oversight.md 6).
    pub const fn concerns(self, role: Role) -> bool {
        match role {
            Role::Employee | Role::Manager | Role::Hr | Role::Admin => true,
            Role::Boss => matches!(self, Self::Timesheets | Self::Holidays | Self::Users | Self::Settings),
        }
    }
}

/// Who is told of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    Users(Vec<UserId>),
    /// These people, and everyone who may read everybody's entries.
    Readers(Vec<UserId>),
    /// Everyone who is signed in.
    Everyone,
}

/// A message to open browsers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Push {
    /// Data that the audience may see has changed.
    Changed {
        topic: Topic,
        audience: Audience,
    },
    SessionEnded {
        session: SessionId,
        end: SessionEnd,
    },
}
