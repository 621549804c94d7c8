//! What happened: recorded in the same transaction as its cause, and drawn from afterwards.
//!
//! Pushes to open browsers are made of it now, mail and the audit trail later. So a change and its
//! consequences appear together or not at all, and a server that dies in between loses none of them.

use chrono::NaiveDate;
use domain::Instant;
use domain::id::{EventId, HolidayId, ResubmissionId, SessionId, TimesheetId, UnlockId, UserId};
use domain::person::Role;
use domain::session::SessionEnd;
use domain::timesheet::Status;

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
}

impl Topic {
    /// Its name on the wire and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Timesheets => "timesheets",
            Self::Notifications => "notifications",
            Self::Holidays => "holidays",
            Self::Users => "users",
        }
    }

    /// The topic with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Timesheets, Self::Notifications, Self::Holidays, Self::Users]
            .into_iter()
            .find(|topic| topic.name() == name)
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

/// A field of an account or a holiday before and after a change. Of a salary it is only said that it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The field's name on the wire.
    pub field: &'static str,
    /// What it was.
    pub before: Option<String>,
    /// What it is.
    pub after: Option<String>,
}

impl Change {
    /// The fields that differ between the same texts before and after.
    pub(crate) fn between<const N: usize>(
        before: [(&'static str, Option<String>); N],
        after: [(&'static str, Option<String>); N],
    ) -> Vec<Self> {
        before
            .into_iter()
            .zip(after)
            .filter(|((_, before), (_, after))| before != after)
            .map(|((field, before), (_, after))| Self { field, before, after })
            .collect()
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// An account was created.
    AccountCreated {
        /// Whose.
        user: UserId,
        /// With which role.
        role: Role,
    },
    /// An account was changed.
    AccountChanged {
        /// Whose.
        user: UserId,
        /// What was changed.
        changes: Vec<Change>,
    },
    /// An account was blocked or unblocked.
    BlockToggled {
        /// Whose.
        user: UserId,
        /// Whether it is blocked now.
        is_blocked: bool,
    },
    /// An Employee has another manager, or none.
    ManagerAssigned {
        /// Whose.
        user: UserId,
        /// The manager before.
        before: Option<UserId>,
        /// The manager now.
        after: Option<UserId>,
    },
    /// A manager's team was left without one.
    TeamReleased {
        /// The manager.
        manager: UserId,
        /// The people of the team.
        team: Vec<UserId>,
    },
    /// Somebody asked for a link with which to set a new password. Nothing tells whether the address is known.
    ResetAsked {
        /// From which IP address, as it is counted.
        address: String,
    },
    /// A link with which to set a new password was made.
    ResetLinkMade {
        /// For whom.
        user: UserId,
    },
    /// A password was set with such a link.
    PasswordReset {
        /// Whose.
        user: UserId,
    },
    /// Somebody changed the own password.
    PasswordChanged,
    /// The number of open positions was set.
    OpenPositionsSet {
        /// The number.
        value: u32,
    },
    /// A day was recorded, corrected or resubmitted.
    DaySubmitted {
        /// The entry.
        entry: TimesheetId,
        /// Whose day.
        user: UserId,
        /// The day.
        date: NaiveDate,
        /// The version that was made.
        version: u32,
        /// Whether it came back after a rejection.
        is_resubmission: bool,
    },
    /// Entries of one employee were approved or rejected in one call.
    DaysDecided {
        /// Whose days.
        user: UserId,
        /// The entries, with the versions that were made.
        entries: Vec<(TimesheetId, u32)>,
        /// The days.
        dates: Vec<NaiveDate>,
        /// What they became.
        status: Status,
        /// The reason of a rejection.
        reason: Option<String>,
    },
    /// A manager marked resubmissions as viewed.
    ResubmissionsViewed {
        /// Which ones.
        ids: Vec<ResubmissionId>,
    },
    /// A date was unlocked.
    DayUnlocked {
        /// The unlock.
        unlock: UnlockId,
        /// For whom.
        user: UserId,
        /// The date.
        date: NaiveDate,
        /// Why.
        reason: String,
    },
    /// People were marked absent on a day that is over.
    DayFrozen {
        /// The day.
        date: NaiveDate,
        /// Who.
        users: Vec<UserId>,
    },
    /// A holiday was added.
    HolidayAdded {
        /// Which one.
        holiday: HolidayId,
        /// Its date.
        date: NaiveDate,
        /// Its name.
        name: String,
        /// Whether it recurs.
        is_recurring: bool,
    },
    /// A holiday was changed.
    HolidayChanged {
        /// Which one.
        holiday: HolidayId,
        /// What was changed.
        changes: Vec<Change>,
    },
    /// A holiday was deleted.
    HolidayDeleted {
        /// Which one.
        holiday: HolidayId,
        /// Its date.
        date: NaiveDate,
        /// Its name.
        name: String,
    },
    /// An employee read notices.
    NoticesRead {
        /// How many became read.
        count: u32,
    },
    /// Somebody signed in.
    SignedIn {
        /// The session.
        session: SessionId,
        /// The IP address, as it is counted.
        address: String,
    },
    /// Somebody signed out.
    SignedOut {
        /// The session.
        session: SessionId,
    },
    /// The generated password was replaced at first login.
    FirstPasswordSet,
}

impl Happening {
    /// Its name in the store.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::AccountCreated { .. } => "account-created",
            Self::AccountChanged { .. } => "account-changed",
            Self::BlockToggled { .. } => "block-toggled",
            Self::ManagerAssigned { .. } => "manager-assigned",
            Self::TeamReleased { .. } => "team-released",
            Self::ResetAsked { .. } => "reset-asked",
            Self::ResetLinkMade { .. } => "reset-link-made",
            Self::PasswordReset { .. } => "password-reset",
            Self::PasswordChanged => "password-changed",
            Self::OpenPositionsSet { .. } => "open-positions-set",
            Self::DaySubmitted { .. } => "day-submitted",
            Self::DaysDecided { .. } => "days-decided",
            Self::ResubmissionsViewed { .. } => "resubmissions-viewed",
            Self::DayUnlocked { .. } => "day-unlocked",
            Self::DayFrozen { .. } => "day-frozen",
            Self::HolidayAdded { .. } => "holiday-added",
            Self::HolidayChanged { .. } => "holiday-changed",
            Self::HolidayDeleted { .. } => "holiday-deleted",
            Self::NoticesRead { .. } => "notices-read",
            Self::SignedIn { .. } => "signed-in",
            Self::SignedOut { .. } => "signed-out",
            Self::FirstPasswordSet => "first-password-set",
        }
    }
}

/// An event: what happened, who did it, when, and which browsers are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its id: consumers that see it twice act once.
    pub id: EventId,
    /// When.
    pub at: Instant,
    /// Who did it.
    pub actor: Option<UserId>,
    /// What.
    pub what: Happening,
    /// The messages to open browsers.
    pub pushes: Vec<Push>,
}

impl Event {
    /// What happened just now, at `at`.
    pub(crate) fn new(
        ports: &crate::Ports,
        at: Instant,
        actor: Option<UserId>,
        what: Happening,
        pushes: Vec<Push>,
    ) -> Self {
        Self { id: EventId::new(ports.ids.next()), at, actor, what, pushes }
    }
}
