//! The messages to open browsers that an event carries.

use domain::id::{SessionId, UserId};
use domain::person::Role;
use domain::session::SessionEnd;

/// A kind of data that a screen shows. A browser that is told of a change asks for it anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Entries, weeks, calendars and the manager's dashboard.
    Timesheets,
    /// Notices and resubmissions, and the badge that counts them.
    Notifications,
    /// Holidays.
    Holidays,
    /// People.
    Users,
    /// What the organisation has decided on its pages of settings.
    Settings,
    /// Leave, and the types that there are of it.
    Leave,
    /// Months: which are closed, and what keeps the others.
    Months,
}

impl Topic {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Timesheets, Self::Notifications, Self::Holidays, Self::Users, Self::Settings, Self::Leave, Self::Months];

    /// Its name on the wire and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Timesheets => "timesheets",
            Self::Notifications => "notifications",
            Self::Holidays => "holidays",
            Self::Users => "users",
            Self::Settings => "settings",
            Self::Leave => "leave",
            Self::Months => "months",
        }
    }

    /// Whether people of this role are told of it at all. A Boss has no leave, months or notices, and reads none (oversight.md 6).
    #[must_use]
    pub const fn concerns(self, role: Role) -> bool {
        match role {
            Role::Employee | Role::Manager | Role::Hr | Role::Admin => true,
            Role::Boss => matches!(self, Self::Timesheets | Self::Holidays | Self::Users | Self::Settings),
        }
    }

    /// The topic with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.name() == name)
    }
}

/// Who is told of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// These people.
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
        /// Which data.
        topic: Topic,
        /// Who may see it.
        audience: Audience,
    },
    /// This session is over.
    SessionEnded {
        /// Which one.
        session: SessionId,
        /// Why.
        end: SessionEnd,
    },
}
