//! Reading outside a unit of work: flat views, one query each, as wide as a screen needs and no wider.

use super::{HolidayReads, InboxReads, PeopleReads, ResetReads, SessionReads, SettingReads, TimesheetReads};

/// Everything that can be read. A type that implements the reads of every aggregate is one.
pub trait Reads: Send + Sync {
    /// People.
    fn people(&self) -> &dyn PeopleReads;
    /// Sessions.
    fn sessions(&self) -> &dyn SessionReads;
    /// Entries.
    fn timesheets(&self) -> &dyn TimesheetReads;
    /// Holidays.
    fn holidays(&self) -> &dyn HolidayReads;
    /// Resubmissions and notices.
    fn inbox(&self) -> &dyn InboxReads;
    /// Reset links.
    fn resets(&self) -> &dyn ResetReads;
    /// Settings.
    fn settings(&self) -> &dyn SettingReads;
}

impl<T> Reads for T
where
    T: PeopleReads + SessionReads + TimesheetReads + HolidayReads + InboxReads + ResetReads + SettingReads,
{
    fn people(&self) -> &dyn PeopleReads {
        self
    }
    fn sessions(&self) -> &dyn SessionReads {
        self
    }
    fn timesheets(&self) -> &dyn TimesheetReads {
        self
    }
    fn holidays(&self) -> &dyn HolidayReads {
        self
    }
    fn inbox(&self) -> &dyn InboxReads {
        self
    }
    fn resets(&self) -> &dyn ResetReads {
        self
    }
    fn settings(&self) -> &dyn SettingReads {
        self
    }
}
